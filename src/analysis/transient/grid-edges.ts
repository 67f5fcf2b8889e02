/**
 * Edges between the points of a fixed grid: where a switch that sources alone control turns, or an input of the nonsmooth laws
 * jumps. A step holds both as they are at its end (conventions: switches), which takes an edge at a grid point a whole step early, one
 * between two points a part of a step: times between edges - a duty cycle - would be off. Where one edge lies between points, steps end
 * just before every edge, all by the same time, and at it: what lies between edges is right, each is early by a thousandth of h, and
 * points stand on both sides of it.
 */
import type { IdealSwitchGuard, ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';
import { GateClock } from '../../kernel/modeling/signals/gate-clock.js';
import { sameInstant } from '../../kernel/simulation/linear/step-inputs.js';
import type { EventClock } from '../../kernel/simulation/time-stepping/events-manager.js';

/** Part of h by which steps end before an edge: steps from there to a grid point must not drown in rounding. */
const before = 2 ** -10;
/** Halvings of a step until an edge is known. */
const halvings = 40;

/** Where steps end, or undefined where every edge in (0, T] is a point of the grid; h and T in seconds. */
export function edgesOffGrid(
  system: ReducedSystem,
  guards: readonly IdealSwitchGuard[],
  h: number,
  T: number,
): EventClock | undefined {
  const end = T * (1 + 8 * Number.EPSILON);
  const edges = (): Iterator<number>[] => [
    ...guards.flatMap((guard) => (guard.sourceOnly ? [turns(system, guard, h, end)] : [])),
    ...system.inputs.flatMap((_, j) => (entersLaws(system, j) ? [jumps(system, j, end)] : [])),
  ];
  const isOff = (edge: number): boolean => {
    const steps = edge / h;
    return Math.abs(steps - Math.round(steps)) > sameInstant + 8 * Number.EPSILON * steps;
  };
  return edges().some((each) => anyOf(each, isOff)) ? new EdgeClock(edges(), before * h) : undefined;
}

/** Before and at the edges of all, in the order of time; what falls into one instant is one. */
class EdgeClock implements EventClock {
  readonly #heads: { readonly times: Iterator<number>; next: number }[];
  #index = -1;
  #time = 0;

  constructor(
    edges: readonly Iterator<number>[],
    private readonly early: number,
  ) {
    this.#heads = edges
      .map((each) => bothSides(each, early))
      .map((times) => ({ times, next: valueOf(times.next()) }));
  }

  /** Asked for the present index or the next one. */
  time(k: number): number {
    while (this.#index < k) {
      this.#index++;
      this.#time = this.#following(this.#time + sameInstant * this.early);
    }
    return this.#time;
  }

  #following(after: number): number {
    let first = Infinity;
    for (const head of this.#heads) {
      while (head.next <= after) head.next = valueOf(head.times.next());
      first = Math.min(first, head.next);
    }
    return first;
  }
}

function* bothSides(edges: Iterator<number>, early: number): Generator<number, void> {
  for (let edge = valueOf(edges.next()); edge < Infinity; edge = valueOf(edges.next())) {
    yield edge - early;
    yield edge;
  }
}

/** When a switch turns: in closed form where one signal of known times turns it, else searched step by step. */
function turns(
  system: ReducedSystem,
  guard: IdealSwitchGuard,
  h: number,
  T: number,
): Generator<number, void> {
  const { control, on, off } = guard;
  const at = (t: number): number => controlAt(system, control, t);
  const start = at(0);
  let isOn = guard.initially === 'on';
  if (isOn ? start < off : start > on) isOn = !isOn;
  const { n, m, inputs } = system;
  const [only, ...others] = inputs.flatMap((signal, j) =>
    signal.constant || !control[n + m + j] ? [] : [{ signal, gain: control[n + m + j] ?? 0 }],
  );
  if (!only) return nothing();
  const rest = start - only.gain * only.signal.value(0);
  const clock = others.length > 0 ? undefined : GateClock.of(only.signal, { gain: only.gain, rest, on, off });
  return clock ? clockedTurns(clock, isOn, T) : searchedTurns(at, guard, isOn, h, T);
}

function* nothing(): Generator<number, void> {}

function* clockedTurns(clock: GateClock, begins: boolean, T: number): Generator<number, void> {
  let isOn = begins;
  for (let t = clock.commutation(isOn, 0); t <= T; t = clock.commutation(isOn, t)) {
    yield t;
    isOn = !isOn;
  }
}

/** Turns that are back within one step are not seen. */
function* searchedTurns(
  at: (t: number) => number,
  { on, off }: Pick<IdealSwitchGuard, 'on' | 'off'>,
  begins: boolean,
  h: number,
  T: number,
): Generator<number, void> {
  let isOn = begins;
  const turned = (t: number): boolean => (isOn ? at(t) < off : at(t) > on);
  for (let k = 1; (k - 1) * h < T; k++) {
    if (!turned(k * h)) continue;
    let [early, late] = [(k - 1) * h, k * h];
    for (let halving = 0; halving < halvings; halving++) {
      const middle = (early + late) / 2;
      if (turned(middle)) late = middle;
      else early = middle;
    }
    yield late;
    isOn = !isOn;
  }
}

/** When an input jumps. */
function* jumps({ inputs }: ReducedSystem, input: number, T: number): Generator<number, void> {
  const signal = inputs[input];
  for (let t = signal?.nextBreakpoint(0) ?? T; signal && t <= T; t = signal.nextBreakpoint(t))
    if (signal.value(t) !== signal.valueLeft(t)) yield t;
}

function entersLaws({ m, p, E, inputs }: ReducedSystem, input: number): boolean {
  if (inputs[input]?.constant !== false) return false;
  for (let row = 0; row < m; row++) if (E[row * p + input] !== 0) return true;
  return false;
}

function controlAt({ n, m, inputs }: ReducedSystem, control: Float64Array, t: number): number {
  let sum = 0;
  inputs.forEach((signal, j) => {
    const factor = control[n + m + j] ?? 0;
    if (factor !== 0) sum += factor * signal.value(t);
  });
  return sum;
}

function valueOf({ done, value }: IteratorResult<number>): number {
  return done === true ? Infinity : value;
}

function anyOf(edges: Iterator<number>, holds: (edge: number) => boolean): boolean {
  for (let edge = valueOf(edges.next()); edge < Infinity; edge = valueOf(edges.next()))
    if (holds(edge)) return true;
  return false;
}
