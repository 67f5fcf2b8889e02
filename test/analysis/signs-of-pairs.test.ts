/** What sparse steps take for the sign of a current or a voltage of an ideal part: that of its own terms, not of others' sizes. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';
import { diodesAmongComparisons } from '../circuit/diodes-among-comparisons.js';

describe('ideal diodes of sparse steps', () => {
  it('block behind 1 TOhm whatever flows elsewhere', () => {
    const { runs } = simulate(`an ideal diode behind 1 TOhm beside one of 100 A
V1 a 0 sin(0 100 1k 0 0 180)
R1 a e 1
D1 e 0 di
V2 b 0 sin(0 10 1k)
D2 b c di
R2 c 0 1e12
.model di d
.tran 10u 2m
.meas tran least min v(c)
.meas tran mean avg v(c)
.options method=stepping
.end`);
    const { measures = [], certificate } = runs[0]!.report;
    expect(certificate!.missed).toEqual([]);
    const [least, mean] = measures.map(({ value }) => value!);
    // A current below a two-thousandth of abstol, 5e-16 A, has no sign.
    expect(least!).toBeGreaterThan(-1e-3);
    // 10/pi V; it was 0.8 mV where all below 1e-11 of 100 A had none.
    expect(mean!).toBeCloseTo(10 / Math.PI, 2);
  });

  it('have no sign where their current is rounding of others', () => {
    const { runs } = simulate(`no current but what is lost of 1000 A
V1 a 0 sin(0 1 1k)
R1 a b 1m
D1 b c di
Vm c d 0
R2 a d 1m
R3 d 0 1m
R4 b 0 1m
.model di d
.tran 10u 1m
.meas tran across max par('abs(v(b,c))')
.options method=stepping
.end`);
    const { certificate, measures = [] } = runs[0]!.report;
    expect(certificate!.missed).toEqual([]);
    expect(measures[0]!.value!).toBeLessThan(1e-9);
    expect(certificate!.stepping!.fallbacks).toEqual([]);
  });

  // Two in parallel share a current, so that their mode is singular; SOFT makes of that 1 Ohm, beside which shorter steps have 1 mOhm.
  it.each([4.9, 5, 5.3, 6, 9])(
    'turn over in singular modes by the sign that they have in the limit, %f V',
    (peak) => {
      const { runs } = simulate(
        `diodes and comparisons\n${diodesAmongComparisons(`sin(0 ${peak} 1meg)`)}\n.tran 10n 2u\n.options method=stepping\n.end`,
      );
      const { certificate, diagnostics } = runs[0]!.report;
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(certificate!.missed).toEqual([]);
      expect(certificate!.stepping!.fallbacks).toEqual([]);
      // Steps of 4 ns at least but for some 400 events; where commutations found in vain were looked for again, 16 000.
      expect(certificate!.steps).toBeLessThan(1500);
    },
  );
});
