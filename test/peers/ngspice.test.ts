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
 * rows ngspice's line cuts the corners of a rectified sine.
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
