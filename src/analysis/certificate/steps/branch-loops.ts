/**
 * Voltages and currents of all branches and smooth laws at a point w = (z | u | ...), over arrays that stay where they
 * are: as they stand here, or as machine code of the same functions (`MachineRoom`). What they mean say `sparse-branches.ts`
 * and `sparse-laws.ts`.
 */
import type { Int } from '../../../base/int.js';
import type { LawEvaluation, LocalPoint } from '../../../kernel/modeling/laws/local-law.js';

/** Where the current of a branch comes from. */
export const currentSources = Object.freeze({ unknown: 0, conductance: 1, input: 2, form: 3, nothing: 4 });

export interface BranchArrays {
  readonly count: Int;
  /** Unknowns of the nodes, -1 for ground. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** One of `currentSources`, the unknown or input, and the factor. */
  readonly source: Int32Array;
  readonly place: Int32Array;
  readonly factor: Float64Array;
  /** Forms of currents one behind the other, from `formStart[k]` to `formStart[k + 1]`. */
  readonly formStart: Int32Array;
  readonly formIndex: Int32Array;
  readonly formGain: Float64Array;
  /** Volts and amperes. */
  readonly v: Float64Array;
  readonly i: Float64Array;
}

/** Smooth laws of one kind. */
export interface LawArrays {
  /** The law's name among machine code, and its function. */
  readonly code: string;
  readonly evaluate: LawEvaluation;
  readonly count: Int;
  readonly readCount: Int;
  readonly rowCount: Int;
  readonly parameterCount: Int;
  /** The law has unknowns that are rates. */
  readonly hasRates: boolean;
  /** The law stores charges. */
  readonly stores: boolean;
  readonly parameters: Float64Array;
  /** Unknowns that it reads and of the nodes of its rows, -1 for ground and for rows of its own. */
  readonly reads: Int32Array;
  readonly rows: Int32Array;
  /** The unknown that is its first current, -1 where there is none. */
  readonly own: Int32Array;
  readonly v: Float64Array;
  readonly point: LocalPoint;
}

/** Reads voltages and currents, but for those of smooth laws. */
export function readBranches(of: BranchArrays, w: Float64Array): void {
  const { count, a, b, v, i, source, place, factor, formStart, formIndex, formGain } = of;
  for (let k = 0; k < count; k++) {
    const p = a[k] as number;
    const q = b[k] as number;
    const volts = (p < 0 ? 0 : (w[p] as number)) - (q < 0 ? 0 : (w[q] as number));
    v[k] = volts;
    const from = source[k] as number;
    if (from === currentSources.unknown) i[k] = w[place[k] as number] as number;
    else if (from === currentSources.conductance) i[k] = (factor[k] as number) * volts;
    else if (from === currentSources.input) i[k] = (factor[k] as number) * (w[place[k] as number] as number);
    else if (from === currentSources.form) {
      let sum = 0;
      const end = formStart[k + 1] as number;
      for (let e = formStart[k] as number; e < end; e++)
        sum += (formGain[e] as number) * (w[formIndex[e] as number] as number);
      i[k] = sum;
    }
  }
}

/** Evaluates instance k at w, into its point. */
export function evaluateLaw(of: LawArrays, k: Int, w: Float64Array): void {
  const { reads, v, readCount, parameters, parameterCount } = of;
  const from = k * readCount;
  for (let j = 0; j < readCount; j++) {
    const unknown = reads[from + j] as number;
    v[j] = unknown < 0 ? 0 : (w[unknown] as number);
  }
  of.evaluate(parameters, k * parameterCount, v, of.point);
}

export interface CurrentArrays {
  readonly branches: BranchArrays;
  readonly laws: readonly LawArrays[];
  /** 1 for branches that are laws. */
  readonly isLaw: Int32Array;
  /** Of each node the sum of the currents out of it, the largest of them, and the largest so far. */
  readonly sum: Float64Array;
  readonly terms: Float64Array;
  readonly largest: Float64Array;
  /** Of each node the sum of the charges of which its own is the difference: |C| times the sizes of the voltages. */
  readonly charge: Float64Array;
}

function addCurrent(of: CurrentArrays, node: Int, current: number): void {
  if (node < 0) return;
  const { sum, terms } = of;
  sum[node] = (sum[node] as number) + current;
  terms[node] = Math.max(terms[node] as number, Math.abs(current));
}

/** Adds |dq/dv| |v| of the instance in a law's point to the charge of the node of row r. */
function addCharge({ charge }: CurrentArrays, { v, point, readCount }: LawArrays, r: Int, node: Int): void {
  if (node < 0) return;
  const { dq } = point;
  let sum = 0;
  for (let j = 0; j < readCount; j++) sum += Math.abs((dq[r * readCount + j] as number) * (v[j] as number));
  charge[node] = (charge[node] as number) + sum;
}

/** Sums the currents out of every node, with the rates of charges `rate` by row, and the charges of laws. */
export function sumCurrents(of: CurrentArrays, w: Float64Array, rate: Float64Array): void {
  const { branches, laws, isLaw, sum, terms, largest, charge } = of;
  const { a, b, i, count } = branches;
  const nodes = sum.length;
  charge.fill(0);
  for (let n = 0; n < nodes; n++) {
    sum[n] = rate[n] as number;
    terms[n] = Math.abs(rate[n] as number);
  }
  readBranches(branches, w);
  for (let k = 0; k < count; k++) {
    if ((isLaw[k] as number) > 0 || (a[k] as number) === (b[k] as number)) continue;
    const current = i[k] as number;
    if (current === 0) continue;
    addCurrent(of, a[k] as number, current);
    addCurrent(of, b[k] as number, -current);
  }
  const kinds = laws.length;
  for (let g = 0; g < kinds; g++) {
    const law = laws[g] as LawArrays;
    const { rows, own, rowCount } = law;
    const { f } = law.point;
    const instances = law.count;
    for (let k = 0; k < instances; k++) {
      evaluateLaw(law, k, w);
      const current = own[k] as number;
      for (let r = 0; r < rowCount; r++) {
        const node = rows[k * rowCount + r] as number;
        const isOwn = r === 0 && current >= 0;
        addCurrent(of, node, isOwn ? (w[current] as number) : (f[r] as number));
        if (law.stores) addCharge(of, law, r, node);
      }
    }
  }
  for (let n = 0; n < nodes; n++) largest[n] = Math.max(largest[n] as number, terms[n] as number);
}
