import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { alartCurnier } from '../../../src/numerics/friction/alart-curnier.js';
import { ContactSolver } from '../../../src/numerics/friction/contact-solver.js';
import { contactKind } from '../../../src/numerics/friction/contact-problem.js';
import { globalContactResidual, solveGlobalContact } from '../../../src/numerics/friction/global-contact.js';
import { newtonSolver } from '../../../src/numerics/friction/local-newton.js';
import { solveQuartic } from '../../../src/numerics/friction/local-quartic.js';
import { BlockLU } from '../../../src/numerics/sparse/block-lu.js';
import { blockMatrix, blocksOfDense } from '../../../src/numerics/sparse/block-matrix.js';
import { column, delassus } from './contact-problems.js';

const random = new RandomStream(16);
const draw = (n: number): Float64Array => Float64Array.from({ length: n }, () => random.normal());

describe('the function of Alart and Curnier', () => {
  it.each([2, 3])('has the derivatives of [notes] 16.1 in %dD, the marked term included', (size) => {
    const step = 1e-6;
    const seen = new Set<string>();
    for (let k = 0; k < 300; k++) {
      const [u, r, phi] = [draw(size), draw(size), new Float64Array(size)];
      const [A, B, ignore] = [1, 2, 3].map(() => new Float64Array(size * size)) as [
        Float64Array,
        Float64Array,
        Float64Array,
      ];
      const [mu, rhoN, rhoT] = [0.7, 1.3, 0.4];
      alartCurnier(size, mu, rhoN, rhoT, u, r, 0, phi, A, B);
      const xN = r[0]! - rhoN * u[0]!;
      const xT = Math.hypot(...r.subarray(1).map((value, i) => value - rhoT * u[i + 1]!));
      // On a kink there is no derivative.
      if (Math.abs(xN) < 1e-3 || Math.abs(xT - mu * Math.max(0, xN)) < 1e-3 || xT < 1e-2) continue;
      seen.add(xN < 0 ? 'open' : xT < mu * xN ? 'sticking' : 'sliding');
      for (const [vector, J] of [
        [u, A],
        [r, B],
      ] as const) {
        for (let j = 0; j < size; j++) {
          const value = vector[j]!;
          const [ahead, behind] = [new Float64Array(size), new Float64Array(size)];
          vector[j] = value + step;
          alartCurnier(size, mu, rhoN, rhoT, u, r, 0, ahead, ignore, ignore);
          vector[j] = value - step;
          alartCurnier(size, mu, rhoN, rhoT, u, r, 0, behind, ignore, ignore);
          vector[j] = value;
          for (let i = 0; i < size; i++) {
            // eps / step, and step^2 times a third derivative of up to 1e4 near x_T = 0.
            expect(Math.abs(J[i * size + j]! - (ahead[i]! - behind[i]!) / (2 * step))).toBeLessThan(1e-7);
          }
        }
      }
    }
    expect([...seen].sort()).toEqual(['open', 'sliding', 'sticking']);
  });
});

describe('one contact in three dimensions', () => {
  it('has one answer by the quartic and by Newton, to rounding', () => {
    const newton = newtonSolver();
    let sliding = 0;
    for (let k = 0; k < 500; k++) {
      const G = draw(12);
      const W = delassus(3, 4, G);
      for (let i = 0; i < 3; i++) W[4 * i]! += 0.3;
      const q = draw(3);
      q[0] = -Math.abs(q[0]!);
      const mu = 0.4 * random.uniform();
      const [a, b] = [new Float64Array(3), new Float64Array(3)];
      expect(solveQuartic(3, mu, W, 0, q, a)).toBe(true);
      expect(newton(3, mu, W, 0, q, b)).toBe(true);
      if (Math.hypot(a[1]!, a[2]!) > 0.999 * mu * a[0]!) sliding++;
      for (let i = 0; i < 3; i++) expect(Math.abs(a[i]! - b[i]!)).toBeLessThan(1e-8 * (1 + Math.abs(a[0]!)));
    }
    expect(sliding).toBeGreaterThan(100);
  });
});

describe('the global formulation', () => {
  it('gives the impulses of the local one and the velocities M^-1 (G^T r + f)', () => {
    for (let seed = 0; seed < 20; seed++) {
      // A chain of four bodies of three freedoms; contact i between bodies i-1 and i, in 3D.
      const bodies = 4;
      const masses = draw(bodies).map((value) => 0.5 + Math.abs(value));
      const M = blockMatrix(
        Array.from({ length: bodies }, () => 3),
        Array.from({ length: bodies }, () => []),
      );
      for (let j = 0; j < bodies; j++)
        for (let k = 0; k < 3; k++) M.values[M.place[M.diagonal[j]!]! + 4 * k] = masses[j]!;
      const [f, b] = [draw(12), new Float64Array(12)];
      const blocks = Array.from({ length: bodies }, (_, i) => [
        { contact: i, body: i, values: draw(9) },
        ...(i > 0 ? [{ contact: i, body: i - 1, values: draw(9) }] : []),
      ]).flat();
      const kind = new Uint8Array(bodies).fill(contactKind.coulomb);
      const mu = new Float64Array(bodies).fill(0.3);
      const bounds = new Float64Array(12);
      const global = { M, f, G: blocks, sizes: [3, 3, 3, 3], b, kind, mu, lower: bounds, upper: bounds };
      // W = G M^-1 G^T, q = G M^-1 f.
      const G = new Float64Array(144);
      for (const { contact, body, values } of blocks) {
        for (let a = 0; a < 3; a++)
          for (let c = 0; c < 3; c++) G[(3 * contact + a) * 12 + 3 * body + c] = values[3 * a + c]!;
      }
      const scaled = G.map((value, k) => value / Math.sqrt(masses[Math.floor((k % 12) / 3)]!));
      const q = Float64Array.from({ length: 12 }, (_, i) =>
        f.reduce((sum, value, k) => sum + (G[i * 12 + k]! * value) / masses[Math.floor(k / 3)]!, 0),
      );
      const W = blocksOfDense([3, 3, 3, 3], delassus(12, 12, scaled));
      const r = new Float64Array(12);
      const local = { W, q, kind, mu, lower: bounds, upper: bounds };
      expect(new ContactSolver(local).solve(r).status).toBe('solved');
      const v = Float64Array.from({ length: 12 }, (_, k) => {
        let sum = f[k]!;
        for (let i = 0; i < 12; i++) sum += G[i * 12 + k]! * r[i]!;
        return sum / masses[Math.floor(k / 3)]!;
      });
      expect(globalContactResidual(global, v, r)).toBeLessThan(1e-8);
      // From near the answer, where Newton converges without help.
      const [v2, r2] = [v.map((value) => value * 1.001), r.map((value) => value * 1.001)];
      const result = solveGlobalContact(global, v2, r2);
      expect(result.status).toBe('solved');
      expect(globalContactResidual(global, v2, r2)).toBeLessThanOrEqual(1e-9);
    }
  });
});

describe('sparse factors of a column', () => {
  it('have no fill, whatever its length', () => {
    const { W } = column(500);
    expect(new BlockLU(W).entries).toBe(3 * 500 - 2);
  });

  it('solve what a dense matrix of blocks says, blocks left out included', () => {
    const n = 9;
    const dense = delassus(n, n + 2, draw(n * (n + 2)));
    const W = blocksOfDense([2, 3, 1, 3], dense);
    const lu = new BlockLU(W);
    const live = Uint8Array.of(1, 1, 0, 1);
    const rows = {
      blocks: 4,
      write: (i: number, to: BlockLU): void => {
        for (let e = W.rowStart[i]!; e < W.rowStart[i + 1]!; e++) {
          const place = to.placeOf(W.column[e]!);
          const size =
            (W.offset[i + 1]! - W.offset[i]!) * (W.offset[W.column[e]! + 1]! - W.offset[W.column[e]!]!);
          if (place >= 0) for (let p = 0; p < size; p++) to.values[place + p]! += W.values[W.place[e]! + p]!;
        }
      },
    };
    expect(lu.factor(live, rows)).toBe(-1);
    const x = draw(n);
    x[5] = 0;
    const b = Float64Array.from({ length: n }, (_, i) =>
      x.reduce((sum, value, k) => sum + dense[i * n + k]! * value, 0),
    );
    b[5] = 7;
    lu.solve(b, b);
    expect(b[5]).toBe(7);
    for (let k = 0; k < n; k++) if (k !== 5) expect(Math.abs(b[k]! - x[k]!)).toBeLessThan(1e-11);
  });

  it('name the block that is singular', () => {
    const W = blocksOfDense(
      [1, 1],
      matrix([
        [1, 1],
        [1, 1],
      ]),
    );
    const lu = new BlockLU(W);
    const rows = {
      blocks: 2,
      write: (i: number, to: BlockLU): void => {
        for (let j = 0; j < 2; j++) to.values[to.placeOf(j)]! += W.values[2 * i + j]!;
      },
    };
    expect(lu.factor(Uint8Array.of(1, 1), rows)).toBe(1);
  });
});
