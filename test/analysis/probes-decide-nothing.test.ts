/** What of an ordinary circuit is written or measured changes no step of its run, to the last bit. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';

const folder = new URL('../peers/ordinary/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const library = read('parts.lib');

/** The circuit over its first part, with other cards in place of its `.print`. */
function watching(text: string, cards: readonly string[]): string {
  const part = (_: string, step: string, stop: string, rest: string): string =>
    `.tran ${step} {(${stop})/40} ${/\buic\b/i.test(rest) ? 'uic' : ''}`;
  return text
    .replace(/^\.include parts\.lib$/m, library)
    .replace(/^\.tran\s+(\S+)\s+(\S+)(.*)$/im, part)
    .replace(/^\.print.*$/im, cards.join('\n'));
}

function certificate(text: string, cards: readonly string[], rows = true): unknown {
  const options = { method: 'stepping' };
  const run = simulate(watching(text, cards), { options, ...(!rows && { openSinks: () => [] }) }).runs[0];
  return run?.report.certificate;
}

test.each(readdirSync(folder).filter((file) => file.endsWith('.cir')))('%s', (file) => {
  const text = read(file);
  const [card = ''] = /^\.print.*$/im.exec(text) ?? [];
  const quantities = card.trim().split(/\s+/).slice(2);
  const expected = certificate(text, [card]);
  expect(expected).toBeDefined();
  // All node voltages and currents of sources and coils, and none of them with one that is measured.
  expect(certificate(text, [])).toEqual(expected);
  const measure = `.meas tran mean avg ${quantities[0] ?? ''}`;
  expect(certificate(text, ['.print tran v(0)', measure], false)).toEqual(expected);
});

describe('the voltage of a source that steps pass, since nothing but a switch reads it', () => {
  const circuit =
    'a clocked switch\nV1 in 0 10\nVg g 0 pulse(0 2 3u 1u 1u 4u 20u)\nR0 g 0 1meg\nS1 in o g 0 s\n.model s sw(vt=1 ron=1 roff=1g)\n' +
    'R1 o c 1k\nC1 c 0 1u\n.tran 10u 60u\n';
  // The resistance keeps steps at its corners.
  test.each([
    ['passed', circuit.replace('R0', '*')],
    ['met', circuit],
  ])('has its rows and its mean where its corners are %s', (_, text) => {
    const options = { method: 'stepping' };
    const { plot, report } = simulate(`${text}.print v(g) v(c)\n.meas tran mean avg v(g)\n`, { options })
      .runs[0]!;
    const [time, gate] = plot!.columns as [Float64Array, Float64Array];
    const at = (t: number): number => {
      const k = time.findIndex((s) => s >= t);
      if (k === 0) return gate[0]!;
      return gate[k - 1]! + ((gate[k]! - gate[k - 1]!) * (t - time[k - 1]!)) / (time[k]! - time[k - 1]!);
    };
    for (const period of [0, 20e-6, 40e-6])
      for (const [t, v] of [
        [2.9, 0],
        [3.5, 1],
        [4.001, 2],
        [7.999, 2],
        [8.25, 1.5],
        [9.1, 0],
        [19, 0],
      ] as const)
        expect(at(period + t * 1e-6)).toBeCloseTo(v, 6);
    // 2 V for 5 of 20 us, but for what Newton's method leaves of a voltage.
    expect(report.measures?.[0]?.value ?? report).toBeCloseTo(0.5, 8);
  });
});
