/**
 * Dickson pumps of ideal diodes and capacitors under constant load: all that the source gives is one impulse of charge I T a
 * period, at its middle, once the start has died away (halved every period). So the mean is I, INTEG whole multiples of I T,
 * every harmonic 2 I, power E I; an effective value does not exist. Exact to the rounding of sums of charges.
 */
import { describe, expect, it } from 'vitest';
import { cardSteps } from '../../../src/analysis/simulate.js';
import { circuit } from '../run-netlist.js';
import { measure } from './measure-run.js';

const period = 10e-6;
const load = 1e-3;

/** A pump with nodes and sources of its own but for the supply. */
const pump = (k: number): string =>
  [
    `Vc${k} c${k} 0 pulse(0 5 0 0 0 5u 10u)`,
    ...[`D${k}1 in a${k} d`, `C${k}1 a${k} c${k} 1u`, `D${k}2 a${k} o${k} d`, `C${k}2 o${k} 0 1u`],
    `I${k} o${k} 0 ${load}`,
  ].join('\n');

const tran = '.model d d\nVin in 0 5\n.tran 1u 1m uic';

const cards = `
.meas tran ten integ i(vin) from=0.9m to=1m
.meas tran one integ i(vin) from=0.985m to=0.995m
.meas tran none integ i(vin) from=0.9851m to=0.994m
.meas tran mean avg i(vin) from=0.9m to=1m
.meas tran power avg p(vin) from=0.9m to=1m
.meas tran product avg par('v(in)*i(vin)') from=0.9m to=1m
.meas tran rectified avg par('max(-i(vin)-2, 0)') from=0.9m to=1m
.meas tran square avg par('i(vin)*i(vin)') from=0.9m to=1m
.meas tran effective rms i(vin) from=0.9m to=1m
.meas tran quiet rms i(vin) from=0.986m to=0.994m
.four 100k i(vin)`;

// Of two the supply is all that they share: they run as parts.
describe.each([1, 2])('%d pumps', (count) => {
  const pumps = Array.from({ length: count }, (_, k) => pump(k + 1)).join('\n');
  const { value, results } = measure(`${pumps}\n${tran}\n${cards}`);
  const charge = count * load * period;

  it('integrals count every impulse once: that at the begin of an interval, not that at its end', () => {
    expect(value('ten') / charge).toBeCloseTo(-10, 10);
    expect(value('one') / charge).toBeCloseTo(-1, 10);
    expect(value('none')).toBe(0);
  });

  it('means, of powers and of what grows no faster than the current too', () => {
    expect(value('mean') / load).toBeCloseTo(-count, 10);
    expect(value('power') / load).toBeCloseTo(-5 * count, 10);
    expect(value('product') / load).toBeCloseTo(-5 * count, 10);
    expect(value('rectified') / load).toBeCloseTo(count, 6);
  });

  it('an effective value, or a square, is refused where there is an impulse', () => {
    expect(results.get('effective')?.failed).toBe(
      'it has an impulse at 905 us, whose square has no integral',
    );
    expect(results.get('square')?.failed).toBe('it has no integral over the impulse at 905 us');
    expect(value('quiet')).toBe(0);
  });

  it('statistics and harmonics have them too', () => {
    const prepared = circuit(`pumps\n${pumps}\n${tran}\n.print tran i(vin) v(o1)\n.four 100k i(vin)\n.end\n`);
    const steps = cardSteps(prepared, prepared.flat.analyses[0]!, [], { window: [0.9e-3, 1e-3] });
    let next = steps.next();
    while (next.done !== true) next = steps.next();
    const { statistics = [], fourier = [] } = next.value;
    const [current, voltage] = statistics.find(({ what }) => what === 'window')?.quantities ?? [];
    expect((current?.mean ?? NaN) / load).toBeCloseTo(-count, 10);
    expect(current?.rms).toBe(Infinity);
    expect(voltage?.rms).toBeLessThan(10);
    const [mean, ...harmonics] = fourier[0]?.harmonics ?? [];
    expect((mean?.magnitude ?? NaN) / load).toBeCloseTo(-count, 10);
    expect(harmonics).toHaveLength(9);
    for (const { magnitude } of harmonics) expect(magnitude / load).toBeCloseTo(2 * count, 9);
  });
});

it('flux: a coil that an ideal switch cuts off gives L i as an impulse of voltage', () => {
  const { value, results } = measure(
    `V1 a 0 1\nL1 a b 1m ic=0\nS1 b 0 g 0 sw\nVg g 0 pulse(1 0 0.5m 0 0 1 2)\n` +
      `.model sw sw(vt=.5 ron=0 roff=inf)\n.tran 1u 1m uic\n` +
      `.meas tran flux integ v(b) to=0.6m\n.meas tran effective rms v(b)`,
  );
  // 1 mH times 0.5 A, and 1 V of the open switch for 0.1 ms.
  expect(value('flux')).toBeCloseTo(0.6e-3, 14);
  expect(results.get('effective')?.failed).toMatch(/impulse at 500 us/);
});
