/**
 * Items -> numbers, checked against the range of the parameter that they set, each problem at the place
 * of the value.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Span } from '../base/span.js';
import { formatNumber, parseInnerSuffix, parseNumber } from '../base/units.js';
import type { Expression } from '../expression/ast.js';
import { DIALECTS, NEUTRAL_RULES, type DialectRules } from '../expression/dialect.js';
import { evaluate } from '../expression/evaluate.js';
import { parseExpression } from '../expression/parse.js';
import type { Scope } from '../expression/scope.js';
import { isDynamic } from '../expression/substitute.js';
import { contradictingUnit } from './contradicting-unit.js';
import type { ParameterSpec } from './language.js';
import { textOf, type Item, type WordItem } from './syntax.js';

/** Where values are read: names and the diagnostics they end in. A session is one. */
export interface ValueContext {
  readonly scope: Scope;
  readonly diagnostics: Diagnostics;
  readonly rules: DialectRules;
}

/** A value that depends on the circuit, as written: its names are found when all are known. */
export interface CircuitValue {
  readonly expression: Expression;
}

/** What of a ParameterSpec concerns its values. */
export interface ValueSpec {
  readonly name: string;
  readonly range?: ParameterSpec['range'] | undefined;
  readonly infinite?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly unit?: string | undefined;
}

interface RangeRule {
  readonly legal: string;
  readonly holds: (value: number) => boolean;
  /** A range with words of its own for what is not even in that. */
  readonly within?: NonNullable<ParameterSpec['range']>;
  /** What to write instead, where the parameter itself says nothing. */
  readonly hint?: string;
}

/** Degrees Celsius: 0 K, and what no part of a circuit survives. */
const absoluteZero = -273.15;
const hottest = 1e4;

/** Of what a circuit or mechanism is made of in SI units: squares and products of two are far from the ends of all numbers. */
const smallest = 1e-60;
const largest = 1e60;

const RANGES: Readonly<Record<NonNullable<ParameterSpec['range']>, RangeRule>> = Object.freeze({
  positive: { legal: 'positive', holds: (value: number) => value > 0 },
  magnitude: {
    legal: `from ${smallest} to ${largest}`,
    holds: (value: number) => value >= smallest && value <= largest,
    within: 'positive',
  },
  'non-negative': { legal: '0 or positive', holds: (value: number) => value >= 0 },
  'unit-interval': { legal: 'from 0 to 1', holds: (value: number) => value >= 0 && value <= 1 },
  'non-zero': { legal: 'other than 0', holds: (value: number) => value !== 0 },
  temperature: {
    legal: `above ${absoluteZero} (0 K) and at most ${hottest}`,
    holds: isTemperature,
    hint: 'temperatures are in degrees Celsius: 300 K is 26.85',
  },
  finite: { legal: 'finite', holds: () => true },
  any: { legal: 'a number', holds: () => true },
});

/** Whether a number is a temperature in degrees Celsius at which there are circuits. */
export function isTemperature(value: number): boolean {
  return value > absoluteZero && value <= hottest;
}

/**
 * Reads a number or expression. `owner` names the element or card in messages ("r1", ".tran"). A bare name is
 * a parameter: after "=" any (`named`), elsewhere one that is known, since SPICE may have meant a node or a model.
 */
export function readValue(
  item: Item,
  spec: ValueSpec,
  owner: string,
  context: ValueContext,
  named: 'named' | 'positional' = 'positional',
): number | undefined {
  const value = evaluateItem(item, spec, owner, context, named);
  if (value === undefined) return undefined;
  return inRange(value, item.span, spec, owner, context.diagnostics) ? value : undefined;
}

/** Reads a value that may depend on the circuit. */
export function readQuantity(
  item: Item,
  spec: ValueSpec,
  owner: string,
  context: ValueContext,
  named: 'named' | 'positional' = 'positional',
): number | CircuitValue | undefined {
  const expression = item.kind === 'expression' ? item.expression : undefined;
  if (expression && isDynamic(expression, context.scope)) return { expression };
  if (item.kind === 'word' && context.scope.varies?.(item.text.toLowerCase()) === true) {
    return { expression: { kind: 'name', name: item.text.toLowerCase(), span: item.span } };
  }
  return readValue(item, spec, owner, context, named);
}

/** Returns the expression that an item stands for, a bare word read as one; undefined after reporting. */
export function expressionOf(
  item: Item,
  diagnostics: Diagnostics,
  rules: DialectRules = NEUTRAL_RULES,
): Expression | undefined {
  if (item.kind === 'expression') return item.expression;
  if (item.kind === 'word') {
    const value = numberIn(item.text, rules);
    const number = value ?? parseInnerSuffix(item.text);
    if (number !== undefined && Number.isFinite(number))
      return { kind: 'number', value: number, span: item.span };
    return parseExpression(item.span, diagnostics, rules);
  }
  diagnostics.error(
    'not-a-value',
    `${textOf(item.span)} stands where a number or an expression should`,
    item.span,
  );
  return undefined;
}

function evaluateItem(
  item: Item,
  spec: ValueSpec,
  owner: string,
  { scope, diagnostics, rules }: ValueContext,
  named: 'named' | 'positional',
): number | undefined {
  if (item.kind === 'word') {
    const value = numberIn(item.text, rules);
    if (value !== undefined && rules !== DIALECTS.xyce) warnOfX(item, owner, diagnostics);
    if (value !== undefined && Number.isFinite(value))
      return fitsUnit(item, spec, owner, diagnostics) ? value : undefined;
    const name = item.text.toLowerCase();
    const isName = scope.lookup(name) !== undefined;
    const marked = isName ? undefined : unusualNumber(item, owner, { diagnostics, rules });
    if (marked !== undefined) return marked;
    const known = name === 'inf' || named === 'named' || scope.lookup(name) !== undefined;
    if (value === undefined && !known) {
      diagnostics.error('not-a-number', `${owner}: ${spec.name} "${item.text}" is not a number`, item.span, {
        hint: NUMBER_CURE,
      });
      return undefined;
    }
  }
  const expression = expressionOf(item, diagnostics, rules);
  return expression && evaluate(expression, scope, diagnostics);
}

/** X right behind a number. */
const BEFORE_X = /^([-+]?[\d.]+(?:e[-+]?\d+)?)x/i;

/** A number of a dialect: Xyce reads X as MEG, to all others it is a letter that says nothing. */
function numberIn(text: string, rules: DialectRules): number | undefined {
  return parseNumber(rules === DIALECTS.xyce ? text.replace(BEFORE_X, '$1meg') : text);
}

function warnOfX({ text, span }: WordItem, owner: string, diagnostics: Diagnostics): void {
  const [, digits] = BEFORE_X.exec(text) ?? [];
  if (digits === undefined) return;
  const message = `${owner}: "${text}" is read as ${digits}: X is a power of ten in files of Xyce alone`;
  diagnostics.warning('x-for-meg', message, span, {
    hint: `write ${digits}Meg where millions are meant, or --dialect xyce`,
  });
}

/** Returns whether the letters behind a number may stand there, after reporting those that may not. */
function fitsUnit(
  { text, span }: WordItem,
  spec: ValueSpec,
  owner: string,
  diagnostics: Diagnostics,
): boolean {
  const { unit = '' } = spec;
  const contradiction = contradictingUnit(text, unit);
  if (contradiction === undefined) return true;
  const message = `${owner}: ${spec.name} is in ${unit}, "${text}" ${contradiction}`;
  const small = contradiction.includes(': N is')
    ? ', or a small n where nano is meant'
    : ': letters behind it are powers of ten';
  const hint = `write the number without its unit${small}`;
  diagnostics.error('wrong-unit', message, span, { hint });
  return false;
}

/** 4k7; and a number with a sign, a comma or a second exponent behind it, which SPICE passes over. */
function unusualNumber(
  { text, span }: WordItem,
  owner: string,
  { diagnostics, rules }: Pick<ValueContext, 'diagnostics' | 'rules'>,
): number | undefined {
  const marked = parseInnerSuffix(text);
  if (marked !== undefined) {
    const message = `${owner}: "${text}" is read as ${formatNumber(marked)}; ngspice stops at its suffix`;
    if (rules === DIALECTS.ngspice) diagnostics.warning('inner-suffix', message, span);
    return marked;
  }
  const bare = text.replace(/[-+*/;:]+$/, '').replace(/(e[-+]?\d+)e\d+$/i, '$1');
  const value = bare === text ? undefined : parseNumber(bare);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  const message = `${owner}: "${text}" is read as ${bare}`;
  diagnostics.warning('stray-character', message, span, { hint: 'remove what stands behind the number' });
  return value;
}

const NUMBER_CURE = 'write a number such as 10k, or an expression in braces';

/** Whether a value is legal. */
export function isLegal(value: number, spec: ValueSpec): boolean {
  const infinityLegal = spec.infinite === true || (spec.range ?? 'any') === 'any';
  const holds = RANGES[spec.range ?? 'any'].holds(value) && !Number.isNaN(value);
  return holds && (infinityLegal || Number.isFinite(value));
}

/** Returns whether a value is legal, after reporting one that is not. */
export function inRange(
  value: number,
  span: Span,
  spec: ValueSpec,
  owner: string,
  diagnostics: Diagnostics,
): boolean {
  if (isLegal(value, spec)) return true;
  const own = RANGES[spec.range ?? 'any'];
  const rule = own.within && !RANGES[own.within].holds(value) ? RANGES[own.within] : own;
  const holds = rule.holds(value) && !Number.isNaN(value);
  const legal = holds && rule.legal !== 'finite' ? 'finite' : rule.legal;
  const message = `${owner}: ${spec.name} must be ${legal}, not ${formatNumber(value)}`;
  diagnostics.error('value-out-of-range', message, span, { hint: spec.hint ?? rule.hint });
  return false;
}
