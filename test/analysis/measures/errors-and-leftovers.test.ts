/**
 * ERR of `.meas` over the part of the scale that counts and FOUR against closed forms; and that nothing of a card is read and
 * forgotten: what a measure does not obey is told, with the place of the word.
 */
import { expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { measure } from './measure-run.js';

/** m = x over 0 ... 1, c = 1/2. */
const ramp =
  'V1 a 0 pwl(0 0 1m 1)\nV2 b 0 0.5\nR1 a 0 1k\nR2 b 0 1k\nV3 p 0 pulse(0 1 0 0 0 0.5m 1m)\nR3 p 0 1k\n.tran 10u 1m';

it.each<[string, number]>([
  // (1 - c/x)^2 and |1 - c/x| over x = 1/4 ... 3/4
  ['err v(a) v(b) ymin=0.25 ymax=0.75', Math.sqrt(7 / 3 - 2 * Math.log(3))],
  ['err1 v(a) v(b) ignore=0.25 ymax=0.75', Math.sqrt(7 / 3 - 2 * Math.log(3))],
  ['err2 v(a),v(b) ymin=0.25 ymax=0.75', Math.log(4 / 3)],
  // (x - 1/2)^2 with the denominator held at 1
  ['err v(a) v(b) minval=1', Math.sqrt(1 / 12)],
  // what is 0 does not count: 1 - 1/2 over the half in which the pulse is 1
  ['err v(p) v(b)', 0.5],
  // means over what lies between the bounds
  ['avg v(a) min_thresh=0.2 max_thresh=0.5', 0.35],
  ['avg v(a) min_thresh=0.2 from=0.1m', 0.6],
])('%s', (question, expected) => {
  // where a segment is cut at a bound it is found to 1e-12 of the run, and 1/x is a polynomial to 1e-11
  expect(measure(`${ramp}\n.meas tran m ${question}`).value('m')).toBeCloseTo(expected, 10);
});

it.each<[string, number]>([
  ['err v(a) {v(a)-0.5} ymin=0', 0.5e12 - 0.25],
  ['err {1-v(a)} {0.5-v(a)} ymin=0', 0.5e12 - 0.25],
  ['err {v(a)-0.5} {v(a)-1} ymin=0', 1e12 - 1],
])('%s: through a zero at an end and within, where 1e-12 of the run is half of it', (question, square) => {
  // with the denominator held at 1e-12, 1/4 of 1e12 comes from within that and as much from outside, a side
  const part = (measure(`${ramp}\n.meas tran m ${question}`).value('m') ?? NaN) / Math.sqrt(square);
  // a time is rounded by 2^-53 of itself, which is 1e-4 of 1e-12 of the run
  expect(Math.abs(part - 1)).toBeLessThan(2e-4);
});

it('an error of a waveform that never counts has no value', () => {
  const { results } = measure(`${ramp}\n.meas tran m err v(a) v(b) ymin=2`);
  expect(results.get('m')?.failed).toBe('the first waveform is nowhere between ymin and ymax');
});

it('the distortion of a square wave, with its harmonics', () => {
  const text = `four\nV1 a 0 pulse(-1 1 0 0 0 0.5m 1m)\nR1 a 0 1k\n.tran 10u 4m
.meas tran nine four v(a) at=1k
.meas tran twenty four v(a) at={2*500} numfreq=21 to=3m gridsize=8
.meas tran long four v(a) at=100
.meas tran none four v(a) at=3k\n`;
  const { measures = [], fourier = [] } = simulate({ name: 'm.cir', text }).runs[0]?.report ?? {};
  const value = (name: string): number => measures.find((each) => each.name === name)?.value ?? NaN;
  const odd = (most: number): number => {
    let sum = 0;
    for (let k = 3; k <= most; k += 2) sum += 1 / k ** 2;
    return Math.sqrt(sum);
  };
  expect(value('nine')).toBeCloseTo(odd(9), 12);
  expect(value('twenty')).toBeCloseTo(odd(19), 12);
  expect(fourier.map(({ from, to, harmonics }) => [from, to, harmonics.length])).toEqual([
    [3e-3, 4e-3, 10],
    [2e-3, 3e-3, 21],
    [4e-3 - 1 / 3e3, 4e-3, 10],
  ]);
  expect(fourier[0]?.harmonics[3]?.magnitude).toBeCloseTo(4 / (3 * Math.PI), 12);
  expect(measures.find(({ name }) => name === 'long')?.failed).toBe(
    'a period is 10 ms long, the interval 4 ms',
  );
});

it.each<[string, string]>([
  ['tran m find v(a) at=0.2m rise=2', '4:32: warning: .meas: rise says nothing beside at=: left out'],
  ['tran m deriv v(a) at=0.2m td=1u', 'td says nothing beside at=: left out'],
  [
    'tran m trig v(a) val=.1 rise=1 targ v(a) val=.2 rise=1 output=time',
    'output says nothing to trig: left out',
  ],
])('%s is measured, and what says nothing is told', (card, message) => {
  const { told, results } = measure(`V1 a 0 pwl(0 0 1m 1)\n.tran 10u 1m\n.meas ${card}`);
  expect(told.join('\n')).toContain(message);
  expect(results.get('m')?.value).toBeDefined();
});

it.each<[string, string]>([
  ['tran m max v(a) max v(b)', 'max is a second question'],
  ['tran m max v(a) from=0 from=1u', 'from stands there twice'],
  ['tran m when v(a)=0.5 rise=1 fall=1', 'rise and fall are there both'],
  ['tran m trig v(a) val=.5 rise=1 targ v(a) val=.5 rise=1 cross=2', 'rise and cross are there both'],
  ['tran m n max v(a)', '"n" says nothing here'],
  ['sens m max v(a)', '"sens" is no analysis that is measured'],
  ['fft m enob v(a)', '"fft" is no analysis that is measured'],
  ['tran m err v(a)', 'err compares two waveforms'],
  ['tran m err3 v(a) v(b)', "err3 is HSPICE's alone"],
  ['tran m four v(a)', 'four needs a frequency'],
  ['tran m four v(a) at=1k numfreq=1.5', 'numfreq is 2, 3 ...'],
  ['tran m max v(a', 'unexpected end of the card'],
  ['tran', '.meas needs a name and a question'],
])('.meas %s fails and is told', (card, message) => {
  const { told, results } = measure(`${ramp}\n.meas ${card}`);
  expect(told.join('\n')).toContain(message);
  expect([...results.values()].map(({ failed }) => failed)).toEqual(['the card could not be read']);
});

it.each<[string, string]>([
  ['.meas dc m max v(a)', 'm.cir:9:1: warning: .meas dc m is not measured: no .dc is run'],
  ['.meas op m param v(a)', '.meas op m is not measured: no .op is run'],
])('%s beside a transient is told', (card, message) => {
  expect(measure(`${ramp}\n${card}`).told.join('\n')).toContain(message);
});

it('a card that names no analysis measures the one that is run', () => {
  const sweep = measure('V1 a 0 1\nR1 a b 1k\nR2 b 0 3k\n.dc V1 0 4 1\n.meas top max v(b)');
  expect(sweep.value('top')).toBeCloseTo(3, 12);
});

it('an operating point is measured as one value', () => {
  const point = measure(`V1 a 0 8\nR1 a b 1k\nR2 b 0 3k\n.op
.meas op at find v(b)
.meas op gain param='at/v(a)'
.meas op top max v(b)
.meas op mean avg {v(a)-v(b)}
.meas op over when v(b)=1\n`);
  expect(point.value('at')).toBeCloseTo(6, 12);
  expect(point.results.get('at')?.unit).toBe('V');
  expect(point.value('gain')).toBeCloseTo(0.75, 12);
  expect(point.results.get('top')).toEqual({
    name: 'top',
    unit: 'V',
    value: expect.closeTo(6, 12) as number,
  });
  expect(point.value('mean')).toBeCloseTo(2, 12);
  expect(point.results.get('over')?.failed).toBe('the card could not be read');
});

it('of continuous measures the first value is given, and that is told', () => {
  const { told, value } = measure(`${ramp}\n.meas tran_cont m when v(a)=0.3`);
  expect(value('m')).toBeCloseTo(0.3e-3, 15);
  expect(told.join('\n')).toContain('note: .meas tran_cont gives the first of its values');
});

const plain = 'V1 a 0 pwl(0 0 1m 1)\nR1 a 0 1k\n.tran 10u 1m';

it('a measure may name one that stands below it, as a place, a level or in an expression', () => {
  const { value, told } = measure(`${plain}
.meas tran at2 find v(a) at=later
.meas tran twice param='2*at2+level'
.meas tran over when v(a)=level
.meas tran later when v(a)=0.25
.meas tran level param='0.3'`);
  expect(value('at2')).toBeCloseTo(0.25, 12);
  expect(value('twice')).toBeCloseTo(0.8, 12);
  expect(value('over')).toBeCloseTo(0.3e-3, 12);
  expect(told).toEqual([]);
});

it.each([
  ['.meas tran m param=m+1', 'it needs itself'],
  ['.meas tran m find v(a) at=n\n.meas tran n when v(a)=m', 'it needs itself, by way of n'],
  [
    '.meas tran m param=n\n.meas tran n param=o*2\n.meas tran o param=m',
    'it needs itself, by way of n, by way of o',
  ],
  ['.meas tran m find v(a) at=nowhere', 'the card could not be read'],
])('%s fails and says why', (cards, reason) => {
  expect(measure(`${plain}\n${cards}`).results.get('m')?.failed).toBe(reason);
});

it('a level or place that cannot be read is told once', () => {
  const { told } = measure(`${plain}\n.meas tran m find v(a) at=nowhere\n.meas tran n when v(a)=nothing`);
  expect(told.map((text) => text.split('\n')[0])).toEqual([
    'm.cir:5:27: warning: unknown parameter "nowhere": left out',
    'm.cir:6:24: warning: unknown parameter "nothing": left out',
  ]);
});

it.each([
  ['.meas fft x find v(a) at=1k', 'harmonics and distortion: tran name four v(a) at=1k, or .four'],
  ['.measure sens x max v(a)', 'measured are tran, dc, ac, noise and op'],
])('%s measures nothing here, and its name is not the first word', (card, hint) => {
  const { told, results } = measure(`${plain}\n${card}\n${card.replace('x', 'y')}`);
  expect(told).toHaveLength(2);
  expect(told[0]).toContain('is no analysis that is measured: left out');
  expect(told[0]).toContain(`hint: ${hint}`);
  expect([...results.keys()]).toEqual(['x', 'y']);
});

it.each([
  ['tran', 'time', 5e-4],
  ['tran', 'value', 1],
  ['dc', 'sv', 2],
  ['ac', 'freq', 10],
])('.meas %s max ... output=%s', (analysis, output, expected) => {
  const text = `V1 a 0 dc 0 ac 1 pwl(0 0 0.5m 1 1m 0)\nR1 a b 1k\nC1 b 0 1u\nB1 d 0 v={1-abs(v(a)-2)}\nRd d 0 1
.tran 10u 1m\n.dc V1 0 4 1\n.ac dec 5 10 1k`;
  const of = { tran: 'v(a)', dc: 'v(d)', ac: 'v(b)' }[analysis] ?? '';
  const { runs } = simulate(`outputs\n${text}\n.meas ${analysis} m max ${of} output=${output}\n.end`);
  const results = runs.flatMap(({ report }) => report.measures ?? []);
  expect(results.map(({ value }) => value)).toEqual([expect.closeTo(expected, 10) as number]);
});

it('a parameter of measures that wait for others waits with them', () => {
  const { value } = measure(`V1 b 0 pwl(0 0 1m 5)
R1 b 0 1k
.tran 1u 10m
.meas tran vend find v(b) at=10m
.meas tran t90 when v(b)='0.9*vend' rise=1
.meas tran t10 when v(b)='0.1*vend' rise=1
.meas tran rise param='t90-t10'
.meas tran late find v(b) at='t10+rise/2'
.meas tran both param='late+rise*1k'`);
  expect(value('rise')).toBeCloseTo(0.8e-3, 12);
  expect(value('late')).toBeCloseTo(2.5, 10);
  expect(value('both')).toBeCloseTo(3.3, 10);
});

it.each([
  ['trig v(a) val=0.2 raise=1 targ v(a) val=0.5', 'there is no "raise": left out', 'did you mean "rise"?'],
  ['find v(a) att=0.5m', 'there is no "att": left out', 'did you mean "at"?'],
  ['avg v(a) zzz=3', 'there is no "zzz": left out', 'remove it'],
])('%s: a word that there is not is told as one', (question, problem, hint) => {
  const { told } = measure(`${ramp}\n.meas tran m ${question}`);
  expect(told.some((text) => text.includes(`.meas: ${problem}`) && text.includes(`hint: ${hint}`))).toBe(
    true,
  );
});
