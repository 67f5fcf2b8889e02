/** What to write in the place of operators of other languages, and of signs that word processors put for those of the keyboard. */

/** What is found, and what is written here; the first that covers the place counts. */
const FOREIGN: readonly (readonly [found: RegExp, hint: string])[] = Object.freeze([
  [/=>/y, 'write >='],
  [/=</y, 'write <='],
  [/!==|~=|=!|=\/=/y, 'write !='],
  [/={3}/y, 'write =='],
  [/and\b/iy, 'write &&'],
  [/or\b/iy, 'write ||'],
  [/xor\b/iy, 'write xor(x, y)'],
  [/mod\b/iy, 'write %, or fmod(x, y)'],
  [/[\u2010-\u2015\u2212]/y, 'write - of the keyboard'],
  [/[\u00d7\u00b7\u22c5\u2217]/y, 'write *'],
  [/[\u00f7\u2215]/y, 'write /'],
  [/[\u2264\u2a7d]/y, 'write <='],
  [/[\u2265\u2a7e]/y, 'write >='],
  [/\u2260/y, 'write !='],
  [/\u00b2/y, 'write **2'],
  [/\u00b3/y, 'write **3'],
  [/\[/y, 'write round brackets'],
  [/\|(?=[^|]*\|)/y, 'write abs(x)'],
] as const);

/** An operator begins at most so many characters before the one that a parser does not take. */
const LONGEST = 3;

/** What to write where a parser does not take the character at `offset`; undefined where nothing is known. */
export function foreignOperatorAt(text: string, offset: number): string | undefined {
  for (const [found, hint] of FOREIGN)
    for (let start = Math.max(0, offset - LONGEST + 1); start <= offset; start++) {
      found.lastIndex = start;
      const [operator = ''] = found.exec(text) ?? [];
      if (start + operator.length > offset) return hint;
    }
  const before = text.slice(0, offset);
  // v(a) = 1 within an expression: elsewhere a setting is written so.
  const isWithin = /\{[^}]*$/.test(before) || before.split("'").length % 2 === 0;
  if (text.charAt(offset) === '=' && isWithin) return 'write == where two values are compared';
  // 2v(a), 3(x + 1): a product without its sign.
  return text.charAt(offset) === '(' && /[0-9][a-z]?$/i.test(before) ? 'write * between factors' : undefined;
}
