/**
 * Linear forms over zeta = (x, lambda, u), read off many points at once: once a mode every form is multiplied with the
 * projection of the parts, F zeta = (F P) xi, and only what is not zero of it is kept. Equal forms are one.
 * Cost: non-zeros a point; a product of matrices a mode.
 */
import { isAffine } from '../../../kernel/modeling/signals/affine-signal.js';
import type { RecordedForms } from '../../../kernel/simulation/time-stepping/row-memory.js';
import type { FormPlace, FormsOfPart, SegmentPart } from '../../../kernel/simulation/stream.js';
import { DoubleDoubleSum } from '../../../numerics/dense/double-double.js';
import { multiply } from '../../../numerics/dense/matrix.js';
import type { PointSizes } from '../circuit-point.js';
import type { PointTrack } from '../point-track.js';

/** `some`: the forms that have non-zeros. */
interface SparseForms extends FormsOfPart {
  readonly some: Int32Array;
}

/** Entries that are less than this part of their terms are summed up with twice the digits. */
const cancelling = 1e-2;
/** And are 0 where no more than this part is left: rounding of twice the digits. */
const cancelled = 1e-26;

export class LinearForms {
  /** By form; all of one length. */
  readonly #forms: Float64Array[] = [];
  /** What rounding of each left over, where it is known. */
  readonly #remainders: (Float64Array | undefined)[] = [];
  readonly #indices = new Map<string, number>();
  readonly #projected = new WeakMap<Float64Array, SparseForms>();
  readonly #curved = new WeakMap<Float64Array, SparseForms>();
  readonly #sum = new DoubleDoubleSum();
  #affine: { readonly inputs: Int32Array; readonly all: boolean } | undefined;
  #direct: { readonly inputs: Int32Array; readonly forms: SparseForms } | undefined;

  constructor(private readonly sizes: PointSizes) {}

  get count(): number {
    return this.#forms.length;
  }

  get all(): readonly Float64Array[] {
    return this.#forms;
  }

  /** Takes a form, with what its rounding left over where that is known, and returns its index. */
  add(form: Float64Array, remainder?: Float64Array): number {
    const key = nonZeros(form);
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.#forms.length;
      this.#forms.push(form);
      this.#indices.set(key, index);
    }
    this.#remainders[index] ??= remainder;
    return index;
  }

  /** Tells a track what is read. */
  announce(track: PointTrack): void {
    for (const form of this.#forms) track.reads(form);
  }

  /** Writes all forms at points [from, to) of a track: form f of point k at out[offset + k * stride + f]. */
  read(
    track: PointTrack,
    from: number,
    to: number,
    out: Float64Array,
    stride = this.#forms.length,
    offset = 0,
  ): void {
    const place = { out, stride, offset };
    const { direct } = track;
    this.#readParts(track, from, to, place, false);
    if (direct.length > 0) addForms(this.#ofInputs(direct), track.u, direct.length, from, to, place);
  }

  /** Whether the second derivatives of all forms are known: parts with motions, and direct inputs that are affine. */
  hasCurvatures({ parts, direct }: PointTrack): boolean {
    for (let k = 0; k < parts.length; k++)
      if (!(parts[k] as (typeof parts)[number]).part.motion) return false;
    if (direct.length > 0 && this.#affine?.inputs !== direct) {
      const all = direct.every((j) => isAffine(this.sizes.inputs[j]));
      this.#affine = { inputs: direct, all };
    }
    return direct.length === 0 || this.#affine?.all === true;
  }

  /** Writes their second derivatives, 1/s^2, where they are known: of form f of point k at out[k * count + f]. */
  readCurvatures(track: PointTrack, from: number, to: number, out: Float64Array): void {
    this.#readParts(track, from, to, { out, stride: this.#forms.length, offset: 0 }, true);
  }

  /** All forms where a point has this part and these inputs alone; undefined where second derivatives are not known. */
  recorded(part: SegmentPart, direct: Int32Array): RecordedForms | undefined {
    if (!part.motion || !direct.every((j) => isAffine(this.sizes.inputs[j]))) return undefined;
    const [values, curvatures] = [this.#formsOf(part, false), this.#formsOf(part, true)];
    return { values, curvatures, direct: this.#ofInputs(direct), directs: direct.length };
  }

  /** Writes what the parts of points give to the forms, or to their second derivatives. */
  #readParts(track: PointTrack, from: number, to: number, place: FormPlace, curved: boolean): void {
    const { parts, times } = track;
    const only = parts[0];
    if (parts.length === 1 && only) {
      const { part } = only;
      const forms = this.#formsOf(part, curved);
      if (part.forms?.(forms, times, from, to, place) !== true) {
        track.coordinates(from, to);
        readForms(forms, only.xi, part.size, from, to, place);
      }
      return;
    }
    this.#clear(from, to, place);
    track.coordinates(from, to);
    for (const { part, xi } of parts) addForms(this.#formsOf(part, curved), xi, part.size, from, to, place);
  }

  #formsOf(part: SegmentPart, curved: boolean): SparseForms {
    if (curved) return this.#curved.get(part.projection) ?? this.#curve(part);
    return this.#projected.get(part.projection) ?? this.#project(part);
  }

  #clear(from: number, to: number, { out, stride, offset }: FormPlace): void {
    const count = this.#forms.length;
    for (let k = from; k < to; k++) out.fill(0, offset + k * stride, offset + k * stride + count);
  }

  #project(part: SegmentPart): SparseForms {
    const forms = sparse(this.#over(part));
    this.#projected.set(part.projection, forms);
    return forms;
  }

  #curve(part: SegmentPart): SparseForms {
    const { size, motion } = part;
    const derive = (form: Float64Array): Float64Array => {
      const out = new Float64Array(size);
      if (motion) multiply(1, size, size, form, motion.A, out);
      return out;
    };
    const forms = sparse(this.#over(part).map((form) => derive(derive(form))));
    this.#curved.set(part.projection, forms);
    return forms;
  }

  /** The forms over the coordinates of a part. */
  #over(part: SegmentPart): Float64Array[] {
    const { states, rows, inputs, size, projection } = part;
    const { n, m } = this.sizes;
    const places = [...states, ...[...rows].map((i) => n + i), ...[...inputs].map((j) => n + m + j)];
    const terms = new Float64Array(size);
    return this.#forms.map((form, f) => {
      const out = new Float64Array(size);
      terms.fill(0);
      places.forEach((place, row) => {
        const factor = form[place] ?? 0;
        if (factor === 0) return;
        for (let i = 0; i < size; i++) {
          const term = factor * (projection[row * size + i] as number);
          out[i] = (out[i] as number) + term;
          terms[i] = (terms[i] as number) + Math.abs(term);
        }
      });
      for (let i = 0; i < size; i++)
        if (Math.abs(out[i] as number) < cancelling * (terms[i] as number))
          out[i] = this.#wide(part, places, f, i);
      return out;
    });
  }

  /** A form over a coordinate with twice the digits: y of a diode's segment is a difference of GOhm times what it carries. */
  #wide(
    { size, projection, remainder }: SegmentPart,
    places: readonly number[],
    f: number,
    i: number,
  ): number {
    const [form, low] = [this.#forms[f] as Float64Array, this.#remainders[f]];
    const sum = this.#sum.clear();
    places.forEach((place, row) => {
      const at = row * size + i;
      sum.addProduct(form[place] ?? 0, low?.[place] ?? 0, projection[at] as number, remainder?.[at] ?? 0);
    });
    return sum.clean(cancelled).hi;
  }

  #ofInputs(inputs: Int32Array): SparseForms {
    if (this.#direct?.inputs !== inputs) {
      const { n, m } = this.sizes;
      const forms = sparse(
        this.#forms.map((form) => Float64Array.from(inputs, (j) => form[n + m + j] as number)),
      );
      this.#direct = { inputs, forms };
    }
    return this.#direct.forms;
  }
}

/** Writes the forms of points [from, to). */
function readForms(
  { start, column, factor }: SparseForms,
  xi: Float64Array,
  size: number,
  from: number,
  to: number,
  { out, stride, offset }: FormPlace,
): void {
  const count = start.length - 1;
  for (let k = from; k < to; k++) {
    const point = k * size;
    let e = 0;
    for (let f = 0, at = offset + k * stride; f < count; f++, at++) {
      let sum = 0;
      for (const end = start[f + 1] as number; e < end; e++)
        sum += (factor[e] as number) * (xi[point + (column[e] as number)] as number);
      out[at] = sum;
    }
  }
}

/** Adds the forms of points [from, to), those that are not zero, to what stands there. */
function addForms(
  { some, start, column, factor }: SparseForms,
  xi: Float64Array,
  size: number,
  from: number,
  to: number,
  { out, stride, offset }: FormPlace,
): void {
  for (let k = from; k < to; k++) {
    const point = k * size;
    for (let s = 0; s < some.length; s++) {
      const f = some[s] as number;
      const at = offset + k * stride + f;
      let sum = out[at] as number;
      for (let e = start[f] as number, end = start[f + 1] as number; e < end; e++)
        sum += (factor[e] as number) * (xi[point + (column[e] as number)] as number);
      out[at] = sum;
    }
  }
}

function sparse(forms: readonly Float64Array[]): SparseForms {
  const start = new Int32Array(forms.length + 1);
  const column: number[] = [];
  const factor: number[] = [];
  forms.forEach((form, f) => {
    form.forEach((value, j) => {
      if (value === 0) return;
      column.push(j);
      factor.push(value);
    });
    start[f + 1] = column.length;
  });
  const some = Int32Array.from(forms.keys()).filter((f) => start[f + 1] !== start[f]);
  return { some, start, column: Int32Array.from(column), factor: Float64Array.from(factor) };
}

/** Equal texts for equal forms. */
function nonZeros(form: Float64Array): string {
  const parts: string[] = [];
  form.forEach((value, j) => {
    if (value !== 0) parts.push(`${j}:${value}`);
  });
  return parts.join(' ');
}
