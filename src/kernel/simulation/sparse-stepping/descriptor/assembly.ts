/**
 * A descriptor system compiled for Newton's method: at a point w = (z | u | 0) and for one coefficient b,
 *
 *     k = K z + S u + sum f_e + G z,     s = Q z + sum q_e,     J = dk/dz + b ds/dz,
 *
 * all of them sparse, with the place of every contribution found once. G are conductances to ground (`shunts`), 0 unless
 * something undetermined or a homotopy asks for them. The constant part of J stays for one b, so that an evaluation copies
 * it and adds the local laws. A law that limits its step is taken along its tangent at the limited values: k and s are
 * then those of the tangent at w. Rows with index `size` and entries behind the pattern take what is for nobody.
 * Cost of an evaluation: entries of K, Q and J once, and one call a local law. Source: [Vlach-Singhal 1994] ch. 4, 10.
 */
import {
  type Bound,
  floatsIn,
  integersIn,
  type NumberRoom,
  plainRoom,
  type WithoutRecord,
} from '../../../../numerics/code/number-room.js';
import { compressColumns, Triplets, type SparseMatrix } from '../../../../numerics/sparse/sparse-matrix.js';
import type { DescriptorSystem } from '../../../modeling/descriptor-system.js';
import { setCoefficient, type CoefficientArrays } from './linear-coefficient.js';
import { nearestUnknown } from './nearest-unknown.js';
import { compileGroup, type CompiledGroup } from './compiled-group.js';
import { evaluateDescriptor, writeMagnitudes, type DescriptorArrays } from './descriptor-evaluation.js';
import type { SparsePattern } from '../../../../numerics/sparse/compressed-columns.js';

/** Floating groups that one solve can leave where they are. */
const MAX_PINS = 16;

export class DescriptorAssembly {
  readonly size: number;
  readonly inputCount: number;
  /** Length of a point w = (z | u | 0). */
  readonly pointLength: number;
  readonly pattern: SparsePattern;
  /** J, one entry more than the pattern. */
  readonly values: Float64Array;
  /** k and s by row, one more than there are. */
  readonly k: Float64Array;
  readonly s: Float64Array;
  /** ds/dz at the last evaluation. */
  readonly storage: SparseMatrix;
  /** Rows that have something behind d/dt, unknowns that are there, and all others. */
  readonly storageRows: Int32Array;
  readonly stateUnknowns: Int32Array;
  readonly algebraicUnknowns: Int32Array;
  /** Of each unknown its conductance to ground, in the row `system.grounds` names. */
  readonly shunts: Float64Array;
  /** Rows that local laws add to, and by row the largest term of these at the last evaluation. */
  readonly lawRows: Int32Array;
  readonly terms: Float64Array;
  /** True where local laws make the system nonlinear. */
  readonly nonlinear: boolean;
  /** True while rates are left out: s = 0. */
  withoutStorage = false;
  /** Local laws evaluated. */
  evaluations = 0;
  readonly #groups: CompiledGroup[];
  readonly #shuntPlace: Int32Array;
  /** What the part of J without laws is made of. */
  readonly coefficient: CoefficientArrays;
  readonly #setCoefficient: WithoutRecord<typeof setCoefficient>;
  #isBeginning = false;

  /** All that is read in an iteration, in its room. */
  readonly arrays: DescriptorArrays;
  readonly #evaluate: Bound<[w: Float64Array, b: number, limits: boolean, begins: boolean], number>;
  readonly #writeMagnitudes: Bound<[w: Float64Array, out: Float64Array, least: number], void>;
  /** Instances of all groups. */
  readonly #instances: number;

  constructor(
    readonly system: DescriptorSystem,
    readonly room: NumberRoom = plainRoom,
  ) {
    const { size, inputs, K, Q, S, groups, pairs, guards, grounds } = system;
    this.size = size;
    this.inputCount = inputs.length;
    this.pointLength = size + inputs.length + 1;
    const compressedK = compressColumns(size, size, K);
    const all = new Triplets();
    const storage = new Triplets();
    addPattern(all, K);
    addPattern(all, Q);
    addPattern(storage, Q);
    for (const group of groups) addLocals(group, size, all, storage);
    for (const { row, unknown } of pairs) all.add(row, unknown, 0);
    for (const { row, unknown } of guards) all.add(row, unknown, 0);
    if (grounds) grounds.forEach((row, unknown) => row >= 0 && all.add(row, unknown, 0));
    const compressed = compressColumns(size, size, all);
    const entries = compressed.rowIndex.length;
    this.values = room.floats(entries + 1);
    const pattern = { ...matrixIn(room, compressed), values: this.values };
    this.pattern = pattern;
    this.storage = matrixIn(room, compressColumns(size, size, storage));
    const linear = room.floats(entries);
    const compressedQ = compressColumns(size, size, Q);
    const constantStorage = floatsIn(room, spread(compressedQ, this.storage));
    this.storage.values.set(constantStorage);
    this.k = room.floats(size + 1);
    this.s = room.floats(size + 1);
    this.shunts = room.floats(size);
    const lawRows = new Set(groups.flatMap(({ rows }) => Array.from(rows).filter((row) => row >= 0)));
    this.lawRows = integersIn(room, [...lawRows]);
    this.terms = room.floats(size + 1);
    this.#shuntPlace = room.integers(size);
    for (let unknown = 0; unknown < size; unknown++) {
      const row = grounds?.[unknown] ?? -1;
      this.#shuntPlace[unknown] = row < 0 ? -1 : placeOf(pattern, row, unknown);
    }
    this.coefficient = {
      ...{ size, linear, shunts: this.shunts, pins: room.floats(size), shuntPlace: this.#shuntPlace },
      kValues: floatsIn(room, spread(compressedK, pattern)),
      qValues: floatsIn(room, spread(compressedQ, pattern)),
      ...{ b: floatsIn(room, [NaN]), pinned: room.integers(1) },
    };
    this.#setCoefficient = room.bind('setCoefficient', setCoefficient, this.coefficient);
    this.nonlinear = groups.some(({ count }) => count > 0);
    this.#groups = groups
      .filter(({ count }) => count > 0)
      .map((group) => compileGroup(group, this, (row, col) => placeOf(pattern, row, col)));
    const rows = new Set([...this.storage.rowIndex, ...groups.flatMap(rowsThatStore)]);
    this.storageRows = integersIn(room, Int32Array.from(rows).sort());
    const { colStart } = this.storage;
    const unknowns = Array.from({ length: size }, (_, j) => j);
    const isState = (j: number): boolean => colStart[j + 1]! > colStart[j]!;
    this.stateUnknowns = integersIn(room, unknowns.filter(isState));
    this.algebraicUnknowns = integersIn(
      room,
      unknowns.filter((j) => !isState(j)),
    );
    this.arrays = {
      size,
      ...{ K: matrixIn(room, compressedK), S: matrixIn(room, compressColumns(size, inputs.length, S)) },
      ...{ storage: this.storage, linear, constantStorage, pattern, shunts: this.shunts },
      targets: {
        ...{ k: this.k, s: this.s, values: this.values, stored: this.storage.values, terms: this.terms },
      },
      grounds: integersIn(room, grounds ?? new Int32Array(size).fill(-1)),
      groups: this.#groups,
      nearness: room.floats(1),
      absolute: floatsIn(room, system.absolute),
      residual: floatsIn(room, system.residual),
      lawRows: this.lawRows,
    };
    this.#instances = this.#groups.reduce((sum, { count }) => sum + count, 0);
    this.#evaluate = room.bind('evaluateDescriptor', evaluateDescriptor, this.arrays);
    this.#writeMagnitudes = room.bind('writeMagnitudes', writeMagnitudes, this.arrays);
  }

  /** The groups of local laws, as they stand here. */
  get groups(): readonly CompiledGroup[] {
    return this.#groups;
  }

  /** True where a conductance to ground of this unknown has a row. */
  canShunt(unknown: number): boolean {
    return this.#shuntPlace[unknown]! >= 0;
  }

  /** The place of an entry of J. */
  place(row: number, unknown: number): number {
    return placeOf(this.pattern, row, unknown);
  }

  /** Arrays that a copy of a run takes over: where the laws were evaluated last, and conductances. */
  get stateArrays(): Float64Array[] {
    return [this.shunts, ...this.#groups.flatMap(({ last, kept }) => [last, kept.at])];
  }

  /** To be called behind a change of `stateArrays`. */
  forgetTangents(): void {
    for (const { kept } of this.#groups) kept.unknown.fill(1);
  }

  /**
   * Lets an iteration leave an unknown behind d/dt where it is, the nearest to a column that J determines only beyond its
   * rounding (a floating group in a step so short that its capacitors outweigh all else); k stays as it is, and so does the
   * solution. False where that has been done.
   */
  pin(column: number): boolean {
    const { pins, pinned } = this.coefficient;
    const { colStart } = this.pattern;
    const stored = this.storage.colStart;
    const unknown = nearestUnknown(
      this.pattern,
      column,
      (i) => this.canShunt(i) && pins[i] === 0 && stored[i + 1]! > stored[i]!,
    );
    if (unknown < 0 || pinned[0] === MAX_PINS) return false;
    let largest = 0;
    for (let p = colStart[unknown]!; p < colStart[unknown + 1]!; p++)
      largest = Math.max(largest, Math.abs(this.values[p]!));
    pins[unknown] = largest;
    pinned[0]!++;
    this.forgetLinearPart();
    return largest > 0;
  }

  /** To be called after a change of `shunts`. */
  forgetLinearPart(): void {
    this.coefficient.b[0] = NaN;
  }

  /** Takes the values of the laws at w as those that the next steps may not be too far from. */
  resetLimits(w: Float64Array): void {
    for (const group of this.#groups)
      for (let i = 0; i < group.reads.length; i++) group.last[i] = w[group.reads[i]!]!;
  }

  /** The next evaluation is one along the tangents at the values from which the laws want to start. */
  startFromBegin(): void {
    this.#isBeginning = true;
  }

  /**
   * Evaluates k, s, J and ds/dz at w; returns how many laws have moved their values (`limit`), w staying where it is.
   */
  evaluate(w: Float64Array, b: number, limits: boolean): number {
    this.prepare(b);
    const moved = this.#evaluate(w, this.withoutStorage ? 0 : b, limits, this.takeBeginning());
    this.countEvaluations(1);
    if (this.withoutStorage) this.s.fill(0);
    return moved;
  }

  /** Whether all laws had finite values and slopes at the last evaluation. */
  get isFinite(): boolean {
    return this.k.every(Number.isFinite) && this.values.every(Number.isFinite);
  }

  /** Makes the constant part of J that for b. */
  prepare(b: number): void {
    if (this.withoutStorage) b = 0;
    if (b !== this.coefficient.b[0]) this.#setCoefficient(b);
  }

  /** Counts the laws of evaluations. */
  countEvaluations(times: number): void {
    this.evaluations += times * this.#instances;
  }

  /** Whether the next evaluation is such a one; who asks makes it. */
  takeBeginning(): boolean {
    const begins = this.#isBeginning;
    this.#isBeginning = false;
    return begins;
  }

  /**
   * Writes sum |J_ij w_j| of every row: what the rounding of z and of the terms is measured by. Laws are as exact as their
   * values at some `least` tolerances of their arguments (1 V): a charge near 0 may be a difference of larger ones.
   */
  magnitudes(w: Float64Array, least: number, out: Float64Array): Float64Array {
    this.#writeMagnitudes(w, out, least);
    return out;
  }
}

function matrixIn(room: NumberRoom, { rows, cols, colStart, rowIndex, values }: SparseMatrix): SparseMatrix {
  const own = { colStart: integersIn(room, colStart), rowIndex: integersIn(room, rowIndex) };
  return { rows, cols, ...own, values: floatsIn(room, values) };
}

function addPattern(to: Triplets, from: Triplets): void {
  for (let p = 0; p < from.length; p++) to.add(from.row[p]!, from.col[p]!, 0);
}

function addLocals(
  { law, count, reads, rows }: DescriptorSystem['groups'][number],
  size: number,
  all: Triplets,
  storage: Triplets,
): void {
  for (let instance = 0; instance < count; instance++)
    for (let i = 0; i < law.rows; i++)
      for (let j = 0; j < law.reads; j++) {
        const row = rows[instance * law.rows + i]!;
        const col = reads[instance * law.reads + j]!;
        if (row < 0 || col < 0 || col >= size) continue;
        const entry = i * law.reads + j;
        if (law.conducts[entry] || law.stores[entry]) all.add(row, col, 0);
        if (law.stores[entry]) storage.add(row, col, 0);
      }
}

/** Rows to which laws add a charge, be it one of inputs alone: the current of a source that a capacitor ties to another block. */
function rowsThatStore({ law, count, rows }: DescriptorSystem['groups'][number]): number[] {
  const out: number[] = [];
  for (let i = 0; i < law.rows; i++) {
    if (!law.stores.subarray(i * law.reads, (i + 1) * law.reads).includes(1)) continue;
    for (let instance = 0; instance < count; instance++) {
      const row = rows[instance * law.rows + i]!;
      if (row >= 0) out.push(row);
    }
  }
  return out;
}

/** Returns the values of A on a pattern that contains A's. */
function spread(A: SparseMatrix, pattern: SparsePattern): Float64Array {
  const out = new Float64Array(pattern.rowIndex.length);
  for (let j = 0; j < A.cols; j++)
    for (let p = A.colStart[j]!; p < A.colStart[j + 1]!; p++)
      out[placeOf(pattern, A.rowIndex[p]!, j)] = A.values[p]!;
  return out;
}

/** The entry of a pattern, or the one behind all where it has none. */
export function placeOf({ colStart, rowIndex }: SparsePattern, row: number, col: number): number {
  let low = colStart[col]!;
  let high = colStart[col + 1]! - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = rowIndex[middle]!;
    if (at === row) return middle;
    if (at < row) low = middle + 1;
    else high = middle - 1;
  }
  return rowIndex.length;
}
