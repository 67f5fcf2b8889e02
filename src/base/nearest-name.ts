/**
 * "Did you mean": the known name with the smallest edit distance (insertion, deletion,
 * substitution, transposition of neighbours), when it is close enough to be meant. Of many names only the first
 * MAX_NAMES are looked at, and long words have no suggestion, so that a text in which everything is misspelt takes
 * linear time.
 */

const MAX_NAMES = 500;
const LONGEST_WORD = 64;

/** Returns the nearest known name within a third of the word's length (at least 1), or undefined; a letter has none. */
export function nearestName(word: string, known: Iterable<string>): string | undefined {
  if (word.length < 2 || word.length > LONGEST_WORD) return undefined;
  const limit = Math.max(1, Math.floor(word.length / 3));
  const lower = word.toLowerCase();
  const letters = lettersOf(lower);
  let best: string | undefined;
  let bestDistance = limit + 1;
  let looked = 0;
  for (const name of known) {
    if (++looked > MAX_NAMES) break;
    if (Math.abs(name.length - word.length) >= bestDistance) continue;
    const other = name.toLowerCase();
    // An edit takes at most one letter away and brings at most one.
    if (bitCount(letters ^ lettersOf(other)) > 2 * (bestDistance - 1)) continue;
    const distance = editDistance(lower, other);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** The set of characters, each as one of 32 bits. */
function lettersOf(text: string): number {
  let set = 0;
  for (let i = 0; i < text.length; i++) set |= 1 << text.charCodeAt(i);
  return set;
}

function bitCount(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
