/**
 * The progress bar: one line on the terminal, written over itself,
 *
 *     [####--------]  41.2 %  4.12 ms of 10 ms  1.2 Msteps/s  about 12 s left
 *
 * It uses nothing that a terminal could lack: a carriage return, and blanks to wipe what was longer.
 */
import { formatEngineering } from '../../base/units.js';
import { type Estimate, formatDuration } from './estimate.js';

/** Nothing is shown of a shorter run, seconds. */
const shownAfter = 0.5;
/** Between two changes of the line, seconds. */
const shownEvery = 0.2;
const cells = 12;

export interface LineContent {
  /** Which of several runs this is: "point 3 of 10"; empty for a single one. */
  readonly which: string;
  /** Present and last time of the simulation, seconds. */
  readonly t: number;
  readonly tstop: number;
  /** Steps so far. */
  readonly steps: number;
}

export class ProgressLine {
  #shown = -Infinity;
  #length = 0;
  #before: { readonly steps: number; readonly now: number } | undefined;
  #speed = NaN;

  /** `columns`: of the terminal; 0: there is none, and nothing is shown. */
  constructor(
    private readonly write: (text: string) => void,
    private readonly columns: () => number,
  ) {}

  /** Shows the state of the run at a time, unless it is too early. */
  show(now: number, estimate: Estimate, content: LineContent): void {
    if (estimate.elapsed < shownAfter || now - this.#shown < shownEvery) return;
    this.#shown = now;
    this.#noteSpeed(now, content.steps);
    const columns = this.columns();
    if (columns === 0) return;
    const text = lineOf(estimate, content, this.#speed).slice(0, columns - 1);
    this.write(`\r${text.padEnd(this.#length)}`);
    this.#length = text.length;
  }

  /** Wipes the line, so that other text may follow. */
  clear(): void {
    if (this.#length > 0) this.write(`\r${' '.repeat(this.#length)}\r`);
    this.#length = 0;
  }

  #noteSpeed(now: number, steps: number): void {
    const before = this.#before;
    if (before && steps >= before.steps) this.#speed = (steps - before.steps) / (now - before.now);
    this.#before = { steps, now };
  }
}

function lineOf({ part, left }: Estimate, { which, t, tstop }: LineContent, speed: number): string {
  const full = Math.min(cells, Math.floor(part * cells));
  return [
    `[${'#'.repeat(full)}${'-'.repeat(cells - full)}] ${(100 * part).toFixed(1).padStart(5)} %`,
    ...(which === '' ? [] : [which]),
    `${formatEngineering(t, 's')} of ${formatEngineering(tstop, 's')}`,
    ...(Number.isFinite(speed) ? [formatEngineering(speed, 'steps/s', 2)] : []),
    ...(Number.isFinite(left) ? [`about ${formatDuration(left)} left`] : []),
  ].join('  ');
}
