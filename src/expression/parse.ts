/**
 * Text -> expression tree, by the expression rules that cards share. Linear in the length of the text.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Span } from '../base/span.js';
import type { Expression } from './ast.js';
import { parse as generated } from './expression-parser.gen.js';
import { checkTreeDepth, runGrammar, type GeneratedParser } from './run-grammar.js';

/** Parses the text under `span`; returns undefined after reporting what is wrong with it. */
export function parseExpression(span: Span, diagnostics: Diagnostics): Expression | undefined {
  const { source, start, end } = span;
  const text = source.text.slice(start, end);
  const parser = generated as GeneratedParser;
  const tree = runGrammar(parser, 'ExpressionOnly', text, { source, base: start }, diagnostics);
  if (tree === undefined) return undefined;
  const expression = tree as Expression;
  return checkTreeDepth(expression, diagnostics) ? expression : undefined;
}
