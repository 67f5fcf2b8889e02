import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { Diagnostics } from '../../../src/base/diagnostic.js';
import { circuitOptionsFrom } from '../../../src/circuit/circuit-options.js';
import { deviceTable } from '../../../src/circuit/devices/device-table.js';
import { emitSmoothBranches } from '../../../src/circuit/emission.js';
import { buildSparseModel, type SparseModel } from '../../../src/circuit/sparse/sparse-model.js';
import { operatingPointModel } from '../../../src/circuit/sparse/sparse-start.js';
import { flatten } from '../compile-text.js';
import { tolerances } from '../dense-descriptor.js';

const models = [
  '.model mn nmos(vto=.7 kp=110u tox=20n cgso=.2n cgdo=.2n)',
  '.model mp pmos(vto=-.8 kp=40u tox=20n cgso=.2n cgdo=.2n)',
].join('\n');
const supply = 'Vdd vdd 0 3.3\n';
const rest = '.tran 10p 4n\n';

function modelOf(text: string): SparseModel {
  const flat = flatten(`${models}\n${text}${rest}`);
  const { branches } = emitSmoothBranches(
    flat,
    deviceTable,
    circuitOptionsFrom(flat.options),
    new Diagnostics(),
  );
  return buildSparseModel(branches, tolerances);
}

/** Pairs of nodes whose voltage has a rate, as rows of the charges say; more than once where laws do not share it. */
function ratesOf(text: string): string[] {
  const { system, numbering } = modelOf(text);
  const { row, col, value, length } = system.Q;
  return numbering.origins.flatMap(({ quantity }, own) => {
    if (quantity !== 'auxiliary') return [];
    const ends = [new Set<string>(), new Set<string>()] as const;
    for (let p = 0; p < length; p++)
      if (row[p] === own) ends[(value[p] ?? NaN) > 0 ? 0 : 1].add(numbering.nodes[col[p] ?? -1] ?? '?');
    return [ends.map((nodes) => [...nodes].join(' ')).join('-')];
  });
}

describe('rates of gates', () => {
  test('an inverter has that of input and output once, and one of a source that is the bulk', () => {
    const text = `${supply}Rin s in 1k\nVs s 0 1\nMp out in vdd vdd mp w=4u l=1u\nMn out in 0 0 mn w=2u l=1u\n`;
    expect(ratesOf(text).sort()).toEqual(['in-', 'in-out', 'in-vdd']);
  });

  test('gates of cells that sources alone hold share nothing', () => {
    const cell = (k: number): string => `Mn${k} out${k} in 0 0 mn w=2u l=1u\nR${k} vdd out${k} 10k\n`;
    const text = `${supply}Vin in 0 pulse(0 3.3 1n .1n .1n 1n 4n)\n${cell(1)}${cell(2)}`;
    expect(ratesOf(text).sort()).toEqual(['in-', 'in-', 'in-out1', 'in-out2']);
  });

  test('where .ic holds both nodes at rest, unknowns are numbered as those of the transient', () => {
    const moving = modelOf(
      `${supply}L1 s in 1u\nVs s 0 1\nMp out in vdd vdd mp w=4u l=1u\nMn out in 0 0 mn w=2u l=1u\n`,
    );
    const nodes = new Map([
      ['in', 1],
      ['out', 2],
    ]);
    const resting = operatingPointModel(moving, { nodes, elements: false }, tolerances).model;
    const names = ({ numbering, system }: SparseModel): string[] =>
      numbering.origins.map((_, k) => system.unknownName(k));
    expect(names(resting)).toEqual([...names(moving), 'i(.ic in)', 'i(.ic out)']);
  });

  test('waveforms are those of rates that each transistor has for itself', () => {
    // 0 V in series with each gate are nodes of its own.
    const chain = (own: boolean): string =>
      Array.from({ length: 3 }, (_, k) => {
        const gate = (type: string): string => (own ? `g${type}${k}` : `n${k}`);
        const sources = own ? `Vp${k} n${k} gp${k} 0\nVn${k} n${k} gn${k} 0\n` : '';
        return `${sources}Mp${k} n${k + 1} ${gate('p')} vdd vdd mp w=4u l=1u\nMn${k} n${k + 1} ${gate('n')} 0 0 mn w=2u l=1u\n`;
      }).join('');
    const ends = [false, true].map((own) => {
      const input = 'Vin n0 0 pulse(0 3.3 .5n .2n .2n 10n 20n)\n';
      const save = `.save v(n1) v(n2) v(n3)\n.options reltol=1e-5\n.tran 10p .9n\n`;
      const { runs } = simulate(`* chain\n${models}\n${supply}${input}${chain(own)}${save}.end\n`, {
        openSinks: () => [],
        options: { method: 'stepping' },
      });
      return runs[0]?.report.final.map(({ value }) => value) ?? [];
    });
    expect(ends[0]).toHaveLength(3);
    // Both err by some reltol of 3.3 V, amid an edge.
    ends[0]?.forEach((value, k) => expect(Math.abs(value - (ends[1]?.[k] ?? NaN))).toBeLessThan(3e-4));
    expect(Math.min(...(ends[0] ?? []).map((value) => Math.min(value, 3.3 - value)))).toBeLessThan(0.3);
  });

  test('what a gate holds under uic stays, as the charge does that nothing carries away', () => {
    const text = `* gate\n${models}\nM1 0 n 0 0 mn w=100u l=10u\nC1 n 0 1p ic=2\n.ic v(n)=2\n.tran 1n 100n uic\n.end\n`;
    const { runs } = simulate(text, { openSinks: () => [], options: { method: 'stepping' } });
    expect(runs[0]?.report.final.find(({ name }) => name === 'v(n)')?.value).toBeCloseTo(2, 6);
  });
});
