/** The parameters of a D model: SPICE's level 1 and LTspice's region-wise linear ones. */
import { flickerParameters } from '../parts/flicker-parameters.js';
import type { ModelSyntax, ParameterSpec } from '../../../netlist/language.js';
import { levelParameter } from '../parts/model-level.js';

/** What a fit of straight segments leaves out; the smooth law has it. */
export const smoothOnly: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  {
    name: 'nbv',
    unit: '',
    range: 'positive',
    aliases: ['nz'],
    doc: 'emission coefficient of the breakdown; absent: N',
  },
  {
    name: 'ikf',
    unit: 'A',
    range: 'non-negative',
    infinite: true,
    aliases: ['ik'],
    doc: 'forward knee current; 0 or absent: none',
  },
  { name: 'ikr', unit: 'A', range: 'positive', infinite: true, doc: 'reverse knee current; absent: none' },
  {
    name: 'jsw',
    unit: 'A/m',
    default: 0,
    range: 'non-negative',
    doc: 'saturation current of the sidewall, of PJ',
  },
  { name: 'ns', unit: '', range: 'positive', doc: 'emission coefficient of JSW; absent: N' },
  { name: 'isr', unit: 'A', default: 0, range: 'non-negative', doc: 'recombination current' },
  {
    name: 'nr',
    unit: '',
    default: 2,
    range: 'positive',
    doc: 'emission coefficient of ISR; 1 in files of ngspice',
  },
  {
    name: 'cjp',
    unit: 'F/m',
    default: 0,
    range: 'non-negative',
    aliases: ['cjsw'],
    doc: 'sidewall capacitance',
  },
  { name: 'php', unit: 'V', default: 1, range: 'positive', aliases: ['vjsw'], doc: 'potential of CJP' },
  { name: 'mjsw', unit: '', default: 0.33, range: 'non-negative', doc: 'grading coefficient of CJP' },
  { name: 'fcs', unit: '', default: 0.5, range: 'finite', doc: 'FC of CJP' },
  { name: 'trs1', unit: '1/K', default: 0, range: 'finite', aliases: ['trs'], doc: 'linear growth of RS' },
  { name: 'trs2', unit: '1/K^2', default: 0, range: 'finite', doc: 'quadratic growth of RS' },
  { name: 'tcv', unit: 'V/K', default: 0, range: 'finite', doc: 'what BV loses in a kelvin' },
  { name: 'tbv1', unit: '1/K', default: 0, range: 'finite', doc: 'linear growth of BV' },
  { name: 'tbv2', unit: '1/K^2', default: 0, range: 'finite', doc: 'quadratic growth of BV' },
  { name: 'tm1', unit: '1/K', default: 0, range: 'finite', doc: 'linear growth of M' },
  { name: 'tm2', unit: '1/K^2', default: 0, range: 'finite', doc: 'quadratic growth of M' },
  { name: 'ttt1', unit: '1/K', default: 0, range: 'finite', doc: 'linear growth of TT' },
  { name: 'ttt2', unit: '1/K^2', default: 0, range: 'finite', doc: 'quadratic growth of TT' },
]);

/** What makes the corners of a law of resistances soft, and its ends flat. */
const softParameters: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  {
    ...{ name: 'epsilon', unit: 'V', default: 0, range: 'non-negative' },
    doc: 'width of the bend behind Vfwd; exact events have a corner in its middle',
  },
  { name: 'revepsilon', unit: 'V', default: 0, range: 'non-negative', doc: 'the same of Vrev' },
  {
    ...{ name: 'ilimit', unit: 'A', range: 'positive', infinite: true },
    doc: 'limit of the forward current, approached as a tanh, which exact events have in segments; absent: none',
  },
  {
    ...{ name: 'revilimit', unit: 'A', range: 'positive', infinite: true },
    doc: 'the same of the reverse current',
  },
]);

/** Levels 2 and 3 add to level 1 what is no static law: geometry, tunnelling far below the forward drop. */
export const highestLevel = 3;

export const diodeModel: ModelSyntax = {
  type: 'd',
  doc: 'Diode: ideal without parameters, piecewise linear by Ron ... , or a fit of the exponential by IS, N ...',
  parameters: [
    {
      name: 'ron',
      unit: 'Ohm',
      default: 1,
      range: 'non-negative',
      doc: 'forward resistance above Vfwd; 0: a short',
    },
    {
      name: 'roff',
      unit: 'Ohm',
      default: 1e12,
      range: 'positive',
      infinite: true,
      doc: 'blocking resistance; >= 1e30: open',
    },
    { name: 'vfwd', unit: 'V', default: 0, range: 'finite', doc: 'forward threshold' },
    {
      name: 'vrev',
      unit: 'V',
      range: 'finite',
      infinite: true,
      doc: 'reverse breakdown voltage; absent: none',
    },
    { name: 'rrev', unit: 'Ohm', range: 'non-negative', doc: 'breakdown resistance; absent: Ron' },
    ...softParameters,
    {
      ...{ name: 'is', unit: 'A', default: 1e-14, range: 'positive', aliases: ['js'] },
      doc: 'saturation current',
    },
    { name: 'n', unit: '', default: 1, range: 'positive', doc: 'emission coefficient' },
    { name: 'rs', unit: 'Ohm', default: 0, range: 'non-negative', doc: 'series resistance' },
    {
      name: 'bv',
      unit: 'V',
      range: 'non-negative',
      infinite: true,
      doc: 'reverse breakdown voltage; 0 or absent: none',
    },
    {
      ...{ name: 'ibv', unit: 'A', range: 'finite', aliases: ['ib'] },
      doc: 'current at BV, which is where breakdown begins if it is 0 or negative (as for P channels of vendors); the fit breaks down sharply at BV',
    },
    {
      name: 'eg',
      unit: 'eV',
      default: 1.11,
      range: 'finite',
      doc: 'energy gap, for IS at other temperatures',
    },
    { name: 'xti', unit: '', default: 3, range: 'finite', doc: 'temperature exponent of IS' },
    {
      name: 'tnom',
      unit: 'Celsius',
      default: 27,
      range: 'temperature',
      aliases: ['tref'],
      doc: 'temperature at which IS was measured',
    },
    levelParameter(highestLevel),
    {
      name: 'cjo',
      unit: 'F',
      default: 0,
      range: 'non-negative',
      aliases: ['cj0', 'cj'],
      doc: 'junction capacitance at 0 V',
    },
    {
      name: 'vj',
      unit: 'V',
      default: 1,
      range: 'positive',
      aliases: ['pb'],
      doc: 'junction potential, on which the capacitance depends',
    },
    {
      name: 'm',
      unit: '',
      default: 0.5,
      range: 'non-negative',
      aliases: ['mj'],
      doc: 'grading coefficient of the capacitance; 0: constant',
    },
    {
      name: 'fc',
      unit: '',
      default: 0.5,
      range: 'finite',
      doc: 'part of VJ above which the capacitance is linear, below 1',
    },
    { name: 'tt', unit: 's', default: 0, range: 'non-negative', doc: 'transit time: charge over current' },
    ...smoothOnly,
    ...flickerParameters,
  ],
  ignored: ['jtun', 'jtunsw', 'ntun', 'rth0', 'cth0'],
};
