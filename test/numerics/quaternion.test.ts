import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import {
  normalizeQuaternion,
  quaternionOfRotation,
  quaternionProduct,
  quaternionRates,
  rotatedBackDerivative,
  rotatedDerivative,
  rotationMatrix,
} from '../../src/numerics/quaternion.js';
import { multiply, multiplyVector, transpose } from '../../src/numerics/dense/matrix.js';

const random = new RandomStream(11);
const draw = (n: number): Float64Array => Float64Array.from({ length: n }, () => random.normal());
const unit = (): Float64Array => {
  const p = draw(4);
  normalizeQuaternion(p);
  return p;
};
const far = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (value, k) => Math.abs(value - b[k]!)));
/** Sums of a dozen products of numbers of size 1. */
const rounding = 1e-14;
/** Central differences of polynomials of degree 2 are exact but for rounding, eps / step. */
const differences = 1e-8;

const cases = Array.from({ length: 20 }, () => ({ p: unit(), x: draw(3), Omega: draw(3) }));

describe('unit quaternions', () => {
  it('rotate as p o (0, x) o conj(p) does', () => {
    for (const { p, x } of cases) {
      const R = new Float64Array(9);
      rotationMatrix(p, R);
      const rotated = new Float64Array(3);
      multiplyVector(3, 3, R, x, rotated);
      const product = new Float64Array(4);
      quaternionProduct(p, [0, ...x], product);
      quaternionProduct(product, [p[0]!, -p[1]!, -p[2]!, -p[3]!], product);
      expect(far([0, ...rotated], product)).toBeLessThan(rounding * 10);
      const RT = new Float64Array(9);
      transpose(3, 3, R, RT);
      const identity = new Float64Array(9);
      multiply(3, 3, 3, R, RT, identity);
      expect(far(identity, [1, 0, 0, 0, 1, 0, 0, 0, 1])).toBeLessThan(rounding);
    }
  });

  it('compose as their rotations do', () => {
    const [p, q] = [unit(), unit()];
    const [P, Q, R, PQ] = Array.from({ length: 4 }, () => new Float64Array(9)) as Float64Array[];
    rotationMatrix(p, P!);
    rotationMatrix(q, Q!);
    const pq = new Float64Array(4);
    quaternionProduct(p, q, pq);
    rotationMatrix(pq, R!);
    multiply(3, 3, 3, P!, Q!, PQ!);
    expect(far(R!, PQ!)).toBeLessThan(rounding);
  });

  it('have the rate p o (0, Omega) / 2 = Psi Omega, and Psi^T Psi = I / 4', () => {
    for (const { p, Omega } of cases) {
      const Psi = new Float64Array(12);
      quaternionRates(p, Psi);
      const rate = new Float64Array(4);
      multiplyVector(4, 3, Psi, Omega, rate);
      const half = new Float64Array(4);
      quaternionProduct(p, [0, ...Omega], half);
      expect(
        far(
          rate,
          half.map((value) => value / 2),
        ),
      ).toBeLessThan(rounding);
      const T = new Float64Array(12);
      transpose(4, 3, Psi, T);
      const product = new Float64Array(9);
      multiply(3, 4, 3, T, Psi, product);
      expect(far(product, [0.25, 0, 0, 0, 0.25, 0, 0, 0, 0.25])).toBeLessThan(rounding);
    }
  });

  it('turn R by R Omega~: the derivative of the matrix along Psi Omega', () => {
    const h = 1e-5;
    for (const { p, x, Omega } of cases) {
      const at = (t: number): Float64Array => {
        const turn = new Float64Array(4);
        quaternionOfRotation(
          Omega.map((value) => value * t),
          turn,
        );
        quaternionProduct(p, turn, turn);
        const R = new Float64Array(9);
        rotationMatrix(turn, R);
        const y = new Float64Array(3);
        multiplyVector(3, 3, R, x, y);
        return y;
      };
      const [ahead, behind] = [at(h), at(-h)];
      const R = new Float64Array(9);
      rotationMatrix(p, R);
      const [a, b, c] = Omega as unknown as [number, number, number];
      const cross = Float64Array.of(b * x[2]! - c * x[1]!, c * x[0]! - a * x[2]!, a * x[1]! - b * x[0]!);
      const turned = new Float64Array(3);
      multiplyVector(3, 3, R, cross, turned);
      // h^2 |Omega|^3 |x| / 6 with sizes of a few units.
      expect(
        far(
          ahead.map((value, k) => (value - behind[k]!) / (2 * h)),
          turned,
        ),
      ).toBeLessThan(1e-7);
    }
  });

  it('differentiate R x and R^T x with respect to p', () => {
    const h = 1e-4;
    for (const { p, x } of cases) {
      for (const back of [false, true]) {
        const J = new Float64Array(12);
        if (back) rotatedBackDerivative(p, x, J);
        else rotatedDerivative(p, x, J);
        const at = (k: number, d: number): Float64Array => {
          const moved = p.slice();
          moved[k]! += d;
          const R = new Float64Array(9);
          rotationMatrix(moved, R);
          const M = R.slice();
          if (back) transpose(3, 3, R, M);
          const y = new Float64Array(3);
          multiplyVector(3, 3, M, x, y);
          return y;
        };
        for (let k = 0; k < 4; k++) {
          const [ahead, behind] = [at(k, h), at(k, -h)];
          for (let i = 0; i < 3; i++) {
            expect(Math.abs(J[4 * i + k]! - (ahead[i]! - behind[i]!) / (2 * h))).toBeLessThan(differences);
          }
        }
      }
    }
  });
});
