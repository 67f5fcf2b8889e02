/**
 * The gate of a MOS transistor of level 1 by Meyer, as SPICE takes it: three capacitances of the voltages, whose currents are
 * C(v) dv/dt each. With x = vgs - von(vbs), S = max(x, 25 mV), C = W L COX and vds >= 0 (else drain and source change places),
 *
 *     cb = C min(1, -x / PHI)                       below 0, else 0                  (gate and bulk)
 *     c  = 2/3 C min(1, 1 + 2 x / PHI)              above -PHI/2, else 0
 *     cs = c,                   cd = 0              in saturation, vds >= S          (gate and source, gate and drain)
 *     cs = c (1 - ((S - vds) / D)^2),   cd = c (1 - (S / D)^2),   D = 2 S - vds      below.
 *
 * They are no derivatives of a charge: around a cycle of voltages they pump some. So their currents are not d/dt of a function
 * of v, but C(v) w with the rates w of the three voltages as unknowns of the law's own, in volts a nanosecond to keep them of
 * the size of voltages: d/dt(C v) - C w / ns = 0. SPICE, which takes the means of C over steps, comes to the same as steps shrink.
 *
 * Sources: [Meyer 1971]; ngspice's manual, "MOS level 1".
 */
import type { Int } from '../../base/int.js';
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import { gateShape } from './gate-shape.js';
import type { Mos1Values } from './mos1-parameters.js';

const place = Object.freeze({ sign: 0, oxide: 1, threshold: 2, gamma: 3, phi: 4, rootPhi: 5 });
const parameterCount = 6;

/** Seconds in which rates count. */
const unit = 1e-9;
/** Volts: no saturation voltage is taken smaller. */
const minSaturation = 0.025;

const drain = 0;
const gate = 1;
const source = 2;
const bulk = 3;
/** Own unknowns and rows: the rates of vgs, vgd, vgb. */
const rateOfSource = 4;
const rateOfDrain = 5;
const rateOfBulk = 6;
const size = 7;

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

const ways = [
  [rateOfSource, source],
  [rateOfDrain, drain],
  [rateOfBulk, bulk],
] as const;

/** Adds the slope by `column` of a current from the gate to `end`. */
function addSlope(df: Float64Array, end: Int, column: Int, slope: number): void {
  df[gate * size + column] = (df[gate * size + column] as number) + slope;
  df[end * size + column] = (df[end * size + column] as number) - slope;
}

/** Nodes and rows: drain, gate, source, bulk, then the rates of vgs, vgd and vgb. */
export const meyerLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'gate of MOS level 1',
  ...gateShape(4, gate, ways),
  parameterCount,
  evaluate(p, at, v, { f, q, df, dq }) {
    f.fill(0);
    q.fill(0);
    df.fill(0);
    dq.fill(0);
    const sign = p[at + place.sign] as number;
    const oxide = p[at + place.oxide] as number;
    const gamma = p[at + place.gamma] as number;
    const phi = p[at + place.phi] as number;
    const rootPhi = p[at + place.rootPhi] as number;
    // Low is the end that acts as source.
    const forward = sign * ((v[drain] as number) - (v[source] as number)) >= 0;
    const low = forward ? source : drain;
    const high = forward ? drain : source;
    const rateOfLow = forward ? rateOfSource : rateOfDrain;
    const rateOfHigh = forward ? rateOfDrain : rateOfSource;
    const vds = sign * ((v[high] as number) - (v[low] as number));
    const vbs = sign * ((v[bulk] as number) - (v[low] as number));
    const vgs = sign * ((v[gate] as number) - (v[low] as number));
    const x = vgs - (p[at + place.threshold] as number) - bodyEffect(gamma, phi, rootPhi, vbs);

    // Capacitances and their slopes by x, and by vds.
    const cbX = x > -phi && x <= 0 ? -oxide / phi : 0;
    const cb = x <= -phi ? oxide : cbX * x;
    const cX = x > -phi / 2 && x <= 0 ? ((4 / 3) * oxide) / phi : 0;
    const c = x > 0 ? (2 / 3) * oxide : cX * (x + phi / 2);
    let cl = c;
    let clX = cX;
    let clD = 0;
    let ch = 0;
    let chX = 0;
    let chD = 0;
    const saturation = Math.max(x, minSaturation);
    if (vds < saturation) {
      const width = 2 * saturation - vds;
      const rest = (saturation - vds) / width;
      const full = saturation / width;
      const lowPart = 1 - rest * rest;
      const highPart = 1 - full * full;
      // d rest / dS = vds / D^2 = -d full / dS;  d rest / dvds = -S / D^2 = -d full / dvds.
      const bySaturation = vds / (width * width);
      const byDrain = saturation / (width * width);
      const moves = x > minSaturation ? 1 : 0;
      cl = c * lowPart;
      ch = c * highPart;
      clX = cX * lowPart - 2 * c * rest * bySaturation * moves;
      chX = cX * highPart + 2 * c * full * bySaturation * moves;
      clD = 2 * c * rest * byDrain;
      chD = -2 * c * full * byDrain;
    }

    // x by the voltages, without its sign.
    const byBulk = -bodySlope(gamma, phi, rootPhi, vbs);
    const byLow = -1 - byBulk;
    for (let way = 0; way < 3; way++) {
      const rate = way === 0 ? rateOfLow : way === 1 ? rateOfHigh : rateOfBulk;
      const end = way === 0 ? low : way === 1 ? high : bulk;
      const farads = way === 0 ? cl : way === 1 ? ch : cb;
      const byX = way === 0 ? clX : way === 1 ? chX : cbX;
      const byVds = way === 0 ? clD : way === 1 ? chD : 0;
      const w = (v[rate] as number) / unit;
      f[gate] = (f[gate] as number) + farads * w;
      f[end] = (f[end] as number) - farads * w;
      df[gate * size + rate] = farads / unit;
      df[end * size + rate] = -farads / unit;
      const slope = sign * w;
      addSlope(df, end, gate, slope * byX);
      addSlope(df, end, bulk, slope * byX * byBulk);
      addSlope(df, end, low, slope * (byX * byLow - byVds));
      addSlope(df, end, high, slope * byVds);
    }
    for (let way = 0; way < 3; way++) {
      const rate = rateOfSource + way;
      const end = way === 0 ? source : way === 1 ? drain : bulk;
      q[rate] = oxide * ((v[gate] as number) - (v[end] as number));
      dq[rate * size + gate] = oxide;
      dq[rate * size + end] = -oxide;
      f[rate] = (-oxide * (v[rate] as number)) / unit;
      df[rate * size + rate] = -oxide / unit;
    }
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
