/**
 * What couples in a law of gate capacitances that reads rates of voltages: every row of a node depends on every node, and a rate of the
 * voltage from the gate to an end moves current from the one to the other.
 */
import type { LawRates } from '../../kernel/modeling/laws/local-law.js';

export interface GateShape {
  readonly reads: number;
  readonly rows: number;
  readonly conducts: Uint8Array;
  readonly stores: Uint8Array;
  readonly rates: LawRates;
}

/**
 * Returns the shape of `nodes` nodes, which come first, and of the `ways` [place of the rate, node of the end] behind them; `farads` as
 * `LawRates` has them.
 */
export function gateShape(
  nodes: number,
  gate: number,
  ways: readonly (readonly [number, number])[],
  farads: LawRates['farads'],
): GateShape {
  const reads = nodes + ways.length;
  const conducts = new Uint8Array(nodes * reads);
  for (let row = 0; row < nodes; row++) conducts.fill(1, row * reads, row * reads + nodes);
  for (const [rate, end] of ways) for (const row of [gate, end]) conducts[row * reads + rate] = 1;
  const between = ways.map(([, end]) => [gate, end] as const);
  return { reads, rows: nodes, conducts, stores: new Uint8Array(nodes * reads), rates: { between, farads } };
}
