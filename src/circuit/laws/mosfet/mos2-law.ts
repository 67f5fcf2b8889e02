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
 * above). Slopes jump at von and, with VMAX, at vsat, as in SPICE; all of them are exact (SPICE's own leave out terms). Charges and
 * junctions are laws of their own; the gate's takes von and vsat from here (`mos2-ends.ts`).
 *
 * Sources: [Vladimirescu-Liu 1980]; [Antognetti-Massobrio 1988] 4.2; ngspice's manual, "MOS level 2".
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { channelBends, fourEnds, limitChannel, stampChannel, stampNoCharge } from '../channel-stamp.js';
import { depth, depthSlope } from './depletion-depth.js';
import { mos2EndCount, mos2EndPlace, mos2ParameterCount, mos2Place, writeMos2Ends } from './mos2-ends.js';
import type { Mos2Values } from './mos2-parameters.js';

const place = mos2Place;
const from = mos2EndPlace;

/** Nodes: drain, gate, source, bulk; rows: drain and source. */
export const mos2Law: LocalLaw = Object.freeze<LocalLaw>({
  name: 'MOS level 2',
  ...fourEnds,
  bends: channelBends,
  work: mos2EndCount,
  told: { von: from.on, vdsat: from.saturation },
  parameterCount: mos2ParameterCount,
  evaluate(p, at, v, { f, q, df, dq, work }) {
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
    writeMos2Ends(work, p, at, vgs, vds, vbs);
    const above = vgs - (work[from.on] as number);
    const mobility = work[from.mobility] as number;
    let i = 0;
    let iG = 0;
    let iD = 0;
    let iB = 0;
    if (mobility > 0) {
      const onD = work[from.onD] as number;
      const onB = work[from.onB] as number;
      const body = work[from.body] as number;
      const bodyD = work[from.bodyD] as number;
      const bodyB = work[from.bodyB] as number;
      const narrow = p[at + place.narrow] as number;
      const factor = 1 + narrow;
      const isWeak = above < 0;
      const bottom = (p[at + place.flat] as number) + narrow * (phi - vbs);
      const over = (isWeak ? (work[from.on] as number) : vgs) - bottom;
      const overG = isWeak ? 0 : 1;
      const overD = isWeak ? onD : 0;
      const overB = (isWeak ? onB : 0) + narrow;
      const growth = work[from.growth] as number;
      const growthD = -growth * onD;
      const growthB = -growth * onB;
      const rs = depth(phi, vbs);
      const rsB = depthSlope(phi, vbs, rs);
      const saturation = work[from.saturation] as number;
      const saturationG = work[from.saturationG] as number;
      const saturationD = work[from.saturationD] as number;
      const saturationB = work[from.saturationB] as number;
      const isSaturated = vds > saturation;
      const y = isSaturated ? saturation : vds;
      const yG = isSaturated ? saturationG : 0;
      const yD = isSaturated ? saturationD : 1;
      const yB = isSaturated ? saturationB : 0;

      // The current of a channel of its full length and mobility over KP W/L.
      const end = vbs - y;
      const r = depth(phi, end);
      const rB = depthSlope(phi, end, r);
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
      const velocity = p[at + place.velocity] as number;
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
        const width = work[from.width] as number;
        const widthD = work[from.widthD] as number;
        const widthB = work[from.widthB] as number;
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
  const p = new Float64Array(mos2ParameterCount);
  for (const name of Object.keys(place) as (keyof typeof place)[]) p[place[name]] = values[name];
  return p;
}
