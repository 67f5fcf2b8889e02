/**
 * The operating point: one LCP (with nonlinear rows Newton's method, `smooth-operating-point.ts`), y = D lambda + E u, 0 <= y _|_ lambda >= 0, with capacitors open and
 * inductors short; switches take the state that their controls ask for, all together, until nothing changes
 * (conventions: simultaneous events).
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';
import type { OperatingPointSystem } from '../../circuit/operating-point.js';
import { type Mode, ModeSolver } from '../../numerics/lcp/mode-solver.js';
import { addMultipliers } from '../../numerics/lcp/mode.js';
import { sharedMode } from '../../numerics/lcp/shared-mode.js';
import { dot } from '../certificate/energy/energy-ledger.js';
import { warnOfHeldSwitches } from '../preparation/held-switches.js';
import {
  describeConflict,
  elementsOf,
  finiteHint,
  listed,
  resistanceHint,
} from '../preparation/run-failure.js';
import { reportCoilWithVoltage } from './coil-voltages.js';
import { solveSmoothPoint } from './smooth-operating-point.js';

/** Rounds of switching before the operating point is called undecided (conventions: simultaneous events). */
const switchRounds = 100;

/** What the solver of modes does not take for negative (`ModeSolverOptions.signTolerance`), in parts of its terms. */
const restRounding = 1e-12;

export interface OperatingPoint {
  /** (lambda, u) of the static system. */
  readonly zeta: Float64Array;
  /** Capacitor voltages and inductor currents, in the order of the transient system's `storage`. */
  readonly storage: Float64Array;
  /** State of each guard. */
  readonly on: Uint8Array;
  /** Absent with nonlinear rows. */
  readonly mode?: Pick<Mode, 'key'>;
}

/**
 * Solves the operating point from which a run starts; problems become diagnostics and undefined. Switches without a consistent
 * state (a relaxation oscillator has none) are as they begin, and the run turns them.
 */
export function solveOperatingPoint(
  point: OperatingPointSystem,
  diagnostics: Diagnostics,
): OperatingPoint | undefined {
  return new OperatingPointSolver(point).solve(diagnostics, undefined, true);
}

/** Solves it for one value of the inputs after the other, at t = 0: before what jumps there. */
export class OperatingPointSolver {
  readonly #solver: ModeSolver;

  constructor(private readonly point: OperatingPointSystem) {
    this.#solver = solverAtRest(point.system);
  }

  /** From nothing, or from the switches, the mode and the multipliers of another point. */
  solve(
    diagnostics: Diagnostics,
    near?: Omit<OperatingPoint, 'storage'>,
    holds = false,
  ): OperatingPoint | undefined {
    const { point } = this;
    const { system, guards } = point;
    const { m, p } = system;
    const zeta = new Float64Array(m + p);
    if (near) zeta.set(near.zeta);
    const { q, terms } = problemAtRest(system, zeta);
    const on = near?.on.slice() ?? Uint8Array.from(guards, ({ initially }) => (initially === 'on' ? 1 : 0));
    turnSwitches(point, zeta, on, true);
    const begun = on.slice();
    const forced = new Int8Array(m);
    const rounds = holds ? switchRounds + 1 : switchRounds;
    for (let round = 0; round < rounds; round++) {
      if (round === switchRounds) on.set(begun);
      forceSwitches(point, on, forced);
      const mode = this.#solveMode(zeta, q, terms, forced, near?.mode, diagnostics);
      if (mode === 'none') return undefined;
      const isHeld = round === switchRounds;
      if (isHeld)
        warnOfHeldSwitches(
          guards.map(({ name }, g) => ({ name, on: on[g] === 1 })),
          diagnostics,
        );
      if (isHeld || !turnSwitches(point, zeta, on)) {
        if (reportCoilWithVoltage(point, zeta, diagnostics)) return undefined;
        return { zeta, storage: storageAt(point, zeta), on, ...(mode && { mode }) };
      }
      // What a wrong state led to is no place to start from: Newton's tolerance is relative to it.
      if (point.smooth.length > 0) zeta.fill(0, 0, m);
    }
    // Of one with several levels of resistance (s1, s1#2, ...) its own name.
    const names = [...new Set(guards.map(({ name }) => name.replace(/#\d+$/, '')))].join(', ');
    const levels = guards.some(({ name }) => /#\d+$/.test(name));
    diagnostics.error(
      'switches-undecided',
      `operating point: the switches ${names} have no consistent state`,
      undefined,
      {
        hint: levels
          ? 'write .options vswitch=smooth for a resistance that follows its control, or start with uic'
          : 'give the switches hysteresis (vh), or start with uic',
      },
    );
    return undefined;
  }

  /** Writes the multipliers with rows as `forced` says; the mode, where there is one; 'none' after reporting. */
  #solveMode(
    zeta: Float64Array,
    q: Float64Array,
    terms: Float64Array,
    forced: Int8Array,
    from: OperatingPoint['mode'],
    diagnostics: Diagnostics,
  ): OperatingPoint['mode'] | 'none' {
    const { point } = this;
    const { system } = point;
    const { m } = system;
    if (point.smooth.length > 0) {
      const found = solveSmoothPoint(point, forced, zeta.subarray(0, m));
      if (found === 'found') return undefined;
      if (found.length > 0) reportNotFinite(found, system, diagnostics);
      else reportUnsolved('undecided', system, diagnostics);
      return 'none';
    }
    const found = this.#solver.solve(q, forced, from, terms);
    if (found.status !== 'solved') {
      const rows = found.status === 'infeasible' ? this.#solver.conflict(q, forced) : undefined;
      reportUnsolved(found.status, system, diagnostics, rows);
      return 'none';
    }
    const kind = kindsOf(system);
    const mode = sharedMode({ m, M: system.D, kind, q, forced, terms }, this.#solver, found.mode);
    if (mode !== found.mode) noteShares(mode, system, diagnostics);
    addMultipliers(mode, q, zeta.fill(0, 0, m));
    return mode;
  }
}

/** Sets the inputs of zeta to their values before t = 0; returns q = E u and the sizes of its terms. */
export function problemAtRest(
  { m, p, E, inputs }: ReducedSystem,
  zeta: Float64Array,
): { readonly q: Float64Array; readonly terms: Float64Array } {
  inputs.forEach((signal, j) => (zeta[m + j] = signal.valueLeft(0)));
  const q = new Float64Array(m);
  const terms = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < p; j++) {
      const term = (E[i * p + j] ?? 0) * (zeta[m + j] ?? 0);
      q[i] = (q[i] ?? 0) + term;
      terms[i] = (terms[i] ?? 0) + Math.abs(term);
    }
  }
  return { q, terms };
}

/** Marks the rows of switches: 1 active, -1 inactive. */
export function forceSwitches(
  { system, guards }: OperatingPointSystem,
  on: Uint8Array,
  forced: Int8Array,
): void {
  guards.forEach(({ row }, g) => {
    forced[row] = (on[g] === 1) === (system.rows[row]?.multiplier !== 'voltage') ? 1 : -1;
  });
}

/** The solver of the problems of a system at rest. */
export function solverAtRest({ m, p, D, E, rows }: ReducedSystem): ModeSolver {
  return new ModeSolver(m, D, { kind: kindsOf({ rows }), limit: switchRounds, range: { Q: E, cols: p } });
}

function kindsOf({ rows }: Pick<ReducedSystem, 'rows'>): Int8Array {
  return Int8Array.from(rows, ({ multiplier }) => (multiplier === 'voltage' ? 1 : 0));
}

/** What a run begins with is then one of several solutions. */
function noteShares({ undetermined }: Mode, system: ReducedSystem, diagnostics: Diagnostics): void {
  const names = listed(elementsOf([...undetermined], system));
  const message = `operating point: nothing determines how ${names} share a current or a voltage: they share it evenly`;
  diagnostics.note('shared-operating-point', message);
}

/** Turns switches as their controls ask, or only those that inputs alone control: these are known beforehand. */
export function turnSwitches(
  { guards }: OperatingPointSystem,
  zeta: Float64Array,
  on: Uint8Array,
  givenOnly = false,
): boolean {
  let turned = false;
  guards.forEach((guard, g) => {
    if (givenOnly && !guard.sourceOnly) return;
    const control = dot(guard.control, zeta);
    const turns = on[g] === 1 ? control < guard.off : control > guard.on;
    if (!turns) return;
    on[g] = on[g] === 1 ? 0 : 1;
    turned = true;
  });
  return turned;
}

/** Capacitor voltages and inductor currents; one that is the rounding of its terms is 0, else blocking diodes would have to end it. */
export function storageAt(
  { system, storageCount, storageLambda, storageU }: OperatingPointSystem,
  zeta: Float64Array,
): Float64Array {
  const { m, p } = system;
  return Float64Array.from({ length: storageCount }, (_, k) => {
    let [sum, terms] = [0, 0];
    for (let j = 0; j < m + p; j++) {
      const gain = (j < m ? storageLambda[k * m + j] : storageU[k * p + j - m]) ?? 0;
      const term = gain * (zeta[j] ?? 0);
      sum += term;
      terms += Math.abs(term);
    }
    return Math.abs(sum) <= restRounding * terms ? 0 : sum;
  });
}

/** Names of elements whose forces have bounds or one sign, in a subcircuit or not. */
const dry = /(?:^|\.)y(?:friction|clutch|stop|backlash)/;

function reportUnsolved(
  status: 'infeasible' | 'undecided',
  system: ReducedSystem,
  diagnostics: Diagnostics,
  rows: readonly number[] = [...system.rows.keys()],
): void {
  const elements = elementsOf(rows, system);
  const [first] = elements;
  const isMechanical = elements.some((name) => dry.test(name));
  const isBlamed = status === 'infeasible' && first !== undefined;
  const message =
    status === 'infeasible'
      ? `there is no operating point (proved): ${describeConflict(rows, system)}`
      : `the operating point was not found and nothing is proved; it depends on ${listed(elements)}`;
  diagnostics.error('no-operating-point', message, undefined, {
    hint: isMechanical
      ? 'look for a force that only dry friction or a stop takes up, and put a mass on its node'
      : `${isBlamed ? resistanceHint(first) : 'look for a source that drives current against a diode'}, or start with uic`,
  });
}

function reportNotFinite(rows: readonly number[], system: ReducedSystem, diagnostics: Diagnostics): void {
  const names = listed(elementsOf(rows, system));
  diagnostics.error(
    'no-operating-point',
    `the operating point was not found: what ${names} computes was no finite number on the way`,
    undefined,
    { hint: finiteHint },
  );
}
