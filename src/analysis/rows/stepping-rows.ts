/**
 * Rows of sparse steps and who takes them (`row-loop.ts`): columns are read off the polynomials of the steps by machine code where they
 * are polynomials themselves, else by script.
 */
import type {
  AcceptedStep,
  TrajectoryStep,
} from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import type { FormArrays } from '../../kernel/simulation/step-records/form-arrays.js';
import {
  flushWaiting,
  type RowArrays,
  rowPlaces,
  takeStep,
} from '../../kernel/simulation/step-records/row-loop.js';
import { floatsIn, type NumberRoom, plainRoom, type WithoutRecord } from '../../numerics/code/number-room.js';
import { PartStepRows } from './part-step-rows.js';
import type { RowBlock } from './row-block.js';
import type { SteppingColumnReader } from './stepping-columns.js';

/** Output times this close (relative to the output step) to the first row are that. */
const samePart = 1e-6;
/** Numbers of a block. */
const numbersPerBlock = 2048;

export interface SteppingRowsOptions {
  /** Written before the first row. */
  readonly header: { readonly title: string; readonly name: string };
  readonly tstart: number;
  readonly tstop: number;
  /** Output step, seconds. */
  readonly step: number;
  /** Relative to the range of each quantity so far; 0: no rows but the output step's. */
  readonly rowtol: number;
  /** Steps pass corners of what is written: rows go from one to the next. */
  readonly hasCorners?: boolean;
}

/** Columns that are polynomials of steps whose points stay where they are. */
export interface PolynomialColumns {
  readonly forms: FormArrays;
  readonly step: AcceptedStep;
  readonly room: NumberRoom;
}

export class SteppingRows {
  /** What `takeStep` computes with. */
  readonly arrays: RowArrays;
  readonly #takeStep: WithoutRecord<typeof takeStep>;
  readonly #flushWaiting: WithoutRecord<typeof flushWaiting>;
  #isBegun = false;
  /** Times in a step at which it was solved. */
  #between: Float64Array;
  #step: TrajectoryStep | undefined;
  /** Whose points are read where columns are polynomials. */
  readonly #own: AcceptedStep | undefined;
  /** Rows that parts ask for which have steps of their own; undefined where none are added. */
  readonly #ofParts: PartStepRows | undefined;

  constructor(
    private readonly options: SteppingRowsOptions,
    private readonly reader: SteppingColumnReader,
    private readonly block: RowBlock,
    columns?: PolynomialColumns,
  ) {
    const { width } = reader;
    const { tstart, tstop, step, rowtol } = options;
    const { room, forms, step: own } = columns ?? { room: plainRoom, forms: undefined, step: undefined };
    const nodes = own?.nodes ?? [];
    const floats = (value = 0): Float64Array => room.floats(width).fill(value);
    const capacity = Math.max(1, Math.floor(numbersPerBlock / width));
    this.arrays = {
      ...{ width, tstart, tstop, step, rowtol, forms, capacity },
      ...{ nodes: floatsIn(room, nodes), weights: room.floats(nodes.length) },
      ...{ slopes: room.floats(nodes.length), points: own?.points ?? [] },
      ...{ row: floats(), waiting: floats(), last: floats(NaN), largest: floats(), bounds: floats() },
      ...{ highest: floats(-Infinity), lowest: floats(Infinity), low: floats(), high: floats() },
      index: floatsIn(room, [Math.ceil(tstart / step - samePart)]),
      counts: room.integers(rowPlaces.count),
      block: room.floats(capacity * width),
      readRow: (t, left, row) => {
        if (this.#step) reader.read(this.#step, t, left ? 'left' : 'right', row);
      },
      takeBlock: () => {
        this.#takeBlock();
      },
    };
    this.#between = room.floats(nodes.length);
    this.#own = own;
    this.#ofParts = rowtol > 0 ? new PartStepRows(reader.unknowns, step, rowtol) : undefined;
    this.#takeStep = room.bind('takeStep', takeStep, this.arrays);
    this.#flushWaiting = room.bind('flushWaiting', flushWaiting, this.arrays);
  }

  step(step: TrajectoryStep): void {
    this.begin();
    this.#step = step;
    const ofParts = this.#ofParts?.times(step);
    const between = ofParts ?? step.between;
    const { t0, t1, afterEvent } = step;
    this.arrays.counts[rowPlaces.commutates] = Number(this.#own?.commutates === true);
    if (between.length > this.#between.length) this.#between = new Float64Array(2 * between.length);
    // What inputs do at once a part does between two steps.
    let [begin, jumps, next] = [t0, afterEvent || ofParts !== undefined, 0];
    const takePart = (end: number): void => {
      let count = 0;
      for (let t = between[next]; t !== undefined && t < end; t = between[++next]) this.#between[count++] = t;
      this.#takeStep(begin, end, this.#between, count, ofParts !== undefined, jumps);
      [begin, jumps] = [end, true];
    };
    if (this.options.hasCorners === true) this.reader.corners(step).forEach(takePart);
    else if (ofParts) this.#ofParts?.jumps.forEach(takePart);
    takePart(t1);
  }

  /** Tells of the rows before the first one. */
  begin(): void {
    if (!this.#isBegun) this.block.begin(this.options.header);
    this.#isBegun = true;
  }

  /** Ends the rows; a run without steps that another one is to replace leaves nothing behind. */
  end(incomplete?: string): void {
    if (!this.#isBegun) return;
    this.#flushWaiting();
    this.#takeBlock();
    this.block.end(incomplete);
  }

  #takeBlock(): void {
    this.begin();
    const { block, counts } = this.arrays;
    this.block.pushAll(block, 0, counts[rowPlaces.filled] as number);
    counts[rowPlaces.filled] = 0;
  }
}
