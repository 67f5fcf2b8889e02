/**
 * The same netlists here and in ngspice. ngspice has no ideal diode: the test puts a nearly ideal one
 * (n = 0.001: 0.6 mV at 10 mA) in the place of the `.model` line. Its cjo is there for ngspice, which otherwise
 * stops in the full-wave rectifier with "timestep too small" when all four diodes block; reltol = 1e-6 keeps
 * its tolerance (1e-3 of 10 V by default) below the drop that is measured.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import type { Plot } from '../../src/waveform/plot.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';

const idealModel = '.model dideal d\n';
const nearlyIdealModel = '.model dideal d(is=1e-12 n=0.001 cjo=10p)\n.options reltol=1e-6\n';

function netlist(name: string): string {
  return readFileSync(new URL(`../../netlists/${name}`, import.meta.url), 'utf8');
}

/** For ngspice: its diode model, and the step cap that makes its own error small beside the diode's. */
function forNgspice(text: string, tran: string): string {
  expect(text).toContain(idealModel);
  return text.replace(idealModel, nearlyIdealModel).replace(/^\.tran .*$/m, tran);
}

function waveform(text: string, options: Record<string, number | string>): Plot {
  const { diagnostics, runs } = simulate(text, { options });
  const plot = runs[0]?.plot;
  if (!plot) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return plot;
}

/** The values of v(a) or v(a,b); ngspice writes node voltages alone. */
function values(plot: Plot, column: string): Float64Array {
  const find = (name: string): Float64Array | undefined =>
    plot.columns[plot.header.columns.findIndex((candidate) => candidate.name === name)];
  const whole = find(column);
  if (whole) return whole;
  const [a, b] = column.slice(2, -1).split(',');
  const [plus, minus] = [find(`v(${a ?? ''})`), find(`v(${b ?? ''})`)];
  if (!plus || !minus) throw new Error(`no ${column} among ${JSON.stringify(plot.header.columns)}`);
  return plus.map((value, row) => value - minus[row]!);
}

/**
 * Largest difference in volts over the peer's rows, ours interpolated linearly. Only at rows: between its
 * rows ngspice's line cuts the breakpoints of a rectified sine.
 */
function difference(ours: Plot, theirs: Plot, column: string): number {
  expect(theirs.columns[0]!.at(-1)).toBeCloseTo(ours.columns[0]!.at(-1)!, 9);
  const [times, mine] = [ours.columns[0]!, values(ours, column)];
  const reference = values(theirs, column);
  let row = 0;
  let worst = 0;
  theirs.columns[0]!.forEach((t, k) => {
    while (row < times.length - 2 && times[row + 1]! < t) row++;
    const weight = (t - times[row]!) / (times[row + 1]! - times[row]!);
    const value = mine[row]! + weight * (mine[row + 1]! - mine[row]!);
    worst = Math.max(worst, Math.abs(value - reference[k]!));
  });

  return worst;
}

describe.skipIf(skipWithoutNgspice)(`against ngspice with n = 0.001${ngspiceReason}`, () => {
  const bridge = netlist('bridge.cir');
  const spice = (): Plot => runNgspice(forNgspice(bridge, '.tran 1u 5m 0 1u uic'));

  it('the bridge agrees within 2.5 mV: method theta, theta = gamma = 0.5, h = 1 us, no sources', () => {
    // Two diodes drop 1.3 mV in ngspice, its own step error adds 0.6 mV, ours 0.6 mV.
    const ours = waveform(bridge, { method: 'theta', theta: 0.5, gamma: 0.5, h: 1e-6 });
    expect(difference(ours, spice(), 'v(a)')).toBeLessThan(2.5e-3);
  });

  it('the bridge agrees within 25 mV: method theta, theta = 0.5, gamma = 1, h = 1 us, no sources', () => {
    // Implicit multipliers are of order 1: 19 mV at this step.
    const ours = waveform(bridge, { method: 'theta', theta: 0.5, gamma: 1, h: 1e-6 });
    expect(difference(ours, spice(), 'v(a)')).toBeLessThan(25e-3);
  });

  // n V_T ln(1 + i/is) with V_T = 25.85 mV at 27 C.
  const drop = (amperes: number): number => 0.001 * 25.85e-3 * Math.log(1 + amperes / 1e-12);

  it('the half-wave rectifier agrees within one diode drop: method theta, theta = 0.5, gamma = 1, h = 10 us, averaged source', () => {
    const text = netlist('half-wave.cir');
    const ours = waveform(text, { method: 'theta', theta: 0.5, gamma: 1, source: 'average' });
    const theirs = runNgspice(forNgspice(text, '.tran 10u 40m 0 10u uic'));
    // At most 10 mA flow; a line between rows 10 us apart is off the sine by 10 (w h)^2 / 8 = 12 uV at most.
    expect(difference(ours, theirs, 'v(out)')).toBeLessThan(drop(10e-3) + 25e-6);
  });

  it('the full-wave rectifier agrees within two diode drops: method theta, theta = 0.5, gamma = 1, h = 0.2 us, averaged source', () => {
    const text = netlist('full-wave-filter.cir');
    const ours = waveform(text, { method: 'theta', theta: 0.5, gamma: 1, h: 0.2e-6, source: 'average' });
    const theirs = runNgspice(forNgspice(text, '.tran 1u 60m 0 1u uic'));
    // The largest current charges C1: 100 uF times 3142 V/s. A diode that turns on inside a step is seen at its
    // end: the line between rows is off by a quarter of h times the change of slope, 3142 V/s at most.
    const kink = (0.2e-6 * 3142) / 4;
    expect(difference(ours, theirs, 'v(p,n)')).toBeLessThan(2 * drop(0.3142) + kink);
  });
});

describe.skipIf(skipWithoutNgspice)(`against ngspice with charges of junctions${ngspiceReason}`, () => {
  const rectifier = (model: string, series: number): string =>
    `rectifier\nV1 a 0 sin(0 5 1meg)\nR0 a b ${series}\nD1 b o dd\nC1 o 0 100p\nR1 o 0 1k\n` +
    `.model dd d(is=1e-14 ${model})\n.options reltol=1e-5\n.save v(o) v(b)\n.tran 1n 3u 0 1n\n.end\n`;

  it.each([
    ['CJO, VJ, M and RS', 'rs=1 cjo=50p vj=0.7 m=0.4', 50],
    ['CJO, VJ, M, TT and RS', 'rs=1 cjo=50p vj=0.7 m=0.4 tt=20n', 50],
    ['CJO and TT, without RS, in a loop of capacitors', 'cjo=50p tt=20n', 1e-3],
    ['TT alone', 'rs=1 tt=20n', 50],
  ])('a rectifier at 1 MHz with %s agrees within 0.2 %% of 5 V: exact events', (_, model, series) => {
    const text = rectifier(model, series);
    const theirs = runNgspice(text);
    // 1 mV is the fit of the exponential, chargetol a thousandth of the charge.
    for (const column of ['v(o)', 'v(b)'])
      expect(difference(waveform(text, {}), theirs, column)).toBeLessThan(10e-3);
  });

  it('the inverter of a bipolar transistor agrees within 1 % of 5 V: exact events', () => {
    const text =
      'inverter\nVcc vcc 0 5\nVin in 0 pulse(0 5 20n 2n 2n 200n 1u)\nRb in b 4.7k\nRc vcc c 1k\nQ1 c b 0 qq\n' +
      '.model qq npn(is=1e-15 bf=100 br=2 cje=8p vje=0.75 mje=0.33 cjc=5p vjc=0.75 mjc=0.33 tf=0.4n tr=20n rb=10)\n' +
      '.options reltol=1e-5\n.save v(c) v(b)\n.tran 0.2n 600n 0 0.2n\n.end\n';
    expect(difference(waveform(text, {}), runNgspice(text), 'v(c)')).toBeLessThan(50e-3);
  });
});
