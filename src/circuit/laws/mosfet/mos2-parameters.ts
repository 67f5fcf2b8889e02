/**
 * What a MOS transistor of level 2 is at a temperature: that of level 1 (`mos1-parameters.ts`) with an oxide of 100 nm unless TOX
 * is given, and of its own, with eps and q of silicon,
 *
 *     xd = sqrt(2 eps / (q NSUB)),   xdv = xd / sqrt(NEFF),   uc = UCRIT eps / COX,   n = pi/4 DELTA eps / (COX W),
 *     w = L VMAX / UO,   a = VMAX xdv / (2 UO),   xw = xd sqrt(PB(T)), .25 um without NSUB.
 *
 * UO in the last row does not follow the temperature, as in SPICE. Source: [Antognetti-Massobrio 1988] 4.2; ngspice's manual,
 * "MOS level 2".
 */
import { type GivenValues, readerOf } from '../law-parameters.js';
import {
  channelLength,
  channelWidth,
  type Mos1Values,
  mos1Values,
  perCubicCentimetre,
  perSquareCentimetre,
  silicon,
  usualThickness,
} from './mos1-parameters.js';
import { elementary, potentialAt, type Temperatures, thermalVoltage } from '../semiconductor.js';

/** Metres: of the drain's junction where no doping is known. */
const usualShortest = 0.25e-6;
/** V/cm to V/m. */
const perCentimetre = 100;

export interface Mos2Values extends Mos1Values {
  /** VTO - GAMMA sqrt(PHI), V. */
  readonly flat: number;
  /** n, 1. */
  readonly narrow: number;
  /** Vt, V. */
  readonly thermal: number;
  /** q NFS / COX, 1; 0: no current below the threshold. */
  readonly surface: number;
  /** uc, V. */
  readonly critical: number;
  /** UEXP. */
  readonly exponent: number;
  /** w of full mobility, V; 0: velocities do not saturate. */
  readonly velocity: number;
  /** a of full mobility, V^0.5. */
  readonly reach: number;
  /** Of the channel, m. */
  readonly length: number;
  /** XJ, m. */
  readonly junction: number;
  /** xd and xdv, m / V^0.5; 0 without NSUB. */
  readonly depletion: number;
  readonly spread: number;
  /** xw, m. */
  readonly shortest: number;
}

/** Returns them for an M element with a model, by their canonical names, at its temperature. */
export function mos2Values(
  type: 'nmos' | 'pmos',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
): Mos2Values {
  const given = readerOf(model);
  const thickness = given('tox', 0) > 0 ? given('tox', 0) : usualThickness;
  const base = mos1Values(type, new Map([...model, ['tox', thickness]]), instance, at);
  const length = channelLength(model, instance);
  const width = channelWidth(model, instance);
  const perArea = base.oxide / ((instance.get('m') ?? 1) * width * length);
  const doping = given('nsub', 0) * perCubicCentimetre;
  const depletion = doping > 0 ? Math.sqrt((2 * silicon) / (elementary * doping)) : 0;
  const spread = depletion / Math.sqrt(given('neff', 1));
  const slowness = given('vmax', 0) / (given('uo', 600) * 1e-4);
  return {
    ...base,
    flat: base.threshold - base.gamma * Math.sqrt(base.phi),
    narrow: (given('delta', 0) * 0.25 * Math.PI * silicon) / (perArea * width),
    thermal: thermalVoltage(at.celsius),
    surface: (elementary * given('nfs', 0) * perSquareCentimetre) / perArea,
    critical: (given('ucrit', 1e4) * perCentimetre * silicon) / perArea,
    exponent: given('uexp', 0),
    velocity: length * slowness,
    reach: 0.5 * spread * slowness,
    length,
    junction: given('xj', 0),
    depletion,
    spread,
    shortest: doping > 0 ? depletion * Math.sqrt(potentialAt(given('pb', 0.8), at)) : usualShortest,
  };
}
