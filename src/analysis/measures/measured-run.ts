/** What measures a run, with the quantities as its method reads them. */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import { resolveItems, type ProbedQuantities, type ValueColumn } from '../rows/output-columns.js';
import type { Watch } from './instrument.js';
import type { SmoothIntervalObserver } from './smooth-interval.js';

export interface MeasuredRun<Column> {
  readonly columns: readonly Column[];
  readonly observer: SmoothIntervalObserver;
}

/** Finds what a watch reads, telling what the circuit has not; undefined where nothing is left to look at. */
export function measuredRun<Value extends object>(
  watch: Watch | undefined,
  flat: FlatCircuit,
  probed: ProbedQuantities<Value>,
  diagnostics: Diagnostics,
): MeasuredRun<ValueColumn<Value>> | undefined {
  if (!watch) return undefined;
  const found = resolveItems(watch.items, flat, probed, diagnostics);
  const observer = watch.begin(found);
  return observer && { columns: found.filter((column) => column !== undefined), observer };
}
