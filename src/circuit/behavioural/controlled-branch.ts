/**
 * The law of a controlled or behavioural source as branches: one controlled branch, and helpers for derivatives,
 * integrals and rational transfer functions.
 *
 *     ddt(x):    a source x / C across C = 1 F, or less for a charge; the derivative is the capacitor's current
 *     idt(x):    a source x into 1 F; the integral is its voltage
 *     delay(x):  a current, x a delay ago as lines have it, through 1 Ohm; the value is its voltage
 *     H(s) x:    with q_0 + q_1 s + ... + q_n s^n in the denominator, states w_k = s^k / D(s) x, each the voltage of a
 *                capacitor that the next one's voltage charges; output = sum of p_k w_k. Time is scaled by the geometric
 *                mean of the poles, so that capacitors stay near 1.
 *     response:  what is no quotient of polynomials is a factor that small signals alone know (`frequency-response.ts`)
 *     lag:       a source x - w into a capacitor of tau F at w: tau w' = x - w (option smoothbsrc)
 */
import { formatEngineering } from '../../base/units.js';
import type { Expression } from '../../expression/ast.js';
import { mapExpression } from '../../expression/map-expression.js';
import { printExpression } from '../../expression/print.js';
import { numberAt, simplify } from '../../expression/simplify.js';
import { ResponseSignal } from '../../kernel/modeling/signals/response-signal.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { FlatControl, FlatElement, FlatLaw } from '../../netlist/flat-circuit.js';
import type { EmissionContext } from '../device.js';
import type { Branch, CapacitanceBranch, LinearForm } from '../primitives.js';
import { partsOfTime } from '../sources/time-poles.js';
import { timeSignal } from '../sources/time-signal.js';
import { ground } from '../compiler/tree.js';
import { differentiator } from './differentiator.js';
import { holdingSwitch } from './holding-switch.js';
import { delayedBranches } from './delayed-form.js';
import { expressionForm, quantityForm } from './expression-form.js';
import { withoutModulus } from './modular-integral.js';
import { constantForm, scaled, sum, zeroForm } from './form-arithmetic.js';
import { transferOf } from './frequency-response.js';
import { withOwnSlopes } from './own-slope.js';
import { actsOn } from './series-current.js';
import { isResistive } from './one-port.js';
import { PiecewiseLinearBuilder } from './piecewise-linear-form.js';

/** Where the output goes; `output` is what it is. */
export interface ControlledPlace {
  readonly name: string;
  readonly element: string;
  readonly a: string;
  readonly b: string;
  readonly output: 'voltage' | 'current';
}

/** Emits the branches of `element.law`; problems go to the diagnostics. */
export function lawBranches(
  element: FlatElement,
  place: ControlledPlace,
  context: EmissionContext,
): Branch[] {
  const { law } = element;
  if (!law) return [];
  const emitter = new LawEmitter(element, place, context);
  const lag = place.output === 'voltage' ? lagOf(element, context) : 0;
  return emitter.branches((builder) => (lag > 0 ? emitter.lagging(law, lag) : emitter.formOf(law, builder)));
}

/** The lag in seconds of a voltage that an expression gives; 0: none. */
function lagOf({ law, parameters }: FlatElement, { options }: EmissionContext): number {
  if (law?.kind !== 'expression' && law?.kind !== 'table') return 0;
  const own = parameters.get('smoothbsrc');
  const smooth = own === undefined ? options.smoothbsrc : own !== 0;
  return smooth ? (parameters.get('rcconst') ?? options.rcconst) : 0;
}

/** Emits a branch whose voltage or current is an expression. */
export function expressionBranches(
  element: FlatElement,
  expression: Expression,
  place: ControlledPlace,
  context: EmissionContext,
): Branch[] {
  const emitter = new LawEmitter(element, place, context);
  return emitter.branches((builder) => emitter.form(expression, builder));
}

/** Emits a branch whose voltage or current is a form that the caller makes, of expressions among others. */
export function formBranches(
  element: FlatElement,
  place: ControlledPlace,
  context: EmissionContext,
  make: (builder: PiecewiseLinearBuilder, formOf: (expression: Expression) => LinearForm) => LinearForm,
): Branch[] {
  const emitter = new LawEmitter(element, place, context);
  return emitter.branches((builder) => make(builder, (expression) => emitter.form(expression, builder)));
}

function describeValue(value: number): string {
  return Number.isNaN(value) ? 'no number' : value > 0 ? 'infinite' : 'minus infinite';
}

type MakeForm = (builder: PiecewiseLinearBuilder) => LinearForm;

class LawEmitter {
  readonly #helpers: Branch[] = [];
  /** A modulus reads its integral twice. */
  readonly #integrals = new Map<Expression, Expression>();

  constructor(
    private readonly element: FlatElement,
    private readonly place: ControlledPlace,
    private readonly context: EmissionContext,
  ) {}

  branches(make: MakeForm): Branch[] {
    const own = this.#controlled(this.place, make);
    return [own, ...this.#helpers];
  }

  formOf(law: FlatLaw, builder: PiecewiseLinearBuilder): LinearForm {
    switch (law.kind) {
      case 'linear':
        return scaled(law.gain, controlForm(law.control));
      case 'poly':
        return this.#polynomial(law.controls.map(controlForm), law.coefficients, builder);
      case 'expression':
        return this.form(law.expression, builder);
      case 'table':
        return builder.table(this.form(law.input, builder), law.points, endSlopes(law));
      case 'laplace':
        return this.#rational(law.input, law.numerator, law.denominator);
      case 'response':
        return this.#response(law);
    }
  }

  /** The law's value behind a lag. */
  lagging(law: FlatLaw, lag: number): LinearForm {
    const { element } = this.#capacitor('lag', lag);
    const state = quantityForm(`v(${element})`);
    this.#source(element, 'current', (builder) => sum(this.formOf(law, builder), state, -1));
    return state;
  }

  form(expression: Expression, builder: PiecewiseLinearBuilder): LinearForm {
    const plain = simplify(this.#withoutPast(expression));
    const found = expressionForm(plain, builder, (form) => actsOn(form, this.place, this.context));
    const { name, span } = this.element;
    if (typeof found !== 'string') {
      for (const term of found.terms) if (term.quantity === 'signal') this.#requireFinite(term);
      if (builder.rows.some(({ smooth }) => smooth))
        for (const part of partsOfTime(plain))
          this.#requireFinite({ name: printExpression(part), signal: timeSignal(part) });
      return found;
    }
    this.context.diagnostics.error('unsupported-expression', `${name}: ${found} is not supported`, span, {
      hint: 'write it with sums, constant multiples, if, abs, min, max, limit, table, or smooth functions of voltages and currents',
    });
    return zeroForm;
  }

  /** Tells of a function of time that is infinite, or has no value, at the start or later in the transient. */
  #requireFinite({ name, signal }: { readonly name: string; readonly signal: Signal }): void {
    const { diagnostics, sources, tstop } = this.context;
    const start = signal.value(0);
    const pole = Number.isFinite(start)
      ? sources === 'dc'
        ? undefined
        : signal.pole?.(tstop)
      : { time: 0, value: start };
    if (!pole) return;
    const time = pole.time === 0 ? '0' : formatEngineering(pole.time, 's', 9);
    const message = `${this.element.name}: ${name} is ${describeValue(pole.value)} at t = ${time}`;
    diagnostics.error('source-not-finite', message, this.element.span, {
      hint: 'keep quotients and logarithms in their ranges, by max() or limit() for example',
    });
  }

  #builder(): PiecewiseLinearBuilder {
    const { voltageSize, options } = this.context;
    return new PiecewiseLinearBuilder(voltageSize, options.hysteretic.has(this.element.name));
  }

  #controlled(place: ControlledPlace, make: MakeForm): Branch {
    const builder = this.#builder();
    const law = { form: make(builder), rows: builder.rows };
    const { form, rows } = withOwnSlopes(law, this.place);
    return {
      ...{ kind: 'controlled', ...place, form },
      ...(rows.length > 0 && { auxiliaries: rows }),
      ...(isResistive(law, place) && { dissipates: true }),
    };
  }

  /** Replaces ddt, idt and delay by currents and voltages of helpers. */
  #withoutPast(expression: Expression): Expression {
    return mapExpression(withoutModulus(expression), (node) => {
      if (node.kind !== 'call') return node;
      const [inner] = node.args;
      if (!inner) return node;
      if (node.name === 'ddt') {
        const state = differentiator(this.element, simplify(inner), this.place);
        const { element } = this.#capacitor('ddt', state.capacitance, state);
        const input: MakeForm = (builder) => scaled(1 / state.capacitance, this.form(inner, builder));
        this.#source(element, 'voltage', input, { weightless: true });
        return { kind: 'probe', quantity: 'i', names: [element], span: node.span };
      }
      if (node.name === 'idt' || node.name === 'sdt' || (node.name === 'idtmod' && node.args.length < 3)) {
        const known = this.#integrals.get(node);
        if (known) return known;
        const start = this.#start(node);
        const { element } = this.#capacitor('idt', 1, { initial: start, held: true });
        this.#source(element, 'current', (builder) => this.form(inner, builder));
        this.#reset(element, node.args);
        const value = { kind: 'probe', quantity: 'v', names: [element], span: node.span } as const;
        this.#integrals.set(node, value);
        return value;
      }
      if (node.name === 'delay' || node.name === 'absdelay') return this.#delayed(node, inner);
      return node;
    });
  }

  #delayed(node: Extract<Expression, { kind: 'call' }>, inner: Expression): Expression {
    const [, time] = node.args;
    if (time?.kind !== 'number' || !(time.value >= 0)) {
      const message = `${this.element.name}: ${node.name}() by a time that varies or is negative is not supported`;
      this.context.diagnostics.error('unsupported-expression', message, node.span, {
        hint: 'give the delay as a number of seconds',
      });
      return numberAt(0, node.span);
    }
    if (time.value === 0) return inner;
    const count = this.#helpers.filter(({ kind }) => kind === 'current').length;
    const name = `${this.element.name}#delay${count + 1}`;
    this.#source(`${name}#input`, 'voltage', (builder) => this.form(inner, builder));
    this.#helpers.push(...delayedBranches(name, quantityForm(`v(${name}#input)`), time.value));
    return { kind: 'probe', quantity: 'v', names: [name], span: node.span };
  }

  /** Where a third argument is above 0.5 a switch holds the integral at its initial value. */
  #reset(integral: string, [, initial, reset]: readonly Expression[]): void {
    if (!initial || !reset || (reset.kind === 'number' && reset.value <= 0.5)) return;
    const [control, held] = [`${integral}#reset`, `${integral}#held`];
    this.#source(control, 'voltage', (builder) => this.form(reset, builder), { weightless: true });
    this.#source(held, 'voltage', (builder) => this.form(initial, builder), { weightless: true });
    this.#helpers.push(holdingSwitch(integral, held, control));
  }

  /** The value that an integral starts from; what depends on the circuit is refused. */
  #start({ name, args: [, initial], span }: Extract<Expression, { kind: 'call' }>): number {
    if (!initial || initial.kind === 'number') return initial?.value ?? 0;
    const message = `${this.element.name}: ${name}() with an initial value that varies is not supported`;
    const hint = 'give the initial value as a number';
    this.context.diagnostics.error('unsupported-expression', message, span, { hint });
    return 0;
  }

  /** Adds a capacitor from a node of its own name to ground: a state, whose energy is none. */
  #capacitor(what: string, capacitance: number, start: Partial<CapacitanceBranch> = {}): { element: string } {
    const count = this.#helpers.filter(({ kind }) => kind === 'capacitance').length;
    const name = `${this.element.name}#${what}${count + 1}`;
    const place = { name, element: name, a: name, b: ground };
    this.#helpers.push({ kind: 'capacitance', ...place, capacitance, ...start, weightless: true });
    return { element: name };
  }

  /** Adds the source of a helper's node: a voltage at it, or a current that charges it. */
  #source(node: string, output: 'voltage' | 'current', make: MakeForm, share?: { weightless: true }): void {
    const name = `${node}#source`;
    const ends = output === 'voltage' ? { a: node, b: ground } : { a: ground, b: node };
    const own = output === 'current' ? ({ weightless: true } as const) : share;
    this.#helpers.push({ ...this.#controlled({ name, element: name, ...ends, output }, make), ...own });
  }

  /** Degree by degree in SPICE's order; above degree 1 a smooth function. */
  #polynomial(
    controls: readonly LinearForm[],
    coefficients: readonly number[],
    builder: PiecewiseLinearBuilder,
  ): LinearForm {
    if (controls.length === 1 && coefficients.length === 1)
      return scaled(coefficients[0] ?? 0, controls[0] ?? zeroForm);
    let form = constantForm(coefficients[0] ?? 0);
    controls.forEach((control, k) => (form = sum(form, control, coefficients[k + 1] ?? 0)));
    const products = monomials(controls.length, coefficients.length).slice(1 + controls.length);
    const higher = products
      .map((factors, k) => ({ factors, coefficient: coefficients[k + 1 + controls.length] ?? 0 }))
      .filter(({ coefficient }) => coefficient !== 0);
    if (higher.length === 0) return form;
    const value = (at: Float64Array): number =>
      higher.reduce((total, { factors, coefficient }) => total + coefficient * product(factors, at), 0);
    const gradient = (at: Float64Array, out: Float64Array): void => {
      out.fill(0);
      for (const { factors, coefficient } of higher) {
        factors.forEach((variable, k) => {
          const others = factors.filter((_, j) => j !== k);
          out[variable] = (out[variable] ?? 0) + coefficient * product(others, at);
        });
      }
    };
    return sum(form, builder.smooth({ text: 'poly', arguments: controls, value, gradient }));
  }

  #rational(input: Expression, numerator: readonly number[], denominator: readonly number[]): LinearForm {
    const n = denominator.length - 1;
    const lead = denominator[n] ?? 0;
    if (numerator.length > denominator.length || lead === 0) {
      this.context.diagnostics.error(
        'improper-laplace',
        `${this.element.name}: the numerator of its LAPLACE function has degree ${numerator.length - 1}, above the denominator's ${n}`,
        this.element.span,
        { hint: 'divide by a denominator of at least that degree, such as 1 + tau s with a short tau' },
      );
      return zeroForm;
    }
    const source = this.#builder();
    const direct = n === 0 ? (numerator[0] ?? 0) / lead : 0;
    if (n === 0) return scaled(direct, this.#copied(input));
    // Scaled time s = scale sigma: coefficients q_k scale^k.
    const constant = denominator[0] ?? 0;
    const scale = constant === 0 ? 1 : Math.abs(constant / lead) ** (1 / n);
    // The highest coefficient is 1 in it, so that nothing is of another size than the input.
    const top = lead * scale ** n;
    const q = denominator.map((value, k) => (value * scale ** k) / top);
    const states = Array.from({ length: n }, () =>
      quantityForm(`v(${this.#capacitor('laplace', 1 / scale).element})`),
    );
    const names = this.#helpers.slice(-n).map(({ element }) => element);
    // d w_(n-1) / d tau = x - sum of q_k w_k
    const highest = (x: LinearForm): LinearForm =>
      states.reduce((total, state, k) => sum(total, state, -(q[k] ?? 0)), x);
    const x = this.#copied(input, source);
    names.forEach((name, k) => {
      this.#source(name, 'current', () => states[k + 1] ?? highest(x));
    });
    const p = numerator.map((value, k) => (value * scale ** k) / top);
    return p.reduce((total, value, k) => sum(total, states[k] ?? highest(x), value), zeroForm);
  }

  /** A current through 1 Ohm that small signals know by its factor. */
  #response({ input, response, form, span }: Extract<FlatLaw, { kind: 'response' }>): LinearForm {
    const { diagnostics, tstop } = this.context;
    const transfer = transferOf(response);
    if (tstop > 0 || !transfer) {
      const message = `${this.element.name}: its ${form} is no quotient of polynomials of s, and has no transient here`;
      diagnostics.error('response-by-time', message, span, {
        hint: 'leave out .tran (.ac and .noise know it), or write a rational function: LAPLACE {v(in)} = {1/(1+s*1u)}',
      });
      return zeroForm;
    }
    const node = `${this.element.name}#response`;
    const [restGain] = transfer(0);
    const signal = new ResponseSignal(transfer);
    const delayed = { form: this.#copied(input), signal, initial: 0, impedance: 1, restGain };
    this.#helpers.push(
      { kind: 'resistance', name: `${node}#one`, element: node, a: node, b: ground, resistance: 1 },
      { kind: 'current', name: node, element: node, a: ground, b: node, signal, delayed },
    );
    return quantityForm(`v(${node})`);
  }

  /** The input as the voltage of a node of its own, unless it is linear: its auxiliary rows then exist once. */
  #copied(input: Expression, builder = this.#builder()): LinearForm {
    const form = this.form(input, builder);
    if (builder.rows.length === 0) return form;
    const node = `${this.element.name}#input`;
    this.#source(node, 'voltage', (own) => this.form(input, own));
    return quantityForm(`v(${node})`);
  }
}

/** Slopes beyond the ends of a table that goes straight on. */
function endSlopes({ points, straightEnds }: Extract<FlatLaw, { kind: 'table' }>): {
  left: number;
  right: number;
} {
  const slope = (at: number): number => {
    const [first, second] = [points[at], points[at + 1]];
    return first && second ? (second.y - first.y) / (second.x - first.x) : 0;
  };
  return straightEnds === true ? { left: slope(0), right: slope(points.length - 2) } : { left: 0, right: 0 };
}

function controlForm(control: FlatControl): LinearForm {
  return control.quantity === 'v'
    ? quantityForm(`v(${control.plus},${control.minus})`)
    : quantityForm(`i(${control.element})`);
}

/** Variable indices of the monomials of `variables` unknowns, degree by degree, as SPICE orders them. */
function monomials(variables: number, count: number): number[][] {
  const list: number[][] = [[]];
  let degree: number[][] = [[]];
  while (list.length < count) {
    degree = degree.flatMap((factors) => {
      const from = factors.at(-1) ?? 0;
      return Array.from({ length: variables - from }, (_, k) => [...factors, from + k]);
    });
    list.push(...degree);
  }
  return list.slice(0, count);
}

function product(factors: readonly number[], at: Float64Array): number {
  return factors.reduce((value, variable) => value * (at[variable] ?? NaN), 1);
}
