/** Xyce's windows from one passage of a level to the next, and the distance from points of a file: against closed forms. */
import { expect, it } from 'vitest';
import { beside, measure } from './measure-run.js';

const sine = 'V1 a 0 sin(0 1 1k)\nR1 a 0 1k\n.tran 10u 4m';
/** Passages of 0.5: upwards and downwards, in ms. */
const [up, down] = [1 / 12, 5 / 12];
/** Integral of the sine from one phase, in ms, to another. */
const area = (from: number, to: number): number =>
  (Math.cos(2 * Math.PI * from) - Math.cos(2 * Math.PI * to)) / (2 * Math.PI);

it.each<[string, string, number]>([
  ['from the second rise to the third', 'integ v(a) rise=2 rfc_level=0.5', 0],
  ['from a rise to the end, where no other one follows', 'integ v(a) rise=4 rfc_level=0.5', area(up, 1)],
  ['the last one', 'integ v(a) rise=last rfc_level=0.5', area(up, 1)],
  ['from a fall to the next one, counted from the end', 'avg v(a) fall=-2 rfc_level=0.5', 0],
  ['passages in either direction', 'integ v(a) cross=2 rfc_level=0.5', area(down, 1 + up)],
  ['counted from a time on', 'integ v(a) cross=1 rfc_level=0.5 from=2.2m', area(down, 1 + up)],
  ['ended by to=', 'integ v(a) rise=3 rfc_level=0.5 to=2.25m', area(up, 0.25)],
  ['the place of an extremum', 'max_at v(a) rise=3 rfc_level={1/2}', 2.25],
  ['a duration', 'on_time v(a) on=0 rise=2 rfc_level=0.5', 0.5],
])('%s: %s', (_, question, expected) => {
  const { value } = measure(`${sine}\n.meas tran m ${question}`);
  // Sums of a few segments; 1e-11 of a millisecond.
  expect(Math.abs(value('m') - expected * (/avg/.test(question) ? 1 : 1e-3))).toBeLessThan(1e-14);
});

it('a window that does not begin has no measure, and says which passage is missing', () => {
  const { results } = measure(`${sine}\n.meas tran m avg v(a) rise=9 rfc_level=0.5`);
  expect(results.get('m')?.failed).toMatch(/^it needs m: v\(a\) = 0\.5 V? ?\(rise 9\)/);
});

it.each([
  ['max v(a) rise=0 rfc_level=1', 'rise counts 1, 2 ... or last'],
  ['max v(a) at=1m', 'at says nothing to a measure of an interval'],
  ['avg v(a) val=1', 'val says nothing to a measure of an interval'],
  ['find v(a) when v(a)=0.5 rfc_level=0.3', 'rfc_level belongs to a measure of an interval'],
])('%s is not read as something else', (question, message) => {
  const { results, told } = measure(`${sine}\n.meas tran m ${question}`);
  expect(told.join('\n')).toContain(message);
  expect(results.get('m')?.failed).toBe('the card could not be read');
});

const ramp = 'V1 a 0 pwl(0 0 1m 1)\nR1 a 0 1k\n.tran 10u 1m';
/** The ramp plus 1, -2 and 2 mV, in no order, and a point behind the run, which says nothing. */
const files = {
  'plain.txt': '# time v(a)\n0.5m 0.498\n2m 9\n0.25m 0.251\n1m 1.002\n',
  'x.prn':
    'Index TIME V(B) V(A)\n0 2.5e-4 7 0.251\n1 5e-4 7 0.498\n2 1e-3 7 1.002\nEnd of Xyce(TM) Simulation\n',
  'x.csv': 'TIME,V(B),V(A)\n2.5e-4,7,0.251\n5e-4,7,0.498\n1e-3,7,1.002\n',
};

it.each([
  ['file=plain.txt', 3e-3],
  ['file="x.prn" indepvarcol=1 depvarcol=3 comp_function=l2norm', 3e-3],
  ['file=x.prn comp_function=L1NORM indepvarcol=1 depvarcol=3', 5e-3],
  ['file=x.csv indepvarcol=0 depvarcol=2 comp_function=infnorm', 2e-3],
])('error %s', (words, expected) => {
  const run = measure(`${ramp}\n.meas tran m error v(a) ${words}`, { textSource: beside(files) });
  expect(run.value('m')).toBeCloseTo(expected, 14);
  expect(run.results.get('m')?.unit).toBe('V');
});

it.each([
  ['error v(a)', 'error needs file='],
  ['error v(a) file=none.txt', 'cannot read "none.txt": there is no none.txt'],
  ['error v(a) file=plain.txt depvarcol=7', '"plain.txt" has no numbers in columns 0 and 7'],
  [
    'error v(a) file=plain.txt comp_function=l3norm',
    'comp_function is l1norm, l2norm or infnorm, not l3norm',
  ],
  ['error v(a) file=plain.txt depvarcol=-1', 'depvarcol is 0, 1, 2 ...'],
])('%s is told', (question, message) => {
  const { told, results } = measure(`${ramp}\n.meas tran m ${question}`, { textSource: beside(files) });
  expect(told.join('\n')).toContain(message);
  expect(results.get('m')?.value).toBeUndefined();
});
