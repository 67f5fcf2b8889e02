/**
 * What the doping below the oxide makes of a transistor of BSIM4, at the temperature T0 of its parameters:
 *
 *     PHI = Vt0 ln(NDEP / ni) + PHIN + 0.4,   Vbi = Vt0 ln(NSD NDEP / ni^2),   Xdep0 = sqrt(2 eps PHI / (q NDEP)),
 *     Cdep0 = sqrt(q eps NDEP / (2 PHI)),     Vfbsd = Vt0 ln(NGATE / NSD), or with MTRLMOD = 1 by PHIG,
 *     K1 and K2 as given, else from GAMMA1 near the oxide and GAMMA2 beyond XT, where the depletion ends at the bulk voltage VBX,
 *     VFB and VTH0, each from the other where it is not given: VTH0 = s (VFB + PHI + K1 sqrt(PHI)).
 *
 * Source: BSIM4.8 manual, ch. 2 and app. A.
 */
import { boltzmannPerCharge, elementaryCharge } from '../bsim3/bsim3-body.js';
import type { Bsim4Material } from './bsim4-material.js';
import type { Bsim4Size } from './bsim4-size.js';
import { type GivenValues, readerOf } from '../law-parameters.js';

const perCubicCentimetre = 1e6;
const usualFlatBand = -1;
/** Volts: what strong inversion has more than Vt0 ln(NDEP / ni). */
const beyondFermi = 0.4;

export interface Bsim4Body {
  /** Per cm^3; 0 of the gate: it is a metal. */
  readonly channelDoping: number;
  readonly gateDoping: number;
  /** Volts. */
  readonly phi: number;
  readonly builtIn: number;
  readonly edgeBand: number;
  /** Metres, F/m^2, metres. */
  readonly depletion: number;
  readonly depletionCapacitance: number;
  readonly debye: number;
  readonly k1: number;
  readonly k2: number;
  /** VBM, volts. */
  readonly deepest: number;
  /** Volts; the threshold times the sign. */
  readonly flatBand: number;
  readonly threshold: number;
}

interface Place {
  readonly model: GivenValues;
  readonly size: Bsim4Size;
  readonly material: Bsim4Material;
  /** T0. */
  readonly kelvin: number;
  /** 1 of n channels. */
  readonly sign: 1 | -1;
}

/** Returns it. */
export function bsim4Body({ model, size, material, kelvin, sign }: Place): Bsim4Body {
  const { binned } = size;
  const vt = boltzmannPerCharge * kelvin;
  const ni = material.intrinsicAt(kelvin);
  const channelDoping = dopingOf(model, size, material);
  const sourceDoping = binned('nsd', 1e20);
  const gateDoping = binned('ngate', 0);
  const density = channelDoping * perCubicCentimetre;
  const phi = bsim4Phi(channelDoping, ni, vt, binned('phin', 0));
  const rootPhi = Math.sqrt(phi);
  const { substrate } = material;
  const factors = bodyFactors(model, { size, material, phi, channelDoping });
  const gap = material.gapAt(kelvin);
  const given = readerOf(model);
  const fermi = (doping: number): number => Math.min(0.5 * gap, vt * Math.log(doping / ni));
  /** The work function of the gate beside that of a doped substrate. */
  const beside = (part: number): number => given('phig', 4.05) - (given('easub', 4.05) + 0.5 * gap + part);
  const ofGate = gateDoping > 0 ? vt * Math.log(gateDoping / sourceDoping) : 0;
  const byGate =
    material.isOther && model.has('phig') && model.has('nsub')
      ? beside(sign * fermi(binned('nsub', 6e16)))
      : usualFlatBand;
  const { k1 } = factors;
  const fromThreshold = sign * binned('vth0', 0) - phi - k1 * rootPhi;
  const flatBand = model.has('vfb')
    ? binned('vfb', usualFlatBand)
    : model.has('vth0')
      ? fromThreshold
      : byGate;
  return {
    channelDoping,
    gateDoping,
    phi,
    builtIn: vt * Math.log((sourceDoping * channelDoping) / (ni * ni)),
    edgeBand: material.isOther ? beside(-sign * fermi(sourceDoping)) : ofGate,
    depletion: Math.sqrt((2 * substrate) / (elementaryCharge * density)) * rootPhi,
    depletionCapacitance: Math.sqrt((elementaryCharge * substrate * density) / 2 / phi),
    debye: Math.sqrt((substrate * vt) / (elementaryCharge * density)) / 3,
    ...factors,
    flatBand,
    threshold: model.has('vth0') ? sign * binned('vth0', 0) : flatBand + phi + k1 * rootPhi,
  };
}

/** Returns PHI. */
export function bsim4Phi(doping: number, ni: number, vt: number, more: number): number {
  return vt * Math.log(doping / ni) + more + beyondFermi;
}

/** NDEP, or what GAMMA1 says of it. */
function dopingOf(model: GivenValues, { binned }: Bsim4Size, { oxide }: Bsim4Material): number {
  if (model.has('ndep') || !model.has('gamma1')) return binned('ndep', 1.7e17);
  const root = binned('gamma1', 0) * oxide;
  return 3.01248e22 * root * root;
}

interface Doped extends Pick<Place, 'size' | 'material'> {
  readonly phi: number;
  readonly channelDoping: number;
}

function bodyFactors(
  model: GivenValues,
  { size, material, phi, channelDoping }: Doped,
): Pick<Bsim4Body, 'k1' | 'k2' | 'deepest'> {
  const { binned } = size;
  if (model.has('k1') || model.has('k2'))
    return { k1: binned('k1', 0.53), k2: binned('k2', -0.0186), deepest: binned('vbm', -3) };
  const deepest = -Math.abs(binned('vbm', -3));
  const xt = binned('xt', 1.55e-7);
  const end = model.has('vbx') ? binned('vbx', 0) : phi - 7.7348e-4 * channelDoping * xt * xt;
  const ofDoping = (doping: number): number => (5.753e-12 * Math.sqrt(doping)) / material.oxide;
  const near = model.has('gamma1') ? binned('gamma1', 0) : ofDoping(channelDoping);
  const far = model.has('gamma2') ? binned('gamma2', 0) : ofDoping(binned('nsub', 6e16));
  const rise = Math.sqrt(phi + Math.abs(end)) - Math.sqrt(phi);
  const fall = Math.sqrt(phi * (phi - deepest)) - phi;
  const k2 = ((near - far) * rise) / (2 * fall + deepest);
  return { k1: far - 2 * k2 * Math.sqrt(phi - deepest), k2, deepest };
}
