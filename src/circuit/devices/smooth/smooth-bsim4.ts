/**
 * M of levels 14 and 54 as SPICE's smooth laws: BSIM4 (`laws/bsim4-law.ts`) behind the resistances of drain and source - of their diffusions,
 * or with RDSMOD = 1 by the voltages -, of the gate and of the bulk, and the junctions of the bulk (`laws/bsim4-junction-law.ts`).
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import { bsim4Faults } from '../../laws/bsim4/bsim4-faults.js';
import { bsim4Geometry, type ChannelEnd } from '../../laws/bsim4/bsim4-geometry.js';
import { bsim4JunctionLaw } from '../../laws/bsim4/bsim4-junction-law.js';
import { bsim4BulkJunction, bsim4SheetResistance } from '../../laws/bsim4/bsim4-junctions.js';
import { bsim4Law } from '../../laws/bsim4/bsim4-law.js';
import { bsim4Parameters } from '../../laws/bsim4/bsim4-parameters.js';
import {
  bsim4BulkResistances,
  bsim4GateResistance,
  type BulkResistances,
} from '../../laws/bsim4/bsim4-resistances.js';
import { bsim4SeriesLaw, bsim4SeriesParameters } from '../../laws/bsim4/bsim4-series-law.js';
import { bsim4Latest, bsim4Values } from '../../laws/bsim4/bsim4-values.js';
import type { LawBranch, SmoothBranch } from '../../primitives.js';
import { temperaturesOf } from '../parts/element-parts.js';
import { behindResistance, partOf } from '../semiconductors/junction.js';
import { junction, noteLeftOut, sharedInstance, smoothModel } from './smooth-parts.js';

const charges = Object.freeze({
  linear: [],
  gradings: ['mjs', 'mjsws', 'mjswgs', 'mjd', 'mjswd', 'mjswgd'],
  transits: [],
});

export function smoothBsim4(element: FlatElement, context: EmissionContext): SmoothBranch[] {
  const { name } = element;
  const [drain = '', gate = '', source = '', bulk = source] = element.nodes;
  const instance = sharedInstance(element, context, () => instanceOf(element, context));
  if (instance === undefined) return [];
  const branches: SmoothBranch[] = [];
  const innerGate = behindResistance(branches, name, 'rg', gate, instance.gate);
  const innerBulk = instance.bulk === undefined ? bulk : `${name}#bulk`;
  const ofGateAndBulk = [innerGate, innerBulk] as const;
  const d = endNode(branches, name, { part: 'rd', outer: drain, own: instance.drain, ofGateAndBulk });
  const s = endNode(branches, name, { part: 'rs', outer: source, own: instance.source, ofGateAndBulk });
  const ends = [d, innerGate, s, innerBulk];
  const transistor: LawBranch = {
    ...{ kind: 'law', name, element: name, a: d, b: s, reads: ends, rows: ends },
    ...{ law: bsim4Law, parameters: instance.parameters },
  };
  const isBare = d === drain && s === source;
  branches.push(isBare ? transistor : { ...transistor, across: { a: drain, b: source } });
  const bulks = addBulk(branches, name, bulk, instance.bulk);
  const isP = element.model?.type.startsWith('pmos') === true;
  for (const { part, end, own } of [
    { part: 'bd', end: d, own: instance.drain },
    { part: 'bs', end: s, own: instance.source },
  ] as const) {
    const node = bulks[part];
    if (node === end) continue;
    const law = { law: bsim4JunctionLaw, parameters: own.junction };
    branches.push(junction(name, part, isP ? [end, node] : [node, end], law));
  }
  return branches;
}

/** What an end of all transistors of one model and equal parameters has. */
interface End {
  /** Ohms of its diffusion; with RDSMOD = 1 the parameters of its law, which holds them. */
  readonly resistance: number;
  readonly series: Float64Array | undefined;
  readonly junction: Float64Array;
}

interface Instance {
  readonly parameters: Float64Array;
  readonly drain: End;
  readonly source: End;
  /** Ohms. */
  readonly gate: number;
  readonly bulk: BulkResistances | undefined;
}

interface OuterEnd {
  readonly part: 'rd' | 'rs';
  readonly outer: string;
  readonly own: End;
  readonly ofGateAndBulk: readonly [gate: string, bulk: string];
}

/** Adds the resistance of an end and returns the node behind it. */
function endNode(
  branches: SmoothBranch[],
  element: string,
  { part, outer, own, ofGateAndBulk }: OuterEnd,
): string {
  if (own.series === undefined) return behindResistance(branches, element, part, outer, own.resistance);
  const inner = `${element}#${part}`;
  const { name } = partOf(element, part, outer, inner);
  branches.push({
    ...{ kind: 'law', name, element, a: outer, b: inner },
    ...{ reads: [outer, inner, ...ofGateAndBulk], rows: [outer, inner] },
    ...{ law: bsim4SeriesLaw, parameters: own.series, behind: [[inner, outer]] },
  });
  return inner;
}

/** Adds the resistances of the bulk and returns the nodes of its junctions. */
function addBulk(
  branches: SmoothBranch[],
  element: string,
  bulk: string,
  paths: BulkResistances | undefined,
): { readonly bd: string; readonly bs: string } {
  if (paths === undefined) return { bd: bulk, bs: bulk };
  const [inner, bd, bs] = [`${element}#bulk`, `${element}#dbulk`, `${element}#sbulk`];
  for (const [part, a, b, resistance] of [
    ['rbpb', inner, bulk, paths.pb],
    ['rbpd', inner, bd, paths.pd],
    ['rbps', inner, bs, paths.ps],
    ['rbdb', bulk, bd, paths.db],
    ['rbsb', bulk, bs, paths.sb],
  ] as const) {
    branches.push({ kind: 'resistance', ...partOf(element, part, a, b), resistance });
  }
  return { bd, bs };
}

/** Works it out; undefined after reporting. */
function instanceOf(element: FlatElement, context: EmissionContext): Instance | undefined {
  const { name, span } = element;
  const model = smoothModel(element, context, charges);
  const version = bsim4VersionOf(element, context);
  if (model === undefined || version === undefined) return undefined;
  const at = temperaturesOf(element, context);
  const type = element.model?.type.startsWith('pmos') === true ? 'pmos' : 'nmos';
  const values = bsim4Values(type, model, element.parameters, at, version);
  const parameters = bsim4Parameters(values);
  const faults = bsim4Faults(values, parameters);
  if (faults.length > 0) {
    context.diagnostics.error('bsim4-parameters', `${name}: ${faults.join('; ')}`, span, {
      hint: 'look at L, W and NF of the element, and at these parameters of its model',
    });
    return undefined;
  }
  noteLeftOut(element, context, leftOut(element));
  const count = element.parameters.get('m') ?? 1;
  const geometry = bsim4Geometry(values.model, values.instance, values.size);
  const end = (of: ChannelEnd): End => {
    const sheet = bsim4SheetResistance(values, geometry, of);
    const isOutside = values.model.get('rdsmod') === 1;
    return {
      resistance: sheet / count,
      series: isOutside ? bsim4SeriesParameters(values, of, sheet) : undefined,
      junction: bsim4BulkJunction(values, geometry, of),
    };
  };
  const bulk = bsim4BulkResistances(values);
  return {
    parameters,
    drain: end('d'),
    source: end('s'),
    gate: bsim4GateResistance(values) / count,
    bulk: bulk && shared(bulk, count),
  };
}

function shared({ pb, pd, ps, db, sb }: BulkResistances, count: number): BulkResistances {
  return { pb: pb / count, pd: pd / count, ps: ps / count, db: db / count, sb: sb / count };
}

/** VERSION as a number, 4.5 of all that are older; undefined after reporting one of another model. */
export function bsim4VersionOf(
  { name, model, span }: FlatElement,
  { diagnostics }: Pick<EmissionContext, 'diagnostics'>,
): number | undefined {
  const written = model?.texts?.get('version');
  if (written === undefined) return bsim4Latest;
  const version = Number(/^4\.\d|^4$/.exec(written)?.[0] ?? NaN);
  if (version <= bsim4Latest) return Math.max(4.5, version);
  diagnostics.error(
    'bsim4-version',
    `${name}: version ${written} of BSIM4 is not known`,
    model?.span ?? span,
    { hint: 'write version=4.5, 4.6, 4.7 or 4.8' },
  );
  return undefined;
}

/** What is not modelled, where it is asked for. */
function leftOut({ model, parameters }: FlatElement): readonly string[] {
  const given = (parameter: string): number =>
    parameters.get(parameter) ?? model?.parameters.get(parameter) ?? 0;
  return [
    ...(given('trnqsmod') > 0 ? ['the time that charges need in transients (TRNQSMOD) is'] : []),
    ...(given('acnqsmod') > 0 ? ['the time that charges need at small signals (ACNQSMOD) is'] : []),
    ...(given('rgatemod') > 1
      ? ["the channel's part of the resistance of the gate (RGATEMOD = 2, 3) is"]
      : []),
    ...(given('tnoimod') > 0 ? ['thermal noise other than that of TNOIMOD = 0 is'] : []),
  ];
}
