/**
 * `.model name core`: the material and the sizes of a magnetic core, in the units of PSpice and Xyce (A/m, cm, cm^2).
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ModelSyntax } from '../../../netlist/language.js';
import { modelValues } from '../parts/element-parts.js';
import type { Ferromagnet } from './jiles-atherton.js';

export const coreModel: ModelSyntax = {
  type: 'core',
  doc: 'Magnetic core with hysteresis (Jiles and Atherton), of a K whose inductors are windings.',
  parameters: [
    {
      name: 'level',
      unit: '',
      default: 1,
      range: 'positive',
      doc: '1: the loss does not depend on the rate; 2: the sign of dB/dt is tanh(delv v/vinf), v at the first winding',
    },
    { name: 'ms', unit: 'A/m', default: 1e6, range: 'positive', doc: 'saturation magnetization' },
    { name: 'a', unit: 'A/m', default: 1000, range: 'positive', doc: 'shape of the anhysteretic curve' },
    {
      name: 'k',
      unit: 'A/m',
      default: 500,
      range: 'positive',
      aliases: ['kirr'],
      doc: 'pinning of walls: about the coercive field',
      hint: 'give a small one, or c=1, for a core without hysteresis',
    },
    {
      name: 'c',
      unit: '',
      default: 0.2,
      range: 'unit-interval',
      doc: 'reversible part; 1: no hysteresis',
    },
    { name: 'alpha', unit: '', default: 5e-5, range: 'non-negative', doc: 'coupling of domains' },
    {
      name: 'area',
      unit: 'cm^2',
      default: 0.1,
      range: 'positive',
      doc: 'cross-section',
      hint: 'give the cross-section of the core in cm^2',
    },
    {
      name: 'path',
      unit: 'cm',
      default: 1,
      range: 'positive',
      doc: 'length of the magnetic path, gap included',
      hint: 'give the mean length around the core in cm',
    },
    { name: 'gap', unit: 'cm', default: 0, range: 'non-negative', doc: 'length of the air gap' },
    { name: 'pack', unit: '', default: 1, range: 'positive', doc: 'part of the cross-section that is iron' },
    {
      name: 'betah',
      unit: '',
      default: 1e-4,
      range: 'non-negative',
      doc: 'width of the breakpoint at H = 0, of a',
    },
    {
      name: 'betam',
      unit: '',
      default: 3.125e-5,
      range: 'non-negative',
      doc: 'width of the breakpoint on the anhysteretic curve, of ms',
    },
    {
      name: 'delvscaling',
      unit: '1/V',
      default: 1e3,
      range: 'positive',
      doc: 'with constdelvscaling, the sign of dB/dt is tanh(delvscaling v), v at the first winding',
    },
    { name: 'constdelvscaling', unit: '', default: 0, range: 'finite', doc: '1: delvscaling is taken' },
    { name: 'delv', unit: '', default: 0.1, range: 'positive', doc: 'slope of the sign of level 2' },
    { name: 'vinf', unit: 'V', default: 1, range: 'positive', doc: 'voltage of the sign of level 2' },
    {
      name: 'bhsiunits',
      unit: '',
      default: 0,
      range: 'finite',
      doc: '1: b and h in T and A/m, not G and Oe',
    },
  ],
  ignored: [
    ...['clim', 'includemequ', 'gamma', 'tnom', 'tc1', 'tc2', 'pzerotol', 'outputstatevars', 'factorms'],
    ...['mvarscaling', 'rvarscaling', 'meqnscaling', 'reqnscaling', 'includedeltam', 'userkintegration'],
    ...['usestatederiv', 'voltagelimiterflag', 'maglimitthres', 'rlimitthres'],
  ],
};

/** A core as its K card and model give it. */
export interface CoreParameters {
  readonly material: Ferromagnet;
  /** Metres; of m cores in parallel m times that of one. */
  readonly path: number;
  /** Square metres of iron, times the coefficient of the K card, as Xyce takes it. */
  readonly area: number;
  /** The sign of dB/dt is tanh(slope v), v across the first winding; infinite: the sign of v. */
  readonly signSlope: number;
  /** Factors of b, h and m as written. */
  readonly written: { readonly b: number; readonly h: number; readonly m: number };
}

/** Teslas to gauss, and A/m to oersted: 4 pi / 1000. */
const gauss = 1e4;
const oersted = 4e-3 * Math.PI;

/** Reads the core of a K card; a text says what cannot be, and how to hint it. */
export function coreParameters(element: FlatElement): CoreParameters | { problem: string; hint: string } {
  const value = modelValues(element);
  const { name, value: coefficient = NaN, model, parameters } = element;
  const level = value('level', 1);
  const owner = `model ${model?.name ?? ''}`;
  if (level !== 1 && level !== 2) {
    return { problem: `${owner} is of level ${level}; cores have the levels 1 and 2`, hint: 'write level=1' };
  }
  const [path, gap] = [value('path', 1), value('gap', 0)];
  if (gap >= path) {
    return {
      problem: `${owner} has a gap of ${gap} cm, which is not shorter than its path of ${path} cm`,
      hint: 'give path as the length around the core, gap included',
    };
  }
  if (!(coefficient > 0 && coefficient <= 1)) {
    return {
      problem: `${name} has the coefficient ${coefficient}; windings on a core need one above 0, at most 1`,
      hint: 'write 1, and exchange the nodes of a winding to turn it round',
    };
  }
  const slope = value('constdelvscaling', 0) === 0 ? Infinity : value('delvscaling', 1e3);
  const si = value('bhsiunits', 0) !== 0;
  return {
    material: {
      ms: value('ms', 1e6),
      a: value('a', 1000),
      k: value('k', 500),
      c: value('c', 0.2),
      alpha: value('alpha', 5e-5),
      betah: value('betah', 1e-4),
      betam: value('betam', 3.125e-5),
      gap: gap / path,
    },
    path: 1e-2 * path * (parameters.get('m') ?? 1),
    area: 1e-4 * value('area', 0.1) * value('pack', 1) * coefficient,
    signSlope: level === 2 ? value('delv', 0.1) / value('vinf', 1) : slope,
    written: { b: si ? 1 : gauss, h: si ? 1 : oersted, m: level === 2 ? 1 : 1e-3 },
  };
}
