/** What one source function file exports; a new function is one file and one line in `source-table.ts`. */
import type { ClosedFormSignal } from './closed-form-signal.js';
import type { FlatSourceFunction } from '../../netlist/flat-circuit.js';
import type { SourceFunctionSyntax } from '../../netlist/language.js';
import type { EmissionContext } from '../device.js';

export interface SourceFunction {
  readonly syntax: SourceFunctionSyntax;
  /** Builds the signal, or reports to `context.diagnostics` and returns nothing. */
  signal(written: FlatSourceFunction, context: EmissionContext): ClosedFormSignal | undefined;
}
