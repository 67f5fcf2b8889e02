/**
 * Resistances, inductances and capacitances that ngspice has as elements of their own only: those of C, L and V cards of LTspice, in
 * series with the element (rser, lser) and across all of it (rpar, cpar); of m= elements in parallel each has its own.
 */
import type { FlatElement } from '../netlist/flat-circuit.js';
import type { SpiceWriting } from './spice-writing.js';

type ElementWriter = (element: FlatElement, writing: SpiceWriting) => readonly string[];

const parasitics: readonly string[] = Object.freeze(['rser', 'lser', 'rpar', 'cpar']);

/** The same writer for elements that may have them. */
export function withParasitics(writer: ElementWriter): ElementWriter {
  return (element, writing) => {
    const { name, nodes, parameters } = element;
    if (!parasitics.some((key) => (parameters.get(key) ?? 0) !== 0)) return writer(element, writing);
    const { names } = writing;
    const count = parameters.get('m') ?? 1;
    const [first = '0', second = '0'] = nodes;
    const cards: string[] = [];
    let end = first;
    const card = (letter: string, key: string, from: string, to: string, value: number): void => {
      const head = `${names.element(letter, name, `_${key}`)} ${names.node(from)} ${names.node(to)}`;
      cards.push(`${head} ${value}`);
    };
    for (const [letter, key] of [
      ['R', 'rser'],
      ['L', 'lser'],
    ] as const) {
      const value = parameters.get(key) ?? 0;
      if (value === 0) continue;
      const inner = `${name}#${key}`;
      card(letter, key, end, inner, value / count);
      end = inner;
    }
    const [rpar, cpar] = [parameters.get('rpar') ?? 0, parameters.get('cpar') ?? 0];
    if (rpar !== 0 && Number.isFinite(rpar)) card('R', 'rpar', first, second, rpar / count);
    if (cpar !== 0) card('C', 'cpar', first, second, cpar * count);
    const own = new Map([...parameters].filter(([key]) => !parasitics.includes(key)));
    return [...cards, ...writer({ ...element, nodes: [end, second], parameters: own }, writing)];
  };
}
