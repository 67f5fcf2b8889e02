/**
 * The gate charge of a MOS transistor of level 1, by Meyer, in a form that conserves charge. With x+ = E(x) and
 *
 *     E(v) = 0 below -PHI/2,   (v + PHI/2)^2 / PHI up to 0,   v + PHI/4 above      (weak, then strong inversion),
 *     a = E(vgs - von(vbs)),   u = E(vgd - von(vbd)),   C = W L COX,
 *
 *     Qgs = 2/3 C a^2 (a + 2 u) / (a + u)^2,    Qgd = 2/3 C u^2 (u + 2 a) / (a + u)^2,    Qgb = G(vgb - VTO),
 *     G' = C below -PHI, falling to 0 at 0,     q_g = Qgs + Qgd + Qgb,  q_s = -Qgs,  q_d = -Qgd,  q_b = -Qgb.
 *
 * Conserved: the sum over the terminals is 0 and each is a function of the voltages, so that no cycle pumps charge (Meyer's own
 * capacitances, integrated one by one, do). As Meyer has it: all that the gate draws, Qgs + Qgd = 2/3 C (a^2 + a u + u^2) / (a + u),
 * with 2/3 C to the source in saturation, halves in the triode region, and G off. Otherwise than his: the channel's charge is a
 * function of both ends, so a triode's source and drain couple to each other (C/6 where both are alike); the bulk's part goes by vgb,
 * which is vgs where source and bulk are one; weak inversion shifts the strong one by PHI/4, where his charge bends.
 *
 * Sources: [Meyer 1971]; [Ward-Dutton 1978] on what conserves charge; ngspice's manual, "MOS level 1".
 */
import type { LocalLaw } from '../../kernel/modeling/local-law.js';
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

function inversion(v: number, phi: number): number {
  if (v >= 0) return v + 0.25 * phi;
  const over = v + 0.5 * phi;
  return over > 0 ? (over * over) / phi : 0;
}

function inversionSlope(v: number, phi: number): number {
  if (v >= 0) return 1;
  const over = v + 0.5 * phi;
  return over > 0 ? (2 * over) / phi : 0;
}

/** Nodes and rows: drain, gate, source, bulk. */
export const meyerLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'gate of MOS level 1',
  reads: 4,
  rows: 4,
  parameterCount,
  conducts: new Uint8Array(16),
  stores: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1),
  evaluate(p, at, v, { f, q, df, dq }) {
    f.fill(0);
    df.fill(0);
    const sign = p[at + place.sign] as number;
    const oxide = p[at + place.oxide] as number;
    const threshold = p[at + place.threshold] as number;
    const gamma = p[at + place.gamma] as number;
    const phi = p[at + place.phi] as number;
    const rootPhi = p[at + place.rootPhi] as number;
    const vgs = sign * ((v[1] as number) - (v[2] as number));
    const vgd = sign * ((v[1] as number) - (v[0] as number));
    const vgb = sign * ((v[1] as number) - (v[3] as number));
    const vbs = vgs - vgb;
    const vbd = vgd - vgb;

    const overSource = vgs - threshold - bodyEffect(gamma, phi, rootPhi, vbs);
    const overDrain = vgd - threshold - bodyEffect(gamma, phi, rootPhi, vbd);
    const a = inversion(overSource, phi);
    const u = inversion(overDrain, phi);
    const aSlope = inversionSlope(overSource, phi);
    const uSlope = inversionSlope(overDrain, phi);
    let qgs = 0;
    let qgd = 0;
    // By a and by u.
    let [sA, sU, dA, dU] = [0, 0, 0, 0];
    const sum = a + u;
    if (sum > 0) {
      const c = ((2 / 3) * oxide) / (sum * sum);
      qgs = c * a * a * (a + 2 * u);
      qgd = c * u * u * (u + 2 * a);
      sA = c * a * (3 * a + 4 * u) - (2 * qgs) / sum;
      sU = 2 * c * a * a - (2 * qgs) / sum;
      dU = c * u * (3 * u + 4 * a) - (2 * qgd) / sum;
      dA = 2 * c * u * u - (2 * qgd) / sum;
    }
    const overBulk = vgb - threshold;
    let qgb = 0;
    let cgb = 0;
    if (overBulk < -phi) {
      cgb = oxide;
      qgb = oxide * (overBulk + 0.5 * phi);
    } else if (overBulk < 0) {
      cgb = (-oxide * overBulk) / phi;
      qgb = 0.5 * cgb * overBulk;
    }
    q[0] = -sign * qgd;
    q[1] = sign * (qgs + qgd + qgb);
    q[2] = -sign * qgs;
    q[3] = -sign * qgb;

    // a by gate, source and bulk; u by gate, drain and bulk.
    const aBody = -bodySlope(gamma, phi, rootPhi, vbs) * aSlope;
    const uBody = -bodySlope(gamma, phi, rootPhi, vbd) * uSlope;
    const aSource = -aSlope - aBody;
    const uDrain = -uSlope - uBody;
    const dDrain = dU * uDrain;
    const dGate = dU * uSlope + dA * aSlope;
    const dSource = dA * aSource;
    const dBulk = dU * uBody + dA * aBody;
    const sDrain = sU * uDrain;
    const sGate = sU * uSlope + sA * aSlope;
    const sSource = sA * aSource;
    const sBulk = sU * uBody + sA * aBody;
    dq[0] = -dDrain;
    dq[1] = -dGate;
    dq[2] = -dSource;
    dq[3] = -dBulk;
    dq[4] = dDrain + sDrain;
    dq[5] = dGate + sGate + cgb;
    dq[6] = dSource + sSource;
    dq[7] = dBulk + sBulk - cgb;
    dq[8] = -sDrain;
    dq[9] = -sGate;
    dq[10] = -sSource;
    dq[11] = -sBulk;
    dq[12] = 0;
    dq[13] = -cgb;
    dq[14] = 0;
    dq[15] = cgb;
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
