/**
 * Oxide, gate and substrate of a transistor of BSIM4. With MTRLMOD = 0 an oxide of EPSROX and the thickness TOXE (or TOXP + DTOX) lies on
 * silicon; with MTRLMOD = 1 EOT of silicon dioxide lies on a substrate of EPSRSUB, NI0SUB, BG0SUB, TBGASUB and TBGBSUB, below a gate of
 * EPSRGATE and PHIG. Numbers are those with which parameters of this model are extracted: they are part of it.
 *
 *     Eg(T) = BG0SUB - TBGASUB T^2 / (T + TBGBSUB),     ni = NI0SUB (T / 300.15)^(3/2) e^(Eg(300.15) / 2 Vt - Eg(T) / 2 Vt)
 *
 * Source: BSIM4.8 manual, ch. 1, 2 and 12.
 */
import { boltzmannPerCharge, siliconPermittivity } from '../bsim3/bsim3-body.js';
import { type GivenValues, readerOf } from '../law-parameters.js';

/** F/m. */
export const vacuumPermittivity = 8.85418e-12;
/** Metres. */
const usualThickness = 30e-10;
const usualEquivalent = 15e-10;
const silica = 3.9;
/** Kelvin. */
const reference = 300.15;
/** Half of silicon's gap over Vt at 300.15 K, rounded as SPICE has it. */
const siliconGap = 21.5565981;

export interface Bsim4Material {
  /** Whether MTRLMOD = 1, and whether without MTRLCOMPATMOD, which makes its oxide that of MTRLMOD = 0. */
  readonly isOther: boolean;
  readonly isNew: boolean;
  /** Metres: electrical, physical, and that at which K1 and K2 were measured. */
  readonly thickness: number;
  readonly physical: number;
  readonly measured: number;
  /** Relative to vacuum. */
  readonly oxideConstant: number;
  /** F/m: of the substrate and of the gate. */
  readonly substrate: number;
  readonly gate: number;
  /** F/m^2, by the electrical and by the physical thickness. */
  readonly oxide: number;
  readonly physicalOxide: number;
  /** Electron volts. */
  readonly gapAt: (kelvin: number) => number;
  /** Carriers of the substrate without doping, per cm^3. */
  readonly intrinsicAt: (kelvin: number) => number;
}

/** Returns it, but for the physical thickness that follows from EOT (`bsim4-oxide.ts`). */
export function bsim4Material(model: GivenValues, version: number): Bsim4Material {
  const given = readerOf(model);
  const isOther = given('mtrlmod', 0) === 1;
  const isNew = isOther && given('mtrlcompatmod', 0) !== 1;
  const dtox = given('dtox', 0);
  const oxideConstant = given('epsrox', silica);
  const hasPhysical = model.has('toxp');
  const toxe = given('toxe', hasPhysical ? given('toxp', 0) + dtox : usualThickness);
  const scale = oxideConstant / silica;
  const eot = given(
    'eot',
    hasPhysical && isOther && !isNew ? (given('toxp', 0) + dtox) / scale : usualEquivalent,
  );
  const thickness = isOther ? eot : toxe;
  const physical = given(
    'toxp',
    isOther && !isNew ? scale * eot - dtox : model.has('toxe') ? toxe - dtox : toxe,
  );
  const moves = version >= 4.7 && hasPhysical && (isOther ? !isNew && !model.has('eot') : !model.has('toxe'));
  const [bg, ga, gb] = isOther
    ? [given('bg0sub', 1.16), given('tbgasub', 7.02e-4), given('tbgbsub', 1108)]
    : [1.16, 7.02e-4, 1108];
  const gapAt = (kelvin: number): number => bg - (ga * kelvin * kelvin) / (kelvin + gb);
  const carriers = isOther ? given('ni0sub', 1.45e10) : 1.45e10;
  return {
    isOther,
    isNew,
    thickness,
    physical,
    measured: given('toxm', moves ? thickness : given('toxe', usualThickness)),
    oxideConstant: isOther ? silica : oxideConstant,
    substrate: isOther ? vacuumPermittivity * given('epsrsub', 11.7) : siliconPermittivity,
    gate: isOther ? vacuumPermittivity * given('epsrgate', 11.7) : siliconPermittivity,
    oxide: ((isOther ? silica : oxideConstant) * vacuumPermittivity) / thickness,
    physicalOxide: (oxideConstant * vacuumPermittivity) / physical,
    gapAt,
    intrinsicAt: (kelvin) => {
      const ratio = kelvin / reference;
      const twice = 2 * boltzmannPerCharge * kelvin;
      const exponent = isOther
        ? (gapAt(reference) - gapAt(kelvin)) / twice
        : siliconGap - gapAt(kelvin) / twice;
      return carriers * ratio * Math.sqrt(ratio) * Math.exp(exponent);
    },
  };
}
