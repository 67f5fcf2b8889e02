/** A circuit at rest by smooth laws and ideal parts, as a sparse system: `stepping-start.ts`. */
import type { Diagnostics } from '../base/diagnostic.js';
import { CompiledDescriptor } from '../kernel/simulation/sparse-stepping/compiled-descriptor.js';
import { continuedPoint } from '../kernel/simulation/sparse-stepping/operating-point.js';
import type { RestingCircuit, RestingPoint } from './resting-circuit.js';
import { SteppingColumnReader, type SteppingColumn, steppingColumns } from './stepping-columns.js';
import type { SteppingCircuit } from './stepping-circuit.js';
import { type StillCircuit, stillCircuit } from './stepping-start.js';

/** Prepares an emitted circuit; undefined where something is wrong with what it writes. */
export function smoothRest(
  circuit: SteppingCircuit,
  reltol: number,
  diagnostics: Diagnostics,
): RestingCircuit | undefined {
  const columns = steppingColumns(circuit, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  return new SmoothRest(circuit, stillCircuit(circuit, reltol, diagnostics), columns, reltol);
}

class SmoothRest implements RestingCircuit {
  readonly nodes: readonly string[];
  readonly linear: boolean;
  readonly #reader: SteppingColumnReader;
  readonly #row: Float64Array;
  /** Made when a point is to be followed. */
  #compiled: CompiledDescriptor | undefined;

  constructor(
    private readonly circuit: SteppingCircuit,
    private readonly still: StillCircuit,
    readonly columns: readonly SteppingColumn[],
    private readonly reltol: number,
  ) {
    const { numbering, system } = circuit.model;
    this.nodes = numbering.nodes;
    this.linear = [system.groups, system.pairs, system.guards].every(({ length }) => length === 0);
    this.#reader = new SteppingColumnReader(columns, system);
    this.#row = new Float64Array(this.#reader.width);
  }

  find(diagnostics: Diagnostics): RestingPoint | undefined {
    const point = this.still.solve(diagnostics);
    const found = point && { unknowns: point.z, guards: point.guards };
    return found && (this.#newton(found) ?? found);
  }

  follow(near: RestingPoint): RestingPoint | undefined {
    if (near.unknowns.length !== this.still.system.size) return undefined;
    const found = this.#newton(near);
    return found && (this.#newton(found) ?? found);
  }

  /** Newton's method to its tolerance; from a point within that one iteration, which leaves rounding. */
  #newton({ unknowns, guards }: RestingPoint): RestingPoint | undefined {
    this.#compiled ??= new CompiledDescriptor(this.still.system, { reltol: this.reltol });
    const point = continuedPoint(this.#compiled, 0, { z: unknowns, guards });
    return point && { unknowns: point.z, guards: point.guards };
  }

  read({ unknowns }: RestingPoint, row: Float64Array): void {
    this.#reader.readPoint(0, unknowns.subarray(0, this.circuit.model.system.size), this.#row);
    row.set(this.#row.subarray(1));
  }

  voltages({ unknowns }: RestingPoint): Float64Array {
    return unknowns.slice(0, this.nodes.length);
  }
}
