/**
 * RISE and FALL without a level behind MAX, MIN, PP and the like: from where the waveform begins to rise to where it does so
 * again, as Xyce's "absolute" mode has it, whose own example is the first circuit; CROSS counts passages through 0.
 */
import { expect, it } from 'vitest';
import { measure } from './measure-run.js';

/** Maxima .5, .75 and .75 at .2, .6 and 1 s. */
const teeth = 'V1 a 0 pwl(0 0 0.2 0.5 0.4 0 0.6 0.75 0.8 0 1.0 0.75 1.2 0)\nR1 a 0 100\n.tran 10m 1.2';

it.each<[string, number]>([
  ['max v(a) rise=1', 0.5],
  ['max v(a) rise=2', 0.75],
  ['max v(a) rise=1 rfc_level=0.6', 0.75],
  ['max v(a) fall=1 rfc_level=0.5', 0.75],
  ['max_at v(a) fall=1', 0.6],
  ['max_at v(a) fall=2', 0.6],
  ['max_at v(a) rise=last', 1],
  ['max_at v(a) rise=-3', 0.2],
  ['min_at v(a) fall=1', 0.4],
  ['pp v(a) rise=1', 0.5],
  ['integ v(a) rise=2', 0.15],
  // it rises already when counting begins
  ['max_at v(a) rise=1 from=0.5', 0.6],
  ['max_at v(a) rise=1 from=0.2', 0.6],
])('%s', (question, expected) => {
  expect(measure(`${teeth}\n.meas tran m ${question}`).value('m')).toBeCloseTo(expected, 12);
});

it.each<[string, string, number]>([
  ['the trough of a sine', 'min_at v(a) fall=2', 1.75e-3],
  ['from the trough at -1/4 to the next one', 'integ v(a) rise=2', 0],
  ['half a period is below 0', 'avg v(a) cross=1', -2 / Math.PI],
])('a sine: %s', (_, question, expected) => {
  const run = measure(
    `V1 a 0 sin(0 1 1k)\nR1 a 0 1k\n.tran 10u 4m\n.meas tran m ${question}${question.includes('cross') ? ' to=1m' : ''}`,
  );
  // an extremum is where the slope is 0: 1e-8 of a period where its value is known to 1e-16
  expect(Math.abs(run.value('m') - expected)).toBeLessThan(1e-9);
});

it('a pulse that rests begins to rise where the rest ends, and jumps are turns', () => {
  const pulse =
    'V1 a 0 pulse(1 3 1m 0.5m 0.5m 1m 4m)\nV2 b 0 pulse(0 1 1m 0 0 1m 4m)\nR1 a b 1k\n.tran 10u 8m';
  const cards = ['duration', 'jump'].map((name, k) => `.meas tran ${name} avg v(${'ab'.charAt(k)}) rise=1`);
  const { value } = measure(`${pulse}\n${cards.join('\n')}`);
  // over one period of 4 ms
  expect(value('duration')).toBeCloseTo(1 + (2 * 1.5) / 4, 12);
  expect(value('jump')).toBeCloseTo(1 / 4, 12);
});

it('rounding does not turn: what rests never begins to rise', () => {
  const text = 'V1 a 0 1\nR1 a b 1k\nR2 b 0 3k\nC1 b 0 1u\n.tran 10u 4m\n.meas tran m max v(b) rise=1';
  expect(measure(text).results.get('m')?.failed).toBe(
    'it needs m: v(b) begins to rise (rise 1) is never met',
  );
});

it('a ripple on a rise is many rises', () => {
  const text =
    'V1 a 0 pwl(0 0 10m 10)\nV2 b a sin(0 1 1k)\nR1 b 0 1k\n.tran 10u 10m\n.meas tran m max_at v(b) rise=3';
  // v = 1000 t + sin(2000 pi t): crests where cos = -1/(2 pi)
  const crest = Math.acos(-1 / (2 * Math.PI)) / (2 * Math.PI);
  expect(measure(text).value('m') * 1e3).toBeCloseTo(2 + crest, 8);
});
