/**
 * The order of names by which everything is decided that the model leaves open (which of equal elements enters the tree, in which
 * order equations are eliminated): letters by their code, numbers by their value, so that d2 comes before d10. The order
 * of the cards decides nothing: shuffled, they give the same bits.
 */

/** Returns the elements in order of their names, voltage sources first: they lead the tree. */
export function inTreeOrder<Element extends { readonly name: string; readonly letter: string }>(
  elements: readonly Element[],
): Element[] {
  const named = inNameOrder(elements);
  return [...named.filter(({ letter }) => letter === 'V'), ...named.filter(({ letter }) => letter !== 'V')];
}

/** Returns what is named in order of names. */
export function inNameOrder<Named extends { readonly name: string }>(named: readonly Named[]): Named[] {
  const keys = new Map(named.map((item) => [item, keyOf(item.name)]));
  return named.toSorted((a, b) => compareKeys(keys.get(a) ?? [], keys.get(b) ?? []));
}

type Key = readonly (string | number)[];

function keyOf(name: string): Key {
  return name.split(/(\d+)/).map((part, k) => (k % 2 === 1 ? Number(part) : part));
}

function compareKeys(a: Key, b: Key): number {
  for (let k = 0; k < Math.min(a.length, b.length); k++) {
    const [x = '', y = ''] = [a[k], b[k]];
    if (x !== y) return x < y ? -1 : 1;
  }
  return a.length - b.length;
}
