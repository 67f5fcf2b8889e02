/**
 * Looks for deviations that grow: an L-stable method damps whatever a step does not resolve, and with that an oscillation which is
 * about to begin, whose error is far below every tolerance. The run would stay beside an unstable point and no estimate would tell.
 *
 * A deviation w is taken along the run by what its steps have factored, J = k' + b s', b = 1/(h gamma):
 *
 *     J v = b s' w,     w <- w + 2 (v - w);     of a mode e^(lambda t), y = gamma h lambda:  v = w / (1 - y).
 *
 * That is the trapezoidal rule over 2 gamma h: it grows as the mode does, and only then. Deviations begin anew every so many steps, each
 * state with the same energy, and with a few steps w <- v, behind which nothing is left of fast modes. What amplifiers make of them at
 * once is waited for; what grows throughout the steps behind that, in modes that a step does not resolve, asks for shorter ones.
 *
 * What grows as an oscillation has become one pair of modes, in whose plane lambda is a matrix A of trace 2 sigma and determinant |lambda|^2:
 * of two steps, of whatever lengths, (v - w) / h = gamma A v, which gives both. Where they are no complex pair that grows, stiff modes turn
 * with what drives them, each decaying at its time.
 *
 * |y| is measured by changes d of w: |d' - d| / |d' + d| = |y|. Their squares are weighted with the capacitances and inductances, so that
 * what swings between these without growing does not seem to. Rates of slow modes grow and fall with what conducts: they do so as much in
 * a second deviation, which all steps damp, w <- v.
 * Cost: two solutions and two products with s' a step that is watched.
 */
import { floatsIn, integersIn } from '../../../../numerics/code/number-room.js';
import { clearNumbers } from '../../../../numerics/dense/short-arrays.js';
import type { SparseMatrix } from '../../../../numerics/sparse/sparse-matrix.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import { solveTangent, type SolveArrays } from '../newton/newton-loop.js';
import type { StateArray } from '../newton/stepping-state.js';

/** Steps in which fast modes fade. */
const FADING = 8;
/** Steps that are waited for, and those behind them in which growth is measured first and last, each time over twice as many. */
const SETTLING = 16;
const MEASURED = 64;
const MOST_MEASURED = 256;
/** Least growth of the energy in each half of what is measured. */
const GROWTH = 2;
/** In this part of the steps between two measures at least modes oscillate and grow. */
const MOSTLY = 0.75;
/** Part of the product of two squares below which vectors are parallel. */
const PARALLEL = 1e-9;
/** By how much more a deviation has grown than a damped one, where a step does not resolve it. */
const DAMPED = 16;
/** A step resolves a mode where |h lambda| is no more than this. */
const RESOLVED = 0.5;
/** Part of a step that the next ones are shortened to at once, at least and at most. */
const SHORTENED = 0.25;
const SHORTER = 0.5;
/** Steps are watched, and shortened, down to this part of those that users ask for. */
const WATCHED = 0.125;
/** What is shorter than the least length of steps by rounding alone is watched too. */
const NEARLY = 0.9;
/** Energies between which nothing is known for sure; the deviation begins with 1 a state. */
const VANISHED = 1e-60;
const GROWN = 1e100;
/** Sums of the same conductances differ by rounding. */
const SAME = 1e-12;

/**
 * Where numbers stand: the longest step and the shortest that is watched, seconds; steps since the deviation began; its energy where it
 * is first measured and where it was last; when it is next; sums of |d' - d|^2 and |d' + d|^2; the
 * energy of the damped deviation where it is first measured; length of the last step; of how many steps since the last measure A was
 * that of a growing oscillation.
 */
const places = Object.freeze({
  longest: 0,
  watched: 1,
  phase: 2,
  first: 3,
  last: 4,
  next: 5,
  moved: 6,
  stayed: 7,
  damped: 8,
  length: 9,
  growing: 10,
  end: 11,
});

export interface GrowthArrays {
  readonly smooth: SolveArrays;
  readonly numbers: Float64Array;
  /** ds/dz. */
  readonly storage: SparseMatrix;
  readonly stateUnknowns: Int32Array;
  /** w, the damped one, what w changed by last, what v was there, v, and by state 1 or -1. */
  readonly deviation: Float64Array;
  readonly faded: Float64Array;
  readonly change: Float64Array;
  readonly earlier: Float64Array;
  readonly solved: Float64Array;
  readonly signs: Float64Array;
  readonly weights: Float64Array;
  /** Those of a `StepController`: the first is the length of the next step. */
  readonly lengths: Float64Array;
  readonly gamma: number;
}

/** Writes b s' w, and of each state the largest entry of s'. */
function writeStored(of: GrowthArrays, deviation: Float64Array, b: number): void {
  const { stateUnknowns, solved, weights } = of;
  const { colStart, rowIndex, values } = of.storage;
  const states = stateUnknowns.length;
  clearNumbers(solved, solved.length);
  for (let p = 0; p < states; p++) {
    const i = stateUnknowns[p]!;
    const x = b * deviation[p]!;
    let steepest = 0;
    const end = colStart[i + 1]!;
    for (let e = colStart[i]!; e < end; e++) {
      const slope = values[e]!;
      solved[rowIndex[e]!]! += slope * x;
      steepest = Math.max(steepest, Math.abs(slope));
    }
    weights[p] = steepest;
  }
}

/** Begins a deviation: each state with the same energy. */
function begin(of: GrowthArrays): void {
  const { stateUnknowns, deviation, faded, change, signs, numbers } = of;
  const { colStart, values } = of.storage;
  const states = stateUnknowns.length;
  for (let p = 0; p < states; p++) {
    const i = stateUnknowns[p]!;
    let steepest = 0;
    const end = colStart[i + 1]!;
    for (let e = colStart[i]!; e < end; e++) steepest = Math.max(steepest, Math.abs(values[e]!));
    deviation[p] = steepest > 0 ? signs[p]! / Math.sqrt(steepest) : 0;
    faded[p] = deviation[p]!;
    change[p] = 0;
  }
  numbers[places.moved] = 0;
  numbers[places.stayed] = 0;
  numbers[places.growing] = 0;
}

/** Whether lambda, of products of v and (v - w) / h of one step and of the next, is a complex pair that grows. */
function oscillates(
  v1v1: number,
  v1v2: number,
  v2v2: number,
  v1r1: number,
  v2r1: number,
  v1r2: number,
  v2r2: number,
): boolean {
  const gram = v1v1 * v2v2 - v1v2 * v1v2;
  if (!(gram > PARALLEL * v1v1 * v2v2)) return false;
  // By Cramer's rule, times the determinant.
  const a11 = v1r1 * v2v2 - v2r1 * v1v2;
  const a21 = v1v1 * v2r1 - v1v2 * v1r1;
  const a12 = v1r2 * v2v2 - v2r2 * v1v2;
  const a22 = v1v1 * v2r2 - v1v2 * v1r2;
  const trace = a11 + a22;
  return trace > 0 && trace * trace < 4 * (a11 * a22 - a12 * a21);
}

/** What follows for the length of steps from whether a deviation has grown. */
function conclude(of: GrowthArrays, h: number, hasGrown: boolean): void {
  const { numbers, gamma } = of;
  const longest = numbers[places.longest]!;
  numbers[places.phase] = 0;
  if (!hasGrown) {
    numbers[places.longest] = 2 * longest;
    return;
  }
  const angle = Math.sqrt(numbers[places.moved]! / numbers[places.stayed]!) / gamma;
  if (!(angle > RESOLVED)) return;
  const shorter = h * Math.min(SHORTER, Math.max(SHORTENED, RESOLVED / angle));
  numbers[places.longest] = Math.max(numbers[places.watched]!, Math.min(longest, shorter));
}

/** Compares energies: grown is what has in both halves of what was measured, and what damping has kept from that. */
function measure(of: GrowthArrays, h: number, energy: number, damped: number): void {
  const { numbers } = of;
  const measured = numbers[places.next]! - SETTLING;
  const last = numbers[places.last]!;
  const growing = numbers[places.growing]!;
  numbers[places.last] = energy;
  numbers[places.next] = SETTLING + 2 * measured;
  numbers[places.growing] = 0;
  if (measured < MEASURED) return;
  const first = numbers[places.first]!;
  const isDamped = energy * numbers[places.damped]! > DAMPED * damped * first;
  const hasGrown = last > GROWTH * first && energy > GROWTH * last && isDamped;
  if (hasGrown || measured >= MOST_MEASURED) conclude(of, h, hasGrown && growing >= (MOSTLY * measured) / 2);
}

/** Takes the deviation along a step of length h that was accepted, and keeps the next one from being too long. */
export function followGrowth(of: GrowthArrays, h: number): void {
  const { numbers, stateUnknowns, deviation, faded, change, earlier, solved, weights, lengths } = of;
  // What happens in short steps, as where something switches, makes deviations another size.
  if (!(h > NEARLY * numbers[places.watched]!)) {
    numbers[places.phase] = 0;
    return;
  }
  const states = stateUnknowns.length;
  if (numbers[places.phase]! === 0) begin(of);
  const b = 1 / (h * of.gamma);
  writeStored(of, faded, b);
  solveTangent(of.smooth, solved);
  let damped = 0;
  for (let p = 0; p < states; p++) {
    const v = solved[stateUnknowns[p]!]!;
    damped += weights[p]! * (v - faded[p]!) * (v - faded[p]!);
    faded[p] = v;
  }
  writeStored(of, deviation, b);
  solveTangent(of.smooth, solved);
  const part = numbers[places.phase]! < FADING ? 1 : 2;
  let energy = 0;
  let moved = 0;
  let stayed = 0;
  let v1v1 = 0;
  let v1v2 = 0;
  let v2v2 = 0;
  let v1d1 = 0;
  let v2d1 = 0;
  let v1d2 = 0;
  let v2d2 = 0;
  for (let p = 0; p < states; p++) {
    const weight = weights[p]!;
    const w = deviation[p]!;
    const v = solved[stateUnknowns[p]!]!;
    const now = part * (v - w);
    const before = change[p]!;
    const first = earlier[p]!;
    v1v1 += weight * first * first;
    v1v2 += weight * first * v;
    v2v2 += weight * v * v;
    v1d1 += weight * first * before;
    v2d1 += weight * v * before;
    v1d2 += weight * first * now;
    v2d2 += weight * v * now;
    earlier[p] = v;
    energy += weight * now * now;
    moved += weight * (now - before) * (now - before);
    stayed += weight * (now + before) * (now + before);
    change[p] = now;
    deviation[p] = w + now;
  }
  const step = numbers[places.phase]! + 1;
  numbers[places.phase] = step;
  if (step > SETTLING) {
    numbers[places.moved]! += moved / energy;
    numbers[places.stayed]! += stayed / energy;
    const before = 1 / numbers[places.length]!;
    const now = 1 / h;
    const isGrowing = oscillates(v1v1, v1v2, v2v2, before * v1d1, before * v2d1, now * v1d2, now * v2d2);
    if (isGrowing) numbers[places.growing]! += 1;
  }
  numbers[places.length] = h;
  if (!(energy < GROWN)) conclude(of, h, step > SETTLING && numbers[places.growing]! > 0);
  else if (energy < VANISHED) conclude(of, h, false);
  else if (step === SETTLING) {
    numbers[places.first] = energy;
    numbers[places.damped] = damped;
    numbers[places.next] = SETTLING + MEASURED / 2;
  } else if (step === numbers[places.next]!) measure(of, h, energy, damped);
  lengths[0] = Math.min(lengths[0]!, numbers[places.longest]!);
}

export class GrowthWatch {
  readonly arrays: Omit<GrowthArrays, 'smooth' | 'lengths' | 'gamma'>;
  /** `resolvedStep`: as in `SparseSteppingOptions`. */
  constructor(assembly: DescriptorAssembly, resolvedStep: number) {
    const { room, storage } = assembly;
    // Of parts that are linear and act as they are acted upon no deviation grows: their energy only falls.
    const canGrow = (): boolean => assembly.groups.length > 0 || !isReciprocal(assembly.arrays.K, storage);
    const isNeeded = resolvedStep < Infinity && canGrow();
    const stateUnknowns = isNeeded ? assembly.stateUnknowns : new Int32Array(0);
    const states = stateUnknowns.length;
    this.arrays = {
      ...{ storage, stateUnknowns: integersIn(room, stateUnknowns) },
      numbers: floatsIn(room, [
        Infinity,
        isNeeded ? WATCHED * resolvedStep : Infinity,
        ...Array.from({ length: places.end - places.phase }, () => 0),
      ]),
      ...{
        deviation: room.floats(states),
        faded: room.floats(states),
        change: room.floats(states),
        earlier: room.floats(states),
        weights: room.floats(states),
      },
      solved: room.floats(isNeeded ? assembly.size : 0),
      signs: floatsIn(room, signsOf(states)),
    };
  }

  /** Forgets what was learnt: another run begins. */
  begin(): void {
    this.arrays.numbers[places.longest] = Infinity;
    this.arrays.numbers[places.phase] = 0;
  }

  /** Arrays that a copy of a run takes over. */
  get stateArrays(): StateArray[] {
    const { numbers, deviation, faded, change, earlier } = this.arrays;
    return [numbers, deviation, faded, change, earlier];
  }
}

/**
 * Whether K_ij and K_ji have one magnitude: what voltages make of currents these make of voltages, which controlled sources do not.
 * Capacitances with a current of their own act back by what they store.
 */
function isReciprocal(K: SparseMatrix, storage: SparseMatrix): boolean {
  const [coefficients, stored] = [entriesOf(K), entriesOf(storage)];
  return [...coefficients].every(([place, value]) => {
    const back = (place % K.cols) * K.cols + Math.floor(place / K.cols);
    const other = coefficients.get(back);
    if (other === undefined) return stored.has(back);
    return Math.abs(Math.abs(value) - Math.abs(other)) <= SAME * Math.abs(value);
  });
}

/** By row times columns plus column. */
function entriesOf({ cols, colStart, rowIndex, values }: SparseMatrix): ReadonlyMap<number, number> {
  const entries = new Map<number, number>();
  for (let j = 0; j < cols; j++)
    for (let p = colStart[j]!; p < colStart[j + 1]!; p++) entries.set(rowIndex[p]! * cols + j, values[p]!);
  return entries;
}

/** 1 and -1 in an order without a period that a circuit could have: by the top bit of multiples of the golden ratio. */
function signsOf(count: number): number[] {
  return Array.from({ length: count }, (_, p) => (Math.imul(p + 1, 0x9e3779b9) < 0 ? -1 : 1));
}
