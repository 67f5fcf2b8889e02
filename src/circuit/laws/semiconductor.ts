/**
 * What silicon does with temperature, as SPICE has it: T in kelvin, T0 the temperature at which a parameter was measured,
 *
 *     Vt = k T / q,     Eg(T) = 1.16 - 7.02e-4 T^2 / (T + 1108)      (eV),
 *     IS(T) = IS (T/T0)^(XTI/N) exp((T/T0 - 1) EG / (N Vt)),
 *     PHI(T) = PHI T/T0 - 3 Vt ln(T/T0) - Eg(T0) T/T0 + Eg(T),
 *     CJ(T) = CJ g(T) / g(T0),   g(T) = 1 + M (4e-4 (T - 300.15) - (PHI(T) - PHI(300.15)) / PHI(300.15)).
 *
 * PHI(T) never falls below 20 mV; a PHI below that is no barrier but a number that fits a curve, and stays as it is written. Source: [Antognetti-Massobrio 1988] ch. 1, 2; ngspice's manual, "Temperature".
 */

/** Coulombs (exact SI value). */
export const elementary = 1.602176634e-19;

/** Boltzmann's constant over the elementary charge, V/K (exact SI values). */
const boltzmannOverCharge = 1.380649e-23 / elementary;

export const zeroCelsius = 273.15;

/** Kelvin: where capacitances have their reference. */
const reference = 300.15;

/** Returns k T / q in volts. */
export function thermalVoltage(celsius: number): number {
  return boltzmannOverCharge * (celsius + zeroCelsius);
}

/** A temperature, that at which parameters were measured, both in degrees Celsius. */
export interface Temperatures {
  readonly celsius: number;
  readonly nominal: number;
}

/** Returns T / T0. */
export function temperatureRatio({ celsius, nominal }: Temperatures): number {
  return (celsius + zeroCelsius) / (nominal + zeroCelsius);
}

/** Returns Eg in electron volts. */
export function energyGap(celsius: number): number {
  const kelvin = celsius + zeroCelsius;
  return 1.16 - (7.02e-4 * kelvin * kelvin) / (kelvin + 1108);
}

/** Returns by how much IS grows, for an energy gap in eV, its exponent and an emission coefficient. */
export function saturationGrowth(at: Temperatures, gap: number, exponent: number, emission = 1): number {
  const ratio = temperatureRatio(at);
  const boltzmann = ((ratio - 1) * gap) / (emission * thermalVoltage(at.celsius));
  return Math.exp(boltzmann + (exponent / emission) * Math.log(ratio));
}

/** Volts: what a low potential comes to in heat, where the formula has 0 and less. */
const minPotential = 0.02;

/** Returns a junction potential in volts, at least 20 mV unless it is less as written. */
export function potentialAt(potential: number, at: Temperatures): number {
  if (potential < minPotential) return potential;
  const ratio = temperatureRatio(at);
  const gaps = energyGap(at.celsius) - energyGap(at.nominal) * ratio;
  const moved = potential * ratio - 3 * thermalVoltage(at.celsius) * Math.log(ratio) + gaps;
  return Math.max(minPotential, moved);
}

/** Returns by how much a junction capacitance grows, for the potential as measured. */
export function capacitanceGrowth(potential: number, grading: number, at: Temperatures): number {
  const home = potentialAt(potential, { celsius: reference - zeroCelsius, nominal: at.nominal });
  const growth = (celsius: number): number => {
    const moved = potentialAt(potential, { celsius, nominal: at.nominal });
    return 1 + grading * (4e-4 * (celsius + zeroCelsius - reference) - (moved - home) / home);
  };
  return growth(at.celsius) / growth(at.nominal);
}
