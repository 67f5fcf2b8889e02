/** Whether rows are written changes neither a run nor its verdict, to the last bit. */
import { describe, expect, test } from 'vitest';
import { simulate, type SimulationRun } from '../../src/analysis/simulate.js';
import { netlistText } from './run-netlist.js';

function only(text: string, watched: boolean, options: Record<string, string>): SimulationRun | undefined {
  return simulate(text, { options, ...(!watched && { openSinks: () => [] }) }).runs[0];
}

/** 33 switches that sources turn, two of them at times of their own. */
const switches = [
  '33 switches',
  'V1 in 0 10',
  '.model sw sw(vt=.5 vh=0 ron=1 roff=1e9)',
  ...Array.from({ length: 33 }, (_, k) => {
    const phase = k === 0 ? 1 : k === 32 ? 5 : 8;
    return `Vg${k} g${k} 0 pulse(0 1 ${phase}u 1n 1n 1u 10u)\nS${k} in o${k} g${k} 0 sw\nR${k} o${k} 0 ${100 + k}\nC${k} o${k} 0 100n`;
  }),
  '.tran 1u 0.1095m uic',
  '.print tran v(o0) v(g0) v(o32)',
  '.end',
].join('\n');

describe('final values and certificate are the same with and without rows', () => {
  test.each([
    ['33 switches', switches],
    ['buck.cir', netlistText('buck.cir')],
    ['cuk.cir', netlistText('cuk.cir')],
    ['h-bridge-pwm.cir', netlistText('h-bridge-pwm.cir')],
    ['delta-sigma.cir', netlistText('delta-sigma.cir')],
  ])('%s', (_, text) => {
    for (const certificate of ['auto', 'full']) {
      const options = certificate === 'full' ? { certificate } : {};
      const [written, unwritten] = [only(text, true, options), only(text, false, options)];
      expect(written?.report.certificate?.missed).toEqual([]);
      expect(unwritten?.report.certificate).toEqual(written?.report.certificate);
      expect(unwritten?.report.final).toEqual(written?.report.final);
    }
  });

  test('a bridge in fixed steps', () => {
    const options = { method: 'theta' };
    const [written, unwritten] = [true, false].map((watched) =>
      only(netlistText('bridge.cir'), watched, options),
    );
    expect(unwritten?.report.certificate).toEqual(written?.report.certificate);
  });
});

test('the written voltage of a gate has rows at its breakpoints though no segment ends there', () => {
  const run = only(switches, true, { rowtol: '0' });
  const [time, , gate] = run?.plot?.columns ?? [];
  const at = (t: number): number | undefined => gate?.[time?.findIndex((s) => Math.abs(s - t) < 1e-15) ?? -1];
  // The edge from 1 us to 1.001 us, both ends of it between output times or at one.
  expect([at(1e-6), at(1.001e-6), at(2.001e-6), at(2.002e-6)]).toEqual([0, 1, 1, 0]);
});
