import { describe, expect, it } from 'vitest';
import { messages, netlist, run } from '../../analysis/run-netlist.js';
import { simulate } from '../../../src/analysis/simulate.js';

/** Tolerance of the error-controlled steps over these runs; reltol is 1e-3. */
const digits = 5;

describe('a capacitance and an inductance that depend on the circuit', () => {
  // 1 mA into 1 uF (1 + v): v + v^2 / 2 = 1000 t.
  it.each([
    ['c={...} of its voltage', 'I1 0 a 1m\nC1 a 0 C={1u*(1+v(a))}\n.tran 1u 1.5m uic', 1],
    ['as the value of the card', 'I1 0 a 1m\nC1 a 0 {1u*(1+v(a))}\n.tran 1u 1.5m uic', 1],
    ['two in parallel by m', 'I1 0 a 2m\nC1 a 0 C={1u*(1+v(a))} m=2\n.tran 1u 1.5m uic', 1],
    ['from ic', 'I1 0 a 1m\nC1 a 0 C={1u*(1+v(a))} ic=1\n.tran 1u 2.5m uic', 2],
    ['of a choice', 'I1 0 a 1m\nC1 a 0 C={if(v(a)<.5,1u,2u)}\n.tran 1u 1.5m uic', 1],
    ['of another voltage', 'V1 z 0 2\nR1 z 0 1\nI1 0 a 1m\nC1 a 0 C={1u*v(z)}\n.tran 1u 2m uic', 1],
    ['a charge of x', 'I1 0 a 1m\nC1 a 0 Q=1u*(x+.5*x**2)\n.tran 1u 1.5m uic', 1],
    [
      'a charge of x in a subcircuit',
      '.subckt s p q\nC1 p q Q={1u*x+.5u*x*x}\n.ends\nI1 0 a 1m\nX1 a 0 s\n.tran 1u 1.5m uic',
      1,
    ],
  ])('the voltage of a capacitor: %s', (_, body, expected) => {
    expect(run(netlist(body)).final('v(a)')).toBeCloseTo(expected, digits);
  });

  it.each([
    ['l={...} of its current', 'V1 a 0 1\nL1 a 0 L={1m*(1+i(L1))}\n.tran 1u 1.5m uic'],
    ['a flux of x', 'V1 a 0 1\nL1 a 0 Flux=1m*(x+.5*x**2)\n.tran 1u 1.5m uic'],
  ])('the current of an inductor: %s', (_, body) => {
    expect(run(netlist(body)).final('i(v1)')).toBeCloseTo(-1, digits);
  });

  it('a driven one takes C(v) v and L(i) i in the moment', () => {
    const C = netlist('V1 a 0 PWL(0 0 1m 1)\nC1 a 0 C={1u*(1+v(a))}\n.tran 1u 1m');
    expect(run(C).final('i(v1)')).toBeCloseTo(-2e-3, 9);
    const L = netlist('I1 0 a PWL(0 0 1m 1)\nL1 a 0 L={1m*(1+i(L1))}\n.tran 1u 1m');
    expect(run(L).final('v(a)')).toBeCloseTo(2, digits);
  });

  it('keeps its series resistance, and x is the voltage behind it', () => {
    const text = netlist('V1 a 0 1\nC1 a 0 Q=1u*x rser=1k\n.tran 1u 1m uic');
    expect(run(text).final('i(v1)')).toBeCloseTo(-1e-3 * Math.exp(-1), 9);
  });

  it('cannot be coupled', () => {
    const text = netlist(
      'V1 a 0 1\nL1 a 0 L={1m*(1+i(L1))}\nL2 b 0 1m\nR2 b 0 1\nK1 L1 L2 .5\n.tran 1u 1m uic',
    );
    expect(messages(simulate({ name: 't.cir', text }))).toBe(
      't.cir:6:1: error: k1 couples l1, which is no inductor\n  K1 L1 L2 .5\n  ^^^^^^^^^^^\n  hint: name inductors of the circuit: l2',
    );
  });
});
