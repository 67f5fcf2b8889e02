/**
 * What the machine code of hot modes needs to write the rows of their segments (`kernel/simulation/time-stepping/row-memory.ts`) instead of
 * the sampler (`row-sampler.ts`), which takes all others: both go on from the same numbers and make the same rows.
 */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { RecordedForms, RowRecorder } from '../../kernel/simulation/time-stepping/row-memory.js';
import type { SegmentPart } from '../../kernel/simulation/stream.js';
import { breakpointsOf } from './direct-breakpoints.js';
import type { RowBlock } from './row-block.js';
import type { RowPool } from './row-pool.js';
import type { RowSamplerOptions } from './row-sampler.js';

export class RecordedRows implements RowRecorder {
  readonly step: number;
  readonly tstart: number;
  readonly rowtol: number;
  readonly #inputs: readonly Signal[];
  /** Inputs that no part follows: the same in every mode. */
  #direct: readonly Signal[] = [];
  #breakpoint: (t: number) => number = () => Infinity;

  constructor(
    options: Pick<RowSamplerOptions, 'inputs' | 'step' | 'tstart' | 'rowtol'>,
    private readonly pool: RowPool,
    private readonly block: RowBlock,
  ) {
    const { inputs, step, tstart, rowtol } = options;
    this.step = step;
    this.tstart = tstart;
    this.rowtol = rowtol;
    this.#inputs = inputs;
  }

  forms(part: SegmentPart): RecordedForms | undefined {
    const { reader, track } = this.pool;
    const direct = track.directOf([part]);
    const forms = reader.recorded(part, direct);
    this.#direct = Array.from(direct, (j) => this.#inputs[j] as Signal);
    this.#breakpoint = breakpointsOf(reader, this.#inputs, direct);
    return forms;
  }

  flush(): void {
    this.block.flush();
  }

  inputs(times: Float64Array, left: Float64Array, count: number, out: Float64Array): void {
    const direct = this.#direct;
    for (let d = 0; d < direct.length; d++) {
      const signal = direct[d] as Signal;
      for (let k = 0, at = d; k < count; k++, at += direct.length) {
        const t = times[k] as number;
        out[at] = left[k] === 1 ? signal.valueLeft(t) : signal.value(t);
      }
    }
  }

  nextBreakpoint(t: number): number {
    return this.#breakpoint(t);
  }
}
