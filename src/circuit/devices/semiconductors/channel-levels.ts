/** The levels of MOS models that have a smooth law: one line each. */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import type { GivenValues } from '../../laws/law-parameters.js';
import { meyerLaw, meyerParameters } from '../../laws/mosfet/meyer-law.js';
import { mos1ChannelParameters, mos1Law } from '../../laws/mosfet/mos1-law.js';
import { mos1Values, thirdLevels } from '../../laws/mosfet/mos1-parameters.js';
import { mos2GateLaw, mos2GateParameters } from '../../laws/mosfet/mos2-gate-law.js';
import { mos2ChannelParameters, mos2Law } from '../../laws/mosfet/mos2-law.js';
import { mos2Values } from '../../laws/mosfet/mos2-parameters.js';
import { mos3GateLaw, mos3GateParameters } from '../../laws/mosfet/mos3-gate-law.js';
import { mos3ChannelParameters, mos3Law } from '../../laws/mosfet/mos3-law.js';
import { mos3Values } from '../../laws/mosfet/mos3-parameters.js';
import { mos6GateLaw, mos6GateParameters } from '../../laws/mosfet/mos6-gate-law.js';
import { mos6ChannelParameters, mos6Law } from '../../laws/mosfet/mos6-law.js';
import { mos6Values } from '../../laws/mosfet/mos6-parameters.js';
import type { Temperatures } from '../../laws/semiconductor.js';

/** A law with its numbers. */
interface LevelLaw {
  readonly law: LocalLaw;
  readonly parameters: Float64Array;
}

/** What a level has beside its laws where neither model nor element says it. */
interface Habits {
  /** MJSW. */
  readonly sideGrading: number;
  /** NRD and NRS. */
  readonly squares: number;
}

/** A channel and its gate, which is missing where no oxide is known, of W L COX farads. */
interface Channel extends Habits {
  readonly channel: LevelLaw;
  readonly gate: LevelLaw | undefined;
  readonly oxide: number;
}

type ChannelOf = (
  type: 'nmos' | 'pmos',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
) => Channel;

const first: ChannelOf = (...of) => {
  const values = mos1Values(...of);
  return {
    channel: { law: mos1Law, parameters: mos1ChannelParameters(values) },
    gate: values.oxide > 0 ? { law: meyerLaw, parameters: meyerParameters(values) } : undefined,
    oxide: values.oxide,
    ...{ sideGrading: 0.5, squares: 1 },
  };
};

const second: ChannelOf = (...of) => {
  const values = mos2Values(...of);
  return {
    channel: { law: mos2Law, parameters: mos2ChannelParameters(values) },
    gate: { law: mos2GateLaw, parameters: mos2GateParameters(values) },
    oxide: values.oxide,
    ...{ sideGrading: 0.33, squares: 1 },
  };
};

const third: ChannelOf = (...of) => {
  const values = mos3Values(...of);
  return {
    channel: { law: mos3Law, parameters: mos3ChannelParameters(values) },
    gate: { law: mos3GateLaw, parameters: mos3GateParameters(values) },
    oxide: values.oxide,
    ...{ sideGrading: 0.33, squares: 1 },
  };
};

const sixth: ChannelOf = (...of) => {
  const values = mos6Values(...of);
  return {
    channel: { law: mos6Law, parameters: mos6ChannelParameters(values) },
    gate: values.oxide > 0 ? { law: mos6GateLaw, parameters: mos6GateParameters(values) } : undefined,
    oxide: values.oxide,
    ...{ sideGrading: 0.5, squares: 0 },
  };
};

/** Of level 1 alone fits are made too. */
export const fittedLevel = 1;

export const channelLevels: ReadonlyMap<number, ChannelOf> = new Map([
  [fittedLevel, first],
  [2, second],
  ...thirdLevels.map((level) => [level, third] as const),
  [6, sixth],
]);
