/** The gate of a MOS transistor of level 2 (`meyer-gate.ts`), with von and vsat of its channel (`mos2-ends.ts`). */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { channelBends } from '../channel-stamp.js';
import { countFromThreshold, meyerGate, stampGate } from './meyer-gate.js';
import { mos2EndCount, mos2ParameterCount, mos2Place, writeMos2Ends } from './mos2-ends.js';
import { mos2ChannelParameters } from './mos2-law.js';
import type { Mos2Values } from './mos2-parameters.js';

/** The channel's parameters, and C behind them. */
const place = Object.freeze({ ...mos2Place, oxide: mos2ParameterCount });

export const mos2GateLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'gate of MOS level 2',
  ...meyerGate(place.oxide),
  bends: channelBends,
  work: mos2EndCount,
  parameterCount: mos2ParameterCount + 1,
  evaluate(p, at, v, point) {
    const { work } = point;
    const sign = p[at + place.sign] as number;
    const drain = v[0] as number;
    const source = v[2] as number;
    const low = sign * (drain - source) >= 0 ? source : drain;
    const vgs = sign * ((v[1] as number) - low);
    const vbs = sign * ((v[3] as number) - low);
    writeMos2Ends(work, p, at, vgs, Math.abs(drain - source), vbs);
    countFromThreshold(work, vgs);
    stampGate(point, v, sign, p[at + place.oxide] as number, p[at + place.phi] as number);
  },
});

/** Returns its parameters. */
export function mos2GateParameters(values: Mos2Values): Float64Array {
  return Float64Array.of(...mos2ChannelParameters(values), values.oxide);
}
