/**
 * The channel of a MOS transistor of level 2 by Grove and Frohman, with the depletion charge varying along it (s = 1 n, -1 p
 * channel, voltages times s, the end of the lower potential being the source; r(v) = sqrt(PHI - v), beyond v = 0
 * sqrt(PHI) / (1 + v / (2 PHI)); rs = r(vbs), rd = r(vbs - vds), n = pi/4 DELTA eps / (COX W), 1 + n being the factor of the width):
 *
 *     g    = GAMMA (1 - XJ/(2 L) (sqrt(1 + 2 xd rs / XJ) + sqrt(1 + 2 xd rd / XJ) - 2))
 *     vbin = VBI + n (PHI - vbs),       vth = vbin + g rs
 *     von  = vth + Vt xn,               xn = 1 + q NFS / COX - dvth/dvbs                      (with NFS, else vth)
 *     u    = (uc / (vgs - von))^UEXP beyond uc = UCRIT eps / COX, else 1
 *     e    = max(vgs, von) - vbin
 *     i    = KP W/L u / c ((e - (1 + n) y/2) y - 2/3 g (r(vbs - y)^3 - rs^3)),                 y = min(vds, vsat)
 *
 * vsat = x^2 - PHI + vbs. Without VMAX di/dvds = 0 there: x^2 + g' x = v1 with g' = g / (1 + n), v1 = e / (1 + n) + PHI - vbs. With
 * it carriers have their largest velocity there: x is the least positive root of the quartic of `velocityRoot`, in which
 * w = L VMAX / (UO u). The length of the channel is c L,
 *
 *     c = 1 - LAMBDA vds,     or without LAMBDA, from NSUB,     c = 1 - dl / L,
 *     dl = xd sqrt(q + sqrt(1 + q^2)),  q = (vds - vsat) / 4;     with VMAX dl = xdv (sqrt(a^2 + max(0, vds - vsat)) - a),
 *
 * a = VMAX xdv / (2 UO u), xdv = xd / sqrt(NEFF); below the width xw of the drain's junction it is xw / (1 + (xw - c L) / xw).
 * Below von the current is that at von times exp((vgs - von) / (Vt xn)), without NFS 0: there, with VMAX, SPICE takes a root below
 * the source, and a current that grows again as vgs falls (85 uA 0.7 V below the threshold of a transistor that carries 107 uA 0.9 V
 * above). Slopes jump at von and, with VMAX, at vsat, as in SPICE;
 * all of them are exact (SPICE's own leave out terms). Charges and junctions are laws of their own; the gate's take level 1's
 * threshold.
 *
 * Sources: [Vladimirescu-Liu 1980]; [Antognetti-Massobrio 1988] 4.2; ngspice's manual, "MOS level 2".
 */
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import { channelPlace, fourEnds, limitChannel, stampChannel, stampNoCharge } from './channel-stamp.js';
import type { Mos2Values } from './mos2-parameters.js';

const place = Object.freeze({
  ...channelPlace,
  ...{ narrow: 5, thermal: 6, surface: 7, critical: 8 },
  ...{ exponent: 9, velocity: 10, reach: 11, modulation: 12, length: 13, junction: 14, depletion: 15 },
  ...{ spread: 16, shortest: 17 },
});
const parameterCount = 18;

/** Returns r(v). */
function depth(phi: number, v: number): number {
  return v <= 0 ? Math.sqrt(phi - v) : Math.sqrt(phi) / (1 + v / (2 * phi));
}

/** Returns dr/dv from v and r. */
function depthSlope(phi: number, v: number, r: number): number {
  return v <= 0 ? -0.5 / r : (-0.5 * r * r) / (phi * Math.sqrt(phi));
}

/** Returns the second derivative from v, r and its slope. */
function depthBend(phi: number, v: number, r: number, slope: number): number {
  return v <= 0 ? (0.5 * slope) / (phi - v) : (-r * slope) / (phi * Math.sqrt(phi));
}

/** Rounds of the root's search: halving alone would end within them. */
const maxRounds = 60;

/**
 * Returns the least positive root of
 *
 *     x^4 + 4/3 g x^3 - 2 (v1 + w) x^2 - 2 g w x + 2 v1 (v2 + w) - v2^2 - 4/3 g r^3,
 *
 * which falls from 0 to `top`, the root of x^2 + g x = v1, where it is not positive: Newton's method between bounds. Where it is
 * negative at 0 already, it is `top`.
 */
function velocityRoot(g: number, v1: number, w: number, v2: number, cube: number, top: number): number {
  const rest = 2 * v1 * (v2 + w) - v2 * v2 - (4 / 3) * g * cube;
  if (rest <= 0) return top;
  let low = 0;
  let high = top;
  let x = top;
  for (let round = 0; round < maxRounds; round++) {
    const value = x * (x * (x * (x + (4 / 3) * g) - 2 * (v1 + w)) - 2 * g * w) + rest;
    if (value > 0) low = x;
    else high = x;
    const slope = 4 * x * (x * (x + g) - v1 - w) - 2 * g * w;
    const wanted = x - value / slope;
    const next = wanted > low && wanted < high ? wanted : 0.5 * (low + high);
    const moved = Math.abs(next - x);
    x = next;
    if (moved <= 2e-16 * x) round = maxRounds;
  }
  return x;
}

/** Nodes: drain, gate, source, bulk; rows: drain and source. */
export const mos2Law: LocalLaw = Object.freeze<LocalLaw>({
  name: 'MOS level 2',
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
    const phi = p[at + place.phi] as number;
    const length = p[at + place.length] as number;
    const depletion = p[at + place.depletion] as number;
    // Slopes by vgs, vds and vbs have the names of their quantity with G, D and B.

    // The depletion layer at both ends, and what of GAMMA the junctions leave.
    const rs = depth(phi, vbs);
    const rsB = depthSlope(phi, vbs, rs);
    const rsBB = depthBend(phi, vbs, rs, rsB);
    const vbd = vbs - vds;
    const rd = depth(phi, vbd);
    const rdB = depthSlope(phi, vbd, rd);
    let body = p[at + place.gamma] as number;
    let bodyD = 0;
    let bodyB = 0;
    let bodyBD = 0;
    let bodyBB = 0;
    const junction = p[at + place.junction] as number;
    if (junction > 0 && depletion > 0) {
      const per = depletion / junction;
      const wide = Math.sqrt(1 + 2 * per * rs);
      const wider = Math.sqrt(1 + 2 * per * rd);
      const wideB = (per * rsB) / wide;
      const widerB = (per * rdB) / wider;
      const wideBB = (per * rsBB - wideB * wideB) / wide;
      const widerBB = (per * depthBend(phi, vbd, rd, rdB) - widerB * widerB) / wider;
      const share = (0.5 * body * junction) / length;
      body -= share * (wide + wider - 2);
      bodyB = -share * (wideB + widerB);
      bodyD = share * widerB;
      bodyBB = -share * (wideBB + widerBB);
      bodyBD = share * widerBB;
    }

    // Thresholds.
    const narrow = p[at + place.narrow] as number;
    const factor = 1 + narrow;
    const bottom = (p[at + place.flat] as number) + narrow * (phi - vbs);
    let on = bottom + body * rs;
    let onD = bodyD * rs;
    let onB = bodyB * rs + body * rsB - narrow;
    let width = 0;
    let widthD = 0;
    let widthB = 0;
    const surface = p[at + place.surface] as number;
    if (surface > 0) {
      const vt = p[at + place.thermal] as number;
      width = vt * (1 + surface - onB);
      widthD = -vt * (bodyBD * rs + bodyD * rsB);
      widthB = -vt * (bodyBB * rs + 2 * bodyB * rsB + body * rsBB);
      on += width;
      onD += widthD;
      onB += widthB;
    }
    const above = vgs - on;
    const isWeak = surface > 0 && above < 0;
    let i = 0;
    let iG = 0;
    let iD = 0;
    let iB = 0;
    const over = (isWeak ? on : vgs) - bottom;
    if ((isWeak || above > 0) && over / factor + phi - vbs > 0) {
      const overG = isWeak ? 0 : 1;
      const overD = isWeak ? onD : 0;
      const overB = (isWeak ? onB : 0) + narrow;

      // Mobility falls with the field across the oxide.
      let mobility = 1;
      let mobilityX = 0;
      const exponent = p[at + place.exponent] as number;
      const critical = p[at + place.critical] as number;
      if (exponent !== 0 && above > critical) {
        mobility = Math.exp(-exponent * Math.log(above / critical));
        mobilityX = (-exponent * mobility) / above;
      }
      const growth = mobilityX / mobility;
      const growthD = -growth * onD;
      const growthB = -growth * onB;

      // The end of the linear region.
      const g = body / factor;
      const gD = bodyD / factor;
      const gB = bodyB / factor;
      const v2 = phi - vbs;
      const v1 = over / factor + v2;
      const v1G = overG / factor;
      const v1D = overD / factor;
      const v1B = overB / factor - 1;
      const root = Math.sqrt(0.25 * g * g + v1);
      let x = root - 0.5 * g;
      let xG = (0.5 * v1G) / root;
      let xD = (0.5 * (0.5 * g * gD + v1D)) / root - 0.5 * gD;
      let xB = (0.5 * (0.5 * g * gB + v1B)) / root - 0.5 * gB;
      const velocity = p[at + place.velocity] as number;
      if (velocity > 0) {
        const w = velocity / mobility;
        const cube = rs * rs * rs;
        const met = velocityRoot(g, v1, w, v2, cube, x);
        if (met < x) {
          x = met;
          const slope = 4 * x * (x * (x + g) - v1 - w) - 2 * g * w;
          const byG = (4 / 3) * (x * x * x - cube) - 2 * w * x;
          const by1 = 2 * (v2 + w - x * x);
          const byW = -2 * w * (v1 - x * (x + g));
          xG = -(by1 * v1G + byW * growth) / slope;
          xD = -(byG * gD + by1 * v1D + byW * growthD) / slope;
          xB = -(byG * gB + by1 * v1B + byW * growthB - 2 * (v1 - v2) - 4 * g * rs * rs * rsB) / slope;
        }
      }
      const saturation = Math.max(0, x * x - v2);
      const saturationG = 2 * x * xG;
      const saturationD = 2 * x * xD;
      const saturationB = 2 * x * xB + 1;
      const isSaturated = vds > saturation;
      const y = isSaturated ? saturation : vds;
      const yG = isSaturated ? saturationG : 0;
      const yD = isSaturated ? saturationD : 1;
      const yB = isSaturated ? saturationB : 0;

      // The current of a channel of its full length and mobility over KP W/L.
      const end = vbs - y;
      const r = isSaturated ? depth(phi, end) : rd;
      const rB = isSaturated ? depthSlope(phi, end, r) : rdB;
      const cubes = r * r * r - rs * rs * rs;
      const full = (over - 0.5 * factor * y) * y - (2 / 3) * body * cubes;
      const byY = over - factor * y + 2 * body * r * r * rB;
      const byBody = (-2 / 3) * cubes;
      const fullG = y * overG + byY * yG;
      const fullD = y * overD + byY * yD + byBody * bodyD;
      const fullB = y * overB + byY * yB + byBody * bodyB - 2 * body * (r * r * rB - rs * rs * rsB);

      // The channel becomes shorter.
      let shorter = 0;
      let bySaturation = 0;
      let byMobility = 0;
      let shorterD = 0;
      const modulation = p[at + place.modulation] as number;
      const beyond = vds - saturation;
      if (modulation > 0) {
        shorterD = modulation * length;
        shorter = shorterD * vds;
      } else if (depletion > 0 && velocity > 0) {
        const spread = p[at + place.spread] as number;
        const reach = (p[at + place.reach] as number) / mobility;
        const both = Math.sqrt(reach * reach + Math.max(0, beyond));
        shorter = spread * (both - reach);
        byMobility = (spread * (both - reach) * reach) / both;
        if (beyond > 0) shorterD = (0.5 * spread) / both;
        bySaturation = -shorterD;
      } else if (depletion > 0) {
        const quarter = 0.25 * beyond;
        const both = Math.sqrt(1 + quarter * quarter);
        shorter = depletion * Math.sqrt(quarter > 0 ? both + quarter : 1 / (both - quarter));
        shorterD = shorter / (8 * both);
        bySaturation = -shorterD;
      }
      const shorterG = bySaturation * saturationG + byMobility * growth;
      shorterD += bySaturation * saturationD + byMobility * growthD;
      const shorterB = bySaturation * saturationB + byMobility * growthB;
      const shortest = p[at + place.shortest] as number;
      let part = 1 - shorter / length;
      let steep = 1;
      if (length - shorter < shortest) {
        const fold = 1 + (shorter - length + shortest) / shortest;
        part = shortest / (fold * length);
        steep = 1 / (fold * fold);
      }
      const scale = ((p[at + place.factor] as number) * mobility) / part;
      const stretch = steep / (part * length);
      i = scale * full;
      iG = i * (growth + stretch * shorterG) + scale * fullG;
      iD = i * (growthD + stretch * shorterD) + scale * fullD;
      iB = i * (growthB + stretch * shorterB) + scale * fullB;
      if (isWeak) {
        const fall = above / width;
        const weak = Math.exp(fall);
        i *= weak;
        iG = iG * weak + i / width;
        iD = iD * weak - (i * (onD + fall * widthD)) / width;
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
export function mos2ChannelParameters(values: Mos2Values): Float64Array {
  const p = new Float64Array(parameterCount);
  for (const name of Object.keys(place) as (keyof typeof place)[]) p[place[name]] = values[name];
  return p;
}
