/**
 * The channel of a MOS transistor of level 3, semi-empirical (s = 1 n, -1 p channel, voltages times s, the end of the lower
 * potential being the source; r = sqrt(PHI - vbs), beyond vbs = 0 sqrt(PHI) / (1 + vbs / (2 PHI)), n' = pi/2 DELTA eps / (COX W)):
 *
 *     fs = 1 - XJ/L ((wc + LD/XJ) sqrt(1 - (w/(1 + w))^2) - LD/XJ),   w = xd r / XJ,   wc = .0631353 + .8013292 w - .01110777 w^2
 *     fb = GAMMA fs / (4 r) + n',          vth = VBI - sigma vds + qb,    qb = GAMMA fs r + n' r^2
 *     von = vth + Vt xn,                   xn = 1 + q NFS / COX + qb / (2 r^2)                (with NFS)
 *     x = max(vgs, von) - vth,             fg = 1 / (1 + THETA x)
 *     vsat = a + vc - sqrt(a^2 + vc^2),    a = x / (1 + fb),   vc = L VMAX / (UO fg)         (without VMAX: a)
 *     i = KP W/L fg (x - (1 + fb)/2 y) y / (1 + y / vc),                  y = min(vds, vsat)
 *
 * times 1 / (1 - dl/L) in saturation, dl = sqrt(e^2 + KAPPA alpha (vds - vsat)) - e with e = KAPPA alpha vc (vc + y) / (2 y L);
 * without VMAX dl = sqrt(KAPPA alpha (vds - 7/8 vsat)), and before saturation sqrt(KAPPA alpha vsat / 8) (vds / vsat)^4; beyond L/2
 * it is L - L^2 / (4 dl). Times exp((vgs - von) / (Vt xn)) below von. Slopes jump at vsat and von, as in SPICE; all of them are
 * exact. Charges and junctions are laws of their own; the gate's take level 1's threshold.
 *
 * Sources: [Vladimirescu-Liu 1980]; [Antognetti-Massobrio 1988] 4.3; ngspice's manual, "MOS level 3".
 */
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import { channelPlace, fourEnds, limitChannel, stampChannel, stampNoCharge } from './channel-stamp.js';
import type { Mos3Values } from './mos3-parameters.js';

const place = Object.freeze({
  ...channelPlace,
  ...{ feedback: 5, narrow: 6, thermal: 7, surface: 8 },
  ...{ theta: 9, velocity: 10, alpha: 11, kappa: 12, length: 13, junction: 14, diffusion: 15, depletion: 16 },
});
const parameterCount = 17;

/** Coefficients of the width of the depletion layer under a cylindrical junction. */
const c0 = 0.0631353;
const c1 = 0.8013292;
const c2 = -0.01110777;
/** Siemens: a smaller slope at saturation is none. */
const minSlope = 1e-12;

/** Nodes: drain, gate, source, bulk; rows: drain and source. */
export const mos3Law: LocalLaw = Object.freeze<LocalLaw>({
  name: 'MOS level 3',
  ...fourEnds,
  parameterCount,
  evaluate(p, at, v, { f, q, df, dq }) {
    const sign = p[at + place.sign] as number;
    const drain = v[0] as number;
    const source = v[2] as number;
    const forward = sign * (drain - source) >= 0;
    const low = forward ? source : drain;
    const vds = Math.abs(drain - source);
    const vgs = sign * ((v[1] as number) - low);
    const vbs = sign * ((v[3] as number) - low);
    const gamma = p[at + place.gamma] as number;
    const phi = p[at + place.phi] as number;
    const narrow = p[at + place.narrow] as number;
    const length = p[at + place.length] as number;
    // Slopes by vgs, vds and vbs have the names of their quantity with G, D and B.

    // The depletion layer.
    let root: number;
    let rootB: number;
    if (vbs <= 0) {
      root = Math.sqrt(phi - vbs);
      rootB = -0.5 / root;
    } else {
      const rootPhi = Math.sqrt(phi);
      root = rootPhi / (1 + vbs / (2 * phi));
      rootB = (-root * root) / (2 * phi * rootPhi);
    }
    const square = root * root;
    const squareB = 2 * root * rootB;
    let short = 1;
    let shortB = 0;
    const junction = p[at + place.junction] as number;
    const depletion = p[at + place.depletion] as number;
    if (junction > 0 && depletion > 0) {
      const per = depletion / junction;
      const w = per * root;
      const part = w / (1 + w);
      const side = (p[at + place.diffusion] as number) / junction;
      const reach = c0 + w * (c1 + w * c2) + side;
      const cosine = Math.sqrt(1 - part * part);
      const scale = junction / length;
      short = 1 - scale * (reach * cosine - side);
      const byW = (c1 + 2 * c2 * w) * cosine - (reach * part) / (cosine * (1 + w) * (1 + w));
      shortB = -scale * byW * per * rootB;
    }

    // Thresholds.
    const body = (gamma * short) / (4 * root) + narrow;
    const bodyB = (gamma * (shortB - (short * rootB) / root)) / (4 * root);
    const charge = gamma * short * root + narrow * square;
    const chargeB = gamma * (shortB * root + short * rootB) + narrow * squareB;
    const feedback = p[at + place.feedback] as number;
    const threshold = (p[at + place.flat] as number) - feedback * vds + charge;
    const surface = p[at + place.surface] as number;
    const vt = p[at + place.thermal] as number;
    const isWeakKnown = surface > 0;
    const slope = isWeakKnown ? 1 + surface + charge / (2 * square) : 0;
    const slopeB = isWeakKnown ? (chargeB - (charge * squareB) / square) / (2 * square) : 0;
    const above = vgs - threshold - vt * slope;
    const isWeak = isWeakKnown && above < 0;
    const x = isWeak ? vt * slope : vgs - threshold;
    let i = 0;
    let iG = 0;
    let iD = 0;
    let iB = 0;
    if (x > 0) {
      const xG = isWeak ? 0 : 1;
      const xD = isWeak ? 0 : feedback;
      const xB = isWeak ? vt * slopeB : -chargeB;

      // The end of the linear region; by x and by the body effect.
      const theta = p[at + place.theta] as number;
      const onset = 1 + theta * x;
      const velocity = p[at + place.velocity] as number;
      const a = x / (1 + body);
      const aX = 1 / (1 + body);
      const aB = -a * aX * bodyB;
      const vc = velocity * onset;
      const vcX = velocity * theta;
      const isFast = velocity > 0;
      const h = isFast ? Math.sqrt(a * a + vc * vc) : 0;
      const byA = isFast ? 1 - a / h : 1;
      const saturation = isFast ? a + vc - h : a;
      const saturationX = isFast ? byA * aX + (1 - vc / h) * vcX : aX;
      const saturationB = byA * aB;
      const isSaturated = vds > saturation;
      const y = isSaturated ? saturation : vds;
      const yX = isSaturated ? saturationX : 0;
      const yD = isSaturated ? 0 : 1;
      const yB = isSaturated ? saturationB : 0;

      // The current, as a function of x, vds and of vbs beside them.
      const factor = (p[at + place.factor] as number) / onset;
      const drop = x - 0.5 * (1 + body) * y;
      const byY = factor * (x - (1 + body) * y);
      i = factor * drop * y;
      let iX = factor * y - (i * theta) / onset + byY * yX;
      iD = byY * yD;
      iB = byY * yB - 0.5 * factor * bodyB * y * y;
      if (isFast) {
        const slow = 1 / (1 + y / vc);
        const before = i * slow * slow;
        iX = iX * slow - (before * (yX - (y * vcX) / vc)) / vc;
        iD = iD * slow - (before * yD) / vc;
        iB = iB * slow - (before * yB) / vc;
        i *= slow;
      }

      // The channel becomes shorter, without VMAX before saturation already.
      const alpha = (p[at + place.alpha] as number) * (p[at + place.kappa] as number);
      if (alpha > 0 && (isSaturated || !isFast)) {
        let shorter: number;
        let shorterD: number;
        let bySaturation: number;
        let shorterX = 0;
        let shorterB = 0;
        if (!isFast && isSaturated) {
          shorter = Math.sqrt(alpha * (vds - 0.875 * saturation));
          shorterD = (0.5 * alpha) / shorter;
          bySaturation = -0.875 * shorterD;
        } else if (!isFast) {
          const part = vds / saturation;
          shorterD = 4 * Math.sqrt((0.125 * alpha) / saturation) * part ** 3;
          shorter = 0.25 * shorterD * vds;
          bySaturation = (-3.5 * shorter) / saturation;
        } else {
          let e: number;
          let eX: number;
          let eB: number;
          if ((i * y) / (vc * (vc + y)) >= minSlope) {
            const by = (0.5 * alpha) / (y * length);
            e = by * vc * (vc + y);
            eX = by * ((2 * vc + y) * vcX - (vc * vc * yX) / y);
            eB = (-by * vc * vc * yB) / y;
          } else {
            const by = (0.5 * alpha) / (length * minSlope);
            e = by * i;
            eX = by * iX;
            eB = by * iB;
          }
          const both = Math.sqrt(e * e + alpha * (vds - saturation));
          shorter = both - e;
          shorterD = (0.5 * alpha) / both;
          bySaturation = -shorterD;
          shorterX = (e / both - 1) * eX;
          shorterB = (e / both - 1) * eB;
        }
        shorterX += bySaturation * saturationX;
        shorterB += bySaturation * saturationB;
        let steep = 1;
        if (shorter > 0.5 * length) {
          const part = length / (2 * shorter);
          shorter = length * (1 - 0.5 * part);
          steep = part * part;
        }
        const grown = 1 / (1 - shorter / length);
        const per = (steep * i * grown * grown) / length;
        iX = iX * grown + per * shorterX;
        iD = iD * grown + per * shorterD;
        iB = iB * grown + per * shorterB;
        i *= grown;
      }
      iG = iX * xG;
      iD += iX * xD;
      iB += iX * xB;
      if (isWeak) {
        const width = vt * slope;
        const weak = Math.exp(above / width);
        i *= weak;
        iG = i / width;
        iD = iD * weak + (i * feedback) / width;
        iB = iB * weak - (i * (chargeB + (vt * slopeB * (above + width)) / width)) / width;
      }
    }

    stampChannel(f, df, sign, forward ? 1 : -1, i, iG, iD, iB);
    stampNoCharge(q, dq);
  },
  limit(p, at, v, last) {
    return limitChannel(p, at, v, last);
  },
});

/** Returns the parameters of the channel. */
export function mos3ChannelParameters(values: Mos3Values): Float64Array {
  const p = new Float64Array(parameterCount);
  for (const name of Object.keys(place) as (keyof typeof place)[]) p[place[name]] = values[name];
  return p;
}
