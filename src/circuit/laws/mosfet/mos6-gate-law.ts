/** The gate of a MOS transistor of level 6 (`meyer-gate.ts`), with von and vsat of its channel (`mos6-ends.ts`). */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { channelBends } from '../channel-stamp.js';
import { countFromThreshold, meyerGate, stampGate } from './meyer-gate.js';
import { mos6EndCount, mos6ParameterCount, mos6Place, writeMos6Ends } from './mos6-ends.js';
import { mos6ChannelParameters } from './mos6-law.js';
import type { Mos6Values } from './mos6-parameters.js';

/** The channel's parameters, and C behind them. */
const place = Object.freeze({ ...mos6Place, oxide: mos6ParameterCount });

export const mos6GateLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'gate of MOS level 6',
  ...meyerGate(place.oxide),
  bends: channelBends,
  work: mos6EndCount,
  parameterCount: mos6ParameterCount + 1,
  evaluate(p, at, v, point) {
    const { work } = point;
    const sign = p[at + place.sign] as number;
    const drain = v[0] as number;
    const source = v[2] as number;
    const low = sign * (drain - source) >= 0 ? source : drain;
    const vgs = sign * ((v[1] as number) - low);
    const vbs = sign * ((v[3] as number) - low);
    writeMos6Ends(work, p, at, vgs, Math.abs(drain - source), vbs);
    countFromThreshold(work, vgs);
    stampGate(point, v, sign, p[at + place.oxide] as number, p[at + place.phi] as number);
  },
});

/** Returns its parameters. */
export function mos6GateParameters(values: Mos6Values): Float64Array {
  return Float64Array.of(...mos6ChannelParameters(values), values.oxide);
}
