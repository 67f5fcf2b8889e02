/**
 * Files of numbers - `pwl file=name`, table("name") - beside the netlist: columns separated by blanks, commas
 * or semicolons; lines that begin with no number are comments.
 */
import type { Span } from '../base/span.js';
import { parseNumber } from '../base/units.js';
import { isInside, joinPath } from './include-path.js';
import type { Session } from './session.js';

/** Reads all numbers of a file, row by row; undefined after reporting. */
export function readNumbers(name: string, span: Span, session: Session): readonly number[] | undefined {
  const { textSource, diagnostics, overrides, text } = session;
  const fail = (cause: string, hint?: string): undefined => {
    diagnostics.error('unreadable-file', `cannot read "${name}": ${cause}`, span, { hint });
    return undefined;
  };
  if (!textSource) return void fail('this text comes from no folder');
  const from = span.source.name;
  if (overrides.allowOutside !== true && !isInside(text.name, joinPath(from, name))) {
    return void fail('it lies outside of the folder of the netlist', 'allow it with --allow-outside');
  }
  try {
    return numbersIn(textSource.read(textSource.resolve(name, from)).text);
  } catch (error) {
    return void fail(error instanceof Error ? error.message : String(error));
  }
}

function numbersIn(text: string): readonly number[] {
  const numbers: number[] = [];
  for (const line of text.split('\n')) {
    const words = line.trim().split(/[\s,;]+/);
    const values = words.map((word) => parseNumber(word));
    if (values[0] === undefined) continue;
    for (const value of values) if (value !== undefined) numbers.push(value);
  }
  return numbers;
}
