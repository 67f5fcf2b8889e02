/** ngspice takes parameters of elements in their models, for those that have none. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/index.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../peers/ngspice.js';

const models = `.model dm d(is=1e-14 area=2 pj=4 jsw=1e-14)
.model qm npn(is=1e-15 area=3)
.model mm nmos(level=1 kp=1m vto=.1 w=20u l=2u)
.model rm r(resistance=2k)
.model based ako:dm d(n=1.2)`;

/** A part between 0.6 V and a source of 0 V, whose current is its own. */
const probed = (cards: readonly string[]): string =>
  cards.map((card, k) => `${card.replace('?', `n${k}`)}\nv${k} n${k} 0 0`).join('\n');

const netlist = (cards: readonly string[], text: string): string =>
  `models\nvs a 0 .6\n${probed(cards)}\n${text}\n.op\n`;

const written = [
  'd1 a ? dm',
  'd2 a ? dm area=3',
  'd3 a ? dm 5',
  'd4 a ? dm m=5',
  'q1 a a ? qm',
  'm1 a a ? ? mm',
  'm2 a a ? ? mm m=3 w=5u',
  'r1 a ? rm',
];

function solved(text: string): { currents: readonly number[]; told: readonly string[] } {
  const { runs, diagnostics } = simulate({ name: 'm.cir', text });
  const final = new Map(runs[0]?.report.final.map(({ name, value }) => [name, value]));
  const currents = written.flatMap((_, k) => final.get(`i(v${k})`) ?? []);
  return { currents, told: diagnostics.map(({ message }) => message) };
}

describe('parameters of elements in their models', () => {
  test('do what they do on the card, which goes before', () => {
    const own = [
      'd1 a ? dm area=2 pj=4',
      'd2 a ? dm area=3 pj=4',
      'd3 a ? dm area=5 pj=4',
      'd4 a ? dm area=2 pj=4 m=5',
      'q1 a a ? qm area=3',
      'm1 a a ? ? mm w=20u l=2u',
      'm2 a a ? ? mm w=5u l=2u m=3',
      'r1 a ? 2k',
    ];
    const bare = models
      .replace('area=2 pj=4 ', '')
      .replace(' area=3', '')
      .replace(' w=20u l=2u', '')
      .replace('resistance=2k', '');
    const { currents, told } = solved(netlist(written, models));
    expect(told.filter((message) => /not known/.test(message))).toEqual([]);
    expect(currents).toEqual(solved(netlist(own, bare)).currents);
  });

  test('are those of a model that is like another', () => {
    const like = solved(netlist(['d1 a ? based'], models)).currents;
    expect(like).toEqual(solved(netlist(['d1 a ? based area=2 pj=4'], models)).currents);
    expect(like).not.toEqual(solved(netlist(['d1 a ? based area=1'], models)).currents);
  });

  test('are not known in files of LTspice', () => {
    const { diagnostics } = simulate(
      { name: 'm.asc.net', text: netlist(['d1 a ? dm'], models) },
      { dialect: 'ltspice' },
    );
    expect(diagnostics.map(({ message }) => message)).toContainEqual(
      'model "dm" has parameters that are not known here: area, pj: left out',
    );
  });

  test('a word behind the model is none of its nodes', () => {
    const { diagnostics } = simulate({ name: 'm.cir', text: netlist(['d1 a ? nowhere off'], models) });
    expect(diagnostics.map(({ message }) => message)).toContainEqual('d1 names the unknown model "nowhere"');
  });
});

describe.skipIf(skipWithoutNgspice)(
  `parameters of elements in their models, beside ngspice${ngspiceReason}`,
  () => {
    test('mean the same there', () => {
      const text = netlist(written, models);
      const theirs = runNgspice(text);
      const { currents } = solved(text);
      written.forEach((_, k) => {
        const at = theirs.header.columns.findIndex(({ name }) => name === `i(v${k})`);
        // Physical constants and gmin.
        expect((currents[k] ?? NaN) / (theirs.columns[at]?.[0] ?? NaN)).toBeCloseTo(1, 4);
      });
    });
  },
);
