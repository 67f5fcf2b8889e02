/** Words of Xyce: n() in outputs, parts that are refused by their names; and digital nets where a voltage is asked for. */
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, run } from '../analysis/run-netlist.js';

function told(text: string): readonly string[] {
  const { diagnostics } = simulate({ name: 'a.cir', text: netlist(text) });
  return diagnostics.filter(({ severity }) => severity !== 'note').map(formatDiagnostic);
}

it('n(node) is its voltage, n(source_branch) the current of a source', () => {
  const result = run(netlist('V1 1 0 5\nR1 1 2 1k\nR2 2 0 4k\n.op\n.print op n(2) n(v1_branch)'));
  expect(result.final('n(2)')).toBeCloseTo(4, 12);
  expect(result.final('n(v1_branch)')).toBeCloseTo(-1e-3, 12);
});

it('n(m1:gm) is what @m1[gm] is, alone, in an expression and in a measure', () => {
  const cards = 'VD d 0 3\nVG g 0 2\nM1 d g 0 0 nm\n.model nm nmos(level=1 vto=0.5 kp=1m)\n.dc VG 2 2 1';
  const out = '.print dc n(m1:gm) {2*N(M1:GM)} {n(d)} n(m1:vth)\n.meas dc slope find n(m1:gm) at=2';
  const result = run(netlist(`${cards}\n${out}`));
  expect(result.final('n(m1:gm)')).toBeCloseTo(1.5e-3, 12);
  expect(result.final('{2*n(m1:gm)}')).toBeCloseTo(3e-3, 12);
  expect(result.final('{n(d)}')).toBe(3);
  expect(result.final('n(m1:vth)')).toBeCloseTo(0.5, 12);
  expect(result.report.measures?.[0]?.value).toBeCloseTo(1.5e-3, 12);
});

it('.options parser scale multiplies lengths and widths as .options scale does', () => {
  const cards = 'VD d 0 5\nVG g 0 2\nM1 d g 0 0 nm L=2 W=8\n.model nm nmos(level=1 vto=1 kp=1m ld=0.5u)\n.op';
  // kp W / (L - 2 LD) / 2 (vgs - vto)^2
  expect(run(netlist(`${cards}\n.options parser scale=1u`)).final('i(vd)')).toBeCloseTo(-4e-3, 12);
});

it('.dc takes list before the source, and several of them', () => {
  const result = run(netlist('V1 1 0 0\nV2 2 0 0\nR1 1 2 1\n.dc LIST V1 1 4 list V2 7 9'));
  expect([...result.column('v(1)')]).toEqual([1, 4, 1, 4]);
  expect([...result.column('v(2)')]).toEqual([7, 7, 9, 9]);
});

it('.tran begins with the first step, which says nothing of rows', () => {
  const text = netlist('V1 1 0 sin(0 1 1)\nR1 1 2 1k\nC1 2 0 1m\n.tran 1n 1\n.options device temp=27');
  const { runs, diagnostics } = simulate({ name: 't.cir', text });
  expect(diagnostics.map(({ message }) => message)).toContain(
    '.tran: 1 ns is the first step, as in Xyce; rows are 100 us apart, and closer where lines between them would miss',
  );
  expect(runs[0]?.plot?.columns[0]?.length).toBe(10_001);
});

it('the first of two definitions of a parameter counts, and an argument may read another one of its call', () => {
  const cell = '.subckt s a b params: p=1 q=1 r={p*q}\nR1 a b {r}\n.ends\n';
  const text = netlist(
    `${cell}V1 1 0 1\nR0 1 2 1\nX1 2 0 s p='k' q='x+p'\n.param k=2\n.param x=10\n.param x=20\n.op`,
  );
  const { runs, diagnostics } = simulate({ name: 't.cir', text }, { dialect: 'xyce' });
  const told = diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
  expect(told).toEqual(['parameter "x" is given twice: the first counts']);
  // 2 (10 + 2) Ohm.
  expect(runs[0]?.report.final.find(({ name }) => name === 'v(2)')?.value).toBeCloseTo(24 / 25, 12);
});

it('a parameter of a model is written by its name, alone and in an expression', () => {
  const cards = 'V1 1 0 1\nR1 1 2 1k\nD1 2 0 dm\n.model dm d(is=2e-14 n=1.5)\n.op\n.print op DM:is {2*dm:n}';
  const result = run(netlist(cards));
  expect([result.final('dm:is'), result.final('{2*dm:n}')]).toEqual([2e-14, 3]);
});

it('.ic without v() and without "=" is a node and its voltage', () => {
  const text = 'C1 1 0 1u\nC2 2 0 1u\nR1 1 0 1k\nR2 2 0 1k\n.param v2=3\n.ic 1 2.0 2 {v2}\n.tran 1u 1m uic';
  const result = run(netlist(text));
  expect([result.column('v(1)')[0], result.column('v(2)')[0]]).toEqual([2, 3]);
});

it('YDAC and YADC are refused by name', () => {
  expect(told('YDAC D1 1 0 m\nYADC A1 1 0 m\nR1 1 0 1\n.model m dac\n.tran 1n 10n').slice(0, 2)).toEqual([
    [
      'a.cir:2:1: error: YDAC of Xyce, a voltage that another program sets, is not modelled',
      '  YDAC D1 1 0 m',
      '  ^^^^',
      '  hint: write a source: V1 1 0 pwl(0 0 1m 5)',
    ].join('\n'),
    [
      'a.cir:3:1: error: YADC of Xyce, an output to another program, is not modelled',
      '  YADC A1 1 0 m',
      '  ^^^^',
      '  hint: leave it out, or write .print tran v(1)',
    ].join('\n'),
  ]);
});

it.each([['numd', 'devices solved in space (numd)']])(
  'a model of type %s is refused by what it is, where it is used',
  (type, what) => {
    const model = `.model m ${type} level=1`;
    expect(told(`D1 a 0 m\nR1 a 0 1\n${model}\n.op`)[0]).toContain(
      `error: model "m": ${what} are not supported`,
    );
    expect(told(`V1 a 0 1\nR1 a 0 1\n${model}\n.op`)[0]).toContain('warning: model "m" is of unknown type');
  },
);

it.each([
  ['YRLC rlc1 a b R=1 L=1m', 'YRLC is no part that is known here: a device of Xyce or of a plug-in'],
  ['Nd a b model', 'nd is a compiled model of Verilog-A (OSDI), which is not supported'],
])('%s is told by what it is', (card, message) => {
  expect(told(`${card}\nR1 a b 1\n.op`)[0]).toContain(message);
});

it('a port is a source with its impedance in series: P of Xyce, portnum of ngspice', () => {
  const across = (card: string): number => run(netlist(`${card}\nR1 a 0 50\n.op`)).final('v(a)');
  expect(across('P1 a 0 DC 1 port=1 z0=150')).toBeCloseTo(0.25, 12);
  expect(across('P1 a 0 port=1 DC 1')).toBeCloseTo(0.5, 12);
  // ngspice 39: 0.5 V.
  expect(across('V1 a 0 dc 1 ac 1 portnum 1 z0 50')).toBeCloseTo(0.5, 12);
});

it('a port of ngspice with a power is a cosine of the amplitude sqrt(4 Z0 PWR) behind its impedance', () => {
  const { column } = run(
    netlist('V1 a 0 dc 0 ac 1 portnum 1 z0 50 pwr 0.001 freq 1e6\nR1 a 0 50\n.tran 10n 1u'),
  );
  const [time, volts] = [column('time'), column('v(a)')];
  const at = (t: number): number => volts[time.findIndex((one) => one >= t - 1e-12)] ?? NaN;
  // Half of 447.2 mV; ngspice 39: 0.2236068 at t = 0.
  for (const t of [0, 0.1e-6, 0.5e-6])
    expect(at(t)).toBeCloseTo(Math.sqrt(0.05) * Math.cos(2e6 * Math.PI * t), 6);
});

it('freq is a parameter of ports alone: of other sources it is a name as any other', () => {
  const peak = run(netlist('.param freq=1k pwr=2\nV1 a 0 SIN 0 pwr freq\nR1 a 0 1\n.tran 1u .25m')).final(
    'v(a)',
  );
  expect(peak).toBeCloseTo(2, 9);
});

it('the value of a source may depend on time and the circuit', () => {
  const text = 't\n.param k=2\nV1 a 0 {k+1000*time}\nI1 0 b {v(a)*1m}\nR1 a 0 1k\nR2 b 0 1k\n.tran 10u 1m\n';
  const { runs, diagnostics } = simulate({ name: 'a.cir', text }, { dialect: 'xyce' });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const final = new Map(runs[0]?.report.final.map(({ name, value }) => [name, value]));
  expect(final.get('v(a)')).toBeCloseTo(3, 9);
  expect(final.get('v(b)')).toBeCloseTo(3, 9);
});

it('a capacitor loses d of its value in a decade of age', () => {
  // 1 s of 1 A from 0 V into 1 - 0.1 * 3 farads.
  const card = 'C1 a 0 1 age=1000 d=0.1';
  const text = netlist(`I1 0 a 1\n${card}\nR1 a 0 1g\n.ic v(a)=0\n.tran 10m 1 uic`);
  expect(run(text).final('v(a)')).toBeCloseTo(1 / 0.7, 6);
});

it('ic= of transistors may be a list', () => {
  expect(
    told(
      'V1 d 0 1\nR1 d g 1k\nM1 d g 0 0 n IC=0,5 w=2u\nJ1 d g 0 j ic = 1, 2\n.model n nmos\n.model j njf\n.op',
    ),
  ).toEqual([]);
});

it.each([
  ['xyce', 9, 'level=8 version=3.2.2'],
  ['pspice', 7, 'level=8'],
  ['pspice', 8, 'level=14'],
] as const)('MOS level of %s: %d is %s of ngspice', (dialect, level, ours) => {
  const current = (words: string, of: 'ngspice' | 'xyce' | 'pspice'): number => {
    const text = netlist(`V1 d 0 1\nM1 d d 0 0 n w=2u l=1u\n.model n nmos ${words}\n.op`);
    const { runs, diagnostics } = simulate({ name: 'a.cir', text }, { dialect: of });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    return runs[0]?.report.final.find(({ name }) => name === 'i(v1)')?.value ?? NaN;
  };
  expect(current(`level=${level}`, dialect)).toBe(current(ours, 'ngspice'));
});

describe('a digital net', () => {
  it('has no voltage: how it gets one is told', () => {
    const text =
      'V1 in 0 1\nA1 [in] [q] adc\nA2 q n inv\nA3 [n] [out] dac\nR1 out 0 1k\n.model adc adc_bridge\n.model inv d_inverter\n.model dac dac_bridge\n.tran 1n 10n\n.print tran v(q) v(out)';
    expect(told(text)).toEqual([
      [
        'a.cir:11:13: warning: "q" is a digital net, which has no voltage: left out',
        '  .print tran v(q) v(out)',
        '              ^^^^',
        '  hint: bring it to a node: A1 [q] [q_v] dac, with .model dac dac_bridge',
      ].join('\n'),
    ]);
  });
});

describe('.preprocess replaceground', () => {
  const cards = [
    'V1 a gnd! 5',
    'X1 a b s',
    'R2 b GROUND 1k',
    '.subckt s p q',
    'R1 p q 1k',
    'R2 q ground 1k',
    '.ends',
    '.op',
    '.print dc v(b) v(b,ground)',
  ].join('\n');

  it('true makes gnd!, ground and gnd names of ground, in subcircuits and outputs too', () => {
    const result = run(netlist(`.preprocess replaceground true\n${cards}`));
    // 1 k from a to b, two of 1 k from there to ground.
    expect(result.final('v(b)')).toBeCloseTo(5 / 3, 12);
    expect(result.final('v(b,ground)')).toBeCloseTo(5 / 3, 12);
    expect(told(`.preprocess replaceground true\n${cards}`)).toEqual([]);
  });

  it('false leaves them nodes of their own', () => {
    const text = '.preprocess replaceground false\nV1 a 0 5\nR1 a ground 1k\nR2 ground 0 1k\n.op';
    expect(run(netlist(text)).final('v(ground)')).toBeCloseTo(2.5, 12);
  });

  it('what else it may ask for changes nothing, and is said', () => {
    const { diagnostics } = simulate(netlist('.preprocess removeunused r\nV1 a 0 5\nR1 a 0 1k\n.op'));
    expect(diagnostics.map(({ message }) => message)).toContain('ignored cards: .preprocess removeunused');
  });
});
