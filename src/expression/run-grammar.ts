/**
 * Runs a generated parser on a part of a text and turns its failure into one diagnostic at the exact
 * place. Bracket depth is checked first, because the parser recurses once a bracket; the depth of the
 * finished tree is checked after, because everything else recurses over the tree.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { SourceText, Span } from '../base/span.js';
import { parseInnerSuffix, parseNumber } from '../base/units.js';
import type { Expression } from './ast.js';
import { foreignOperatorAt } from './foreign-operators.js';
import { DIALECTS, NEUTRAL_RULES, truthOf, type DialectRules } from './dialect.js';

/** Brackets inside brackets, and operators inside operators, that a text may have. */
export const MAX_BRACKET_DEPTH = 200;
export const MAX_TREE_DEPTH = 1000;

/** What the generated parsers take; `base` is the offset of the parsed text in the source. */
export interface GrammarOptions {
  readonly source: SourceText;
  readonly base: number;
  readonly startRule: string;
  readonly readNumber: (text: string) => number | undefined;
  /** A number whose suffix stands for the point, 3k3, where LTspice's are read. */
  readonly innerSuffix?: (text: string) => number | undefined;
  readonly caret: DialectRules['caret'];
  readonly leftPowers: boolean;
  readonly precedences: DialectRules['precedences'];
  /** An operand of logic, or a condition. */
  readonly truthOf: (node: Expression) => Expression;
  readonly functions: DialectRules['functions'];
}

/** Where a text stands, and in which dialect it is written (default: none, nothing is translated). */
export interface GrammarPlace {
  readonly source: SourceText;
  readonly base: number;
  readonly rules?: DialectRules;
}

/** The entry point of a generated parser. */
export type GeneratedParser = (text: string, options: GrammarOptions) => unknown;

interface Expectation {
  readonly type: string;
  readonly description?: string;
  readonly text?: string;
}

interface GrammarError extends Error {
  readonly expected: readonly Expectation[] | null;
  readonly location: { readonly start: { readonly offset: number } };
}

/**
 * Parses `text`, which stands at `base` in `source`, by the named rule. Returns undefined after
 * reporting "syntax" or "nesting-too-deep".
 */
export function runGrammar(
  parser: GeneratedParser,
  startRule: string,
  text: string,
  place: GrammarPlace,
  diagnostics: Diagnostics,
): unknown {
  const { source, base, rules = NEUTRAL_RULES } = place;
  const { caret, leftPowers, precedences, functions } = rules;
  const deep = tooDeepAt(text);
  if (deep >= 0) {
    reportDepth({ source, start: base + deep, end: base + deep + 1 }, MAX_BRACKET_DEPTH, diagnostics);
    return undefined;
  }
  try {
    return parser(text, {
      ...{ source, base, startRule, readNumber: parseNumber, caret, leftPowers, precedences, functions },
      ...(rules === DIALECTS.ltspice && { innerSuffix: parseInnerSuffix }),
      truthOf: (node) => truthOf(node, rules),
    });
  } catch (error) {
    if (!isGrammarError(error)) throw error;
    const offset = Math.min(error.location.start.offset, text.length);
    const end = offset < text.length ? offset + 1 : offset;
    const span = { source, start: base + offset, end: base + end };
    const hint = foreignOperatorAt(text, offset);
    diagnostics.error('syntax', describe(error, text, offset), span, hint === undefined ? {} : { hint });
    return undefined;
  }
}

/** Reports and returns false when a tree is deeper than every recursion over it can bear. */
export function checkTreeDepth(expression: Expression, diagnostics: Diagnostics): boolean {
  const { span } = expression;
  // A level costs at least one character, so short texts need no walk.
  if (span.end - span.start <= MAX_TREE_DEPTH) return true;
  const pending: [Expression, number][] = [[expression, 1]];
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const [node, depth] = entry;
    if (depth > MAX_TREE_DEPTH) {
      reportDepth({ ...span, end: span.start + 1 }, MAX_TREE_DEPTH, diagnostics);
      return false;
    }
    for (const child of childrenOf(node)) pending.push([child, depth + 1]);
  }
  return true;
}

/** Returns the direct operands of a node, in the order in which they are written. */
export function childrenOf(node: Expression): readonly Expression[] {
  if (node.kind === 'unary') return [node.operand];
  if (node.kind === 'binary') return [node.left, node.right];
  if (node.kind === 'call') return node.args;
  if (node.kind === 'conditional') return [node.test, node.then, node.otherwise];
  return [];
}

function reportDepth(span: Span, limit: number, diagnostics: Diagnostics): void {
  diagnostics.error('nesting-too-deep', `the expression is nested more than ${limit} levels deep`, span, {
    hint: 'split it into several parameters',
  });
}

/** Offset of the first bracket (or "?") beyond the limit, or -1. */
function tooDeepAt(text: string): number {
  if (text.length <= MAX_BRACKET_DEPTH) return -1;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if ('({?'.includes(character) && ++depth > MAX_BRACKET_DEPTH) return i;
    if (')}:'.includes(character) && depth > 0) depth--;
  }
  return -1;
}

function isGrammarError(error: unknown): error is GrammarError {
  return error instanceof Error && 'expected' in error && 'location' in error;
}

function describe(error: GrammarError, text: string, offset: number): string {
  // Without a list of expectations the grammar wrote the message itself.
  if (error.expected === null) return error.message;
  const names = error.expected.map(nameOf).filter((name) => name !== '' && name !== 'a blank');
  const found = offset < text.length ? JSON.stringify(text[offset]) : 'end';
  const unique = [...new Set(names)].sort();
  return unique.length === 0
    ? `unexpected ${found}`
    : `unexpected ${found}; expected ${joinAlternatives(unique)}`;
}

function nameOf({ type, description, text }: Expectation): string {
  if (type === 'other') return description ?? '';
  return type === 'literal' && text !== undefined ? JSON.stringify(text) : '';
}

function joinAlternatives(names: readonly string[]): string {
  return names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
