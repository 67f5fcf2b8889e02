/** The unit of an expression of voltages, currents and powers, as far as it follows from its form; '' otherwise. */
import { isPartOfComplex, type OutputItem, partOfComplex } from '../../netlist/output-item.js';
import type { Expression } from '../../expression/ast.js';
import { mapExpression } from '../../expression/map-expression.js';
import { printExpression } from '../../expression/print.js';
import { NOISE_PROBE } from '../../netlist/flat-cards.js';
import type { FlatCircuit, MechanicalDomain } from '../../netlist/flat-circuit.js';
import type { ColumnUnit } from '../../waveform/plot.js';

/** The unit of a quantity with its names. */
export type UnitOfQuantity = (quantity: string, names: readonly string[]) => ColumnUnit;

const electrical: Readonly<Partial<Record<string, ColumnUnit>>> = Object.freeze({ v: 'V', i: 'A', p: 'W' });

/** Units of v and i, and of the position that a hidden node of a mechanical one stands for. */
const mechanical: Readonly<Record<MechanicalDomain, Readonly<Record<'v' | 'i' | 'x', ColumnUnit>>>> =
  Object.freeze({
    translational: { v: 'm/s', i: 'N', x: 'm' },
    rotational: { v: 'rad/s', i: 'N m', x: 'rad' },
  });

/** Of parts of complex quantities that have not the unit of the quantity. */
const unitOfPart: Readonly<Partial<Record<string, ColumnUnit>>> = Object.freeze({
  db: 'dB',
  p: 'rad',
  'p@': '',
  g: 's',
});

/** What the units of a circuit's quantities are. */
export function quantityUnits({ domains }: Pick<FlatCircuit, 'domains'>): UnitOfQuantity {
  const unitOfQuantity: UnitOfQuantity = (quantity, names) => {
    const [whole, shown = ''] = partOfComplex(quantity) ?? [];
    if (whole) return unitOfPart[shown] ?? unitOfQuantity(whole, names);
    const [name = '', other] = names;
    const usual = electrical[quantity] ?? '';
    if (!domains || (quantity !== 'v' && quantity !== 'i')) return usual;
    if (quantity === 'i') {
      const domain = domains.ports.get(name);
      return domain ? mechanical[domain].i : usual;
    }
    // v(element) is what is across it.
    const [node = '', part] = (name === '0' ? (other ?? '') : name).split('#');
    const domain = domains.nodes.get(node) ?? domains.ports.get(node);
    return domain ? mechanical[domain][part === 'x' ? 'x' : 'v'] : usual;
  };
  return unitOfQuantity;
}

/** An expression as its user wrote it: X(node) and F(element), not the hidden node and the current that stand for them. */
export function printWritten(expression: Expression, unitOf: UnitOfQuantity): string {
  const written = mapExpression(expression, (node) => {
    if (node.kind !== 'probe') return node;
    const { quantity, names } = node;
    if (quantity === 'v' && names.some((name) => name.endsWith('#x')))
      return { ...node, quantity: 'x', names: names.map((name) => name.replace(/#x$/, '')) };
    const isForce = quantity === 'i' && unitOf(quantity, names).startsWith('N');
    return isForce ? { ...node, quantity: 'f', names: names.map((name) => name.replace(/#f$/, '')) } : node;
  });
  return printExpression(written);
}

/** Products of these are powers. */
const powers: ReadonlySet<string> = new Set(['A V', 'N m/s', 'N m rad/s']);
/** Functions whose value has the unit of their arguments. */
const sameUnit: ReadonlySet<string> = new Set([...['abs', 'min', 'max', 'limit', 'if', 're', 'im']]);

/** Undefined: a number, which goes with any unit. */
type Found = ColumnUnit | undefined;

export function unitOf(expression: Expression, unitOfQuantity: UnitOfQuantity): ColumnUnit {
  return new UnitFinder(unitOfQuantity).found(expression) ?? '';
}

class UnitFinder {
  constructor(private readonly unitOfQuantity: UnitOfQuantity) {}

  found(node: Expression): Found {
    switch (node.kind) {
      case 'number':
        return undefined;
      case 'name':
        return '';
      case 'probe':
        return this.unitOfQuantity(node.quantity, node.names);
      case 'unary':
        return node.operator === '!' ? '' : this.found(node.operand);
      case 'conditional':
        return this.#common([node.then, node.otherwise]);
      case 'call':
        if (node.name === 'db') return 'dB';
        return sameUnit.has(node.name)
          ? this.#common(node.name === 'if' ? node.args.slice(1) : node.args)
          : '';
      case 'binary': {
        const [left, right] = [this.found(node.left), this.found(node.right)];
        if (node.operator === '+' || node.operator === '-') return this.#common([node.left, node.right]);
        if (node.operator === '*') return product(left, right);
        if (node.operator !== '/') return '';
        // A quotient of equal quantities is a number.
        return left === right ? undefined : right === undefined ? left : '';
      }
    }
  }

  #common(nodes: readonly Expression[]): Found {
    const units = new Set(nodes.map((node) => this.found(node)).filter((unit) => unit !== undefined));
    const [first] = units;
    return units.size > 1 ? '' : first;
  }
}

function product(left: Found, right: Found): Found {
  if (left === undefined || right === undefined) return left ?? right;
  return powers.has([left, right].sort().join(' ')) ? 'W' : '';
}

/** Why a run does not have what is asked for. */
export function whyMissing(item: OutputItem, written: string): string {
  if (item.quantity === NOISE_PROBE)
    return `.noise has no ${item.names[0] ?? ''}: that part makes no noise, or is not modelled`;
  return isPartOfComplex(item)
    ? `${written} is a part of a complex quantity: it belongs to .ac`
    : `${written} is no quantity of this circuit`;
}
