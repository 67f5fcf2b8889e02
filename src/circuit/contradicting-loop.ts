/**
 * Loops of voltage sources and conducting ideal elements without a solution. What they say of the potentials p are differences
 * with bounds,
 *
 *     source, closed switch, coil at rest    p_a - p_b = E (0)
 *     ideal diode                            p_a - p_b <= threshold
 *
 * which contradict each other exactly where some loop, passed from bound to bound, has a negative sum: [Bellman 1958], [Cormen et
 * al., 22.4]. Such a loop proves that there is no solution, whatever else is in the circuit; nothing follows where there is none.
 * Cost: nodes times such branches, where something has failed.
 */
import type { Signal } from '../kernel/modeling/signals/signal.js';
import type { ControlledBranch, IdealSwitchBranch, LinearForm, SmoothBranch } from './primitives.js';

/** What is known of a circuit where it has no solution. */
export interface KnownState {
  readonly valueOf: (signal: Signal) => number;
  /** Whether a switch is closed; absent: at rest, as its control asks where the loops alone decide that. */
  readonly isClosed?: (branch: IdealSwitchBranch) => boolean;
}

export interface ContradictingLoop {
  /** Elements of the loop: diodes and switches, at least one; sources with a value. */
  readonly elements: readonly string[];
  readonly sources: readonly string[];
}

/** potential(to) <= potential(from) + bound. */
interface Bound {
  readonly from: string;
  readonly to: string;
  /** Volts. */
  readonly bound: number;
  readonly branch: SmoothBranch;
}

/** Of the largest bound, and volts: what rounding leaves of a sum that is 0. */
const rounding = 1e-12;

/** Finds a loop that proves that there is no solution; undefined where there is none. */
export function contradictingLoop(
  branches: readonly SmoothBranch[],
  state: KnownState,
): ContradictingLoop | undefined {
  const isClosed = state.isClosed ?? closedAtRest(branches, state);
  const bounds = branches.flatMap((branch) => boundsOf(branch, state, isClosed));
  const loop = negativeLoop(bounds);
  if (!loop) return undefined;
  const namesOf = (isNamed: (one: Bound) => boolean): string[] => [
    ...new Set(loop.filter(isNamed).map(({ branch }) => branch.element)),
  ];
  const elements = namesOf(({ branch: { kind } }) => kind === 'unilateral' || kind === 'ideal-switch');
  if (elements.length === 0) return undefined;
  return {
    elements,
    sources: namesOf(({ branch, bound }) => !elements.includes(branch.element) && bound !== 0),
  };
}

function boundsOf(
  branch: SmoothBranch,
  state: KnownState,
  isClosed: (branch: IdealSwitchBranch) => boolean,
): readonly Bound[] {
  const voltage = fixedVoltage(branch, state, isClosed);
  const { a, b } = branch;
  if (voltage !== undefined) {
    const [up, down] = [voltage, -voltage];
    return [
      { from: b, to: a, bound: up, branch },
      { from: a, to: b, bound: down, branch },
    ];
  }
  if (branch.kind !== 'unilateral' || branch.resistance !== 0) return [];
  return [{ from: b, to: a, bound: branch.threshold, branch }];
}

/** Volts from a to b, where they are given. */
function fixedVoltage(
  branch: SmoothBranch,
  state: KnownState,
  isClosed: (branch: IdealSwitchBranch) => boolean,
): number | undefined {
  switch (branch.kind) {
    case 'voltage':
      return branch.impact ? undefined : known(state.valueOf(branch.signal));
    case 'controlled':
      return givenOutput(branch, state);
    case 'inductance':
      // A coil with a current of its own may be held at it.
      return state.isClosed || branch.held || branch.initial !== undefined ? undefined : 0;
    case 'ideal-switch':
      return branch.resistance === 0 && isClosed(branch) ? 0 : undefined;
    default:
      return undefined;
  }
}

/** Logic that has not settled has no level. */
function known(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** The voltage of a source that functions of time alone give. */
function givenOutput({ output, form, auxiliaries }: ControlledBranch, state: KnownState): number | undefined {
  return output === 'voltage' && !auxiliaries ? valueOfForm(form, state, () => undefined) : undefined;
}

function valueOfForm(
  { constant, terms }: LinearForm,
  { valueOf }: KnownState,
  voltage: (a: string, b: string) => number | undefined,
): number | undefined {
  let sum = constant;
  for (const term of terms) {
    const value =
      term.quantity === 'signal'
        ? known(valueOf(term.signal))
        : term.quantity === 'voltage'
          ? voltage(term.a, term.b)
          : undefined;
    if (value === undefined) return undefined;
    sum += term.gain * value;
  }
  return sum;
}

/** Switches that are closed at rest whatever the rest of the circuit does: sources, through such switches, decide their controls. */
function closedAtRest(
  branches: readonly SmoothBranch[],
  state: KnownState,
): (branch: IdealSwitchBranch) => boolean {
  const closed = new Set<IdealSwitchBranch>();
  const isClosed = (branch: IdealSwitchBranch): boolean => closed.has(branch);
  const switches = branches.filter((branch) => branch.kind === 'ideal-switch');
  for (let found = switches.length > 0; found;) {
    found = false;
    const voltage = fixedVoltages(branches, (branch) => fixedVoltage(branch, state, isClosed));
    for (const branch of switches) {
      if (closed.has(branch) || branch.strikes) continue;
      const control = valueOfForm(branch.control, state, voltage);
      if (control === undefined) continue;
      if (!(control > branch.on || (control >= branch.off && branch.initially === 'on'))) continue;
      closed.add(branch);
      found = true;
    }
  }
  return isClosed;
}

/** Voltages between nodes that branches of given voltage connect. */
function fixedVoltages(
  branches: readonly SmoothBranch[],
  fixed: (branch: SmoothBranch) => number | undefined,
): (a: string, b: string) => number | undefined {
  const edges = new Map<string, { readonly to: string; readonly rise: number }[]>();
  const add = (from: string, to: string, rise: number): void => {
    const known = edges.get(from);
    if (known) known.push({ to, rise });
    else edges.set(from, [{ to, rise }]);
  };
  for (const branch of branches) {
    const voltage = fixed(branch);
    if (voltage === undefined) continue;
    add(branch.b, branch.a, voltage);
    add(branch.a, branch.b, -voltage);
  }
  const places = new Map<string, { readonly group: string; readonly potential: number }>();
  for (const group of edges.keys()) {
    if (places.has(group)) continue;
    places.set(group, { group, potential: 0 });
    const open = [group];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const potential = places.get(node)?.potential ?? 0;
      for (const { to, rise } of edges.get(node) ?? []) {
        if (places.has(to)) continue;
        places.set(to, { group, potential: potential + rise });
        open.push(to);
      }
    }
  }
  return (a, b) => {
    if (a === b) return 0;
    const [first, second] = [places.get(a), places.get(b)];
    return first && second && first.group === second.group ? first.potential - second.potential : undefined;
  };
}

/** A loop whose bounds have a negative sum; undefined where there is none. */
function negativeLoop(bounds: readonly Bound[]): readonly Bound[] | undefined {
  const least = rounding * bounds.reduce((most, { bound }) => Math.max(most, Math.abs(bound)), 1);
  const potential = new Map<string, number>();
  const last = new Map<string, Bound>();
  const nodes = new Set(bounds.flatMap(({ from, to }) => [from, to]));
  let moved: string | undefined = '';
  // Without such a loop all potentials stand after as many rounds as there are nodes.
  for (let round = 0; round <= nodes.size && moved !== undefined; round++) {
    moved = undefined;
    for (const bound of bounds) {
      const reached = (potential.get(bound.from) ?? 0) + bound.bound;
      if (!(reached < (potential.get(bound.to) ?? 0) - least)) continue;
      potential.set(bound.to, reached);
      last.set(bound.to, bound);
      moved = bound.to;
    }
  }
  if (moved === undefined) return undefined;
  let node: string | undefined = moved;
  for (let k = 0; k < nodes.size; k++) node = last.get(node)?.from ?? node;
  const loop: Bound[] = [];
  const begin = node;
  do {
    const bound = last.get(node);
    if (!bound) return undefined;
    loop.push(bound);
    node = bound.from;
  } while (node !== begin);
  return loop.reduce((sum, { bound }) => sum + bound, 0) < -least ? loop : undefined;
}
