/**
 * The operating point k(z) = 0, all rates 0: Newton's method from the values that the laws name as a start. Where that does
 * not converge, three homotopies in SPICE's order, so that of several operating points it is the same one:
 *
 *     k(z) + g z = 0, g -> 0          conductances from all terminals of local laws to ground,
 *     k(z, p u) = 0, p -> 1           sources from 0,
 *     k(z) + g (z - z_before) = 0     pseudo-transient continuation: steps of a capacitor at all these terminals.
 *
 * Each walks with a step that follows its success, and ends at the equations themselves: nothing of it remains. Guards and
 * pairs settle at every point. Where a point nearby is known, `continuedPoint` begins there and tries nothing else. Source: [Nagel 1975, ch. 4], [Kelley-Keyes 1998].
 */
import type { ActiveRows } from './newton/active-rows.js';
import type { CompiledDescriptor } from './compiled-descriptor.js';
import { distanceToSwitching } from './events/guard-loops.js';
import { controlAt } from './events/guard-state.js';
import { LogicLink } from './events/logic-link.js';
import { failureOf } from './name-failure.js';
import type { FailedStatus, NewtonStatus } from './newton/newton-status.js';
import { leastKnown, standsAtRounding } from './newton/rounding-end.js';
import { followPseudoTime, TerminalConductances, terminalsOf } from './newton/pseudo-transient.js';

export interface OperatingPoint {
  readonly z: Float64Array;
  /** 1 for every guard that is on. */
  readonly guards: Uint8Array;
  /** The way that led to it. */
  readonly way: 'newton' | 'conductances to ground' | 'source stepping' | 'pseudo-transient';
  readonly iterations: number;
  /** What was done where nothing else decides. */
  readonly notes: readonly string[];
  /** Names of what nothing determines. */
  readonly grounded: readonly string[];
  /** Guards without consistent states, which are as they begin; absent where all are consistent. */
  readonly held?: readonly number[];
}

/** Of reltol: quadratic convergence gives these digits for one iteration more. */
const EXACT = 1e-3;
const FIRST_CONDUCTANCE = 1e-2;
const LAST_CONDUCTANCE = 1e-13;
/** A homotopy gives up where its steps get shorter than this, or more than so many. */
const SHORTEST = 1e-4;
const MAX_POINTS = 400;
const MAX_SETTLING = 50;
/** Part of the largest voltage from which on it is told that rounding leaves so much of one open. */
const UNKNOWN = 0.01;

/**
 * Finds the operating point at t; throws a `SteppingFailure` where there is none to be found. With `holds` guards that find no
 * states that agree (a relaxation oscillator) stay as they begin: a run turns them.
 */
export function operatingPoint(compiled: CompiledDescriptor, t: number, holds = false): OperatingPoint {
  return new OperatingPointSearch(compiled, t).run(holds);
}

/** Finds the operating point at t from one of slightly other inputs or values; undefined where Newton's method does not lead there. */
export function continuedPoint(
  compiled: CompiledDescriptor,
  t: number,
  near: Pick<OperatingPoint, 'z' | 'guards'>,
): OperatingPoint | undefined {
  const { rows, system } = compiled;
  system.pairs.forEach(({ unknown }, pair) => {
    if ((rows.forced[pair] === 1) !== (near.z[unknown] === 0)) rows.flip(pair);
  });
  near.guards.forEach((on, g) => {
    rows.setGuard(g, on);
  });
  return new OperatingPointSearch(compiled, t, near.z).continue();
}

class OperatingPointSearch {
  readonly #w: Float64Array;
  readonly #inputs: Float64Array;
  readonly #nothing: Float64Array;
  #terminals: TerminalConductances | undefined;
  readonly #begin: Float64Array;
  readonly #logic: LogicLink;
  /** Of the sources. */
  #part = 1;
  #status: FailedStatus = 'diverged';
  /** Guards that were turning when they had to settle without end; where there are any all are held as they begin. */
  readonly #turning = new Set<number>();
  #isHeld = false;

  constructor(
    private readonly compiled: CompiledDescriptor,
    private readonly t: number,
    guess?: Float64Array,
  ) {
    const { inputs, rows, system } = compiled;
    this.#logic = new LogicLink(system, rows, inputs);
    this.#logic.begin(t);
    const { w, nothing } = compiled.resting;
    [this.#w, this.#nothing] = [w, nothing];
    w.fill(0);
    if (guess) w.set(guess);
    inputs.begin(t, this.#w);
    this.#inputs = this.#w.slice(system.size);
    this.#begin = this.#w.slice();
  }

  run(holds: boolean): OperatingPoint {
    this.compiled.assembly.startFromBegin();
    const found = this.#exactly(() => this.#search());
    const point = found ?? (holds && this.#turning.size > 0 ? this.#withGuardsHeld() : undefined);
    if (!point) throw failureOf(this.#status, this.compiled.assembly, this.compiled.newton, NaN);
    return point;
  }

  #withGuardsHeld(): OperatingPoint | undefined {
    const { rows, system, assembly } = this.compiled;
    this.#isHeld = true;
    system.guards.forEach(({ initially }, g) => {
      rows.setGuard(g, initially === 'on' ? 1 : 0);
    });
    this.#return(this.#begin);
    assembly.startFromBegin();
    return this.#exactly(() => this.#search());
  }

  continue(): OperatingPoint | undefined {
    this.compiled.assembly.resetLimits(this.#w);
    return this.#exactly(() => (this.#settle() ? 'newton' : undefined));
  }

  /** The point that a search leads to, with the digits that a start needs. */
  #exactly(search: () => OperatingPoint['way'] | undefined): OperatingPoint | undefined {
    const { newton, counters, options, system, rows, undetermined } = this.compiled;
    const before = counters.newtonIterations;
    const reltol = newton.reltol;
    newton.reltol = EXACT * options.reltol;
    newton.frozen = false;
    try {
      const way = search();
      if (way === undefined) return undefined;
      // Once more, to the digits of the arithmetic: what is left grows in a bistable circuit at rest between its states.
      const found = this.#w.slice();
      if (!this.#settle()) this.#return(found);
      return {
        z: this.#w.slice(0, system.size),
        guards: rows.on.slice(),
        way,
        iterations: counters.newtonIterations - before,
        notes: [...undetermined.notes(), ...this.#roundingNotes()],
        grounded: undetermined.names,
        ...(this.#isHeld && { held: [...this.#turning] }),
      };
    } finally {
      newton.reltol = reltol;
    }
  }

  #roundingNotes(): string[] {
    const { newton, system } = this.compiled;
    const [first, ...others] = leastKnown(newton.iterations.arrays, this.#w, 0, UNKNOWN);
    if (!first) return [];
    // The node of the circuit, where those within a part go with it.
    const length = (unknown: number): number => system.unknownName(unknown).length;
    const { unknown, by } = others.reduce((a, b) => (length(b.unknown) < length(a.unknown) ? b : a), first);
    const name = system.unknownName(unknown);
    return [
      `rounding leaves ${name} known within ${by.toPrecision(2)} V only: next to nothing ties it to anything`,
    ];
  }

  #search(): OperatingPoint['way'] | undefined {
    const { compiled } = this;
    if (this.#settle()) return 'newton';
    const ways = [
      ['conductances to ground', () => this.#followConductances()],
      ['source stepping', () => this.#followSources()],
      ['pseudo-transient', () => this.#followTime()],
    ] as const;
    for (const [name, follow] of ways) {
      compiled.counters.fallback(name);
      this.#return(this.#begin);
      this.#part = 1;
      const found = follow();
      this.#conductances.set(0);
      if (found) return name;
    }
    return undefined;
  }

  /** k(z) = 0 in all modes from where w is; guards settle. */
  #settle(): boolean {
    for (let round = 0; round < MAX_SETTLING; round++) {
      if (!this.#solve(this.#nothing, 0)) return false;
      const turned = this.#isHeld ? [] : settleGuards(this.compiled, this.#w);
      if (turned.length === 0 && !this.#settleLogic()) return true;
      // Guards turn, and logic follows them in the next round.
      if (round >= MAX_SETTLING - 2) for (const g of turned) this.#turning.add(g);
    }
    this.#status = 'cycling';
    return false;
  }

  /** Logic follows the guards, and the inputs the logic; returns whether any changed. */
  #settleLogic(): boolean {
    if (!this.#logic.settle(NaN)) return false;
    const { inputs, system } = this.compiled;
    inputs.evaluate(this.t, false, this.#w);
    this.#inputs.set(this.#w.subarray(system.size, system.size + this.#inputs.length));
    for (let j = 0; j < this.#inputs.length; j++) this.#w[system.size + j] = this.#part * this.#inputs[j]!;
    return true;
  }

  #solve(history: Float64Array, b: number): boolean {
    const { newton, options } = this.compiled;
    const status: NewtonStatus = newton.solve(this.#w, history, b, options.maxStartIterations);
    if (status === 'converged') return true;
    const { arrays } = newton.iterations;
    if (status === 'diverged' && standsAtRounding(arrays, this.#w, history, b, newton.reltol)) return true;
    this.#status = status;
    return false;
  }

  /** Of what local laws read and may be tied to ground. */
  get #conductances(): TerminalConductances {
    const { newton, assembly } = this.compiled;
    return (this.#terminals ??= new TerminalConductances(newton, terminalsOf(assembly)));
  }

  #followConductances(): boolean {
    if (this.#conductances.terminals.length === 0) return false;
    this.compiled.assembly.startFromBegin();
    let good = this.#w.slice();
    let conductance = FIRST_CONDUCTANCE;
    let reached = Infinity;
    let factor = 10;
    for (let k = 0; k < MAX_POINTS; k++) {
      this.#conductances.set(conductance);
      if (this.#settle()) {
        if (conductance <= LAST_CONDUCTANCE) {
          this.#conductances.set(0);
          return this.#settle();
        }
        good = this.#w.slice();
        reached = conductance;
        factor = Math.min(factor * Math.sqrt(factor), 100);
      } else {
        if (reached === Infinity) {
          conductance *= 100;
          if (conductance > 1e6) return false;
          continue;
        }
        this.#return(good);
        factor = Math.sqrt(factor);
        if (factor < 1 + SHORTEST) return false;
      }
      conductance = Math.max(reached / factor, LAST_CONDUCTANCE);
    }
    return false;
  }

  #followSources(): boolean {
    this.#w.fill(0);
    let good = this.#w.slice();
    let [reached, part, stride] = [-1, 0, 0.1];
    for (let k = 0; k < MAX_POINTS; k++) {
      for (let j = 0; j < this.#inputs.length; j++)
        this.#w[this.compiled.system.size + j] = part * this.#inputs[j]!;
      this.#part = part;
      if (this.#settle()) {
        if (part === 1) return true;
        good = this.#w.slice();
        reached = part;
        stride *= 1.5;
      } else {
        if (reached < 0) return false;
        this.#return(good);
        stride *= 0.25;
        if (stride < SHORTEST) return false;
      }
      part = Math.min(1, reached + stride);
    }
    return false;
  }

  #followTime(): boolean {
    const { assembly, newton } = this.compiled;
    // b = 1 without storage: history is a current.
    const solve = (history: Float64Array): boolean => {
      assembly.withoutStorage = true;
      const isSolved = this.#solve(history, 1);
      assembly.withoutStorage = false;
      return isSolved;
    };
    const settle = (): void => {
      if (!this.#isHeld) settleGuards(this.compiled, this.#w);
    };
    const nothing = this.#nothing;
    return followPseudoTime(newton, this.#conductances, this.#w, nothing, 1, solve, settle) && this.#settle();
  }

  #return(w: Float64Array): void {
    this.#w.set(w);
    this.compiled.assembly.resetLimits(w);
  }
}

function settleGuards(
  { system, rows }: { system: CompiledDescriptor['system']; rows: ActiveRows },
  w: Float64Array,
): number[] {
  const turned: number[] = [];
  system.guards.forEach((guard, g) => {
    const { on, off } = guard;
    if (distanceToSwitching(on, off, rows.on[g] === 1, controlAt(guard, w), 0) >= 0) return;
    rows.setGuard(g, 1 - rows.on[g]!);
    turned.push(g);
  });
  return turned;
}
