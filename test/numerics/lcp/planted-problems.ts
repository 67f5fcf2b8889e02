/** Random problems whose answer is known: planted solutions, and planted multipliers that prove infeasibility. */
import type { RandomStream } from '../../../src/base/random.js';
import type { MixedProblem } from '../../../src/numerics/mlcp/mixed-complementarity.js';
import type { Problem } from './random-problems.js';

const signed = (random: RandomStream): number => 2 * random.uniform() - 1;
const vector = (random: RandomStream, n: number): Float64Array =>
  Float64Array.from({ length: n }, () => signed(random));

function addOuter(n: number, M: Float64Array, factor: number, a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) M[i * n + j]! += factor * a[i]! * b[j]!;
}

/**
 * A singular positive semidefinite M (with a skew part or without) and y >= 0 with y M = 0, y q < 0: no z >= 0 makes
 * M z + q >= 0. `decades` grades rows and columns alike.
 */
export function infeasibleProblem(random: RandomStream, skew: boolean, decades: number): Problem {
  const n = 2 + Math.floor(11 * random.uniform());
  const y = Float64Array.from({ length: n }, () => (random.uniform() < 0.6 ? random.uniform() + 0.05 : 0));
  y[Math.floor(n * random.uniform())] = 1;
  const square = y.reduce((sum, value) => sum + value * value, 0);
  const along = (a: Float64Array): number => a.reduce((sum, value, i) => sum + value * y[i]!, 0) / square;
  const across = (): Float64Array => {
    const a = vector(random, n);
    const part = along(a);
    return a.map((value, i) => value - part * y[i]!);
  };
  const M = new Float64Array(n * n);
  for (let rank = 1 + Math.floor((n - 1) * random.uniform()); rank > 0; rank--) {
    const b = across();
    addOuter(n, M, 1, b, b);
  }
  if (skew) {
    const [u, v] = [across(), across()];
    addOuter(n, M, 1, u, v);
    addOuter(n, M, -1, v, u);
  }
  const q = vector(random, n);
  const shift = -(0.01 + random.uniform()) / square - along(q);
  const scale = Float64Array.from({ length: n }, () => 10 ** (decades * signed(random)));
  return {
    n,
    M: M.map((value, p) => value * scale[Math.floor(p / n)]! * scale[p % n]!),
    q: q.map((value, i) => (value + shift * y[i]!) * scale[i]!),
  };
}

/** Equality rows, and complementary ones with a planted z, w, some of them zero together; M singular, skew or both. */
export function solvableMixedProblem(random: RandomStream, kind: 'psd' | 'skew' | 'both'): MixedProblem {
  const n = 2 + Math.floor(11 * random.uniform());
  const M = new Float64Array(n * n);
  for (let rank = kind === 'skew' ? 0 : Math.floor((n + 1) * random.uniform()); rank > 0; rank--) {
    const b = vector(random, n);
    addOuter(n, M, 1, b, b);
  }
  for (let i = 0; kind !== 'psd' && i < n; i++) {
    for (let j = 0; j < i; j++) {
      const value = random.uniform() < 0.3 ? 0 : signed(random);
      M[i * n + j]! += value;
      M[j * n + i]! -= value;
    }
  }
  const equality = Uint8Array.from({ length: n }, () => (random.uniform() < 0.3 ? 1 : 0));
  const z = new Float64Array(n);
  const q = Float64Array.from(equality, (flag, i) => {
    const side = random.uniform();
    if (flag === 1) z[i] = signed(random);
    else if (side < 0.45) z[i] = random.uniform();
    return flag === 0 && side >= 0.45 && side < 0.9 ? random.uniform() : 0;
  });
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) q[i]! -= M[i * n + j]! * z[j]!;
  return { n, M, q, equality };
}

/**
 * As circuits have them: a sparse singular positive semidefinite part with conductances over twice `decades`, a skew part
 * of incidences, and `gains` controlled sources of either sign, which leave M without a class; z and w are planted.
 */
export function circuitProblem(random: RandomStream, n: number, gains: number, decades: number): Problem {
  const pick = (): number => Math.floor(n * random.uniform());
  const sign = (): number => (random.uniform() < 0.5 ? 1 : -1);
  const incidence = (ends: number): Float64Array => {
    const a = new Float64Array(n);
    for (let k = 0; k < ends; k++) a[pick()] = sign();
    return a;
  };
  const M = new Float64Array(n * n);
  for (let rank = Math.floor(0.8 * n * random.uniform()); rank > 0; rank--) {
    const a = incidence(1 + Math.floor(3 * random.uniform()));
    addOuter(n, M, 10 ** (decades * signed(random)), a, a);
  }
  for (let k = 0; k < 1.5 * n; k++) {
    const [i, j, value] = [pick(), pick(), sign()];
    if (i === j || M[i * n + j] !== 0) continue;
    M[i * n + j]! += value;
    M[j * n + i]! -= value;
  }
  for (let k = 0; k < gains; k++)
    addOuter(n, M, 10 ** (2 * random.uniform() - 0.5), incidence(2), incidence(2));
  const q = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const side = random.uniform();
    const value = 0.1 + random.uniform();
    if (side < 0.48) for (let j = 0; j < n; j++) q[j]! -= M[j * n + i]! * value;
    else if (side < 0.96) q[i]! += value;
  }
  return { n, M, q };
}
