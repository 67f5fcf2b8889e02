/**
 * What the gate of a transistor is worth to its channel: vgs less what falls in the depleted gate itself, from the voltage `from`
 * on, as BSIM3 and BSIM4 have it. A function of the subset of `grammar/slopes`. Source: BSIM3v3.2.2 manual, ch. 2.
 */
import { upTo } from './smooth-bounds.js';

/** V: the gap of silicon, which the fall in the gate does not pass, and in what its bound is rounded off. */
const gateTop = 1.12;
const gateRounding = 0.05;

/** The gate voltage less what falls in the gate's own depletion layer. */
export function depletedGate(vgs: number, from: number, poly: number): number {
  if (poly === 0 || vgs <= from) return vgs;
  const root = Math.sqrt(1 + (2 * (vgs - from)) / poly);
  const charge = root - 1;
  const fall = 0.5 * poly * charge * charge;
  return vgs - upTo(fall, gateTop, gateRounding);
}
