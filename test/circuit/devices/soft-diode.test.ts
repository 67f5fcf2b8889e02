/** LTspice's diode of regions with Epsilon and Ilimit against the law of `soft-diode.ts`, which LTspice has. */
import { describe, expect, it } from 'vitest';
import {
  limitedBranches,
  softCurrent,
  withSharpCorners,
} from '../../../src/circuit/devices/semiconductors/soft-diode.js';
import { netlist, run } from '../../analysis/run-netlist.js';

const regions = {
  ...{ on: 2, off: 1e-3, reverse: 5, vfwd: 1, vrev: 3, epsilon: 0.4, revEpsilon: 0.2 },
  ...{ limit: Infinity, revLimit: Infinity },
};
const limits = { limit: 7, revLimit: 15 };

describe('the law', () => {
  it('bends over Epsilon behind the corner, and goes on with the slope 1/Ron from its middle', () => {
    expect(softCurrent(regions, 0.9).i).toBeCloseTo(0.9e-3, 15);
    // 1.2 V: half of the bend, 0.2^2 / (2 0.4) of a slope of 1.999 S.
    expect(softCurrent(regions, 1.2).i).toBeCloseTo(1.2e-3 + 1.999 * 0.05, 14);
    expect(softCurrent(regions, 1.2).g).toBeCloseTo(1e-3 + 1.999 / 2, 14);
    expect(softCurrent(regions, 5).i).toBeCloseTo(5e-3 + 1.999 * (4 - 0.2), 13);
    expect(softCurrent(regions, -5).i).toBeCloseTo(-5e-3 - 4.999 * (2 - 0.1), 13);
    const sharp = withSharpCorners(regions);
    for (const v of [-9, -3.2, 0, 1.4, 8])
      expect(softCurrent(sharp, v).i).toBeCloseTo(softCurrent(regions, v).i, 13);
  });

  it('goes to its limits as a tanh', () => {
    for (const v of [-30, -4, -1, 0.5, 1.3, 3, 40]) {
      const raw = softCurrent(regions, v).i;
      const most = raw > 0 ? 7 : 15;
      expect(softCurrent({ ...regions, ...limits }, v).i).toBeCloseTo(most * Math.tanh(raw / most), 13);
    }
  });

  it('has the slope of its current', () => {
    const h = 1e-6;
    for (const v of [-30, -4, -3.1, -1, 0.5, 1.3, 3, 9]) {
      const at = (x: number): number => softCurrent({ ...regions, ...limits }, x).i;
      expect(softCurrent({ ...regions, ...limits }, v).g).toBeCloseTo((at(v + h) - at(v - h)) / (2 * h), 7);
    }
  });

  it('in segments has fewer than forty', () => {
    const place = { name: 'd1', element: 'd1', a: 'a', b: 'b', reversed: false };
    const [branch] = limitedBranches({ ...regions, ...limits }, place);
    expect(branch?.kind === 'controlled' && branch.auxiliaries?.length).toBeLessThan(80);
  });
});

describe('a rectifier', () => {
  const text = (model: string): string =>
    netlist(`
V1 a 0 SIN(0 5 1k)
D1 a b dm
R1 b 0 1
C1 b 0 1u
.model dm D(Ron=0.5 Roff=1000 Vfwd=1 ${model})
.tran 1u 2m
.meas tran most max v(b)
.meas tran size rms v(b)`);
  const rms = (model: string, method: string): number => {
    const { column } = run(text(model), { method });
    const [t, v] = [column('time'), column('v(b)')];
    let sum = 0;
    for (let k = 1; k < t.length; k++)
      sum += (((v[k] ?? 0) ** 2 + (v[k - 1] ?? 0) ** 2) / 2) * ((t[k] ?? 0) - (t[k - 1] ?? 0));
    return Math.sqrt(sum / 2e-3);
  };

  it.each(['Epsilon=0.4', 'Ilimit=2', 'Ilimit=2 Epsilon=0.4'])(
    'with %s is the same by exact events, whose corners are sharp, and by steps',
    (model) => {
      // Segments within 0.2 % of the limit; the bend holds what is 0.1 % of the rms.
      expect(rms(model, 'events') / rms(model, 'stepping') - 1).toBeLessThan(2e-3);
      expect(rms(model, 'events') / rms(model, 'stepping') - 1).toBeGreaterThan(-2e-3);
      expect(Math.abs(rms(model, 'events') / rms('', 'events') - 1)).toBeGreaterThan(0.02);
    },
  );

  it('with Ilimit alone is ideal up to there', () => {
    const result = run(netlist('I1 0 a 1m\nD1 a 0 dm\nR1 a 0 10k\n.model dm D(Ilimit=0.5m Ron=10)\n.op'));
    // What is left of 1 mA goes through 10 kOhm; the tanh is 0.07 % from its end at four times the limit.
    expect(result.final('v(a)')).toBeCloseTo(5, 2);
  });

  it('has n times Epsilon of n diodes in series', () => {
    const two = (cards: string): number =>
      run(netlist(`V1 a 0 3\n${cards}\n.model dm D(Ron=0.5 Roff=1k Vfwd=0.5 Epsilon=0.4)\n.op`)).final(
        'i(v1)',
      );
    expect(two('D1 a 0 dm n=2')).toBeCloseTo(two('D1 a b dm\nD2 b 0 dm'), 9);
  });
});
