/** Where a transistor of BSIM3v3 has its parameters, and where its law leaves what its parts take from each other. */

/**
 * Parameters of an instance, of its size and at its temperature, in SI units; named in `bsim3-parameters.ts` as in the equations
 * of `bsim3-threshold.ts`, `bsim3-current.ts` and `bsim3-charge.ts`.
 */
export const bsim3Place = Object.freeze({
  ...{ sign: 0, count: 1 },
  ...{ phi: 2, rootPhi: 3, lowestBulk: 4, depletion: 5, barrier: 6, oxideRoot: 7 },
  ...{ shortHeight: 8, shortLength: 9, shortBulk: 10, narrowHeight: 11, narrowLength: 12, narrowBulk: 13 },
  ...{ threshold: 14, k1: 15, bulkSlope: 16, eta: 17, etaBulk: 18, dibl: 19 },
  ...{ swing: 20, coupling: 21, couplingBulk: 22, couplingDrain: 23, interfaces: 24 },
  ...{ thermal: 25, poly: 26, polyFrom: 27, offset: 28, oxideByDepletion: 29 },
  ...{ width: 30, widthGate: 31, widthBulk: 32, series: 33, seriesGate: 34, seriesBulk: 35 },
  ...{ length: 36, junction: 37, a0: 38, narrowCharge: 39, gateCharge: 40, keta: 41 },
  ...{ mobilityKind: 42, mobility: 43, ua: 44, ub: 45, uc: 46 },
  ...{ velocity: 47, oxide: 48, a1: 49, a2: 50, delta: 51 },
  ...{ modulation: 52, outputDibl: 53, outputBulk: 54, outputGate: 55, bodyField: 56, bodyPart: 57 },
  ...{ impactPart: 58, impactVoltage: 59 },
  ...{ chargeKind: 60, partition: 61, area: 62, flat: 63, isFloating: 64, chargeFactor: 65 },
  ...{ chargeSwing: 66, chargeOffset: 67, centroidRate: 68, debye: 69, thickness: 70, thicknessUnit: 71 },
  ...{ surfaceSpread: 72, surfaceRise: 73, surfaceFloor: 74 },
  ...{ overlapSource: 75, overlapDrain: 76, overlapBulk: 77, lightSource: 78, lightDrain: 79, kappa: 80 },
});
export const bsim3ParameterCount = 81;

/** Quantities with their slopes by vgs, vds and vbs behind each. */
export const bsim3Jet = Object.freeze({
  ...{ vbs: 0, rootPhi: 4, vth: 8, n: 12, vgate: 16, over: 20, vgsteff: 24 },
  ...{ width: 28, series: 32, bulk: 36, bulk0: 40, mobility: 44 },
  ...{ drain: 48, impact: 52, gateCharge: 56, bulkCharge: 60, lowCharge: 64 },
});
export const bsim3JetLength = 68;
