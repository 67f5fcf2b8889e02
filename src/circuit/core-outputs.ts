/** Written quantities of magnetic cores - b(k1), h(k1) and the magnetization - as expressions of what the circuit has. */
import type { Expression } from '../expression/ast.js';
import { numberAt } from '../expression/simplify.js';
import type { FlatCircuit, FlatElement } from '../netlist/flat-circuit.js';
import type { OutputItem } from '../netlist/output-item.js';
import { coreQuantity } from './devices/magnetics/magnetic-core.js';

const quantities: ReadonlySet<string> = new Set(['b', 'h', 'm']);

/** The circuit with an expression for each such item; items of what is no core stay as they are. */
export function withCoreQuantities(flat: FlatCircuit): FlatCircuit {
  if (!flat.outputs.some(({ quantity }) => quantities.has(quantity))) return flat;
  const elements = new Map(flat.elements.map((element) => [element.name, element]));
  const outputs = flat.outputs.map((item) => {
    const core = quantities.has(item.quantity) ? elements.get(item.names[0] ?? '') : undefined;
    const expression = core?.letter === 'K' && core.model ? expressionOf(item, core, elements) : undefined;
    return expression ? { ...item, expression } : item;
  });
  return { ...flat, outputs };
}

function expressionOf(
  { quantity, span }: OutputItem,
  core: FlatElement,
  elements: ReadonlyMap<string, FlatElement>,
): Expression | undefined {
  const found = coreQuantity(core, quantity, elements);
  if (!found) return undefined;
  const { windings, state } = found;
  const term = (factor: number, probed: 'v' | 'i', name: string): Expression => ({
    kind: 'binary',
    operator: '*',
    left: numberAt(factor, span),
    span,
    right: { kind: 'probe', quantity: probed, names: [name], span },
  });
  return windings.reduce(
    (left, { element, factor }): Expression => ({
      kind: 'binary',
      operator: '+',
      left,
      span,
      right: term(factor, 'i', element),
    }),
    term(state.factor, 'v', state.node),
  );
}
