/**
 * The order of names by which everything is decided that the model leaves open (which of equal elements enters the tree, in which
 * order equations are eliminated): letters by their code, numbers by their value, so that d2 comes before d10. The order
 * of the cards decides nothing: shuffled, they give the same bits.
 */

/** Returns the places of elements in order of their names, voltage sources first: they lead the tree. */
export function treeOrder(
  elements: readonly { readonly name: string; readonly letter: string }[],
): Uint32Array {
  return orderOf(elements, ({ letter }) => letter === 'V');
}

/** Returns what is named in order of names. */
export function inNameOrder<Named extends { readonly name: string }>(named: readonly Named[]): Named[] {
  const sorted: Named[] = [];
  for (const k of orderOf(named, () => false)) sorted.push(named[k] as Named);
  return sorted;
}

/**
 * Places in order of names, `first` before all others; of equal names that which stands first. Names are read once, as ranks of what
 * stands before and behind their first number, and that number: a comparison then needs no text, of which a million names are far apart
 * in memory. Those with the same letters before that number are counted out first, and mostly rise already. Cost: O(n log n), mostly O(n).
 */
function orderOf<Named extends { readonly name: string }>(
  named: readonly Named[],
  first: (one: Named) => boolean,
): Uint32Array {
  const heads = new Ranks(named.length);
  const tails = new Ranks(named.length);
  const numbers = new Float64Array(named.length);
  named.forEach(({ name }, k) => {
    let from = 0;
    while (from < name.length && !isDigit(name.charCodeAt(from))) from++;
    const to = digitsEnd(name, from);
    let value = from;
    while (value < to && name.charCodeAt(value) === ZERO) value++;
    // A number that has more digits than a double is part of the text behind.
    const exact = to - value <= MAX_DIGITS;
    heads.put(k, name.slice(0, from));
    numbers[k] = to === from ? -1 : exact ? integerAt(name, value, to) : Infinity;
    tails.put(k, name.slice(exact ? to : from));
  });
  const [head, tail] = [heads.ranks(), tails.ranks()];
  named.forEach((one, k) => {
    if (!first(one)) head[k] = (head[k] as number) + named.length;
  });
  const compare = (a: number, b: number): number =>
    at(numbers, a) - at(numbers, b) || at(tail, a) - at(tail, b) || a - b;
  const { order, ends } = countedOut(head, 2 * named.length);
  let start = 0;
  for (const end of ends) {
    const alike = order.subarray(start, end);
    if (!isInOrder(alike, compare)) alike.sort(compare);
    start = end;
  }
  return order;
}

/** Places in order of their keys, which are integers below `limit`, and where those of a key end. */
function countedOut(
  keys: Float64Array,
  limit: number,
): { readonly order: Uint32Array; readonly ends: Uint32Array } {
  const next = new Uint32Array(limit);
  for (const key of keys) next[key] = at(next, key) + 1;
  let start = 0;
  for (let key = 0; key < limit; key++) {
    const count = at(next, key);
    next[key] = start;
    start += count;
  }
  const order = new Uint32Array(keys.length);
  keys.forEach((key, k) => {
    order[at(next, key)] = k;
    next[key] = at(next, key) + 1;
  });
  return { order, ends: next };
}

/** The integer that digits stand for. */
function integerAt(name: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = 10 * value + name.charCodeAt(at) - ZERO;
  return value;
}

function isInOrder(order: Uint32Array, compare: (a: number, b: number) => number): boolean {
  for (let k = 1; k < order.length; k++) if (compare(at(order, k - 1), at(order, k)) > 0) return false;
  return true;
}

function at(list: Float64Array | Uint32Array, k: number): number {
  return list[k] as number;
}

/** Integers of as many digits are exact. */
const MAX_DIGITS = 15;

/** Texts as their places in the order of those that differ, of which there are few. */
class Ranks {
  readonly #known = new Map<string, number>();
  readonly #numbers: Float64Array;

  constructor(count: number) {
    this.#numbers = new Float64Array(count);
  }

  put(k: number, text: string): void {
    const known = this.#known.get(text) ?? this.#known.size;
    if (known === this.#known.size) this.#known.set(text, known);
    this.#numbers[k] = known;
  }

  ranks(): Float64Array {
    const texts = [...this.#known.keys()].sort(compareNames);
    const rankOf = new Float64Array(texts.length);
    texts.forEach((text, rank) => (rankOf[this.#known.get(text) ?? 0] = rank));
    return this.#numbers.map((known) => at(rankOf, known));
  }
}

/**
 * Negative where name a stands before b. Names are runs of digits and what stands between these; a part that ends comes before
 * one that goes on. Allocates nothing.
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
