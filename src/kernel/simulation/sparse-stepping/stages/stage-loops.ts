/**
 * The loops of a step over unknowns and rows, over arrays that stay where they are: as they stand here, or as machine code of the
 * same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import { clearNumbers } from '../../../../numerics/dense/short-arrays.js';
import { type FloatingChargeArrays, measureCharges } from './floating-charges.js';
import { lagrangeWeights } from '../inputs/lagrange.js';
import type { SparseMatrix } from '../../../../numerics/sparse/sparse-matrix.js';

/** What a `StageSolver` computes with. */
export interface StageArrays {
  readonly size: Int;
  readonly stages: Int;
  /** Rows with something behind d/dt, unknowns that are there, and all others. */
  readonly storageRows: Int32Array;
  readonly stateUnknowns: Int32Array;
  readonly algebraicUnknowns: Int32Array;
  /** (z | u | 0) at the stages, [0] where the step starts, and those of the step before. */
  readonly points: readonly Float64Array[];
  readonly before: readonly Float64Array[];
  /** Q z + sum q_e at the start and the end, and what a stage's charges are measured from, by row. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly history: Float64Array;
  /** ds/dt at the stages, by row, and at the start of the step that was accepted last. */
  readonly rates: readonly Float64Array[];
  readonly startRates: Float64Array;
  /** By row what flows where the run stands: ds/dt, where nothing is stored the largest term of a law; and there the largest so far. */
  readonly flows: Float64Array;
  readonly carried: Float64Array;
  /** Of the method: where stages stand in parts of the step, and their weights. */
  readonly c: Float64Array;
  readonly a: readonly Float64Array[];
  /** y of pairs at the stages. */
  readonly y: readonly Float64Array[];
  /** The largest product of distances to the stages within a step. */
  readonly within: number;
  /** Nodes of a polynomial. */
  readonly nodes: Float64Array;
  /** s of the last evaluation. */
  readonly s: Float64Array;
  readonly estimate: Float64Array;
  readonly noise: Float64Array;
  readonly weights: Float64Array;
  /** Of each unknown the size that it is measured by, and its absolute tolerance. */
  readonly sizes: Float64Array;
  readonly absolute: Float64Array;
  /** ds/dz at the last evaluation, and groups of unknowns that it couples: where each begins, and its unknowns. */
  readonly storage: SparseMatrix;
  readonly groupStart: Int32Array;
  readonly groupMembers: Int32Array;
  /** Of each row sum and largest sum of magnitudes of ds/dz. */
  readonly rowSum: Float64Array;
  readonly rowTerms: Float64Array;
  /** The unknown whose error is the largest, -1 where there is none. */
  readonly limiting: Int32Array;
}

/** The polynomial of the last step is not asked for more than so many steps beyond it. */
const FARTHEST = 2;

/** A sum of capacitances is 0 below this part of its terms. */
const CANCELLED = 8 * Number.EPSILON;

function addScaled(w: Float64Array, weight: number, z: Float64Array, size: Int): void {
  for (let k = 0; k < size; k++) w[k]! += weight * z[k]!;
}

/** Predicts z at stage i of a step of length h from the stages before it and the step before, of length `last`. */
export function predictStage(of: StageArrays, i: Int, h: number, last: number, w: Float64Array): void {
  const { size, stages, c, nodes, weights, points, before } = of;
  const first = i > 3 ? i - 3 : 0;
  let count = 0;
  for (let j = first; j < i; j++) {
    nodes[count] = c[j]!;
    count++;
  }
  const ratio = last / h;
  const withStart = ratio > 0 && count < 3;
  const withInner = withStart && i === 1 && stages > 2 && c[1]! <= FARTHEST * ratio;
  if (withInner) {
    nodes[count] = (c[stages - 2]! - 1) * ratio;
    count++;
  }
  if (withStart) {
    nodes[count] = -ratio;
    count++;
  }
  lagrangeWeights(nodes, count, c[i]!, weights);
  clearNumbers(w, size);
  let next = 0;
  for (let j = first; j < i; j++) {
    addScaled(w, weights[next]!, points[j]!, size);
    next++;
  }
  if (withInner) addScaled(w, weights[next]!, before[stages - 2]!, size);
  if (withStart) addScaled(w, weights[count - 1]!, before[0]!, size);
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

/**
 * Writes weights by which the stages of the last step, of length `last`, carry their polynomial on to the end of this one of length h;
 * returns the part of what that misses by which the polynomial of this step misses less within it.
 */
function carryOn(of: StageArrays, h: number, last: number): number {
  const { stages, c, nodes, weights } = of;
  const ratio = last / h;
  let product = 1;
  for (let j = 0; j < stages; j++) {
    nodes[j] = (c[j]! - 1) * ratio;
    product *= 1 - nodes[j]!;
  }
  lagrangeWeights(nodes, stages, 1, weights);
  return of.within / product;
}

/** By how much the polynomial that was carried on misses unknown i. */
function missed(of: StageArrays, i: Int): number {
  const { stages, weights, points, before } = of;
  let difference = -points[stages - 1]![i]!;
  for (let j = 0; j < stages; j++) difference += weights[j]! * before[j]![i]!;
  return difference;
}

/** Writes by how much the polynomial of this step may miss unknowns behind d/dt within it. */
export function estimateBend(of: StageArrays, h: number, last: number): void {
  const { stateUnknowns, estimate } = of;
  const part = carryOn(of, h, last);
  const states = stateUnknowns.length;
  for (let p = 0; p < states; p++) {
    const i = stateUnknowns[p]!;
    estimate[i] = part * missed(of, i);
  }
}

/**
 * Takes from the estimates of groups whose common voltage carries no charge (capacitors among themselves that only laws tie to all
 * else) what all of a group have in common: it is an algebraic unknown, which follows, and where all laws about the group are
 * flat nothing but their rounding. What others of a group err by is no error of one that a source holds.
 */
export function dropCommonModes(of: StageArrays): void {
  const { storageRows, stateUnknowns, storage, groupStart, groupMembers, rowSum, rowTerms, estimate } = of;
  const { colStart, rowIndex, values } = storage;
  const groups = groupStart.length - 1;
  if (groups === 0) return;
  const rows = storageRows.length;
  for (let p = 0; p < rows; p++) {
    rowSum[storageRows[p]!] = 0;
    rowTerms[storageRows[p]!] = 0;
  }
  const states = stateUnknowns.length;
  for (let p = 0; p < states; p++) {
    const i = stateUnknowns[p]!;
    const end = colStart[i + 1]!;
    for (let e = colStart[i]!; e < end; e++) {
      const row = rowIndex[e]!;
      rowSum[row]! += values[e]!;
      rowTerms[row]! += Math.abs(values[e]!);
    }
  }
  for (let g = 0; g < groups; g++) {
    const begin = groupStart[g]!;
    const after = groupStart[g + 1]!;
    let free = true;
    let mean = 0;
    for (let m = begin; m < after; m++) {
      const i = groupMembers[m]!;
      mean += estimate[i]! / (after - begin);
      const end = colStart[i + 1]!;
      for (let e = colStart[i]!; e < end; e++) {
        const row = rowIndex[e]!;
        if (Math.abs(rowSum[row]!) > CANCELLED * rowTerms[row]!) free = false;
      }
    }
    if (!free) continue;
    for (let m = begin; m < after; m++) {
      const i = groupMembers[m]!;
      const rest = estimate[i]! - mean;
      if (Math.abs(rest) < Math.abs(estimate[i]!)) estimate[i] = rest;
    }
  }
}

/** By how many reltol of its size it may miss an unknown that is not behind d/dt, the largest. */
export function algebraicBend(of: StageArrays, h: number, last: number, reltol: number): number {
  const { stages, algebraicUnknowns, points, sizes, absolute } = of;
  const part = carryOn(of, h, last);
  const end = points[stages - 1]!;
  const count = algebraicUnknowns.length;
  let worst = 0;
  for (let p = 0; p < count; p++) {
    const i = algebraicUnknowns[p]!;
    const large = Math.max(Math.abs(end[i]!), sizes[i]!);
    worst = Math.max(worst, Math.abs(part * missed(of, i)) / (reltol * large + absolute[i]!));
  }
  return worst;
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
    const allowed = tolerances * (reltol * large + absolute[i]!) + extra;
    const error = Math.abs(estimate[i]!);
    if (error <= worst * allowed) continue;
    worst = error / allowed;
    if (!(worst < Infinity)) return Infinity;
    limiting[0] = i;
  }
  return worst;
}

/** The arrays of `UnknownSizes`, as it describes them. */
export interface SizeArrays {
  readonly storage: SparseMatrix;
  readonly stateUnknowns: Int32Array;
  readonly sizes: Float64Array;
  readonly kinds: Int32Array;
  readonly largest: Float64Array;
  readonly charges: FloatingChargeArrays;
}

/** No state is smaller than this part of the largest one. */
const SMALLEST = 1e-4;
/**
 * Rows in which an unknown has one capacitance between two nodes: the charge of the smaller node is what it is worth. A junction behind
 * its series resistance would else be measured by all that stands at the outer node.
 */
const SAME_SLOPE = 1e-9;
/** Part of the worth of a charge that counts. */
const CHARGE = 1;
/**
 * What is kept of a size from one step to the next. A period of a waveform may be hundreds of steps: what fades sooner measures the
 * ringing behind a commutation by its own amplitude, and short steps then keep steps short until it has died away.
 */
const KEPT = 0.998;

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
      const own = Math.abs(charges[rowIndex[e]!]!);
      if (slope > steepest * (1 + SAME_SLOPE)) {
        steepest = slope;
        charge = own;
      } else if (slope >= steepest * (1 - SAME_SLOPE)) charge = Math.min(charge, own);
    }
    const worth = CHARGE * charge;
    if (worth > sizes[i]! * steepest) sizes[i] = worth / steepest;
    largest[kinds[p]!] = Math.max(largest[kinds[p]!]!, sizes[i]!);
  }
  for (let p = 0; p < states; p++) {
    const i = stateUnknowns[p]!;
    sizes[i] = Math.max(sizes[i]!, SMALLEST * largest[kinds[p]!]!);
  }
  measureCharges(of.charges, largest, w);
}
