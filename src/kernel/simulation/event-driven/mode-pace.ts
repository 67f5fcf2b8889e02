/**
 * Whether a run gets on, by what it does and never by the clock, so that the same input gives the same bits.
 *
 * A mode that is met for the first time costs the third power of its size; a circuit of m valves of which each commutates
 * when it likes may meet 2^m of them and return to none. Over a window of so many new modes, from t1 to t2,
 *
 *     modes still to be made     window (T - t) / (t2 - t1)
 *     events still to come       events (T - t) / (t2 - t1)
 *
 * and the run is lost where the former cost many times what sparse steps would need for the latter, and those that were made have cost
 * more than that already: a circuit that settles to a period meets ever fewer new ones, and giving up early would have cost more than
 * going on. Where most events lead to modes that are known nothing of that is asked. Cost: O(1) an event.
 */
export interface ModePaceOptions {
  /** Work of a mode that is new; of sparse steps through an event, and through the whole run without any; in the same unit. */
  readonly mode: number;
  readonly event: number;
  readonly run: number;
  /** New modes may cost so much, and so many times what steps need, before the run is lost. */
  readonly least: number;
  readonly times: number;
}

/** New modes of a window; the first one is judged only where it has cost all that it may: a periodic circuit begins like that. */
const window = 32;
/** Where fewer than one event of so many leads to a new mode, these will soon be known. */
const eventsAMode = 3;
/** What new modes have cost, in units of what steps need for the rest, before a run is given up: at most so much is lost with it. */
const spentTimes = 2;

export class ModePace {
  #since: { readonly t: number; readonly modes: number; readonly events: number };

  constructor(
    private readonly options: ModePaceOptions,
    t0: number,
    private readonly T: number,
  ) {
    this.#since = { t: t0, modes: 0, events: 0 };
  }

  /** Notes how many modes and events there were until t; returns whether the run is lost. */
  isLost(t: number, modes: number, events: number): boolean {
    const { t: t1, modes: before, events: begun } = this.#since;
    const made = modes - before;
    if (made < window) return false;
    this.#since = { t, modes, events };
    const met = events - begun;
    const { mode, event, run, least, times } = this.options;
    if ((before === 0 && made * mode < least) || met > eventsAMode * made) return false;
    const rest = (this.T - t) / (t - t1);
    const toDo = rest * made * mode;
    const steps = rest * met * event + ((this.T - t) / this.T) * run;
    return toDo > least && toDo > times * steps && modes * mode > spentTimes * steps;
  }
}
