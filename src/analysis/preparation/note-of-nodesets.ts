/** What is said where `.nodeset` guesses for nothing. */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';

/** Says why guesses have no effect on where the circuit rests. */
export function noteOfNodesets(
  { nodesets }: Pick<FlatCircuit, 'nodesets'>,
  why: string,
  diagnostics: Diagnostics,
): void {
  const [first] = nodesets.values();
  const message = `.nodeset ${why}: the operating point is looked for from nothing`;
  diagnostics.note('nodeset-without-effect', message, first?.span);
}
