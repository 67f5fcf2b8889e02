/**
 * The generic syntax tree of a card: a leading word and items, each with its place. What an item means
 * is decided by the element or dot card that reads it.
 */
import type { Expression } from '../expression/ast.js';
import type { Span } from '../base/span.js';

/** A run of characters between separators: a name, a node, a number, a flag; case as written. */
export interface WordItem {
  readonly kind: 'word';
  readonly text: string;
  readonly span: Span;
}

/** "text" in double quotes, without them. */
export interface StringItem {
  readonly kind: 'string';
  readonly text: string;
  readonly span: Span;
}

/** {expression}, 'expression', or a bare expression with operators after "=". */
export interface ExpressionItem {
  readonly kind: 'expression';
  readonly expression: Expression;
  readonly span: Span;
}

/** NAME( items ) or ( items ): a source function, a probe, the parameters of a model. */
export interface GroupItem {
  readonly kind: 'group';
  /** Lower case; empty without a name; "nested" for PSpice's {POLY(2) ...}. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly items: readonly Item[];
  /** Whether blanks stand between name and bracket: then the name may be a word of its own. */
  readonly spaced: boolean;
  readonly span: Span;
}

/** key = value; the key is a group in v(out)=5. */
export interface AssignmentItem {
  readonly kind: 'assignment';
  readonly key: WordItem | GroupItem;
  readonly value: WordItem | StringItem | ExpressionItem | GroupItem;
  readonly span: Span;
}

export type Item = WordItem | StringItem | ExpressionItem | GroupItem | AssignmentItem;

/** A card as the grammar sees it. */
export interface CardSyntax {
  readonly lead: WordItem;
  readonly items: readonly Item[];
}

/** A card with its place; the span covers all its physical lines. */
export interface ParsedCard extends CardSyntax {
  readonly span: Span;
  /** As the grammar saw it: comments and line ends are blanks, so that `text[i]` stands at span.start + i. */
  readonly text: string;
}

/** Returns the text under a span as it is written. */
export function textOf({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}
