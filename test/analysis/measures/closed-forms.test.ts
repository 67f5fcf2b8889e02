/**
 * Measures of a square wave without rise time behind an RC of one time constant a millisecond, whose every segment is an
 * exponential: values, places, extrema and integrals against these exponentials, to the rounding of sums of a few hundred terms
 * (1e-11 relative), whatever the print step and whoever measures.
 */
import { describe, expect, it } from 'vitest';
import { measure } from './measure-run.js';

const tau = 1e-3;
const [period, width, tstop] = [1e-3, 0.3e-3, 10e-3];
const circuit = `V1 in 0 PULSE(0 1 0 0 0 ${width} ${period})\nR1 in out 1k\nC1 out 0 1u ic=0`;
const tran = `.tran 10u ${tstop} uic`;

/** State at the begin of every period, and after the pulse. */
const valleys = [0];
const peaks: number[] = [];
for (let k = 0; k < 10; k++) {
  peaks.push(1 - (1 - valleys[k]!) * Math.exp(-width / tau));
  valleys.push(peaks[k]! * Math.exp(-(period - width) / tau));
}
const at = (t: number): number => {
  const k = Math.floor(t / period + 1e-9);
  const s = t - k * period;
  return s <= width ? 1 - (1 - valleys[k]!) * Math.exp(-s / tau) : peaks[k]! * Math.exp(-(s - width) / tau);
};
/** Integrals of v and v^2 over period k. */
const area = (k: number): number =>
  width - (1 - valleys[k]!) * tau * (1 - Math.exp(-width / tau)) + tau * (peaks[k]! - valleys[k + 1]!);
const square = (k: number): number => {
  const b = 1 - valleys[k]!;
  const e = Math.exp(-width / tau);
  const rising = width - 2 * b * tau * (1 - e) + (b * b * tau * (1 - e * e)) / 2;
  return rising + (tau / 2) * (peaks[k]! ** 2 - valleys[k + 1]! ** 2);
};

const cards = `
.meas tran top max v(out)
.meas tran top_at max_at v(out)
.meas tran last_top max v(out) from=9m to=10m
.meas tran bottom min v(out) from=5m to=6m
.meas tran ripple pp v(out) from=9m to=10m
.meas tran mean avg v(out) from=9m to=10m
.meas tran eff rms v(out) from=9m to=10m
.meas tran sum integ v(out) from=3m to=4m
.meas tran part avg v(out) from=9.1m to=9.15m
.meas tran found find v(out) at=2.2m
.meas tran slope deriv v(out) at=2.2m
.meas tran steep derivative v(out) when v(out)=0.4 rise=2
.meas tran second when v(out)=0.4 rise=2
.meas tran final when v(out)=0.4 fall=last
.meas tran before when v(out)=0.4 fall=-2
.meas tran third when v(out)=0.4 cross=3
.meas tran late when v(out)=0.4 rise=1 td=5.5m
.meas tran between when v(in)=2*v(out) rise=2
.meas tran there find v(in)-v(out) when v(out)=0.4 rise=2
.meas tran edge find v(in) at=3m
.meas tran jump when v(in)=0.5 fall=3
.meas tran valley find v(out) when v(in)=0.5 rise=2
.meas tran wide trig v(in) val=0.5 rise=4 targ v(in) val=0.5 fall=5
.meas tran back trig v(in) val=0.5 rise=4 targ at=1m
.meas tran on duty v(in) on=0.5 off=0.5
.meas tran high on_time v(in) on=0.5
.meas tran low off_time v(in) off=0.5
.meas tran cycles freq v(in) on=0.5
.meas tran length period v(out) on=0.4
.meas tran half when v(out)='top/2' rise=1
.meas tran span avg v(out) trig v(in) val=0.5 rise=3 targ v(in) val=0.5 rise=4
.meas tran ratio param='ripple/mean'
.meas tran ends param={v(in)+v(out)}
.meas tran tenth trig v(out) frac_max=0.1 rise=1 targ v(out) frac_max=0.5 rise=1
.meas tran off err v(out) v(in) from=9m to=9.3m
.meas tran energy integ v(in)*i(V1)`;

const run = measure(`${circuit}\n${tran}\n${cards}`);
const reach = (k: number, level: number): number =>
  k * period - tau * Math.log((1 - level) / (1 - valleys[k]!));
const leave = (k: number, level: number): number => k * period + width + tau * Math.log(peaks[k]! / level);
const crossing = [...peaks.keys()].filter((k) => peaks[k]! > 0.4 && valleys[k]! < 0.4);

describe('a square wave behind an RC', () => {
  it.each<[string, number]>([
    ['top', peaks[9]!],
    ['top_at', 9 * period + width],
    ['last_top', peaks[9]!],
    ['bottom', valleys[5]!],
    ['ripple', peaks[9]! - Math.min(valleys[9]!, valleys[10]!)],
    ['mean', area(9) / period],
    ['eff', Math.sqrt(square(9) / period)],
    ['sum', area(3)],
    ['part', 1 - ((1 - valleys[9]!) * tau * (Math.exp(-0.1) - Math.exp(-0.15))) / 0.05e-3],
    ['found', at(2.2e-3)],
    ['slope', (1 - at(2.2e-3)) / tau],
    ['steep', 0.6 / tau],
    ['second', reach(crossing[1]!, 0.4)],
    ['final', leave(9, 0.4)],
    ['before', leave(8, 0.4)],
    ['third', reach(crossing[1]!, 0.4)],
    ['late', reach(6, 0.4)],
    ['edge', 1],
    ['jump', 2 * period + width],
    ['valley', valleys[2]!],
    ['wide', width],
    ['back', 1e-3 - 4 * period],
    ['on', width / period],
    ['cycles', 1 / period],
    ['half', reach(0, peaks[9]! / 2) < width ? reach(0, peaks[9]! / 2) : reach(1, peaks[9]! / 2)],
    ['span', area(3) / period],
    ['ratio', (peaks[9]! - Math.min(valleys[9]!, valleys[10]!)) / (area(9) / period)],
    ['ends', valleys[10]!],
    ['there', 0.6],
  ])('%s', (name, expected) => {
    // the pulses begin with a jump at t = 0, which no rise counts: "rise=4" is that at 4 ms
    expect(Math.abs(run.value(name) / expected - 1)).toBeLessThan(1e-11);
  });

  it('places of a condition on several quantities', () => {
    // v(in) = 2 v(out) on the way up: at the jumps, for v(out) < 1/2
    expect(run.value('between')).toBeCloseTo(2 * period, 14);
  });

  it('times above and below a level, by the number of cycles', () => {
    expect(run.value('high') / width - 1).toBeCloseTo(0, 11);
    expect(run.value('low') / (period - width) - 1).toBeCloseTo(0, 11);
    const lengths = (reach(9, 0.4) - reach(crossing[0]!, 0.4)) / (9 - crossing[0]!);
    expect(run.value('length') / lengths - 1).toBeCloseTo(0, 11);
  });

  it('parts of the maximum', () => {
    const place = (level: number): number => (level < peaks[0]! ? reach(0, level) : reach(1, level));
    expect(run.value('tenth')).toBeCloseTo(place(0.5 * peaks[9]!) - place(0.1 * peaks[9]!), 14);
  });

  it('the relative error of two waveforms', () => {
    // ((v - 1)/v)^2 with v = 1 - b exp(-s), integrated in closed form: b^2 e^-2s/(1 - b e^-s)^2 ds
    const b = 1 - valleys[9]!;
    const primitive = (s: number): number => {
      const y = 1 - b * Math.exp(-s);
      return Math.log(y) + 1 / y;
    };
    const integral = primitive(0.3) - primitive(0);
    expect(run.value('off')).toBeCloseTo(Math.sqrt(Math.abs(integral) / 0.3), 11);
  });

  it('says from where to where, and where', () => {
    expect(run.results.get('mean')).toMatchObject({ from: 9e-3, to: 10e-3, unit: 'V' });
    expect(run.results.get('wide')).toMatchObject({ trig: 4e-3, targ: 4.3e-3, unit: 's' });
    expect(run.results.get('sum')?.unit).toBe('V s');
  });

  it('does not depend on rows, nor on the print step, to the last bit', () => {
    const other = measure(`${circuit}\n${tran.replace('10u', '0.7m')}\n${cards}`, { openSinks: () => [] });
    expect([...other.results.values()]).toEqual([...run.results.values()]);
    expect(other.final).toEqual(measure(`${circuit}\n${tran}`).final);
  });

  it('is within the tolerance of its steps by sparse steps, and of its grid by a fixed step', () => {
    const names = ['top', 'mean', 'eff', 'second', 'final', 'found', 'wide', 'on', 'span'];
    for (const [options, bound] of [
      // reltol = 1e-3 is the error of a step; the grid is 10 us, of order 2
      [{ method: 'stepping' }, 2e-3],
      [{ theta: 0.5, gamma: 0.5 }, 1e-3],
    ] as const) {
      const other = measure(`${circuit}\n${tran}\n${cards}`, { options });
      for (const name of names)
        expect(Math.abs(other.value(name) / run.value(name) - 1), name).toBeLessThan(bound);
    }
  });
});

describe('awkward waveforms', () => {
  it('an interval of no length, behind the run, or turned round has no mean', () => {
    const { results } = measure(`V1 a 0 1\nR1 a 0 1\n.tran 1u 2m
.meas tran point avg v(a) from=1m to=1m
.meas tran late max v(a) from=5m to=6m
.meas tran turned rms v(a) from=1.5m to=1m`);
    expect([...results.values()].map(({ failed }) => failed)).toEqual([
      'the interval from 1 ms to 1 ms holds nothing of the run',
      'the interval from 5 ms to 6 ms holds nothing of the run',
      'the interval from 1.5 ms to 1 ms ends before it begins',
    ]);
  });

  it('an expression that bends and jumps within a segment', () => {
    const { value } = measure(`V1 a 0 sin(0 1 1k)\nR1 a 0 1\n.tran 1u 1m
.meas tran rectified avg abs(v(a))
.meas tran clipped avg min(v(a),0.5)
.meas tran logic avg if(v(a)>0.5,1,0)
.meas tran turns when if(v(a)>0.5,1,0)=0.5 fall=1`);
    expect(value('rectified')).toBeCloseTo(2 / Math.PI, 11);
    const angle = Math.asin(0.5);
    const above = Math.PI - 2 * angle;
    expect(value('clipped')).toBeCloseTo((0.5 * above - 2 * Math.cos(angle)) / (2 * Math.PI), 11);
    expect(value('logic')).toBeCloseTo(above / (2 * Math.PI), 11);
    expect(value('turns')).toBeCloseTo((Math.PI - angle) / (2e3 * Math.PI), 13);
  });

  it('a node at rest has no crossings, and a level that is reached at the very end of an edge has', () => {
    const { value, results } =
      measure(`V1 a 0 PULSE(0 5 1m 1m 1m 1m 10m)\nR1 a b 1k\nD1 b 0 dd\n.model dd d\n.tran 1u 5m
.meas tran rest when v(b)=0 cross=1
.meas tran full when v(a)=5 rise=1
.meas tran empty when v(a)=0 fall=1`);
    expect(results.get('rest')?.failed).toBe('v(b) = 0 (cross 1) is never met');
    expect(value('full')).toBeCloseTo(2e-3, 14);
    expect(value('empty')).toBeCloseTo(4e-3, 14);
  });

  it('events that accumulate: a measure over a Zeno point', () => {
    // the stored energy of two ideal halves: the chattering ends in finite time, and the mean goes on through it
    const { value } =
      measure(`V1 a 0 sin(0 10 1k)\nD1 a b dd\nL1 b c 1m\nC1 c 0 10u\nR1 c 0 100\n.model dd d\n.tran 1u 20m
.meas tran mean avg v(c) from=19m to=20m
.meas tran charge integ i(C1) from=19m to=20m
.meas tran start find v(c) at=19m
.meas tran end find v(c) at=20m`);
    // i = C dv/dt, whatever happens on the way
    expect(value('charge')).toBeCloseTo(1e-5 * (value('end') - value('start')), 13);
    expect(value('mean')).toBeGreaterThan(5);
  });

  it('many stiff time constants: the energy of a source is what resistors take', () => {
    const { value } =
      measure(`V1 a 0 PULSE(0 10 0 0 0 5u 10u)\nR1 a b 1m\nC1 b 0 1n\nR2 b c 1k\nC2 c 0 1u\n.tran 1u 1m
.meas tran given integ -v(a)*i(V1)
.meas tran taken integ v(a,b)*i(R1)+v(b,c)*i(R2)
.meas tran ends param='0.5n*v(b)*v(b)+0.5u*v(c)*v(c)'`);
    // 1 ps beside 1 ms, from empty capacitors on; times near 1 ms are rounded to 1e-7 of 1 ps
    expect(value('taken') + value('ends')).toBeCloseTo(value('given'), 12);
  });
});

it.each([
  ['pulse(0 10 0 0 0 3u 10u)', 'jumps at time 0'],
  ['pulse(10 0 3u 0 0 7u 10u)', 'is on from the beginning'],
  ['pulse(10 0 1u 0 0 7u 10u)', 'begins within a pulse'],
  ['pulse(0 10 2u 0 0 3u 10u)', 'begins later'],
  ['pulse(10 0 0 0 0 7u 10u)', 'is off from a jump at time 0'],
])('ten pulses of 3 us in 10 us, %s, are on for 3 us and off for 7: what %s', (pulse) => {
  const { value } = measure(`V1 a 0 ${pulse}\nR1 a 0 1k\n.tran 1u 100u
.meas tran on on_time v(a) on=5 off=5
.meas tran off off_time v(a) on=5 off=5`);
  expect(value('on')).toBeCloseTo(3e-6, 15);
  expect(value('off')).toBeCloseTo(7e-6, 15);
});

it.each(['err1 v(1) v(2)', 'avg {if(v(1)>0,1,0)}', 'rms {abs(v(1))}'])(
  'a slope is that of the closed form whatever is measured beside it: %s, which bends right there',
  (beside) => {
    const text = `V1 1 0 sin(0 1 1k)\nR1 1 0 1k\nV2 2 0 pulse(0 10 0.2m 0.2m 0.2m 0.5m 2m)\nR2 2 0 1k\n.tran 1u 4m
.meas tran at deriv v(1) at=1m\n.meas tran rise deriv v(1) when v(1)=0 rise=1\n.meas tran fall deriv v(1) when v(1)=0 fall=1
.meas tran beside ${beside}`;
    const { value } = measure(text);
    // a polynomial known to 1e-13 over 1/8 of a period or more: the slope to some 1e-11
    for (const [name, sign] of [
      ['at', 1],
      ['rise', 1],
      ['fall', -1],
    ] as const)
      expect(Math.abs((sign * value(name)) / (2000 * Math.PI) - 1), name).toBeLessThan(1e-10);
  },
);
