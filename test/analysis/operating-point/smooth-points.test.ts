/** Operating points of smooth laws that equations alone do not choose: bistable pairs, legs that are off, switches without rest. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from '../run-netlist.js';

const LATCH =
  '.model n npn(is=1e-15 bf=100)\nVcc vcc 0 5\nRc1 vcc c1 1k\nRc2 vcc c2 1k\nR12 c1 b2 10k\nR21 c2 b1 10k\n' +
  'Q1 c1 b1 0 n\nQ2 c2 b2 0 n\n';

describe('.nodeset', () => {
  test('chooses between the states of a bistable pair, which rests between them without it', () => {
    const at = (card: string): number => {
      const { final } = run(netlist(`${LATCH}${card}\n.op`));
      return final('v(c1)') - final('v(c2)');
    };
    const one = at('.nodeset v(c1)=0 v(c2)=5');
    // A collector that conducts is saturated, the other one holds 5 V less what its base current takes.
    expect(one).toBeLessThan(-4);
    expect(at('.nodeset v(c1)=5 v(c2)=0')).toBeCloseTo(-one, 9);
    expect(Math.abs(at(''))).toBeLessThan(1e-6);
  });

  test('begins a transient there, and holds nothing', () => {
    const { final, column } = run(netlist(`${LATCH}C1 c1 0 1n\n.nodeset v(c2)=0.4\n.tran 1u 20u`), {
      method: 'stepping',
    });
    expect(column('v(c2)')[0]).toBeLessThan(0.1);
    expect(final('v(c2)')).toBeCloseTo(column('v(c2)')[0]!, 6);
  });

  test('changes nothing where the point is unique', () => {
    const text = 'V1 a 0 5\nR1 a b 1k\nD1 b 0 d\n.model d d(is=1n)\n';
    const plain = run(netlist(`${text}.op`)).final('v(b)');
    expect(run(netlist(`${text}.nodeset v(b)=-3\n.op`)).final('v(b)')).toBeCloseTo(plain, 12);
  });
});

describe('a leg of which everything blocks', () => {
  const leg =
    'V1 in 0 200\nM1 in g a m\nVg g a 0\nM2 a 0 0 m\nD1 0 a d\nD2 a in d\n' +
    '.model m vdmos(vto=4 kp=20 is=10p rg=3)\n.model d d(is=1n rs=50m)\n';

  test('rests in its middle, as with a conductance across every junction, and says so', () => {
    const { final, report } = run(netlist(`${leg}.op`));
    expect(final('v(a)')).toBeCloseTo(100, -1);
    expect(report.diagnostics.map(({ message }) => message).join('\n')).toMatch(
      /leave v\(m1#rg\) open at rest: 1e-12 S across every junction/,
    );
  });

  test('begins a transient from there', () => {
    const { column, certificate } = run(netlist(`${leg}C1 a 0 1n\n.tran 1u 10u`));
    expect(column('v(a)')[0]).toBeCloseTo(100, -1);
    expect(certificate.missed).toEqual([]);
  });
});

describe('switches without a state at rest, beside smooth laws', () => {
  const heater =
    'Vcc vcc 0 12\nVr ref 0 1\nS1 vcc h ref x s\n.model s sw(vt=0 vh=.2 ron=1 roff=1meg)\nR1 h 0 24\n' +
    'B1 0 x I=v(h)*v(h)/24\nC1 x 0 1m\nR2 x 0 1\n';

  test('start as they begin, which is told, and are turned by the run', () => {
    const { column, report } = run(netlist(`${heater}.tran 10u 20m`));
    expect(report.diagnostics.map(({ message }) => message)).toContain(
      'operating point: its switches have no consistent state; the run starts with s1 off',
    );
    // Off while x > 1.2 V, on while x < .8 V: behind the start x stays between.
    const x = column('v(x)');
    expect(Math.max(...x)).toBeCloseTo(1.2, 2);
    expect(Math.min(...x.subarray(x.length >> 1))).toBeCloseTo(0.8, 2);
  });

  test('have no .op', () => {
    expect(() => run(netlist(`${heater}.op`))).toThrow(/no consistent state/);
  });
});
