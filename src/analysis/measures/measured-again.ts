/** A run that is measured and goes on as another one, with the quantities as that reads them. */
import { Diagnostics } from '../../base/diagnostic.js';
import type { SteppingCircuit } from '../preparation/stepping-circuit.js';
import { resolveItems } from '../rows/output-columns.js';
import { type SteppingColumn, steppingColumns, steppingQuantities } from '../rows/stepping-columns.js';
import type { Watch } from './instrument.js';
import type { SmoothIntervalObserver } from './smooth-interval.js';
import type { MeasuredRun } from './measured-run.js';

/** What sparse steps read that go on with a run. */
export interface ReadAgain {
  readonly columns: readonly SteppingColumn[];
  readonly measured: MeasuredRun<SteppingColumn> | undefined;
}

/** The same columns and measured quantities of a sparse circuit; undefined where they are not the same. */
export function readAgain(
  circuit: SteppingCircuit,
  columns: readonly { readonly name: string; readonly unit: string }[],
  watch: Watch | undefined,
  observer: SmoothIntervalObserver | undefined,
  quantities = 0,
): ReadAgain | undefined {
  const own = steppingColumns(circuit, new Diagnostics());
  const isSame =
    own.length === columns.length &&
    own.every(({ name, unit }, k) => name === columns[k]?.name && unit === columns[k].unit);
  if (!isSame) return undefined;
  if (!observer) return { columns: own, measured: undefined };
  const found = resolveItems(
    watch?.items ?? [],
    circuit.flat,
    steppingQuantities(circuit),
    new Diagnostics(),
  );
  const known = found.filter((column) => column !== undefined);
  return known.length === quantities ? { columns: own, measured: { columns: known, observer } } : undefined;
}
