/**
 * Where several modes solve the circuit at rest, parts share what nothing settles: the limit of equal vanishing losses, by exact events as
 * by sparse steps.
 */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist } from '../run-netlist.js';

const rectifier = netlist(`.model dd d
V1 a 0 sin(1 1 50)
V2 b 0 sin(1 -1 50)
L1 a c 1m
L2 b d 1m
D1 c o dd
D2 d o dd
Lf o p 10m
R1 p 0 1
.tran 20u 20m
.save i(L1) i(L2)`);

describe.each(['events', 'stepping'])('method=%s', (method) => {
  it('two phases that are equal at the start share the current of the load', () => {
    const { runs, diagnostics } = simulate({ name: 't.cir', text: rectifier }, { options: { method } });
    const [, first, second] = runs[0]!.plot!.columns;
    expect(first![0]).toBeCloseTo(0.5, 5);
    expect(second![0]).toBeCloseTo(0.5, 5);
    expect(runs[0]!.report.certificate?.missed).toEqual([]);
    expect(diagnostics.some(({ message }) => message.includes('share'))).toBe(true);
  });
});

it('coils of blocking phases carry no rounding at the start, which would have to commutate first', () => {
  // Four bridges in series, 15 degrees apart: of the third one two phases are equal at t = 0.
  const phases = [0, 1, 2, 3].flatMap((bridge) =>
    ['a', 'b', 'c'].map((phase, k) => {
      const [name, bottom] = [`${bridge}${phase}`, bridge < 3 ? `t${bridge + 1}` : '0'];
      return `V${name} n${bridge} s${name} sin(0 100 50 0 0 ${15 * bridge - 120 * k})
L${name} s${name} p${name} 0.2m
Du${name} p${name} t${bridge} dd
Dl${name} ${bottom} p${name} dd`;
    }),
  );
  const text = netlist(`.model dd d
${phases.join('\n')}
${[0, 1, 2, 3].map((bridge) => `Rn${bridge} n${bridge} 0 1meg`).join('\n')}
Lf t0 o 5m
Rl o 0 20
.tran 20u 0.1m
.save v(o)`);
  const { runs } = simulate({ name: 't.cir', text }, { options: { method: 'events' } });
  expect(runs[0]!.report.certificate?.missed).toEqual([]);
  expect(runs[0]!.report.certificate?.modeChanges).toBe(0);
});
