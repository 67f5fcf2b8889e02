/**
 * The slow manifolds of a linear motion.
 *
 * Where some entries f decay much faster than the rest s moves (an inductor behind an open switch of 1 GOhm:
 * 1e-13 s beside 1e-4 s), following f would cost a segment a time constant for ever. The full system is propagated until f
 * has reached the manifold f = X s (`manifold-equation.ts`) to rounding, the slow one from then on.
 */
import { symmetricEigen } from '../../../../numerics/dense/symmetric-eigen.js';
import {
  doubleDoubles,
  slicedWide,
  solveWide,
  type DoubleDoubles,
} from '../../../../numerics/dense/double-double.js';
import { balance } from '../../../../numerics/dense/balance.js';
import { linearMotion, motionRate, type LinearMotion } from '../motion/linear-motion.js';
import { noiseOff } from './manifold-noise.js';
import { layered } from './layered-manifold.js';
import { manifoldOver, solveManifold, type ManifoldSolution } from './manifold-equation.js';
import { spectralSplits } from './spectral-basis.js';
import {
  basisOf,
  changeBasis,
  widen,
  wideProduct,
  type Basis,
  type WideMotion,
} from '../motion/wide-motion.js';

export interface SlowManifold extends LinearMotion {
  /** s = project xi (size x full size), xi = lift s (full size x size). */
  readonly project: Float64Array;
  readonly lift: Float64Array;
  /** The same with twice the digits. */
  readonly wide: {
    readonly project: DoubleDoubles;
    readonly lift: DoubleDoubles;
    readonly off: DoubleDoubles;
  };
  /** The model's multipliers over s, and the same with twice the digits. */
  readonly multipliers: Float64Array;
  readonly wideMultipliers: DoubleDoubles;
  /** xi lies on the manifold where off xi = 0, fast x full size. */
  readonly off: Float64Array;
  readonly fast: number;
  /** What plain numbers can know of it, over |xi| (`manifold-noise.ts`). */
  readonly noise: Float64Array;
  /** This many of the leading coordinates are d, what xi is off a manifold. */
  readonly followed: number;
  /** 1 for d, and for coordinates that decay on a larger manifold: where they were lifted from it they are known to digits of their own. */
  readonly decaying: Uint8Array;
  /** Smallest decay of what is off it, 1/s. */
  readonly decay: number;
  /** By how much x is off where off xi = d: by back d, n x fast. Absent: d are states themselves. */
  readonly back?: Float64Array;
  /** What guards have of d, guards x fast: of the last manifold alone, beside which d is followed. */
  readonly reads: Float64Array;
}

interface Found extends ManifoldSolution {
  /** An invariant subspace of A that no few states span: rounding moves it by what gains make of it. */
  readonly mixed?: true;
}

/** A part is fast when it decays this many times faster than everything else moves. */
const fastRatio = 30;
/** The same between invariant subspaces, which only the inputs couple. */
const spectralRatio = 10;

/**
 * Finds the slow manifolds, one for each set of states that decays by itself much faster than the rest moves,
 * the largest set (the slowest motion) first. Within the smallest of them, of several states none of which is faster than
 * another, combinations are tried: the eigenvectors of the symmetric part of A in the units of `weight` (a floating star
 * point of three inductors has one fast combination and two slow ones; two junctions behind small resistances share their
 * charges fast and lose them slowly), and where those do not part either (an amplifier's inner loops), the invariant
 * subspaces of A itself (`spectral-basis.ts`). `like` is that of the full motion's guards.
 */
export function slowManifolds(full: WideMotion, like: Int32Array, weight: Float64Array): SlowManifold[] {
  const n = weight.length;
  const plain = manifoldsIn(full);
  const least = minFast(plain, n);
  if (least < 2) return finishedAll(withInner(plain, weight), full, like);
  const basis = decayBasis(full, weight);
  const combined = basis
    ? manifoldsIn(changeBasis(full, basis)).flatMap((each) => overStates(full, each, basis, weight))
    : [];
  const fewer = combined.filter(({ fast }) => fast < least);
  const others = fewer.length > 0 ? fewer : spectralManifolds(full, weight, least);
  return finishedAll(withInner([...plain, ...others], weight), full, like);
}

/**
 * The manifold of a motion in another basis, over states: those that make the equations off xi = 0 best determined are the fast
 * ones, and the others move by themselves. A leakage of 1e-10 A would lose its digits in a combination with currents of 1 A.
 */
function overStates(
  full: WideMotion,
  { off, fast: q }: ManifoldSolution,
  basis: Basis,
  weight: Float64Array,
): Found[] {
  const n = weight.length;
  const { size } = full;
  const equations = wideProduct(q, size, size, off, widen(basis.T, n, size));
  const fast = determined(equations.hi, q, size, weight);
  const square = doubleDoubles(q * q);
  for (let r = 0; r < q; r++) {
    fast.forEach((i, c) => {
      square.hi[r * q + c] = equations.hi[r * size + i]!;
      square.lo[r * q + c] = equations.lo[r * size + i]!;
    });
  }
  const slow = Array.from({ length: size }, (_, i) => i).filter((i) => !fast.includes(i));
  const X = doubleDoubles(q * slow.length);
  for (let r = 0; r < q; r++) {
    slow.forEach((i, c) => {
      X.hi[r * slow.length + c] = -equations.hi[r * size + i]!;
      X.lo[r * slow.length + c] = -equations.lo[r * size + i]!;
    });
  }
  if (!solveWide(q, square, slow.length, X)) return [];
  const found = manifoldOver(full, fast, X);
  return found ? [found] : [];
}

/** The states with the largest pivots of q equations in the units of `weight`, in order of states. */
function determined(equations: Float64Array, q: number, size: number, weight: Float64Array): Int32Array {
  const n = weight.length;
  const rows = Array.from({ length: q }, (_, r) => {
    const row = Float64Array.from(weight, (unit, j) => equations[r * size + j]! / unit);
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), Number.MIN_VALUE);
    return row.map((value) => value / largest);
  });
  const states: number[] = [];
  for (let k = 0; k < q; k++) {
    let [pivotRow, column, largest] = [k, -1, 0];
    for (let r = k; r < q; r++) {
      for (let j = 0; j < n; j++) {
        // Of equal ones the first: what rounding leaves between them decides nothing.
        if (Math.abs(rows[r]![j]!) > largest * (1 + 1e-9))
          [pivotRow, column, largest] = [r, j, Math.abs(rows[r]![j]!)];
      }
    }
    if (column < 0) break;
    states.push(column);
    const pivot = rows[pivotRow]!;
    rows[pivotRow] = rows[k]!;
    rows[k] = pivot;
    for (let r = k + 1; r < q; r++) {
      const factor = rows[r]![column]! / pivot[column]!;
      for (let j = 0; j < n; j++) rows[r]![j]! -= factor * pivot[j]!;
      rows[r]![column] = 0;
    }
  }
  return Int32Array.from(states).sort();
}

/**
 * All of them, and behind them the whole motion over (d | s) of the last: over xi itself a voltage behind 1 TOhm would be
 * noise until the fast parts have decayed.
 */
function finishedAll(found: readonly Found[], { A, size }: WideMotion, like: Int32Array): SlowManifold[] {
  const over = found.map((each, k) => layered(each, found[k - 1]) ?? each);
  const last = over.at(-1);
  const all = over.map((each) => {
    const noise = noiseOff(each.fast, size, each.rest, each.off, A);
    return { ...finished(each, like, each === last), decaying: decayingOf(each, found), noise };
  });
  return last ? [...all, wholeMotion(last, like, decayingOf(last, found))] : all;
}

/** Of the coordinates of a manifold those that a larger one does not have. */
function decayingOf({ slow, fast, motion }: Found, all: readonly Found[]): Uint8Array {
  const larger = all.filter((other) => other.fast > fast);
  const stays = (state: number): boolean => larger.every((other) => other.slow.includes(state));
  const states = slow.subarray(0, motion.states);
  return Uint8Array.from({ length: motion.size }, (_, c) => Number(c < states.length && !stays(states[c]!)));
}

const nothingOff = doubleDoubles(0);

function wholeMotion(found: Found, like: Int32Array, decaying: Uint8Array): SlowManifold {
  const { motion, fast, rest, drive, reads } = found;
  const { guards, multipliers, states } = motion;
  const size = fast + motion.size;
  const A = new Float64Array(size * size);
  place(rest.hi, fast, A, size, 0, 0);
  place(drive.hi, fast, A, size, fast, 0);
  place(motion.A.hi, motion.size, A, size, fast, fast);
  const forms = beside(guards + multipliers, reads, motion.forms);
  const project = stacked(found.off, found.project);
  const lift = beside(size, found.back, found.lift);
  const { hi: G } = slicedWide(forms, 0, guards * size);
  const read = slicedWide(forms, guards * size, multipliers * size);
  const rate = motionRate(A, size, fast + states);
  return {
    ...linearMotion({ size, A, G, guards, like, terms: G.map(Math.abs), rate }),
    ...{
      ...{ project: project.hi, lift: lift.hi },
      wide: { project, lift, off: nothingOff },
      ...{ off: nothingOff.hi, reads: nothingOff.hi },
      noise: new Float64Array(0),
      fast: 0,
      followed: fast,
      decaying: Uint8Array.of(...new Uint8Array(fast).fill(1), ...decaying),
      decay: Infinity,
    },
    multipliers: read.hi,
    wideMultipliers: read,
  };
}

/** Writes a block of `width` columns into a matrix of `size` columns. */
function place(
  block: Float64Array,
  width: number,
  target: Float64Array,
  size: number,
  row: number,
  column: number,
): void {
  for (let i = 0; i * width < block.length; i++) {
    target.set(block.subarray(i * width, (i + 1) * width), (row + i) * size + column);
  }
}

/** Rounds to doubles. What is left of the forms is no sum any more: its own size is what rounding is relative to. */
function finished(found: Found, like: Int32Array, isLast: boolean): Omit<SlowManifold, 'noise' | 'decaying'> {
  const { motion, project, lift, off, fast, decay, rate, back, mixed } = found;
  const { size, guards, forms } = motion;
  const G = forms.hi.slice(0, guards * size);
  const multipliers = slicedWide(forms, guards * size, motion.multipliers * size);
  const slow = linearMotion({ size, A: motion.A.hi, G, guards, like, terms: G.map(Math.abs), rate });
  return {
    ...slow,
    ...{ project: project.hi, lift: lift.hi, wide: { project, lift, off } },
    ...{ off: off.hi, fast, followed: 0, decay },
    reads: isLast ? found.reads.hi.slice(0, guards * fast) : nothingOff.hi,
    multipliers: multipliers.hi,
    wideMultipliers: multipliers,
    ...(mixed && { back: states(back.hi, motion.states + fast, fast) }),
  };
}

/** The rows of the states. */
function states(back: Float64Array, n: number, fast: number): Float64Array {
  return back.slice(0, n * fast);
}

/** With the manifolds of the motion on the one with the fewest fast parts: behind the largest gap the next one shows. */
function withInner(found: readonly Found[], weight: Float64Array): Found[] {
  const outer = found.at(-1);
  if (!outer || outer.motion.states === 0) return [...found];
  const units = Float64Array.from(outer.slow.subarray(0, outer.motion.states), (i) => weight[i]!);
  const plain = manifoldsIn(outer.motion);
  const least = minFast(plain, units.length);
  const others = least < 2 ? [] : spectralManifolds(outer.motion, units, least);
  const inner = withInner([...plain, ...others], units).map((each) => manifoldOn(outer, each));
  const isNew = ({ fast }: Found): boolean => found.every((each) => each.fast !== fast);
  return [...found, ...inner.filter(isNew)].sort((a, b) => b.fast - a.fast);
}

function minFast(manifolds: readonly Found[], n: number): number {
  return Math.min(n, ...manifolds.map(({ fast }) => fast));
}

/** The manifold of the motion on another one, over the coordinates of that one's whole motion. */
function manifoldOn(outer: Found, inner: Found): Found {
  const whole = outer.off.hi.length / outer.fast;
  const fast = outer.fast + inner.fast;
  const { size } = inner.motion;
  const { guards, multipliers } = inner.motion;
  const rest = doubleDoubles(fast * fast);
  fill(rest, fast, 0, 0, outer.rest, outer.fast);
  fill(
    rest,
    fast,
    outer.fast,
    0,
    wideProduct(inner.fast, outer.motion.size, outer.fast, inner.off, outer.drive),
    outer.fast,
  );
  fill(rest, fast, outer.fast, outer.fast, inner.rest, inner.fast);
  return {
    motion: inner.motion,
    slow: inner.slow.map((i) => outer.slow[i]!),
    rest,
    back: beside(
      whole,
      outer.back,
      wideProduct(whole, outer.motion.size, inner.fast, outer.lift, inner.back),
    ),
    drive: beside(
      size,
      wideProduct(size, outer.motion.size, outer.fast, inner.project, outer.drive),
      inner.drive,
    ),
    reads: beside(guards + multipliers, outer.reads, inner.reads),
    project: wideProduct(size, outer.motion.size, whole, inner.project, outer.project),
    lift: wideProduct(whole, outer.motion.size, size, outer.lift, inner.lift),
    off: stacked(outer.off, wideProduct(inner.fast, outer.motion.size, whole, inner.off, outer.project)),
    ...{ fast, decay: Math.min(outer.decay, inner.decay), rate: inner.rate },
  };
}

function fill(
  target: DoubleDoubles,
  size: number,
  row: number,
  column: number,
  { hi, lo }: DoubleDoubles,
  width: number,
): void {
  place(hi, width, target.hi, size, row, column);
  place(lo, width, target.lo, size, row, column);
}

/** Two matrices of so many rows side by side. */
function beside(rows: number, left: DoubleDoubles, right: DoubleDoubles): DoubleDoubles {
  const [a, b] = [left.hi.length / Math.max(1, rows), right.hi.length / Math.max(1, rows)];
  const out = doubleDoubles(rows * (a + b));
  fill(out, a + b, 0, 0, left, a);
  fill(out, a + b, 0, a, right, b);
  return out;
}

function stacked(above: DoubleDoubles, below: DoubleDoubles): DoubleDoubles {
  return { hi: Float64Array.of(...above.hi, ...below.hi), lo: Float64Array.of(...above.lo, ...below.lo) };
}

/** One manifold a gap between the rates of A's eigenvalues where what lies above it decays: those with fewer fast parts than `least`. */
function spectralManifolds(full: WideMotion, weight: Float64Array, least: number): Found[] {
  const { A, size, states: n } = full;
  const scale = balance(A.hi, size, 0, n);
  const splits = spectralSplits(A.hi, size, scale.subarray(0, n), spectralRatio);
  return splits.flatMap(({ basis, slow, decay }) => {
    if (n - slow >= least) return [];
    const fast = Int32Array.from({ length: n - slow }, (_, i) => slow + i);
    const manifold = solveManifold(changeBasis(full, basis), fast);
    if (!manifold || !(decay > spectralRatio * manifold.rate)) return [];
    return overStates(full, manifold, basis, weight).map((each) => ({ ...each, mixed: true as const }));
  });
}

function decayBasis({ A, size }: WideMotion, weight: Float64Array): Basis | undefined {
  const n = weight.length;
  const S = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const upper = (A.hi[i * size + j]! * weight[i]!) / weight[j]!;
      const lower = (A.hi[j * size + i]! * weight[j]!) / weight[i]!;
      S[i * n + j] = (upper + lower) / 2;
    }
  }
  const Q = new Float64Array(n * n);
  symmetricEigen(n, S, Q);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) Q[i * n + j]! /= weight[i]!;
  return basisOf(n, Q);
}

function manifoldsIn(motion: WideMotion): Found[] {
  const { A, size, states: n } = motion;
  const decay = (i: number): number => -A.hi[i * size + i]!;
  const byDecay = Array.from({ length: n }, (_, i) => i).sort((i, j) => decay(j) - decay(i));
  const manifolds: Found[] = [];
  for (let count = n; count > 0; count--) {
    const fast = byDecay.slice(0, count);
    const slowest = decay(fast[count - 1] ?? 0);
    const next = count < n ? Math.abs(decay(byDecay[count] ?? 0)) : 0;
    if (!(slowest > 0 && slowest > next * fastRatio)) continue;
    const manifold = solveManifold(motion, Int32Array.from(fast.sort((i, j) => i - j)));
    if (!manifold || slowest <= fastRatio * manifold.rate) continue;
    manifolds.push(manifold);
  }
  return manifolds;
}
