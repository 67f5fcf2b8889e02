/**
 * The inverter chain of [intro] 10.1 by the scheme, step and segments of the literature, against the reference
 * implementation: 200 complementarity conditions. Voltages are up to 1.8 V and settle to rounding within a step, so 1e-9 V
 * leaves room for the twelve digits of the data and nothing else.
 */
import { describe, expect, test } from 'vitest';
import { readReference } from '../data/reference.js';
import { netlistText, run, type NetlistRun } from './run-netlist.js';

const stages = Array.from({ length: 10 }, (_, k) => `inv${k + 1}`);
const outputs = stages.map((stage) => `v(${stage})`).join(',');
const chain = netlistText('inverter-chain.cir');

function worstError({ column }: NetlistRun, file: string, tstop: number): number {
  const [time, reference] = [column('time'), readReference(file)];
  const times = reference.column('t');
  let worst = 0;
  for (const stage of stages) {
    const [ours, theirs] = [column(`v(${stage})`), reference.column(stage)];
    for (const [k, t] of times.entries()) {
      if (t > tstop * (1 + 1e-9)) break;
      const row = Math.round(t / 5e-11);
      expect(time[row]).toBeCloseTo(t, 18);
      worst = Math.max(worst, Math.abs((ours[row] ?? NaN) - (theirs[k] ?? NaN)));
    }
  }
  return worst;
}

/** CGS = CGD = Cox W L / 2 of the stages; between the input and the first output the reference has none. */
function gateCapacitances(): string {
  const cox = (3.9 * 8.854187817e-12) / 20e-9; // F/m^2
  const half = (width: number): number => (cox * width * 1e-12) / 2; // width and length in um
  const lines: string[] = [];
  const capacitor = (a: string, b: string, farad: number): void =>
    void lines.push(`Cg${lines.length} ${a} ${b} ${farad}`);
  let input = '0';
  for (const output of stages) {
    capacitor(input, output, half(1) + half(3));
    if (input !== '0') {
      capacitor(input, '0', half(1));
      capacitor(input, 'vdd', half(3));
    }
    input = output;
  }
  return `${lines.join('\n')}\n.ic v(vdd)=1.8\n`;
}

describe('the inverter chain', () => {
  test('with loads equals the reference to 1e-9 V', () => {
    const result = run(chain, { certificate: 'sampled' }, outputs);
    expect(result.certificate.missed).toEqual([]);
    expect(worstError(result, 'inverter-chain-loads.csv', 100e-9)).toBeLessThan(1e-9);
  });

  test('with gate capacitances equals the reference to 1e-9 V', () => {
    const text = chain.replace('.tran 0.05n 100n', `${gateCapacitances()}.tran 0.05n 60n`);
    const result = run(text, { certificate: 'sampled' }, outputs);
    expect(result.certificate.missed).toEqual([]);
    expect(worstError(result, 'inverter-chain-gate-capacitances.csv', 60e-9)).toBeLessThan(1e-9);
  });
});
