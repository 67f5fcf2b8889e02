/** `.dc` against closed forms, in both directions of hysteresis, and against ngspice. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { thermalVoltage } from '../../../src/circuit/laws/semiconductor.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../../peers/ngspice.js';
import { messages, netlist, run } from '../run-netlist.js';

/** Newton's method leaves rounding; the exponential multiplies it by some 1e3. */
const solved = 1e-12;

const schmitt = `VCC vcc 0 12
VIN in 0 0
RC1 vcc c1 10k
RC2 vcc out 4.7k
RE e 0 1k
R1 c1 b2 22k
R2 b2 0 22k
Q1 c1 in e QN
Q2 out b2 e QN
.model QN NPN(IS=1e-15 BF=100)`;

const cmos = `VDD vdd 0 5
VIN in 0 0
M1 out in 0 0 MN W=10u L=1u
M2 out in vdd vdd MP W=20u L=1u
.model MN NMOS(VTO=1 KP=50u LAMBDA=0.02)
.model MP PMOS(VTO=-1 KP=25u LAMBDA=0.02)`;

function notes(text: string): string[] {
  return simulate({ name: 't.cir', text }).diagnostics.map(({ message }) => message);
}

describe('.dc of ideal and piecewise-linear parts', () => {
  test.each(['R2 a 0 1k', 'B1 a 0 I=v(a)/1k*(1+0*v(a)*v(a))'])(
    '.ic of a transient holds no node: %s',
    (load) => {
      const text = netlist(`V1 in 0 0\nR1 in a 1k\n${load}\n.ic v(a)=0.2\n.dc V1 0 2 1`);
      const { column } = run(text, {}, 'v(a)');
      [0, 0.5, 1].forEach((value, k) => expect(column('v(a)')[k]).toBeCloseTo(value, 9));
    },
  );

  test('a limiter is exact on both sides of its kinks, and the sweep is the scale', () => {
    const { plot, column } = run(
      netlist('V1 in 0 0\nR1 in a 1k\nD1 a b d\nVL b 0 2\nD2 0 a d\n.model d d\n.dc V1 -5 5 0.25'),
      {},
      'v(a),i(v1)',
    );
    expect(plot.header.name).toBe('DC transfer characteristic');
    expect(plot.header.columns.map(({ name }) => name)).toEqual(['v1', 'v(a)', 'i(v1)']);
    const source = column('v1');
    expect(source).toEqual(Float64Array.from({ length: 41 }, (_, k) => -5 + k / 4));
    source.forEach((v, k) => {
      const a = Math.min(2, Math.max(0, v));
      expect(column('v(a)')[k]).toBeCloseTo(a, 12);
      expect(column('i(v1)')[k]).toBeCloseTo((a - v) / 1e3, 15);
    });
  });

  test('a switch with hysteresis turns at vt + vh upwards and at vt - vh downwards, and its jumps are told', () => {
    const text = netlist(
      'V1 in 0 0\nS1 out 0 in 0 s\nR1 vdd out 1k\nVD vdd 0 5\n.model s sw(vt=2.5 vh=1 ron=0 roff=inf)\n.dc V1 list 0 3.4 3.6 5 1.6 1.4 0\n.print dc v(out)',
    );
    expect([...run(text).column('v(out)')]).toEqual([5, 5, 0, 0, 0, 5, 5]);
    const told = notes(text).filter((message) => message.includes('jumps'));
    expect(told).toEqual([
      'v(out) jumps from 5 to 0 V at v1 = 3.5 V',
      'v(out) jumps from 0 to 5 V at v1 = 1.5 V',
    ]);
  });

  test('two sweeps give one plot, the first one innermost', () => {
    const { plot, column } = run(
      netlist('V1 a 0 0\nR1 a b 1k\nR2 b 0 1k\nI1 0 b 0\n.dc V1 0 2 1 I1 0 2m 1m'),
    );
    expect(plot.header.columns.map(({ name }) => name).slice(0, 2)).toEqual(['v1', 'i1']);
    expect([...column('v1')]).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
    column('v(b)').forEach((v, k) => {
      expect(v).toBeCloseTo((column('v1')[k] ?? NaN) / 2 + 500 * (column('i1')[k] ?? NaN), 12);
    });
  });

  test('what has no solution is proved, with the value at which it has none; the rows before it stay', () => {
    const text = netlist('V1 a 0 0\nD1 a b d\nVB b 0 1\n.model d d\n.dc V1 0 2 0.5\n.print dc v(a)');
    const { runs, diagnostics } = simulate({ name: 't.cir', text });
    expect([...(runs[0]?.plot?.columns[0] ?? [])]).toEqual([0, 0.5, 1]);
    expect(runs[0]?.plot?.incomplete).toBe('there is no operating point');
    expect(diagnostics.find(({ severity }) => severity === 'error')?.message).toMatch(
      /^there is no operating point \(proved\): .*, at v1 = 1\.5 V$/,
    );
  });
});

describe('.dc of smooth laws', () => {
  test('a diode and a resistance share a voltage as the exponential says', () => {
    const { column } = run(netlist('V1 in 0 0\nR1 in a 1k\nD1 a 0 d\n.model d d(is=1e-14)\n.dc V1 -1 5 0.5'));
    const vt = thermalVoltage(27);
    column('v1').forEach((source, k) => {
      const v = column('v(a)')[k] ?? NaN;
      const current = 1e-14 * Math.expm1(v / vt);
      const slope = 1e-3 + (current + 1e-14) / vt;
      expect(Math.abs((source - v) / 1e3 - current)).toBeLessThan(solved * slope);
    });
  });

  test('an inverter of symmetrical transistors has its threshold at half the supply, and is odd about it', () => {
    const out = run(netlist(`${cmos}\n.dc VIN 0 5 0.25`)).column('v(out)');
    expect(out[10]).toBeCloseTo(2.5, 9);
    // Leakage of the junctions is not symmetrical: 1e-14 A across the channels' 1e3 Ohm and, blocked, 1e-12 S.
    out.forEach((v, k) => {
      expect(Math.abs(v + (out[20 - k] ?? NaN) - 5)).toBeLessThan(1e-9);
    });
  });

  test('a Schmitt trigger keeps its state until it has none: the way up is not the way down', () => {
    const up = run(netlist(`${schmitt}\n.dc VIN 0 5 0.05\n.print dc v(out)`)).column('v(out)');
    const down = run(netlist(`${schmitt}\n.dc VIN 5 0 -0.05\n.print dc v(out)`))
      .column('v(out)')
      .reverse();
    // Between the thresholds the output is low on the way up, and high on the way down.
    for (let k = 0; k <= 100; k++) {
      const [low, high] = [(up[k] ?? NaN) < 6, (down[k] ?? NaN) > 6];
      if (k <= 31) expect([low, high]).toEqual([true, false]);
      else expect([low, high]).toEqual([k <= 61, true]);
    }
  });

  test('the thresholds of the Schmitt trigger do not depend on the step of the sweep', () => {
    const told = ['0.05', '1.7'].map((step) =>
      notes(netlist(`${schmitt}\n.dc VIN 0 5 ${step}`)).find((message) => message.includes('jumps')),
    );
    const at = told.map((message) => Number(/vin = (\S+) V/.exec(message ?? '')?.[1]));
    // Told with six digits.
    expect(Math.abs((at[0] ?? NaN) - (at[1] ?? NaN))).toBeLessThan(2e-5);
  });

  test('a parameter, a model, an element and the temperature are swept as the netlist means them', () => {
    const circuit = '.param r=1k\nV1 a 0 5\nR1 a b {r}\nR2 b 0 1k tc1=1m\nD1 b 0 d\n.model d d(is=1e-14)';
    const of = (card: string): number[] => [
      ...run(netlist(`${circuit}\n${card}\n.print dc v(b)`)).column('v(b)'),
    ];
    const single = (set: string): number =>
      run(netlist(`${circuit.replace(...(set.split('>') as [string, string]))}\n.op\n.print op v(b)`)).final(
        'v(b)',
      );
    // Each point begins at the one before it; what both leave is rounding.
    const close = (values: number[], others: number[]): void => {
      expect(values.length).toBe(others.length);
      values.forEach((value, k) => {
        expect(value).toBeCloseTo(others[k] ?? NaN, 11);
      });
    };
    close(of('.dc param r 1k 2k 1k'), [single('r=1k>r=1k'), single('r=1k>r=2k')]);
    close(of('.dc R2 list 500 2k'), [single('0 1k>0 500'), single('0 1k>0 2k')]);
    close(of('.dc d:is dec 1e-15 1e-14 1'), [single('1e-14>1e-15'), single('1e-14>1e-14')]);
    close(of('.dc temp 0 100 100'), [single('.model>.temp 0\n.model'), single('.model>.temp 100\n.model')]);
  });

  test.each([
    ['ideal and piecewise-linear parts', 'd(Ron=.1 Vfwd=.6)', 0],
    // Resistances are inputs among them, so that Newton's method comes from elsewhere: its last digits.
    ['smooth laws', 'd(is=1e-14 rs=.1)', 1e-10],
  ])('numbers set in the circuit are what elaboration makes of them: %s', (_, diode, part) => {
    // An element whose value is a parameter is elaborated again with each value, one whose value is a number is not.
    const circuit = (one: string, other: string): string =>
      `.param p=1k q=2k\nV1 a 0 5\nR1 a b ${one} tc1=1m m=2\nX1 b part m=3\n.subckt part n\nR2 n 0 ${other}\n.ends\nS1 b s a 0 sw\nR3 s 0 5k\nD1 b e d\nR4 e 0 330\n.model d ${diode}\n.model sw sw(vt=2 ron=1)\n.temp 85`;
    const swept = run(
      netlist(`${circuit('7k', '9k')}\n.dc R1 list 500 2k 30k x1.r2 1k 3k 500`),
      {},
      'v(b),i(v1)',
    );
    const elaborated = run(
      netlist(`${circuit('{p}', '{q}')}\n.dc param p list 500 2k 30k param q 1k 3k 500`),
      {},
      'v(b),i(v1)',
    );
    for (const name of ['v(b)', 'i(v1)']) {
      const others = elaborated.column(name);
      expect(swept.column(name)).toHaveLength(others.length);
      swept.column(name).forEach((value, k) => {
        expect(Math.abs(value - others[k]!)).toBeLessThanOrEqual(part * Math.abs(others[k]!));
      });
    }
  });

  test('in a file of PSpice the step has a size and goes towards the end', () => {
    const swept = (dialect: 'pspice' | 'ngspice') =>
      simulate({ name: 't.cir', text: netlist('V1 a 0 1\nR1 a 0 1k\n.dc V1 2 0 1') }, { dialect }).runs[0]
        ?.plot;
    expect([...(swept('pspice')?.columns[0] ?? [])]).toEqual([2, 1, 0]);
    expect(swept('ngspice')).toBeUndefined();
  });

  test('`.op` and `.dc` take the DC value of a source, `.tran` its function', () => {
    const text = netlist('V1 a 0 dc 1 sin(2 1 1k)\nR1 a 0 1k\n.op\n.dc V1 3 3 1\n.tran 10u 1m\n.print v(a)');
    const { runs } = simulate({ name: 't.cir', text });
    expect(runs.map(({ plot }) => plot?.header.name)).toEqual([
      'Operating Point',
      'DC transfer characteristic',
      'Transient Analysis',
    ]);
    expect(runs.map(({ plot }) => plot?.columns.at(-1)?.[0])).toEqual([1, 3, 2]);
  });
});

describe('.dc that cannot be', () => {
  test.each([
    ['.dc', '.dc names nothing to change'],
    ['.dc V1', '.dc needs start, stop and step'],
    ['.dc V9 0 1 0.1', '.dc: "v9" is no parameter, element or model'],
    ['.dc V1 0 1 0', 'from 0 to 1 by 0 is no list of values'],
    ['.dc V1 0 1 -0.1', 'from 0 to 1 by -0.1 is no list of values'],
    ['.dc V1 0 1 1e-9', 'from 0 to 1 by 1e-9 is no list of values'],
    ['.dc V1 0 1 1m V2 0 1 100u', '.dc asks for 10011001 points; at most 1000000 are computed'],
    ['.dc V1 dec 0 1 5', '5 points a decade from 0 to 1 is no list of values'],
    ['.ac dec 5 0 1', 'hint: begin above 0 and end above the beginning'],
  ])('%s', (card, message) => {
    const text = netlist(`V1 a 0 1\nV2 b 0 1\nR1 a b 1k\n${card}`);
    expect(messages(simulate({ name: 't.cir', text }))).toContain(message);
  });

  test('a value that an element cannot have is told with its place; the rows before it stay', () => {
    const text = netlist('YFORCE1 a 0 1\nYSPRING1 a 0 9\n.dc YSPRING1 list 3 2 -1\n.print dc x(a)');
    const { runs, diagnostics } = simulate({ name: 't.cir', text });
    expect([...(runs[0]?.plot?.columns[1] ?? [])]).toEqual([1 / 3, 0.5]);
    expect(diagnostics.map(({ message, span }) => [message, span?.start])).toEqual([
      ['yspring1: k must be positive, not -1, at yspring1 = -1', text.indexOf('9\n.dc')],
    ]);
  });

  test('a resistance may go down to an ideal short', () => {
    const text = netlist('V1 a 0 1\nR1 a b 1k\nR2 b 0 1k\n.dc R2 list 3k 0 1k\n.print dc v(b) i(R2)');
    const { plot } = simulate({ name: 't.cir', text }).runs[0] ?? {};
    expect([...(plot?.columns[1] ?? [])]).toEqual([0.75, 0, 0.5]);
    expect(plot?.columns[2]?.[1]).toBeCloseTo(1e-3, 15);
  });
});

describe.skipIf(skipWithoutNgspice)(`.dc against ngspice${ngspiceReason}`, () => {
  test.each([
    ['an inverter', `${cmos}\n.dc VIN 0 5 0.1`, ['v(out)']],
    ['a Schmitt trigger upwards', `${schmitt}\n.dc VIN 0 5 0.1`, ['v(out)', 'v(c1)', 'v(e)']],
    [
      'characteristics of a transistor',
      'VC c 0 0\nIB 0 b 0\nQ1 c b 0 q\n.model q npn(bf=100 vaf=50 is=1e-15)\n.dc VC 0 5 0.25 IB 10u 50u 20u',
      ['v(b)'],
    ],
    [
      'a temperature',
      'V1 a 0 5\nR1 a b 1k\nD1 b 0 d\n.model d d(is=1e-14 n=1.2)\n.dc temp -40 120 20',
      ['v(b)'],
    ],
  ])('%s', (_, body, names) => {
    const text = netlist(`${body}\n.save ${names.join(' ')}`);
    const theirs = runNgspice(text.replace('.save', '.options reltol=1e-9 vntol=1e-12 abstol=1e-15\n.save'));
    const { column } = run(text);
    for (const name of names) {
      const other =
        theirs.columns[theirs.header.columns.findIndex((one) => one.name === name)] ?? new Float64Array(0);
      const range = other.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
      const ours = column(name);
      expect(ours.length).toBe(other.length);
      // ngspice's junctions have 1e-12 S beside them, and its physical constants are rounded (4e-7 of Vt).
      ours.forEach((v, k) => {
        expect(Math.abs(v - (other[k] ?? NaN))).toBeLessThan(2e-6 * range);
      });
    }
  });
});

test('a diode with a low breakdown voltage has a point at every small reverse voltage', () => {
  const body = `V1 1 0 0
R1 1 2 10k
D1 2 0 red
.model red D(Rs=.25 Bv=1.7 Nbv=1.7 Ibv=20m N=2.4 Is=880.5E-18)
.dc V1 -20m -10m 1m`;
  const { column } = run(netlist(body), {}, 'v(1) v(2)');
  const [one, two] = [column('v(1)'), column('v(2)')];
  expect(two).toHaveLength(11);
  // None is found by conductances beside it.
  expect(notes(netlist(body))).toEqual([]);
  // It carries fA, through 10 kOhm less than a nV.
  two.forEach((v, k) => expect(Math.abs(v - one[k]!)).toBeLessThan(1e-9));
});
