/**
 * A number that some card sets and that must be known before cards are read: the first group of the first match
 * of a pattern. A text without the pattern's word, in lower case, costs a search for that alone.
 */
export function writtenNumber(text: string, word: string, pattern: RegExp): number | undefined {
  if (!text.toLowerCase().includes(word)) return undefined;
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
