/**
 * A transistor of BSIM4 without voltages: its swing n, and Vgsteff at its threshold, which the mobility of MOBMOD = 3 takes. Source: BSIM4.8
 * manual, 5.2.
 */
import { bsim4Place } from './bsim4-places.js';
import type { Bsim4Values } from './bsim4-values.js';

const place = bsim4Place;
const negligible = 1.713908431e-15;

/** Returns NFACTOR at the temperature. */
export function bsim4SwingAtRest({ size, rise, version }: Bsim4Values): number {
  const { binned } = size;
  return binned('nfactor', 1) + (version < 4.7 ? 0 : binned('tnfactor', 0) * rise);
}

/** Returns n without voltages; the parameters of the threshold are written already. */
export function bsim4RestingSwing(p: Float64Array, length = p[place.length] ?? NaN): number {
  const at = (name: keyof typeof place): number => p[place[name]] ?? NaN;
  const scaled = (at('shortLength') * length) / at('length');
  const e = Math.exp(-scaled / (at('oxideRoot') * Math.sqrt(at('depletion'))));
  const theta = e / ((1 - e) * (1 - e) + 2 * negligible * e);
  const rise = at('swing') / at('depletion') + at('coupling') * theta + at('interfaces');
  return rise >= -0.5 ? 1 + rise : (1 + 3 * rise) / (3 + 8 * rise);
}

/** Returns Vgsteff at the threshold. */
export function bsim4CoulombFrom(p: Float64Array, { vt }: Bsim4Values): number {
  const n = bsim4RestingSwing(p);
  const floor = (p[place.oxideByDepletion] ?? NaN) * Math.exp((p[place.offset] ?? NaN) / (n * vt));
  return (n * vt * Math.LN2) / ((p[place.gatePart] ?? NaN) + n * floor);
}
