/** Circuits in parts that share only ground and ideal sources: each is what it would be alone, at a cost of its own. */
import { describe, expect, test } from 'vitest';
import { partCircuit } from '../../src/circuit/compiler/part-circuit.js';
import { cardSteps, simulate } from '../../src/analysis/simulate.js';
import { prepare } from '../../src/analysis/preparation.js';
import type { AnalysisReport } from '../../src/analysis/analysis.js';
import { MemoryPlot } from '../../src/waveform/memory-plot.js';

const elements = (text: string): string[] =>
  partCircuit(prepare(text).circuit!.flat).map((part) => part.elements.map(({ name }) => name).join(' '));

function reportOf(text: string, rows = false): AnalysisReport {
  const { runs, diagnostics } = simulate(text, rows ? {} : { openSinks: () => [] });
  const [run] = runs;
  if (!run) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return run.report;
}

const valueOf = (report: AnalysisReport, name: string): number =>
  report.final.find((column) => column.name === name)?.value ?? NaN;

describe('what belongs together', () => {
  test('is what shares a node that no source fixes', () => {
    const text = 'two\nV1 a 0 1\nR1 a b 1\nC1 b 0 1u\nR2 a c 1\nC2 c 0 1u\n.tran 1u 1m\n';
    expect(elements(text)).toEqual(['v1 r1 c1', 'v1 r2 c2']);
  });

  test('is what reads a voltage, a current, or shares a winding', () => {
    const control = 'e\nV1 a 0 1\nR1 a b 1\nC1 b 0 1u\nE1 c 0 b 0 2\nR2 c 0 1\n.tran 1u 1m\n';
    expect(elements(control)).toHaveLength(1);
    const current = 'f\nV1 a 0 1\nR1 a b 1\nC1 b 0 1u\nF1 0 c V1 2\nR2 c 0 1\n.tran 1u 1m\n';
    expect(elements(current)).toHaveLength(1);
    const coupled = 'k\nV1 a 0 1\nL1 a b 1m\nR1 b 0 1\nL2 c 0 1m\nR2 c 0 1\nK1 L1 L2 .5\n.tran 1u 1m\n';
    expect(elements(coupled)).toHaveLength(1);
  });

  test('leaves a source in series with another to the parts that need both', () => {
    const text = 'v\nV1 a 0 1\nV2 b a 1\nR1 b c 1\nC1 c 0 1u\nR2 a d 1\nC2 d 0 1u\nR3 a 0 1\n.tran 1u 1m\n';
    expect(elements(text)).toEqual(['v1 v2 r1 c1 r3', 'v1 r2 c2']);
  });
});

/** Channels of a switch with an RC each, gated by pulses of 10 us. */
function channels(count: number, tstop: string): string {
  const lines = ['channels', 'V1 in 0 10', '.model sw sw(vt=.5 vh=0 ron=1 roff=inf)'];
  for (let k = 0; k < count; k++) {
    lines.push(`Vg${k} g${k} 0 pulse(0 1 ${k % 7}u 0 0 ${1 + (k % 3)}u 10u)`);
    lines.push(`S${k} in o${k} g${k} 0 sw`, `R${k} o${k} 0 ${100 + k}`, `C${k} o${k} 0 100n ic=0`);
  }
  return [...lines, `.tran 1u ${tstop} uic`].join('\n');
}

test('64 clocked channels end at their closed forms, and the source carries the sum of their currents', () => {
  const periods = 20;
  const report = reportOf(channels(64, `${10 * periods}u`));
  expect(report.certificate?.missed).toEqual([]);
  for (let k = 0; k < 64; k++) {
    const [r, c] = [100 + k, 100e-9];
    const on = { v: (10 * r) / (r + 1), rate: (1 + 1 / r) / c };
    const off = { v: 0, rate: 1 / (r * c) };
    let v = 0;
    const move = (state: typeof on, seconds: number): void => {
      v = state.v + (v - state.v) * Math.exp(-state.rate * seconds);
    };
    const [delay, width] = [(k % 7) * 1e-6, (1 + (k % 3)) * 1e-6];
    for (let p = 0; p < periods; p++) {
      move(off, delay);
      move(on, width);
      move(off, 10e-6 - delay - width);
    }
    // Exact but for the rounding of some hundred segments.
    expect(Math.abs(valueOf(report, `v(o${k})`) - v)).toBeLessThan(1e-9 * 10);
  }
  const { runs } = simulate(channels(3, '8.5u'));
  const [time, ...rest] = runs[0]!.plot!.columns;
  const names = runs[0]!.plot!.header.columns.slice(1).map(({ name }) => name);
  const column = (name: string): Float64Array => rest[names.indexOf(name)] as Float64Array;
  time!.forEach((_, row) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const isOn = column(`v(g${k})`)[row]! > 0.5;
      if (isOn) sum += 10 - column(`v(o${k})`)[row]!;
    }
    expect(Math.abs(column('i(v1)')[row]! + sum)).toBeLessThan(1e-9);
  });
});

test('an unrelated circuit changes no bit of a Schmitt oscillator', () => {
  const oscillator = [
    'B1 out 0 V={if(v(p) > v(m), 10, -10)}',
    'R1 out m 1k\nC1 m 0 1n\nR2 out p 1k\nR3 p 0 1k',
  ].join('\n');
  const other = 'V1 a 0 sin(0 1 130k)\nD1 a k d\nR4 k 0 1k\n.model d d';
  const alone = reportOf(`alone\n${oscillator}\n.tran 20n 100u uic\n`);
  const beside = reportOf(`beside\n${oscillator}\n${other}\n.tran 20n 100u uic\n`);
  expect(beside.certificate?.missed).toEqual([]);
  for (const name of ['v(out)', 'v(m)', 'v(p)']) expect(valueOf(beside, name)).toBe(valueOf(alone, name));
});

test('rows change no bit of the parts', () => {
  const text = channels(33, '95u');
  expect(reportOf(text, true).final).toEqual(reportOf(text).final);
});

test('a thousand channels are no more unknowns than one at a time', () => {
  const { circuit, diagnostics } = prepare(channels(1000, '10u'));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(circuit?.parts).toHaveLength(1000);
});

test('a run says how far its parts have come on the mean', () => {
  const { circuit } = prepare(channels(20, '1m'));
  const told: number[] = [];
  const steps = cardSteps(circuit!, circuit!.flat.analyses[0]!, []);
  for (let step = steps.next(); step.done !== true; step = steps.next()) told.push(step.value.t);
  // Every part pauses at its begin and several times later; the first goes on while all others stand at 0.
  expect(told.length).toBeGreaterThan(40);
  expect(told[20]).toBeGreaterThan(0);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  // Before the last pause all parts but one have ended or stand close to their end.
  expect(told.at(-1)).toBeGreaterThan(0.8e-3);
  expect(told.at(-1)).toBeLessThanOrEqual(1e-3);
});

test('the same with rows, which parts write in turn', () => {
  const { circuit } = prepare(channels(20, '1m'));
  const told: number[] = [];
  const steps = cardSteps(circuit!, circuit!.flat.analyses[0]!, [new MemoryPlot()]);
  for (let step = steps.next(); step.done !== true; step = steps.next()) told.push(step.value.t);
  // Within the first 32 us too, in which all modes are built.
  expect(told.filter((t) => t > 0 && t < 32e-6).length).toBeGreaterThan(2);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBeGreaterThan(0.9e-3);
  expect(told.at(-1)).toBeLessThanOrEqual(1e-3);
});

test.each([true, false])('a run that one part ends is at one time in all of them (rows: %s)', (rows) => {
  const stuck = 'I2 0 r pulse(0 -1 .5m 0 0 1 2)\nD4 r 0 d\n.model d d';
  const report = reportOf(`stuck\nV1 a 0 10\nR1 a b 1k\nC1 b 0 1u\n${stuck}\n.tran 10u 1m uic\n`, rows);
  expect(report.certificate?.incomplete).toContain('t = 500 us');
  expect(valueOf(report, 'v(b)')).toBeCloseTo(10 * (1 - Math.exp(-0.5)), 9);
});
