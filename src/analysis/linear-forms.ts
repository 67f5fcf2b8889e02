/**
 * Linear forms over zeta = (x, lambda, u), read off many points at once: once a mode every form is multiplied with the
 * projection of the parts, F zeta = (F P) xi, and only what is not zero of it is kept. Equal forms are one.
 * Cost: non-zeros a point; a product of matrices a mode.
 */
import type { SegmentPart } from '../kernel/simulation/stream.js';
import type { PointSizes } from './circuit-point.js';
import type { PointTrack } from './point-track.js';

/** Rows of non-zeros: of form f the entries from start[f] to start[f + 1]. */
interface SparseForms {
  readonly start: Int32Array;
  readonly place: Int32Array;
  readonly factor: Float64Array;
}

export class LinearForms {
  /** By form; all of one length. */
  readonly #forms: Float64Array[] = [];
  readonly #indices = new Map<string, number>();
  readonly #projected = new WeakMap<Float64Array, SparseForms>();
  #direct: { readonly inputs: Int32Array; readonly forms: SparseForms } | undefined;

  constructor(private readonly sizes: PointSizes) {}

  get count(): number {
    return this.#forms.length;
  }

  get all(): readonly Float64Array[] {
    return this.#forms;
  }

  /** Takes a form and returns its index. */
  add(form: Float64Array): number {
    const key = nonZeros(form);
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.#forms.length;
      this.#forms.push(form);
      this.#indices.set(key, index);
    }
    return index;
  }

  /** Tells a track what is read. */
  announce(track: PointTrack): void {
    for (const form of this.#forms) track.reads(form);
  }

  /** Writes all forms at points [from, to) of a track: form f of point k at out[k * count + f]. */
  read(track: PointTrack, from: number, to: number, out: Float64Array): void {
    const count = this.#forms.length;
    const { parts, direct } = track;
    for (let k = 0; k < parts.length; k++) {
      const tracked = parts[k] as (typeof parts)[number];
      const { size, projection } = tracked.part;
      const forms = this.#projected.get(projection) ?? this.#project(tracked.part);
      readForms(forms, count, tracked.xi, size, from, to, out, k > 0);
    }
    if (parts.length === 0) out.fill(0, from * count, to * count);
    if (direct.length > 0) {
      const forms = this.#ofInputs(direct);
      readForms(forms, count, track.u, direct.length, from, to, out, true);
    }
  }

  #project(part: SegmentPart): SparseForms {
    const { n, m } = this.sizes;
    const { states, rows, inputs, size, projection } = part;
    const places = [...states, ...[...rows].map((i) => n + i), ...[...inputs].map((j) => n + m + j)];
    const projected = this.#forms.map((form) => {
      const out = new Float64Array(size);
      places.forEach((place, row) => {
        const factor = form[place] ?? 0;
        if (factor === 0) return;
        for (let i = 0; i < size; i++)
          out[i] = (out[i] as number) + factor * (projection[row * size + i] as number);
      });
      return out;
    });
    const forms = sparse(projected);
    this.#projected.set(projection, forms);
    return forms;
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

/** Writes the forms of points [from, to), or adds them to what stands there. */
function readForms(
  { start, place, factor }: SparseForms,
  count: number,
  xi: Float64Array,
  size: number,
  from: number,
  to: number,
  out: Float64Array,
  adds: boolean,
): void {
  for (let k = from; k < to; k++) {
    const point = k * size;
    let e = 0;
    for (let f = 0, at = k * count; f < count; f++, at++) {
      let sum = adds ? (out[at] as number) : 0;
      for (const end = start[f + 1] as number; e < end; e++)
        sum += (factor[e] as number) * (xi[point + (place[e] as number)] as number);
      out[at] = sum;
    }
  }
}

function sparse(forms: readonly Float64Array[]): SparseForms {
  const start = new Int32Array(forms.length + 1);
  const place: number[] = [];
  const factor: number[] = [];
  forms.forEach((form, f) => {
    form.forEach((value, j) => {
      if (value === 0) return;
      place.push(j);
      factor.push(value);
    });
    start[f + 1] = place.length;
  });
  return { start, place: Int32Array.from(place), factor: Float64Array.from(factor) };
}

/** Equal texts for equal forms. */
function nonZeros(form: Float64Array): string {
  const parts: string[] = [];
  form.forEach((value, j) => {
    if (value !== 0) parts.push(`${j}:${value}`);
  });
  return parts.join(' ');
}
