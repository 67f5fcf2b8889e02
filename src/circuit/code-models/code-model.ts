/**
 * A code model is one file that exports its syntax (ports and parameters) and what it is made of, and is one line in
 * `code-model-table.ts`. Analog ports are read as expressions and driven by the laws of behavioural sources, so that
 * whatever is piecewise linear stays exact; digital ports belong to the logic network of the circuit.
 */
import type { Expression } from '../../expression/ast.js';
import { ExpressionBuilder } from '../../expression/build.js';
import type { FlatElement, FlatLaw, FlatPort } from '../../netlist/flat-circuit.js';
import type { ModelSyntax, PortSyntax, PortType } from '../../netlist/language.js';
import { formBranches, lawBranches, type ControlledPlace } from '../behavioural/controlled-branch.js';
import { quantityForm } from '../behavioural/expression-form.js';
import { zeroForm } from '../behavioural/form-arithmetic.js';
import type { PiecewiseLinearBuilder } from '../behavioural/piecewise-linear-form.js';
import type { EmissionContext } from '../device.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import type { Branch, LinearForm } from '../primitives.js';
import { ground } from '../compiler/tree.js';

export interface CodeModel {
  readonly syntax: ModelSyntax;
  /** Emits what an instance is made of; problems go to `context.diagnostics`. */
  branches(part: CodePart): Branch[];
}

/** Ports of types that read or set a voltage or current. */
export const readTypes: readonly PortType[] = Object.freeze<PortType[]>(['v', 'vd', 'i', 'id', 'vnam']);
export const setTypes: readonly PortType[] = Object.freeze<PortType[]>(['v', 'vd', 'i', 'id']);

export const inPort: PortSyntax = Object.freeze({ name: 'in', direction: 'in', types: readTypes });
export const outPort: PortSyntax = Object.freeze({ name: 'out', direction: 'out', types: setTypes });

/** One instance of a code model. */
export class CodePart {
  readonly build: ExpressionBuilder;
  /** Branches beside those that the model returns: what measures the currents of its ports. */
  readonly meters: Branch[] = [];

  constructor(
    readonly element: FlatElement,
    readonly context: EmissionContext,
    private readonly syntax: ModelSyntax,
  ) {
    this.build = new ExpressionBuilder(element.span);
  }

  get name(): string {
    return this.element.name;
  }

  /** A parameter, or its default; NaN where it has none. */
  number(name: string): number {
    const spec = this.syntax.parameters.find((one) => one.name === name);
    return this.element.model?.parameters.get(name) ?? spec?.default ?? NaN;
  }

  isGiven(name: string): boolean {
    const { parameters, lists } = this.element.model ?? {};
    return parameters?.has(name) === true || lists?.has(name) === true;
  }

  /** A parameter of several numbers. */
  list(name: string, otherwise: readonly number[] = []): readonly number[] {
    return this.element.model?.lists?.get(name) ?? otherwise;
  }

  text(name: string): string | undefined {
    return this.element.model?.texts?.get(name);
  }

  /** What is connected to a port. */
  ports(name: string): readonly FlatPort[] {
    const at = (this.syntax.ports ?? []).findIndex((port) => port.name === name);
    return this.element.ports?.[at] ?? [];
  }

  port(name: string): FlatPort | undefined {
    return this.ports(name)[0];
  }

  ends({ at }: FlatPort): { readonly a: string; readonly b: string } {
    const [first, second] = at.map((place) => this.element.nodes[place] ?? ground);
    return { a: first ?? ground, b: second ?? ground };
  }

  /** What a port reads: a voltage, or a current into it, which then is one of a short. */
  input(port: FlatPort | undefined): Expression {
    if (!port) return this.build.number(0);
    if (port.type === 'vnam') return this.build.current(this.element.controls?.[port.control ?? 0] ?? '');
    const { a, b } = this.ends(port);
    if (port.type === 'v' || port.type === 'vd' || port.type === 'g' || port.type === 'gd')
      return this.build.voltage(a, b);
    const name = `${this.name}#in${port.at.join('_')}`;
    if (!this.meters.some((branch) => branch.name === name))
      this.meters.push({ kind: 'voltage', name, element: name, a, b, signal: constantSignal(0) });
    return this.build.current(name);
  }

  /** The same as a form. */
  inputForm(port: FlatPort): LinearForm {
    const read = this.input(port);
    if (read.kind !== 'probe') return zeroForm;
    return quantityForm(`${read.quantity}(${read.names.join(',')})`);
  }

  /** Sets a port: its voltage, or the current through it, by a law. */
  drive(port: FlatPort | undefined, law: FlatLaw, name = this.name): Branch[] {
    if (!port) return [];
    return lawBranches({ ...this.#plain(name), law }, this.#place(port, name), this.context);
  }

  /** The same by a form. */
  driveForm(
    port: FlatPort | undefined,
    make: (builder: PiecewiseLinearBuilder, formOf: (expression: Expression) => LinearForm) => LinearForm,
    name = this.name,
  ): Branch[] {
    return port ? formBranches(this.#plain(name), this.#place(port, name), this.context, make) : [];
  }

  /** A state: the voltage of a capacitor of 1 F at a node of its own, charged by a form. Nothing of it is energy. */
  state(
    name: string,
    initial: number | undefined,
    rate: (builder: PiecewiseLinearBuilder, formOf: (expression: Expression) => LinearForm) => LinearForm,
  ): { readonly node: string; readonly branches: Branch[] } {
    const node = `${this.name}#${name}`;
    const held = initial === undefined ? {} : { initial, held: true };
    const place = {
      name: `${node}#rate`,
      element: `${node}#rate`,
      a: ground,
      b: node,
      output: 'current',
    } as const;
    return {
      node,
      branches: [
        {
          ...{ kind: 'capacitance', name: node, element: node, a: node, b: ground, capacitance: 1 },
          ...{ ...held, weightless: true },
        },
        ...formBranches(this.#plain(place.name), place, this.context, rate).map((branch): Branch => ({
          ...branch,
          weightless: true,
        })),
      ],
    };
  }

  /** Ideal diodes that keep a state between two values; NaN: no limit. */
  stops(node: string, least: number, most: number): Branch[] {
    const stop = (name: string, a: string, b: string, threshold: number): Branch => ({
      ...{ kind: 'unilateral', name: `${node}#${name}`, element: `${node}#${name}`, a, b },
      ...{ resistance: 0, threshold, weightless: true },
    });
    return [
      ...(Number.isNaN(most) ? [] : [stop('most', node, ground, most)]),
      ...(Number.isNaN(least) ? [] : [stop('least', ground, node, -least)]),
    ];
  }

  /** The same by a form, against ground. */
  driveNodeForm(
    node: string,
    make: (builder: PiecewiseLinearBuilder, formOf: (expression: Expression) => LinearForm) => LinearForm,
  ): Branch[] {
    const place = { name: node, element: node, a: node, b: ground, output: 'voltage' } as const;
    return formBranches(this.#plain(node), place, this.context, make);
  }

  #place(port: FlatPort, name: string): ControlledPlace {
    const isCurrent = port.type === 'i' || port.type === 'id' || port.type === 'g' || port.type === 'gd';
    return { name, element: name, ...this.ends(port), output: isCurrent ? 'current' : 'voltage' };
  }

  #plain(name: string): FlatElement {
    return { ...this.element, name, parameters: new Map() };
  }

  driveBy(port: FlatPort | undefined, expression: Expression, name = this.name): Branch[] {
    return this.drive(port, { kind: 'expression', output: 'v', expression }, name);
  }

  /** Sets the voltage of a node of its own. */
  driveNode(node: string, reference: string, expression: Expression): Branch[] {
    const place = { name: node, element: node, a: node, b: reference, output: 'voltage' } as const;
    const law = { kind: 'expression', output: 'v', expression } as const;
    return lawBranches({ ...this.#plain(node), law }, place, this.context);
  }

  error(code: string, message: string, hint?: string): void {
    this.#say('error', code, message, hint);
  }

  warning(code: string, message: string, hint?: string): void {
    this.#say('warning', code, message, hint);
  }

  #say(severity: 'error' | 'warning', code: string, message: string, hint?: string): void {
    const { element, context } = this;
    context.diagnostics[severity](code, `${element.name}: ${message}`, element.model?.span ?? element.span, {
      hint,
    });
  }
}
