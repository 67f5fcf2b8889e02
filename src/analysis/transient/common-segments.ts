/** Tells an observer of some parts of a circuit as of one: over the time in which none of them goes on to another segment. */
import type { ExactFlow } from '../../kernel/simulation/event-driven/exact-flow.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { Observer, Segment, SimulationEvent } from '../../kernel/simulation/stream.js';
import { CircuitPoint, type PointSizes } from '../certificate/circuit-point.js';
import { jumpPoint } from '../certificate/jump-point.js';
import { placesOf } from '../preparation/probed-system.js';
import { CompositeSegment } from './composite-segment.js';

/** Looks at common segments. */
export interface SegmentObserver extends Observer {
  segment(segment: Segment): void;
  /** Told of a jump: the point right behind it, and the impulses of its entries. */
  impulse?(t: number, after: Float64Array, impulses: Float64Array): void;
}

/** A part: its segment, and the lengths of x, lambda and u. */
interface CommonPart {
  readonly segment: ExactFlow;
  readonly system: {
    readonly n: number;
    readonly m: number;
    readonly multipliers?: { readonly m: number } | undefined;
    readonly signals: readonly Signal[];
  };
}

export class CommonSegments {
  readonly #parts: ReadonlySet<number>;
  readonly #composite: CompositeSegment;
  readonly #points: readonly PointSizes[];
  readonly #places: ReturnType<typeof placesOf>;
  #t = 0;
  #afterEvent = true;

  /** Of all parts of a circuit the observer looks at some; one that reads nothing is told of the time. */
  constructor(
    all: readonly CommonPart[],
    parts: Iterable<number>,
    private readonly observer: SegmentObserver,
  ) {
    const some = new Set(parts);
    this.#parts = some.size > 0 ? some : new Set([0]);
    this.#points = all.map(({ system }) => ({
      ...{ n: system.n, m: system.multipliers?.m ?? system.m, inputs: system.signals },
    }));
    this.#places = placesOf(this.#points);
    this.#composite = this.#compose(all);
  }

  /** Whether it looks at a part. */
  has(k: number): boolean {
    return this.#parts.has(k);
  }

  /** Part k goes on with another segment. */
  enter(k: number, isEvent: boolean): void {
    if (isEvent && this.has(k)) this.#afterEvent = true;
  }

  /** Tells of a jump of part k at an event, up to which all was told. */
  event(k: number, event: SimulationEvent): void {
    const sizes = this.#points[k];
    if (!sizes || !this.has(k) || !this.observer.impulse) return;
    const jump = jumpPoint(event, sizes);
    if (!jump) return;
    const { n, m, inputs } = this.#places;
    const [x, lambda] = [new Float64Array(n), new Float64Array(m)];
    this.#composite.interpolate(event.time, x, lambda);
    const after = new CircuitPoint(this.#places).set(event.time, x, lambda, 'right').zeta;
    const impulses = new Float64Array(n + m + inputs.length);
    this.#places.of[k]?.forEach((place, j) => {
      after[place] = jump.after[j] as number;
      impulses[place] = jump.impulses[j] as number;
    });
    this.observer.impulse(event.time, after, impulses);
  }

  /** Tells of the time since it was told last; returns false where the run is to stop. */
  *tell(t: number, steps: number): Steps<boolean> {
    const from = this.#t;
    if (!(t > from)) return true;
    this.#composite.set(from, t, this.#afterEvent);
    this.#t = t;
    this.#afterEvent = false;
    const { observer } = this;
    observer.segment(this.#composite);
    while (observer.unfinished === true) {
      if ((yield { t: from, steps }) === 'stop') return false;
      observer.proceed?.();
    }
    return true;
  }

  #compose(all: readonly CommonPart[]): CompositeSegment {
    let [n, m, p] = [0, 0, 0];
    const placed = all.map(({ segment }, k) => {
      const { n: states, m: rows, inputs } = this.#points[k] as PointSizes;
      const sizes = { n: states, m: rows, p: inputs.length };
      const before = { n, m, p };
      n += sizes.n;
      m += sizes.m;
      p += sizes.p;
      return { segment, sizes, before };
    });
    return new CompositeSegment(placed.filter((_, k) => this.has(k)));
  }
}
