/**
 * What `.ac` writes: v and i as complex numbers, parts of them (vm, vp in radians, vdb, vr, vi) as real ones, and expressions of
 * them, over small changes (dz, du) at one s = j omega. A current is sum (g + s c) of changes, laws along their tangents.
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import { terminalOf } from '../../netlist/device-quantities.js';
import { type PointForm, sparseProbe, terminalProbe } from '../../circuit/sparse/sparse-probe.js';
import { variableKey, visitExpression } from '../../expression/map-expression.js';
import type { Expression } from '../../expression/ast.js';
import { FREQUENCY_VARIABLES } from '../../expression/circuit-functions.js';
import { localPoint } from '../../kernel/modeling/laws/local-law.js';
import type { ComplexVector } from '../../kernel/simulation/small-signal/frequency-response.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import { partOfComplex } from '../../netlist/output-item.js';
import type { ColumnUnit } from '../../waveform/plot.js';
import { type Complex, complexExpression, isReal } from '../../expression/complex-expression.js';
import {
  type ProbedQuantities,
  resolveColumns,
  shownNodes,
  type ValueColumn,
} from '../rows/output-columns.js';
import { quantityUnits } from '../rows/unit-of.js';
import type { SteppingCircuit } from '../preparation/stepping-circuit.js';

/** Reads a quantity off the changes at omega in rad/s. */
export interface SmallSignalValue {
  readonly real?: true;
  /** Of parts of complex quantities, whose unit is not that of the quantity. */
  readonly unit?: ColumnUnit;
  read(changes: ComplexVector, omega: number): Complex;
}

export type SmallSignalColumn = ValueColumn<SmallSignalValue>;

/** sum over (dz, du) of g + s c. */
interface ComplexForm {
  readonly index: readonly number[];
  readonly g: readonly number[];
  readonly c: readonly number[];
}

/** The real parts of a complex quantity, by what stands behind its letter. */
const parts: ReadonlyMap<string, (x: Complex) => number> = new Map<string, (x: Complex) => number>([
  ['m', ([a, b]) => Math.hypot(a, b)],
  ['p', ([a, b]) => Math.atan2(b, a)],
  ['p@', ([a, b]) => (Math.atan2(b, a) * 180) / Math.PI],
  ['db', ([a, b]) => 20 * Math.log10(Math.max(Math.hypot(a, b), minMagnitude))],
  ['r', ([a]) => a],
  ['i', ([, b]) => b],
]);

/** Decibels of nothing are those of the least number: -6156. */
const minMagnitude = Number.MIN_VALUE * 2 ** 52;

/** Resolves the circuit's items at the point z, or all node voltages and the currents of V sources and inductors. */
export function smallSignalColumns(
  circuit: SteppingCircuit,
  flat: FlatCircuit,
  z: Float64Array,
  diagnostics: Diagnostics,
): SmallSignalColumn[] {
  const columns = resolveColumns(flat, quantitiesOf(circuit, flat, z), diagnostics);
  return columns.map((column) => ({
    ...column,
    unit: column.value.unit ?? column.unit,
    ...(column.value.real && { real: true }),
  }));
}

function quantitiesOf(
  { model: { numbering }, emitAlone }: SteppingCircuit,
  flat: FlatCircuit,
  z: Float64Array,
): ProbedQuantities<SmallSignalValue> {
  const units = quantityUnits(flat);
  const whole = (form: PointForm | undefined): SmallSignalValue | undefined =>
    form && formValue(tangent(form, z));
  const quantity = (what: string, names: readonly string[]): SmallSignalValue | undefined => {
    if (what === 'v' || what === 'i') return whole(sparseProbe(numbering, what, names));
    const terminal = terminalOf(what);
    if (terminal !== undefined) return whole(terminalProbe(numbering, terminal, names[0] ?? '', emitAlone));
    const [of, part = ''] = partOfComplex(what) ?? [];
    const reader = parts.get(part);
    const value = (of === 'v' || of === 'i') && reader && whole(sparseProbe(numbering, of, names));
    if (!value) return undefined;
    const unit = units(what, names);
    return { real: true, unit, read: (changes, omega) => [reader(value.read(changes, omega)), 0] };
  };
  return {
    nodes: numbering.nodes,
    shownNodes: () => shownNodes(flat, numbering.nodes, numbering.branches),
    quantity,
    terminal: (terminal, element) => whole(terminalProbe(numbering, terminal, element, emitAlone)),
    expression: (expression) => expressionValue(expression, quantity),
  };
}

const frequency: SmallSignalValue = { real: true, read: (_changes, omega) => [omega / (2 * Math.PI), 0] };

function expressionValue(
  expression: Expression,
  quantity: (what: string, names: readonly string[]) => SmallSignalValue | undefined,
): SmallSignalValue | string {
  const values = new Map<string, SmallSignalValue>();
  let unknown: string | undefined;
  visitExpression(expression, (node) => {
    if (node.kind === 'name' && FREQUENCY_VARIABLES.includes(node.name)) values.set(node.name, frequency);
    if (node.kind !== 'probe') return;
    const value = quantity(node.quantity, node.names);
    if (value) values.set(variableKey(node), value);
    else unknown ??= variableKey(node);
  });
  if (unknown !== undefined) return unknown;
  const evaluate = complexExpression(expression, [...values.keys()], 'conditions');
  if (typeof evaluate === 'string') return evaluate;
  const quantities = [...values.values()];
  const read = (changes: ComplexVector, omega: number): Complex =>
    evaluate(quantities.map((value) => value.read(changes, omega)));
  if (!isReal(expression, (key) => values.get(key)?.real === true)) return { read };
  // Roots and logarithms of what is below 0 have no real value.
  const readReal = (changes: ComplexVector, omega: number): Complex => {
    const [re, im] = read(changes, omega);
    return [im === 0 ? re : NaN, 0];
  };
  return { real: true, read: readReal };
}

function formValue({ index, g, c }: ComplexForm): SmallSignalValue {
  return {
    read(changes, omega) {
      let [re, im] = [0, 0];
      for (let k = 0; k < index.length; k++) {
        const at = 2 * (index[k] ?? 0);
        const [x, y] = [changes[at] ?? NaN, changes[at + 1] ?? NaN];
        const [still, moving] = [g[k] ?? 0, omega * (c[k] ?? 0)];
        re += still * x - moving * y;
        im += still * y + moving * x;
      }
      return [re, im];
    },
  };
}

/** The tangent of a form at z; laws read no inputs. */
function tangent({ direct, rate, laws }: PointForm, z: Float64Array): ComplexForm {
  const form = {
    index: [...direct.index, ...rate.index],
    g: [...direct.gain, ...rate.gain.map(() => 0)],
    c: [...direct.gain.map(() => 0), ...rate.gain],
  };
  for (const { branch, reads, row, gain } of laws) {
    const { law, parameters } = branch;
    const point = localPoint(law);
    law.evaluate(
      parameters,
      0,
      Float64Array.from(reads, (j) => (j < 0 ? 0 : (z[j] ?? NaN))),
      point,
    );
    reads.forEach((j, k) => {
      if (j < 0) return;
      form.index.push(j);
      form.g.push(gain * (point.df[row * law.reads + k] ?? 0));
      form.c.push(gain * (point.dq[row * law.reads + k] ?? 0));
    });
  }
  return form;
}
