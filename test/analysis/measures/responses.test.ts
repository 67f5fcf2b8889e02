/** `.meas ac`: expressions, conditions and the frequency, beside closed forms; what is no passage and what is no interval. */
import { expect, it } from 'vitest';
import { measure } from './measure-run.js';

// H = 1 / (1 + j x), x = f / 1 kHz
const lowPass = `V1 in 0 ac 1\nR1 in out 1k\nC1 out 0 {1/(2e6*pi)}\n.ac dec 4 10 100k`;

const questions: readonly (readonly [string, number])[] = [
  ["param='1+vr(out)'", 1 + 1 / 10001],
  ["param='vi(out)' from=10 to=1k", -0.5],
  ["param='vp(out)*2' to=1k", -Math.PI / 2],
  ["param='mag(v(in)-v(out))' to=1k", Math.SQRT1_2],
  ["param='half+vr(out)' to=1k", 1.5],
  ["param='freq/1k' to=2k", 2],
  ['find freq when vm(out)=0.5', 1e3 * Math.sqrt(3)],
  ['find {vm(out)*hertz} at=1k', 1e3 * Math.SQRT1_2],
  ['when {vr(out)*freq}=400', 500],
  // |H| and |H| + 1 beside 1: relative to what is measured
  ['err2 vm(out) {vm(out)*1.25}', 0.25],
  ['err1 {vm(out)+1} {1.5*vm(out)+1.5}', 0.5],
  // nothing but what is above 1/sqrt(2) counts, and that is 0.1 off
  ['err vm(out) {vm(out)>0.7071 ? 0.9*vm(out) : 7} ymin=0.70711', 0.1],
  ['max {max(vr(out),vm(out))}', 1 / Math.sqrt(1.0001)],
];

it('expressions, conditions and the frequency have their closed forms', () => {
  const cards = questions.map(([question], k) => `.meas ac m${k} ${question}`).join('\n');
  const { value } = measure(`${lowPass}\n.meas ac half find vr(in) at=1k\n${cards}`);
  questions.forEach(([question, expected], k) => {
    expect(Math.abs(value(`m${k}`) / expected - 1), question).toBeLessThan(1e-9);
  });
});

it('of a complex quantity the real part is measured, as in ngspice and Xyce, and that is told once; in LTspice the magnitude', () => {
  const cards = '.meas ac a max v(out)\n.meas ac b when v(out)=0.5\n.meas ac c max vm(out)';
  const { told, value } = measure(`${lowPass}\n${cards}`);
  expect(told.filter((text) => text.includes('complex'))).toEqual([
    `m.cir:6:16: note: v(out) of .ac is complex: its real part is measured, as ngspice and Xyce do
  .meas ac a max v(out)
                 ^^^^^^
  hint: write vm(out) for its magnitude`,
  ]);
  // 1/(1 + x^2) = 1/2.
  expect(value('b')).toBeCloseTo(1e3, 6);
  const other = measure(`${lowPass}\n${cards}`, { dialect: 'ltspice' });
  expect(other.told.filter((text) => text.includes('complex'))).toEqual([]);
  expect(other.value('b')).toBeCloseTo(1e3 * Math.sqrt(3), 6);
});

it.each<['ngspice' | 'xyce' | 'pspice', string, number]>([
  ['ngspice', '', Math.PI / 180],
  ['xyce', '', 1],
  ['xyce', '.options output phase_output_radians=true\n', Math.PI / 180],
  ['pspice', '', 1],
])('phases are in radians or degrees as in %s, %s', (dialect, options, degree) => {
  const cards = `.print ac vp(out) {vp(out)+1}\n.meas ac m find vp(out) at=1k\n.meas ac n find {2*vp(out)} at=1k
.meas ac o when vp(out)={-45*${degree}}`;
  const { value, final } = measure(`${options}${lowPass.replace('dec 4 10 100k', 'list 100 1k')}\n${cards}`, {
    dialect,
  });
  expect(final).toEqual([-45 * degree, 1 - 45 * degree].map((phase) => expect.closeTo(phase, 9) as number));
  expect(value('m')).toBeCloseTo(-45 * degree, 9);
  expect(value('n')).toBeCloseTo(-90 * degree, 9);
  expect(value('o')).toBeCloseTo(1e3, 5);
});

it.each([
  ['.tran 1u 1m', 'tran'],
  ['.dc Vx 1 5 0.5', 'dc'],
])('what rests at a level, however it is rounded, never passes it: %s', (analysis, kind) => {
  const { results } =
    measure(`Vx x 0 sin(3 1 1k)\nRx x 0 1k\nV1 a 0 0.3\nR1 a b 1k\nR2 b 0 2k\nR3 a c 1k\nR4 c 0 2k
${analysis}\n.meas ${kind} m when v(b)=0.2\n.meas ${kind} n when v(b)=v(c)\n.meas ${kind} o find v(x) when v(a)=0.3`);
  expect([...results.values()].map(({ failed }) => failed)).toEqual([
    'v(b) = 0.2 (cross 1) is never met',
    'v(b) = v(c) (cross 1) is never met',
    'v(a) = 0.3 (cross 1) is never met',
  ]);
});

it.each([
  ['from=5m to=6m', 'the interval from 5 ms to 6 ms holds nothing of the run'],
  ['to=-1m', 'the interval from 0 s to -1 ms ends before it begins'],
  ['from=0.6m to=0.4m', 'the interval from 600 us to 400 us ends before it begins'],
])('PARAM has no value at the end of an interval that is none: %s', (ends, failed) => {
  const { results } = measure(
    `V1 a 0 sin(0 1 1k)\nR1 a 0 1k\n.tran 1u 1m\n.meas tran m param='v(a)*2' ${ends}`,
  );
  expect(results.get('m')?.failed).toBe(failed);
});

it('what lies outside of the run is told with its place and what the run has', () => {
  const { told } = measure(`V1 a 0 sin(0 1 1k)\nR1 a 0 1k\n.tran 1u 1m\n.meas tran m max v(a) from=2m to=3m
.meas tran n find v(a) at=5m`);
  expect(told).toEqual([
    `m.cir:5:1: warning: .meas m: the interval from 2 ms to 3 ms holds nothing of the run
  .meas tran m max v(a) from=2m to=3m
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  hint: choose what lies within the run, 0 s to 1 ms`,
    `m.cir:6:1: warning: .meas n: at = 5 ms lies outside of the run, 0 s to 1 ms
  .meas tran n find v(a) at=5m
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  hint: choose what lies within the run, 0 s to 1 ms`,
  ]);
});

const steps = 'V1 1 0 pwl(0 0.1 2.5m 0.5 5m 0 7.5m 0.4 10m 0)\nR1 1 0 2\n.tran 10u 10m';

it.each<['ngspice' | 'xyce', string, number]>([
  // TD of TRIG is that of TARG too in Xyce, and its own in ngspice (39: -2.75 ms)
  ['xyce', 'trig v(1)=0.2 td=2m cross=1 targ v(1)=0.3 cross=1', -0.5e-3],
  ['ngspice', 'trig v(1) val=0.2 td=2m cross=1 targ v(1) val=0.3 cross=1', -2.75e-3],
  ['xyce', 'trig v(1)=0.2 td=6m cross=1 targ v(1)=0.3 cross=1 td=2m', -2.75e-3],
  ['xyce', 'trig at=1m td=2m targ v(1)=0.3 cross=1', 2.5e-3],
  ['xyce', 'trig at=2m td=5m targ at=8m td=9m', 6e-3],
  ['ngspice', 'trig at=2m td=5m targ at=8m td=9m', 6e-3],
  ['xyce', 'trig v(1) {0.2} targ v(1) {0.3}', 0.625e-3],
  ['xyce', 'trig {v(1)-0.1} 0.1 targ v(1) 0.3 cross=2', 2.875e-3],
  ['xyce', 'max w(r1)', 0.125],
  ['xyce', 'max n(1)', 0.5],
  ['xyce', 'min n(v1_branch)', -0.25],
])('%s: %s', (dialect, question, expected) => {
  const { value } = measure(`${steps}\n.meas tran m ${question}`, { dialect });
  expect(value('m')).toBeCloseTo(expected, 12);
});
