/** Temperature, seed and dialect are read from cards: never from comments, titles or what is to be written. */
import { describe, expect, it, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { prepare } from '../../src/analysis/preparation.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import type { FlatCircuit } from '../../src/netlist/flat-circuit.js';
import type { Overrides, SweepLists } from '../../src/netlist/session.js';

function read(text: string, overrides: Overrides = {}): FlatCircuit {
  const { circuit, diagnostics } = elaborate({ name: 'a.cir', text }, circuitLanguage, undefined, overrides);
  if (!circuit) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return circuit;
}

const around = (...cards: readonly string[]): string =>
  ['t', 'V1 a 0 1', 'R1 a 0 {temper+100}', ...cards, '.tran 1u 1m'].join('\n');

describe('the temperature', () => {
  it.each([
    ['.options abstol=1p ; temp=100', 27],
    ['* .options temp=100', 27],
    ['.param tt=50\n.options temp={tt}', 50],
    ['.param tt={t0+10} t0=40\n.temp {tt}', 50],
    ['.param tt=50\n.options reltol=1m\n+ temp={tt}', 50],
    ['.options temp = 60', 60],
    ['.options device temp=70', 70],
    ['.OPT temp=1e2', 100],
    ['.temp 35', 35],
    ['.temp 35 45', 35],
    ['.options temp=10\n.temp 35', 35],
    ['.param hot=1\n.if (hot)\n.options temp=90\n.endif', 90],
  ])('of %j', (cards, celsius) => {
    const { temperature, elements } = read(around(cards));
    expect([temperature, elements[1]?.value]).toEqual([celsius, celsius + 100]);
  });

  it('of the command line wins', () => {
    expect(read(around('.temp 35'), { options: { temp: '80' } }).temperature).toBe(80);
    expect(read(around('.temp 35'), { options: { temp: 80 }, temperature: 90 }).elements[1]?.value).toBe(190);
  });
});

describe('the seed', () => {
  const drawn = (card: string): number | undefined =>
    read(around('R2 a 0 {aunif(10,5)}', card)).elements[2]?.value;

  it('is an option of the file, an expression too', () => {
    expect(drawn('.options seed=7')).not.toBe(drawn('.options seed=8'));
    expect(drawn('.param s=7\n.options seed={s}')).toBe(drawn('.options seed=7'));
    expect(drawn('* .options seed=7')).toBe(drawn(''));
  });

  it('reaches the noise of sources', () => {
    const end = (seed: number): number | undefined =>
      simulate(
        `t\nV1 a 0 TRNOISE(1 1u)\nR1 a 0 1\n.options seed=${seed}\n.tran 1u 5.5u`,
      ).runs[0]?.plot?.columns[1]?.at(-1);
    expect(end(1)).not.toBe(end(2));
    expect(end(2)).toBe(end(2));
  });
});

describe('the dialect', () => {
  it.each([
    ['written for Xyce', '', 'ngspice'],
    ['t', '* Xyce netlist, .backanno Rser=1', 'ngspice'],
    ['t', '.probe v(a)', 'ngspice'],
    ['t', '.print tran v(vswitch) ; format=', 'ngspice'],
    ['t', '.print tran format=noindex v(a)', 'xyce'],
    ['t', '.options timeint method=gear', 'xyce'],
    ['t', '.global_param p=1', 'xyce'],
    ['t', 'S1 a 0 sm OFF CONTROL = {v(a)}\n.model sm vswitch(ron=1)', 'xyce'],
    ['t', '.model nm nmos(level=9\n+ vth0=0.7)', 'xyce'],
    ['t', '.model nm nmos(level=9 vto=0.7)', 'ngspice'],
    ['t', '.backanno', 'ltspice'],
    ['t', '.options plotwinsize=0', 'ltspice'],
    ['t', 'C1 a 0 1u Rser=1', 'ltspice'],
    ['t', '.lib C:\\LTC\\lib\\cmp\\standard.dio', 'ltspice'],
    ['t', '.model s1 vswitch(ron=1)', 'pspice'],
    ['t', 'R2 $G_x 0 1', 'pspice'],
    ['t', '.lib "nom.lib"', 'pspice'],
    ['t', '.PROBE V(*) I(*) W(*) D(*) NOISE(*)', 'pspice'],
    ['t', '.control\nrun\n.endc', 'ngspice'],
    ['t', '.inc "t.als"', 'pspice'],
    ['t', '.probe/csdf', 'pspice'],
  ])('of %j with %j is %s', (title, card, dialect) => {
    expect(read(around(card).replace(/^t/, title)).dialect).toBe(dialect);
  });

  test('that changes a law is told of, unless the user has named it', () => {
    const text = 't\nV1 a 0 1\nR1 a b 1\nD1 b 0 dm\n.model dm d\n.backanno\n.tran 1u 1m';
    const told = prepare(text).diagnostics.filter(({ severity }) => severity === 'warning');
    expect(told.map(({ message }) => message)).toEqual([
      "d1 is SPICE's silicon diode (IS=1e-14), because .backanno shows a file of ltspice",
    ]);
    expect(
      prepare(text, { dialect: 'ltspice' }).diagnostics.filter(({ severity }) => severity === 'warning'),
    ).toEqual([]);
    const beside = prepare(text.replace('.backanno', 'Q1 a b 0 qm\n.model qm npn'));
    expect(beside.circuit?.circuitOptions.diode).toBe('spice');
    expect(beside.diagnostics.map(({ message }) => message)).toContain(
      "d1 is SPICE's silicon diode (IS=1e-14), because q1 is a transistor",
    );
    const script = prepare(text.replace('.backanno', '.control\nrun\n.endc'));
    expect(script.circuit?.circuitOptions.diode).toBe('spice');
    expect(script.diagnostics.map(({ message }) => message)).toContain(
      "d1 is SPICE's silicon diode (IS=1e-14), because .control shows a file of ngspice",
    );
    expect(
      prepare(text.replace('.backanno', '.option post')).diagnostics.map(({ message }) => message),
    ).toContain("d1 is SPICE's silicon diode (IS=1e-14), because .option post shows a file of ngspice");
    // Named is the card that is there.
    expect(
      prepare(text.replace('.backanno', '.probe/csdf')).diagnostics.map(({ message }) => message),
    ).toContain("d1 is SPICE's silicon diode (IS=1e-14), because .probe/csdf shows a file of pspice");
    const plain = text.replace('.backanno', '');
    for (const titled of [plain.replace('t', '.title KiCad schematic'), `${plain}\n.title t`].map((t) =>
      prepare(t),
    )) {
      expect(titled.circuit?.circuitOptions.diode).toBe('spice');
      expect(titled.diagnostics.map(({ message }) => message)).toContain(
        "d1 is SPICE's silicon diode (IS=1e-14), because .title shows a file of ngspice",
      );
    }
    expect(prepare(text.replace('.backanno', '')).circuit?.circuitOptions.diode).toBe('ideal');
    const ideal = prepare(text.replace('.backanno', '.backanno\n.options diode=ideal'));
    expect(ideal.circuit?.circuitOptions.diode).toBe('ideal');
    expect(ideal.diagnostics.filter(({ severity }) => severity === 'warning')).toEqual([]);
  });
});

test('a pulse of width 0 stays up in a file shown to be of ngspice, which reads it so, and is told of', () => {
  const text = 't\nV1 a 0 pulse(-1 1 0 50u 50u 0 100u)\nR1 a 0 1\n.tran 1u 200u\n';
  const mean = (more: string): { value: number; told: readonly string[] } => {
    const told = prepare(text + more).diagnostics.filter(({ code }) => code === 'dialect-default');
    const { plot } = simulate(text + more).runs[0]!;
    const [t, v] = [
      plot!.columns[0]!,
      plot!.columns[plot!.header.columns.findIndex(({ name }) => name === 'v(a)')]!,
    ];
    let area = 0;
    for (let k = 1; k < t.length; k++) area += ((t[k]! - t[k - 1]!) * (v[k]! + v[k - 1]!)) / 2;
    return { value: area / 200e-6, told: told.map(({ message }) => message) };
  };
  // A triangle has the mean 0; -1 to 1 in half of the period and 1 in the other half has 1/2.
  expect(mean('').value).toBeCloseTo(0, 9);
  const script = mean('.control\nrun\n.endc');
  expect(script.value).toBeCloseTo(0.5, 9);
  expect(script.told).toEqual([
    'v1 is a PULSE that stays at v2 up to the end of its period, since pw=0, because .control shows a file of ngspice',
  ]);
  expect(mean('.control\nrun\n.endc\n.options zerowidth=none').value).toBeCloseTo(0, 9);
  expect(mean('.options zerowidth=tstop').value).toBeCloseTo(0.5, 9);
});

test('a pulse without rise time ramps over tstep in a file shown to be of ngspice, as there, and jumps elsewhere', () => {
  const text = 't\nV1 a 0 pulse(0 2 10u 0 0 30u)\nR1 a 0 1\n.tran 4u 60u\n';
  const at12 = (more: string): { value: number; told: readonly string[] } => {
    const { runs, diagnostics } = simulate(text + more + '.meas tran half find v(a) at=12u\n');
    const told = diagnostics.filter(({ code }) => code === 'dialect-default').map(({ message }) => message);
    return { value: Number((runs[0]?.report.measures?.[0]?.value ?? NaN).toFixed(9)), told };
  };
  expect(at12('')).toEqual({ value: 2, told: [] });
  const script = at12('.control\nrun\n.endc\n');
  expect(script.value).toBeCloseTo(1, 9);
  expect(script.told).toEqual([
    'v1 is a PULSE that ramps over tstep where it has no tr or tf, because .control shows a file of ngspice',
  ]);
  expect(at12('.control\nrun\n.endc\n.options edges=ideal\n')).toEqual({ value: 2, told: [] });
});

test('the values of a sweep are one list, however often its text is elaborated', () => {
  const text = { name: 'a', text: 't\nV1 a 0 {p}\nR1 a 0 1\n.param p=0\n.dc param p 0 1 1m\n.ac lin 5 1 5' };
  const sweeps: SweepLists = new Map();
  const values = (p: number): readonly number[] | undefined => {
    const card = elaborate(text, circuitLanguage, undefined, { params: { p }, sweeps }).circuit?.analyses[0];
    return card?.kind === 'dc' ? card.sweeps[0]?.values : undefined;
  };
  expect(values(1)).toHaveLength(1001);
  expect(values(2)).toBe(values(1));
});
