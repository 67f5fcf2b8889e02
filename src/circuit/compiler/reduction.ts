/**
 * From the descriptor to the explicit small system
 *
 *     M x' = A x + B lambda + F u,      y = C x + D lambda + E u,      w = Wx x + Wl lambda + Wu u
 *
 * The shuffle leaves storage rows x = P w (voltages of tree capacitors, currents of link inductors, magnetizing currents)
 * and algebraic rows A2 w + B2 lambda + F2 u = 0, together regular: K = [A2; P], w = K^-1 [-(B2 lambda + F2 u); x].
 *
 * All capacitor voltages and inductor currents are z = Tx x + Tu u + Tl lambda with G Tl = 0, energy z G z / 2,
 * G = diag(C, L) + mutual inductances, and G z' = q, the capacitor currents and inductor voltages. Hence
 *
 *     M = Tx^T G Tx (symmetric positive definite),      M x' = Tx^T q - Tx^T G Tu u'
 *
 * so that without capacitor-source loops the energy is x M x / 2, and M = diag(C, L) where no loop, cutset or coupling
 * exists. All of it is computed with twice the digits and rounded at the end; what rounding leaves over is handed on, since a
 * voltage over 1 TOhm is the difference of currents of 1 A times that. Cost: O(N^3) once; for small systems only. Guaranteed for circuits that `reportWellPosedness` accepts and
 * whose resistances and controlled sources do not cancel.
 */
import {
  addScaledWide,
  doubleDoubles,
  slicedWide,
  solveWide,
  widened,
  type DoubleDoubles,
} from '../../numerics/dense/double-double.js';
import { decimalRest } from '../../numerics/dense/decimal-rest.js';
import { denseFromTriplets, wideFromTriplets } from '../../numerics/sparse/sparse-matrix.js';
import { branchForms, voltageForm } from './branch-forms.js';
import type { Descriptor, ReducedSystem, StateVariable, StorageRow } from './compiled-circuit.js';
import { addEntry, addScaled, entry, positiveZeros } from './dense-rows.js';
import { formsOf } from '../forms-of.js';
import type { Branch } from '../primitives.js';
import { mutualInductance } from './couple.js';
import type { Recovery } from './recovery.js';
import { startForms } from './start-forms.js';
import { shuffle, type ShuffledSystem, type ShuffleFailure } from './shuffle.js';

/**
 * Entries of Tx this close to an integer are that integer: they are sums of incidences along loops and
 * cutsets, and carry the rounding of one solve.
 */
const integerTolerance = 1e-9;

/** Reduces a descriptor; a failure bears the message for the user. */
export function reduce(descriptor: Descriptor): ReducedSystem | ShuffleFailure {
  const shuffled = shuffle(descriptor);
  if ('failure' in shuffled) return shuffled;
  const recovery = recover(descriptor, shuffled);
  if (recovery === undefined) {
    return { failure: 'the equations do not determine the circuit: a pivot vanished in their solution' };
  }
  const { n, m, p, size, W } = recovery;
  const storage = storageForms(descriptor, shuffled, recovery);
  const forms = branchForms(descriptor, recovery);
  const moving = dynamics(descriptor, shuffled, recovery, storage);
  const read = outputs(descriptor, recovery);
  return {
    n,
    m,
    p,
    states: shuffled.kept.map((k) => stateVariable(descriptor, k)),
    ...moving,
    ...read,
    remainder: { ...moving.remainder, ...read.remainder },
    cancelled: isExact(descriptor) ? structuralZero : valueZero,
    inputs: shuffled.inputs.signals,
    inputNames: shuffled.inputs.names,
    recoverX: columns(W.hi, size, n + m + p, 0, n),
    recoverLambda: columns(W.hi, size, n + m + p, n, m),
    recoverU: columns(W.hi, size, n + m + p, n + m, p),
    unknowns: descriptor.unknowns,
    rows: descriptor.rows,
    branches: descriptor.branches,
    forms,
    index: shuffled.index,
    storage: descriptor.storage,
    storageMatrix: energyMatrix(descriptor),
    start: startForms(descriptor, shuffled, recovery),
    ...storage,
  };
}

function stateVariable(descriptor: Descriptor, storageIndex: number): StateVariable {
  const { branch = -1, quantity = 'v', combined } = descriptor.storage[storageIndex] ?? {};
  const name = descriptor.branches[combined?.branch ?? branch]?.name ?? '';
  return {
    name: `${combined ? 'im' : quantity}(${name})`,
    unit: quantity === 'v' ? 'V' : 'A',
  };
}

/** G: capacitances, inductances and mutual inductances, K x K. */
function energyMatrix({ storage, branches }: Descriptor): Float64Array {
  const count = storage.length;
  const G = new Float64Array(count * count);
  const rowOf = new Map(storage.map(({ branch }, k) => [branches[branch]?.name ?? '', k]));
  storage.forEach(({ branch, coefficient }, k) => {
    G[k * count + k] = coefficient;
    const own = branches[branch];
    if (own?.kind !== 'inductance') return;
    for (const { branch: name } of own.mutual ?? []) {
      const j = rowOf.get(name) ?? -1;
      const other = branches[storage[j]?.branch ?? -1];
      if (j >= 0) G[k * count + j] = mutualInductance(own, other);
    }
  });
  return G;
}

function recover(descriptor: Descriptor, shuffled: ShuffledSystem): Recovery | undefined {
  const size = descriptor.unknowns.length;
  const n = shuffled.kept.length;
  const m = descriptor.rows.length;
  const p = shuffled.inputs.signals.length;
  const K = doubleDoubles(size * size);
  K.hi.set(shuffled.A.hi, 0);
  K.lo.set(shuffled.A.lo, 0);
  K.hi.set(shuffled.keptM, (size - n) * size);
  const { jumps } = shuffled;
  const columnCount = n + m + p + jumps.length;
  const W = doubleDoubles(size * columnCount);
  for (let i = 0; i < size - n; i++) {
    addScaled(W.hi, i * columnCount + n, -1, shuffled.B, i * m, m);
    for (const [input, value] of shuffled.F[i] ?? []) addEntry(W.hi, columnCount, i, n + m + input, -value);
  }
  for (let i = 0; i < n; i++) W.hi[(size - n + i) * columnCount + i] = 1;
  jumps.forEach(({ row }, k) => (W.hi[row * columnCount + n + m + p + k] = 1));
  if (!solveWide(size, K, columnCount, W) || !W.hi.every(Number.isFinite)) return undefined;
  clearResidue(W, columnCount);
  positiveZeros(W.hi);
  const width = n + m + p;
  return {
    size,
    n,
    m,
    p,
    W: wideColumns(W, size, columnCount, 0, width),
    impulses: wideColumns(W, size, columnCount, width, jumps.length),
  };
}

function wideColumns(
  { hi, lo }: DoubleDoubles,
  rows: number,
  width: number,
  start: number,
  count: number,
): DoubleDoubles {
  return { hi: columns(hi, rows, width, start, count), lo: columns(lo, rows, width, start, count) };
}

/** Elimination leaves this part of a column's size where a zero belongs. */
const residue = 1e-30;

function clearResidue({ hi, lo }: DoubleDoubles, cols: number): void {
  const largest = new Float64Array(cols);
  hi.forEach((value, k) => (largest[k % cols] = Math.max(largest[k % cols] ?? 0, Math.abs(value))));
  hi.forEach((value, k) => {
    if (Math.abs(value) <= residue * (largest[k % cols] ?? 0)) hi[k] = lo[k] = 0;
  });
}

type StorageForms = Pick<ReducedSystem, 'storageX' | 'storageU'>;

/** z = Tx x + Tu u for all capacitors and inductors; kept ones are states themselves unless rows are combined. */
function storageForms(descriptor: Descriptor, shuffled: ShuffledSystem, recovery: Recovery): StorageForms {
  const { n, m, p, W } = recovery;
  const width = n + m + p;
  const count = descriptor.storage.length;
  const storageX = new Float64Array(count * n);
  const storageU = new Float64Array(count * p);
  const clean = holdsIncidences(descriptor) ? nearInteger : (value: number): number => value;
  descriptor.storage.forEach(({ branch, quantity, combined }, k) => {
    const state = combined ? -1 : shuffled.kept.indexOf(k);
    if (state >= 0) {
      storageX[k * n + state] = 1;
      return;
    }
    const own = descriptor.currentUnknown[branch] as number;
    const { a = '', b = '' } = descriptor.branches[branch] ?? {};
    const form =
      quantity === 'v'
        ? voltageForm(descriptor, recovery, a, b).hi
        : W.hi.subarray(own * width, (own + 1) * width);
    for (let j = 0; j < n; j++) storageX[k * n + j] = clean(form[j] as number);
    for (let j = 0; j < p; j++) {
      // The shuffle took the derivative of every input that sets a z: the others are here by rounding.
      if (shuffled.inputs.hasDerivative(j) || combined)
        storageU[k * p + j] = clean(form[n + m + j] as number);
    }
  });
  return { storageX: positiveZeros(storageX), storageU: positiveZeros(storageU) };
}

/** Whether loops and cutsets alone bind quantities to each other: then no zero depends on digits of values. */
function holdsIncidences({ branches, storage }: Descriptor): boolean {
  return branches.every(({ kind }) => kind !== 'controlled') && storage.every(({ combined }) => !combined);
}

/**
 * Whether what cancels does so but for the rounding of twice the digits: incidences, the turns of coils coupled by 1, and gains that are
 * the numbers that their user wrote. Gains of multipliers are doubles: these have to be the numbers themselves.
 */
function isExact({ branches, storage, currentUnknown }: Descriptor): boolean {
  if (storage.some(({ combined }) => combined?.isOfTurns === false)) return false;
  const terms = branches.flatMap((branch) => formsOf(branch)).flatMap((form) => form.terms);
  if (terms.length === 0) return true;
  const isMultiplier = ({ kind }: Branch, index: number): boolean =>
    (currentUnknown[index] as number) < 0 && kind !== 'resistance' && kind !== 'current';
  const byMultipliers = new Set(branches.filter(isMultiplier).map(({ element }) => element));
  return terms.every((term) => {
    if (term.quantity === 'signal') return true;
    const isWide =
      term.quantity === 'voltage' || (term.quantity === 'current' && !byMultipliers.has(term.element));
    return isWide ? decimalRest(term.gain) !== undefined : Math.fround(term.gain) === term.gain;
  });
}

/** Twice the digits leave this where terms cancel exactly, and where rounded gains and couplings do. */
const structuralZero = 1e-27;
const valueZero = 2e-15;

function nearInteger(value: number): number {
  const integer = Math.round(value);
  return Math.abs(value - integer) <= integerTolerance ? integer : value;
}

type Dynamics = Pick<ReducedSystem, 'M' | 'A' | 'B' | 'F'> & {
  readonly remainder: Pick<ReducedSystem, 'A' | 'B' | 'F'>;
};

function dynamics(
  descriptor: Descriptor,
  shuffled: ShuffledSystem,
  recovery: Recovery,
  { storageX, storageU }: StorageForms,
): Dynamics {
  const { n, m, p } = recovery;
  const width = n + m + p;
  const count = descriptor.storage.length;
  const right = doubleDoubles(n * width);
  // G Tx and G Tu, row by row.
  const G = energyMatrix(descriptor);
  const GTx = product(count, count, n, G, storageX);
  const GTu = product(count, count, p, G, storageU);
  clearRounding(GTu, product(count, count, p, G.map(Math.abs), storageU.map(Math.abs)));
  const M = new Float64Array(n * n);
  descriptor.storage.forEach((row, k) => {
    const power = powerForm(descriptor, recovery, row);
    for (let i = 0; i < n; i++) {
      const t = entry(storageX, n, k, i);
      if (t === 0) continue;
      addScaled(M, i * n, t, GTx, k * n, n);
      addScaledWide(right, i * width, t, 0, power, 0, width);
      for (let j = 0; j < p; j++) {
        const value = entry(GTu, p, k, j);
        const derivative =
          value === 0 || !shuffled.inputs.hasDerivative(j) ? undefined : shuffled.inputs.derivativeOf(j);
        if (derivative !== undefined) addEntry(right.hi, width, i, n + m + derivative, -t * value);
      }
    }
  });
  const blocks = (part: Float64Array): Omit<Dynamics, 'M' | 'remainder'> => ({
    A: columns(part, n, width, 0, n),
    B: columns(part, n, width, n, m),
    F: columns(part, n, width, n + m, p),
  });
  return { M, ...blocks(right.hi), remainder: blocks(right.lo) };
}

/**
 * Terms that cancel to less than this part of them leave rounding: no flux of ideally coupled inductors depends on what
 * their currents share out.
 */
const cancelledTolerance = 1e-11;

function clearRounding(values: Float64Array, terms: Float64Array): void {
  for (let k = 0; k < values.length; k++) {
    if (Math.abs(values[k] as number) <= cancelledTolerance * (terms[k] as number)) values[k] = 0;
  }
}

function product(
  rows: number,
  inner: number,
  cols: number,
  left: Float64Array,
  right: Float64Array,
): Float64Array {
  const out = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < inner; k++) addScaled(out, i * cols, entry(left, inner, i, k), right, k * cols, cols);
  }
  return out;
}

/** Writes q of one storage element as a form over zeta: the capacitor's current or the inductor's voltage. */
function powerForm(
  descriptor: Descriptor,
  recovery: Recovery,
  { branch, quantity }: StorageRow,
): DoubleDoubles {
  const { n, m, p, W } = recovery;
  if (quantity === 'v') {
    const own = descriptor.currentUnknown[branch] as number;
    return slicedWide(W, own * (n + m + p), n + m + p);
  }
  const { a = '', b = '' } = descriptor.branches[branch] ?? {};
  return voltageForm(descriptor, recovery, a, b);
}

type Outputs = Pick<ReducedSystem, 'C' | 'D' | 'E'> & {
  readonly remainder: Pick<ReducedSystem, 'C' | 'D' | 'E'>;
};

/** y = C w + D lambda + E u of the descriptor with w replaced by its forms. */
function outputs(descriptor: Descriptor, { size, n, m, p, W }: Recovery): Outputs {
  const width = n + m + p;
  const y = doubleDoubles(m * width);
  const C = wideFromTriplets(m, size, descriptor.C);
  const D = denseFromTriplets(m, m, descriptor.D);
  const E = denseFromTriplets(m, descriptor.inputs.signals.length, descriptor.E);
  const given = descriptor.inputs.signals.length;
  const terms = new Float64Array(m * width);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < size; j++) {
      const factor = entry(C.hi, size, i, j);
      if (factor === 0) continue;
      addScaledWide(y, i * width, factor, entry(C.lo, size, i, j), W, j * width, width);
      for (let k = 0; k < width; k++) {
        const magnitude = Math.abs(factor * (W.hi[j * width + k] as number));
        terms[i * width + k] = (terms[i * width + k] as number) + magnitude;
      }
    }
    addScaledWide(y, i * width + n, 1, 0, widened(D), i * m, m);
    addScaledWide(y, i * width + n + m, 1, 0, widened(E), i * given, given);
  }
  // What two paths to a row take from each other is no entry of it.
  for (let k = 0; k < terms.length; k++) {
    if (!(Math.abs(y.hi[k] as number) <= structuralZero * (terms[k] as number))) continue;
    y.hi[k] = 0;
    y.lo[k] = 0;
  }
  const blocks = (part: Float64Array): Omit<Outputs, 'remainder'> => ({
    C: columns(part, m, width, 0, n),
    D: columns(part, m, width, n, m),
    E: columns(part, m, width, n + m, p),
  });
  return { ...blocks(y.hi), remainder: blocks(y.lo) };
}

/** Copies `count` columns from `start` of a matrix with `width` columns. */
function columns(A: Float64Array, rows: number, width: number, start: number, count: number): Float64Array {
  const out = new Float64Array(rows * count);
  for (let i = 0; i < rows; i++) out.set(A.subarray(i * width + start, i * width + start + count), i * count);
  return positiveZeros(out);
}
