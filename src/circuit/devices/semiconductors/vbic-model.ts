/** The parameters of NPN and PNP models of VBIC, levels 4 and 9, in Xyce 11 and 12. */
import { vbicDefaults } from '../../laws/vbic/vbic-parameters.js';
import type { ModelSyntax, ParameterSpec } from '../../../netlist/language.js';
import { type ParameterRow, specsOf } from './parameter-rows.js';

/** Levels of a model card that mean it. */
export const vbicLevels = Object.freeze([4, 9, 11, 12]);

/** Xyce's, whose heat acts without a node too; the first is one without a substrate, whose fourth node is the temperature. */
export const threeTerminalLevel = 11;
export const heatedLevel = 12;

const rows: readonly (readonly [name: string, unit: string, doc: string])[] = [
  ['rcx', 'Ohm', 'collector resistance outside'],
  ['rci', 'Ohm', 'collector resistance inside, of the epitaxial layer'],
  ['vo', 'V', 'drift velocity in it saturates; 0: never'],
  ['gamm', '', 'doping of it; 0: no quasi-saturation'],
  ['hrcf', '', 'high currents in it; 0: none'],
  ['rbx', 'Ohm', 'base resistance outside'],
  ['rbi', 'Ohm', 'base resistance inside'],
  ['re', 'Ohm', 'emitter resistance'],
  ['rs', 'Ohm', 'substrate resistance'],
  ['rbp', 'Ohm', 'base resistance of the parasitic transistor'],
  ['is', 'A', 'transport saturation current'],
  ['nf', '', 'forward emission coefficient'],
  ['nr', '', 'reverse emission coefficient'],
  ['isrr', '', 'IS of the reverse direction over IS'],
  ['fc', '', 'part of potentials above which capacitances are linear or constant'],
  ['cbeo', 'F', 'overlap of base and emitter'],
  ['cje', 'F', 'base-emitter capacitance at 0 V'],
  ['pe', 'V', 'base-emitter potential'],
  ['me', '', 'base-emitter grading coefficient'],
  ['aje', '', 'rounding of its capacitance; 0 and less: none'],
  ['cbco', 'F', 'overlap of base and collector'],
  ['cjc', 'F', 'base-collector capacitance at 0 V'],
  ['qco', 'A s', 'charge of the epitaxial layer'],
  ['cjep', 'F', 'base-collector capacitance outside at 0 V'],
  ['pc', 'V', 'base-collector potential'],
  ['mc', '', 'base-collector grading coefficient'],
  ['ajc', '', 'rounding of its capacitance; 0 and less: none'],
  ['vrt', 'V', 'voltage at which the collector is depleted; 0: never'],
  ['art', '', 'rounding there, with AJC above 0'],
  ['cjcp', 'F', 'substrate capacitance at 0 V'],
  ['ps', 'V', 'substrate potential'],
  ['ms', '', 'substrate grading coefficient'],
  ['ajs', '', 'rounding of its capacitance; 0 and less: none'],
  ['ccso', 'F', 'constant capacitance of the substrate'],
  ['ibei', 'A', 'saturation current of base-emitter'],
  ['wbe', '', 'part of it inside'],
  ['nei', '', 'emission coefficient of IBEI'],
  ['iben', 'A', 'leakage of base-emitter'],
  ['nen', '', 'emission coefficient of IBEN'],
  ['ibci', 'A', 'saturation current of base-collector'],
  ['nci', '', 'emission coefficient of IBCI and IBEIP'],
  ['ibcn', 'A', 'leakage of base-collector'],
  ['ncn', '', 'emission coefficient of IBCN and IBENP'],
  ['avc1', '1/V', 'avalanche of the collector; 0: none'],
  ['avc2', '', 'exponent of it'],
  ['isp', 'A', 'transport saturation current of the parasitic transistor'],
  ['wsp', '', 'part of it outside'],
  ['nfp', '', 'its emission coefficient'],
  ['ibeip', 'A', 'saturation current of its base-emitter'],
  ['ibenp', 'A', 'leakage of its base-emitter'],
  ['ibcip', 'A', 'saturation current of the substrate'],
  ['ncip', '', 'emission coefficient of IBCIP'],
  ['ibcnp', 'A', 'leakage of the substrate'],
  ['ncnp', '', 'emission coefficient of IBCNP'],
  ['vef', 'V', 'forward Early voltage; 0: none'],
  ['ver', 'V', 'reverse Early voltage; 0: none'],
  ['ikf', 'A', 'forward knee current; 0: none'],
  ['ikr', 'A', 'reverse knee current; 0: none'],
  ['ikp', 'A', 'knee current of the parasitic transistor; 0: none'],
  ['tf', 's', 'forward transit time'],
  ['qtf', '', 'TF by the width of the base'],
  ['xtf', '', 'growth of TF'],
  ['vtf', 'V', 'voltage of base-collector that changes XTF; 0: none'],
  ['itf', 'A', 'current at which XTF acts; 0: at any'],
  ['tr', 's', 'reverse transit time'],
  ['td', 's', 'by what the forward current comes later, by Weil'],
  ['qbm', '', '1: the base charge of Gummel and Poon'],
  ['nkf', '', 'exponent of high injection'],
  ['vbbe', 'V', 'breakdown of base-emitter; 0: none'],
  ['nbbe', '', 'its emission coefficient'],
  ['ibbe', 'A', 'its current'],
  ['rth', 'K/W', 'thermal resistance; acts with a fifth node, noted without; of levels 11 and 12 always'],
  ['cth', 'J/K', 'thermal capacitance, likewise'],
  ['xre', '', 'temperature exponent of RE'],
  ['xrb', '', 'that of RBX and RBI where theirs are absent'],
  ['xrbi', '', 'that of RBI'],
  ['xrbx', '', 'that of RBX'],
  ['xrbp', '', 'that of RBP'],
  ['xrc', '', 'that of RCX and RCI where theirs are absent'],
  ['xrci', '', 'that of RCI'],
  ['xrcx', '', 'that of RCX'],
  ['xrs', '', 'that of RS'],
  ['xvo', '', 'that of VO'],
  ['xikf', '', 'that of IKF'],
  ['xis', '', 'that of IS, ISP and GAMM'],
  ['xii', '', 'that of IBEI, IBCI, IBEIP and IBCIP'],
  ['xin', '', 'that of IBEN, IBCN, IBENP and IBCNP'],
  ['xisr', '', 'that of ISRR'],
  ['ea', 'eV', 'gap of IS'],
  ['eaie', 'eV', 'gap of IBEI'],
  ['eaic', 'eV', 'gap of IBCI and IBEIP'],
  ['eais', 'eV', 'gap of IBCIP'],
  ['eane', 'eV', 'gap of IBEN'],
  ['eanc', 'eV', 'gap of IBCN and IBENP'],
  ['eans', 'eV', 'gap of IBCNP'],
  ['eap', 'eV', 'gap of ISP'],
  ['dear', 'eV', 'gap of ISRR'],
  ['tnf', '1/K', 'growth of NF and NR'],
  ['tavc', '1/K', 'growth of AVC2'],
  ['tvbbe1', '1/K', 'linear growth of VBBE'],
  ['tvbbe2', '1/K^2', 'quadratic growth of VBBE'],
  ['tnbbe', '1/K', 'growth of NBBE'],
  ['dtemp', 'K', 'temperature above that of the element'],
  ['kfn', '', '1/f noise of base-emitter'],
  ['afn', '', 'exponent of the current in it'],
  ['bfn', '', 'exponent of the frequency in it'],
];

const usual: ReadonlyMap<string, number> = new Map([
  ['afn', 1],
  ['bfn', 1],
]);
/** What follows from another parameter where it is absent. */
const following: ReadonlySet<string> = new Set(['xrbi', 'xrbx', 'xrci', 'xrcx']);

const positive: ReadonlySet<string> = new Set(
  [
    'is',
    'nf',
    'nr',
    'pe',
    'pc',
    'ps',
    'nei',
    'nen',
    'nci',
    'ncn',
    'nfp',
    'ncip',
    'ncnp',
    'nkf',
    'nbbe',
  ].concat(['bfn']),
);
const anySign = /^(x(?!tf)|e?ea|t(nf|avc|vbbe|nbbe)|aj|dear|dtemp|qtf|xtf|wbe|wsp|isrr|afn|eap)/;
const notNegative: ReadonlySet<string> = new Set(
  rows.map(([name]) => name).filter((name) => !positive.has(name) && !anySign.test(name)),
);
/** Parts of a whole. */
const parts: ReadonlySet<string> = new Set(['wbe', 'wsp']);
const rules = { positive, notNegative, aliases: new Map<string, readonly string[]>() };

const parameters: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  {
    name: 'level',
    unit: '',
    range: 'positive',
    doc: 'model level: 4 or 9, in Xyce 11 (without a substrate) or 12',
  },
  {
    ...{ name: 'tnom', unit: 'Celsius', default: 27, range: 'temperature', aliases: ['tref'] },
    doc: 'temperature of the given values',
  },
  ...specsOf(
    rows.map(([name, unit, doc]): ParameterRow => {
      const value = following.has(name) ? undefined : (usual.get(name) ?? vbicDefaults.get(name) ?? 0);
      return [name, unit, value, doc];
    }),
    rules,
    false,
  ).map((one) => (parts.has(one.name) ? { ...one, range: 'unit-interval' as const } : one)),
]);

export function vbicModel(type: 'npn' | 'pnp'): ModelSyntax {
  return {
    type: `${type}-vbic`,
    written: { type, with: 'level', values: vbicLevels },
    doc: `${type.toUpperCase()} transistor of levels 4 and 9: VBIC 1.2, with heat of its own where a fifth node is its temperature; of Xyce's levels 12, with it wherever RTH is given, and 11, without a substrate, where the fourth node is the temperature.`,
    parameters,
    ignored: ['ebbe', 'vers', 'vref', 'selft', 'gmin'],
  };
}
