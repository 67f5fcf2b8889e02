/**
 * Files of numbers - `pwl file=name`, table("name") - beside the netlist: columns separated by blanks, commas
 * or semicolons; lines that begin with no number are comments, as is what stands behind the numbers of a line.
 */
import type { Span } from '../base/span.js';
import { parseNumber } from '../base/units.js';
import { hintOf, joinPath, readNamed } from './include-path.js';
import type { Session } from './session.js';

/** Reads all numbers of a file, row by row; undefined after reporting. */
export function readNumbers(name: string, span: Span, session: Session): readonly number[] | undefined {
  return readNumberRows(name, span, session)?.flat();
}

/** Reads the rows of a file; undefined after reporting. */
export function readNumberRows(
  name: string,
  span: Span,
  session: Session,
): readonly (readonly number[])[] | undefined {
  const text = readText(name, span, session);
  return text === undefined ? undefined : rowsIn(text);
}

/** Reads a file beside the netlist; undefined after reporting. */
export function readText(name: string, span: Span, session: Session): string | undefined {
  const from = span.source.name;
  try {
    const identity = session.textSource?.resolve(name, from) ?? name;
    return readNamed(identity, joinPath(from, name), session).text;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const message = `cannot read "${name}": ${cause}`;
    session.diagnostics.error('unreadable-file', message, span, { hint: hintOf(error) });
    return undefined;
  }
}

function rowsIn(text: string): readonly (readonly number[])[] {
  return text.split('\n').flatMap((line) => {
    const words = line.trim().split(/[\s,;]+/);
    const values = words.map((word) => parseNumber(word));
    const end = values.indexOf(undefined);
    const numbers = (end < 0 ? values : values.slice(0, end)).filter((value) => value !== undefined);
    return numbers.length === 0 ? [] : [numbers];
  });
}
