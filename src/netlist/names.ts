/**
 * Canonical names: lower case; ground, which SPICE users also call gnd, is "0".
 */

const GROUND_NAMES: ReadonlySet<string> = new Set(['0', 'gnd']);
/** Letters of the longest of these: other names need no look at the set. */
const MAX_GROUND = 3;

/** Returns the name under which a node is known. */
export function canonicalNode(text: string): string {
  const name = text.toLowerCase();
  return name.length <= MAX_GROUND && GROUND_NAMES.has(name) ? '0' : name;
}
