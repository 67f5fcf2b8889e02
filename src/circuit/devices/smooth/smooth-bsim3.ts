/**
 * M of levels 8 and 49 as SPICE's smooth laws: BSIM3v3 (`laws/bsim3-law.ts`) behind RSH times NRD and NRS, and the junctions of the
 * bulk (`laws/bsim3-junction-law.ts`).
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import { bsim3BulkJunction, bsim3EndResistance } from '../../laws/bsim3/bsim3-bulk.js';
import { bsim3JunctionLaw } from '../../laws/bsim3/bsim3-junction-law.js';
import { bsim3Law } from '../../laws/bsim3/bsim3-law.js';
import { bsim3Faults, bsim3Parameters } from '../../laws/bsim3/bsim3-parameters.js';
import { addedFrom } from '../../laws/bsim3/bsim3-size.js';
import { bsim3Values, bsim3Version, oldestBsim3 } from '../../laws/bsim3/bsim3-values.js';
import type { LawBranch, SmoothBranch } from '../../primitives.js';
import { temperaturesOf } from '../parts/element-parts.js';
import { behindResistance } from '../semiconductors/junction.js';
import { bulkJunctions, noteLeftOut, sharedInstance, smoothModel } from './smooth-parts.js';

const charges = Object.freeze({ linear: [], gradings: ['mj', 'mjsw', 'mjswg'], transits: [] });

export function smoothBsim3(element: FlatElement, context: EmissionContext): SmoothBranch[] {
  const { name } = element;
  const [drain = '', gate = '', source = '', bulk = source] = element.nodes;
  const instance = sharedInstance(element, context, () => instanceOf(element, context));
  if (instance === undefined) return [];
  const branches: SmoothBranch[] = [];
  const d = behindResistance(branches, name, 'rd', drain, instance.drain);
  const s = behindResistance(branches, name, 'rs', source, instance.source);
  const ends = [d, gate, s, bulk];
  const transistor: LawBranch = {
    ...{ kind: 'law', name, element: name, a: d, b: s, reads: ends, rows: ends },
    ...{ law: bsim3Law, parameters: instance.parameters },
  };
  const isBare = d === drain && s === source;
  branches.push(isBare ? transistor : { ...transistor, across: { a: drain, b: source } });
  const junctions = {
    bd: { law: bsim3JunctionLaw, parameters: instance.bd },
    bs: { law: bsim3JunctionLaw, parameters: instance.bs },
  };
  branches.push(...bulkJunctions(element, bulk, { drain: d, source: s }, junctions));
  return branches;
}

/** What all transistors of one model and equal parameters share. */
interface Instance {
  /** Ohms of its ends. */
  readonly drain: number;
  readonly source: number;
  readonly parameters: Float64Array;
  readonly bd: Float64Array;
  readonly bs: Float64Array;
}

/** Works it out; undefined after reporting. */
function instanceOf(element: FlatElement, context: EmissionContext): Instance | undefined {
  const { name, span } = element;
  const model = smoothModel(element, context, charges);
  const version = versionOf(element, context);
  if (model === undefined || version === undefined) return undefined;
  const at = temperaturesOf(element, context);
  const type = element.model?.type.startsWith('pmos') === true ? 'pmos' : 'nmos';
  const values = bsim3Values(type, model, element.parameters, at, version);
  const parameters = bsim3Parameters(values);
  const faults = bsim3Faults(values, parameters);
  if (faults.length > 0) {
    context.diagnostics.error('bsim3-parameters', `${name}: ${faults.join('; ')}`, span, {
      hint: 'look at L and W of the element, and at these parameters of its model',
    });
    return undefined;
  }
  noteLeftOut(element, context, leftOut(element, version));
  const count = element.parameters.get('m') ?? 1;
  return {
    drain: bsim3EndResistance(values, 'd') / count,
    source: bsim3EndResistance(values, 's') / count,
    parameters,
    bd: bsim3BulkJunction(values, 'd', at),
    bs: bsim3BulkJunction(values, 's', at),
  };
}

/** VERSION as a number; undefined after reporting one of another model. */
function versionOf({ name, model, span }: FlatElement, { diagnostics }: EmissionContext): number | undefined {
  const written = model?.texts?.get('version');
  const version = bsim3Version(written);
  if (version !== undefined) return version;
  diagnostics.error(
    'bsim3-version',
    `${name}: version ${written ?? ''} of BSIM3 is not known`,
    model?.span ?? span,
    {
      hint: 'write version=3.1, 3.2, 3.2.2, 3.2.4 or 3.3',
    },
  );
  return undefined;
}

/** What is not modelled, where it is asked for. */
function leftOut({ model, parameters }: FlatElement, version: number): readonly string[] {
  const given = (parameter: string): number =>
    parameters.get(parameter) ?? model?.parameters.get(parameter) ?? 0;
  const written = Number.parseFloat(model?.texts?.get('version') ?? '');
  const added = ['xl', 'xw'].filter((name) => given(name) !== 0).map((name) => name.toUpperCase());
  return [
    ...(written < oldestBsim3 ? [`what version ${written} has apart from ${oldestBsim3} is`] : []),
    ...(version < addedFrom && added.length > 0
      ? [
          `${added.join(' and ')}, which no version before ${addedFrom} has, ${added.length > 1 ? 'are' : 'is'}`,
        ]
      : []),
    ...(given('nqsmod') > 0 ? ['the time that charges need (NQSMOD) is'] : []),
    ...(given('noimod') > 1 ? ['noise other than that of NOIMOD = 1 is'] : []),
    ...(given('acm') > 0 ? ['areas by the geometry of drain and source (ACM) are'] : []),
  ];
}
