/**
 * Coils that are no shorts at a point at rest: what controlled sources drive there would grow without end. Of voltage sources the compiled
 * circuit knows it before any point is known (`circuit/operating-point.ts`).
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import { controllingSources, reportDrivenCoil } from '../../circuit/driven-coil.js';
import type { OperatingPointSystem } from '../../circuit/operating-point.js';

/** Part of the largest term of a voltage that is rounding of its sum, and volts below which none counts. */
const ROUNDING = 1e-9;
const NOTHING = 1e-6;

/** Reports the first one; whether there is any. */
export function reportCoilWithVoltage(
  { system, resting, spanOf }: OperatingPointSystem,
  zeta: Float64Array,
  diagnostics: Diagnostics,
): boolean {
  for (const [index, kind] of resting) {
    const element = system.branches[index]?.element;
    if (kind !== 'inductance' || element === undefined) continue;
    let [voltage, most] = [0, 0];
    system.forms[index]?.v.forEach((gain, j) => {
      const term = gain * (zeta[j] ?? 0);
      voltage += term;
      most = Math.max(most, Math.abs(term));
    });
    if (Math.abs(voltage) <= ROUNDING * most + NOTHING) continue;
    reportDrivenCoil(element, controllingSources, spanOf?.(index), diagnostics);
    return true;
  }
  return false;
}
