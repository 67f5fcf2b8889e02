/**
 * Options that change every element of a kind, or every node, put into the cards that they stand for:
 *
 *     scale              factor of lengths and widths of M, R and C, those of M models included, of SA SB SD and SC, its square of AD and AS
 *     defl defw defad defas defnrd defnrs     sizes of M where neither card nor model gives them, not scaled
 *     rshunt gshunt cshunt                    a resistor, a conductance, a capacitor from every node to ground
 *
 * as ngspice 39 takes them; defas, defnrd and defnrs, of which it takes no notice, by their definition.
 */
import type { Span } from '../base/span.js';
import type { FlatCircuit, FlatElement, FlatModel } from '../netlist/flat-circuit.js';
import { ground } from './compiler/tree.js';

/** Returns the circuit as its options make it; the same one where there are none of these. */
export function withWholeCircuitOptions(flat: FlatCircuit): FlatCircuit {
  const sized = withGeometry(flat);
  const added = shuntElements(flat);
  return added.length === 0 && sized === flat.elements ? flat : { ...flat, elements: [...sized, ...added] };
}

interface WrittenNumber {
  readonly value: number;
  readonly span: Span;
}

function optionOf(flat: FlatCircuit, name: string): WrittenNumber | undefined {
  const { value, span } = flat.options.get(name) ?? {};
  return typeof value === 'number' && span ? { value, span } : undefined;
}

/** Powers of `scale` of instance parameters, by the element's letter. */
const powers: Readonly<Record<string, Readonly<Record<string, number>>>> = Object.freeze({
  M: { l: 1, w: 1, pd: 1, ps: 1, ad: 2, as: 2, sa: 1, sb: 1, sd: 1, sc: 1 },
  R: { l: 1, w: 1 },
  C: { l: 1, w: 1 },
});
const transistorSizes: readonly string[] = Object.freeze(['l', 'w', 'ad', 'as', 'nrd', 'nrs']);

function withGeometry(flat: FlatCircuit): readonly FlatElement[] {
  const scale = optionOf(flat, 'scale')?.value ?? 1;
  const defaults = transistorSizes.flatMap((name) => {
    const value = optionOf(flat, `def${name}`)?.value;
    return value === undefined ? [] : [[name, value] as const];
  });
  if (scale === 1 && defaults.length === 0) return flat.elements;
  const models = new Map<FlatModel, FlatModel>();
  return flat.elements.map((element) => {
    const own = powers[element.letter];
    if (!own || (element.letter === 'M' && element.model?.type === 'vdmos')) return element;
    const parameters = scaledBy(element.parameters, scale, own);
    if (element.letter !== 'M' || !element.model) return { ...element, parameters };
    const model = models.get(element.model) ?? {
      ...element.model,
      parameters: scaledBy(element.model.parameters, scale, { l: 1, w: 1 }),
    };
    models.set(element.model, model);
    for (const [name, value] of defaults) {
      if (!parameters.has(name) && !model.parameters.has(name)) parameters.set(name, value);
    }
    return { ...element, parameters, model };
  });
}

function scaledBy(
  parameters: ReadonlyMap<string, number>,
  scale: number,
  by: Readonly<Record<string, number>>,
): Map<string, number> {
  return new Map([...parameters].map(([name, value]) => [name, value * scale ** (by[name] ?? 0)]));
}

/** Elements from every node to ground, and the values of those that an option's number means. */
const shunts = Object.freeze([
  { option: 'rshunt', letter: 'R', valueOf: (written: number) => written },
  { option: 'gshunt', letter: 'R', valueOf: (written: number) => 1 / written },
  { option: 'cshunt', letter: 'C', valueOf: (written: number) => written },
]);

function shuntElements(flat: FlatCircuit): FlatElement[] {
  return shunts.flatMap(({ option, letter, valueOf }) => {
    const written = optionOf(flat, option);
    if (!written || written.value === 0) return [];
    const { value, span } = written;
    return electricalNodes(flat).map((node): FlatElement => ({
      ...{ name: `${option}#${node}`, letter, nodes: [node, ground], value: valueOf(value) },
      ...{ parameters: new Map(), flags: new Set(), span, nodeSpans: [span, span] },
    }));
  });
}

function electricalNodes({ elements, domains }: FlatCircuit): readonly string[] {
  const nodes = new Set(elements.flatMap((element) => element.nodes));
  return [...nodes].filter((node) => node !== ground && domains?.nodes.has(node) !== true);
}
