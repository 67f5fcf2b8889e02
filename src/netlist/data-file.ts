/**
 * Files of numbers - `pwl file=name`, table("name") - beside the netlist: columns separated by blanks, commas
 * or semicolons; lines that begin with no number are comments.
 */
import type { Span } from '../base/span.js';
import { parseNumber } from '../base/units.js';
import { hintOf, joinPath, readNamed } from './include-path.js';
import type { Session } from './session.js';

/** Reads all numbers of a file, row by row; undefined after reporting. */
export function readNumbers(name: string, span: Span, session: Session): readonly number[] | undefined {
  const from = span.source.name;
  try {
    const identity = session.textSource?.resolve(name, from) ?? name;
    return numbersIn(readNamed(identity, joinPath(from, name), session).text);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const message = `cannot read "${name}": ${cause}`;
    session.diagnostics.error('unreadable-file', message, span, { hint: hintOf(error) });
    return undefined;
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
