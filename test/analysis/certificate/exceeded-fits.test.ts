/** Laws that are driven beyond the range of their fits: the certificate says by how much they err. */
import { expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { certificateRows } from '../../../src/cli/lines/certificate-rows.js';
import { thermalVoltage } from '../../../src/circuit/laws/semiconductor.js';
import { netlist, run } from '../run-netlist.js';

/** A controlled source drives what no resistance limits: 150 A/V. */
const driven = (volts: number, model: string): string =>
  netlist(`.model d ${model}\nV1 in 0 ${volts}\nR1 in 0 100\nG1 0 a in 0 150\nD1 a 0 d\n.tran 1u 100u uic`);

test('a diode at 1500 A whose fit ends below is told with the error of its law there', () => {
  const { certificate, final } = run(driven(10, 'd(is=1e-12 n=1)'));
  const exact = thermalVoltage(27) * Math.log1p(1500 / 1e-12);
  const [only, ...others] = certificate.fits;
  expect(others).toEqual([]);
  expect(only).toMatchObject({ element: 'd1', unit: 'A', errorUnit: 'V', range: 10 });
  expect(only?.met).toBeCloseTo(1500, 6);
  const error = Math.abs(final('v(a)') - exact);
  // It is the error of what was written, not an estimate.
  expect(only?.error).toBeCloseTo(error, 9);
  expect(only?.relative).toBeCloseTo(error / exact, 9);
  expect(error / exact).toBeGreaterThan(0.01);
  const row = certificateRows(certificate).find(({ label }) => label === 'fitted laws');
  expect(row?.verdict).toBe('warning');
  expect(row?.value).toMatch(/^d1 met 1\.5 kA, is fitted to 10 A: off by .* V, .* %$/);
});

test('it is a warning of the run', () => {
  const { runs } = simulate({ name: 't.cir', text: driven(10, 'd(is=1e-12 n=1)') }, {});
  const found = runs[0]?.report.diagnostics.filter(({ code }) => code === 'fit-exceeded') ?? [];
  expect(found.map(({ severity }) => severity)).toEqual(['warning']);
  expect(found[0]?.message).toMatch(/^the law of d1 met 1\.5 kA/);
});

test('a diode that is ideal because its drop is below pwltol is told too where it has one', () => {
  const { certificate } = run(
    driven(10, 'd(is=1e-12 n=.001)').replace('.tran', '.options pwltol=.8m\n.tran'),
  );
  const exact = 0.001 * thermalVoltage(27) * Math.log1p(1500 / 1e-12);
  expect(certificate.fits).toMatchObject([{ element: 'd1', range: 10, relative: 1 }]);
  expect(certificate.fits[0]?.error).toBeCloseTo(exact, 12);
});

test('within the range of the fits nothing is said', () => {
  expect(run(driven(0.05, 'd(is=1e-12 n=1)')).certificate.fits).toEqual([]);
});

test('a channel whose gate is driven beyond the range of the sources', () => {
  // Sources span 5 V; the gate is at 20 V: (20 - 1)^2 is far above the last tangent of the fit.
  const text = netlist(
    `.model n nmos(vto=1 kp=200u)\nV1 d 0 5\nE1 g 0 d 0 4\nM1 d g 0 0 n w=100u l=10u\n.tran 1u 100u uic`,
  );
  const { certificate, final } = run(text, { method: 'events' });
  const [only] = certificate.fits;
  expect(only).toMatchObject({ element: 'm1', unit: 'V', range: 5, errorUnit: 'A' });
  expect(only?.met).toBeCloseTo(19, 9);
  // k (f(19) - f(14)) with k = 1 mA/V^2: either end errs by less than what is told of the worse one.
  const exact = -1e-3 * (19 ** 2 - 14 ** 2);
  expect(Math.abs(final('i(v1)') - exact)).toBeGreaterThan(0.01 * Math.abs(exact));
  expect(Math.abs(final('i(v1)') - exact)).toBeLessThan(only?.error ?? 0);
});
