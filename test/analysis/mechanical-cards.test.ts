/** Mechanical cards and the quantities that they have in `.step`, `.meas` and `.four`, against closed forms. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, run } from './run-netlist.js';

const stiffnesses = [39, 158];
const body = `
.param k=39
.step param k list ${stiffnesses.join(' ')}
.param w={sqrt(k)} T={6.283185307179586/w}
YMASS1 m 1 x0=1
YSPRING1 m 0 {k}
.tran {T/400} {2*T}
.print tran x(m) v(m) f(yspring1)
.meas tran way INTEG v(m) FROM=0 TO={T/4}
.meas tran slope DERIV x(m) AT={T/4}
.meas tran highest MAX f(yspring1)
.meas tran effective RMS v(m) FROM=0 TO={T}
.meas tran returns WHEN x(m)=0 FALL=2
.meas tran impulse PARAM='way*2'
.four {1/T} v(m)
`;

describe.each([
  ['events', 1e-9],
  ['stepping', 1e-3],
] as const)('with method=%s', (method, off) => {
  const result = simulate({ name: 't.cir', text: netlist(body) }, { options: { method, reltol: 1e-5 } });

  test('measures of every point of a sweep are those of closed forms', () => {
    expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(result.runs).toHaveLength(stiffnesses.length);
    stiffnesses.forEach((k, point) => {
      const w = Math.sqrt(k);
      const truths = {
        ...{ way: -1, slope: -w, highest: k, effective: w / Math.SQRT2 },
        ...{ returns: (2.5 * Math.PI) / w, impulse: -2 },
      };
      const { measures = [] } = result.runs[point]!.report;
      for (const [name, truth] of Object.entries(truths)) {
        const value = measures.find((each) => each.name === name)?.value ?? NaN;
        expect(Math.abs(value / truth - 1), `${name} at k = ${k}`).toBeLessThan(off);
      }
    });
  });

  test('the fundamental of a velocity is its amplitude', () => {
    stiffnesses.forEach((k, point) => {
      const { fourier = [] } = result.runs[point]!.report;
      expect(Math.abs((fourier[0]?.harmonics[1]?.magnitude ?? NaN) / Math.sqrt(k) - 1)).toBeLessThan(off);
    });
  });
});

test.each(['auto', 'stepping'])('a position with a state of its own is followed, method=%s', (method) => {
  const text = 'YPOSITION1 a 0 x={idt(2*time)}\nYDAMPER1 a 0 1\n.tran 1m 1\n.meas tran end FIND x(a) AT=1';
  const { report } = run(netlist(text), { method });
  expect(report.measures?.[0]?.value).toBeCloseTo(1, 3);
});

const stepThere = 'PULSE(0 1 0.1 0 0 0.3 1)';

test.each([
  ['events', stepThere, 1e-10],
  ['stepping', stepThere, 1e-4],
  ['theta', stepThere, 1e-2],
  // Without a closed form events hand over to theta with error control.
  ['auto', 'x={if(time < 0.1 | time >= 0.4, 0, 1)}', 1e-4],
  ['stepping', 'x={u(time - 0.1) - u(time - 0.4)}', 1e-4],
] as const)('a position that jumps stretches its spring at once, method=%s %s', (method, position, off) => {
  const text =
    `YPOSITION1 a 0 ${position}\n` +
    'YSPRING1 a b 100\nYMASS1 b 1\n.tran 1m 0.6\n.print tran x(a) x(b)\n' +
    '.meas tran up FIND x(b) AT=0.3\n.meas tran down FIND x(b) AT=0.5';
  const { report, certificate } = run(netlist(text), { method });
  expect(certificate.missed).toEqual([]);
  const [up = NaN, down = NaN] = report.measures?.map(({ value }) => value) ?? [];
  const swung = (t: number): number => 1 - Math.cos(10 * (t - 0.1));
  expect(Math.abs(up - swung(0.3))).toBeLessThan(off);
  // Back at 0.4 s: the answer to the step back is added.
  expect(Math.abs(down - (swung(0.5) - (1 - Math.cos(1))))).toBeLessThan(off);
});
