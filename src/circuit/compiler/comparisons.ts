/**
 * A comparison means at equality what its sign says: v(a) > 0 is false while v(a) is 0, however long that lasts, and v(a) >= 0
 * is true. As a relay between g and s it would allow any s there, as its rows do where a loop of the circuit needs that to
 * slide: where s acts on g, through states or ideal elements.
 *
 * Where s does not act on g nothing can slide. Nor does it where s acts on g through two states or more and another relay: in the mode
 * in which both rest the least step apart grows (a modulator whose comparator is sampled), and only a run that begins at equality of both
 * would stay there. There the relay's row y = p - g, and the threshold of a guard, move by the
 * rounding of g (`whereEqual`), up where equality is false and down where it is true: then the rows say it, to every method, in
 * operating points and at starts. Whether s acts on g is read off the matrices: entries below `rounding` of the largest in
 * their row are 0. Cost: one search over rows and states a comparison.
 */
import type { IdealSwitchGuard, Descriptor, ReducedSystem } from './compiled-circuit.js';
import { idealSwitchGuards } from './guards.js';
import type { AuxiliaryRow } from '../primitives.js';

/** Entries of reduced matrices below this part of their row are rounding of the reduction. */
const rounding = 1e-12;

/** Returns the system and its guards with the comparisons decided. */
export function decideComparisons(
  descriptor: Descriptor,
  system: ReducedSystem,
): { readonly system: ReducedSystem; readonly guards: readonly IdealSwitchGuard[] } {
  const guards = idealSwitchGuards(descriptor, system);
  if (!system.rows.some((_, row) => auxiliaryOf(system, row)?.whereEqual)) return { system, guards };
  const influence = new Influence(system, guards);
  const E = system.E.slice();
  const one = system.inputNames.indexOf('1');
  const moved = new Map<number, number>();
  system.rows.forEach(({ beginsRelay, branch, auxiliary = -1 }, row) => {
    const { whereEqual } = auxiliaryOf(system, row) ?? {};
    const second = beginsRelay
      ? system.rows.findIndex((other) => other.branch === branch && other.auxiliary === auxiliary + 1)
      : -1;
    if (!whereEqual || influence.returns(row, second)) return;
    const by = whereEqual.holds ? -whereEqual.within : whereEqual.within;
    if (beginsRelay !== true) moved.set(row, by);
    else if (one >= 0) E[row * system.p + one] = (E[row * system.p + one] ?? 0) + by;
  });
  return {
    system: { ...system, E },
    guards: guards.map((guard) => {
      const by = moved.get(guard.row) ?? 0;
      return by === 0 ? guard : { ...guard, on: guard.on + by, off: guard.off + by };
    }),
  };
}

/** The row of a branch's law that a row of the system is; undefined for elements that have none. */
export function auxiliaryOf({ rows, branches }: ReducedSystem, row: number): AuxiliaryRow | undefined {
  const { branch = -1, auxiliary = -1 } = rows[row] ?? {};
  const owner = branches[branch];
  return owner?.kind === 'controlled' ? owner.auxiliaries?.[auxiliary] : undefined;
}

/** Which multipliers act on which rows: nodes 0 .. m - 1 are rows, the states follow. */
class Influence {
  readonly #actsOn: readonly (readonly number[])[];
  /** 1 for the first rows of relays. */
  readonly #isRelay: Uint8Array;

  constructor({ n, m, M, A, B, C, D, ...system }: ReducedSystem, guards: readonly IdealSwitchGuard[]) {
    const actsOn = Array.from({ length: m + n }, (): number[] => []);
    const note = (target: number, from: number, entries: Float64Array): void => {
      const largest = entries.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      entries.forEach((value, j) => {
        if (Math.abs(value) > rounding * largest) actsOn[from + j]?.push(target);
      });
    };
    for (let i = 0; i < m; i++) {
      note(i, m, C.subarray(i * n, (i + 1) * n));
      const row = D.slice(i * m, (i + 1) * m);
      // y = lambda - d of a choice: what decides it is its control.
      if (system.rows[i]?.law === 'ideal-switch') row[i] = 0;
      note(i, 0, row);
    }
    for (let i = 0; i < n; i++) {
      note(m + i, m, A.subarray(i * n, (i + 1) * n));
      note(m + i, m, M.subarray(i * n, (i + 1) * n));
      note(m + i, 0, B.subarray(i * m, (i + 1) * m));
    }
    for (const { row, control } of guards) {
      note(row, m, control.subarray(0, n));
      note(row, 0, control.subarray(n, n + m));
    }
    system.rows.forEach(({ law, branch }, row) => {
      // A nonlinear function may read anything that its branch can.
      if (law === 'smooth')
        for (let j = 0; j < m + n; j++) if (j !== row && branch >= 0) actsOn[j]?.push(row);
    });
    this.#actsOn = actsOn;
    this.#isRelay = Uint8Array.from(system.rows, ({ beginsRelay }) => Number(beginsRelay === true));
  }

  /** Whether what a row decides may hold it where it is: a relay by itself, or with others through one state at most. */
  returns(row: number, second: number): boolean {
    return this.#isReached(row, second, Infinity, false) || this.#isReached(row, second, 1, true);
  }

  /** Whether a row's multiplier acts on what decides the row, through so many states at most; of a relay not through its own second row. */
  #isReached(row: number, second: number, mostStates: number, throughRelays: boolean): boolean {
    const rows = this.#isRelay.length;
    const seen = new Uint8Array(this.#actsOn.length);
    if (second >= 0) seen[second] = 1;
    let [queue, states, next] = [[row], 0, [] as number[]];
    for (;;) {
      for (let from = queue.pop(); from !== undefined; from = queue.pop()) {
        for (const to of this.#actsOn[from] ?? []) {
          if (to === row) return true;
          if (seen[to] === 1 || (!throughRelays && this.#isRelay[to] === 1)) continue;
          if (to >= rows) {
            next.push(to);
            continue;
          }
          seen[to] = 1;
          queue.push(to);
        }
      }
      queue = next.filter((state) => seen[state] === 0);
      next = [];
      for (const state of queue) seen[state] = 1;
      if (queue.length === 0 || ++states > mostStates) return false;
    }
  }
}
