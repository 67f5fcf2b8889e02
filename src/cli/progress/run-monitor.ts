/** Looks at a run in its pauses: shows how far it is, and ends it on a signal or at a limit. */
import type { Progress } from '../../kernel/simulation/time-stepping/steps.js';
import { formatNumber } from '../../base/units.js';
import type { AnalysisCard } from '../../netlist/flat-circuit.js';
import { Estimate } from './estimate.js';
import type { Interruption } from './interruption.js';
import type { ProgressLine } from './progress-line.js';
import type { GrowingFile, Refusal, RunLimits } from './run-limits.js';

/** An analysis among those of a run. */
export interface RunPart {
  readonly card: AnalysisCard;
  /** What `.step` has set. */
  readonly values: readonly (readonly [name: string, value: number])[];
}

export interface MonitorTools {
  readonly interruption: Interruption;
  /** Absent where there is nobody to look at it. */
  readonly line?: ProgressLine | undefined;
  /** Absent where every length is permitted. */
  readonly limits?: RunLimits | undefined;
  readonly files: () => readonly GrowingFile[];
  /**
   * Seconds that the processor has worked; limits wait in these where they are less than the time: on a busy machine the first
   * picoseconds of a run last.
   */
  readonly worked: () => number;
}

export class RunMonitor {
  /** Why the run was ended at a limit. */
  refusal: Refusal | undefined;
  readonly #estimate: Estimate;
  /** Transients count; the other analyses take no time. */
  readonly #transients: ReadonlyMap<RunPart, number>;

  /** Takes the time of the start, seconds. */
  constructor(
    parts: readonly RunPart[],
    start: number,
    private readonly tools: MonitorTools,
  ) {
    const transients = parts.filter(({ card }) => card.kind === 'tran');
    this.#transients = new Map(transients.map((part, at) => [part, at]));
    this.#estimate = new Estimate(start);
  }

  /** Whether no further analysis is to be started. */
  get ended(): boolean {
    return this.tools.interruption.requested || this.refusal !== undefined;
  }

  /** Looks at a running analysis; returns whether it has to stop. */
  look(part: RunPart, { t, steps, withinStep }: Progress, now: number): boolean {
    const { line, limits, files, worked } = this.tools;
    const { card, values } = part;
    if (card.kind !== 'tran' || withinStep) return this.ended;
    const parts = this.#transients.size;
    const at = this.#transients.get(part) ?? 0;
    this.#estimate.note(now, (at + t / card.tstop) / parts);
    this.refusal ??= limits?.check(Math.min(now, worked()), this.#estimate, files());
    const settings = values.map(([name, value]) => `, ${name} = ${formatNumber(value, 4)}`).join('');
    const which = parts > 1 ? `run ${at + 1} of ${parts}${settings}` : '';
    line?.show(now, this.#estimate, { which, t, tstop: card.tstop, steps });
    return this.ended;
  }

  /** Removes what is shown. */
  close(): void {
    this.tools.line?.clear();
  }
}
