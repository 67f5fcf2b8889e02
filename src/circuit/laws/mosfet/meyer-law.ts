/**
 * The gate of a MOS transistor of level 1 (`meyer-gate.ts`): x = vgs - von(vbs), and the linear region ends at vds = x.
 *
 * Sources: [Meyer 1971]; ngspice's manual, "MOS level 1".
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { beyondPlace, endCount, meyerGate, stampGate } from './meyer-gate.js';
import type { Mos1Values } from './mos1-parameters.js';

const place = Object.freeze({ sign: 0, oxide: 1, threshold: 2, gamma: 3, phi: 4, rootPhi: 5 });
const parameterCount = 6;

/** Returns GAMMA (b(vbs) - sqrt(PHI)) as in `mos1-law.ts`. */
function bodyEffect(gamma: number, phi: number, rootPhi: number, vbs: number): number {
  if (gamma === 0) return 0;
  if (vbs <= 0) return gamma * (Math.sqrt(phi - vbs) - rootPhi);
  return vbs < 2 * phi ? (-0.5 * gamma * vbs) / rootPhi : -gamma * rootPhi;
}

/** Returns its derivative by vbs. */
function bodySlope(gamma: number, phi: number, rootPhi: number, vbs: number): number {
  if (gamma === 0) return 0;
  if (vbs <= 0) return (-0.5 * gamma) / Math.sqrt(phi - vbs);
  return vbs < 2 * phi ? (-0.5 * gamma) / rootPhi : 0;
}

export const meyerLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'gate of MOS level 1',
  ...meyerGate(place.oxide),
  work: endCount,
  parameterCount,
  evaluate(p, at, v, point) {
    const { work } = point;
    const sign = p[at + place.sign] as number;
    const gamma = p[at + place.gamma] as number;
    const phi = p[at + place.phi] as number;
    const rootPhi = p[at + place.rootPhi] as number;
    const forward = sign * ((v[0] as number) - (v[2] as number)) >= 0;
    const low = v[forward ? 2 : 0] as number;
    const vbs = sign * ((v[3] as number) - low);
    const vgs = sign * ((v[1] as number) - low);
    const x = vgs - (p[at + place.threshold] as number) - bodyEffect(gamma, phi, rootPhi, vbs);
    work[beyondPlace.x] = x;
    work[beyondPlace.xD] = 0;
    work[beyondPlace.xB] = -bodySlope(gamma, phi, rootPhi, vbs);
    work[beyondPlace.saturation] = x;
    work[beyondPlace.saturationX] = 1;
    work[beyondPlace.saturationD] = 0;
    work[beyondPlace.saturationB] = 0;
    stampGate(point, v, sign, p[at + place.oxide] as number, phi);
  },
});

/** Returns its parameters. */
export function meyerParameters(values: Mos1Values): Float64Array {
  const p = new Float64Array(parameterCount);
  p[place.sign] = values.sign;
  p[place.oxide] = values.oxide;
  p[place.threshold] = values.threshold;
  p[place.gamma] = values.gamma;
  p[place.phi] = values.phi;
  p[place.rootPhi] = Math.sqrt(values.phi);
  return p;
}
