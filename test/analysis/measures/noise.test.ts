/** `.meas noise`: densities between the frequencies of `.noise`, by the names of all dialects. */
import { expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/base/diagnostic.js';
import { simulate } from '../../../src/analysis/simulate.js';
import { measure } from './measure-run.js';

const kT = 1.380649e-23 * 300.15;
/** A divider of two resistors of 1 kOhm with a capacitor: 500 Ohm and 1 nF. */
const divider = 'V1 in 0 dc 0 ac 1\nR1 in out 1k\nR2 out 0 1k\nC1 out 0 1n';
const corner = 1 / (2 * Math.PI * 500 * 1e-9);
const density = (f: number): number => Math.sqrt((4 * kT * 500) / (1 + (f / corner) ** 2));
/** Noise of the output from f to g, in closed form. */
const band = (f: number, g: number): number =>
  Math.sqrt(4 * kT * 500 * corner * (Math.atan(g / corner) - Math.atan(f / corner)));

const run = (cards: string): ReturnType<typeof measure> =>
  measure(`${divider}\n.noise v(out) V1 dec 20 10 100meg\n${cards}`);

it('a value at a frequency of the sweep is the closed form, by every name that a dialect has for it', () => {
  const { value, results } = run(`.meas noise a find onoise at=1meg
.meas noise b find V(onoise) at=1meg
.meas noise c find onoise_spectrum at=1meg
.meas noise d find inoise at=1meg
.meas noise e find dno(R1) at=1meg
.meas noise f find V(R2) at=1meg
.meas noise g find onoise_r1 at=1meg
.meas noise h find dni(R1) at=1meg
.meas noise i find gain at=1meg
.meas noise j find {sqrt(dno(R1)**2+dno(R2)**2)} at=1meg`);
  const at = density(1e6);
  const gain = 0.5 / Math.hypot(1, 1e6 / corner);
  const part = at / Math.SQRT2;
  const expected = { a: at, b: at, c: at, d: at / gain, e: part, f: part, g: part, h: part / gain, i: gain };
  for (const [name, is] of Object.entries({ ...expected, j: at }))
    expect(Math.abs(value(name) / is - 1), name).toBeLessThan(1e-9);
  expect(results.get('a')).toMatchObject({ unit: 'V/sqrt(Hz)', scaleUnit: 'Hz' });
  expect(results.get('h')?.unit).toBe('V/sqrt(Hz)');
  expect(results.get('i')?.unit).toBe('');
});

it('INTEG of a density is the noise of the band, of its square the power; places are those of the circuit', () => {
  const { value, results } = run(`.meas noise all integ onoise
.meas noise some integ onoise from=100k to=1meg
.meas noise power integ {onoise*onoise} from=100k to=1meg
.meas noise effective rms onoise from=100k to=1meg
.meas noise most max onoise
.meas noise half when onoise=2n
.meas noise width trig onoise val=2.5n fall=1 targ onoise val=1n fall=1
.meas noise ratio param='all/some'`);
  // Solved wherever the measure looks: by polynomials of degree 8, known to 1e-13.
  const close = (name: string, is: number): void =>
    expect(Math.abs(value(name) / is - 1), name).toBeLessThan(1e-11);
  close('all', band(10, 1e8));
  close('some', band(1e5, 1e6));
  close('power', band(1e5, 1e6) ** 2);
  close('effective', band(1e5, 1e6) / Math.sqrt(9e5));
  close('most', density(10));
  const where = (level: number): number => corner * Math.sqrt((4 * kT * 500) / level ** 2 - 1);
  close('half', where(2e-9));
  close('width', where(1e-9) - where(2.5e-9));
  expect(value('ratio')).toBeCloseTo(value('all') / value('some'), 12);
  expect(results.get('all')?.unit).toBe('V');
});

it('the noise of all frequencies is near to what .noise itself sums up from its points', () => {
  const { runs } = simulate(
    `t\n${divider}\n.noise v(out) V1 dec 20 10 100meg\n.meas noise o integ onoise\n.meas noise i integ inoise\n.end\n`,
  );
  const { final = [], measures = [] } = runs[0]?.report ?? {};
  const total = (name: string): number => final.find((each) => each.name === name)?.value ?? NaN;
  // Totals take a power of the frequency from point to point: that bends a 20th of a decade by least squares of 1e-4.
  expect(Math.abs(total('onoise_total') / band(10, 1e8) - 1)).toBeLessThan(1e-3);
  expect(Math.abs((measures[0]?.value ?? NaN) / band(10, 1e8) - 1)).toBeLessThan(1e-11);
  expect(Math.abs((measures[1]?.value ?? NaN) / total('inoise_total') - 1)).toBeLessThan(1e-3);
  // The gain is 1/2 / (1 + jf/corner): at the input the noise is white.
  const white = Math.sqrt(4 * kT * 500 * 4 * (1e8 - 10));
  expect(Math.abs((measures[1]?.value ?? NaN) / white - 1)).toBeLessThan(1e-11);
});

it('a step has its own measures: noise of kT/C does not depend on the resistance', () => {
  const { runs } = simulate(
    `t\n.param r=1k\nV1 in 0 ac 1\nR1 in out {r}\nC1 out 0 1n\n.noise v(out) V1 dec 50 1 10g\n.step param r list 1k 10k\n.meas noise all integ V(onoise)\n.end\n`,
  );
  const found = runs.map(({ report }) => report.measures?.[0]?.value ?? NaN);
  expect(found).toHaveLength(2);
  [1e3, 1e4].forEach((r, k) => {
    const corner = 1 / (2 * Math.PI * r * 1e-9);
    const part = (2 / Math.PI) * (Math.atan(1e10 / corner) - Math.atan(1 / corner));
    expect(Math.abs((found[k] ?? NaN) / Math.sqrt((kT / 1e-9) * part) - 1)).toBeLessThan(1e-11);
    // All but what lies below 1 Hz.
    expect(part).toBeGreaterThan(1 - 1e-4);
  });
});

it('what .noise has not is told, with what it has', () => {
  const { diagnostics, runs } = simulate({
    name: 'n.cir',
    text: `t\n${divider}\n.noise v(out) V1 dec 20 10 100meg\n.meas noise a find v(out) at=1k\n.meas noise b find dno(C1) at=1k\n.meas noise c find dno(R9) at=1k\n.end\n`,
  });
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    `n.cir:7:20: warning: .noise has no v(out): left out
  .meas noise a find v(out) at=1k
                     ^^^^^^
  hint: it has onoise, inoise, gain, and the part of an element: onoise_r1, dno(r1), dni(r1)`,
    `n.cir:9:20: warning: there is no element "r9": left out
  .meas noise c find dno(R9) at=1k
                     ^^^^^^^
  hint: did you mean "r1"?`,
  ]);
  expect(runs[0]?.report.measures?.map(({ failed }) => failed)).toEqual([
    'the card could not be read',
    '.noise has no onoise_c1: that part makes no noise, or is not modelled',
    'the card could not be read',
  ]);
});
