/**
 * The diode of SPICE without its series resistance, between anode and cathode, v = v_a - v_k:
 *
 *     I0 = IS growth(v / (N Vt)) + JSW PJ growth(v / (NS Vt)) + ISR growth(v / (NR Vt)) ((1 - v/VJ)^2 + 0.005)^(M/2)
 *          - (IS + JSW PJ) e^(-(v + BV') / (NBV Vt)),
 *     i = I0 / (1 + sqrt(I0 / IKF))     (with IKR for I0 < 0),
 *     q = TT i + depletion(CJO, VJ, M) + depletion(CJP, PHP, MJSW),
 *
 * `growth` of `junction-current.ts`, `depletion` of `depletion-charge.ts`. BV' is moved so that IBV flows at -BV:
 * IBV = IS (e^((BV - BV')/(NBV Vt)) - 1 + BV'/Vt); an IBV below IS BV / Vt is IS. The breakdown is added to the
 * reverse current instead of replacing it: all is once continuously differentiable. AREA and M multiply currents and
 * charges, M alone IBV. Without NS the sidewall is part of IS. IS, JSW, ISR, BV, TT, M and the depletion parameters follow temperature. One exponential and one root or power a call.
 *
 * Sources: ngspice's manual, "Junction diode"; [Antognetti-Massobrio 1988] ch. 1.
 */
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import {
  depletionCapacitance,
  depletionCharge,
  type DepletionLayer,
  depletionPlaces,
  writeDepletion,
} from './depletion-charge.js';
import {
  criticalVoltage,
  junctionGrowth,
  junctionSlope,
  limitedJunction,
  topOf,
} from './junction-current.js';
import { type GivenValues, polynomialGrowth, readerOf, type ValueReader } from './law-parameters.js';
import {
  capacitanceGrowth,
  potentialAt,
  saturationGrowth,
  type Temperatures,
  thermalVoltage,
} from './semiconductor.js';
import { writeAcross } from './two-ends.js';

/** Places of an instance's parameters. */
const place = Object.freeze({
  saturation: 0,
  slopeVoltage: 1,
  top: 2,
  steepest: 3,
  breakdown: 4,
  breakdownSlope: 5,
  /** 1/IKF, 1/IKR; 0: none. */
  forwardKnee: 6,
  reverseKnee: 7,
  recombination: 8,
  recombinationSlope: 9,
  transit: 10,
  critical: 11,
  /** Saturation current and N Vt of the sidewall; 0: none. */
  wall: 12,
  wallSlope: 13,
  bottom: 14,
  side: 14 + depletionPlaces,
});
const parameterCount = place.side + depletionPlaces;

/** x below which e^x adds nothing to -1. */
const negligible = -40;

/** Of the charge: what conducts only stores nothing, so that no row of it becomes dynamic. */
export const diodeLaw: LocalLaw = diode('diode', true);
export const staticDiodeLaw: LocalLaw = diode('diode without charge', false);

/** Returns the least of the slope voltages of its exponentials. */
function steepestSlope(p: Float64Array, at: number): number {
  const slopes = [place.slopeVoltage, place.wallSlope, place.recombinationSlope, place.breakdownSlope];
  return Math.min(...slopes.map((slope) => p[at + slope] as number).filter((volts) => volts > 0));
}

function diode(name: string, charged: boolean): LocalLaw {
  return Object.freeze<LocalLaw>({
    name,
    reads: 2,
    rows: 2,
    parameterCount,
    conducts: Uint8Array.of(1, 1, 1, 1),
    stores: charged ? Uint8Array.of(1, 1, 1, 1) : new Uint8Array(4),
    bends: steepestSlope,
    evaluate(p, at, values, { f, q, df, dq }) {
      const v = (values[0] as number) - (values[1] as number);
      const saturation = p[at + place.saturation] as number;
      const slopeVoltage = p[at + place.slopeVoltage] as number;
      const top = p[at + place.top] as number;
      const steepest = p[at + place.steepest] as number;
      const x = v / slopeVoltage;
      const growth = junctionGrowth(x, top, steepest);
      let i = saturation * growth;
      let g = (saturation * junctionSlope(x, growth, top, steepest)) / slopeVoltage;

      const wall = p[at + place.wall] as number;
      if (wall !== 0) {
        const y = v / (p[at + place.wallSlope] as number);
        const more = junctionGrowth(y, top, steepest);
        i += wall * more;
        g += (wall * junctionSlope(y, more, top, steepest)) / (p[at + place.wallSlope] as number);
      }

      const recombination = p[at + place.recombination] as number;
      if (recombination !== 0) {
        const y = v / (p[at + place.recombinationSlope] as number);
        const more = junctionGrowth(y, top, steepest);
        const rate = p[at + place.bottom + 1] as number;
        const grading = p[at + place.bottom + 2] as number;
        const left = 1 - v * rate;
        const square = left * left + 0.005;
        const width = Math.exp(0.5 * grading * Math.log(square));
        const slope = junctionSlope(y, more, top, steepest) / (p[at + place.recombinationSlope] as number);
        i += recombination * more * width;
        g += recombination * width * (slope - (more * grading * left * rate) / square);
      }

      const breakdown = p[at + place.breakdown] as number;
      if (breakdown < Infinity) {
        const breakdownSlope = p[at + place.breakdownSlope] as number;
        const beyond = -(v + breakdown) / breakdownSlope;
        if (beyond > negligible) {
          const e = beyond > top ? steepest * (1 + beyond - top) : Math.exp(beyond);
          i -= (saturation + wall) * e;
          g += ((saturation + wall) * Math.min(e, steepest)) / breakdownSlope;
        }
      }

      const knee = p[at + (i > 0 ? place.forwardKnee : place.reverseKnee)] as number;
      if (knee !== 0) {
        const root = Math.sqrt(Math.abs(i) * knee);
        const divisor = 1 + root;
        i /= divisor;
        g *= (1 + 0.5 * root) / (divisor * divisor);
      }
      writeAcross(f, df, i, g);

      let charge = 0;
      let capacitance = 0;
      if (charged) {
        const transit = p[at + place.transit] as number;
        const bottom = depletionCapacitance(p, at + place.bottom, v);
        const side = depletionCapacitance(p, at + place.side, v);
        charge =
          transit * i +
          depletionCharge(p, at + place.bottom, v, bottom) +
          depletionCharge(p, at + place.side, v, side);
        capacitance = transit * g + bottom + side;
      }
      writeAcross(q, dq, charge, capacitance);
    },
    limit(p, at, values, last) {
      const cathode = values[1] as number;
      const wanted = (values[0] as number) - cathode;
      const before = (last[0] as number) - (last[1] as number);
      const breakdown = p[at + place.breakdown] as number;
      const breakdownSlope = p[at + place.breakdownSlope] as number;
      const critical = p[at + place.critical] as number;
      if (wanted < Math.min(0, 10 * breakdownSlope - breakdown)) {
        // Against what is wanted there: to and fro its digits are lost, and every point would count as limited.
        const beyond = -wanted - breakdown;
        const taken = limitedJunction(beyond, -before - breakdown, breakdownSlope, critical);
        if (taken === beyond) return false;
        values[0] = cathode - breakdown - taken;
        return true;
      }
      const taken = limitedJunction(wanted, before, p[at + place.slopeVoltage] as number, critical);
      if (taken === wanted) return false;
      values[0] = cathode + taken;
      return true;
    },
    begin(p, at, values) {
      const critical = p[at + place.critical] as number;
      values[0] = critical < Infinity ? critical : 0;
      values[1] = 0;
    },
  });
}

/** A junction by numbers that are already those of an instance at its temperature. */
export interface JunctionParameters {
  /** Amperes. */
  readonly saturation: number;
  /** N Vt in volts. */
  readonly slopeVoltage: number;
  readonly bottom?: DepletionLayer;
  readonly side?: DepletionLayer;
  /** Seconds; absent: 0. */
  readonly transit?: number;
}

const noLayer = Object.freeze({ capacitance: 0, potential: 1, grading: 0, linearFrom: 0.5 });

/** Returns the parameters of a junction without breakdown, knees and recombination. */
export function junctionParameters({
  saturation,
  slopeVoltage,
  bottom = noLayer,
  side = noLayer,
  transit = 0,
}: JunctionParameters): Float64Array {
  const parameters = new Float64Array(parameterCount);
  const top = topOf(saturation);
  parameters[place.saturation] = saturation;
  parameters[place.slopeVoltage] = slopeVoltage;
  parameters[place.top] = top;
  parameters[place.steepest] = Math.exp(top);
  parameters[place.breakdown] = Infinity;
  parameters[place.breakdownSlope] = slopeVoltage;
  parameters[place.recombinationSlope] = 2 * slopeVoltage;
  parameters[place.wallSlope] = slopeVoltage;
  parameters[place.critical] = criticalVoltage(saturation, slopeVoltage);
  parameters[place.transit] = transit;
  writeDepletion(parameters, place.bottom, bottom);
  writeDepletion(parameters, place.side, side);
  return parameters;
}

/** Returns the parameters of a D element with a model, by their canonical names, at its temperature. */
export function diodeParameters(model: GivenValues, instance: GivenValues, at: Temperatures): Float64Array {
  const given = readerOf(model);
  const own = readerOf(instance);
  const size = own('area', 1) * own('m', 1);
  const rise = at.celsius - at.nominal;
  const emission = given('n', 1);
  const thermal = thermalVoltage(at.celsius);
  const gap = given('eg', 1.11);
  const exponent = given('xti', 3);
  const saturation = size * given('is', 1e-14) * saturationGrowth(at, gap, exponent, emission);
  const ofWall = given('ns', emission);
  const wall = own('pj', 0) * own('m', 1) * given('jsw', 0) * saturationGrowth(at, gap, exponent, ofWall);
  const isApart = ofWall !== emission;
  const parameters = junctionParameters({
    saturation: isApart ? saturation : saturation + wall,
    slopeVoltage: emission * thermal,
    bottom: layerOf(given, size, ['cjo', 'vj', 'm', 'fc'], [0, 1, 0.5, 0.5], at),
    side: layerOf(given, own('pj', 0) * own('m', 1), ['cjp', 'php', 'mjsw', 'fcs'], [0, 1, 0.33, 0.5], at),
  });
  const breakdown = (given('bv', 0) || Infinity) * breakdownGrowth(given, rise) - given('tcv', 0) * rise;
  const slope = given('nbv', emission) * thermal;
  if (breakdown < Infinity) {
    const current = own('m', 1) * given('ibv', 1e-3);
    parameters[place.breakdown] = movedBreakdown(breakdown, current / saturation, slope, thermal);
  }
  parameters[place.breakdownSlope] = slope;
  parameters[place.forwardKnee] = 1 / (size * (given('ikf', 0) || Infinity));
  parameters[place.reverseKnee] = 1 / (size * given('ikr', Infinity));
  const recombining = given('nr', 2);
  parameters[place.recombination] = size * given('isr', 0) * saturationGrowth(at, gap, exponent, recombining);
  parameters[place.recombinationSlope] = recombining * thermal;
  parameters[place.wall] = isApart ? wall : 0;
  parameters[place.wallSlope] = ofWall * thermal;
  parameters[place.transit] = given('tt', 0) * polynomialGrowth(rise, given('ttt1', 0), given('ttt2', 0));
  return parameters;
}

/** Reads CJO, VJ, M, FC by their names and defaults. */
function layerOf(
  given: ValueReader,
  size: number,
  [capacitance, potential, grading, linear]: readonly [string, string, string, string],
  [noCapacitance, usualPotential, usualGrading, usualLinear]: readonly [number, number, number, number],
  at: Temperatures,
): DepletionLayer {
  const rise = at.celsius - at.nominal;
  const phi = given(potential, usualPotential);
  const exponent = given(grading, usualGrading) * polynomialGrowth(rise, given('tm1', 0), given('tm2', 0));
  return {
    capacitance: size * given(capacitance, noCapacitance) * capacitanceGrowth(phi, exponent, at),
    potential: potentialAt(phi, at),
    grading: exponent,
    linearFrom: given(linear, usualLinear),
  };
}

function breakdownGrowth(given: ValueReader, rise: number): number {
  return polynomialGrowth(rise, given('tbv1', 0), given('tbv2', 0));
}

/** Rounds of the fixed point: each gains the digits that Vt / BV has. */
const breakdownRounds = 40;

/** Returns BV' of the head, from BV and IBV / IS. */
function movedBreakdown(breakdown: number, ratio: number, slope: number, thermal: number): number {
  if (!(ratio > breakdown / thermal)) return breakdown;
  let moved = breakdown;
  for (let round = 0; round < breakdownRounds; round++) {
    moved = breakdown - slope * Math.log(ratio + 1 - moved / thermal);
  }
  return moved;
}
