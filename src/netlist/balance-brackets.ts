/**
 * Round brackets that do not match: one that closes nothing becomes a blank, those that stay open are closed at the
 * end, so that the text keeps its places. Brackets in {expressions}, 'expressions' and "strings" are left
 * alone. Linear.
 */
export interface Balanced {
  readonly text: string;
  /** Place of the first that has no partner. */
  readonly at: number;
  /** Whether its partner is missing at the end; else it closes nothing. */
  readonly missing: boolean;
}

/** Returns the text with matching brackets; undefined when they match already. */
export function balanceBrackets(text: string): Balanced | undefined {
  const open: number[] = [];
  const stray: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const close = QUOTES.get(character);
    if (close !== undefined) {
      const end = text.indexOf(close, at + 1);
      if (end < 0) return undefined;
      at = end;
    } else if (character === '(') open.push(at);
    else if (character === ')' && open.pop() === undefined) stray.push(at);
  }
  const first = stray[0] ?? open[0];
  if (first === undefined) return undefined;
  const characters = [...text.split(''), ...open.map(() => ')')];
  for (const at of stray) characters[at] = ' ';
  return { text: characters.join(''), at: first, missing: stray.length === 0 };
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ["'", "'"],
  ['"', '"'],
]);
