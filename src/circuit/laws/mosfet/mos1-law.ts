/**
 * The channel of a MOS transistor of level 1, by Shichman and Hodges (s = 1 n, -1 p channel, voltages times s, the end of the
 * lower potential being the source):
 *
 *     von = VTO + GAMMA (b(vbs) - sqrt(PHI)),   b = sqrt(PHI - vbs) for vbs <= 0, else max(0, sqrt(PHI) - vbs / (2 sqrt(PHI))),
 *     i = KP/2 W/(L - 2 LD) (1 + LAMBDA vds) (max(0, vgs - von)^2 - max(0, vgs - von - vds)^2).
 *
 * Drain and source may change places; current and slopes are continuous there. Nothing flows into gate and bulk: charges are a law
 * of their own (`meyer-law.ts`), so are the bulk's junctions (`diode-law.ts`). No exponential, one root with GAMMA.
 *
 * Sources: [Shichman-Hodges 1968]; [Antognetti-Massobrio 1988] ch. 4; ngspice's manual, "MOS level 1".
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { channelPlace, fourEnds, limitChannel, stampChannel, stampNoCharge } from '../channel-stamp.js';
import type { Mos1Values } from './mos1-parameters.js';

/** Places of an instance's parameters: VBI = VTO - GAMMA sqrt(PHI). */
const place = Object.freeze({ ...channelPlace, rootPhi: 5, modulation: 6 });
const parameterCount = 7;

/** Nodes: drain, gate, source, bulk; rows: drain and source. */
export const mos1Law: LocalLaw = Object.freeze<LocalLaw>({
  name: 'MOS level 1',
  ...fourEnds,
  work: 2,
  told: { von: 0, vdsat: 1 },
  parameterCount,
  evaluate(p, at, v, { f, q, df, dq, work }) {
    const sign = p[at + place.sign] as number;
    const drain = v[0] as number;
    const source = v[2] as number;
    const vds = sign * (drain - source);
    const forward = vds >= 0;
    const low = forward ? source : drain;
    const across = forward ? vds : -vds;
    const gamma = p[at + place.gamma] as number;
    let threshold = p[at + place.flat] as number;
    let body = 0;
    if (gamma !== 0) {
      const vbs = sign * ((v[3] as number) - low);
      const rootPhi = p[at + place.rootPhi] as number;
      if (vbs <= 0) {
        const root = Math.sqrt((p[at + place.phi] as number) - vbs);
        threshold += gamma * root;
        body = (0.5 * gamma) / root;
      } else if (vbs < 2 * rootPhi * rootPhi) {
        threshold += gamma * (rootPhi - vbs / (2 * rootPhi));
        body = (0.5 * gamma) / rootPhi;
      }
    }
    const over = sign * ((v[1] as number) - low) - threshold;
    work[0] = threshold;
    work[1] = over > 0 ? over : 0;
    let i = 0;
    let gm = 0;
    let gds = 0;
    if (over > 0) {
      const rest = over > across ? over - across : 0;
      const modulation = p[at + place.modulation] as number;
      const grown = 1 + modulation * across;
      const factor = p[at + place.factor] as number;
      const squares = 0.5 * factor * (over * over - rest * rest);
      i = squares * grown;
      gm = factor * grown * (over - rest);
      gds = factor * grown * rest + squares * modulation;
    }
    stampChannel(f, df, sign, forward ? 1 : -1, i, gm, gds, gm * body);
    stampNoCharge(q, dq);
  },
  limit(p, at, v, last) {
    return limitChannel(p, at, v, last);
  },
});

/** Returns the parameters of the channel, `count` of them in parallel. */
export function mos1ChannelParameters(values: Mos1Values): Float64Array {
  const p = new Float64Array(parameterCount);
  const rootPhi = Math.sqrt(values.phi);
  p[place.sign] = values.sign;
  p[place.factor] = values.factor;
  p[place.flat] = values.threshold - values.gamma * rootPhi;
  p[place.gamma] = values.gamma;
  p[place.phi] = values.phi;
  p[place.rootPhi] = rootPhi;
  p[place.modulation] = values.modulation;
  return p;
}
