/**
 * The capacitor whose current is the derivative of x:
 *
 *     i = C d(x / C)/dt,     C: a power of 2 no larger than what x changes by where all that it reads goes from 0 to 1
 *
 * so that a charge of nanocoulombs is volts there, of which as many digits count as of the voltages that it follows; 1 F where that is no
 * less than a hundredth. What it starts from under `uic`, where nothing is to jump at t = 0, is x with the node voltages of `.ic`, the
 * element's own `ic=` across it or through it, and everything else 0: a charge q(v) + q0 of a capacitor with ic=2 is q(2) + q0.
 */
import type { Expression } from '../../expression/ast.js';
import { variableKey, visitExpression } from '../../expression/map-expression.js';
import { compileExpression } from '../../expression/program.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { CapacitanceBranch } from '../primitives.js';
import { ground } from '../compiler/tree.js';

/** Changes from this on are none of a charge. */
const large = 1e-2;
const least = 2 ** -100;

/** What the derivative is the voltage or current of. */
interface Output {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly output: 'voltage' | 'current';
}

export function differentiator(
  { nodes, parameters }: FlatElement,
  argument: Expression,
  own: Output,
): Pick<CapacitanceBranch, 'capacitance' | 'startsFrom' | 'startsWith'> {
  const probes = new Map<string, Extract<Expression, { kind: 'probe' | 'name' }>>();
  visitExpression(argument, (node) => {
    if (node.kind === 'probe' || node.kind === 'name') probes.set(variableKey(node), node);
  });
  const program = compileExpression(argument, [...probes.keys()]);
  const value = (valueOf: (probe: Extract<Expression, { kind: 'probe' | 'name' }>) => number): number => {
    const found = program?.evaluate(Float64Array.from(probes.values(), valueOf)) ?? 0;
    return Number.isFinite(found) ? found : 0;
  };
  const change = Math.max(...[-1, 1].map((at) => Math.abs(value(() => at) - value(() => 0))));
  const capacitance =
    change > least && change < large && !probes.has('time') ? 2 ** Math.floor(Math.log2(change)) : 1;
  const initial = parameters.get('ic');
  // A series resistance is nothing before a current flows.
  const plus = new Set([own.a, nodes[0]]);
  const startsFrom = (voltageOf: (node: string) => number): number => {
    const at = (node: string): number => {
      if (node === ground) return 0;
      const isHeld = initial !== undefined && own.output === 'current' && plus.has(node);
      return isHeld ? initial + at(own.b) : voltageOf(node);
    };
    const given = value((probe) => {
      if (probe.kind === 'name') return 0;
      const [a = ground, b = ground] = probe.names;
      if (probe.quantity === 'v') return at(a) - at(b);
      return probe.quantity === 'i' && own.output === 'voltage' && a === own.name ? (initial ?? 0) : 0;
    });
    return given / capacitance;
  };
  const isHeld = initial !== undefined && own.output === 'current';
  return { capacitance, startsFrom, ...(isHeld && { startsWith: { a: own.a, b: own.b, initial } }) };
}
