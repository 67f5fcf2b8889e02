/** A comparison without hysteresis that closes a switch as long as a current is too small, as textbooks draw it. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

const cards = (comparison: string) => `bang-bang control of a current
Vin in 0 10
S1 in x g 0 sw
D1 0 x d
L1 x o 1m
R1 o 0 1
Bg g 0 V={if(${comparison}, 1, 0)}
.model sw sw(ron=10m roff=inf vt=.5 vh=.2)
.model d d(ron=10m roff=inf vfwd=.6)
.tran 10u 2m uic
.meas tran held avg v(o) from=1m to=2m
.meas tran drawn avg i(vin) from=1m to=2m
.end`;

describe('bang-bang control of a current without hysteresis', () => {
  it.each(['i(L1) < 3', '3 > i(L1)', 'abs(i(L1)) < 3'])(
    'keeps it by the duty of a small hysteresis: %s',
    (comparison) => {
      const { runs } = simulate(cards(comparison), { options: { method: 'events' } });
      const { measures = [], certificate, diagnostics } = runs[0]!.report;
      expect(certificate!.missed).toEqual([]);
      expect(diagnostics.map(({ message }) => message)).toEqual([
        expect.stringMatching(
          /^bg and s1 would turn each other over without end at t = 357\.\d+ us: comparisons there are given a hysteresis, 2e-4 of what they compare$/u,
        ),
      ]);
      const [held, drawn] = measures.map(({ value }) => value!);
      // Within the hysteresis, which is 2e-4 of 3 A at most, and of what is compared.
      expect(Math.abs(held! - 3)).toBeLessThan(1e-3);
      // Volts at x: 10 - .03 in the part d of the time, else -.6 - .03, and 3 in the mean.
      expect(Math.abs(drawn! + (3 * 3.63) / 10.6)).toBeLessThan(2e-3);
    },
  );
});
