/**
 * What v(a,b), i(l1) or id(m1) means in a sparse model: a sum over unknowns, inputs and rates of unknowns, and currents of smooth
 * laws f_k + dq_k/dt. The current of an element is the sum over its branches (conventions: signs); the current into a terminal
 * the sum over all branches of the element that leave it.
 */
import type { SparseForm } from '../../kernel/modeling/descriptor-system.js';
import { localPoint, type LocalPoint } from '../../kernel/modeling/laws/local-law.js';
import type { LawBranch, SmoothBranch } from '../primitives.js';
import { FormSum } from './sparse-forms.js';
import { addLawReads, type SparseNumbering } from './sparse-numbering.js';
import { endsOfElement } from '../compiler/probes.js';
import { ground } from '../compiler/tree.js';

/** A quantity of a point (t, z, dz/dt, u). */
export interface PointForm {
  /** Over (z, u). */
  readonly direct: SparseForm;
  /** Over dz/dt. */
  readonly rate: SparseForm;
  readonly laws: readonly LawCurrent[];
}

/** gain times the current of one row of a law, or a slope of it. */
export interface LawCurrent {
  readonly branch: LawBranch;
  /** Unknowns that it reads, -1 for ground. */
  readonly reads: Int32Array;
  readonly row: number;
  readonly gain: number;
  /** Where it is the slope of f by that read instead: its place; below 0: what the law works out, at place -1 - by. */
  readonly by?: number;
}

/** The branches of an element emitted alone, with node k named `terminals[k]`. */
export type EmitAlone = (element: string) =>
  | {
      readonly branches: readonly SmoothBranch[];
      readonly terminals: readonly string[];
      readonly letters: readonly string[];
    }
  | undefined;

/** Returns the form of v(node), v(node,node), v(element), i(element); undefined where a name is unknown. */
export function sparseProbe(
  numbering: SparseNumbering,
  quantity: 'v' | 'i',
  names: readonly string[],
): PointForm | undefined {
  const { branches, hasNode } = numbering;
  const [first = '', second = ground] = names;
  const sum = new PointSum(numbering);
  if (quantity === 'i') {
    const own = names.length === 1 ? numbering.branchesOf.get(first) : undefined;
    if (!own) return undefined;
    for (const index of own) sum.addCurrent(index, branches[index]?.reversed === true ? -1 : 1);
    return sum.form();
  }
  if (names.length <= 2 && hasNode(first) && hasNode(second)) return sum.addVoltage(first, second).form();
  const own = names.length === 1 ? numbering.branchesOf.get(first) : undefined;
  const ends = own && endsOfElement(own.flatMap((k) => branches[k] ?? []));
  return ends && sum.addVoltage(ends.a, ends.b).form();
}

/**
 * Returns the current into a terminal of an element, by the terminal's letter. Terminals may share a node: which current is
 * whose then follows from the element emitted alone.
 */
export function terminalProbe(
  numbering: SparseNumbering,
  terminal: string,
  element: string,
  emitAlone: EmitAlone,
): PointForm | undefined {
  const alone = emitAlone(element);
  const place = alone?.letters.indexOf(terminal) ?? -1;
  const node = alone?.terminals[place];
  if (!alone || node === undefined) return undefined;
  const sum = new PointSum(numbering);
  for (const branch of alone.branches) {
    const index = numbering.branchNamed.get(branch.name) ?? -1;
    if (branch.kind === 'law') {
      branch.rows.forEach((row, k) => {
        if (row === node) sum.addLaw(index, k, 1);
      });
    } else {
      if (branch.a === node) sum.addCurrent(index, 1);
      if (branch.b === node) sum.addCurrent(index, -1);
    }
  }
  return sum.form();
}

/** Returns the slope of the static current in a row of the smooth law of branch `index` by one of its reads. */
export function slopeProbe(numbering: SparseNumbering, index: number, row: number, by: number): PointForm {
  return new PointSum(numbering).addLaw(index, row, 1, by).form();
}

/** Returns what the smooth law of branch `index` tells of itself by a name; undefined where it tells no such thing. */
export function toldProbe(numbering: SparseNumbering, index: number, name: string): PointForm | undefined {
  const branch = numbering.branches[index];
  const place = branch?.kind === 'law' ? branch.law.told?.[name] : undefined;
  return place === undefined ? undefined : new PointSum(numbering).addLaw(index, 0, 1, -1 - place).form();
}

class PointSum {
  readonly #direct: FormSum;
  readonly #rate: FormSum;
  readonly #laws: LawCurrent[] = [];

  constructor(private readonly numbering: SparseNumbering) {
    this.#direct = new FormSum(numbering);
    this.#rate = new FormSum(numbering);
  }

  addVoltage(a: string, b: string): this {
    this.#direct.addVoltage(a, b, 1);
    return this;
  }

  addCurrent(index: number, gain: number): void {
    const branch = this.numbering.branches[index];
    if (this.#direct.addCurrent(index, gain)) return;
    if (branch?.kind === 'capacitance') this.#rate.addVoltage(branch.a, branch.b, gain * branch.capacitance);
    else if (branch?.kind === 'law') this.addLaw(index, 0, gain);
  }

  /** A current, or its slope by a read. */
  addLaw(index: number, row: number, gain: number, by?: number): this {
    const branch = this.numbering.branches[index];
    if (branch?.kind !== 'law') return this;
    const list: number[] = [];
    addLawReads(this.numbering, index, list);
    const reads = new Int32Array(list);
    this.#laws.push({ branch, reads, row, gain, ...(by !== undefined && { by }) });
    return this;
  }

  form(): PointForm {
    const size = this.numbering.origins.length;
    return { direct: this.#direct.form(size), rate: this.#rate.form(size), laws: this.#laws };
  }
}

/** Reads forms at points. */
export class PointFormReader {
  readonly #points = new Map<LawBranch['law'], { readonly point: LocalPoint; readonly v: Float64Array }>();

  /** The value of a form at (z, dz/dt, u); `kept`: what a current of a law is, by what the law gives there. */
  read(
    { direct, rate, laws }: PointForm,
    z: Float64Array,
    dz: Float64Array,
    u: Float64Array,
    kept?: (law: LawCurrent, current: number) => number,
  ): number {
    const size = z.length;
    let sum = 0;
    for (let k = 0; k < direct.index.length; k++) {
      const j = direct.index[k] as number;
      sum += (direct.gain[k] as number) * ((j < size ? z[j] : u[j - size]) as number);
    }
    for (let k = 0; k < rate.index.length; k++)
      sum += (rate.gain[k] as number) * (dz[rate.index[k] as number] as number);
    for (const law of laws) {
      const current = this.current(law, z, dz);
      sum += law.gain * (kept && law.by === undefined ? kept(law, current) : current);
    }
    return sum;
  }

  /** The current of one row of a law, or its slope, without its gain. */
  current({ branch, reads, row, by }: LawCurrent, z: Float64Array, dz: Float64Array): number {
    const { law, parameters } = branch;
    let room = this.#points.get(law);
    if (!room) {
      room = { point: localPoint(law), v: new Float64Array(law.reads) };
      this.#points.set(law, room);
    }
    const { point, v } = room;
    for (let j = 0; j < reads.length; j++) v[j] = valueAt(z, reads[j] as number);
    law.evaluate(parameters, 0, v, point);
    if (by !== undefined && by < 0) return point.work[-1 - by] as number;
    if (by !== undefined) return point.df[row * law.reads + by] as number;
    let current = point.f[row] as number;
    for (let j = 0; j < reads.length; j++)
      current += (point.dq[row * law.reads + j] as number) * valueAt(dz, reads[j] as number);
    return current;
  }
}

function valueAt(z: Float64Array, unknown: number): number {
  return unknown < 0 ? 0 : (z[unknown] as number);
}
