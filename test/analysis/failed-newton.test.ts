/** Where Newton's method cannot go on, the elements that keep it from doing so are named, and the time. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, run } from './run-netlist.js';

function errorsOf(body: string): readonly string[] {
  const { diagnostics } = simulate(netlist(body));
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

const models = '.model junction d(is=1e-14)\n.model q npn';

describe('a Newton iteration that does not converge', () => {
  it('at the operating point: the laws whose unknown moves, where what moves most is the current of a source', () => {
    // v^2 + 1 = -v / 1 kOhm at rest: no v meets both, and the diode takes no current below 0.
    const errors = errorsOf(
      `V1 a 0 SIN(0 5 1k)\nR1 a b 1k\nB1 b 0 I=v(b)*v(b)+1\nD1 b 0 junction\n${models}\n.tran 1u 1m`,
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /^there is no operating point: .* at the operating point \(unknown v\(b\); changing: d1, b1\)$/,
    );
  });

  it('at a fold behind which there is no other solution: both laws that make it, and the time', () => {
    // Where nothing flows through the diode, V1 = v + 1 V + v^2 / 1 V: at v = -0.5 V it is 0.75 V, the least there is.
    const errors = errorsOf(
      `V1 a 0 PWL(0 5 1m 0)\nR1 a b 1k\nB1 b 0 I=1m*(v(b)*v(b)+1)\nD1 b 0 junction\n${models}\n.tran 10u 1m`,
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /do not converge however short the step at t = 850(?:\.\d+)? us \(unknown v\(b\); changing: d1, b1\)$/,
    );
  });
});

it('at a fold behind which there is another solution the state jumps to that, at the time of the fold', () => {
  // v + 1 kOhm i(v) with i = -2 mA tanh 3 (v - 1): falls between its extrema, where 6 (1 - tanh^2) = 1.
  const edge = Math.atanh(Math.sqrt(5 / 6)) / 3;
  const drive = (v: number): number => v - 2 * Math.tanh(3 * (v - 1));
  for (const [from, to, fold] of [
    [-5, 5, 1 - edge],
    [5, -5, 1 + edge],
  ] as const) {
    const body = `V1 a 0 PWL(0 ${from} 1m ${to})\nR1 a b 1k\nB1 b 0 I=2m*tanh(-3*(v(b)-1))\n.tran 10u 1m`;
    const { column, certificate } = run(netlist(body), { method: 'stepping' });
    expect(certificate.incomplete).toBeUndefined();
    const [time, a, b] = [column('time'), column('v(a)'), column('v(b)')];
    // reltol of the 5 V that quantities have: within that both branches hold at the fold.
    const tolerance = 5e-3;
    const speed = (to - from) / 1e-3;
    const folds = (drive(fold) - from) / speed;
    b.forEach((v, k) => {
      expect(Math.abs(drive(v) - a[k]!)).toBeLessThan(tolerance);
      if (Math.abs(a[k]! - drive(fold)) < tolerance) return;
      expect(Math.abs(v - 1) > edge && (v > 1 === time[k]! > folds) === to > from).toBe(true);
    });
    expect(time.filter((t) => t > folds).length).toBeGreaterThan(10);
  }
});

it('a solution that grows without bound is told so, with what grows', () => {
  // -1 kOhm across 1 uF: e times as much every millisecond.
  const text = 'negative resistance\nC1 a 0 1u ic=1\nB1 a 0 I=-v(a)/1k*(1+1e-9*tanh(v(a)))\n.tran 1m 2 uic\n';
  const { diagnostics, runs } = simulate(text, { options: { method: 'stepping' } });
  const errors = [...diagnostics, ...(runs[0]?.report.diagnostics ?? [])].filter(
    ({ severity }) => severity === 'error',
  );
  expect(errors[0]?.message).toMatch(
    /^the solution grows without bound, up to where it is no number, at t = [\d.]+ [mu]?s \(unknown v\(a\)\)$/,
  );
});

it('a node between an open switch and a junction is found wherever a coil throws what is around it', () => {
  // Discontinuous conduction without a capacitance at the switched node: at the end of each pulse of current v(d) falls from 0.2 V above
  // v(out) to v(in), and there v(m) is N Vt ln(1 + v(d) / 1 TOhm / IS).
  const body = `V1 in 0 12\nL1 in d 5m\nS1 d m g 0 sw\nD2 m 0 j\nD3 0 d j\nD1 d out j\nC1 out 0 10u\nR1 out 0 10k
Vt t 0 PULSE(-1 1 0 50u 50u 0 100u)\nB1 g 0 V=(0.5 > v(t)) ? 1 : 0\n.model sw sw(vt=0.5 ron=1m roff=1e12)\n.model j d(is=1e-14)`;
  const { report, column } = run(netlist(`${body}\n.tran 1u 20m uic`), { method: 'stepping' });
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [d, m] = [column('v(d)'), column('v(m)')];
  const open = [...column('v(g)')].flatMap((gate, k) =>
    gate === 0 && Math.abs(d[k]! - 12) < 0.1 ? [k] : [],
  );
  expect(open.length).toBeGreaterThan(1000);
  // Within the tolerance of a voltage beside one of 0.7 V: reltol, in a step that ends there or begins there.
  for (const k of open) expect(m[k]!).toBeCloseTo(0.025865 * Math.log(1 + d[k]! / 1e12 / 1e-14), 2);
});

/** A flyback with an RCD clamp and peak current control by steep laws. */
const flyback = `flyback
Vin in 0 24
Lp in sw 30u
Ls 0 sd 7.5u
K1 Lp Ls .985
M1 sw g cs power
Rcs cs 0 .05
.model power vdmos(vto=3 kp=20 rd=30m rs=5m cgs=1n cgdmin=50p cgdmax=1n a=1 cjo=500p is=1e-12 vj=.8 m=.45 rg=2)
Dcl sw cl clamp
Ccl cl in 10n
Rcl cl in 2k
.model clamp d(is=1e-9 n=1.2 rs=20m cjo=100p tt=5n bv=200)
Dout sd out schottky
.model schottky d(is=1e-6 n=1.05 rs=10m cjo=300p bv=60)
Cout out 0 220u
Rl out 0 4
Vclk clk 0 pulse(0 5 0 20n 20n 300n 10u)
Bcmp trip 0 v={5/(1+exp(-(v(cs)-.25)*2000))}
Rt trip tr 100
Ct tr 0 100p
Bq q 0 v={5/(1+exp(-20*((v(clk)-2.5) + 1.5*(v(qd)-2.5) - 2.2*(v(tr)-2.5)-2)))}
Rq q qd 100
Cq qd 0 50p
Bg gd 0 v={2*v(qd)}
Rg gd g 5
.tran 20n 60u
.end`;

describe('an iteration whose tangent has no pivots', () => {
  it('takes those that were known before with it: the next one chooses anew', () => {
    const { diagnostics, runs } = simulate(flyback);
    const { certificate, diagnostics: told } = runs[0]!.report;
    expect([...diagnostics, ...told].filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(certificate!.missed).toEqual([]);
  });
});
