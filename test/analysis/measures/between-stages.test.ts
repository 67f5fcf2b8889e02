/** Extremes between the stages of steps, measured and over the run: no more than what is written there can be. */
import { expect, it } from 'vitest';
import { cardSteps } from '../../../src/analysis/simulate.js';
import type { QuantityStatistics } from '../../../src/analysis/measures/statistics.js';
import { circuit } from '../run-netlist.js';
import { measure } from './measure-run.js';

/** A phase detector: where the oscillator is at a rail, the product lies at one or at the other; nothing stores it. */
const detector = `Vref ref 0 pulse(0 3 0 1n 1n 49n 100n)
Bph 0 ph i={2*3.14159265*(7meg+2meg*v(ctl))*1u}
Cph ph 0 1u ic=0
Rph ph 0 1e12
Bv vco 0 v={1.5+1.5*tanh(20*sin(v(ph)))}
Bx x 0 v={3*(v(ref)*(3-v(vco))+v(vco)*(3-v(ref)))/9}
R1 x ctl 10k
C1 ctl 0 200p ic=1
R2 ctl z 2k
C2 z 0 1n ic=1
.tran 2n 6u uic`;

function overTheRun(quantity: string): QuantityStatistics {
  const prepared = circuit(`detector\n${detector}\n.save ${quantity}\n.end\n`);
  const steps = cardSteps(prepared, prepared.flat.analyses[0]!, [], {});
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value.statistics![0]!.quantities[0]!;
  }
}

it.each(['v(x)', 'v(ctl,x)'])(
  '%s of a product of logic levels has the extremes that its levels have',
  (quantity) => {
    // v(ctl) is within 0.9 V to 1.6 V; 2 % of its range is what resolved steps run past their stages.
    const [low, high] = quantity === 'v(x)' ? [0, 3] : [0.9 - 3, 1.6];
    const [lowest, highest] = [low - 0.02 * (high - low), high + 0.02 * (high - low)];
    const measured = measure(
      `${detector}\n.meas tran least min ${quantity}\n.meas tran most max ${quantity}`,
    );
    const over = overTheRun(quantity);
    for (const [bottom, top] of [
      [measured.value('least'), measured.value('most')],
      [over.min, over.max],
    ] as const) {
      expect(bottom).toBeGreaterThan(lowest);
      expect(top).toBeLessThan(highest);
      expect(bottom).toBeLessThan(quantity === 'v(x)' ? 0.03 : -1.4);
      expect(top).toBeGreaterThan(quantity === 'v(x)' ? 2.97 : 0.9);
    }
  },
);
