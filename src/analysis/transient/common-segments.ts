/** Tells an observer of some parts of a circuit as of one: over the time in which none of them goes on to another segment. */
import type { ExactFlow } from '../../kernel/simulation/event-driven/exact-flow.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { Observer } from '../../kernel/simulation/stream.js';
import { CompositeSegment } from './composite-segment.js';

/** Looks at common segments. */
export type SegmentObserver = Observer & Required<Pick<Observer, 'segment'>>;

/** A part: its segment, and the lengths of x, lambda and u. */
interface CommonPart {
  readonly segment: ExactFlow;
  readonly system: {
    readonly n: number;
    readonly m: number;
    readonly multipliers?: { readonly m: number } | undefined;
    readonly signals: readonly unknown[];
  };
}

export class CommonSegments {
  readonly #parts: ReadonlySet<number>;
  readonly #composite: CompositeSegment;
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
    const placed = all.map(({ segment, system }) => {
      const sizes = { n: system.n, m: system.multipliers?.m ?? system.m, p: system.signals.length };
      const before = { n, m, p };
      n += sizes.n;
      m += sizes.m;
      p += sizes.p;
      return { segment, sizes, before };
    });
    return new CompositeSegment(placed.filter((_, k) => this.has(k)));
  }
}
