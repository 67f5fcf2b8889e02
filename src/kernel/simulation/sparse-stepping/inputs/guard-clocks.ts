/**
 * Guards whose control is a source of straight segments, or a sum of sources in closed form: when they switch is known beforehand, steps
 * end there, and nothing of them is looked for within steps. Where comparisons are all that reads a source, nothing has to be found anew
 * behind its corners; where they are such guards, steps need not end there if who looks at what it drives reads the source itself.
 */
import type { DescriptorSystem } from '../../../modeling/descriptor-system.js';
import { GateClock, type GuardClock } from '../../../modeling/signals/gate-clock.js';
import { isClosed } from '../../../modeling/signals/closed-segment.js';
import { SumClock } from '../../../modeling/signals/sum-clock.js';
import type { ActiveRows } from '../newton/active-rows.js';
import type { StateArray } from '../newton/stepping-state.js';
import { DrivenUnknowns, type InputTerms } from './driven-unknowns.js';
import { quietInputs, readElsewhere } from './quiet-inputs.js';

/** Times within so many ulp are one. */
const SAME = 16 * Number.EPSILON;

/** What corners of an input mean: all bends there, nothing does, or steps pass them. */
export const cornerKinds = Object.freeze({ bent: 0, quiet: 1, passed: 2 });

interface ClockedGuard {
  readonly guard: number;
  readonly clock: GuardClock;
  /** What its control is a sum of, beside constants. */
  readonly inputs: readonly number[];
}

export class GuardClocks {
  /** Guards without a clock. */
  readonly others: Int32Array;
  /** By input one of `cornerKinds`. */
  readonly corners: Uint8Array;
  /** When the next guard switches, seconds. */
  soonest = Infinity;
  /** Unknowns that between the ends of steps are sums of inputs alone, since steps pass corners of some of these. */
  readonly passed = new Map<number, InputTerms>();
  readonly #clocks: readonly ClockedGuard[];
  readonly #next: Float64Array;
  /** 1 where that is only how far was looked. */
  readonly #isOpen: Uint8Array;

  constructor(
    system: DescriptorSystem,
    private readonly rows: ActiveRows,
    passesCorners: boolean,
  ) {
    const { guards, pairs, inputs } = system;
    const compares = guards.length > 0 || pairs.some(({ relay }) => relay !== undefined);
    const driven = compares && inputs.some(isClosed) ? new DrivenUnknowns(system) : undefined;
    this.corners = driven ? quietInputs(system, driven) : new Uint8Array(inputs.length);
    const clocks = driven ? clocksOf(system, driven) : [];
    const isClocked = new Set(clocks.map(({ guard }) => guard));
    this.others = Int32Array.from([...guards.keys()].filter((g) => !isClocked.has(g)));
    this.#clocks = clocks;
    this.#next = new Float64Array(clocks.length).fill(Infinity);
    this.#isOpen = new Uint8Array(clocks.length);
    if (!driven || clocks.length === 0) return;
    const read = readIndices(system, isClocked);
    const places = sourcePlaces(system, driven, read);
    // Steps are many beside the corners of what is compared, and whole ones are cheaper where all of it is read at their ends.
    const compared = new Set(clocks.flatMap((each) => (guards[each.guard]!.compares ? each.inputs : [])));
    for (const input of new Set(clocks.flatMap((each) => each.inputs))) {
      if (compared.has(input)) continue;
      const own = read.has(system.size + input) ? undefined : places[input];
      if (!own || !passesCorners) continue;
      this.corners[input] = cornerKinds.passed;
      for (const unknown of own) this.passed.set(unknown, driven.termsOf(unknown)!);
    }
  }

  /** Guards that are beyond their band at t switch, and the times of all are found. */
  begin(t: number): void {
    const { rows } = this;
    this.#clocks.forEach(({ guard, clock }, k) => {
      if (clock.isBeyond(rows.on[guard] === 1, t)) rows.setGuard(guard, 1 - rows.on[guard]!);
      this.#look(k, t);
    });
    this.findSoonest();
  }

  /** Arrays that a copy of a run takes over; `findSoonest` is to be called behind that. */
  get stateArrays(): StateArray[] {
    return [this.#next, this.#isOpen];
  }

  /** Takes the first of the times that are known: what is in closed form needs no other look where other inputs change. */
  findSoonest(): void {
    let soonest = Infinity;
    for (const at of this.#next) if (at < soonest) soonest = at;
    this.soonest = soonest;
  }

  /** Turns over the guards that switch at t; returns whether any did. */
  turnOver(t: number): boolean {
    const end = t + SAME * Math.abs(t);
    if (!(this.soonest <= end)) return false;
    let turns = false;
    this.#clocks.forEach(({ guard }, k) => {
      const at = this.#next[k]!;
      if (!(at <= end)) return;
      if (this.#isOpen[k] === 0) {
        this.rows.setGuard(guard, 1 - this.rows.on[guard]!);
        turns = true;
      }
      this.#look(k, Math.max(t, at));
    });
    this.findSoonest();
    return turns;
  }

  /** Finds when the guard of a clock switches from t on. */
  #look(k: number, t: number): void {
    const { guard, clock } = this.#clocks[k]!;
    this.#next[k] = clock.commutation(this.rows.on[guard] === 1, t);
    this.#isOpen[k] = Number(clock.isOpen);
  }
}

/** Clocks of guards that inputs alone turn. */
function clocksOf({ guards, inputs }: DescriptorSystem, driven: DrivenUnknowns): ClockedGuard[] {
  return guards.flatMap(({ control, on, off }, guard) => {
    const terms = driven.inputsOf(control);
    if (!terms) return [];
    const gains = new Map<number, number>();
    let rest = 0;
    for (const [j, factor] of terms) {
      const signal = inputs[j]!;
      if (signal.constant) rest += factor * signal.value(0);
      else gains.set(j, (gains.get(j) ?? 0) + factor);
    }
    const own = [...gains].flatMap(([j, gain]) => (gain === 0 ? [] : [{ signal: inputs[j]!, gain }]));
    const [first] = own;
    if (!first) return [];
    const levels = { rest, on, off };
    const single = own.length === 1 ? GateClock.of(first.signal, { gain: first.gain, ...levels }) : undefined;
    const clock = single ?? SumClock.of({ terms: own, ...levels });
    return clock ? [{ guard, clock, inputs: [...gains.keys()] }] : [];
  });
}

/** Unknowns and inputs that are read by what is neither K nor S nor a guard with a clock. */
function readIndices(system: DescriptorSystem, isClocked: ReadonlySet<number>): ReadonlySet<number> {
  const read = readElsewhere(system);
  system.guards.forEach(({ control }, g) => {
    if (!isClocked.has(g)) for (const index of control.index) read.add(index);
  });
  return read;
}

/** By input the unknowns that it drives, where nothing reads these; undefined where it does anything else. */
function sourcePlaces(
  { K, S, inputs, size }: DescriptorSystem,
  driven: DrivenUnknowns,
  read: ReadonlySet<number>,
): readonly (readonly number[] | undefined)[] {
  const entries = new Int32Array(size);
  for (const unknown of K.col) entries[unknown]!++;
  const unknownOf = new Map<number, number>();
  for (const unknown of driven.unknowns)
    if (entries[unknown] === 1 && !read.has(unknown)) unknownOf.set(driven.rowOf(unknown)!, unknown);
  const places: (number[] | undefined)[] = inputs.map(() => []);
  S.row.forEach((row, k) => {
    const unknown = unknownOf.get(row);
    const input = S.col[k]!;
    if (unknown === undefined) places[input] = undefined;
    else places[input]?.push(unknown);
  });
  return places;
}
