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
 * exact. Charges and junctions are laws of their own; the gate's takes von and vsat from here (`mos3-ends.ts`).
 *
 * Sources: [Vladimirescu-Liu 1980]; [Antognetti-Massobrio 1988] 4.3; ngspice's manual, "MOS level 3".
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { channelBends, fourEnds, limitChannel, stampChannel, stampNoCharge } from '../channel-stamp.js';
import { mos3EndCount, mos3EndPlace, mos3ParameterCount, mos3Place, writeMos3Ends } from './mos3-ends.js';
import type { Mos3Values } from './mos3-parameters.js';

const place = mos3Place;
const from = mos3EndPlace;

/** Siemens: a smaller slope at saturation is none. */
const minSlope = 1e-12;

/** Nodes: drain, gate, source, bulk; rows: drain and source. */
export const mos3Law: LocalLaw = Object.freeze<LocalLaw>({
  name: 'MOS level 3',
  ...fourEnds,
  bends: channelBends,
  work: mos3EndCount,
  told: { von: from.on, vdsat: from.saturation },
  parameterCount: mos3ParameterCount,
  evaluate(p, at, v, { f, q, df, dq, work }) {
    const sign = p[at + place.sign] as number;
    const drain = v[0] as number;
    const source = v[2] as number;
    const forward = sign * (drain - source) >= 0;
    const low = forward ? source : drain;
    const vds = Math.abs(drain - source);
    const vgs = sign * ((v[1] as number) - low);
    const vbs = sign * ((v[3] as number) - low);
    const length = p[at + place.length] as number;
    // Slopes by vgs, vds and vbs have the names of their quantity with G, D and B.
    writeMos3Ends(work, p, at, vgs, vds, vbs);
    const x = work[from.x] as number;
    let i = 0;
    let iG = 0;
    let iD = 0;
    let iB = 0;
    if (x > 0) {
      const on = work[from.on] as number;
      const onD = work[from.onD] as number;
      const onB = work[from.onB] as number;
      const width = work[from.width] as number;
      const widthB = work[from.widthB] as number;
      const body = work[from.body] as number;
      const bodyB = work[from.bodyB] as number;
      const isWeak = vgs < on && width > 0;
      const xG = isWeak ? 0 : 1;
      const xD = isWeak ? 0 : -onD;
      const xB = isWeak ? widthB : widthB - onB;
      const theta = p[at + place.theta] as number;
      const onset = 1 + theta * x;
      const velocity = p[at + place.velocity] as number;
      const vc = velocity * onset;
      const vcX = velocity * theta;
      const isFast = velocity > 0;
      const saturation = work[from.saturation] as number;
      const saturationX = work[from.byX] as number;
      const saturationB = work[from.byBody] as number;
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
        const fall = (vgs - on) / width;
        const weak = Math.exp(fall);
        i *= weak;
        iG = i / width;
        iD = iD * weak - (i * onD) / width;
        iB = iB * weak - (i * (onB + fall * widthB)) / width;
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
  const p = new Float64Array(mos3ParameterCount);
  for (const name of Object.keys(place) as (keyof typeof place)[]) p[place[name]] = values[name];
  return p;
}
