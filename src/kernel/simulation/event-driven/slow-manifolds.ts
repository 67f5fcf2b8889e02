/**
 * The slow manifolds of a linear motion.
 *
 * Where some entries f decay much faster than the rest s moves (an inductor behind an open switch of 1 GOhm:
 * 1e-13 s beside 1e-4 s), following f would cost a segment a time constant for ever. The full system is propagated until f
 * has reached the manifold f = X s (`manifold-equation.ts`) to rounding, the slow one from then on.
 */
import { symmetricEigen } from '../../../numerics/dense/symmetric-eigen.js';
import { doubleDoubles, type DoubleDoubles } from '../../../numerics/dense/double-double.js';
import { balance } from '../../../numerics/dense/balance.js';
import { linearMotion, motionRate, type LinearMotion } from './linear-motion.js';
import { solveManifold, type ManifoldSolution } from './manifold-equation.js';
import { spectralSplits } from './spectral-basis.js';
import { basisOf, changeBasis, widen, wideProduct, type Basis, type WideMotion } from './wide-motion.js';

export interface SlowManifold extends LinearMotion {
  /** s = project xi (size x full size), xi = lift s (full size x size). */
  readonly project: Float64Array;
  readonly lift: Float64Array;
  /** The model's multipliers over s. */
  readonly multipliers: Float64Array;
  /** xi lies on the manifold where off xi = 0, fast x full size. */
  readonly off: Float64Array;
  readonly fast: number;
  /** This many of the leading coordinates are d, what xi is off a manifold. */
  readonly followed: number;
  /** Smallest decay of what is off it, 1/s. */
  readonly decay: number;
  /** By how much x is off where off xi = d: by back d, n x fast. Absent: d are states themselves. */
  readonly back?: Float64Array;
}

interface Found extends ManifoldSolution {
  /** d are no states themselves. */
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
  const plain = manifoldsIn(full, undefined);
  const least = minFast(plain, n);
  if (least < 2) return finishedAll(withInner(plain, n), like);
  const combined = manifoldsIn(full, decayBasis(full, weight)).filter(({ fast }) => fast < least);
  const others = combined.length > 0 ? combined : spectralManifolds(full).filter(({ fast }) => fast < least);
  return finishedAll(withInner([...plain, ...others], n), like);
}

/**
 * All of them, and behind them the whole motion over (d | s) of the last: over xi itself a voltage behind 1 TOhm would be
 * noise until the fast parts have decayed.
 */
function finishedAll(found: readonly Found[], like: Int32Array): SlowManifold[] {
  const last = found.at(-1);
  const all = found.map((each) => finished(each, like));
  return last ? [...all, wholeMotion(last, like)] : all;
}

function wholeMotion(found: Found, like: Int32Array): SlowManifold {
  const { motion, fast, rest, drive, reads } = found;
  const { guards, multipliers, states } = motion;
  const size = fast + motion.size;
  const A = new Float64Array(size * size);
  place(rest.hi, fast, A, size, 0, 0);
  place(drive.hi, fast, A, size, fast, 0);
  place(motion.A.hi, motion.size, A, size, fast, fast);
  const forms = new Float64Array((guards + multipliers) * size);
  place(reads.hi, fast, forms, size, 0, 0);
  place(motion.forms.hi, motion.size, forms, size, 0, fast);
  const project = new Float64Array(size * size);
  project.set(found.off.hi);
  project.set(found.project.hi, fast * size);
  const lift = new Float64Array(size * size);
  place(found.back.hi, fast, lift, size, 0, 0);
  place(found.lift.hi, motion.size, lift, size, 0, fast);
  const G = forms.slice(0, guards * size);
  const rate = motionRate(A, size, fast + states);
  return {
    ...linearMotion({ size, A, G, guards, like, terms: G.map(Math.abs), rate }),
    ...{ project, lift, off: new Float64Array(0), fast: 0, followed: fast, decay: Infinity },
    multipliers: forms.slice(guards * size),
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
function finished(found: Found, like: Int32Array): SlowManifold {
  const { motion, project, lift, off, fast, decay, rate, back, mixed } = found;
  const { size, guards, forms } = motion;
  const G = forms.hi.slice(0, guards * size);
  const slow = linearMotion({ size, A: motion.A.hi, G, guards, like, terms: G.map(Math.abs), rate });
  return {
    ...slow,
    ...{ project: project.hi, lift: lift.hi, off: off.hi, fast, followed: 0, decay },
    multipliers: forms.hi.slice(guards * size),
    ...(mixed && { back: states(back.hi, motion.states + fast, fast) }),
  };
}

/** The rows of the states. */
function states(back: Float64Array, n: number, fast: number): Float64Array {
  return back.slice(0, n * fast);
}

/** With the manifolds of the motion on the one with the fewest fast parts: behind the largest gap the next one shows. */
function withInner(found: readonly Found[], n: number): Found[] {
  const outer = found.at(-1);
  const states = n - (outer?.fast ?? n);
  if (!outer || states === 0) return [...found];
  const plain = manifoldsIn(outer.motion, undefined);
  const least = minFast(plain, states);
  const others = least < 2 ? [] : spectralManifolds(outer.motion).filter(({ fast }) => fast < least);
  const inner = withInner([...plain, ...others], states).map((each) => manifoldOn(outer, each));
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

/** One manifold a gap between the rates of A's eigenvalues, where what lies above it decays. */
function spectralManifolds(full: WideMotion): Found[] {
  const { A, size, states: n } = full;
  const scale = balance(A.hi, size, 0, n);
  const splits = spectralSplits(A.hi, size, scale.subarray(0, n), spectralRatio);
  return splits.flatMap(({ basis, slow, decay }) => {
    const fast = Int32Array.from({ length: n - slow }, (_, i) => slow + i);
    const manifold = solveManifold(changeBasis(full, basis), fast);
    if (!manifold || !(decay > spectralRatio * manifold.rate)) return [];
    return [{ ...inFullCoordinates(manifold, n, basis), mixed: true }];
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

function manifoldsIn(full: WideMotion, basis: Basis | undefined): Found[] {
  const motion = basis ? changeBasis(full, basis) : full;
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
    manifolds.push(basis ? inFullCoordinates(manifold, n, basis) : manifold);
  }
  return manifolds;
}

function inFullCoordinates(manifold: ManifoldSolution, n: number, basis: Basis): ManifoldSolution {
  const { fast, motion } = manifold;
  const { size } = motion;
  const whole = manifold.lift.hi.length / size;
  const back = widen({ hi: basis.inverse, lo: new Float64Array(n * n) }, n, whole);
  const change = widen(basis.T, n, whole);
  return {
    ...manifold,
    lift: wideProduct(whole, whole, size, back, manifold.lift),
    project: wideProduct(size, whole, whole, manifold.project, change),
    off: wideProduct(fast, whole, whole, manifold.off, change),
    back: wideProduct(whole, whole, fast, back, manifold.back),
  };
}
