/**
 * What a MOS transistor of level 3 is at a temperature: that of level 1 (`mos1-parameters.ts`) with an oxide of 100 nm unless TOX
 * is given, and of its own, with eps and q of silicon,
 *
 *     ni = 1.45e16 (T/300)^1.5 exp(Eg/(2 k) (1/300 - 1/T)),
 *     sigma = 8.15e-22 ETA / (COX L^3),   alpha = 2 eps / (q NSUB),   xd = sqrt(alpha),   vc0 = L VMAX / UO(T).
 *
 * Source: [Antognetti-Massobrio 1988] 4.3; ngspice's manual, "MOS level 3".
 */
import { type GivenValues, readerOf } from '../law-parameters.js';
import {
  channelLength,
  channelWidth,
  intrinsic,
  type Mos1Values,
  mos1Values,
  perCubicCentimetre,
  perSquareCentimetre,
  silicon,
  usualThickness,
} from './mos1-parameters.js';
import {
  elementary,
  energyGap,
  temperatureRatio,
  type Temperatures,
  thermalVoltage,
  zeroCelsius,
} from '../semiconductor.js';

/** F m, of static feedback. */
const feedbackUnit = 8.15e-22;

export interface Mos3Values extends Mos1Values {
  /** VTO - GAMMA sqrt(PHI), V. */
  readonly flat: number;
  /** sigma. */
  readonly feedback: number;
  /** n', 1. */
  readonly narrow: number;
  /** Vt, V. */
  readonly thermal: number;
  /** q NFS / COX, 1; 0: no current below the threshold. */
  readonly surface: number;
  readonly theta: number;
  /** vc at x = 0, V; 0: velocities do not saturate. */
  readonly velocity: number;
  /** m^2/V; 0 without NSUB. */
  readonly alpha: number;
  readonly kappa: number;
  /** Of the channel, m. */
  readonly length: number;
  /** XJ, m. */
  readonly junction: number;
  /** LD, m. */
  readonly diffusion: number;
  /** xd, m / V^0.5. */
  readonly depletion: number;
}

/** Returns them for an M element with a model, by their canonical names, at its temperature. */
export function mos3Values(
  type: 'nmos' | 'pmos',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
): Mos3Values {
  const given = readerOf(model);
  const thickness = given('tox', 0) > 0 ? given('tox', 0) : usualThickness;
  const base = mos1Values(type, new Map([...model, ['tox', thickness]]), instance, at, carriersAt(at));
  const length = channelLength(model, instance);
  const width = channelWidth(model, instance);
  const perArea = base.oxide / ((instance.get('m') ?? 1) * width * length);
  const doping = given('nsub', 0) * perCubicCentimetre;
  const alpha = doping > 0 ? (2 * silicon) / (elementary * doping) : 0;
  const mobility = given('uo', 600) * 1e-4 * temperatureRatio(at) ** -1.5;
  return {
    ...base,
    flat: base.threshold - base.gamma * Math.sqrt(base.phi),
    feedback: (feedbackUnit * given('eta', 0)) / (perArea * length ** 3),
    narrow: (given('delta', 0) * 0.5 * Math.PI * silicon) / (perArea * width),
    thermal: thermalVoltage(at.celsius),
    surface: (elementary * given('nfs', 0) * perSquareCentimetre) / perArea,
    theta: given('theta', 0),
    velocity: (length * given('vmax', 0)) / mobility,
    alpha,
    kappa: given('kappa', 0.2),
    length,
    junction: given('xj', 0),
    diffusion: given('ld', 0),
    depletion: Math.sqrt(alpha),
  };
}

/** Returns carriers of intrinsic silicon per m^3 at the nominal temperature, which level 1 takes at 300 K. */
function carriersAt({ nominal }: Temperatures): number {
  const kelvin = nominal + zeroCelsius;
  const gap = energyGap(nominal) / thermalVoltage(nominal);
  return intrinsic * (kelvin / 300) ** 1.5 * Math.exp(0.5 * gap * (kelvin / 300 - 1));
}
