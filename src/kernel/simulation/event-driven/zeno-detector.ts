/**
 * Recognises accumulating events: the intervals between entries into one mode shrink by a ratio that has
 * converged below 1 over `needed` entries. Time and state then have geometric limits,
 *
 *     t* = t_k + d_k r / (1 - r),      x* = x_k + (x_k - x_k-1) r / (1 - r)
 *
 * (the state by Aitken's formula, entry by entry where it converges with its own ratio).
 */

/** Entries with converged ratios before the limit is taken (CONVENTIONS 13). */
const needed = 20;
/**
 * Two ratios in a row have converged when they differ by less than this part of their distance from 1: the
 * intervals of a circuit that settles to a period have ratios that tend to 1 itself, and do not accumulate.
 */
const converged = 1e-2;

interface History {
  time: number;
  interval: number;
  ratio: number;
  count: number;
  readonly previous: Float64Array;
  readonly last: Float64Array;
}

export class ZenoDetector {
  readonly #byMode = new Map<number, History>();

  constructor(
    private readonly n: number,
    private readonly evtol: number,
  ) {}

  /** Notes the entry into a mode; returns the limit when the entries accumulate. */
  note(
    time: number,
    mode: number,
    x: Float64Array,
  ): { readonly time: number; readonly state: Float64Array } | undefined {
    let history = this.#byMode.get(mode);
    if (!history) {
      const state = (): Float64Array => x.slice(0, this.n);
      history = { time, interval: Infinity, ratio: NaN, count: 0, previous: state(), last: state() };
      this.#byMode.set(mode, history);
      return undefined;
    }
    const interval = time - history.time;
    const ratio = interval / history.interval;
    const steady = ratio < 1 && Math.abs(ratio - history.ratio) <= converged * (1 - ratio);
    const count = steady ? history.count + 1 : 0;
    const tail = (interval * ratio) / (1 - ratio);
    const limit =
      count >= needed && tail > this.evtol ? this.#limit(history, time + tail, ratio, x) : undefined;
    history.previous.set(history.last);
    history.last.set(x);
    history.time = time;
    history.interval = interval;
    history.ratio = ratio;
    history.count = count;
    if (limit) this.#byMode.clear();
    return limit;
  }

  #limit(
    history: History,
    time: number,
    ratio: number,
    x: Float64Array,
  ): { time: number; state: Float64Array } {
    const state = x.map((value, i) => {
      const change = value - history.last[i]!;
      const before = history.last[i]! - history.previous[i]!;
      const own = before === 0 ? 0 : change / before;
      const r = Math.abs(own) < 1 ? own : ratio;
      return value + (change * r) / (1 - r);
    });
    return { time, state };
  }
}
