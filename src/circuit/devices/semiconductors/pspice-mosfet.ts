/**
 * What PSpice's MOS transistors of levels 1 to 3 have beside SPICE's, and LTspice takes from its libraries: resistances RG of the gate,
 * RB of the bulk and RDS beside the channel, and the transit time TT of the body diodes. Source: PSpice's reference, "MOSFET".
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { noteOnce } from '../../diagnose.js';
import type { EmissionContext } from '../../device.js';
import { isOpen } from '../parts/element-parts.js';
import type { Branch } from '../../primitives.js';
import { behindResistance, partOf } from './junction.js';

const names: readonly string[] = Object.freeze(['rg', 'rb', 'rds', 'tt']);

/** A parameter of these, as the dialect of the circuit has it; what that has not is noted. */
export function pspiceValue(
  { model, span }: FlatElement,
  { dialect, diagnostics }: EmissionContext,
): (name: string, otherwise: number) => number {
  const given = names.filter((name) => model?.parameters.has(name) === true);
  if (dialect === 'pspice' || dialect === 'ltspice') {
    return (name, otherwise) => model?.parameters.get(name) ?? otherwise;
  }
  if (given.length > 0) {
    const what = given.map((name) => name.toUpperCase()).join(', ');
    const message = `MOS model ${model?.name ?? ''}: ${what}, which PSpice alone has, ${given.length > 1 ? 'are' : 'is'} left out`;
    noteOnce(diagnostics, 'mos-left-out', message, model?.span ?? span);
  }
  return (_, otherwise) => otherwise;
}

/** Adds the resistances; returns the inner gate and bulk. */
export function innerGateAndBulk(
  branches: Branch[],
  element: FlatElement,
  nodes: { readonly drain: string; readonly gate: string; readonly source: string; readonly bulk: string },
  context: EmissionContext,
): { readonly gate: string; readonly bulk: string } {
  const { name, parameters } = element;
  const given = pspiceValue(element, context);
  const count = parameters.get('m') ?? 1;
  const beside = given('rds', Infinity) / count;
  if (!isOpen(beside)) {
    const ends = partOf(name, 'rds', nodes.drain, nodes.source);
    branches.push({ kind: 'resistance', ...ends, resistance: beside });
  }
  return {
    gate: behindResistance(branches, name, 'rg', nodes.gate, given('rg', 0) / count),
    bulk: behindResistance(branches, name, 'rb', nodes.bulk, given('rb', 0) / count),
  };
}
