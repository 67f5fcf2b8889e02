/** Parameters that only ngspice has, or has by another name. Figures: ngspice 39, .op and .ac of the same text. */
import { describe, expect, it } from 'vitest';
import { run, netlist } from '../../analysis/run-netlist.js';
import { simulate } from '../../../src/analysis/simulate.js';

/** The final value of a quantity of the first run. */
function final(name: string, ...cards: readonly string[]): number {
  return run(netlist(cards.join('\n'))).final(name);
}

describe('R', () => {
  const film = ['V1 a 0 1', 'R1 a 0 rm l=10u w=2u', '.temp 37', '.op'];

  it('has DW, DLR, TC1R and TC2R for NARROW, SHORT, TC1 and TC2', () => {
    for (const names of [
      'dw=0.1u dlr=0.2u tc1r=0.01 tc2r=0.0001',
      'narrow=0.1u short=0.2u tc1=0.01 tc2=0.0001',
    ])
      expect(final('i(v1)', ...film, `.model rm r(rsh=100 ${names})`)).toBeCloseTo(-1.68919e-3, 8);
  });

  it('takes R or RES of its model where its card has no value, and no factor where it has', () => {
    const cards = ['V1 a 0 1', 'R1 a 0 rm', 'R2 a 0 1k rm', '.op'];
    for (const name of ['r', 'res'])
      expect(final('i(v1)', ...cards, `.model rm r(${name}=2k)`)).toBeCloseTo(-1.5e-3, 12);
    const { diagnostics } = simulate(netlist([...cards, '.model rm r(r=2k)'].join('\n')));
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'r2 has a resistance of its own: R = 2000 of its model does not count, as in ngspice',
    ]);
  });

  it('has R of its model as a factor in files of PSpice', () => {
    const text = netlist('V1 a 0 1\nR2 a 0 1k rm\n.model rm r(r=2)\n.op');
    const { runs } = simulate(text, { dialect: 'pspice' });
    expect(runs[0]?.report.final.find(({ name }) => name === 'i(v1)')?.value).toBeCloseTo(-0.5e-3, 12);
  });
});

it('C has COX, CAPSW and DEL, and cap= on its card', () => {
  const response = (card: string, model = ''): number => {
    const { plot } = run(netlist(`V1 a 0 ac 1\nC1 a 0 ${card}\n${model}\n.ac lin 1 1k 1k\n.save i(v1)`));
    return -(plot.columns[1]?.[1] ?? NaN) / (2000 * Math.PI);
  };
  expect(response('cap=1u')).toBeCloseTo(1e-6, 12);
  // (10 - 2)^2 um^2 of 1 mF/m^2, and 2 (8 + 8) um of 1 nF/m.
  expect(response('cm l=10u', '.model cm c(cox=1m capsw=1n w=10u del=1u)') / 9.6e-14).toBeCloseTo(1, 9);
});

describe('B', () => {
  it('is m times its expression, or an m-th', () => {
    const loads = ['R1 a 0 1k', 'R2 b 0 1k', '.op'];
    expect(final('v(a)', 'B1 a 0 v=2 m=3', 'B2 0 b i=1m', ...loads)).toBeCloseTo(6, 12);
    expect(final('v(b)', 'B1 a 0 v=2', 'B2 0 b i=1m m=3', ...loads)).toBeCloseTo(3, 12);
    expect(final('v(a)', 'B1 a 0 v=2 m=4 reciprocm=1', 'B2 0 b i=1m', ...loads)).toBeCloseTo(0.5, 12);
  });

  it('is over its temperature factor with reciproctc', () => {
    const cards = ['B1 a 0 v=2 tc1=0.01 reciproctc=1', 'R1 a 0 1k', '.temp 77', '.op'];
    expect(final('v(a)', ...cards)).toBeCloseTo(2 / 1.5, 12);
  });

  it('scales tables and transfer functions too', () => {
    const cards = ['V1 c 0 1', 'R1 a 0 1k', '.op'];
    expect(final('v(a)', 'B1 a 0 v={table(v(c),0,0,2,4)} m=3', ...cards)).toBeCloseTo(6, 12);
    expect(final('v(a)', 'B1 a 0 v={v(c)} laplace={2/(1+s)} m=3', ...cards)).toBeCloseTo(6, 12);
  });

  it('is a current m times in a call with m=, and the same voltage', () => {
    const cards = [
      '.subckt s a',
      'B1 0 a i=1m',
      'B2 b 0 v=2',
      'R2 b a 1k',
      '.ends',
      'X1 a s m=3',
      'R1 a 0 1k',
    ];
    // v / 1k = 3 mA + (2 - v) 3 / 1k.
    expect(final('v(a)', ...cards, '.op')).toBeCloseTo(9 / 4, 12);
  });
});

it('VDMOS has VTH0, BEX and VTOTC for VTO, MU and TCVTH', () => {
  const cards = ['V1 d 0 5', 'V2 g 0 4', 'M1 d g 0 vm', '.temp 67', '.op'];
  const model = '.model vm vdmos(vth0=2 kp=1 bex=-1.2 vtotc=-2m)';
  expect(final('i(v1)', ...cards, model)).toBeCloseTo(-1.58626, 5);
});

it('D has JS, TREF and IB for IS, TNOM and IBV', () => {
  const forward = ['V1 a 0 0.6', 'D1 a 0 dm', '.model dm d(js=1e-14 tref=40)', '.options diode=spice', '.op'];
  expect(final('i(v1)', ...forward) / -1.76017e-5).toBeCloseTo(1, 4);
  const reverse = ['V1 a 0 -5.2', 'D1 a 0 dm', '.model dm d(is=1e-14 bv=5 ib=1m)', '.op'];
  expect(final('i(v1)', ...reverse)).toBeCloseTo(2.281257, 4);
});

it('D has JSW, NS and PJ: a sidewall with an exponential of its own', () => {
  const current = (v: number, model: string, ...more: readonly string[]): number =>
    final(
      'i(v1)',
      `V1 a 0 ${v}`,
      'D1 a 0 dm area=2 pj=10u',
      `.model dm d(is=1e-14 jsw=1e-9 ${model})`,
      '.op',
      ...more,
    );
  expect(current(0.6, 'ns=1.2') / -2.39925e-4).toBeCloseTo(1, 4);
  expect(current(0.6, 'n=1.5') / -1.56125e-7).toBeCloseTo(1, 4);
  expect(current(0.6, 'ns=1.2 eg=1.2 xti=4', '.temp 60') / -3.6105e-3).toBeCloseTo(1, 4);
  expect(current(0.7, 'ns=1.2 ikf=1m n=1.1') / -6.00073e-4).toBeCloseTo(1, 4);
  expect(current(-5.2, 'ns=1.2 bv=5 ibv=1m') / 3.421885).toBeCloseTo(1, 4);
  expect(current(-5.2, 'bv=5 ibv=1m') / 3.421885).toBeCloseTo(1, 4);
});

it('Q has C2 and C4 for ISE and ISC, which are multiples of IS where they are above 1', () => {
  const drop = (leak: string): number =>
    final('v(b)', 'V1 c 0 5', 'I1 0 b 1u', 'Q1 c b 0 q', `.model q npn(is=1e-16 bf=300 ${leak})`, '.op');
  for (const [name, other] of [
    ['ise', 'c2'],
    ['isc', 'c4'],
  ] as const) {
    const absolute = drop(`${name}=1e-13`);
    // Half a microampere through the leak of ISE, and 1e-13 A out of a junction in reverse.
    if (name === 'ise') expect(drop('')).toBeGreaterThan(absolute + 1e-3);
    expect(drop(`${other}=1e-13`)).toBe(absolute);
    expect(drop(`${name}=1000`)).toBeCloseTo(absolute, 12);
    expect(drop(`${other}=1000`)).toBeCloseTo(absolute, 12);
  }
});

it('VDMOSN and VDMOSP are VDMOS with nchan and with pchan', () => {
  const drain = (sign: number, model: string): number =>
    final('i(v1)', `V1 d 0 ${5 * sign}`, `V2 g 0 ${5 * sign}`, 'M1 d g 0 m', `.model m ${model}`, '.op');
  // Saturated: KP / 2 (VGS - VTO)^2 = 45 A, into the drain or out of it.
  for (const [sign, kind] of [
    [1, 'n'],
    [-1, 'p'],
  ] as const) {
    const named = drain(sign, `vdmos${kind} (vto=${2 * sign} kp=10)`);
    expect(named).toBeCloseTo(-45 * sign, 1);
    expect(named).toBe(drain(sign, `vdmos(${kind}chan vto=${2 * sign} kp=10)`));
  }
});
