/**
 * A switch with a band behind a comparator: at the fall of the comparator's output to v it turns off where v is below the band, and keeps
 * its state within it, whatever it did at the fall before.
 */
import { expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';

const period = 1e-3;
const low = [0.5, 1.05, 0.7, 0.79, 0.81, 0.2, 1.2, 0.5, 1.39, 0.6];
const periods = 60;

/** v(b) is 4 V in the first half of a period, and low[k] in the second one of period k, from its first quarter on. */
function circuit(method: string): string {
  const levels = Array.from({ length: periods }, (_, k) => {
    const value = low[k % low.length]!;
    return `${k * period + 1e-6} ${value} ${(k + 1) * period} ${value}`;
  });
  return `switch behind a comparator
V1 s 0 sin(0 1 ${1 / period})
V2 l 0 pwl(${levels.join(' ')})
B1 b 0 v={if(v(s) > 0, 4, v(l))}
S1 b x b 0 sw
R1 x 0 1k
.model sw sw(vt=1.1 vh=.3 ron=1u roff=1e12)
.tran 10u ${periods * period} uic
.meas tran on avg v(x)
.options method=${method}
.end`;
}

it.each(['events', 'stepping'])('keeps its state within its band at every fall: %s', (method) => {
  const { report } = simulate(circuit(method)).runs[0]!;
  expect(report.certificate!.missed).toEqual([]);
  let mean = 0;
  for (let k = 0; k < periods; k++) {
    const value = low[k % low.length]!;
    mean += (4 + (value > 0.8 ? value : 0)) / 2 / periods;
  }
  expect(Math.abs(report.measures![0]!.value! - mean)).toBeLessThan(1e-6);
});

it.each(['events', 'stepping'])(
  'a latch by feedback behind a comparator is set where x says so: %s',
  (method) => {
    // q turns on at a rise of u where x is .6, not where it is .3, though it would hold there too; every fall resets it.
    const high = [1, 1, 0, 0, 1, 0, 1, 1, 0, 1];
    const levels = high.map(
      (is, k) => `${k * period} ${is ? 0.6 : 0.3} ${(k + 0.9) * period} ${is ? 0.6 : 0.3}`,
    );
    const { report } = simulate(`latch
Vu u 0 sin(0 1 ${1 / period} 0 0 -10)
Vx x 0 pwl(${levels.join(' ')})
B0 s 0 v={if(v(u) > 0, .5, -2)}
B1 q 0 v={if(v(s)+v(x)+.5*v(q) > 1, 1, 0)}
R1 q c 1k
C1 c 0 10n
.tran 10u ${high.length * period} uic
.meas tran set avg v(q)
.options method=${method}
.end`).runs[0]!;
    expect(report.certificate!.missed).toEqual([]);
    const mean = high.reduce((sum, is) => sum + is, 0) / 2 / high.length;
    expect(Math.abs(report.measures![0]!.value! - mean)).toBeLessThan(1e-6);
  },
);

it.each(['events', 'stepping'])(
  'two comparators that both give 0 V are equal, though one latches itself: %s',
  (method) => {
    // q holds from .1 ms to 1.1 ms of 2 ms, p is 0 V throughout: p >= q is what q is not.
    const { report } = simulate(`equal outputs
Vs s 0 pwl(0 0 99u 0 .1m 1 .2m 1 .21m 0 1.1m 0 1.101m -1 1.2m -1 1.21m 0)
Bq q 0 v={if(v(s) + .6*v(q) > .5, 1, 0)}
Bp p 0 v={if(v(s) > 5, 1, 0)}
Be e 0 v={if(v(p) >= v(q), 1, 0)}
Re e 0 1k
.tran 10u 2m
.meas tran equal avg v(e)
.meas tran latched avg v(q)
.options method=${method}
.end`).runs[0]!;
    expect(report.certificate!.missed).toEqual([]);
    const [equal, latched] = report.measures!.map(({ value }) => value!);
    // From where s rises through .5 V to where it falls through -.1 V.
    const rise = 99e-6 + 0.5e-6;
    const fall = 1.1e-3 + 0.1e-6;
    expect(Math.abs(latched! - (fall - rise) / 2e-3)).toBeLessThan(1e-6);
    expect(Math.abs(equal! + latched! - 1)).toBeLessThan(1e-9);
  },
);
