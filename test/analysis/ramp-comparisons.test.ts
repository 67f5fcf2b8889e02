/** Comparisons of a ramp with what a filter gives, by sparse steps, beside what they switch. */
import { expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

/** 0 to 4 V in 4.8 us of each 5 us and back in the last .1 us, against 5 V (1 - exp(-t / 44 us)): how long the first is below the second. */
function timeBelow(from: number, to: number): number {
  const ramp = (t: number): number => {
    const at = t % 5;
    return at < 4.9 ? Math.min(4, at / 1.2) : 40 * (5 - at);
  };
  const steps = 1e6;
  let below = 0;
  for (let k = 0; k < steps; k++) {
    const t = from + ((k + 0.5) / steps) * (to - from);
    if (ramp(t) < 5 * (1 - Math.exp(-t / 44))) below++;
  }
  return below / steps;
}

it.each(['d(ron=20m vfwd=.4 roff=1meg)', 'd(is=1e-8 n=1.1 rs=20m cjo=300p tt=5n)'])(
  'a ramp meets the voltage of a capacitor once a period, whatever the coil does that the comparison switches: %s',
  (diode) => {
    const { runs } = simulate(
      `flyback
Vin in 0 48
Lp in x 100u
Ls 0 s 11u
K1 Lp Ls .98
S1 x 0 g 0 sw
.model sw sw(vt=2.5 vh=.1 ron=50m roff=10meg)
Csn x y 470p
Rsn y 0 50
Ds s o di
.model di ${diode}
Co o 0 220u ic=0
Rl o 0 5
Rf vcc fb 2k
Vcc vcc 0 5
Cf fb 0 22n ic=0
Vt t 0 pulse(0 4 0 4.8u .1u .1u 5u)
Bg g 0 v=if(v(t)<v(fb),5,0)
.tran .5u 20u uic
.meas tran below avg v(g) from=5u to=20u
.end`,
      { options: { method: 'stepping' } },
    );
    const { measures = [], certificate, diagnostics } = runs[0]!.report;
    expect(certificate!.missed).toEqual([]);
    expect(diagnostics.filter(({ severity }) => severity === 'warning')).toEqual([]);
    expect(measures[0]!.value! / 5).toBeCloseTo(timeBelow(5, 20), 4);
  },
);
