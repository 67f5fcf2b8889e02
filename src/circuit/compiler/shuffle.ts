/**
 * The shuffle: finds the hidden algebraic equations of a descriptor system M w' = A w + B lambda + F u.
 *
 * With M1 the storage rows and A2 the algebraic rows (0 = A2 w + B2 lambda + F2 u), the system is explicit when
 * the stack [M1; A2] is regular. Each left null combination nu M1 + mu A2 = 0 gives, with mu B2 = 0,
 *
 *     0 = nu (A1 w + B1 lambda + F1 u) - mu F2 u'
 *
 * which replaces one storage row with nu != 0: capacitors that close a loop (links) and inductors that cut
 * (tree branches) go first, so that tree capacitors and link inductors stay as states. u' are new inputs; constants
 * have none. Combinations with mu = 0 (ideally coupled inductors, parallel capacitors) come first; the
 * index is 1 + the number of rounds after them.
 *
 * A step of backward Euler over h -> 0 has w = w^/h + w+ with M w^ = 0 and A2 w^ = 0 (impulses), M1 w+ = M1 w- + A1 w^, hence
 *
 *     (nu A1) w^ = mu F2 u - nu M1 w-
 *
 * which is handed on as `jumps`: what an inconsistent start needs (conventions: jumps).
 *
 * mu B2 = 0 is guaranteed by the tree rule: no ideal element lies in a loop of C and V sources, or in a cutset of L and I;
 * with controlled sources and ideal transformers `multiplier-choice.ts` sees to it.
 * Cost: O(N^3) a round. Source: [Luenberger 1977], [Kunkel-Mehrmann 2006, 2].
 */
import {
  addScaledWide,
  doubleDoubles,
  slicedWide,
  type DoubleDoubles,
} from '../../numerics/dense/double-double.js';
import { revealRank } from '../../numerics/dense/rank-reveal.js';
import { denseFromTriplets, wideFromTriplets } from '../../numerics/sparse/sparse-matrix.js';
import type { Descriptor } from './compiled-circuit.js';
import { addScaled, entry } from './dense-rows.js';
import { listNames, plural } from '../diagnose.js';
import type { InputTable } from './inputs.js';

/** RLC circuits have index 2 at most; a third round means a structure that this reduction does not know. */
const largestIndex = 2;

/** Entries of a null combination (largest 1) below this are rounding; genuine ones are ratios of incidences. */
const nullTolerance = 1e-9;

/** A row of the system: M w' (storage) or 0 (algebraic) = A w + B lambda + F u. */
interface Row {
  readonly M: Float64Array;
  /** With twice the digits: 1000 S and 1e-12 S add up at one node. */
  readonly A: DoubleDoubles;
  readonly B: Float64Array;
  /** Input index to coefficient. */
  readonly F: ReadonlyMap<number, number>;
  /** Index into `descriptor.storage`, or -1 for an algebraic row. */
  readonly storage: number;
  /** The right-hand side of a hidden equation for impulses. */
  readonly jump?: Omit<JumpEquation, 'row'>;
}

/** (nu A1) w^ = mu F2 u - nu M1 w-. */
export interface JumpEquation {
  /** The algebraic row that is nu A1. */
  readonly row: number;
  /** nu by index into `descriptor.storage`. */
  readonly storage: Float64Array;
  /** mu F2: input index to coefficient. */
  readonly inputs: ReadonlyMap<number, number>;
}

export interface ShuffledSystem {
  /** Storage rows that are left, as indices into `descriptor.storage`; their M rows are `kept` x N. */
  readonly kept: readonly number[];
  readonly keptM: Float64Array;
  /** Algebraic rows 0 = A w + B lambda + F u, N - kept of them. */
  readonly A: DoubleDoubles;
  readonly B: Float64Array;
  readonly F: readonly ReadonlyMap<number, number>[];
  readonly jumps: readonly JumpEquation[];
  readonly inputs: InputTable;
  readonly index: number;
}

/** Why a circuit has no explicit form; the message names what takes part. */
export interface ShuffleFailure {
  readonly failure: string;
  /** Elements whose multipliers would need impulses, where that is why. */
  readonly impulses?: readonly string[];
}

/** Shuffles until explicit. */
export function shuffle(descriptor: Descriptor): ShuffledSystem | ShuffleFailure {
  const size = descriptor.unknowns.length;
  const inputs = descriptor.inputs.copy();
  const replaced = (rows: readonly Row[], combinations: readonly Float64Array[]): Row[] | ShuffleFailure => {
    const dropped = assignDroppedRows(descriptor, rows, combinations);
    if (typeof dropped === 'string') return { failure: dropped };
    const hidden = combinations.map((combination) =>
      hiddenEquation(rows, combination, size, inputs, descriptor.storage.length),
    );
    const bound = hidden.find(({ multipliers }) => multipliers.length > 0);
    if (bound) return boundMultipliers(descriptor, bound.multipliers);
    if (index > largestIndex) return { failure: indexTooHigh(descriptor, rows, dropped) };
    return rows.map((row, i) => hidden[dropped.indexOf(i)]?.row ?? row);
  };
  let rows = workingRows(descriptor);
  let index = rows.some((row) => row.storage < 0) ? 1 : 0;
  const dependent = dependentStorage(rows, size);
  if (dependent.length > 0) {
    const next = replaced(rows, dependent);
    if ('failure' in next) return next;
    rows = next;
  }
  for (;;) {
    const combinations = nullCombinations(rows, size);
    if (combinations.length === 0) return finish(rows, size, descriptor.rows.length, inputs, index);
    index++;
    const next = replaced(rows, combinations);
    if ('failure' in next) return next;
    rows = next;
  }
}

/** The left null combinations of the stack [M1; A2]. */
function nullCombinations(rows: readonly Row[], size: number): Float64Array[] {
  const stack = new Float64Array(rows.length * size);
  rows.forEach((row, i) => stack.set(row.storage >= 0 ? row.M : row.A.hi, i * size));
  const { rank, leftNull } = revealRank(rows.length, size, stack);
  return Array.from({ length: rows.length - rank }, (_, k) =>
    leftNull.slice(k * rows.length, (k + 1) * rows.length),
  );
}

/** Those of the storage rows alone, nu M1 = 0: capacitors side by side, inductors coupled by K = 1. */
function dependentStorage(rows: readonly Row[], size: number): Float64Array[] {
  const storage = rows.flatMap((row, i) => (row.storage >= 0 ? [i] : []));
  const among = storage.map((i) => rows[i] as Row);
  return nullCombinations(among, size).map((combination) => {
    const whole = new Float64Array(rows.length);
    storage.forEach((i, k) => (whole[i] = combination[k] as number));
    return whole;
  });
}

function workingRows(descriptor: Descriptor): Row[] {
  const { unknowns, rows, inputs, storage, equations } = descriptor;
  const size = unknowns.length;
  const m = rows.length;
  const p = inputs.signals.length;
  const M = denseFromTriplets(size, size, descriptor.M);
  const A = wideFromTriplets(size, size, descriptor.A);
  const B = denseFromTriplets(size, m, descriptor.B);
  const F = denseFromTriplets(size, p, descriptor.F);
  const storageOf = new Map(storage.map(({ row }, k) => [row, k]));
  return equations.map((_, i) => {
    const terms = new Map<number, number>();
    for (let j = 0; j < p; j++) if (entry(F, p, i, j) !== 0) terms.set(j, entry(F, p, i, j));
    return {
      M: M.slice(i * size, (i + 1) * size),
      A: slicedWide(A, i * size, size),
      B: B.slice(i * m, (i + 1) * m),
      F: terms,
      storage: storageOf.get(i) ?? -1,
    };
  });
}

/**
 * Chooses for each combination the storage row that it replaces, and eliminates that row from the other
 * combinations (Gauss-Jordan over the columns of storage rows, in order of preference). Returns a message when a
 * combination holds no storage row: the algebraic equations themselves are dependent.
 */
function assignDroppedRows(
  descriptor: Descriptor,
  rows: readonly Row[],
  combinations: readonly Float64Array[],
): number[] | string {
  const dropped = combinations.map(() => -1);
  const candidates = rows.flatMap((row, i) => (row.storage >= 0 ? [i] : []));
  candidates.sort((i, j) => preference(descriptor, rows[i]) - preference(descriptor, rows[j]) || j - i);
  for (const column of candidates) {
    let best = -1;
    let size = nullTolerance;
    combinations.forEach((combination, k) => {
      const a = Math.abs(combination[column] as number);
      if (dropped[k] === -1 && a > size) [best, size] = [k, a];
    });
    if (best < 0) continue;
    dropped[best] = column;
    const pivotRow = combinations[best] as Float64Array;
    const pivot = pivotRow[column] as number;
    combinations.forEach((other, k) => {
      const factor = (other[column] as number) / pivot;
      if (k === best || factor === 0) return;
      addScaled(other, 0, -factor, pivotRow, 0, other.length);
      other[column] = 0;
    });
  }
  const failed = dropped.indexOf(-1);
  return failed < 0 ? dropped : dependentEquations(descriptor, combinations[failed] as Float64Array);
}

/** Rows to be given up first have the smallest number. */
function preference(descriptor: Descriptor, row: Row | undefined): number {
  const { branch = -1, quantity = 'v' } = descriptor.storage[row?.storage ?? -1] ?? {};
  const inTree = descriptor.tree.inTree[branch] === true;
  return inTree === (quantity === 'i') ? 0 : 1;
}

interface HiddenEquation {
  readonly row: Row;
  /** Multipliers whose derivative would appear: none, by the tree rule. */
  readonly multipliers: readonly number[];
}

function hiddenEquation(
  rows: readonly Row[],
  combination: Float64Array,
  size: number,
  inputs: InputTable,
  storageCount: number,
): HiddenEquation {
  const m = rows[0]?.B.length ?? 0;
  const A = doubleDoubles(size);
  const B = new Float64Array(m);
  const F = new Map<number, number>();
  const derivatives = new Float64Array(m);
  const terms = new Float64Array(m);
  const storage = new Float64Array(storageCount);
  const jumping = new Map<number, number>();
  rows.forEach((row, i) => {
    const factor = combination[i] as number;
    if (Math.abs(factor) <= nullTolerance) return;
    if (row.storage >= 0) {
      storage[row.storage] = factor;
      addScaledWide(A, 0, factor, 0, row.A, 0, size);
      addScaled(B, 0, factor, row.B, 0, m);
      for (const [input, coefficient] of row.F) F.set(input, (F.get(input) ?? 0) + factor * coefficient);
      return;
    }
    addScaled(derivatives, 0, factor, row.B, 0, m);
    for (let k = 0; k < m; k++) terms[k] = (terms[k] as number) + Math.abs(factor * (row.B[k] as number));
    for (const [input, coefficient] of row.F) {
      jumping.set(input, (jumping.get(input) ?? 0) + factor * coefficient);
      const derivative = inputs.derivativeOf(input);
      if (derivative !== undefined) F.set(derivative, (F.get(derivative) ?? 0) - factor * coefficient);
    }
  });
  // What the terms leave over is a genuine multiplier unless it is their rounding.
  const multipliers = [...derivatives.keys()].filter(
    (k) => Math.abs(derivatives[k] as number) > nullTolerance * (terms[k] as number),
  );
  const jump = { storage, inputs: jumping };
  return { row: { M: new Float64Array(size), A, B, F, storage: -1, jump }, multipliers };
}

function finish(
  rows: readonly Row[],
  size: number,
  m: number,
  inputs: InputTable,
  index: number,
): ShuffledSystem {
  const storage = rows.filter((row) => row.storage >= 0);
  const algebraic = rows.filter((row) => row.storage < 0);
  const keptM = new Float64Array(storage.length * size);
  storage.forEach((row, i) => keptM.set(row.M, i * size));
  const A = doubleDoubles(algebraic.length * size);
  const B = new Float64Array(algebraic.length * m);
  algebraic.forEach((row, i) => {
    A.hi.set(row.A.hi, i * size);
    A.lo.set(row.A.lo, i * size);
    B.set(row.B, i * m);
  });
  const kept = storage.map((row) => row.storage);
  const jumps = algebraic.flatMap(({ jump }, row) => (jump ? [{ ...jump, row }] : []));
  return { kept, keptM, A, B, F: algebraic.map((row) => row.F), jumps, inputs, index };
}

function dependentEquations(descriptor: Descriptor, combination: Float64Array): string {
  const names = descriptor.equations
    .filter((_, i) => Math.abs(combination[i] as number) > nullTolerance)
    .map(({ quantity, name }) =>
      quantity === 'i' ? `the current law of node ${name}` : `the law of ${name}`,
    );
  const fault = plural(names.length, 'has no unknown left', 'depend on each other');
  return `the equations do not determine the circuit: ${listNames(names)} ${fault}`;
}

function boundMultipliers(descriptor: Descriptor, multipliers: readonly number[]): ShuffleFailure {
  const impulses = [
    ...new Set(multipliers.map((k) => (descriptor.rows[k]?.name ?? '').replace(/[:#].*/, ''))),
  ];
  const failure = `${listNames(impulses)} would need an impulse at every change: capacitors or inductors bind the ideal elements to each other`;
  return { failure, impulses };
}

function indexTooHigh(descriptor: Descriptor, rows: readonly Row[], dropped: readonly number[]): string {
  const names = dropped.map((i) => {
    const { branch = -1 } = descriptor.storage[rows[i]?.storage ?? -1] ?? {};
    return descriptor.branches[branch]?.name ?? '';
  });
  return `the circuit has an index above ${largestIndex}: ${listNames(names)} would need second derivatives of sources`;
}
