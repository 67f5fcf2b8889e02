/**
 * Voltages and currents of all branches at a point (z | u), from the flat list of branches rather than from the stamped
 * matrices: what Kirchhoff's laws, element laws and powers are evaluated with. Currents of charges are left out: their sum by
 * row is what the engine carries as rates. Cost: O(branches), and one evaluation a smooth law where that is asked for.
 */
import { type LocalLaw, localPoint, type LocalPoint } from '../kernel/modeling/local-law.js';
import type { SparseForm } from '../kernel/modeling/descriptor-system.js';
import type { LawBranch } from '../circuit/primitives.js';
import { FormSum } from '../circuit/sparse-forms.js';
import type { SparseModel } from '../circuit/sparse-model.js';
import { addLawReads, type SparseNumbering } from '../circuit/sparse-numbering.js';
import { type EnergyShare, energyShare } from './energy-share.js';

/** Where the current of a branch comes from. */
const unknownCurrent = 0;
const conductance = 1;
const inputCurrent = 2;
const formCurrent = 3;
const noCurrent = 4;

export class SparseBranches {
  readonly count: number;
  /** By branch: node unknowns, -1 for ground. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly share: readonly (EnergyShare | 'law')[];
  /** At the point that was read last. */
  readonly v: Float64Array;
  readonly i: Float64Array;
  readonly laws: readonly LawPlaces[];
  readonly #source: Uint8Array;
  readonly #place: Int32Array;
  readonly #factor: Float64Array;
  readonly #forms: readonly (SparseForm | undefined)[];

  constructor({ numbering, system }: SparseModel) {
    const { branches, currentUnknown, inputs } = numbering;
    const count = branches.length;
    this.count = count;
    this.a = numbering.firstNode;
    this.b = numbering.secondNode;
    this.share = branches.map((branch) => (branch.kind === 'law' ? 'law' : energyShare(branch)));
    this.v = new Float64Array(count);
    this.i = new Float64Array(count);
    this.#source = new Uint8Array(count);
    this.#place = Int32Array.from(currentUnknown);
    this.#factor = new Float64Array(count);
    const forms: (SparseForm | undefined)[] = [];
    branches.forEach((branch, k) => {
      if ((currentUnknown[k] as number) >= 0 && branch.kind !== 'law') return;
      this.#source[k] = noCurrent;
      if (branch.kind === 'resistance') {
        this.#source[k] = conductance;
        this.#factor[k] = 1 / branch.resistance;
      } else if (branch.kind === 'current') {
        const { input, coefficient } = inputs.source(branch.name, branch.signal);
        this.#source[k] = inputCurrent;
        this.#place[k] = system.size + input;
        this.#factor[k] = coefficient;
      } else if (branch.kind === 'controlled') {
        this.#source[k] = formCurrent;
        forms[k] = new FormSum(numbering).add(branch.form, k).form(system.size);
      }
    });
    this.#forms = forms;
    this.laws = lawPlaces(numbering);
  }

  /** Reads voltages and currents at w = (z | u | ...), but for those of smooth laws. */
  read(w: Float64Array): void {
    const { a, b, v, i, count } = this;
    const source = this.#source;
    const place = this.#place;
    const factor = this.#factor;
    for (let k = 0; k < count; k++) {
      const [p, q] = [a[k] as number, b[k] as number];
      const volts = (p < 0 ? 0 : (w[p] as number)) - (q < 0 ? 0 : (w[q] as number));
      v[k] = volts;
      const from = source[k] as number;
      if (from === unknownCurrent) i[k] = w[place[k] as number] as number;
      else if (from === conductance) i[k] = (factor[k] as number) * volts;
      else if (from === inputCurrent) i[k] = (factor[k] as number) * (w[place[k] as number] as number);
      else if (from === formCurrent) i[k] = formValue(this.#forms[k] as SparseForm, w);
    }
  }
}

/** All smooth laws of one kind in their places, in flat arrays: instance k has the k-th part of each. */
export interface LawPlaces {
  readonly law: LocalLaw;
  readonly count: number;
  readonly parameters: Float64Array;
  /** Unknowns that it reads and of the nodes of its rows, -1 for ground and for rows of its own. */
  readonly reads: Int32Array;
  readonly rows: Int32Array;
  /** The unknown that is its first current, -1 where there is none. */
  readonly own: Int32Array;
}

function lawPlaces(numbering: SparseNumbering): LawPlaces[] {
  const { branches, currentUnknown, node } = numbering;
  const members = new Map<LocalLaw, number[]>();
  branches.forEach((branch, index) => {
    if (branch.kind !== 'law') return;
    const known = members.get(branch.law);
    if (known) known.push(index);
    else members.set(branch.law, [index]);
  });
  return Array.from(members, ([law, indices]) => {
    const count = indices.length;
    const reads: number[] = [];
    for (const index of indices) addLawReads(numbering, index, reads);
    const places: LawPlaces = {
      ...{ law, count },
      parameters: new Float64Array(count * law.parameterCount),
      reads: new Int32Array(reads),
      rows: new Int32Array(count * law.rows).fill(-1),
      own: Int32Array.from(indices, (index) => currentUnknown[index] as number),
    };
    indices.forEach((index, k) => {
      const branch = branches[index] as LawBranch;
      places.parameters.set(branch.parameters, k * law.parameterCount);
      branch.rows.forEach((name, r) => (places.rows[k * law.rows + r] = node(name)));
    });
    return places;
  });
}

/** Evaluates laws of one kind in their places, with room of its own. */
export class LawReader {
  readonly #point: LocalPoint;
  readonly #v: Float64Array;

  constructor(readonly places: LawPlaces) {
    this.#point = localPoint(places.law);
    this.#v = new Float64Array(places.law.reads);
  }

  /** Instance k at w; valid to the next call. */
  at(k: number, w: Float64Array): LocalPoint {
    const { law, reads, parameters } = this.places;
    const v = this.#v;
    for (let j = 0, from = k * v.length; j < v.length; j++) {
      const unknown = reads[from + j] as number;
      v[j] = unknown < 0 ? 0 : (w[unknown] as number);
    }
    law.evaluate(parameters, k * law.parameterCount, v, this.#point);
    return this.#point;
  }
}

/** The value of a form over w = (z | u | ...). */
export function formValue({ index, gain }: SparseForm, w: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < index.length; k++) sum += (gain[k] as number) * (w[index[k] as number] as number);
  return sum;
}
