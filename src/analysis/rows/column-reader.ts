/** Reads what a run writes at many points: rows of the time and one number a column. */
import type { RecordedForms } from '../../kernel/simulation/time-stepping/row-memory.js';
import type { FormsOfPart, SegmentPart } from '../../kernel/simulation/stream.js';
import { LinearForms } from '../certificate/laws/linear-forms.js';
import type { OutputColumn } from './output-columns.js';
import type { OutputValue } from '../preparation/output-value.js';
import type { PointSizes } from '../certificate/circuit-point.js';
import type { PointTrack } from '../certificate/point-track.js';

/** A column that is no single form: its forms, and room for their values. */
interface Combined {
  readonly column: number;
  readonly value: OutputValue;
  readonly forms: Int32Array;
  readonly values: Float64Array;
}

export class ColumnReader {
  /** Numbers in a row: the time and the columns. */
  readonly width: number;
  /** No column jumps or bends by itself. */
  readonly smooth: boolean;
  /** Every column is a form of its own, in their order. */
  readonly #plain: boolean;
  readonly #forms: LinearForms;
  /** Form of each column that is one, -1 otherwise. */
  readonly #formOf: Int32Array;
  readonly #combined: Combined[] = [];
  readonly #inputs: Uint8Array;
  #values = new Float64Array(0);

  constructor(
    private readonly columns: readonly OutputColumn[],
    sizes: PointSizes,
    track: PointTrack,
    /** 1: a column that nobody looks at. */
    isLeftOut?: Uint8Array,
  ) {
    this.width = columns.length + 1;
    this.smooth = columns.every(({ value }) => value.smooth);
    const forms = new LinearForms(sizes);
    this.#forms = forms;
    this.#formOf = Int32Array.from(columns, ({ value }, column) => {
      const indices = Int32Array.from(value.forms, (form) => forms.add(form));
      if (value.smooth && indices.length === 1) return indices[0] ?? -1;
      this.#combined.push({ column, value, forms: indices, values: new Float64Array(indices.length) });
      return -1;
    });
    this.#plain = forms.count === columns.length && this.#formOf.every((form, c) => form === c);
    columns.forEach(({ value }, c) => {
      if (isLeftOut?.[c] !== 1) for (const form of value.forms) track.reads(form);
    });
    const { n, m, inputs } = sizes;
    this.#inputs = Uint8Array.from(inputs, (_, j) =>
      columns.some(({ value }) => value.forms.some((form) => form[n + m + j] !== 0)) ? 1 : 0,
    );
  }

  /** Whether a column reads an input by itself. */
  readsInput(input: number): boolean {
    return this.#inputs[input] === 1;
  }

  /** Writes the rows of points [from, to) of a track, each at its own place. */
  read(track: PointTrack, from: number, to: number, rows: Float64Array): void {
    const forms = this.#forms;
    if (this.#plain) {
      const { width } = this;
      forms.read(track, from, to, rows, width, 1);
      for (let k = from; k < to; k++) rows[k * width] = track.times[k] as number;
      return;
    }
    const { count } = forms;
    const needed = track.times.length * count;
    if (this.#values.length < needed) this.#values = new Float64Array(needed);
    const values = this.#values;
    forms.read(track, from, to, values);
    const { times } = track;
    const formOf = this.#formOf;
    const { width } = this;
    for (let k = from; k < to; k++) {
      const at = k * width;
      rows[at] = times[k] as number;
      for (let c = 0; c < formOf.length; c++) {
        const form = formOf[c] as number;
        if (form >= 0) rows[at + 1 + c] = values[k * count + form] as number;
      }
    }
    for (const { column, value, forms: indices, values: own } of this.#combined) {
      for (let k = from; k < to; k++) {
        for (let f = 0; f < own.length; f++) own[f] = values[k * count + (indices[f] as number)] as number;
        rows[k * width + 1 + column] = value.combine(times[k] as number, own);
      }
    }
  }

  /** Whether the second derivatives of all columns are known at points of a track: no column combines forms. */
  hasCurvatures(track: PointTrack): boolean {
    return this.#combined.length === 0 && this.#forms.hasCurvatures(track);
  }

  /** Writes them for points [from, to): of column c of point k at out[k * columns + c]. */
  readCurvatures(track: PointTrack, from: number, to: number, out: Float64Array): void {
    const forms = this.#forms;
    if (this.#plain) {
      forms.readCurvatures(track, from, to, out);
      return;
    }
    const { count } = forms;
    if (this.#values.length < to * count) this.#values = new Float64Array(track.times.length * count);
    const values = this.#values;
    forms.readCurvatures(track, from, to, values);
    const formOf = this.#formOf;
    for (let k = from; k < to; k++) {
      for (let c = 0; c < formOf.length; c++)
        out[k * formOf.length + c] = values[k * count + (formOf[c] as number)] as number;
    }
  }

  /** Whether all columns are single forms. */
  get linear(): boolean {
    return this.#combined.length === 0;
  }

  /** The columns where a point has this part alone, and the inputs that it does not follow; see `LinearForms.recorded`. */
  recorded(part: SegmentPart, direct: Int32Array): RecordedForms | undefined {
    const forms = this.linear ? this.#forms.recorded(part, direct) : undefined;
    if (!forms || this.#plain) return forms;
    const { directs } = forms;
    const [values, curvatures] = [picked(forms.values, this.#formOf), picked(forms.curvatures, this.#formOf)];
    return { values, curvatures, direct: picked(forms.direct, this.#formOf), directs };
  }

  /** The sum of the magnitudes of a column's terms at a point. */
  terms(column: number, zeta: Float64Array): number {
    return this.columns[column]?.value.terms(zeta) ?? 0;
  }
}

/** Some of the forms, in another order. */
function picked({ start, column, factor }: FormsOfPart, which: Int32Array): FormsOfPart {
  const starts = [0];
  const columns: number[] = [];
  const factors: number[] = [];
  for (const form of which) {
    const [from, to] = [start[form], start[form + 1]];
    columns.push(...column.subarray(from, to));
    factors.push(...factor.subarray(from, to));
    starts.push(columns.length);
  }
  return {
    ...{ start: Int32Array.from(starts), column: Int32Array.from(columns) },
    factor: Float64Array.from(factors),
  };
}
