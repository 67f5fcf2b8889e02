/**
 * What HSPICE writes for controlled sources beside gains and polynomials, behind VCVS, VCCS, CCVS, CCCS or without:
 *
 *     E1 a b PWL(1) c d x1,y1 x2,y2 ...             straight lines through points, constant beyond them
 *     E1 a b NAND(2) c d e f x1,y1 ...              the same of the least (AND, NAND) or largest (OR, NOR) of its inputs
 *     E1 a b DELAY c d TD=1n                        its input a time ago
 *     G1 a b VCR c d factor,  VCR PWL(1) c d ...    a resistance that is controlled
 *
 * and SCALE, a factor of any of them, ABS=1, MAX and MIN, in this order: of VCR they are those of the resistance.
 */
import type { Expression } from '../../expression/ast.js';
import { ExpressionBuilder } from '../../expression/build.js';
import type { FlatControl, FlatLaw } from '../flat-circuit.js';
import type { ValueSyntax } from '../language.js';
import { findNode } from '../resolve-names.js';
import type { Session } from '../session.js';
import type { GroupItem } from '../syntax.js';
import { readValue } from '../values.js';
import { type ElementDraft, type PositionalItem, takeAssignment } from './element-draft.js';
import { leavesOf, readControl, readTable } from './law-forms.js';

type ControlledSyntax = Extract<ValueSyntax, { kind: 'controlled' }>;

/** What is done with the value of a source; undefined where nothing is written. */
export interface Bounds {
  readonly scale?: number | undefined;
  readonly abs?: number | undefined;
  readonly max?: number | undefined;
  readonly min?: number | undefined;
}

const GATES: ReadonlyMap<string, 'min' | 'max'> = new Map([
  ...['and', 'nand'].map((gate) => [gate, 'min'] as const),
  ...['or', 'nor'].map((gate) => [gate, 'max'] as const),
]);

/** Takes them off a card; what rounds corners or starts a state has no effect here and is noted. */
export function takeBounds(draft: ElementDraft, session: Session): Bounds {
  const { element, indexed } = draft;
  const take = (name: string): number | undefined => {
    const written = takeAssignment(draft, [name]);
    return written && readValue(written.value, { name, range: 'finite' }, element.name, session, 'named');
  };
  for (const name of ['delta', 'smooth', 'stepsize']) {
    if (takeAssignment(draft, [name]))
      session.ignore('element parameters', `${indexed.syntax.letter.toLowerCase()} ${name}`, element.span);
  }
  return { scale: take('scale'), abs: take('abs'), max: take('max'), min: take('min') };
}

/** Reads one of these forms; undefined where it is none, "wrong" after reporting. */
export function readHspiceForm(
  draft: ElementDraft,
  { control, output }: ControlledSyntax,
  bounds: Bounds,
  session: Session,
): FlatLaw | 'wrong' | undefined {
  const { element, rest, nameSpan } = draft;
  const [first] = rest;
  const build = new ExpressionBuilder(element.span);
  const word = first?.kind === 'word' ? first.text.toLowerCase() : '';
  if (isPoints(first) || isGate(first)) {
    rest.shift();
    const input = readInputs(first, control, draft, session);
    const law = input && readTable(input, rest.splice(0).flatMap(leavesOf), output, draft, session);
    return law ? bounded(law, output, bounds, build) : 'wrong';
  }
  if (word === 'delay') {
    rest.shift();
    const time = takeAssignment(draft, ['td']);
    const own = { name: 'td', range: 'non-negative' } as const;
    const seconds = time && readValue(time.value, own, element.name, session, 'named');
    const controlling = readControl(rest, control, draft, session);
    if (!time && controlling) {
      session.diagnostics.error('missing-value', `${element.name}: DELAY has no TD`, nameSpan, {
        hint: 'write TD=1n behind what it delays',
      });
    }
    if (!controlling || seconds === undefined) return 'wrong';
    const late = build.call('delay', probeOf(controlling, build), build.number(seconds));
    return bounded({ kind: 'expression', output, expression: late }, output, bounds, build);
  }
  if (word !== 'vcr' || output !== 'i' || control !== 'voltage') return undefined;
  if (rest.length < 4 && !isPoints(rest[1])) return undefined;
  if (findNode('vcr', session.frame, session) !== undefined) return undefined;
  rest.shift();
  const [a = '0', b = '0'] = element.nodes;
  const ohms = resistanceOf(draft, build, session);
  if (!ohms) return 'wrong';
  const resistance = boundedValue(ohms, bounds, build);
  return { kind: 'expression', output, expression: build.divide(build.voltage(a, b), resistance) };
}

/** The law with what is done to its value. */
export function bounded(law: FlatLaw, output: 'v' | 'i', bounds: Bounds, build: ExpressionBuilder): FlatLaw {
  if (Object.values(bounds).every((bound) => bound === undefined)) return law;
  const value = valueOf(law, build);
  if (!value) return law;
  return { kind: 'expression', output, expression: boundedValue(value, bounds, build) };
}

/** Whether a law has a value on which bounds act. */
export function hasValue({ kind }: FlatLaw): boolean {
  return kind === 'linear' || kind === 'expression' || kind === 'table';
}

function valueOf(law: FlatLaw, build: ExpressionBuilder): Expression | undefined {
  if (law.kind === 'linear') return build.scaled(probeOf(law.control, build), law.gain);
  if (law.kind === 'expression') return law.expression;
  return law.kind === 'table' ? tableOf(law, build) : undefined;
}

function tableOf(
  { input, points }: Extract<FlatLaw, { kind: 'table' }>,
  build: ExpressionBuilder,
): Expression {
  return build.call('table', input, ...points.flatMap(({ x, y }) => [build.number(x), build.number(y)]));
}

function boundedValue(
  value: Expression,
  { scale, abs, max, min }: Bounds,
  build: ExpressionBuilder,
): Expression {
  const scaled = scale === undefined ? value : build.scaled(value, scale);
  const positive = (abs ?? 0) === 0 ? scaled : build.call('abs', scaled);
  const below = max === undefined ? positive : build.call('min', positive, build.number(max));
  return min === undefined ? below : build.call('max', below, build.number(min));
}

/** Of VCR: its table, or a factor times its control. */
function resistanceOf(
  draft: ElementDraft,
  build: ExpressionBuilder,
  session: Session,
): Expression | undefined {
  const { rest, element, nameSpan } = draft;
  const [first] = rest;
  if (isPoints(first)) {
    rest.shift();
    const input = readInputs(first, 'voltage', draft, session);
    const law = input && readTable(input, rest.splice(0).flatMap(leavesOf), 'i', draft, session);
    return law?.kind === 'table' ? tableOf(law, build) : undefined;
  }
  const controlling = readControl(rest, 'voltage', draft, session);
  const item = rest.shift();
  if (controlling && !item)
    session.diagnostics.error('missing-value', `${element.name}: VCR has no ohms a volt`, nameSpan);
  const spec = { name: 'vcr', range: 'finite' } as const;
  const factor = item && readValue(item, spec, element.name, session);
  return controlling && factor !== undefined ? build.scaled(probeOf(controlling, build), factor) : undefined;
}

function isPoints(item: PositionalItem | undefined): item is GroupItem {
  return item?.kind === 'group' && item.name === 'pwl';
}

function isGate(item: PositionalItem | undefined): item is GroupItem {
  return item?.kind === 'group' && GATES.has(item.name);
}

/** The inputs of PWL(n) or of a gate of n, as one. */
function readInputs(
  { name, items }: GroupItem,
  control: 'voltage' | 'current',
  draft: ElementDraft,
  session: Session,
): Expression | undefined {
  const { element, rest, nameSpan } = draft;
  const build = new ExpressionBuilder(element.span);
  const choice = GATES.get(name);
  const [countItem] = items;
  const spec = { name, range: 'positive' } as const;
  const count = countItem ? readValue(countItem, spec, element.name, session) : 1;
  if (count === undefined) return undefined;
  const wrong = choice === undefined ? count !== 1 : !Number.isInteger(count) || count > 100;
  if (wrong) {
    const message = `${element.name}: ${name.toUpperCase()}(${count}) has no such number of inputs`;
    session.diagnostics.error('unsupported-form', message, countItem?.span ?? nameSpan, {
      hint: choice === undefined ? 'write PWL(1), of one input' : 'write a whole number of inputs',
    });
    return undefined;
  }
  const inputs = Array.from({ length: count }, () => readControl(rest, control, draft, session));
  const known = inputs.flatMap((input) => (input ? [probeOf(input, build)] : []));
  const [single] = known;
  if (known.length < count || !single) return undefined;
  return choice === undefined || known.length === 1 ? single : build.call(choice, ...known);
}

/** Names are full already. */
function probeOf(control: FlatControl, build: ExpressionBuilder): Expression {
  return control.quantity === 'v'
    ? build.voltage(control.plus, control.minus)
    : build.current(control.element);
}
