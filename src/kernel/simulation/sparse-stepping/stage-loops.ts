/**
 * The loops of a step over unknowns and rows, over arrays that stay where they are: as they stand here, or as machine code of the
 * same functions (`MachineRoom`).
 */
import type { Int } from '../../../base/int.js';
import type { NumberRoom, WithoutRecord } from '../../../numerics/code/number-room.js';
import { clearNumbers } from '../../../numerics/dense/short-arrays.js';
import type { SparseMatrix } from '../../../numerics/sparse/sparse-matrix.js';

/** What a `StageSolver` computes with. */
export interface StageArrays {
  readonly size: Int;
  readonly stages: Int;
  /** Rows with something behind d/dt, and unknowns that are there. */
  readonly storageRows: Int32Array;
  readonly stateUnknowns: Int32Array;
  /** ds/dt at the stages, by row. */
  readonly rates: readonly Float64Array[];
  /** s of the last evaluation. */
  readonly s: Float64Array;
  readonly estimate: Float64Array;
  readonly noise: Float64Array;
  readonly weights: Float64Array;
  /** Of each unknown the size that it is measured by, and its absolute tolerance. */
  readonly sizes: Float64Array;
  readonly absolute: Float64Array;
  /** The unknown whose error is the largest, -1 where there is none. */
  readonly limiting: Int32Array;
}

/** w[0 .. size) = sum of weight j times source j, of one to three sources; others are not read. */
export function combineThree(
  of: StageArrays,
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  w: Float64Array,
  count: Int,
): void {
  const { size, weights } = of;
  clearNumbers(w, size);
  for (let j = 0; j < count; j++) {
    const weight = weights[j]!;
    const z = j === 0 ? a : j === 1 ? b : c;
    for (let k = 0; k < size; k++) w[k]! += weight * z[k]!;
  }
}

/** history = start + h sum a_j d_j of stages before the i-th. */
export function writeHistory(
  of: StageArrays,
  start: Float64Array,
  history: Float64Array,
  a: Float64Array,
  i: Int,
  h: number,
): void {
  const { storageRows, rates } = of;
  const rows = storageRows.length;
  for (let p = 0; p < rows; p++) {
    const row = storageRows[p]!;
    let sum = 0;
    for (let j = 0; j < i; j++) sum += a[j]! * rates[j]![row]!;
    history[row] = start[row]! + h * sum;
  }
}

/** The rates at a stage that is solved, and where it is the last s at the end. */
export function writeRates(
  of: StageArrays,
  rate: Float64Array,
  history: Float64Array,
  end: Float64Array,
  b: number,
  last: boolean,
): void {
  const { storageRows, s } = of;
  const rows = storageRows.length;
  for (let p = 0; p < rows; p++) {
    const row = storageRows[p]!;
    rate[row] = b * (s[row]! - history[row]!);
    if (last) end[row] = s[row]!;
  }
}

/** Writes sum e_j d_j / gamma where it is more than `nothing` in a step of length h; whether it is anywhere. */
export function estimateCharges(
  of: StageArrays,
  e: Float64Array,
  h: number,
  gamma: number,
  nothing: number,
): boolean {
  const { size, stages, storageRows, rates, estimate } = of;
  const rows = storageRows.length;
  clearNumbers(estimate, size);
  let any = false;
  for (let p = 0; p < rows; p++) {
    const row = storageRows[p]!;
    let sum = 0;
    for (let j = 0; j < stages; j++) sum += e[j]! * rates[j]![row]!;
    if (Math.abs(sum) * h <= nothing) continue;
    estimate[row] = sum / gamma;
    any = true;
  }
  return any;
}

/** Writes `part` of what the polynomial of the last step, of three stages at most read as a, b, c, misses at the end. */
export function estimateBend(
  of: StageArrays,
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  end: Float64Array,
  part: number,
): void {
  const { stateUnknowns, weights, estimate } = of;
  const states = stateUnknowns.length;
  for (let p = 0; p < states; p++) {
    const i = stateUnknowns[p]!;
    let difference = -end[i]!;
    difference += weights[0]! * a[i]!;
    difference += weights[1]! * b[i]!;
    difference += weights[2]! * c[i]!;
    estimate[i] = part * difference;
  }
}

/** The largest estimate in parts of what is allowed, `tolerances` of the unknown; with rounding also that part of the noise. */
export function worstEstimate(
  of: StageArrays,
  z: Float64Array,
  tolerances: number,
  rounding: number,
  reltol: number,
): number {
  const { stateUnknowns, sizes, absolute, estimate, noise, limiting } = of;
  const states = stateUnknowns.length;
  let worst = 0;
  for (let p = 0; p < states; p++) {
    const i = stateUnknowns[p]!;
    const large = Math.max(Math.abs(z[i]!), sizes[i]!);
    const extra = rounding > 0 ? rounding * Math.abs(noise[i]!) : 0;
    const part = Math.abs(estimate[i]!) / (tolerances * (reltol * large + absolute[i]!) + extra);
    if (!(part < Infinity)) return Infinity;
    if (part <= worst) continue;
    worst = part;
    limiting[0] = i;
  }
  return worst;
}

/** The functions above over the arrays of one solver. */
export interface StageLoops {
  readonly combineThree: WithoutRecord<typeof combineThree>;
  readonly writeHistory: WithoutRecord<typeof writeHistory>;
  readonly writeRates: WithoutRecord<typeof writeRates>;
  readonly estimateCharges: WithoutRecord<typeof estimateCharges>;
  readonly estimateBend: WithoutRecord<typeof estimateBend>;
  readonly worstEstimate: WithoutRecord<typeof worstEstimate>;
}

export function loopsOver(room: NumberRoom, arrays: StageArrays): StageLoops {
  return {
    combineThree: room.bind('combineThree', combineThree, arrays),
    writeHistory: room.bind('writeHistory', writeHistory, arrays),
    writeRates: room.bind('writeRates', writeRates, arrays),
    estimateCharges: room.bind('estimateCharges', estimateCharges, arrays),
    estimateBend: room.bind('estimateBend', estimateBend, arrays),
    worstEstimate: room.bind('worstEstimate', worstEstimate, arrays),
  };
}

/** The arrays of `UnknownSizes`, as it describes them. */
export interface SizeArrays {
  readonly storage: SparseMatrix;
  readonly stateUnknowns: Int32Array;
  readonly sizes: Float64Array;
  readonly kinds: Int32Array;
  readonly largest: Float64Array;
}

/** No state is smaller than this part of the largest one. */
const SMALLEST = 1e-4;
/** Part of the worth of a charge that counts. */
const CHARGE = 1;
/** What is kept of a size from one step to the next. */
const KEPT = 0.98;

/** Takes the values at w into account, and charges by row. */
export function measureSizes(of: SizeArrays, w: Float64Array, charges: Float64Array): void {
  const { stateUnknowns, sizes, kinds, largest } = of;
  const { colStart, rowIndex, values } = of.storage;
  const count = sizes.length;
  const states = kinds.length;
  for (let i = 0; i < count; i++) sizes[i] = Math.max(Math.abs(w[i]!), KEPT * sizes[i]!);
  largest.fill(0);
  for (let p = 0; p < states; p++) {
    const i = stateUnknowns[p]!;
    let steepest = 0;
    let charge = 0;
    const end = colStart[i + 1]!;
    for (let e = colStart[i]!; e < end; e++) {
      const slope = Math.abs(values[e]!);
      if (slope <= steepest) continue;
      steepest = slope;
      charge = Math.abs(charges[rowIndex[e]!]!);
    }
    const worth = CHARGE * charge;
    if (worth > sizes[i]! * steepest) sizes[i] = worth / steepest;
    largest[kinds[p]!] = Math.max(largest[kinds[p]!]!, sizes[i]!);
  }
  for (let p = 0; p < states; p++) {
    const i = stateUnknowns[p]!;
    sizes[i] = Math.max(sizes[i]!, SMALLEST * largest[kinds[p]!]!);
  }
}
