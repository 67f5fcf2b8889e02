/** PSpice's digital parts: delays by their models, ports that may be left out, levels over time, and what is refused. */
import { describe, expect, it } from 'vitest';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import { netlist, run } from '../analysis/run-netlist.js';

/** Times at which v(y) passes half of the supply. */
function edges(text: string, level = 2.5): number[] {
  const { plot, column } = run(netlist(text));
  const times = plot.columns[0]!;
  const values = column('v(y)');
  const found: number[] = [];
  for (let k = 1; k < values.length; k++) {
    const [before, now] = [values[k - 1]!, values[k]!];
    if (before > level !== now > level)
      found.push(times[k - 1]! + ((level - before) / (now - before)) * (times[k]! - times[k - 1]!));
  }
  return found;
}

function told(...cards: readonly string[]): readonly string[] {
  const text = ['t', ...cards, 'R1 a 0 1k', 'V1 a 0 1', '.tran 1n 1u', '.end'].join('\n');
  const { diagnostics } = elaborate({ name: 'a.cir', text }, circuitLanguage);
  return diagnostics.filter(({ severity }) => severity !== 'note').map(({ message }) => message);
}

/** The bridges of both ends: the input passes half of its edge at .5 ns and is told 1 ns later, the output takes half of 1 ns. */
const bridges = 2e-9;
const inverter = (setting: string, model: string, options = ''): string => `
V1 a 0 pulse(0 5 1u 1n 1n 2u 10u)
U1 INV $G_DPWR $G_DGND a y d io_std ${setting}
.model d ugate(${model})
R1 y 0 1k
${options}
.tran 10n 5u`;
const fall = (text: string): number => edges(text)[0]! - 1e-6 - bridges;

describe('a delay of a timing model', () => {
  const close = 1e-12;
  it.each([
    ['', 'tphlmn=10n tphlty=20n tphlmx=40n', 20e-9],
    ['MNTYMXDLY=1', 'tphlmn=10n tphlty=20n tphlmx=40n', 10e-9],
    ['MNTYMXDLY=3', 'tphlmn=10n tphlty=20n tphlmx=40n', 40e-9],
    ['', 'tphlmn=10n tphlmx=40n', 25e-9],
    ['', 'tphlmx=40n', 25e-9],
    ['', 'tphlmn=10n tphlty=-1', 25e-9],
    ['MNTYMXDLY=1', 'tphlty=20n', 8e-9],
    ['MNTYMXDLY={1+2}', 'tphlty=20n', 32e-9],
    ['', '', 0],
  ])('%s of %s', (setting, model, delay) => {
    expect(Math.abs(fall(inverter(setting, model)) - delay)).toBeLessThan(close);
  });

  it('is chosen and scaled by options', () => {
    const options = '.options digmntymx=3 digtymxscale=2';
    expect(Math.abs(fall(inverter('', 'tphlty=20n', options)) - 40e-9)).toBeLessThan(close);
  });

  it('swallows shorter pulses in a gate, none in a delay line', () => {
    const text = (part: string): string => `
V1 a 0 pulse(0 5 1u 1n 1n 20n 10u)
${part}
.model g ugate(tplhty=100n tphlty=100n)
.model l udly(dlyty=100n)
R1 y 0 1k
.tran 10n 3u`;
    expect(edges(text('U1 BUF $G_DPWR $G_DGND a y g io_std'))).toEqual([]);
    const passed = edges(text('U1 DLYLINE $G_DPWR $G_DGND a y l io_std'));
    expect(passed).toHaveLength(2);
    expect(Math.abs(passed[0]! - 1.102e-6)).toBeLessThan(close);
  });
});

describe('ports behind optional:', () => {
  const gate = `
.subckt not a y optional: vp=$G_DPWR vn=$G_DGND params: t=10n
U1 INV vp vn a y d io_std
.model d ugate(tphlty={t} tplhty={t})
.ends
V1 a 0 pulse(0 5 1u 1n 1n 2u 10u)
R1 y 0 1k
.tran 10n 5u`;
  it('may be left out, and supply the levels where they are not', () => {
    const high = (call: string): number => Math.max(...run(netlist(`${gate}\n${call}`)).column('v(y)'));
    expect(high('X1 a y not')).toBeCloseTo(5, 12);
    expect(high('X1 a y vdd 0 not params: t=20n\nVdd vdd 0 12')).toBeCloseTo(12, 12);
    expect(high('X1 a y vdd not\nVdd vdd 0 8')).toBeCloseTo(8, 12);
  });

  it('are counted: more nodes than ports are wrong', () => {
    expect(told('.subckt s p optional: q=0', 'R1 p q 1', '.ends', 'X1 a b c s')).toEqual([
      'x1 names 3 nodes, but "s" has 1 port (p)',
    ]);
  });
});

describe('STIM', () => {
  const stimulus = (commands: string): number[] =>
    edges(`U1 STIM(1,1) $G_DPWR $G_DGND y IO_STM TIMESTEP=100n\n${commands}\nR1 y 0 1k\n.tran 10n 3u`).map(
      (t) => Math.round(t * 1e9 - 0.5),
    );
  it.each([
    ['times', '+ 0 0 1u 1\n+ +.5us 0', [1000, 1500]],
    ['cycles', '+ 0c 0 5c 1\n+ +10c 0', [500, 1500]],
    [
      'REPEAT FOREVER',
      '+ 0s 0\n+ REPEAT FOREVER\n+ +.4us 1\n+ +.6us 0\n+ ENDREPEAT',
      [400, 1000, 1400, 2000, 2400],
    ],
    ['REPEAT', '+ 0s 0\n+ REPEAT 2 TIMES\n+ +.4us 1\n+ +.6us 0\n+ ENDREPEAT', [400, 1000, 1400, 2000]],
    ['GOTO', '+ 0s 0\n+ LABEL=go\n+ +.4us 1\n+ +.5us 0\n+ +.1us GOTO go 1 TIMES', [400, 900, 1400, 1900]],
  ])('%s', (_, commands, times) => {
    expect(stimulus(commands).slice(0, times.length)).toEqual(times);
  });

  it('counts in hexadecimal digits', () => {
    const text = `U1 STIM(4,4) $G_DPWR $G_DGND b3 b2 y b0 IO_STM
+ 0 0
+ REPEAT FOREVER
+ +100ns INCR BY 1
+ ENDREPEAT
R1 y 0 1k
.tran 10n 1.95u`;
    const rises = edges(text).filter((_, k) => k % 2 === 0);
    expect(rises.map((t) => Math.round(t * 1e9 - 0.5))).toEqual([200, 600, 1000, 1400, 1800]);
  });
});

describe('a digital part', () => {
  it('is refused by name where it is not modelled', () => {
    expect(told('U1 RAM(8,4) $G_DPWR $G_DGND a b c d e f m io')).toEqual(['u1: RAM is not supported']);
  });

  it('is told what it lacks', () => {
    expect(told('U1 NAND(2) $G_DPWR $G_DGND a b')).toEqual(['u1: an output is missing']);
    expect(told('U1 DFF(1) $G_DPWR $G_DGND a b c d')).toEqual(['u1: an output q is missing']);
  });

  it('without its model has no delay, and says so', () => {
    expect(told('U1 INV $G_DPWR $G_DGND a b d_99 io_std')).toEqual([
      'u1 names the unknown model "d_99": no delay is taken',
    ]);
  });

  it('leaves lines their letter', () => {
    expect(
      told('R2 inv 0 1k', 'U1 inv a 0 line l=1', '.model line urc(k=1.5 fmax=1g rperl=1k cperl=1p)'),
    ).toEqual([]);
  });

  it('takes its enable with an equals sign or without', () => {
    const pins = (enable: string): readonly string[] =>
      told(
        `U1 PINDLY(1,1,0) $G_DPWR $G_DGND a b y io_std\n+ TRISTATE:\n+ ENABLE ${enable}\n+ y = { DELAY(-1,5n,-1) }`,
        ...['R2 y 0 1k', 'V2 b 0 5'],
      );
    expect([pins('LO=b'), pins('LO b')]).toEqual([[], []]);
    expect(pins('b')).toEqual(['u1: ENABLE needs HI=node or LO=node']);
  });

  it('of timing checks changes nothing', () => {
    expect(
      told('U1 CONSTRAINT(3) $G_DPWR $G_DGND a b c io_std\n+ width:\n+ node = a\n+ min_hi = 20n'),
    ).toEqual([]);
  });
});
