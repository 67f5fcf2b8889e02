/** Parts of the smooth forms of devices. */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import type { EmissionContext } from '../../device.js';
import { noteOnce } from '../../diagnose.js';
import type { LawBranch } from '../../primitives.js';
import { partOf } from '../semiconductors/junction.js';

/** What of a model's charges depends on voltage and current. */
interface ChargeNames {
  /** Parts of a potential above which capacitances are straight: below 1. */
  readonly linear: readonly string[];
  readonly gradings: readonly string[];
  /** What ngspice limits gradings to. */
  readonly mostGrading?: number;
  readonly transits: readonly string[];
}

/** Returns the values of an element's model, without gradings and transit times where option charge is "constant"; undefined after reporting. */
export function smoothModel(
  { name, model, span }: FlatElement,
  { options, diagnostics }: EmissionContext,
  { linear, gradings, mostGrading = Infinity, transits }: ChargeNames,
): Map<string, number> | undefined {
  const values = new Map(model?.parameters);
  for (const parameter of linear) {
    const value = values.get(parameter) ?? 0.5;
    if (value < 1) continue;
    diagnostics.error(
      'junction-charge',
      `${name}: ${parameter.toUpperCase()} = ${value} is not below 1`,
      model?.span ?? span,
      { hint: 'take 0.5, which SPICE takes' },
    );
    return undefined;
  }
  for (const parameter of gradings) {
    const value = values.get(parameter) ?? 0;
    if (value <= mostGrading) continue;
    const message = `model ${model?.name ?? ''}: ${parameter.toUpperCase()} = ${value} counts as written; ngspice takes ${mostGrading}`;
    noteOnce(diagnostics, 'grading', message, model?.span ?? span);
  }
  if (options.charge === 'constant') {
    for (const parameter of [...gradings, ...transits]) values.set(parameter, 0);
  }
  return values;
}

/** Notes what of a MOS model is not modelled, once a model. */
export function noteLeftOut(
  { model, span }: FlatElement,
  { diagnostics }: EmissionContext,
  parts: readonly string[],
): void {
  for (const what of parts) {
    const message = `MOS model ${model?.name ?? ''}: ${what} left out`;
    noteOnce(diagnostics, 'mos-left-out', message, model?.span ?? span);
  }
}

/** Returns what an element has in common with all of its model and parameters: worked out once. */
export function sharedInstance<T>(
  element: FlatElement,
  { memo }: EmissionContext,
  make: () => T | undefined,
): T | undefined {
  return memo ? memo.of(element, make) : make();
}

interface PartLaw {
  readonly law: LocalLaw;
  readonly parameters: Float64Array;
}

/** Returns the junctions of a MOS transistor's bulk with its inner drain and source, where these are other nodes. */
export function bulkJunctions(
  { name, model }: FlatElement,
  bulk: string,
  { drain, source }: { readonly drain: string; readonly source: string },
  { bd, bs }: { readonly bd: PartLaw; readonly bs: PartLaw },
): LawBranch[] {
  const isP = model?.type.startsWith('pmos') === true;
  const ends = [
    { part: 'bd', node: drain, law: bd },
    { part: 'bs', node: source, law: bs },
  ];
  return ends
    .filter(({ node }) => node !== bulk)
    .map(({ part, node, law }) => junction(name, part, isP ? [node, bulk] : [bulk, node], law));
}

/** Returns a law between two nodes that is a part of an element, as `partOf` names it. */
export function twoNodeLaw(
  element: string,
  part: string,
  [a, b]: readonly [string, string],
  { law, parameters }: PartLaw,
  junctions?: 'ends',
): LawBranch {
  const { name } = partOf(element, part, a, b);
  const ends = [a, b];
  return { kind: 'law', name, element: name, a, b, reads: ends, rows: ends, law, parameters, junctions };
}

/** Returns the law of a pn junction that is a part of an element. */
export function junction(
  element: string,
  part: string,
  ends: readonly [string, string],
  law: PartLaw,
): LawBranch {
  return twoNodeLaw(element, part, ends, law, 'ends');
}
