/**
 * Text -> expression tree, by the expression rules that cards share. Linear in the length of the text.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Span } from '../base/span.js';
import type { Expression } from './ast.js';
import { NEUTRAL_RULES, type DialectRules } from './dialect.js';
import { parse as generated } from './expression-parser.gen.js';
import { checkTreeDepth, runGrammar, type GeneratedParser, type GrammarPlace } from './run-grammar.js';

/** Parses the text under `span`; returns undefined after reporting what is wrong with it. */
export function parseExpression(
  span: Span,
  diagnostics: Diagnostics,
  rules: DialectRules = NEUTRAL_RULES,
): Expression | undefined {
  const { source, start, end } = span;
  return parseExpressionText(source.text.slice(start, end), { source, base: start, rules }, diagnostics);
}

/** Parses a text that stands at `place`, where comments and line ends may be blanked. */
export function parseExpressionText(
  text: string,
  place: GrammarPlace,
  diagnostics: Diagnostics,
): Expression | undefined {
  const tree = runGrammar(generated as GeneratedParser, 'ExpressionOnly', text, place, diagnostics);
  if (tree === undefined) return undefined;
  const expression = tree as Expression;
  return checkTreeDepth(expression, diagnostics) ? expression : undefined;
}
