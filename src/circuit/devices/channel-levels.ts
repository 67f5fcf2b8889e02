/** The levels of MOS models that have a smooth law: one line each. */
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import type { GivenValues } from '../laws/law-parameters.js';
import { mos1ChannelParameters, mos1Law } from '../laws/mos1-law.js';
import { type Mos1Values, mos1Values } from '../laws/mos1-parameters.js';
import { mos2ChannelParameters, mos2Law } from '../laws/mos2-law.js';
import { mos2Values } from '../laws/mos2-parameters.js';
import { mos3ChannelParameters, mos3Law } from '../laws/mos3-law.js';
import { mos3Values } from '../laws/mos3-parameters.js';
import type { Temperatures } from '../laws/semiconductor.js';

/** A channel with its numbers, and what the gate's capacitances are made of. */
interface Channel {
  readonly law: LocalLaw;
  readonly parameters: Float64Array;
  readonly values: Mos1Values;
}

type ChannelOf = (
  type: 'nmos' | 'pmos',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
) => Channel;

const first: ChannelOf = (...of) => {
  const values = mos1Values(...of);
  return { law: mos1Law, parameters: mos1ChannelParameters(values), values };
};

const second: ChannelOf = (...of) => {
  const values = mos2Values(...of);
  return { law: mos2Law, parameters: mos2ChannelParameters(values), values };
};

const third: ChannelOf = (...of) => {
  const values = mos3Values(...of);
  return { law: mos3Law, parameters: mos3ChannelParameters(values), values };
};

/** Of level 1 alone fits are made too. */
export const fittedLevel = 1;

export const channelLevels: ReadonlyMap<number, ChannelOf> = new Map([
  [fittedLevel, first],
  [2, second],
  [3, third],
]);
