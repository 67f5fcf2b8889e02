/**
 * What a run writes: each item of `.print`, `.save`, `--probe` (or the default set) as a value over forms of the circuit's
 * point: a form, a power, or an expression of them. What a form is is the affair of who reads it.
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { Span } from '../../base/span.js';
import { formatEngineering } from '../../base/units.js';
import { nearestName } from '../../base/nearest-name.js';
import type { SmoothBranch } from '../../circuit/primitives.js';
import { ground } from '../../circuit/compiler/tree.js';
import type { Expression } from '../../expression/ast.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import { isOfDevice } from '../../netlist/device-quantities.js';
import { type OutputItem, partOfComplex } from '../../netlist/output-item.js';
import type { Column, ColumnUnit } from '../../waveform/plot.js';
import { quantityUnits, unitOf } from './unit-of.js';
import { chargeOf } from '../certificate/energy/charge-energy.js';
import type { ProbedSystem } from '../preparation/probed-system.js';
import {
  type CombinedValue,
  expressionValue,
  formValue,
  type OutputValue,
  powerValue,
} from '../preparation/output-value.js';

/** A column whose value is read in one way or another. */
export interface ValueColumn<Value> extends Column {
  readonly value: Value;
  /** Where it is asked for. */
  readonly span?: Span;
}

export type OutputColumn = ValueColumn<OutputValue>;

/** What can be asked of a circuit. */
export interface ProbedQuantities<Value> {
  /** Names to choose from; those of parts within an element are not shown by themselves. */
  readonly nodes: readonly string[];
  readonly shownNodes: () => readonly string[];
  /** v, i or p; undefined where a name is unknown. */
  quantity(quantity: string, names: readonly string[]): Value | undefined;
  /** The current into a terminal of an element; absent where currents of elements are all there is. */
  terminal?(terminal: string, element: string): Value | undefined;
  /** An expression; a text names the part of it that has no value. */
  expression(expression: Expression): Value | string;
}

/** Resolves the circuit's items, or all node voltages and the currents of V sources and inductors. */
export function outputColumns(
  flat: FlatCircuit,
  probed: ProbedSystem,
  diagnostics: Diagnostics,
): OutputColumn[] {
  return resolveColumns(flat, quantitiesOf(flat, probed), diagnostics);
}

/** The same for any kind of value. */
export function resolveColumns<Value extends object>(
  flat: FlatCircuit,
  probed: ProbedQuantities<Value>,
  diagnostics: Diagnostics,
): ValueColumn<Value>[] {
  const before = diagnostics.errorCount;
  const asked = columnsOf(flat.outputs, flat, probed, diagnostics);
  if ((asked.length > 0 && flat.everything !== true) || diagnostics.errorCount > before) return asked;
  const all = columnsOf(defaultItems(flat, probed.shownNodes()), flat, probed, diagnostics);
  const names = new Set(all.map(({ name }) => name));
  return [...all, ...asked.filter(({ name }) => !names.has(name))];
}

function columnsOf<Value extends object>(
  items: readonly Item[],
  flat: FlatCircuit,
  probed: ProbedQuantities<Value>,
  diagnostics: Diagnostics,
): ValueColumn<Value>[] {
  return resolveItems(items, flat, probed, diagnostics).filter((column) => column !== undefined);
}

/**
 * Resolves items one by one; undefined where the circuit has none such: what a netlist asks for and cannot have is left out,
 * what the caller asks for is an error.
 */
export function resolveItems<Value extends object>(
  items: readonly Item[],
  flat: FlatCircuit,
  probed: ProbedQuantities<Value>,
  diagnostics: Diagnostics,
): (ValueColumn<Value> | undefined)[] {
  const unitOfNode = (name: string): ColumnUnit => quantityUnits(flat)('v', [name]);
  return items.map((item) => {
    const report = (what: () => void): void => {
      if (item.span === undefined || item.span.source.name === '--probe') what();
      else diagnostics.forgiving('left out', what);
    };
    const [a = '0', b = '0'] = item.names;
    const isMixed = flat.domains && item.quantity === 'v' && !item.expression && a !== '0' && b !== '0';
    if (isMixed && unitOfNode(a) !== unitOfNode(b)) {
      report(() => {
        const message = `${item.text} is a difference of ${unitOfNode(a)} and ${unitOfNode(b)}: units do not fit`;
        diagnostics.error('mixed-difference', message, item.span, { hint: 'name two nodes of one kind' });
      });
      return undefined;
    }
    const value = valueOf(item, probed);
    if (typeof value === 'object') {
      return { name: item.text, unit: itemUnit(item, flat), value, ...(item.span && { span: item.span }) };
    }
    const part = typeof value === 'string' ? value : undefined;
    report(() => {
      reportNoValue(item, part, flat, probed.nodes, diagnostics);
    });
    return undefined;
  });
}

function reportNoValue(
  item: Item,
  found: string | undefined,
  flat: FlatCircuit,
  nodes: readonly string[],
  diagnostics: Diagnostics,
): void {
  const part = found ?? (isOfDevice(item.quantity) ? item.text : undefined);
  if (part === undefined) {
    diagnostics.error('unknown-output', `${item.text} names nothing in this circuit`, item.span, {
      hint: hintFor(item, flat, nodes),
    });
  } else {
    diagnostics.error('unknown-output', `${item.text}: ${part} cannot be written`, item.span, {
      hint: part.startsWith('@')
        ? 'smooth devices tell it in sparse steps: method=stepping'
        : 'let a B source compute it, and write its voltage',
    });
  }
}

/** Says of every written expression that it had no finite value at some time (or `where`), and what stands there. */
export function reportGaps(
  columns: readonly ValueColumn<Pick<CombinedValue<unknown>, 'gap'>>[],
  diagnostics: Diagnostics,
  where?: string,
): void {
  for (const { name, value, span } of columns) {
    const first = value.gap?.first;
    if (first === undefined) continue;
    const place = where ?? `first at t = ${formatEngineering(first, 's', 6)}`;
    const message = `${name} has no finite value, ${place}: 0 is written there`;
    diagnostics.warning('not-finite', message, span, {
      hint: 'write a quotient by what may be 0 so that it has a value, such as a/(abs(b)+1p)',
    });
  }
}

type Item = Pick<OutputItem, 'text' | 'quantity' | 'names' | 'terminal' | 'expression'> & {
  readonly span?: OutputItem['span'];
};

function defaultItems(flat: FlatCircuit, shown: readonly string[]): Item[] {
  const item = (quantity: string, name: string): Item => ({
    text: `${quantity}(${name})`,
    quantity,
    names: [name],
  });
  const nodes = shown.map((node) => {
    const own = item('v', node);
    return positionOf.test(node) ? { ...own, text: `x(${node.replace(positionOf, '')})` } : own;
  });
  const carriers = flat.elements.filter(
    ({ letter, name }) => (letter === 'V' && !valueOfSwept.test(name)) || letter === 'L',
  );
  return [...nodes, ...carriers.map(({ name }) => item('i', name))];
}

/** The value of an item; a text names the part of an expression that has none. */
function valueOf<Value>(item: Item, probed: ProbedQuantities<Value>): Value | string | undefined {
  if (item.expression) return probed.expression(item.expression);
  if (item.terminal !== undefined) {
    if (!probed.terminal) return `the current of terminal ${item.terminal}`;
    return probed.terminal(item.terminal, item.names[0] ?? '');
  }
  return probed.quantity(item.quantity, item.names);
}

/** Quantities as forms over zeta. */
export function quantitiesOf(flat: FlatCircuit, probed: ProbedSystem): ProbedQuantities<OutputValue> {
  const { nodes, branches } = probed;
  const quantity = (what: string, names: readonly string[]): OutputValue | undefined =>
    quantityValue(what, names, probed);
  return {
    ...{ nodes, quantity, shownNodes: () => shownNodes(flat, nodes, branches) },
    expression: (expression) => expressionValue(expression, quantity),
  };
}

/** The hidden node that is the position of another one. */
const positionOf = /#x$/;
/** The hidden source of the value of a resistor that is swept, and its node: `swept-resistances.ts`. */
const valueOfSwept = /#swept$/;

/** Nodes that are places in the circuit or positions: not ground, none between the parts of a charge. */
export function shownNodes(
  { elements }: FlatCircuit,
  nodes: readonly string[],
  branches: readonly SmoothBranch[],
): string[] {
  const isInner = (branch: SmoothBranch): boolean =>
    chargeOf(branch) !== undefined || (branch.weightless === true && !positionOf.test(branch.a));
  const hidden = new Set(branches.flatMap((branch) => (isInner(branch) ? [branch.a] : [])));
  const mechanical = new Set(elements.flatMap(({ letter, name }) => (letter.startsWith('Y') ? [name] : [])));
  const isWithin = (node: string): boolean =>
    node.includes('#') && (valueOfSwept.test(node) || mechanical.has(node.replace(/#.*/, '')));
  const shown = nodes.filter((node) => node !== ground && !hidden.has(node) && !isWithin(node));
  // In the order of the cards; a node within an element stands behind its own.
  const place = new Map<string, number>();
  const note = (node: string, at: number): void => void (place.has(node) || place.set(node, at));
  const cardOf = new Map(elements.map(({ name }, k) => [name, k]));
  elements.forEach(({ nodes: ends }, k) => {
    ends.forEach((node) => {
      note(node, k);
    });
  });
  for (const { a, b, element } of branches) {
    for (const node of [a, b]) note(node, (cardOf.get(element) ?? cardOf.size) + 0.5);
  }
  return shown.toSorted((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0));
}

function quantityValue(
  quantity: string,
  names: readonly string[],
  probed: ProbedSystem,
): OutputValue | undefined {
  const form = (what: 'v' | 'i'): Float64Array | undefined => probed.form(what, names);
  if (quantity === 'v' || quantity === 'i') {
    const a = form(quantity);
    return a && formValue(a);
  }
  if (quantity !== 'p') return undefined;
  const a = form('v');
  const b = form('i');
  return a && b && powerValue(a, b);
}

/** Of an expression only levels, and where quantities have units of more than one world. */
function itemUnit({ quantity, names, expression }: Item, flat: FlatCircuit): ColumnUnit {
  const units = quantityUnits(flat);
  if (!expression) return units(quantity, names);
  const unit = unitOf(expression, units);
  return flat.domains || unit === 'dB' ? unit : '';
}

function hintFor({ quantity, names }: Item, flat: FlatCircuit, nodes: readonly string[]): string {
  const [whole = quantity] = partOfComplex(quantity) ?? [];
  if (!['v', 'i', 'p'].includes(whole)) return 'write v(node), v(a,b), i(element) or p(element)';
  const elements = flat.elements.map(({ name }) => name);
  const known = whole === 'v' ? [...nodes, ...elements] : elements;
  const missing = names.find((name) => name !== '0' && !known.includes(name));
  if (missing === undefined && whole === quantity && whole === 'p')
    return `write a product: a force or current times what is across ${names[0] ?? ''}`;
  if (missing === undefined && whole !== quantity)
    return `${quantity}() is a part of a complex quantity, which .ac has; here write ${whole}(${names.join(',')})`;
  if (missing === undefined) return 'write v(node), v(a,b), i(element) or p(element)';
  const nearest = nearestName(missing, known);
  if (nearest !== undefined) return `did you mean "${nearest}"?`;
  return `use one of: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ' ...' : ''}`;
}
