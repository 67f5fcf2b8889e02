/** A circuit at rest by smooth laws and ideal parts, as a sparse system: `stepping-start.ts`. */
import type { Diagnostics } from '../base/diagnostic.js';
import type { OperatingPoint } from '../kernel/simulation/sparse-stepping/operating-point.js';
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
  return new SmoothRest(circuit, stillCircuit(circuit, reltol, diagnostics), columns);
}

class SmoothRest implements RestingCircuit {
  readonly nodes: readonly string[];
  readonly linear: boolean;
  readonly #reader: SteppingColumnReader;
  readonly #row: Float64Array;

  constructor(
    private readonly circuit: SteppingCircuit,
    private readonly still: StillCircuit,
    readonly columns: readonly SteppingColumn[],
  ) {
    const { numbering, system } = circuit.model;
    this.nodes = numbering.nodes;
    this.linear = [system.groups, system.pairs, system.guards].every(({ length }) => length === 0);
    this.#reader = new SteppingColumnReader(columns, system);
    this.#row = new Float64Array(this.#reader.width);
  }

  find(diagnostics: Diagnostics): RestingPoint | undefined {
    const point = this.still.solve(diagnostics);
    return point && asPoint(this.still.follow(point) ?? point);
  }

  follow({ unknowns, guards }: RestingPoint): RestingPoint | undefined {
    const point = this.still.follow({ z: unknowns, guards });
    return point && asPoint(point);
  }

  read({ unknowns }: RestingPoint, row: Float64Array): void {
    this.#reader.readPoint(0, unknowns.subarray(0, this.circuit.model.system.size), this.#row);
    row.set(this.#row.subarray(1));
  }

  voltages({ unknowns }: RestingPoint): Float64Array {
    return unknowns.slice(0, this.nodes.length);
  }
}

function asPoint({ z, guards }: OperatingPoint): RestingPoint {
  return { unknowns: z, guards };
}
