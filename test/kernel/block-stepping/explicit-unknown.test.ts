/** An unknown of many terms, of which those at rest are summed once a window: to rounding what all terms give at each reading. */
import { describe, expect, it } from 'vitest';
import type { BlockParts } from '../../../src/kernel/simulation/block-stepping/block-system.js';
import { ExplicitUnknown } from '../../../src/kernel/simulation/block-stepping/explicit-unknown.js';
import { Trace, TraceSignal } from '../../../src/kernel/simulation/block-stepping/trace.js';
import type { LocalLaw } from '../../../src/kernel/modeling/laws/local-law.js';
import { Triplets } from '../../../src/numerics/sparse/sparse-matrix.js';

const count = 50;
let evaluations = 0;

/** f = p (v^3 + 1), q = p v^2. */
const cubic: LocalLaw = {
  ...{ name: 'cubic', reads: 1, rows: 1, parameterCount: 1 },
  ...{ conducts: Uint8Array.of(1), stores: Uint8Array.of(1) },
  evaluate(parameters, at, v, { f, q, df, dq }) {
    evaluations++;
    const [p, x] = [parameters[at]!, v[0]!];
    f[0] = p * (x ** 3 + 1);
    df[0] = 3 * p * x ** 2;
    q[0] = p * x ** 2;
    dq[0] = 2 * p * x;
  },
};

function partsOf(): BlockParts {
  const S = new Triplets();
  for (let j = 0; j < count; j++) S.add(0, j, Math.sin(j));
  const group = {
    ...{ law: cubic, count: count + 1, names: [] },
    // The last one reads ground.
    reads: Int32Array.from({ length: count + 1 }, (_, k) => (k < count ? 1 + k : -1)),
    rows: new Int32Array(count + 1),
    parameters: Float64Array.from({ length: count + 1 }, (_, k) => Math.cos(k)),
  };
  const system = { S, groups: [group] } as unknown as BlockParts['system'];
  return {
    ...{ kind: 0, unknowns: [0], rows: [0], externals: [], inputs: [], guards: [] },
    ...{ explicit: 2, system },
  };
}

describe('an unknown that follows from many blocks', () => {
  it('is what all terms give, whichever of them rest, and looks at those that rest once', () => {
    const traces = Array.from({ length: count }, () => new Trace(1, Float64Array.of(1e-6)));
    const inputs = traces.map((trace) => new TraceSignal(trace, 0));
    const [sorted, plain] = [
      new ExplicitUnknown(partsOf(), inputs, true),
      new ExplicitUnknown(partsOf(), inputs),
    ];
    traces.forEach((trace, k) => {
      trace.rest(0, Float64Array.of(k / 10));
    });
    for (let window = 0; window < 6; window++) {
      traces.forEach((trace, k) => {
        if (k % 7 === window) {
          trace.clear();
          const [from, to] = [Float64Array.of(k / 10), Float64Array.of(window)];
          trace.add(window, from, Float64Array.of(1), window + 1, to, Float64Array.of(-1), false);
        } else if (k % 7 === window - 1) trace.rest(window, Float64Array.of(k / 10));
      });
      for (const t of [window, window + 0.3, window + 0.9]) {
        for (const read of [
          (of: ExplicitUnknown): number => of.value(t),
          (of: ExplicitUnknown): number => of.valueLeft(t),
          (of: ExplicitUnknown): number => of.valueWithRates(t, false),
          (of: ExplicitUnknown): number => of.rate(t),
          (of: ExplicitUnknown): number => of.storedRate(t),
        ])
          // Sums of 50 terms below 1e3, in another order.
          expect(Math.abs(read(sorted) - read(plain))).toBeLessThan(1e-9);
      }
      evaluations = 0;
      sorted.value(window + 0.5);
      expect(evaluations).toBeLessThan(10);
    }
  });
});
