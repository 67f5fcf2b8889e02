/**
 * The channel of a MOS transistor of level 6, whose powers follow short channels (s = 1 n, -1 p channel, voltages times s, the end
 * of the lower potential being the source): with von and vsat of `mos6-ends.ts` and x = vgs - von,
 *
 *     i = KC W/(L - 2 LD) x^NC (1 + (LAMBDA0 - LAMBDA1 vbs) vds)           for vds >= vsat, 0 for x <= 0,
 *     i times (2 - vds/vsat) vds/vsat                                      below.
 *
 * Drain and source may change places; current and slopes are continuous there. Nothing flows into gate and bulk: charges are a law
 * of their own (`mos6-gate-law.ts`), so are the bulk's junctions (`diode-law.ts`). Two powers.
 *
 * Sources: [Sakurai-Newton 1990]; [Sakurai-Newton 1991]; ngspice's manual, "MOS level 6".
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { channelBends, fourEnds, limitChannel, stampChannel, stampNoCharge } from '../channel-stamp.js';
import { endPlace } from './meyer-gate.js';
import { mos6EndCount, mos6ParameterCount, mos6Place, writeMos6Ends } from './mos6-ends.js';
import type { Mos6Values } from './mos6-parameters.js';

const place = mos6Place;

/** Nodes: drain, gate, source, bulk; rows: drain and source. */
export const mos6Law: LocalLaw = Object.freeze<LocalLaw>({
  name: 'MOS level 6',
  ...fourEnds,
  bends: channelBends,
  work: mos6EndCount,
  told: { von: endPlace.on, vdsat: endPlace.saturation },
  parameterCount: mos6ParameterCount,
  evaluate(p, at, v, { f, q, df, dq, work }) {
    const sign = p[at + place.sign] as number;
    const drain = v[0] as number;
    const source = v[2] as number;
    const forward = sign * (drain - source) >= 0;
    const low = forward ? source : drain;
    const vds = Math.abs(drain - source);
    const vgs = sign * ((v[1] as number) - low);
    const vbs = sign * ((v[3] as number) - low);
    writeMos6Ends(work, p, at, vgs, vds, vbs);
    const x = vgs - (work[endPlace.on] as number);
    let i = 0;
    let iX = 0;
    let iD = 0;
    let iB = 0;
    if (x > 0) {
      const exponent = p[at + place.exponent] as number;
      const byBulk = p[at + place.bulkModulation] as number;
      const modulation = (p[at + place.modulation] as number) - byBulk * vbs;
      const plain = (p[at + place.factor] as number) * Math.exp(exponent * Math.log(x));
      i = plain * (1 + modulation * vds);
      iX = (exponent * i) / x;
      iD = plain * modulation;
      iB = -plain * byBulk * vds;
      const saturation = work[endPlace.saturation] as number;
      if (vds < saturation) {
        const part = vds / saturation;
        const share = (2 - part) * part;
        const steep = (2 * i * (1 - part)) / saturation;
        iX = iX * share - steep * part * (work[endPlace.saturationG] as number);
        iD = iD * share + steep;
        iB *= share;
        i *= share;
      }
      iD -= iX * (work[endPlace.onD] as number);
      iB -= iX * (work[endPlace.onB] as number);
    }
    stampChannel(f, df, sign, forward ? 1 : -1, i, iX, iD, iB);
    stampNoCharge(q, dq);
  },
  limit(p, at, v, last) {
    return limitChannel(p, at, v, last);
  },
});

/** Returns the parameters of the channel. */
export function mos6ChannelParameters(values: Mos6Values): Float64Array {
  const p = new Float64Array(mos6ParameterCount);
  for (const name of Object.keys(place) as (keyof typeof place)[]) p[place[name]] = values[name];
  return p;
}
