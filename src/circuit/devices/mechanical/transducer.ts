/**
 * Transducers that store energy between two worlds, with a state of their own for what is conserved in an impact: the flux of a
 * coil, the charge of a gap. With x the position of n,
 *
 *     YSOLENOID   phi' = v,   i = phi / L(x),   force on n = phi^2 L'(x) / (2 L^2) = i^2 L'(x) / 2
 *     YGAP        q' = i,     v = q / C(x),     force on n = q^2 C'(x) / (2 C^2) = v^2 C'(x) / 2
 *
 * so that v i = dW/dt + F v_n with W = phi^2 / (2 L), q^2 / (2 C): power is conserved whatever L and C are. They are expressions
 * of x, or follow from an air gap of height x - closed + residual:
 *
 *     L = lleak + mu0 turns^2 area / height,        C = cpar + eps0 epsr area / height.
 *
 * F(element) is the force that it takes from n, minus that on n.
 */
import type { Expression } from '../../../expression/ast.js';
import { differentiate } from '../../../expression/differentiate.js';
import { mapExpression, variablesIn } from '../../../expression/map-expression.js';
import { compileExpression } from '../../../expression/program.js';
import { numberAt, simplify } from '../../../expression/simplify.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ParameterSpec } from '../../../netlist/language.js';
import { expressionBranches } from '../../behavioural/controlled-branch.js';
import { termForm } from '../../behavioural/form-arithmetic.js';
import type { Device, EmissionContext } from '../../device.js';
import type { Branch, PositiveLaw } from '../../primitives.js';
import { ground } from '../../compiler/tree.js';
import { integralState, velocity } from './mechanical-parts.js';
import { distanceExpression, distanceState } from './equilibrium.js';
import { startPosition } from './start-position.js';
import { endsOfTravel, flatBehind, placeOfSlope } from './travel.js';

const mu0 = 4e-7 * Math.PI;
const eps0 = 8.8541878128e-12;

const gapParameters = (constant: ParameterSpec): readonly ParameterSpec[] => [
  constant,
  { name: 'closed', unit: 'm', default: 0, range: 'finite', doc: 'position of n at which the gap is closed' },
  {
    ...{ name: 'residual', unit: 'm', default: 0, range: 'non-negative' },
    doc: 'height of the gap where it is closed',
  },
];

interface Kind {
  readonly letter: 'YSOLENOID' | 'YGAP';
  readonly name: string;
  readonly doc: string;
  /** Of the storage: L or C. */
  readonly storage: ParameterSpec;
  /** What is stored of several in parallel. */
  readonly copies: 'add' | 'share';
  readonly parameters: readonly ParameterSpec[];
  /** The storage of an air gap: constant part and factor over the height; undefined where the card has none. */
  readonly ofGap: (
    given: ReadonlyMap<string, number>,
    area: number,
  ) => {
    readonly constant: number;
    readonly factor: number;
  };
}

function transducer({ letter, name, doc, storage, copies, parameters, ofGap }: Kind): Device {
  const area: ParameterSpec = {
    ...{ name: 'area', unit: 'm^2', range: 'positive', copies },
    doc: 'area of the air gap',
  };
  return {
    syntax: {
      ...{ letter, name, doc, terminals: ['e+', 'e-', 'n'] },
      domains: ['electrical', 'electrical', 'translational'],
      value: { kind: 'number', parameter: area, alternatives: [{ ...storage, own: 'x', copies }] },
      parameters,
    },
    models: [],
    branches(element, context) {
      const written = storageOf(element, storage, ofGap, context);
      if (!written || !checkStart(element, written, storage, context)) return [];
      const emitted = (letter === 'YSOLENOID' ? coil : capacitor)(element, written, context);
      const positive = positiveLaw(element, written, storage);
      return emitted.map((branch) =>
        positive && branch.kind === 'controlled' && branch.name === element.name
          ? { ...branch, positive }
          : branch,
      );
    },
  };
}

/** L(x) or C(x) of the name x; undefined after reporting. */
function storageOf(
  element: FlatElement,
  { name: symbol }: ParameterSpec,
  ofGap: Kind['ofGap'],
  context: EmissionContext,
): Expression | undefined {
  const { name, expressions, parameters, span, value } = element;
  const written = expressions?.get(symbol);
  const fixed = parameters.get(symbol);
  if (written) {
    const others = variablesIn(written).filter((key) => key !== 'x');
    if (others.length === 0) return written;
    const message = `${name} has ${symbol} = {...} of ${others.join(', ')}`;
    context.diagnostics.error('transducer', message, written.span, {
      hint: `${symbol} is a function of x alone: what else it depends on would give or take energy`,
    });
    return undefined;
  }
  if (fixed !== undefined) return numberAt(fixed, span);
  const { constant, factor } = ofGap(parameters, value ?? NaN);
  if (!Number.isFinite(factor)) {
    context.diagnostics.error('transducer', `${name} has neither ${symbol} nor an air gap`, span, {
      hint: `write ${symbol}={an expression of x}, or area= and turns=`,
    });
    return undefined;
  }
  const shift = (parameters.get('residual') ?? 0) - (parameters.get('closed') ?? 0);
  const x: Expression = { kind: 'name', name: 'x', span };
  const height: Expression = { kind: 'binary', operator: '+', left: x, right: numberAt(shift, span), span };
  const inGap: Expression = {
    kind: 'binary',
    operator: '/',
    left: numberAt(factor, span),
    right: height,
    span,
  };
  return { kind: 'binary', operator: '+', left: numberAt(constant, span), right: inGap, span };
}

/** What is stored has to be positive where it starts, and at the ends that stops leave to its node. */
function checkStart(
  { name, nodes, span }: FlatElement,
  written: Expression,
  { name: symbol, unit }: ParameterSpec,
  context: EmissionContext,
): boolean {
  const program = compileExpression(simplify(written), ['x']);
  if (!program) return true;
  const node = nodes[2] ?? ground;
  const places = [startPosition(node, context), ...endsOfTravel(node, context).map(({ place }) => place)];
  for (const x of places) {
    const value = program.evaluate(Float64Array.of(x));
    if (value > 0 && Number.isFinite(value)) continue;
    context.diagnostics.error('transducer', `${name} has ${symbol} = ${value} ${unit} at x = ${x} m`, span, {
      hint: `${symbol} has to be positive wherever node ${node} can be: give it a stop, or residual=`,
    });
    return false;
  }
  return true;
}

/** What a run watches: L or C over the state of the position. */
function positiveLaw(
  { name }: FlatElement,
  written: Expression,
  { name: symbol, unit }: ParameterSpec,
): PositiveLaw | undefined {
  const program = compileExpression(simplify(written), ['x']);
  if (!program) return undefined;
  const at = new Float64Array(1);
  const value = (x: number): number => {
    at[0] = x;
    return program.evaluate(at);
  };
  return { node: `${name}#x`, symbol, unit, value };
}

/** The written law with quantities of the circuit in place of x, and expressions of it. */
class Law {
  readonly value: Expression;
  readonly slope: Expression;
  readonly state: Expression;

  constructor(
    { name, span, nodes }: FlatElement,
    written: Expression,
    stored: string,
    context: EmissionContext,
  ) {
    const node = nodes[2] ?? ground;
    const start = startPosition(node, context);
    const position = distanceExpression(`${name}#x`, node, ground, start, context, span);
    const placed = (expression: Expression, at = position): Expression =>
      mapExpression(expression, (part) => (part.kind === 'name' && part.name === 'x' ? at : part));
    const slope = differentiate(written, 'x') ?? numberAt(0, span);
    this.value = placed(written);
    const ends = endsOfTravel(node, context);
    this.slope = placed(slope, placeOfSlope(slope, position, ends));
    for (const { place } of flatBehind(slope, ends)) {
      const message = `${name} does not pull behind x = ${place} m, where a soft stop of node ${node} begins and the written law ends`;
      context.diagnostics.warning('no-pull-behind-stop', message, written.span, {
        hint: 'add a point of the table behind it: the stop gives way by its force over k',
      });
    }
    this.state = { kind: 'probe', quantity: 'v', names: [stored], span };
  }

  /** state / value */
  get ratio(): Expression {
    return this.#binary('/', this.state, this.value);
  }

  /** What is taken from n: - ratio^2 slope / 2 */
  get force(): Expression {
    const square = this.#binary('*', this.ratio, this.ratio);
    return this.#binary('*', this.#binary('*', numberAt(-0.5, this.state.span), square), this.slope);
  }

  #binary(operator: '*' | '/', left: Expression, right: Expression): Expression {
    return { kind: 'binary', operator, left, right, span: left.span };
  }
}

function coil(element: FlatElement, written: Expression, context: EmissionContext): Branch[] {
  const { name, nodes, parameters } = element;
  const [plus = ground, minus = ground, node = ground] = nodes;
  const resistance = parameters.get('r') ?? 0;
  const inner = resistance > 0 ? `${name}#r` : plus;
  const flux = `${name}#flux`;
  const law = new Law(element, written, flux, context);
  const own = { name, element: name, a: inner, b: minus, output: 'current' } as const;
  const branches: Branch[] = [
    ...expressionBranches(element, law.ratio, own, context).map((branch) => ({
      ...branch,
      across: { a: plus, b: minus },
    })),
    ...mechanicalSide(element, law, node, context),
    ...integralState(flux, velocity(inner, minus)),
  ];
  if (resistance > 0)
    branches.push({ kind: 'resistance', name: inner, element: inner, a: plus, b: inner, resistance });
  return branches;
}

function capacitor(element: FlatElement, written: Expression, context: EmissionContext): Branch[] {
  const { name, nodes } = element;
  const [a = ground, b = ground, node = ground] = nodes;
  const charge = `${name}#charge`;
  const law = new Law(element, written, charge, context);
  return [
    ...expressionBranches(element, law.ratio, { name, element: name, a, b, output: 'voltage' }, context),
    ...mechanicalSide(element, law, node, context),
    ...integralState(charge, termForm({ gain: 1, quantity: 'current', element: name })),
  ];
}

function mechanicalSide(element: FlatElement, law: Law, node: string, context: EmissionContext): Branch[] {
  const force = `${element.name}#f`;
  const place = { name: force, element: force, a: node, b: ground, output: 'current' } as const;
  return [
    ...expressionBranches(element, law.force, place, context),
    ...distanceState(`${element.name}#x`, node, ground, startPosition(node, context), context),
  ];
}

export const solenoid = transducer({
  ...{ letter: 'YSOLENOID', name: 'solenoid', copies: 'share' },
  doc: 'Coil between e+ and e- that pulls at the mechanical node n: an inductance L(x) of its position.',
  storage: {
    ...{ name: 'l', unit: 'H', range: 'any', expression: true },
    doc: 'inductance as an expression of x, the position of n',
  },
  parameters: [
    ...gapParameters({ name: 'turns', unit: '', range: 'positive', doc: 'turns of the winding' }),
    {
      ...{ name: 'lleak', unit: 'H', default: 0, range: 'non-negative', copies: 'share' },
      doc: 'inductance beside that of the gap',
    },
    {
      ...{ name: 'r', unit: 'Ohm', default: 0, range: 'non-negative', copies: 'share' },
      doc: 'resistance of the winding',
    },
  ],
  ofGap: (given, size) => ({
    constant: given.get('lleak') ?? 0,
    factor: mu0 * (given.get('turns') ?? NaN) ** 2 * size,
  }),
});

export const electrostaticGap = transducer({
  ...{ letter: 'YGAP', name: 'electrostatic gap', copies: 'add' },
  doc: 'Capacitor between e+ and e- whose plate is the mechanical node n: a capacitance C(x) of its position.',
  storage: {
    ...{ name: 'c', unit: 'F', range: 'any', expression: true },
    doc: 'capacitance as an expression of x, the position of n',
  },
  parameters: [
    ...gapParameters({ name: 'epsr', unit: '', default: 1, range: 'positive', doc: 'relative permittivity' }),
    {
      ...{ name: 'cpar', unit: 'F', default: 0, range: 'non-negative', copies: 'add' },
      doc: 'capacitance beside that of the gap',
    },
  ],
  ofGap: (given, size) => ({
    constant: given.get('cpar') ?? 0,
    factor: eps0 * (given.get('epsr') ?? 1) * size,
  }),
});
