/** `.meas dc` of sweeps within sweeps, of lists that turn and of data: each run of the scale counts, none is forgotten. */
import { expect, it } from 'vitest';
import { beside, measure } from './measure-run.js';

// v(o) = (1 + V2) V1
const product = 'V1 a 0 0\nV2 b 0 0\nB1 o 0 V=V(a)*V(b)+V(a)\nR1 o 0 1k';

const nested: readonly (readonly [string, number])[] = [
  ['max v(o)', 20],
  ['min_at v(o) from=2', 2],
  ['pp v(o)', 20],
  ['avg v(o)', 7.5],
  // 25/3 (4 + 9 + 16) / 3
  ['rms v(o)', Math.sqrt((25 * 29) / 9)],
  ['integ v(o)', 12.5 * 9],
  ['find v(o) at=2.5', 5],
  ['when v(o)=7', 3.5],
  ['when v(o)=7 cross=2', 7 / 3],
  ['when v(o)=7 cross=last', 1.75],
  ['trig v(o)=7 cross=1 targ v(o)=7 cross=3', 1.75 - 3.5],
];

it('three sweeps from 0 to 5, one behind the other, are measured all', () => {
  const cards = nested.map(([question], k) => `.meas dc m${k} ${question}`).join('\n');
  const { value, results } = measure(`${product}\n.dc V1 0 5 2.5 V2 1 3 1\n${cards}
.meas dc fall when v(o)=7 fall=1\n.meas dc fourth when v(o)=7 cross=4`);
  nested.forEach(([question, expected], k) => {
    expect(value(`m${k}`), question).toBeCloseTo(expected, 9);
  });
  // No passage is made of the way back to the begin of a sweep.
  expect(results.get('fall')?.failed).toBe('v(o) = 7 (fall 1) is never met');
  expect(results.get('fourth')?.failed).toBe('v(o) = 7 (cross 4) is met 3 times only');
});

it('a list that turns is measured on its way back too, on the branch that the sweep is on', () => {
  const { value } = measure(`V1 a 0 0\nR1 a 0 1k\nVs s 0 1\nS1 s o a 0 sw\nR2 o 0 1k
.model sw sw(vt=0.5 vh=0.2 ron=0 roff=inf)\n.dc V1 list 0 1 0
.meas dc up when v(o)=0.5 rise=1\n.meas dc down when v(o)=0.5 cross=2\n.meas dc most max v(a)`);
  expect(value('up')).toBeCloseTo(0.7, 8);
  expect(value('down')).toBeCloseTo(0.3, 8);
  expect(value('most')).toBe(1);
});

it('rows of data are gone through in their order', () => {
  const rows = [4, 5, 6].flatMap((r2) => [8, 9, 10, 11, 12].map((r1) => `+ ${r1} ${r2}`));
  const { value } =
    measure(`VT1 4 0 10\nR1 4 5 10\nR2 5 0 5\n.data test\n+ r1 r2\n${rows.join('\n')}\n.enddata
.dc data=test\n.meas dc most max v(5)\n.meas dc least min v(5)`);
  expect(value('most')).toBeCloseTo(60 / 14, 9);
  expect(value('least')).toBeCloseTo(2.5, 9);
});

it('the ends of an interval of a sweep stand in either order', () => {
  const { value } = measure(`${product}\n.dc V1 5 0 -2.5\n.meas dc m max v(a) from=4 to=2`);
  expect(value('m')).toBeCloseTo(4, 12);
});

it.each(['0 1 2 3', '3 2 1 0'])('rows of a file are the points of the sweep %s, as in Xyce', (list) => {
  const [first = '', ...more] = list.split(' ');
  const text = `Index V1 V(A)\n0 ${first} ${first}.25\n${more.map((v, k) => `${k + 1} ${v} ${v}`).join('\n')}\n`;
  const { value, results } = measure(
    `${product}\n.dc V1 list ${list}\n.meas dc m error v(a) file=a.prn comp_function=l1norm depvarcol=2
.meas dc n error v(a) file=b.prn depvarcol=2`,
    { textSource: beside({ 'a.prn': text, 'b.prn': '0 0 0\n1 1 1\n' }) },
  );
  expect(value('m')).toBeCloseTo(0.25, 12);
  expect(results.get('n')?.failed).toBe('the file has 2 rows, and the sweep 4 points');
});
