/** How LTspice and PSpice say on `.tran` where a run starts, and how PSpice writes the node of a request. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

function run(text: string): { time: Float64Array; values: Float64Array; warnings: string[] } {
  const { diagnostics, runs } = simulate(`t\n${text}\n.end`);
  const { plot, report } = runs[0]!;
  expect(report.certificate!.missed).toEqual([]);
  const warnings = diagnostics.filter(({ severity }) => severity !== 'note').map(({ message }) => message);
  return { time: plot!.columns[0]!, values: plot!.columns[1]!, warnings };
}

describe('.tran ... startup', () => {
  it('raises supplies from 0 in 20 us', () => {
    const tau = 50e-6;
    const { time, values } = run('V1 a 0 10\nR1 a b 1k\nC1 b 0 50n\n.tran 1u 200u startup\n.save v(b)');
    const slope = 10 / 20e-6;
    const ramp = (t: number): number => (t < 0 ? 0 : slope * (t - tau * (1 - Math.exp(-t / tau))));
    time.forEach((t, row) => {
      expect(Math.abs(values[row]! - (ramp(t) - ramp(t - 20e-6)))).toBeLessThan(1e-9);
    });
  });
});

describe('.tran ... skipbp', () => {
  it('starts from ic=, as uic', () => {
    const circuit = 'V1 a 0 10\nR1 a b 1k\nC1 b 0 50n ic=2\n.save v([b])\n.tran 1u 100u';
    const [skipped, used] = ['skipbp', 'uic'].map((word) => run(`${circuit} ${word}`));
    expect(skipped!.values).toEqual(used!.values);
    expect(skipped!.values[0]).toBe(2);
    expect(skipped!.warnings).toEqual([]);
  });
});

describe('.tran/op', () => {
  it('is the transient of PSpice that also lists its operating point', () => {
    const circuit = 'V1 a 0 10\nR1 a b 1k\nC1 b 0 50n\n.save v([b])';
    const [listed, plain] = ['.tran/op', '.tran'].map((card) => run(`${circuit}\n${card} 1u 100u`));
    expect(listed!.values).toEqual(plain!.values);
    expect(listed!.warnings).toEqual([]);
  });
});
