/**
 * Noise of the channels of field-effect transistors: RD, RS, thermal 8/3 k T gm, and
 *
 *     JFET             KF |Id|^AF / f
 *     MOS levels 1-9   KF |Id|^AF / (COX^2 W (L - 2 LD) f), with 100 nm of oxide where TOX is absent
 *     VDMOS            the same of a channel of 1 m by 1 m, as ngspice has it
 *
 * Transistors in parallel (m) are independent: KF m |Id / m|^AF. ngspice takes |Id|^AF / m for MOS levels 1 and 2 and VDMOS,
 * and its level 6 has no noise.
 */
import { channelLength, channelWidth, oxide, usualThickness } from '../laws/mosfet/mos1-parameters.js';
import type { LawBranch } from '../primitives.js';
import {
  flickerNoise,
  type NoiseGenerator,
  type OperatingElement,
  ownLaw,
  resistanceNoise,
  thermalNoise,
} from './noise-generator.js';

/** Of the conductance that makes the thermal noise of a saturated channel. */
const saturated = 2 / 3;
/** Place of the slope of the drain's current by the gate. */
const byGate = 1;

export interface Channel {
  /** What its law's branch carries, in amperes, and the conductance that its thermal noise goes with. */
  readonly current: number;
  readonly conductance: number;
  /** What divides the density of its 1/f noise, and the exponent of f where it is not 1. */
  readonly perFlicker: number;
  readonly exponent?: number;
}

/** Returns that of a channel, of the resistances at its ends too. */
export function noiseOfChannel(
  operating: OperatingElement,
  branch: LawBranch,
  { current, conductance, perFlicker, exponent }: Channel,
): NoiseGenerator[] {
  return [
    ...resistanceNoise(operating),
    thermalNoise(branch, 'id', saturated * conductance, operating.temperature),
    ...flickerNoise(branch, operating, current).map((one) => ({
      ...one,
      density: one.density / perFlicker,
      ...(exponent !== undefined && { exponent }),
    })),
  ];
}

/** Returns that of J; `perFlicker` divides the density of its 1/f noise. */
export function channelNoise(operating: OperatingElement, perFlicker = 1): NoiseGenerator[] {
  const branch = ownLaw(operating);
  if (!branch) return [];
  const { f, df } = operating.at(branch);
  const [current, conductance] = [f[0] ?? 0, Math.abs(df[byGate] ?? 0)];
  return noiseOfChannel(operating, branch, { current, conductance, perFlicker });
}

/** Returns that of M. */
export function mosfetNoise(operating: OperatingElement): NoiseGenerator[] {
  const { model, element } = operating;
  const isPower = element.model?.type === 'vdmos';
  const perArea = oxide / (isPower ? usualThickness : (model.get('tox') ?? usualThickness));
  const area = isPower
    ? 1
    : channelWidth(model, element.parameters) * channelLength(model, element.parameters);
  return channelNoise(operating, perArea * perArea * area);
}
