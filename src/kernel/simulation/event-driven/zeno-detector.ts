/**
 * Recognises accumulating events: the intervals d_k between entries into one mode through one guard shrink by
 * a ratio r that has converged below 1 over `needed` entries. Time and state then have geometric limits,
 *
 *     t* = t_k + d_k r / (1 - r),      x* = x_k + (x_k - x_k-1) r / (1 - r)
 *
 * (the state by Aitken's formula, entry by entry where it shrinks with a ratio of its own). A limit counts
 * as known when two entries in a row agree on t* to evtol and rounding; it is handed out when t* is no more
 * than `reach` away, so that only a vanishing part of the trajectory is skipped, or when `insist`ed upon.
 */

/** Entries with converged ratios before the limit is taken (conventions: Zeno points). */
const needed = 20;
/** As many do once the intervals have come down to evtol: there will be no twentieth. */
const neededAtTheEnd = 3;
/**
 * Two ratios in a row have converged when they differ by less than this part of their distance from 1: the
 * intervals of a circuit that settles to a period have ratios that tend to 1 itself, and do not accumulate.
 */
const converged = 1e-2;
/** Rounding of t* in units of eps t / (1 - r)^2: each of three times is rounded. */
const roundings = 8;

export interface ZenoLimit {
  readonly time: number;
  readonly state: Float64Array;
}

/** What has been seen of one entry. */
export interface EntryHistory {
  time: number;
  interval: number;
  ratio: number;
  count: number;
  /** t* by the entry before. */
  expected: number;
  readonly previous: Float64Array;
  readonly last: Float64Array;
  known: ZenoLimit | undefined;
}

export interface ZenoState {
  readonly entries: readonly (readonly [entry: number, history: EntryHistory])[];
  readonly latest: number | undefined;
}

export class ZenoDetector {
  readonly #histories = new Map<number, EntryHistory>();
  /** The entry noted last that had been noted before. */
  #latest: number | undefined;

  /** Takes the number of states, and evtol and the reach in seconds. */
  constructor(
    private readonly n: number,
    private readonly evtol: number,
    private readonly reach: number,
  ) {}

  /** Notes an entry, known by a number; returns the limit when the entries accumulate within reach. */
  note(time: number, entry: number, x: Float64Array): ZenoLimit | undefined {
    let history = this.#histories.get(entry);
    if (!history) {
      const [previous, last] = [x.slice(0, this.n), x.slice(0, this.n)];
      history = {
        ...{ time, interval: Infinity, ratio: NaN, count: 0, expected: NaN },
        ...{ previous, last, known: undefined },
      };
      this.#histories.set(entry, history);
      return undefined;
    }
    const interval = time - history.time;
    const ratio = interval / history.interval;
    const steady = ratio < 1 && Math.abs(ratio - history.ratio) <= converged * (1 - ratio);
    history.count = steady ? history.count + 1 : 0;
    const expected = time + (interval * ratio) / (1 - ratio);
    const enough = history.count >= (interval <= 2 * this.evtol ? neededAtTheEnd : needed);
    const rounding = (roundings * Number.EPSILON * Math.abs(time)) / (1 - ratio) ** 2;
    if (enough && Math.abs(expected - history.expected) <= this.evtol + rounding) {
      history.known = { time: expected, state: this.#limit(history, ratio, x) };
    } else if (!(history.known && history.known.time > time && interval < history.interval)) {
      history.known = undefined;
    }
    history.previous.set(history.last);
    history.last.set(x);
    history.time = time;
    history.interval = interval;
    history.ratio = ratio;
    history.expected = expected;
    this.#latest = entry;
    return history.known && history.known.time - time <= this.reach ? this.#take(history) : undefined;
  }

  /** The limit of the entry noted last, as far as it is known, however far away. */
  insist(): ZenoLimit | undefined {
    const latest = this.#latest === undefined ? undefined : this.#histories.get(this.#latest);
    return latest && this.#take(latest);
  }

  #take({ known }: EntryHistory): ZenoLimit | undefined {
    if (known) this.clear();
    return known;
  }

  /** Forgets all entries: after anything that does not belong to their rhythm. */
  clear(): void {
    this.#histories.clear();
    this.#latest = undefined;
  }

  /** Copies what has been noted. */
  state(): ZenoState {
    const copy = ([entry, history]: [number, EntryHistory]) => [entry, copyOf(history)] as const;
    return { entries: Array.from(this.#histories, copy), latest: this.#latest };
  }

  resume({ entries, latest }: ZenoState): void {
    this.clear();
    for (const [entry, history] of entries) this.#histories.set(entry, copyOf(history));
    this.#latest = latest;
  }

  #limit(history: EntryHistory, ratio: number, x: Float64Array): Float64Array {
    return x.map((value, i) => {
      const change = value - history.last[i]!;
      const before = history.last[i]! - history.previous[i]!;
      const own = before === 0 ? 0 : change / before;
      const r = Math.abs(own) < 1 ? own : ratio;
      return value + (change * r) / (1 - r);
    });
  }
}

function copyOf(history: EntryHistory): EntryHistory {
  const { previous, last, known } = history;
  return {
    ...{ ...history, previous: previous.slice(), last: last.slice() },
    known: known && { time: known.time, state: known.state.slice() },
  };
}
