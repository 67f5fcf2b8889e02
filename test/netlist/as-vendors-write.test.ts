/** What simulators accept without a word is read as they read it, with a word. */
import { describe, expect, it, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { parseInnerSuffix } from '../../src/base/units.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import { readCards as read } from './read-cards.js';

const divider = ['V1 a 0 1', 'R1 a b 1k', 'R2 b 0 1k'];

describe('a parameter of a model without its equals sign', () => {
  it('is what it is with one, in any mixture', () => {
    const [blanks, equals] = ['(is 1e-9 n 2, rs {10*2} cjo=1p tt -0)', '(is=1e-9 n=2 rs=20 cjo=1p tt=0)'].map(
      (text) => read(...divider, 'D1 b 0 d', `.model d d ${text}`),
    );
    expect(blanks?.told).toEqual([]);
    expect(blanks?.circuit.elements.at(-1)?.model?.parameters.get('rs')).toBe(20);
    expect(
      [...(blanks?.circuit.elements.at(-1)?.model?.parameters ?? [])].map(([key, x]) => [key, x + 0]),
    ).toEqual([...(equals?.circuit.elements.at(-1)?.model?.parameters ?? [])]);
  });

  it('takes no word for a value, and no value for a word that no parameter has', () => {
    const { circuit, told } = read(...divider, 'D1 b 0 d', '.model d d (ron 1 vfwd roff foo 2)');
    expect([...(circuit.elements.at(-1)?.model?.parameters ?? [])]).toEqual([['ron', 1]]);
    expect(told).toEqual(
      ['vfwd', 'roff', 'foo', '2'].map((word) => `${word} is not of the form parameter=value: left out`),
    );
  });
});

describe('brackets that are blanks', () => {
  it('a source function within them, behind a value or alone', () => {
    const plain = read(...divider, 'V2 c 0 5 PULSE 0 1 1n 1n 1n 5n 9n', 'R3 c 0 1').circuit.elements;
    const waveform = plain.find(({ name }) => name === 'v2')?.waveform;
    for (const card of ['V2 c 0 5V (PULSE 0 1 1n 1n 1n 5n 9n)', 'V2 c 0 DC 5 (pulse(0 1 1n 1n 1n 5n 9n))']) {
      const { circuit, told } = read(...divider, card, 'R3 c 0 1');
      const source = circuit.elements.find(({ name }) => name === 'v2');
      expect(told).toEqual([]);
      expect(source?.dc).toBe(5);
      expect(source?.waveform?.args).toEqual(waveform?.args);
    }
  });

  it('an AC value behind a PWL in brackets', () => {
    const { circuit, told } = read(...divider, 'V2 c 0 0.7V (PWL 0 3 1n -6) (AC 2 90)', 'R3 c 0 1');
    const source = circuit.elements.find(({ name }) => name === 'v2');
    expect(told).toEqual([]);
    expect([source?.dc, source?.waveform?.args, source?.ac]).toEqual([
      0.7,
      [0, 3, 1e-9, -6],
      { magnitude: 2, phase: 90 },
    ]);
  });

  it('coefficients of POLY behind the name of a source', () => {
    const { circuit, told } = read(...divider, 'V2 b c 0', 'F1 0 c POLY(2) V1 V2 (0,2.4E-5, 3)', 'R3 c 0 1');
    expect(told).toEqual([]);
    expect(circuit.elements.find(({ name }) => name === 'f1')?.law).toMatchObject({
      coefficients: [0, 2.4e-5, 3],
    });
  });
});

describe('requests that cannot be met', () => {
  it.each([
    ['.print tran v(zz) vdb(b)', 'there is no node "zz": left out'],
    ['.print tran {nofunction(v(b))}', 'unknown function "nofunction": left out'],
    ['.meas tran x sinad v(b)', '.meas: x asks for "sinad", which is no measure: left out'],
    ['.four 1k v(zz)', 'there is no node "zz": left out'],
    ['.ic v(zz)=1', 'there is no node "zz": left out'],
    ['.save @m1[id] v(zz)', 'there is no node "zz": left out'],
  ])('%s is a warning', (card, message) => {
    expect(read(...divider, card).told).toContain(message);
  });

  it('runs a transient card with more on it', () => {
    const { circuit, told } = read(...divider, '.tran 1u 1m foo uic');
    expect(circuit.analyses[0]).toMatchObject({ tstep: 1e-6, tstop: 1e-3, uic: true });
    expect(told).toEqual(['.tran: "foo" is no time and no word that is known here: left out']);
  });

  it('reads times by name', () => {
    const { circuit } = read(...divider, '.tran tstep=1u tstop=2m tstart=1m uic=0');
    expect(circuit.analyses[0]).toMatchObject({ tstep: 1e-6, tstop: 2e-3, tstart: 1e-3, uic: false });
  });
});

describe('numbers and expressions', () => {
  it.each([
    ['4k7', 4700],
    ['2R2', 2.2],
    ['1n5', 1.5e-9],
    ['3µ3', 3.3e-6],
    ['1Meg5', 1.5e6],
    ['6f32', 6.32e-15],
  ])('%s is marked as parts are', (text, value) => {
    expect(parseInnerSuffix(text)).toBeCloseTo(value, 15);
  });

  it.each(['2n2222a', '1e5', 'k7', '4.7k1', '10k', '1x5'])('%s is not', (text) => {
    expect(parseInnerSuffix(text)).toBeUndefined();
  });

  it('tells a user of ngspice that ngspice reads 4k7 otherwise', () => {
    const { circuit, told } = read('V1 a 0 1', 'R1 a 0 4k7');
    expect(circuit.elements[1]?.value).toBe(4700);
    expect(told).toEqual(['r1: "4k7" is read as 4700; ngspice stops at its suffix']);
  });

  it.each([
    ["'x'*2", 6],
    ['{x}*{x}', 9],
    ["'x' + 1", 4],
    ['ternary_fcn(x>1,5,6)', 5],
    ['sqr(x)', 9],
    ['x**2', 9],
    ['if(x==3 && ~0, 7, 8)', 7],
  ])('r=%s', (text, value) => {
    expect(read('.param x=3', 'V1 a 0 1', `R1 a 0 r=${text}`).circuit.elements[1]?.value).toBe(value);
  });

  it('does not take a second value for the rest of an expression', () => {
    expect(read('.param x=3', 'V1 a 0 PWL(0 {x} 1 -1)').circuit.elements[0]?.waveform?.args).toEqual([
      0, 3, 1, -1,
    ]);
  });

  it('compares by one "=" in .if', () => {
    const cards = [
      '.param n=2',
      'V1 a 0 1',
      '.if (n = 1)',
      'R1 a 0 1',
      '.elseif (n = 2)',
      'R1 a 0 2',
      '.endif',
    ];
    expect(read(...cards).circuit.elements[1]?.value).toBe(2);
  });
});

describe('models', () => {
  it('derives a model from another one', () => {
    const { circuit } = read(
      ...['V1 a 0 1', 'D1 a 0 d2', 'D2 a 0 d3', 'D3 a 0 d4', 'D4 a 0 d5'],
      ...['.model d1 d(ron=1 vfwd=0.5)', '.model d2 ako:d1 d(ron=2)', '.model d3 ako:d2 (vfwd=0.7)'],
      // PSpice's manual has a blank behind the colon.
      ...['.model d4 AKO: d1 D(ron=3)', '.model d5 ako: d4 (vfwd=0.9)'],
    );
    expect(circuit.elements.slice(1).map(({ model }) => Object.fromEntries(model?.parameters ?? []))).toEqual(
      [
        { ron: 2, vfwd: 0.5 },
        { ron: 2, vfwd: 0.7 },
        { ron: 3, vfwd: 0.5 },
        { ron: 3, vfwd: 0.9 },
      ],
    );
  });

  it('reports a model that is derived from itself once', () => {
    const text = 't\nV1 a 0 1\nD1 a 0 d1\n.model d1 ako:d2\n.model d2 ako:d1\n.tran 1u 1m';
    const { diagnostics } = elaborate({ name: 'a.cir', text }, circuitLanguage);
    expect(diagnostics.map(({ message }) => message)).toEqual(['model "d2" is derived from itself']);
  });

  it('says once what is not known of a model', () => {
    const { circuit, told } = read('V1 a 0 1', 'D1 a 0 d1', '.model d1 d(ron=1 foo=2 vendor=acme bar=1k)');
    expect(circuit.elements[1]?.model?.parameters.get('ron')).toBe(1);
    expect(told).toEqual(['model "d1" has parameters that are not known here: foo, vendor, bar: left out']);
  });
});

describe('text', () => {
  it('goes on with a card in a line that begins with a closing bracket', () => {
    const { circuit, told } = read('V1 a 0 1', 'D1 a 0 d1', '.model d1 d(', '+ ron=2', ')');
    expect(circuit.elements[1]?.model?.parameters.get('ron')).toBe(2);
    expect(told).toEqual([]);
  });

  it('ends at the Ctrl-Z of DOS', () => {
    expect(read(...divider, '.tran 1u 1m', '\u001a\u001arubbish').circuit.elements).toHaveLength(3);
  });

  it.each(['pulse', 'dc', 'sin'])('has nodes called %s', (node) => {
    const cards = ['PULSE(0 1)', '60', '2.5k'].map((value, k) => `V${k + 3} ${node} 0 ${value}`);
    const { circuit } = read(...cards, `R1 ${node} a 1`, `V2 a ${node} dc 1`);
    expect(circuit.elements.map(({ nodes }) => nodes)).toEqual([
      ...cards.map(() => [node, '0']),
      [node, 'a'],
      ['a', node],
    ]);
  });
});

it('X behind a number is a million in files of Xyce, of values, sources and parameters', () => {
  const text = 't\nV1 a 0 SIN(0 1 2.5X)\nR1 a b 1X\nR2 b 0 r=1.1xOhm\nR3 b 0 {k}\n.param k=3x\n.tran 1n 1u\n';
  const { circuit } = elaborate({ name: 'a.cir', text }, circuitLanguage, undefined, { dialect: 'xyce' });
  const [source, ...resistors] = circuit!.elements;
  expect(source?.waveform?.args[2]).toBe(2.5e6);
  expect(resistors.map(({ value }) => value)).toEqual([1e6, 1.1e6, 3e6]);
});

describe('slips', () => {
  it.each([
    ['R9 a 0 1M', 'r9: "1M" is 1 milliohms: SPICE reads M as m'],
    ['R9 a 0 1.3e-10E5', 'r9: "1.3e-10E5" is read as 1.3e-10'],
    ['R9 a 0 1X', 'r9: "1X" is read as 1: X is a power of ten in files of Xyce alone'],
    ['C9 a 0 1F', 'c9: "1F" is 1 femtofarads: SPICE reads F as f, the power of ten 1e-15'],
    ['.model dx d(ron=1)', 'model "dx" is used by no element'],
    ['R9 a zz 1k', 'node "zz" is connected to r9 only'],
    ['.param unused=1', 'parameter "unused" is never used'],
    ['.options metod=theta', 'unknown option "metod"'],
  ])('%s gets one warning', (card, message) => {
    expect(read(...divider, card).told).toEqual([message]);
  });

  it.each(['C9 a 0 1f', 'C9 a 0 1uF', 'C9 a 0 c={1*1F}'])('%s is none', (card) => {
    expect(read(...divider, card).told).toEqual([]);
  });

  it('models that LTspice writes into every netlist get none', () => {
    expect(read(...divider, '.model D D', '.model NPN NPN', '.model dx d(ron=1)', '.backanno').told).toEqual([
      'model "dx" is used by no element',
    ]);
  });

  it.each(['R9 a 0 1m', 'R9 a 0 1Meg', 'R9 a 0 1MEG', 'C9 a 0 1M'])('%s gets none', (card) => {
    expect(read(...divider, card).told).toEqual([]);
  });

  it.each(['R1 a 0 1k', 'V1 in 0 SIN(0 1 1k)', 'i1 0 a dc 1', '.tran 1u 1m'])(
    'a title that is the card %s is told',
    (title) => {
      const { diagnostics } = elaborate(
        { name: 'a', text: `${title}\nV2 a 0 1\nR2 a 0 1\n.op` },
        circuitLanguage,
      );
      expect(diagnostics.map(({ code }) => code)).toEqual(['card-as-title']);
    },
  );

  it.each(['D1 a 0 dm', 'X1 a 0 cell'])('a title that is the card %s is told', (title) => {
    const text = `${title}\nV2 a 0 1\nX2 a 0 cell\n.subckt cell p n\nD2 p n dm\n.ends\n.model dm d(ron=1)\n.op`;
    const { diagnostics } = elaborate({ name: 'a', text }, circuitLanguage);
    expect(diagnostics.map(({ code }) => code)).toEqual(['card-as-title']);
  });

  it.each([
    'RC low pass 1k',
    'Loop with delay',
    'I like it a lot',
    'C filter of 2nd order',
    'VCO test bench',
  ])('a title such as %s is none', (title) => {
    const { diagnostics } = elaborate(
      { name: 'a', text: `${title}\nV2 a 0 1\nR2 a 0 1\n.op` },
      circuitLanguage,
    );
    expect(diagnostics).toEqual([]);
  });
});

test('where nothing is grounded voltages are those against the reference of the first source', () => {
  const { runs, diagnostics } = simulate('t\nR0 b c 1k\nV1 a b 2\nR1 a c 1k\n.tran 1u 1m\n');
  const final = new Map(runs[0]?.report.final.map(({ name, value }) => [name, value]));
  expect([final.get('v(a)'), final.get('v(b)'), final.get('v(c)')]).toEqual([2, 0, 1]);
  expect(diagnostics.map(({ code }) => code)).toContain('missing-ground');
});

describe('controlled sources with the word of their kind', () => {
  it('are what they are without it', () => {
    const [worded, plain] = [['VCVS', 'VCCS', 'CCCS', 'CCVS'] as const, ['', '', '', ''] as const].map(
      ([e, g, f, h]) =>
        read(
          ...divider,
          `E1 c 0 ${e} a b 2`,
          `E2 d 0 ${e} POLY(2) a 0 b 0 0 1 1`,
          `G1 0 f ${g} (a,b) 1m`,
          `F1 0 g ${f} V1 3`,
          `H1 h 0 ${h} V1 100`,
          ...['c', 'd', 'f', 'g', 'h'].map((node) => `R${node} ${node} 0 1k`),
        ),
    );
    expect(worded?.told).toEqual([]);
    const laws = (from: typeof plain) =>
      from?.circuit.elements.flatMap(({ name, law }) =>
        law?.kind === 'linear' ? [[name, law.control, law.gain]] : law ? [[name, law.kind]] : [],
      );
    expect(laws(worded)).toHaveLength(5);
    expect(laws(worded)).toEqual(laws(plain));
  });

  it('leave a node and a source of that name alone', () => {
    const { circuit, told } = read(
      ...divider,
      'R3 vccs 0 1k',
      'G1 0 vccs vccs 0 1m',
      'Vcccs c 0 1',
      'R4 c 0 1k',
    );
    expect(told).toEqual([]);
    const law = circuit.elements.find(({ name }) => name === 'g1')?.law;
    expect(law).toMatchObject({ kind: 'linear', control: { plus: 'vccs', minus: '0' }, gain: 1e-3 });
  });
});

test('dc(5) and ac(2,90) are what they are without brackets', () => {
  const { circuit, told } = read('V1 a 0 dc(5) ac(2,90) sin(0 1 1k)', 'R1 a 0 1k');
  expect(told).toEqual([]);
  expect(circuit.elements[0]).toMatchObject({
    dc: 5,
    ac: { magnitude: 2, phase: 90 },
    waveform: { name: 'sin' },
  });
});

test('a lateral PNP is a PNP whose substrate is at the base', () => {
  const { circuit, told } = read(...divider, 'Q1 0 a b q', '.model q LPNP bf=50');
  expect(told).toEqual([]);
  expect(circuit.elements.at(-1)?.model?.type).toBe('pnp');
});

test('all beside named quantities is all and these, each once', () => {
  const names = (card: string): readonly string[] | undefined => {
    const text = ['t', ...divider, card, '.op'].join('\n');
    return simulate(text).runs[0]?.plot?.header.columns.map(({ name }) => name);
  };
  expect(names('.save all @r1[i] v(b)')).toEqual(['v(a)', 'v(b)', 'i(v1)', 'i(r1)']);
  expect(names('.print op v(*) v(a,b)')).toEqual(['v(a)', 'v(b)', 'i(v1)', 'v(a,b)']);
  expect(names('.save @r1[i] v(b)')).toEqual(['i(r1)', 'v(b)']);
});

test('F behind an area is a femto, as extracted layouts write it', () => {
  const { circuit, told } = read(...divider, 'M1 b a 0 0 m AS=75.3f AD=12F', '.model m nmos');
  expect(told).toEqual([]);
  const { parameters } = circuit.elements.at(-1) ?? {};
  expect([parameters?.get('as'), parameters?.get('ad')]).toEqual([75.3e-15, 12e-15]);
});

test('an .endc whose .control is a comment ends nothing', () => {
  expect(read(...divider, '*.control', '* run', '.endc').told).toEqual([]);
});

test('stars behind .ends are no part of its name', () => {
  const { circuit, told } = read(...divider, 'X1 b s', '.subckt s 1', 'R1 1 0 7', '.ends*****');
  expect(told).toEqual([]);
  expect(circuit.elements.at(-1)?.value).toBe(7);
});

test('.LIB alone is the master library of PSpice, whose absence is told', () => {
  const { circuit, told } = read(...divider, '.LIB');
  expect(circuit.dialect).toBe('pspice');
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^cannot include "nom\.lib"/);
});
