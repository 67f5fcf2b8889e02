/** What the methods of the transient analysis share: what a run is given and what it reports. */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { CompiledCircuit } from '../../circuit/compiler/compiled-circuit.js';
import type { TransientCard } from '../../netlist/flat-circuit.js';
import type { AnalysisJob, FinalValue } from '../analysis.js';
import type { Certificate } from '../certificate/certificate.js';
import { CircuitPoint, type Side } from '../certificate/circuit-point.js';
import type { MeasuredRun } from '../measures/measured-run.js';
import type { OutputColumn } from '../rows/output-columns.js';
import { readValue } from '../preparation/output-value.js';
import type { TransientOptions } from '../preparation/transient-options.js';
import type { Start } from './transient-start.js';

export const plotName = 'Transient Analysis';

export interface TransientRun {
  readonly job: AnalysisJob<TransientCard>;
  readonly options: TransientOptions;
  readonly columns: readonly OutputColumn[];
  readonly start: Start;
  readonly measured?: MeasuredRun<OutputColumn> | undefined;
  readonly diagnostics: Diagnostics;
}

export interface TransientOutcome {
  readonly final: readonly FinalValue[];
  readonly certificate: Omit<Certificate, 'missed'>;
  /** Bounds of its own that a part of the run missed. */
  readonly missed?: readonly string[];
}

/** zeta = (x, lambda, u) where a simulation stands, right limits unless asked otherwise. */
export function pointAt(
  { system }: CompiledCircuit,
  { x, lambda }: { readonly x: Float64Array; readonly lambda: Float64Array },
  t: number,
  side: Side = 'right',
): Float64Array {
  return new CircuitPoint(system).set(t, x, lambda, side).zeta;
}

/** Reads all columns at time `t`. */
export function finalValues(columns: readonly OutputColumn[], t: number, zeta: Float64Array): FinalValue[] {
  return columns.map(({ name, unit, value }) => ({ name, unit, value: readValue(value, t, zeta) }));
}
