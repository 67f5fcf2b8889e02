/** Observer that writes every held point of time stepping from tstart on as a row (conventions: rows). */
import type { Observer, Segment } from '../../kernel/simulation/stream.js';
import type { RowBlock } from './row-block.js';
import type { RowPool } from './row-pool.js';

/** t_k = t0 + k h may fall this part of itself short of the same time as it is written. */
const timeRounding = 1e-12;
/** A quantity jumps when it changes by more than this part of its largest magnitude so far. */
const jumpPart = 1e-9;
const pointsPerBlock = 256;

export interface HeldPointSamplerOptions {
  readonly tstart: number;
  /** The limit of inputs at points that end a step. */
  readonly side: 'left' | 'right';
}

export class HeldPointSampler implements Observer {
  readonly needs = 'grid';
  readonly #last: Float64Array;

  constructor(
    private readonly options: HeldPointSamplerOptions,
    private readonly pool: RowPool,
    private readonly block: RowBlock,
  ) {
    this.#last = new Float64Array(pool.reader.width).fill(NaN);
  }

  segment(segment: Segment): void {
    const { pool } = this;
    pool.begin(segment);
    const begins = Number.isNaN(this.#last[0]) || segment.afterEvent === true;
    if (begins) this.#write(segment, 0, 1, true);
    for (let k = 1; k <= segment.gridCount; k += pointsPerBlock) {
      this.#write(segment, k, Math.min(pointsPerBlock, segment.gridCount + 1 - k), false);
    }
  }

  end(incomplete?: string): void {
    this.block.end(incomplete);
  }

  /** Writes held points first, first + 1 ...; the right limit behind an event only where it differs. */
  #write(segment: Segment, first: number, count: number, isRight: boolean): void {
    const { pool, options } = this;
    const { track, reader } = pool;
    pool.reserve(count);
    for (let k = 0; k < count; k++)
      track.set(k, segment.gridTime(first + k), isRight ? 'right' : options.side, false);
    track.fillHeld(segment, first, 0, count);
    pool.read(0, count);
    const { rows } = pool;
    for (let k = 0, at = 0; k < count; k++, at += reader.width) {
      const t = rows[at] as number;
      const isRepeated = isRight && t === this.#last[0] && !this.#jumps(rows, at);
      for (let c = 0; c < this.#last.length; c++) this.#last[c] = rows[at + c] as number;
      if (t >= options.tstart * (1 - timeRounding) && !isRepeated) this.block.push(rows, at);
    }
  }

  #jumps(rows: Float64Array, at: number): boolean {
    const { largest } = this.pool;
    for (let c = 1; c < largest.length; c++) {
      const change = Math.abs((rows[at + c] as number) - (this.#last[c] as number));
      if (change > jumpPart * (largest[c] as number)) return true;
    }
    return false;
  }
}
