/**
 * The order of names by which everything is decided that the model leaves open (which of equal elements enters the tree, in which
 * order equations are eliminated): letters by their code, numbers by their value, so that d2 comes before d10. The order
 * of the cards decides nothing: shuffled, they give the same bits.
 */

/** Returns the elements in order of their names, voltage sources first: they lead the tree. */
export function inTreeOrder<Element extends { readonly name: string; readonly letter: string }>(
  elements: readonly Element[],
): Element[] {
  return elements.toSorted(
    (a, b) => Number(b.letter === 'V') - Number(a.letter === 'V') || compareNames(a.name, b.name),
  );
}

/** Returns what is named in order of names. */
export function inNameOrder<Named extends { readonly name: string }>(named: readonly Named[]): Named[] {
  return named.toSorted((a, b) => compareNames(a.name, b.name));
}

/**
 * Negative where name a stands before b. Names are runs of digits and what stands between these; a part that ends comes before
 * one that goes on. Allocates nothing: large netlists are sorted several times.
 */
export function compareNames(a: string, b: string): number {
  let i = 0;
  let j = 0;
  for (;;) {
    // What is no digit, to the end of the part.
    for (;;) {
      const x = i < a.length && !isDigit(a.charCodeAt(i)) ? a.charCodeAt(i) : -1;
      const y = j < b.length && !isDigit(b.charCodeAt(j)) ? b.charCodeAt(j) : -1;
      if (x !== y) return x - y;
      if (x < 0) break;
      i++;
      j++;
    }
    if (i === a.length || j === b.length) return Number(i < a.length) - Number(j < b.length);
    const [x, y] = [digitsEnd(a, i), digitsEnd(b, j)];
    // The longer number without leading zeros is the larger one.
    while (i < x - 1 && a.charCodeAt(i) === ZERO) i++;
    while (j < y - 1 && b.charCodeAt(j) === ZERO) j++;
    if (x - i !== y - j) return x - i - (y - j);
    for (; i < x; i++, j++) if (a.charCodeAt(i) !== b.charCodeAt(j)) return a.charCodeAt(i) - b.charCodeAt(j);
  }
}

const ZERO = 48;

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

function digitsEnd(name: string, from: number): number {
  let at = from;
  while (at < name.length && isDigit(name.charCodeAt(at))) at++;
  return at;
}
