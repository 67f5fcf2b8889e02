/**
 * Noise of a FET by Parker and Skellern: RD, RS, thermal 8/3 k T gm and KF |Id|^AF / f, where gm is the slope of the current by the
 * gate once all that lags has followed, as ngspice has it.
 */
import type { LocalPoint } from '../../kernel/modeling/laws/local-law.js';
import type { LawBranch } from '../primitives.js';
import { noiseOfChannel } from './channel-noise.js';
import { type NoiseGenerator, type OperatingElement, ownLaw } from './noise-generator.js';

const channelEnds = 3;
/** Rows of a law whose heat is a state; its last one and its last read are that. */
const rowsWithHeat = 3;
const gate = 1;

export function parkerSkellernNoise(operating: OperatingElement): NoiseGenerator[] {
  const branch = ownLaw(operating);
  if (!branch) return [];
  const point = operating.at(branch);
  const current = point.f[0] ?? 0;
  const conductance = Math.abs(restingSlope(branch, point));
  return noiseOfChannel(operating, branch, { current, conductance, perFlicker: 1 });
}

/** Both lags follow the gate's voltage volt by volt, the heat the power. */
function restingSlope({ law, reads }: LawBranch, { df }: LocalPoint): number {
  const heats = law.rows === rowsWithHeat;
  const lags = reads.length - (heats ? 1 : 0) > channelEnds;
  const slopeOf = (row: number): number => {
    const of = df.subarray(row * law.reads, (row + 1) * law.reads);
    // Where voltages count with a sign, so do those that lag.
    return (of[gate] ?? 0) + (lags ? (of[channelEnds] ?? 0) + (of[channelEnds + 1] ?? 0) : 0);
  };
  const direct = slopeOf(0);
  return heats ? direct - (df[law.reads - 1] ?? 0) * slopeOf(rowsWithHeat - 1) : direct;
}
