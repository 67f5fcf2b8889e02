/**
 * What the doping below the oxide makes of a transistor of BSIM3v3, at the temperature T0 of its parameters:
 *
 *     PHI = 2 Vt0 ln(NCH / ni),   Vbi = Vt0 ln(1e20 NCH / ni^2),   Xdep0 = sqrt(2 eps PHI / (q NCH)),   Cdep0 = sqrt(q eps NCH / (2 PHI)),
 *     K1 and K2 as given, else from GAMMA1 near the oxide and GAMMA2 beyond XT, where the depletion ends at the bulk voltage VBX,
 *     the bulk voltage below which Vth would fall again: -.9 ((K1 / 2 K2)^2 - PHI), between -3 V and -30 V and not above VBM,
 *     VFB and VTH0, each from the other where it is not given: VTH0 = s (VFB + PHI + K1 sqrt(PHI)).
 *
 * Numbers are those with which parameters of this model are extracted: they are part of it. Source: BSIM3v3.2.2 manual, app. A and B.
 */
import type { Bsim3Size } from './bsim3-size.js';
import { type GivenValues, readerOf } from '../law-parameters.js';
import { zeroCelsius } from '../semiconductor.js';

/** F/m, A s, V/K. */
export const siliconPermittivity = 1.03594e-10;
export const oxidePermittivity = 3.453133e-11;
export const elementaryCharge = 1.60219e-19;
export const boltzmannPerCharge = 8.617087e-5;

/** Metres: an oxide that the model is not told. */
const usualThickness = 150e-10;
/** Carriers of intrinsic silicon at 300.15 K, per cm^3, and half their gap over Vt there. */
const intrinsic = 1.45e10;
const intrinsicGap = 21.5565981;
const reference = 300.15;
/** Above these a doping is per m^3. */
const densest = { channel: 1e20, gate: 1e23 };
const perCubicCentimetre = 1e6;

/** Returns the gap of silicon in eV, at a temperature in kelvin. */
export function bsim3Gap(kelvin: number): number {
  return 1.16 - (7.02e-4 * kelvin * kelvin) / (kelvin + 1108);
}

/** Returns COX in F/m^2. */
export function bsim3Oxide(model: GivenValues): number {
  return oxidePermittivity / (model.get('tox') ?? usualThickness);
}

export interface Bsim3Body {
  /** Metres. */
  readonly thickness: number;
  /** F/m^2. */
  readonly oxide: number;
  /** Per cm^3; 0: the gate is a metal. */
  readonly channelDoping: number;
  readonly gateDoping: number;
  /** Volts. */
  readonly phi: number;
  readonly builtIn: number;
  /** Metres, F/m^2, metres. */
  readonly depletion: number;
  readonly depletionCapacitance: number;
  readonly debye: number;
  readonly k1: number;
  readonly k2: number;
  /** Volts below 0, positive. */
  readonly lowestBulk: number;
  /** Volts; the threshold times the sign. */
  readonly flatBand: number;
  readonly threshold: number;
}

/** Returns it; `kelvin` is T0, `sign` 1 of n channels. */
export function bsim3Body(
  model: GivenValues,
  { binned }: Bsim3Size,
  kelvin: number,
  sign: 1 | -1,
): Bsim3Body {
  const given = readerOf(model);
  const thickness = given('tox', usualThickness);
  const oxide = bsim3Oxide(model);
  const vt = boltzmannPerCharge * kelvin;
  const ratio = kelvin / reference;
  const ni = intrinsic * ratio * Math.sqrt(ratio) * Math.exp(intrinsicGap - bsim3Gap(kelvin) / (2 * vt));
  const channelDoping = dopingOf(model, binned);
  const density = channelDoping * perCubicCentimetre;
  const phi = 2 * vt * Math.log(channelDoping / ni);
  const rootPhi = Math.sqrt(phi);
  const { k1, k2, deepest } = bodyFactors(model, binned, { phi, oxide, channelDoping });
  const flatGiven = model.has('vfb') ? binned('vfb', -1) : undefined;
  const flatBand = flatGiven ?? (model.has('vth0') ? sign * binned('vth0', 0) - phi - k1 * rootPhi : -1);
  const gate = given('ngate', 0);
  return {
    thickness,
    oxide,
    channelDoping,
    gateDoping: binned('ngate', 0) * (gate > densest.gate ? 1 / perCubicCentimetre : 1),
    phi,
    builtIn: vt * Math.log((1e20 * channelDoping) / (ni * ni)),
    depletion: Math.sqrt((2 * siliconPermittivity) / (elementaryCharge * density)) * rootPhi,
    depletionCapacitance: Math.sqrt((elementaryCharge * siliconPermittivity * density) / 2 / phi),
    debye: Math.sqrt((siliconPermittivity * vt) / (elementaryCharge * density)) / 3,
    k1,
    k2,
    lowestBulk: -lowestBulk({ k1, k2, phi, deepest }),
    flatBand,
    threshold: model.has('vth0') ? sign * binned('vth0', 0) : flatBand + phi + k1 * rootPhi,
  };
}

/** NCH, or what GAMMA1 says of it. */
function dopingOf(model: GivenValues, binned: Bsim3Size['binned']): number {
  if (!model.has('nch') && model.has('gamma1')) {
    const root = binned('gamma1', 0) * bsim3Oxide(model);
    return 3.021e22 * root * root;
  }
  const inCubicMetres = (model.get('nch') ?? 0) > densest.channel;
  return binned('nch', 1.7e17) / (inCubicMetres ? perCubicCentimetre : 1);
}

interface Factors {
  readonly k1: number;
  readonly k2: number;
  /** VBM, volts. */
  readonly deepest: number;
}

function bodyFactors(
  model: GivenValues,
  binned: Bsim3Size['binned'],
  { phi, oxide, channelDoping }: { phi: number; oxide: number; channelDoping: number },
): Factors {
  if (model.has('k1') || model.has('k2'))
    return { k1: binned('k1', 0.53), k2: binned('k2', -0.0186), deepest: binned('vbm', -3) };
  const deepest = -Math.abs(binned('vbm', -3));
  const xt = binned('xt', 1.55e-7);
  const end = model.has('vbx') ? binned('vbx', 0) : phi - 7.7348e-4 * channelDoping * xt * xt;
  const ofDoping = (doping: number): number => (5.753e-12 * Math.sqrt(doping)) / oxide;
  const near = model.has('gamma1') ? binned('gamma1', 0) : ofDoping(channelDoping);
  const far = model.has('gamma2') ? binned('gamma2', 0) : ofDoping(binned('nsub', 6e16));
  const rootPhi = Math.sqrt(phi);
  const rise = Math.sqrt(phi + Math.abs(end)) - rootPhi;
  const fall = Math.sqrt(phi * (phi - deepest)) - phi;
  const k2 = ((near - far) * rise) / (2 * fall + deepest);
  return { k1: far - 2 * k2 * Math.sqrt(phi - deepest), k2, deepest };
}

/** Volts. */
const boundLow = -30;
const boundHigh = -3;

function lowestBulk({ k1, k2, phi, deepest }: Factors & { readonly phi: number }): number {
  const half = (0.5 * k1) / k2;
  const turn = k2 < 0 ? 0.9 * (phi - half * half) : boundLow;
  return Math.min(deepest, Math.max(boundLow, Math.min(boundHigh, turn)));
}

/** Returns T / T0 - 1 and Vt. */
export function bsim3Heat(celsius: number, nominal: number): { readonly rise: number; readonly vt: number } {
  return {
    rise: (celsius + zeroCelsius) / (nominal + zeroCelsius) - 1,
    vt: boltzmannPerCharge * (celsius + zeroCelsius),
  };
}
