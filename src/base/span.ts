/**
 * Places in text. A span stores offsets only; lines and columns are computed when somebody asks,
 * so that a netlist of a million cards carries no positions it never prints.
 */

/** A text that was read, with the name under which the user knows it. */
export interface SourceText {
  /** Name as printed in messages: the path that the user typed, or "<text>". */
  readonly name: string;
  readonly text: string;
}

/** A half-open range [start, end) of UTF-16 offsets in a source text. */
export interface Span {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

/** A place for people: line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the smallest span that contains both; they must lie in the same source. */
export function joinSpans(a: Span, b: Span): Span {
  return { source: a.source, start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** Converts the start of a span to file, line and column; O(length of the text before it). */
export function placeOf(span: Span): Place {
  const { text, name } = span.source;
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < span.start; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { file: name, line, column: span.start - lineStart + 1 };
}
