/**
 * How long the rest of a run takes: remaining part / rate, where the rate of the part done is an exponential
 * average over the last half of the run, so that a slow start is forgotten and a short halt is not taken for
 * the end of all progress.
 */

/** The average reaches back at least so long, seconds. */
const shortestMemory = 5;

export class Estimate {
  /** Seconds since the start; NaN before the first note. */
  elapsed = NaN;
  /** Part of the run that is done, 0 .. 1. */
  part = 0;
  #rate = 0;
  readonly #start: number;
  #last: number;

  /** Takes the time of the start, seconds. */
  constructor(start: number) {
    this.#start = start;
    this.#last = start;
  }

  /** Notes the part done at a time. */
  note(now: number, part: number): void {
    this.elapsed = now - this.#start;
    const since = now - this.#last;
    if (!(since > 0)) return;
    const memory = Math.min(this.elapsed, Math.max(shortestMemory, this.elapsed / 2));
    const weight = this.elapsed <= memory ? since / this.elapsed : 1 - Math.exp(-since / memory);
    this.#rate += weight * ((part - this.part) / since - this.#rate);
    this.part = part;
    this.#last = now;
  }

  /** Seconds to the end; Infinity where nothing moves. */
  get left(): number {
    return this.part >= 1 ? 0 : (1 - this.part) / this.#rate;
  }
}

/** Seconds for people: "12 s", "3 min 20 s", "5 h 10 min", "12 days", "1000 years or more". */
export function formatDuration(seconds: number): string {
  if (seconds < 59.5) return `${seconds < 9.95 ? Number(seconds.toPrecision(2)) : Math.round(seconds)} s`;
  if (seconds < 3570) return two(Math.round(seconds), 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return two(minutes, 60, 'h', 'min');
  const days = seconds / 86400;
  if (days < 1000) return `${Math.round(days)} days`;
  const years = days / 365.25;
  return years <= 1000 ? `${Math.round(years)} years` : '1000 years or more';
}

function two(amount: number, base: number, large: string, small: string): string {
  const rest = amount % base;
  return `${Math.floor(amount / base)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}
