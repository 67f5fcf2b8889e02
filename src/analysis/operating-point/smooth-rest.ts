/** A circuit at rest by smooth laws and ideal parts, as a sparse system: `stepping-start.ts`. */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { Span } from '../../base/span.js';
import type { OperatingPoint } from '../../kernel/simulation/sparse-stepping/operating-point.js';
import type { SummaryRow } from '../../waveform/writer.js';
import { PositiveLaws } from '../certificate/positive-laws.js';
import type { RestingCircuit, RestingPoint } from './resting-circuit.js';
import { smoothResiduals, smoothStates } from './smooth-rest-facts.js';
import { SteppingColumnReader, type SteppingColumn, steppingColumns } from '../rows/stepping-columns.js';
import type { SteppingCircuit } from '../preparation/stepping-circuit.js';
import { guardsOf, type StillCircuit, stillCircuit } from '../preparation/stepping-start.js';
import type { TransientOptions } from '../preparation/transient-options.js';

/** Prepares an emitted circuit; undefined where something is wrong with what it writes. */
export function smoothRest(
  circuit: SteppingCircuit,
  { reltol, certtol }: Pick<TransientOptions, 'reltol' | 'certtol'>,
  diagnostics: Diagnostics,
): RestingCircuit | undefined {
  const columns = steppingColumns(circuit, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  return new SmoothRest(circuit, stillCircuit(circuit, reltol, diagnostics), columns, certtol);
}

class SmoothRest implements RestingCircuit {
  readonly program = 'smooth';
  readonly nodes: readonly string[];
  readonly linear: boolean;
  readonly #reader: SteppingColumnReader;
  readonly #row: Float64Array;
  readonly #positive: PositiveLaws;

  constructor(
    private readonly circuit: SteppingCircuit,
    private readonly still: StillCircuit,
    readonly columns: readonly SteppingColumn[],
    private readonly tolerance: number,
  ) {
    const { numbering, system } = circuit.model;
    this.nodes = numbering.nodes;
    this.linear = [system.groups, system.pairs, system.guards].every(({ length }) => length === 0);
    this.#reader = new SteppingColumnReader(columns, system);
    this.#row = new Float64Array(this.#reader.width);
    this.#positive = new PositiveLaws(circuit.model);
  }

  find(diagnostics: Diagnostics): RestingPoint | undefined {
    const near = this.still.solve(diagnostics);
    if (!near) return undefined;
    const point = this.still.follow(near) ?? near;
    const { elements } = this.circuit.flat;
    const spanOf = (element: string): Span | undefined => elements.find(({ name }) => name === element)?.span;
    const message = this.#positive.report(point.z, 'at rest', false, spanOf, diagnostics);
    return message === undefined ? asPoint(point) : undefined;
  }

  follow({ unknowns, guards }: RestingPoint): RestingPoint | undefined {
    const point = this.still.follow({ z: unknowns, guards });
    return point && asPoint(point);
  }

  read({ unknowns }: RestingPoint, row: Float64Array): void {
    this.#reader.readPoint(0, unknowns.subarray(0, this.circuit.model.system.size), this.#row);
    row.set(this.#row.subarray(1));
  }

  states({ unknowns, guards }: RestingPoint): readonly SummaryRow[] {
    const { system } = this.circuit.model;
    const own = guardsOf(this.still.model.system, system, guards);
    return smoothStates(this.circuit, unknowns.subarray(0, system.size), own);
  }

  residuals({ unknowns }: RestingPoint): readonly SummaryRow[] {
    return smoothResiduals(this.still, this.circuit, unknowns, this.tolerance);
  }

  voltages({ unknowns }: RestingPoint): Float64Array {
    return unknowns.slice(0, this.nodes.length);
  }
}

function asPoint({ z, guards }: OperatingPoint): RestingPoint {
  return { unknowns: z, guards };
}
