/**
 * Two legs of one carrier, whose references are each other's negative: where these are 0 both legs turn over at one time, known to the
 * tolerance of a step. What is turned over early by that is turned over, and does not chatter.
 */
import { expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist } from './run-netlist.js';

const legs = netlist(`.model s sw(vt=0 vh=0 ron=50m roff=1e7)
Vp p 0 30
Vm mod 0 sin(0 0.8 1k)
Vt t 0 pulse(-1 1 0 2.5u 2.5u 1p 5u)
E1 c1 0 mod t 1
E2 c2 0 value={-v(mod)-v(t)}
S1 p a c1 0 s
S2 a 0 0 c1 s
S3 p b c2 0 s
S4 b 0 0 c2 s
L1 a o1 22u
L2 b o2 22u
C1 o1 0 470n
C2 o2 0 470n
R1 o1 o2 8
.tran 0.5u 0.52m
.save v(o1,o2)`);

it('two legs that turn over at one time get no hysteresis', () => {
  const { runs, diagnostics } = simulate({ name: 't.cir', text: legs }, { options: { method: 'stepping' } });
  expect(runs[0]?.report.certificate?.missed).toEqual([]);
  expect(diagnostics.map(formatDiagnostic).filter((text) => text.includes('chatters'))).toEqual([]);
});
