/** What PSpice's libraries of vendors write. */
import { describe, expect, it, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import type { TextSource } from '../../src/base/host.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';

/** Final values of a run, by name. */
function final(...cards: readonly string[]): ReadonlyMap<string, number> {
  const { runs, diagnostics } = simulate(['t', ...cards].join('\n'));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return new Map(runs[0]?.report.final.map(({ name, value }) => [name, value]));
}

describe('controlled sources', () => {
  const inputs = ['V1 a 0 3', 'V2 b 0 5', 'R1 c 0 1'];

  it('POLY without brackets', () => {
    expect(final(...inputs, 'E1 c 0 POLY 2 a 0 b 0 -2.7 1 10', '.op').get('v(c)')).toBeCloseTo(50.3, 12);
    expect(final(...inputs, 'F1 0 c POLY 1 V1 0 0 2', 'R3 a 0 1', '.op').get('v(c)')).toBeCloseTo(18, 12);
    // Too few words for that: nodes called so.
    expect(final('V1 poly 1 4', 'R1 1 0 1', 'E1 c 0 poly 1 2', 'R2 c 0 1', '.op').get('v(c)')).toBe(8);
  });

  it('table={input} and its points behind', () => {
    const card = 'E1 c 0 table={V(a)+V(b)} (0,0) (10,20)';
    expect(final(...inputs, card, '.op').get('v(c)')).toBeCloseTo(16, 12);
  });
});

test('a library brings no analyses', () => {
  const library = '.DC VP -40 40 .05\n.STEP PARAM RVAL LIST 1 2\n.PROBE V(x)\n.subckt s a\nR1 a 0 2\n.ends\n';
  const textSource: TextSource = { resolve: (name) => name, read: (name) => ({ name, text: library }) };
  const text = 't\n.lib nom.lib\nV1 a 0 1\nX1 a s\n.op\n.end\n';
  const { circuit, diagnostics } = elaborate({ name: 'main.cir', text }, circuitLanguage, textSource);
  expect(circuit?.analyses.map(({ kind }) => kind)).toEqual(['op']);
  expect(diagnostics.filter(({ severity }) => severity !== 'note').map(({ message }) => message)).toEqual([
    'the library "nom.lib" has 3 cards outside of its subcircuits, which are left out',
  ]);
});

test('BV = 0 is no breakdown', () => {
  const cards = ['V1 a 0 -3', 'D1 a 0 d'];
  const current = (model: string): number | undefined => final(...cards, model, '.op').get('i(v1)');
  expect(current('.model d d(is=1e-14 bv=0)')).toBe(current('.model d d(is=1e-14)'));
});

test('a negative capacitance takes from that beside it', () => {
  // 3 nF - 1 nF behind 1 kOhm: a time constant of 2 us.
  const cards = ['V1 a 0 1', 'R1 a b 1k', 'C1 b 0 3n', 'C2 b 0 -1n', '.tran 10n 10u uic'];
  expect(final(...cards).get('v(b)')).toBeCloseTo(1 - Math.exp(-5), 12);
  expect(simulate(['t', ...cards].join('\n')).diagnostics.map(({ message }) => message)).toEqual([
    'c2 has a negative capacitance',
  ]);
});

describe('stimuli', () => {
  const source: TextSource = {
    resolve: (name) => name,
    read: (name) => {
      if (name !== 'edges.stl') throw new Error('no such file');
      return { name, text: '* made by an editor\n.STIMULUS late PULSE(0 2 1m 1u 1u 10m 20m)\n' };
    },
  };
  const text = (...cards: readonly string[]): string =>
    ['t', ...cards, 'R1 a 0 1', '.TRAN 1m 3m', '.END'].join('\n');
  const told = (netlist: string): readonly string[] =>
    elaborate({ name: 'main.cir', text: netlist }, circuitLanguage, source)
      .diagnostics.filter(({ severity }) => severity !== 'note')
      .map(({ severity, message }) => `${severity}: ${message}`);

  it('have their waveform where a source names them, continued and with factors', () => {
    const ramp = ['.STIMULUS ramp PWL', '+ TIME_SCALE_FACTOR=1m VALUE_SCALE_FACTOR=2', '+ (0,0) (4,4)'];
    const end = final('V1 a 0 AC 1 STIMULUS=ramp', ...ramp, 'R1 a 0 1', '.tran 1m 3m');
    expect(end.get('v(a)')).toBeCloseTo(6, 12);
  });

  it('come from the file that .stmlib names', () => {
    const { circuit } = elaborate(
      { name: 'main.cir', text: text('V1 a 0 STIMULUS=late', '.STMLIB "edges.stl"') },
      circuitLanguage,
      source,
    );
    expect(circuit?.elements[0]?.waveform).toMatchObject({
      name: 'pulse',
      args: [0, 2, 1e-3, 1e-6, 1e-6, 0.01, 0.02],
    });
  });

  it('that nobody uses may lie in a file that is not there', () => {
    expect(told(text('V1 a 0 1', '.STMLIB "lost.stl"'))).toEqual([
      'warning: cannot include "lost.stl": no such file',
    ]);
  });

  it('that are unknown, digital or defined twice are told', () => {
    expect(told(text('V1 a 0 STIMULUS=lat', '.STMLIB "edges.stl"'))).toEqual([
      'error: v1 names the unknown stimulus "lat"',
    ]);
    expect(told(text('V1 a 0 1', '.STIMULUS d STIM(1,1) 0s 0'))).toEqual([
      'warning: stimulus "d" is digital: left out',
    ]);
    expect(told(text('V1 a 0 STIMULUS=s', '.STIMULUS s SIN(0 1 1k)', '.STIMULUS s SIN(0 2 1k)'))).toEqual([
      'error: stimulus "s" is defined twice',
    ]);
  });
});

test('spreads of Monte Carlo leave the parameters beside them alone', () => {
  const model = '.model rm res(R=2 DEV=5% TC1=1m LOT=10% DEV/GAUSS 2% TC2=0)';
  const end = final('V1 a 0 1', 'R1 a 0 rm 10', model, '.temp 37', '.mc 5 op v(a) ymax', '.op');
  // 20 Ohm and 1 % of it, 10 degrees above 27.
  expect(end.get('i(v1)')).toBeCloseTo(-1 / 20.2, 12);
});

test('a digital input (N) is refused as such', () => {
  const text = 't\nV1 a 0 5\nN1 a dgnd dpwr IN DGTLNET=x IO_STD\n.op\n.probe\n.end\n';
  const { diagnostics } = simulate(text, { dialect: 'pspice' });
  expect(diagnostics.map(({ message }) => message)).toContain(
    'n1 is a digital input of PSpice, which is not supported',
  );
});

it('brackets around the substrate of a transistor say that it is a node', () => {
  const cards = ['V1 c 0 5', 'V2 b 0 0.7', 'V3 qs 0 -1', '.model qs npn(is=1e-15 bf=100 cjs=1p)', '.op'];
  expect(final(...cards, 'Q1 c b 0 [qs] qs 2').get('i(v1)')).toBeCloseTo(
    final(...cards, 'Q1 c b 0 qs qs 2').get('i(v1)') ?? NaN,
    12,
  );
  const { diagnostics } = simulate(['t', ...cards, 'Q1 c b 0 [qs] qs 2'].join('\n'));
  expect(diagnostics).toEqual([]);
});
