/** What is read of cards, for tests of how they are written. */
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import type { FlatCircuit } from '../../src/netlist/flat-circuit.js';

/** The circuit of the cards beside a `.tran`, and what was told but for notes. */
export function readCards(...cards: readonly string[]): { circuit: FlatCircuit; told: readonly string[] } {
  const text = ['t', ...cards, '.tran 1u 1m'].join('\n');
  const { circuit, diagnostics } = elaborate({ name: 'a.cir', text }, circuitLanguage);
  const told = diagnostics.filter(({ severity }) => severity !== 'note').map(({ message }) => message);
  if (!circuit) throw new Error(told.join('\n'));
  return { circuit, told };
}
