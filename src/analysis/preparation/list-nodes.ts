/** Names of nodes and unknowns as notes list them. */
import { listNames } from '../../circuit/diagnose.js';

/** Names that a note lists. */
const mostNamed = 4;

/** The first few, and how many more there are. */
export function firstOf(names: readonly string[]): readonly string[] {
  const rest = names.length - mostNamed;
  return rest > 0 ? [...names.slice(0, mostNamed), `${String(rest)} more`] : names;
}

/** The voltages of nodes, of those within elements only where there are no others. */
export function listVoltages(nodes: readonly string[]): string {
  const own = nodes.filter((name) => !name.includes('#'));
  return listNames(firstOf((own.length > 0 ? own : nodes).map((name) => `v(${name})`)));
}
