/**
 * M with a VDMOS model, the power MOSFET of LTspice and ngspice, for exact events: the Sah channel of `channel.ts` with K = KP, RD, RS
 * and RG, RDS across, CGS, the mean of CGDMAX and CGDMIN between gate and drain, and the body diode with its charge. What
 * bends the channel otherwise (LAMBDA, THETA, MTRIODE, KSUBTHRES) is left out and noted; `smooth-vdmos.ts` has it.
 */
import { flickerParameters } from '../parts/flicker-parameters.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ModelSyntax, ParameterSpec } from '../../../netlist/language.js';
import { noteOnce } from '../../diagnose.js';
import type { EmissionContext } from '../../device.js';
import { saturationGrowth, thermalVoltage } from '../../laws/semiconductor.js';
import type { Branch } from '../../primitives.js';
import { channelBends } from './channel-bends.js';
import { channelBranch } from './channel.js';
import { diodeVoltage, largestCurrent } from './diode-fit.js';
import { isOpen, modelValues, temperaturesOf } from '../parts/element-parts.js';
import { addCapacitance, behindResistance, fittedLaw, partOf, transistorJunction } from './junction.js';
import { spec } from '../parts/parameter-spec.js';

/** K / 2 in A/V^2. */
export function vdmosFactor(element: FlatElement): number {
  return ((element.parameters.get('m') ?? 1) * modelValues(element)('kp', 1)) / 2;
}

export function vdmosBranches(element: FlatElement, context: EmissionContext): Branch[] {
  const { name } = element;
  const [drain = '', gate = '', source = ''] = element.nodes;
  const given = modelValues(element);
  const count = element.parameters.get('m') ?? 1;
  noteLeftOut(element, context);
  const polarity = given('pchan', 0) !== 0 ? -1 : 1;
  const branches: Branch[] = [];
  const d = behindResistance(branches, name, 'rd', drain, given('rd', 0) / count);
  const s = behindResistance(branches, name, 'rs', source, given('rs', 0) / count);
  const g = behindResistance(branches, name, 'rg', gate, given('rg', 0) / count);
  const k = vdmosFactor(element);
  const channel = channelBranch({
    ...{ element: name, drain: d, gate: g, source: s, polarity, k },
    threshold: polarity * given('vto', 0),
    ...channelBends(element, { k, drain, source }, context),
  });
  addCapacitance(branches, partOf(name, 'cgs', g, s), count * given('cgs', 0));
  const mean = (given('cgdmax', 0) + given('cgdmin', 0)) / 2;
  addCapacitance(branches, partOf(name, 'cgd', g, d), count * mean);
  const leak = given('rds', Infinity) / count;
  if (!isOpen(leak) && drain !== source) {
    branches.push({ kind: 'resistance', ...partOf(name, 'rds', drain, source), resistance: leak });
  }
  return [channel, ...branches, ...bodyDiode(element, polarity, context)];
}

/** Breakdown is that of the segments: sharp at BV. */
function bodyDiode(element: FlatElement, polarity: 1 | -1, context: EmissionContext): Branch[] {
  const { name } = element;
  const [drain = '', , source = ''] = element.nodes;
  const given = modelValues(element);
  if (drain === source || given('is', 1e-14) === 0) return [];
  const count = element.parameters.get('m') ?? 1;
  const at = temperaturesOf(element, context);
  const emission = given('n', 1);
  const branches: Branch[] = [];
  const [anode, cathode] = polarity === 1 ? [source, drain] : [drain, source];
  const inner = behindResistance(branches, name, 'rb', anode, given('rb', 0) / count);
  const growth = saturationGrowth(at, given('eg', 1.11), given('xti', 3), emission);
  const law = {
    saturation: count * given('is', 1e-14) * growth,
    slopeVoltage: emission * thermalVoltage(at.celsius),
    series: 0,
  };
  const junction = transistorJunction(
    element,
    {
      ...{ part: 'body', a: inner, b: cathode, law: fittedLaw(law, element, context) },
      forward: diodeVoltage(law, largestCurrent),
      charge: {
        capacitance: count * given('cjo', 0),
        potential: given('vj', 0.8),
        grading: given('m', 0.5),
        linearFrom: given('fc', 0.5),
        transit: given('tt', 0),
      },
    },
    context,
  );
  // Vendors write that of a p channel with the sign of its drain.
  const breakdown = Math.abs(given('bv', Infinity));
  if (breakdown < Infinity) {
    const ends = partOf(name, 'breakdown', cathode, inner);
    branches.push({ kind: 'unilateral', ...ends, resistance: 0, threshold: breakdown });
  }
  return [...branches, ...junction.branches];
}

function noteLeftOut({ model, span }: FlatElement, { diagnostics }: EmissionContext): void {
  const lost = bending.filter(({ name }) => model?.parameters.has(name) === true);
  if (lost.length === 0) return;
  const names = lost.map(({ name }) => name.toUpperCase()).join(', ');
  const message = `VDMOS model ${model?.name ?? ''}: ${names} left out`;
  noteOnce(diagnostics, 'vdmos-left-out', message, model?.span ?? span);
}

/** What straight segments leave out. */
const bending: readonly ParameterSpec[] = Object.freeze([
  spec('lambda', '1/V', 0, 'finite', 'channel length modulation'),
  spec('theta', '1/V', 0, 'finite', 'fall of the mobility with the gate voltage'),
  spec('mtriode', '', 1, 'positive', 'factor of the drain voltage in the triode region'),
  {
    ...spec('ksubthres', 'V', 0.1, 'non-negative', 'width of the soft threshold; 0: sharp'),
    aliases: ['subthres'],
  },
  spec('subshift', 'V', 0, 'finite', 'shift of the soft threshold'),
  spec('tksubthres1', '1/K', 0, 'finite', 'linear growth of KSUBTHRES'),
  spec('tksubthres2', '1/K^2', 0, 'finite', 'quadratic growth of KSUBTHRES'),
  { ...spec('mu', '', -1.5, 'finite', 'temperature exponent of KP'), aliases: ['bex'] },
  { ...spec('tcvth', 'V/K', 0, 'finite', 'fall of VTO with temperature'), aliases: ['vtotc'] },
  spec('a', '', 1, 'positive', 'steepness of the charge between gate and drain'),
  spec('ibv', 'A', 1e-10, 'positive', 'current at BV'),
  spec('nbv', '', undefined, 'positive', 'emission coefficient of the breakdown; absent: N'),
  ...['rd', 'rs', 'rg', 'rb'].flatMap((part) => [
    spec(`t${part}1`, '1/K', 0, 'finite', `linear growth of ${part.toUpperCase()}`),
    spec(`t${part}2`, '1/K^2', 0, 'finite', `quadratic growth of ${part.toUpperCase()}`),
  ]),
]);

export const vdmosModel: ModelSyntax = {
  type: 'vdmos',
  aliases: ['vdmosn', 'vdmosp'],
  doc: 'Vertical power MOSFET: VDMOS(nchan ...) or VDMOSN(...), VDMOS(pchan ...) or VDMOSP(...).',
  flags: new Map([
    ['nchan', { parameter: 'pchan', value: 0 }],
    ['pchan', { parameter: 'pchan', value: 1 }],
    ['vdmosn', { parameter: 'pchan', value: 0 }],
    ['vdmosp', { parameter: 'pchan', value: 1 }],
  ]),
  parameters: [
    spec('pchan', '', 0, 'finite', '1: p channel; the word pchan says so'),
    { ...spec('vto', 'V', 0, 'finite', 'threshold voltage'), aliases: ['vth', 'vt0', 'vth0'] },
    spec('kp', 'A/V^2', 1, 'positive', 'transconductance'),
    spec('rd', 'Ohm', 0, 'non-negative', 'drain resistance'),
    spec('rs', 'Ohm', 0, 'non-negative', 'source resistance'),
    spec('rg', 'Ohm', 0, 'non-negative', 'gate resistance'),
    {
      ...spec('rds', 'Ohm', undefined, 'positive', 'resistance from drain to source; absent: none'),
      infinite: true,
    },
    spec('cgs', 'F', 0, 'non-negative', 'capacitance from gate to source'),
    spec('cgdmax', 'F', 0, 'non-negative', 'capacitance from gate to drain where the gate is higher'),
    spec('cgdmin', 'F', 0, 'non-negative', 'capacitance from gate to drain where the drain is higher'),
    spec('is', 'A', 1e-14, 'non-negative', 'saturation current of the body diode; 0: none, nor its charge'),
    spec('n', '', 1, 'positive', 'emission coefficient of the body diode'),
    spec('rb', 'Ohm', 0, 'non-negative', 'resistance of the body diode'),
    {
      ...spec('bv', 'V', undefined, 'non-zero', 'breakdown voltage, of either sign; absent: none'),
      infinite: true,
    },
    { ...spec('cjo', 'F', 0, 'non-negative', 'capacitance of the body diode at 0 V'), aliases: ['cj0'] },
    spec('vj', 'V', 0.8, 'positive', 'its junction potential'),
    spec('m', '', 0.5, 'non-negative', 'its grading coefficient'),
    spec('fc', '', 0.5, 'finite', 'part of VJ above which it is linear, below 1'),
    spec('tt', 's', 0, 'non-negative', 'transit time of the body diode'),
    spec('eg', 'eV', 1.11, 'finite', 'energy gap, for IS at other temperatures'),
    spec('xti', '', 3, 'finite', 'temperature exponent of IS'),
    spec('tnom', 'Celsius', 27, 'temperature', 'temperature of the given values'),
    ...bending,
    ...flickerParameters,
  ],
  ignored: [...['level', 'rq', 'vq', 'texp0', 'texp1', 'rthjc', 'rthca', 'rth_ext', 'cthj', 'derating']],
};
