/**
 * What the charges of a transistor or diode start from under `uic`: the voltages that its `ic=` gives, else those of `.ic`. Its inner
 * nodes start where the terminals are behind whose resistances they lie: nobody can name them, and no current flows yet.
 */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Device, EmissionContext } from '../device.js';
import type { NodeVoltage, SmoothBranch } from '../primitives.js';

/** Returns the branches of an element, those that store a charge starting so where that is not from the voltages of their nodes. */
export function fromInitialVoltages<Kind extends SmoothBranch>(
  branches: readonly Kind[],
  { syntax: { initialVoltages } }: Pick<Device, 'syntax'>,
  element: FlatElement,
  { uic }: Pick<EmissionContext, 'uic'>,
): readonly Kind[] {
  if (uic !== true || !initialVoltages) return branches;
  const { nodes, parameters } = element;
  const outer = terminalsBefore(branches, element);
  const from = nodes[initialVoltages.from] ?? '';
  const given = new Map<string, number>();
  for (const { parameter, terminal } of initialVoltages.of) {
    const [value, node] = [parameters.get(parameter), nodes[terminal]];
    if (value !== undefined && node !== undefined && node !== from) given.set(node, value);
  }
  if (outer.size + given.size === 0) return branches;
  const seen = (voltageOf: NodeVoltage): NodeVoltage => {
    return (node) => {
      const terminal = outer.get(node) ?? node;
      const volts = given.get(terminal);
      return volts === undefined ? voltageOf(terminal) : voltageOf(from) + volts;
    };
  };
  return branches.map((branch): Kind => {
    if (branch.kind === 'law') return { ...branch, startsFrom: seen };
    if (branch.kind !== 'capacitance' || branch.initial !== undefined) return branch;
    const { a, b, startsFrom } = branch;
    const starts = (voltageOf: NodeVoltage): number => {
      const at = seen(voltageOf);
      return startsFrom?.(at) ?? at(a) - at(b);
    };
    return { ...branch, startsFrom: starts };
  });
}

/** The terminal that each inner node lies behind. */
function terminalsBefore(
  branches: readonly SmoothBranch[],
  { name, nodes }: FlatElement,
): Map<string, string> {
  const terminal = new Map<string, string>();
  const ties = branches.flatMap((branch): (readonly [string, string])[] => {
    if (branch.kind === 'resistance') return [[branch.a, branch.b]];
    return branch.kind === 'law' ? [...(branch.behind ?? [])] : [];
  });
  const add = (inner: string, node: string): void => {
    const found = nodes.includes(node) ? node : terminal.get(node);
    if (found !== undefined && inner.startsWith(`${name}#`) && !terminal.has(inner))
      terminal.set(inner, found);
  };
  for (let known = -1; known < terminal.size;) {
    known = terminal.size;
    for (const [a, b] of ties) {
      add(a, b);
      add(b, a);
    }
  }
  return terminal;
}
