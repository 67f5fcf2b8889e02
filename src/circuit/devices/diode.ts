/**
 * D, by what its model gives (conventions: diodes, switches):
 *
 * - nothing, or capacitance and temperature only: the ideal diode;
 * - any of Ron Roff Vfwd Vrev Rrev: i = v / Roff, slope 1/Ron above Vfwd, slope 1/Rrev below -Vrev; Epsilon, Ilimit ... make its
 *   corners soft (`soft-diode.ts`);
 * - IS N RS BV ...: a piecewise-linear fit of the exponential (`diode-fit.ts`), reverse breakdown at BV with RS,
 *   the reverse current -Is left out. A drop below pwltol over the whole range is ideal.
 *
 * CJO, VJ, M, FC and TT make a charge that depends on the voltage, behind RS (`junction-charge.ts`). A diode that is not
 * exponential has a constant CJO unless VJ, M, FC or TT is written; with option charge=constant all have.
 * Option ideal=diodes makes all of them ideal; option diode=spice gives a bare D SPICE's defaults.
 */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import { noteOnce } from '../diagnose.js';
import type { Device, EmissionContext } from '../device.js';
import { graphBranches, type GraphPlace, namer } from '../compiler/graph.js';
import { saturationGrowth, thermalVoltage } from '../laws/semiconductor.js';
import type { Branch } from '../primitives.js';
import type { ChargeRange } from './semiconductors/charge-fit.js';
import { currentRange } from './semiconductors/current-range.js';
import {
  beyondFactor,
  diodeVoltage,
  type ExponentialDiode,
  dropless,
  fitDiode,
  fittedBranches,
  largestCurrent,
  largestSegmentCount,
  smallestCurrent,
} from './semiconductors/diode-fit.js';
import { diodeModel, highestLevel, smoothOnly } from './semiconductors/diode-model.js';
import { endsOf, modelValues, temperatureParameters, temperaturesOf } from './parts/element-parts.js';
import { ofJunction } from './parts/initial-voltage-parameters.js';
import { reportLevel } from './parts/model-level.js';
import { asOneDiode, diodesInSeries } from './semiconductors/diode-series.js';
import { diodeNoise } from '../noise/junction-noise.js';
import { checkSaturation } from './semiconductors/saturation-problem.js';
import { smoothDiode } from './smooth/smooth-diode.js';
import { regionBranches } from './semiconductors/diode-regions.js';
import {
  type DiodeRegions,
  isLimited,
  isSoft,
  limitedBranches,
  softBranches,
  softNames,
  withSharpCorners,
} from './semiconductors/soft-diode.js';
import { diodeTakesHeat } from './semiconductors/transistor-heat.js';
import { type JunctionCharge, junctionBranches, junctionCharge } from './semiconductors/junction-charge.js';

const piecewiseLinearNames = ['ron', 'roff', 'vfwd', 'vrev', 'rrev', ...softNames];
const exponentialNames = ['is', 'n', 'rs', 'bv', 'ibv'];
/** Ohms, of a law with soft corners or limits. */
const leastOn = 1e-6;
/** What says how the charge depends on the voltage. */
const gradingNames = ['vj', 'm', 'fc', 'tt'];

export const diode: Device = {
  syntax: {
    letter: 'D',
    name: 'diode',
    doc: 'Diode; without parameters ideal: 0 <= i, v <= 0, v i = 0. It may have the node tj of ngspice and the word thermal: it carries no heat.',
    terminals: ['anode', 'cathode'],
    optionalTerminals: ['junction'],
    value: {
      kind: 'model',
      positional: [
        {
          name: 'area',
          unit: '',
          default: 1,
          range: 'positive',
          doc: 'factor of IS, divisor of resistances',
        },
      ],
    },
    modelTypes: ['d'],
    parameters: [
      { name: 'area', unit: '', default: 1, range: 'positive', doc: 'factor of IS, divisor of resistances' },
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of diodes in parallel' },
      { name: 'n', unit: '', default: 1, range: 'positive', doc: 'LTspice: number of diodes in series' },
      { name: 'pj', unit: 'm', default: 0, range: 'non-negative', doc: 'perimeter, for CJP and JSW' },
      ...temperatureParameters,
      ...ofJunction.parameters,
    ],
    initialVoltages: ofJunction.initialVoltages,
    flags: ['thermal'],
    ignored: ['on', 'off'],
  },
  models: [diodeModel],
  branches: (card, context) => (diodeTakesHeat(card, context) ? branchesOf(card, context, false) : []),
  noise(operating) {
    const count = diodesInSeries(operating.element);
    // Each of several in series has its own, which drives an n-th of its current through all.
    return diodeNoise(operating).map((one) =>
      one.part === 'rs' ? one : { ...one, density: one.density / count },
    );
  },
  smooth(card, context) {
    if (!diodeTakesHeat(card, context)) return [];
    if (!isExponential(card, context)) return branchesOf(card, context, true);
    const element = asOneDiode(card, context.dialect);
    if (reportLevel(element, 'diode', highestLevel, context)) return [];
    return smoothDiode(element, seriesOf(element, context), context);
  },
};

/** `isSmooth`: with soft corners as they are. */
function branchesOf(card: FlatElement, context: EmissionContext, isSmooth: boolean): Branch[] {
  const element = asOneDiode(card, context.dialect);
  const { name, a, b } = endsOf(element);
  if (reportLevel(element, 'diode', highestLevel, context)) return [];
  const charge = chargeOf(element, context);
  if (charge === undefined) return [];
  return junctionBranches({
    ...{ name, a, b, charge },
    series: isExponential(element, context) ? seriesOf(element, context) : 0,
    law: (place, series) => conduction(element, place, series, context, isSmooth),
    range: rangeOf(element, context),
    tolerance: context.options.chargetol,
  }).branches;
}

/** The charge of the element; undefined after reporting that it has no value. */
function chargeOf(element: FlatElement, context: EmissionContext): JunctionCharge | undefined {
  const given = modelValues(element);
  const exponentialLaw = isExponential(element, context);
  const written = gradingNames.some((name) => element.model?.parameters.has(name) === true);
  return junctionCharge(element, context, {
    capacitance: scaleOf(element) * Math.max(given('cjo', 0), exponentialLaw ? context.options.mincap : 0),
    potential: given('vj', 1),
    // An ideal law with nothing but a capacitance means what it says.
    grading: exponentialLaw || written ? given('m', 0.5) : 0,
    linearFrom: given('fc', 0.5),
    transit: given('tt', 0),
  });
}

/** The circuit's voltages in reverse, and forward the drop at the largest current. */
function rangeOf(element: FlatElement, context: EmissionContext): ChargeRange {
  const forward = isExponential(element, context)
    ? diodeVoltage(exponentialLaw(element, 0, context), currentRange(0, context))
    : Math.max(0, element.model?.parameters.get('vfwd') ?? 0);
  return { reverse: context.supply, forward };
}

/** The branches of the static law, its series resistance included. */
function conduction(
  element: FlatElement,
  place: GraphPlace,
  series: number,
  context: EmissionContext,
  isSmooth: boolean,
): Branch[] {
  const given = element.model?.parameters ?? new Map<string, number>();
  if (isIdeal(context)) return idealDiode(place);
  if (piecewiseLinearNames.some((name) => given.has(name)))
    return piecewiseLinear(element, place, context, isSmooth);
  if (isExponential(element, context)) return exponential(element, place, series, context);
  noteModel(element, context, 'ideal-diode', 'has no parameters that shape it: its diodes are ideal');
  return idealDiode(place);
}

function isIdeal({ options }: EmissionContext): boolean {
  return options.ideal === 'all' || options.ideal === 'diodes';
}

function isExponential({ model }: FlatElement, context: EmissionContext): boolean {
  const has = (name: string): boolean => model?.parameters.has(name) === true;
  if (isIdeal(context) || piecewiseLinearNames.some(has)) return false;
  return exponentialNames.some(has) || context.options.diode === 'spice';
}

/** Whether its model has a parameter that says which kind of diode it is. */
export function isShapedDiode({ model }: FlatElement): boolean {
  return [...piecewiseLinearNames, ...exponentialNames].some((name) => model?.parameters.has(name) === true);
}

/** Diodes in parallel: the factor of currents and capacitances. */
function scaleOf({ parameters }: FlatElement): number {
  return (parameters.get('area') ?? 1) * (parameters.get('m') ?? 1);
}

function idealDiode(place: GraphPlace): Branch[] {
  return graphBranches(place, { vertices: [{ v: 0, i: 0 }], left: 0, right: Infinity });
}

function piecewiseLinear(
  element: FlatElement,
  place: GraphPlace,
  context: EmissionContext,
  isSmooth: boolean,
): Branch[] {
  const given = element.model?.parameters;
  const area = scaleOf(element);
  const ron = given?.get('ron') ?? 1;
  const roff = given?.get('roff') ?? 1e12;
  const rrev = given?.get('rrev') ?? ron;
  const vrev = given?.get('vrev') ?? Infinity;
  if (!(ron < roff && rrev < roff)) {
    context.diagnostics.error(
      'diode-resistances',
      `diode ${element.name} has Ron = ${ron} Ohm or Rrev = ${rrev} Ohm, not below Roff = ${roff} Ohm`,
      element.model?.span ?? element.span,
      { hint: `make Ron and Rrev smaller than Roff in model ${element.model?.name ?? ''}` },
    );
    return [];
  }
  const soft: DiodeRegions = {
    ...{ on: area / Math.max(ron, leastOn), reverse: area / Math.max(rrev, leastOn), off: area / roff },
    ...{ vfwd: given?.get('vfwd') ?? 0, vrev },
    ...{ epsilon: given?.get('epsilon') ?? 0, revEpsilon: given?.get('revepsilon') ?? 0 },
    limit: area * (given?.get('ilimit') ?? Infinity),
    revLimit: area * (given?.get('revilimit') ?? Infinity),
  };
  if (isSmooth && isSoft(soft)) return softBranches(soft, place);
  if (isLimited(soft)) {
    noteModel(element, context, 'diode-fit', 'has the tanh of its limit in segments, within 0.2 % of it');
    return limitedBranches(soft, place);
  }
  const { vfwd, vrev: breakdown } = withSharpCorners(soft);
  return regionBranches({ ron, roff, rrev, vfwd, vrev: breakdown, scale: area }, place);
}

function seriesOf(element: FlatElement, { options }: EmissionContext): number {
  return Math.max(modelValues(element)('rs', 0), options.minres) / scaleOf(element);
}

function exponentialLaw(element: FlatElement, series: number, context: EmissionContext): ExponentialDiode {
  const given = modelValues(element);
  const emission = given('n', 1);
  const at = temperaturesOf(element, context);
  const growth = saturationGrowth(at, given('eg', 1.11), given('xti', 3), emission);
  return {
    saturation: scaleOf(element) * given('is', 1e-14) * growth,
    slopeVoltage: emission * thermalVoltage(at.celsius),
    series,
  };
}

function exponential(
  element: FlatElement,
  place: GraphPlace,
  series: number,
  context: EmissionContext,
): Branch[] {
  const law = exponentialLaw(element, series, context);
  const lost = smoothOnly.filter(({ name }) => element.model?.parameters.has(name) === true);
  if (lost.length > 0) {
    const names = lost.map(({ name }) => name.toUpperCase()).join(', ');
    noteModel(element, context, 'diode-left-out', `is fitted without ${names}`);
  }
  const { pwltol } = context.options;
  if (
    !checkSaturation(`diode ${element.name}`, law, element, context, ', or Ron and Vfwd instead of IS and N')
  )
    return [];
  const largest = currentRange(series, context);
  const range = `from ${smallestCurrent} A to ${largest} A`;
  const drop = diodeVoltage(law, largest);
  let branches: Branch[];
  if (drop < pwltol) {
    branches = dropless(place, law, largest, pwltol);
    noteModel(
      element,
      context,
      'negligible-drop',
      `drops at most ${volts(drop)} ${range}, below pwltol = ${volts(pwltol)}: its diodes are ideal`,
    );
  } else {
    const fit = fitDiode(law, pwltol, largest);
    if (fit === undefined) {
      context.diagnostics.error(
        'diode-fit',
        `the exponential of diode ${element.name} needs more than ${largestSegmentCount} segments ${range} ` +
          `for pwltol = ${volts(pwltol)}`,
        element.model?.span ?? element.span,
        { hint: 'raise option pwltol, or give Ron and Vfwd instead of IS and N' },
      );
      return [];
    }
    branches = fittedBranches(place, law, fit);
    const count = fit.graph.vertices.length;
    const upTo = Math.min(largest, largestCurrent);
    const beyond = largest > upTo ? ` and ${volts(beyondFactor * fit.error)} to ${largest} A` : '';
    const error = `within ${volts(fit.error)} from ${smallestCurrent} A to ${upTo} A${beyond}`;
    noteModel(
      element,
      context,
      'diode-fit',
      `is fitted by ${count} segment${count > 1 ? 's' : ''}, ${error}`,
    );
  }
  const breakdown = element.model?.parameters.get('bv') ?? 0;
  if (breakdown > 0 && breakdown < Infinity) {
    const ends = namer(place, branches);
    ends(false, (at) => ({ kind: 'unilateral', ...at, resistance: series, threshold: breakdown }));
  }
  return branches;
}

function noteModel(element: FlatElement, context: EmissionContext, code: string, what: string): void {
  const message = `diode model ${element.model?.name ?? ''} ${what}`;
  noteOnce(context.diagnostics, code, message, element.model?.span ?? element.span);
}

function volts(value: number): string {
  return `${Number(value.toPrecision(3))} V`;
}
