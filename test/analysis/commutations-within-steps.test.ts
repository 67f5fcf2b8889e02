/** What a step says of the time within it, where a comparison turns there. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

describe('a comparison that turns within a step', () => {
  it('is 0 or 1, and nothing past them', () => {
    const { runs } = simulate(`comparison with a sine, whose ramp falls within one step
Vc c 0 pulse(0 1 0 19.98u .01u .01u 20u)
B1 g 0 V={if(v(c) < 1-abs(sin(314.159265*time))*.8125,1,0)}
R1 g 0 1k
R2 g y 1k
C1 y 0 10n
.tran 10u 2m
.meas tran largest max v(g)
.meas tran least min v(g)
.options method=stepping
.end`);
    const { measures = [], certificate } = runs[0]!.report;
    expect(certificate!.missed).toEqual([]);
    const [largest, least] = measures.map(({ value }) => value!);
    // To what Newton's method leaves of 1 V; a parabola through 0, 1 and 1 rises to 1.2.
    expect(Math.abs(largest! - 1)).toBeLessThan(1e-6);
    expect(Math.abs(least!)).toBeLessThan(1e-6);
  });
});
