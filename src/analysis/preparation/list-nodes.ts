/** Names of nodes as notes list them. */
import { listNames, shortened } from '../../circuit/diagnose.js';

/** Names that a note lists. */
const mostNamed = 5;

/** The first few, and how many more there are. */
export function firstOf(names: readonly string[]): readonly string[] {
  return shortened(names, mostNamed);
}

/** The voltages of nodes, of those within elements only where there are no others. */
export function listVoltages(nodes: readonly string[]): string {
  const own = nodes.filter((name) => !name.includes('#'));
  return listNames(firstOf((own.length > 0 ? own : nodes).map((name) => `v(${name})`)));
}
