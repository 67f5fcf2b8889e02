/** The front finds what there is: against the enumeration of all bases, and planted solutions of larger problems. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import { solveBasis } from '../../../src/numerics/lcp/complementary-basis.js';
import { lcpResidual } from '../../../src/numerics/lcp/linear-complementarity.js';
import { solveLcp } from '../../../src/numerics/lcp/solve-lcp.js';
import { circuitProblem } from './planted-problems.js';
import type { Problem } from './random-problems.js';

/** Whether one of the 2^n complementary bases solves. */
function someBasisSolves({ n, M, q }: Problem): boolean {
  const [z, w] = [new Float64Array(n), new Float64Array(n)];
  for (let set = 0; set < 2 ** n; set++) {
    const alpha = Int32Array.from({ length: n }, (_, i) => i).filter((i) => ((set >> i) & 1) === 1);
    if (solveBasis(n, M, q, alpha, z, w) && lcpResidual(n, M, q, z) <= 1e-10) return true;
  }
  return false;
}

describe('problems like those of circuits, semidefinite and with controlled sources', () => {
  it('of up to 7 rows and any q: solved where a basis solves, infeasible only where none does', () => {
    const random = new RandomStream(21);
    const counts = { solved: 0, infeasible: 0, undecided: 0 };
    for (let trial = 0; trial < 300; trial++) {
      const n = 2 + Math.floor(6 * random.uniform());
      const { M } = circuitProblem(random, n, trial % 3, 2);
      const q = Float64Array.from({ length: n }, () => 2 * random.uniform() - 1);
      const { status } = solveLcp(n, M, q, new Float64Array(n), new Float64Array(n));
      counts[status]++;
      if (someBasisSolves({ n, M, q })) expect(status, `trial ${trial}`).toBe('solved');
    }
    // Both happen often, so both are tested.
    expect(Math.min(counts.solved, counts.infeasible)).toBeGreaterThan(50);
    expect(counts.undecided).toBe(0);
  });

  it.each([
    ['8 rows, two gains', 150, 3, 8, 2, 3],
    ['60 rows over 6 decades', 80, 20, 60, 0, 3],
    ['20 rows, two gains', 80, 10, 20, 2, 2],
  ] as const)('of up to %s: planted solutions are found', (_name, count, least, most, gains, decades) => {
    const random = new RandomStream(22);
    for (let trial = 0; trial < count; trial++) {
      const n = least + Math.floor((most - least + 1) * random.uniform());
      const { M, q } = circuitProblem(random, n, gains, decades);
      const z = new Float64Array(n);
      const { status } = solveLcp(n, M, q, z, new Float64Array(n));
      expect(status, `trial ${trial}`).toBe('solved');
      expect(lcpResidual(n, M, q, z)).toBeLessThanOrEqual(1e-9);
    }
  });
});
