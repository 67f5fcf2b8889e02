/** The parameters of NPN and PNP models: SPICE's, by Gummel and Poon. */
import { flickerParameters } from '../parts/flicker-parameters.js';
import type { ModelSyntax, ParameterSpec } from '../../../netlist/language.js';
import { levelParameter } from '../parts/model-level.js';
import { spec } from '../parts/parameter-spec.js';

/** Levels 2 and 3 are dialects of Gummel and Poon; from 4 on (VBIC, Mextram, HICUM) it is another law. */
export const highestLevel = 3;

/** What straight segments leave out; SPICE takes 0 for none in those that are reciprocal. */
const beyondEbersMoll: readonly ParameterSpec[] = [
  {
    ...spec('vaf', 'V', undefined, 'non-negative', 'forward Early voltage; 0 or absent: none'),
    aliases: ['va'],
    infinite: true,
  },
  {
    ...spec('var', 'V', undefined, 'non-negative', 'reverse Early voltage; 0 or absent: none'),
    aliases: ['vb'],
    infinite: true,
  },
  {
    ...spec('ikf', 'A', undefined, 'non-negative', 'forward knee current; 0 or absent: none'),
    aliases: ['ik'],
    infinite: true,
  },
  {
    ...spec('ikr', 'A', undefined, 'non-negative', 'reverse knee current; 0 or absent: none'),
    infinite: true,
  },
  { ...spec('nkf', '', 0.5, 'positive', 'exponent of high injection'), aliases: ['nk'] },
  spec('ise', 'A', 0, 'non-negative', 'leakage of base-emitter; above 1: a multiple of IS'),
  spec('ne', '', 1.5, 'positive', 'emission coefficient of ISE'),
  spec('isc', 'A', 0, 'non-negative', 'leakage of base-collector; above 1: a multiple of IS'),
  spec('nc', '', 2, 'positive', 'emission coefficient of ISC'),
  spec('c2', '', undefined, 'non-negative', 'another name of ISE, which goes before'),
  spec('c4', '', undefined, 'non-negative', 'another name of ISC, which goes before'),
  spec('rbm', 'Ohm', undefined, 'non-negative', 'base resistance at high currents; absent: RB'),
  {
    ...spec(
      'irb',
      'A',
      undefined,
      'non-negative',
      'base current at which RB has fallen halfway to RBM; 0 or absent: by the base charge',
    ),
    infinite: true,
  },
  spec('xtf', '', 0, 'finite', 'growth of TF with current'),
  {
    ...spec(
      'vtf',
      'V',
      undefined,
      'non-negative',
      'voltage of base-collector that changes XTF; 0 or absent: none',
    ),
    infinite: true,
  },
  spec('itf', 'A', 0, 'non-negative', 'current at which XTF acts'),
  spec(
    'ptf',
    'degrees',
    0,
    'finite',
    'excess phase of the collector current at 1/(2 pi TF), by Weil in transients',
  ),
  spec('xcjc', '', 1, 'unit-interval', 'part of CJC behind the base resistance'),
  { ...spec('cjs', 'F', 0, 'non-negative', 'substrate capacitance at 0 V'), aliases: ['ccs', 'cjcs'] },
  { ...spec('vjs', 'V', 0.75, 'positive', 'substrate junction potential'), aliases: ['ps'] },
  { ...spec('mjs', '', 0, 'non-negative', 'grading coefficient of CJS; 0: constant'), aliases: ['ms'] },
  spec('iss', 'A', 0, 'non-negative', 'saturation current of the substrate junction'),
  spec('ns', '', 1, 'positive', 'emission coefficient of ISS'),
  spec(
    'subs',
    '',
    undefined,
    'finite',
    'substrate at the collector (1) or at the base (-1); absent: by npn, pnp',
  ),
  spec('eg', 'eV', 1.11, 'finite', 'energy gap, for IS at other temperatures'),
  spec('xti', '', 3, 'finite', 'temperature exponent of IS'),
  spec('xtb', '', 0, 'finite', 'temperature exponent of BF and BR'),
  spec('trb1', '1/K', 0, 'finite', 'linear growth of RB'),
  spec('trb2', '1/K^2', 0, 'finite', 'quadratic growth of RB'),
  spec('trm1', '1/K', 0, 'finite', 'linear growth of RBM'),
  spec('trm2', '1/K^2', 0, 'finite', 'quadratic growth of RBM'),
  spec('trc1', '1/K', 0, 'finite', 'linear growth of RC'),
  spec('trc2', '1/K^2', 0, 'finite', 'quadratic growth of RC'),
  spec('tre1', '1/K', 0, 'finite', 'linear growth of RE'),
  spec('tre2', '1/K^2', 0, 'finite', 'quadratic growth of RE'),
];

/** Names of what straight segments leave out. */
export const smoothOnly: readonly string[] = Object.freeze(beyondEbersMoll.map(({ name }) => name));

function junctionParameters(side: 'e' | 'c'): ParameterSpec[] {
  const name = side === 'e' ? 'base-emitter' : 'base-collector';
  return [
    spec(`cj${side}`, 'F', 0, 'non-negative', `${name} capacitance at 0 V`),
    { ...spec(`vj${side}`, 'V', 0.75, 'positive', `${name} junction potential`), aliases: [`p${side}`] },
    {
      ...spec(`mj${side}`, '', 0.33, 'non-negative', `${name} grading coefficient; 0: constant`),
      aliases: [`m${side}`],
    },
  ];
}

export function bipolarModel(type: 'npn' | 'pnp'): ModelSyntax {
  return {
    type,
    ...(type === 'pnp' && { aliases: ['lpnp'] }),
    doc: type === 'pnp' ? 'PNP transistor; lateral (LPNP) unless SUBS = 1.' : 'NPN transistor.',
    parameters: [
      levelParameter(highestLevel),
      spec('is', 'A', 1e-16, 'positive', 'transport saturation current'),
      spec('bf', '', 100, 'positive', 'forward current gain'),
      spec('br', '', 1, 'positive', 'reverse current gain'),
      spec('nf', '', 1, 'positive', 'forward emission coefficient'),
      spec('nr', '', 1, 'positive', 'reverse emission coefficient'),
      spec('rb', 'Ohm', 0, 'non-negative', 'base resistance'),
      spec('rc', 'Ohm', 0, 'non-negative', 'collector resistance'),
      spec('re', 'Ohm', 0, 'non-negative', 'emitter resistance'),
      ...junctionParameters('e'),
      ...junctionParameters('c'),
      spec('fc', '', 0.5, 'finite', 'part of the potentials above which capacitances are linear, below 1'),
      spec('tf', 's', 0, 'non-negative', 'forward transit time'),
      spec('tr', 's', 0, 'non-negative', 'reverse transit time'),
      { ...spec('tnom', 'Celsius', 27, 'temperature', 'temperature of the given values'), aliases: ['tref'] },
      ...beyondEbersMoll,
      ...flickerParameters,
    ],
    ignored: [
      ...['isub', 'ise0'],
      ...['rco', 'vo', 'gamma', 'qco', 'quasimod', 'vg', 'cn', 'd', 'tlev', 'tlevc'],
    ],
  };
}
