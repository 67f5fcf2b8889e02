/**
 * What a MOS transistor of level 1 is at a temperature, from electrical or process parameters:
 *
 *     COX = 3.9 eps0 / TOX,   KP = UO COX,   PHI = 2 Vt ln(NSUB / ni),   GAMMA = sqrt(2 11.7 eps0 q NSUB) / COX,
 *     VTO = s (workfunction - q NSS / COX / s) + s (PHI + GAMMA sqrt(PHI)),     each where it is not given itself,
 *     KP(T) = KP (T0/T)^1.5,   PHI(T), and VTO(T) by those and half the change of the gap.
 *
 * Lengths in metres, NSUB and NSS per cm^3 and cm^2, UO in cm^2/Vs, as SPICE writes them. Source: [Antognetti-Massobrio 1988] 4.1,
 * 4.5; ngspice's manual, "MOS level 1".
 */
import { type GivenValues, readerOf } from '../law-parameters.js';
import {
  elementary,
  energyGap,
  potentialAt,
  temperatureRatio,
  type Temperatures,
  thermalVoltage,
} from '../semiconductor.js';

const vacuum = 8.8541878128e-12;
export const oxide = 3.9 * vacuum;
export const silicon = 11.7 * vacuum;
/** Carriers of intrinsic silicon at 300 K, per m^3. */
export const intrinsic = 1.45e16;
/** Metres: of an oxide that levels 2 and 3 are not told. */
export const usualThickness = 1e-7;
export const perCubicCentimetre = 1e6;
export const perSquareCentimetre = 1e4;

export interface Mos1Values {
  readonly sign: 1 | -1;
  /** KP W / L, of all transistors in parallel, A/V^2. */
  readonly factor: number;
  /** VTO times the sign, V. */
  readonly threshold: number;
  readonly gamma: number;
  readonly phi: number;
  /** LAMBDA, 1/V. */
  readonly modulation: number;
  /** W L COX, of all transistors in parallel, F; 0 without TOX. */
  readonly oxide: number;
}

/** Level 3, and ngspice's modified one, whose repairs its level 3 has too. */
export const thirdLevels: readonly number[] = [3, 9];

/** Returns what these alone have beside W, L and LD. */
function sizeOf(model: GivenValues, name: string): number {
  return thirdLevels.includes(model.get('level') ?? 1) ? (model.get(name) ?? 0) : 0;
}

/** Returns the width of the channel in metres, of the element, else of its model, else SPICE's: it may come out as none. */
export function channelWidth(model: GivenValues, instance: GivenValues): number {
  const drawn = instance.get('w') ?? model.get('w') ?? 1e-4;
  return drawn - 2 * sizeOf(model, 'wd') + sizeOf(model, 'xw');
}

/** Returns the length of the channel in metres, which may come out as no length. */
export function channelLength(model: GivenValues, instance: GivenValues): number {
  const drawn = instance.get('l') ?? model.get('l') ?? 1e-4;
  return drawn - 2 * (model.get('ld') ?? 0) + sizeOf(model, 'xl');
}

/** Returns them for an M element with a model, by their canonical names, at its temperature; `carriers` of intrinsic silicon per m^3. */
export function mos1Values(
  type: 'nmos' | 'pmos',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
  carriers = intrinsic,
): Mos1Values {
  const given = readerOf(model);
  const sign = type === 'nmos' ? 1 : -1;
  const count = instance.get('m') ?? 1;
  const width = channelWidth(model, instance);
  const length = channelLength(model, instance);
  const thickness = given('tox', 0);
  const perArea = thickness > 0 ? oxide / thickness : 0;
  const doping = given('nsub', 0) * perCubicCentimetre;
  const doped = doping > carriers && perArea > 0;
  const fromDoping = doped ? 2 * thermalVoltage(at.nominal) * Math.log(doping / carriers) : 0.6;
  const phi = given('phi', Math.max(0.1, fromDoping));
  const gamma = given('gamma', doped ? Math.sqrt(2 * silicon * elementary * doping) / perArea : 0);
  const nominal = sign * given('vto', doped ? processThreshold(model, { sign, phi, gamma, perArea }, at) : 0);
  const conductance = given('kp', perArea > 0 ? given('uo', 600) * 1e-4 * perArea : 2e-5);

  const moved = potentialAt(phi, at);
  // The flat band moves by half the change of the gap and half that of PHI.
  const shift = 0.5 * (energyGap(at.nominal) - energyGap(at.celsius)) * sign + 0.5 * (moved - phi);
  return {
    sign,
    factor: (count * conductance * temperatureRatio(at) ** -1.5 * width) / length,
    threshold: nominal - gamma * Math.sqrt(phi) + shift + gamma * Math.sqrt(moved),
    gamma,
    phi: moved,
    modulation: given('lambda', 0),
    oxide: count * perArea * width * length,
  };
}

/** Returns VTO from the work function of the gate, by TPG: 1 as the drain, -1 as the bulk, 0 aluminium. */
function processThreshold(
  model: GivenValues,
  { sign, phi, gamma, perArea }: { sign: 1 | -1; phi: number; gamma: number; perArea: number },
  { nominal }: Temperatures,
): number {
  const given = readerOf(model);
  const gap = energyGap(nominal);
  const kind = given('tpg', 1);
  const gate = kind === 0 ? 3.2 : 3.25 + 0.5 * gap - sign * kind * 0.5 * gap;
  const workFunction = gate - (3.25 + 0.5 * gap + sign * 0.5 * phi);
  const surface = (given('nss', 0) * perSquareCentimetre * elementary) / perArea;
  return workFunction - surface + sign * (gamma * Math.sqrt(phi) + phi);
}
