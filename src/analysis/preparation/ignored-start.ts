/** Initial values of elements that a transient without `uic` passes over; Xyce's hold them in the operating point. */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';

const initial: readonly string[] = Object.freeze(['ic', 'icvbe', 'icvce', 'icvds', 'icvgs', 'icvbs']);

export function warnOfIgnoredStart(
  { elements, dialect }: Pick<FlatCircuit, 'elements' | 'dialect'>,
  diagnostics: Diagnostics,
): void {
  if (dialect === 'xyce') return;
  for (const { name, parameters, span } of elements) {
    const given = initial.find((parameter) => parameters.has(parameter));
    if (given === undefined) continue;
    const message = `ic= of ${name} is ignored: the transient starts from the operating point`;
    diagnostics.warning('ic-ignored', message, span, { hint: 'write uic on the .tran card to use it' });
  }
}
