/** The gate of a MOS transistor of level 3 (`meyer-gate.ts`), with von and vsat of its channel (`mos3-ends.ts`). */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { channelBends } from '../channel-stamp.js';
import { countFromThreshold, meyerGate, stampGate } from './meyer-gate.js';
import { mos3EndCount, mos3ParameterCount, mos3Place, writeMos3Ends } from './mos3-ends.js';
import { mos3ChannelParameters } from './mos3-law.js';
import type { Mos3Values } from './mos3-parameters.js';

/** The channel's parameters, and C behind them. */
const place = Object.freeze({ ...mos3Place, oxide: mos3ParameterCount });

export const mos3GateLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'gate of MOS level 3',
  ...meyerGate(place.oxide),
  bends: channelBends,
  work: mos3EndCount,
  parameterCount: mos3ParameterCount + 1,
  evaluate(p, at, v, point) {
    const { work } = point;
    const sign = p[at + place.sign] as number;
    const drain = v[0] as number;
    const source = v[2] as number;
    const low = sign * (drain - source) >= 0 ? source : drain;
    const vgs = sign * ((v[1] as number) - low);
    const vbs = sign * ((v[3] as number) - low);
    writeMos3Ends(work, p, at, vgs, Math.abs(drain - source), vbs);
    countFromThreshold(work, vgs);
    stampGate(point, v, sign, p[at + place.oxide] as number, p[at + place.phi] as number);
  },
});

/** Returns its parameters. */
export function mos3GateParameters(values: Mos3Values): Float64Array {
  return Float64Array.of(...mos3ChannelParameters(values), values.oxide);
}
