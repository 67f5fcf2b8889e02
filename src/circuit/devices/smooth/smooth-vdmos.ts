/**
 * M with a VDMOS model as smooth laws: the channel (`laws/vdmos-law.ts`) behind RD and RS, the gate behind RG with CGS and the charge
 * to the drain (`laws/vdmos-gate-law.ts`), RDS across, and the body diode with RB from source to drain.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import { diodeLaw, diodeParameters, staticDiodeLaw } from '../../laws/diode-law.js';
import { polynomialGrowth, readerOf } from '../../laws/law-parameters.js';
import { vdmosGateDrainLaw, vdmosGateDrainParameters } from '../../laws/mosfet/vdmos-gate-law.js';
import { vdmosLaw, vdmosParameters } from '../../laws/mosfet/vdmos-law.js';
import type { Branch, SmoothBranch } from '../../primitives.js';
import { isOpen, temperaturesOf } from '../parts/element-parts.js';
import { addCapacitance, behindResistance, partOf } from '../semiconductors/junction.js';
import { junction, smoothModel, twoNodeLaw } from './smooth-parts.js';

/** Of the body diode what differs from a diode: ngspice's defaults. */
const bodyDefaults: ReadonlyMap<string, number> = new Map([
  ['vj', 0.8],
  ['ibv', 1e-10],
]);

const charges = Object.freeze({ linear: ['fc'], gradings: ['m'], transits: ['tt'] });

export function smoothVdmos(element: FlatElement, context: EmissionContext): SmoothBranch[] {
  const { name } = element;
  const [drain = '', gate = '', source = ''] = element.nodes;
  const at = temperaturesOf(element, context);
  const model = smoothModel(element, context, charges);
  if (model === undefined) return [];
  for (const [parameter, value] of bodyDefaults) if (!model.has(parameter)) model.set(parameter, value);
  const breakdown = model.get('bv');
  if (breakdown !== undefined) model.set('bv', Math.abs(breakdown));
  const given = readerOf(model);
  const count = element.parameters.get('m') ?? 1;
  const rise = at.celsius - at.nominal;
  const branches: SmoothBranch[] = [];
  const resistance = (part: string): number =>
    (given(part, 0) / count) * polynomialGrowth(rise, given(`t${part}1`, 0), given(`t${part}2`, 0));
  const d = behindResistance(branches, name, 'rd', drain, resistance('rd'));
  const s = behindResistance(branches, name, 'rs', source, resistance('rs'));
  const g = behindResistance(branches, name, 'rg', gate, resistance('rg'));
  const sign = given('pchan', 0) !== 0 ? -1 : 1;
  branches.push({
    ...{ kind: 'law', name, element: name, a: d, b: s, reads: [d, g, s], rows: [d, s], law: vdmosLaw },
    ...((d !== drain || s !== source) && { across: { a: drain, b: source } }),
    parameters: vdmosParameters(sign, model, element.parameters, at),
  });
  const passive: Branch[] = [];
  addCapacitance(passive, partOf(name, 'cgs', g, s), count * given('cgs', 0));
  const leak = given('rds', Infinity) / count;
  if (!isOpen(leak) && drain !== source) {
    passive.push({ kind: 'resistance', ...partOf(name, 'rds', drain, source), resistance: leak });
  }
  branches.push(...passive);
  if (given('cgdmax', 0) > 0 || given('cgdmin', 0) > 0) {
    const parameters = vdmosGateDrainParameters(sign, model, count);
    branches.push(twoNodeLaw(name, 'cgd', [g, d], { law: vdmosGateDrainLaw, parameters }));
  }
  // The body diode, from source to drain of an n channel.
  const [anode, cathode] = sign === 1 ? [source, drain] : [drain, source];
  if (anode !== cathode && given('is', 1e-14) > 0) {
    const inner = behindResistance(branches, name, 'rb', anode, resistance('rb'));
    const law = ['cjo', 'tt'].some((parameter) => given(parameter, 0) > 0) ? diodeLaw : staticDiodeLaw;
    const parameters = diodeParameters(model, new Map([['m', count]]), at);
    branches.push(junction(name, 'body', [inner, cathode], { law, parameters }));
  }
  return branches;
}
