/**
 * D, by what its model gives (CONVENTIONS 15, 16):
 *
 * - nothing, or capacitance and temperature only: the ideal diode;
 * - any of Ron Roff Vfwd Vrev Rrev: i = v / Roff, slope 1/Ron above Vfwd, slope 1/Rrev below -Vrev;
 * - IS N RS BV ...: a piecewise-linear fit of the exponential (`diode-fit.ts`), reverse breakdown at BV with RS,
 *   the reverse current -Is left out. A drop below pwltol over the whole range is ideal.
 *
 * CJO is a constant capacitance across all; its dependence on the voltage (VJ, M, FC) and TT are ignored.
 * Option ideal=diodes makes all of them ideal; option diode=spice gives a bare D SPICE's defaults.
 */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import { noteOnce } from '../diagnose.js';
import type { Device, EmissionContext } from '../device.js';
import { graphBranches, type GraphPlace, namer } from '../graph.js';
import type { Branch } from '../primitives.js';
import { diodeVoltage, fitDiode, largestCurrent, largestSegmentCount, smallestCurrent } from './diode-fit.js';
import { diodeModel } from './diode-model.js';
import { endsOf, isOpen, seriesBeside } from './element-parts.js';

const piecewiseLinearNames = ['ron', 'roff', 'vfwd', 'vrev', 'rrev'];
const exponentialNames = ['is', 'n', 'rs', 'bv', 'ibv'];
/** Boltzmann's constant over the elementary charge, V/K (exact SI values). */
const boltzmannOverCharge = 1.380649e-23 / 1.602176634e-19;
const zeroCelsius = 273.15;

export const diode: Device = {
  syntax: {
    letter: 'D',
    name: 'diode',
    doc: 'Diode; without parameters ideal: 0 <= i, v <= 0, v i = 0.',
    terminals: ['anode', 'cathode'],
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
    ],
    ignored: ['ic', 'temp', 'dtemp', 'pj', 'n'],
    flags: ['on', 'off'],
  },
  models: [diodeModel],
  branches(element, context) {
    const { name, a, b } = endsOf(element);
    const level = element.model?.parameters.get('level') ?? 1;
    if (level > highestLevel) {
      context.diagnostics.error(
        'diode-level',
        `${name}: diode level ${level} is not supported`,
        element.model?.span ?? element.span,
        { cure: 'use level 1' },
      );
      return [];
    }
    const branches = conduction(element, context);
    const least = isExponential(element, context) ? context.options.mincap : 0;
    const capacitance = Math.max(element.model?.parameters.get('cjo') ?? 0, least) * scaleOf(element);
    if (capacitance > 0 && branches.length > 0) {
      branches.push({ kind: 'capacitance', name: `${name}#cjo`, element: name, a, b, capacitance });
    }
    return branches;
  },
};

/** Levels 2 and 3 add to level 1 what is no static law: geometry, tunnelling far below the forward drop. */
const highestLevel = 3;

function conduction(element: FlatElement, context: EmissionContext): Branch[] {
  const given = element.model?.parameters ?? new Map<string, number>();
  const place = endsOf(element);
  if (isIdeal(context)) return idealDiode(place);
  if (piecewiseLinearNames.some((name) => given.has(name))) return piecewiseLinear(element, context);
  if (isExponential(element, context)) return exponential(element, context);
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

/** Diodes in parallel: the factor of currents and capacitances. */
function scaleOf({ parameters }: FlatElement): number {
  return (parameters.get('area') ?? 1) * (parameters.get('m') ?? 1);
}

function idealDiode(place: GraphPlace): Branch[] {
  return graphBranches(place, { vertices: [{ v: 0, i: 0 }], left: 0, right: Infinity });
}

function piecewiseLinear(element: FlatElement, context: EmissionContext): Branch[] {
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
      { cure: `make Ron and Rrev smaller than Roff in model ${element.model?.name ?? ''}` },
    );
    return [];
  }
  const branches: Branch[] = [];
  const add = namer(endsOf(element), branches);
  const forward = seriesBeside(ron, roff) / area;
  const threshold = given?.get('vfwd') ?? 0;
  add(true, (ends) => ({ kind: 'unilateral', ...ends, resistance: forward, threshold }));
  if (!isOpen(roff)) add(true, (ends) => ({ kind: 'resistance', ...ends, resistance: roff / area }));
  if (vrev < Infinity) {
    const reverse = seriesBeside(rrev, roff) / area;
    add(false, (ends) => ({ kind: 'unilateral', ...ends, resistance: reverse, threshold: vrev }));
  }
  return branches;
}

function exponential(element: FlatElement, context: EmissionContext): Branch[] {
  const given = element.model?.parameters;
  const area = scaleOf(element);
  const emission = given?.get('n') ?? 1;
  const law = {
    saturation: area * saturationAt(element, context.options.temp, emission),
    slopeVoltage: emission * boltzmannOverCharge * (context.options.temp + zeroCelsius),
    series: Math.max(given?.get('rs') ?? 0, context.options.minres) / area,
  };
  const { pwltol } = context.options;
  const range = `from ${smallestCurrent} A to ${largestCurrent} A`;
  const drop = diodeVoltage(law, largestCurrent);
  let branches: Branch[];
  if (drop < pwltol) {
    branches = idealDiode(endsOf(element));
    noteModel(
      element,
      context,
      'negligible-drop',
      `drops at most ${volts(drop)} ${range}, below pwltol = ${volts(pwltol)}: its diodes are ideal`,
    );
  } else {
    const fit = fitDiode(law, pwltol);
    if (fit === undefined) {
      context.diagnostics.error(
        'diode-fit',
        `the exponential of diode ${element.name} needs more than ${largestSegmentCount} segments ${range} ` +
          `for pwltol = ${volts(pwltol)}`,
        element.model?.span ?? element.span,
        { cure: 'raise option pwltol, or give Ron and Vfwd instead of IS and N' },
      );
      return [];
    }
    branches = graphBranches(endsOf(element), fit.graph);
    const count = fit.graph.vertices.length;
    const error = `within ${volts(fit.error)} ${range}`;
    noteModel(
      element,
      context,
      'diode-fit',
      `is fitted by ${count} segment${count > 1 ? 's' : ''}, ${error}`,
    );
  }
  const breakdown = given?.get('bv');
  if (breakdown !== undefined && breakdown < Infinity) {
    const { series } = law;
    const ends = namer(endsOf(element), branches);
    ends(false, (at) => ({ kind: 'unilateral', ...at, resistance: series, threshold: breakdown }));
  }
  return branches;
}

/** Is at a temperature in degrees Celsius, by SPICE's law with EG, XTI and TNOM. */
function saturationAt(element: FlatElement, celsius: number, emission: number): number {
  const given = element.model?.parameters;
  const nominal = (given?.get('tnom') ?? 27) + zeroCelsius;
  const kelvin = celsius + zeroCelsius;
  const ratio = kelvin / nominal;
  const gap = (given?.get('eg') ?? 1.11) / (emission * boltzmannOverCharge * kelvin);
  return (
    (given?.get('is') ?? 1e-14) * Math.exp((ratio - 1) * gap) * ratio ** ((given?.get('xti') ?? 3) / emission)
  );
}

function noteModel(element: FlatElement, context: EmissionContext, code: string, what: string): void {
  const message = `diode model ${element.model?.name ?? ''} ${what}`;
  noteOnce(context.diagnostics, code, message, element.model?.span ?? element.span);
}

function volts(value: number): string {
  return `${Number(value.toPrecision(3))} V`;
}
