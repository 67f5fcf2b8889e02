/** A circuit at rest by smooth laws and ideal parts, as a sparse system: `stepping-start.ts`. */
import { nodeOfDisplacement } from '../../circuit/devices/mechanical/equilibrium.js';
import { Diagnostics } from '../../base/diagnostic.js';
import type { Span } from '../../base/span.js';
import type { OperatingPoint } from '../../kernel/simulation/sparse-stepping/operating-point.js';
import type { SummaryRow } from '../../waveform/writer.js';
import { PositiveLaws } from '../certificate/laws/positive-laws.js';
import { furtherPoints } from './further-points.js';
import type { AllPoints, NodeVoltages, RestingCircuit, RestingPoint } from './resting-circuit.js';
import { stablePoint } from './stable-point.js';
import { smoothResiduals, smoothStates } from './smooth-rest-facts.js';
import { SteppingColumnReader, type SteppingColumn, steppingColumns } from '../rows/stepping-columns.js';
import { machineCodeOf } from '../preparation/machine-code-of.js';
import type { SteppingCircuit } from '../preparation/stepping-circuit.js';
import { guardsOf } from '../preparation/stepping-start.js';
import { type StillCircuit, stillCircuit } from '../preparation/still-circuit.js';
import type { TransientOptions } from '../preparation/transient-options.js';

/** Nodes that are driven in the search for all points. */
const mostDriven = 64;

/** Prepares an emitted circuit; undefined where something is wrong with what it writes. */
export function smoothRest(
  circuit: SteppingCircuit,
  { reltol, certtol, code }: Pick<TransientOptions, 'reltol' | 'certtol' | 'code'>,
  diagnostics: Diagnostics,
): RestingCircuit | undefined {
  const columns = steppingColumns(circuit, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  return new SmoothRest(
    circuit,
    stillCircuit(circuit, reltol, diagnostics, machineCodeOf(code)),
    columns,
    certtol,
  );
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
    const first = this.still.follow(near) ?? near;
    const point = stablePoint(this.circuit, this.still, first, diagnostics);
    const { elements } = this.circuit.flat;
    const spanOf = (element: string): Span | undefined => elements.find(({ name }) => name === element)?.span;
    const message = this.#positive.report(point.z, 'at rest', false, spanOf, diagnostics);
    return message === undefined ? asPoint(point) : undefined;
  }

  all(guesses: readonly NodeVoltages[] = []): AllPoints {
    const { model } = this.still;
    const first = this.find(new Diagnostics());
    const start = { z: first?.unknowns ?? new Float64Array(model.system.size) };
    const guards = first?.guards ?? new Uint8Array(model.system.guards.length);
    const seeds = guesses.flatMap((voltages) => {
      const z = start.z.slice();
      this.nodes.forEach((node, k) => (z[k] = voltages.get(node) ?? z[k] ?? 0));
      return this.still.follow({ z, guards }) ?? [];
    });
    const known = [...(first ? [{ ...start, guards }] : []), ...seeds];
    const accepts = (place: Pick<OperatingPoint, 'z'>): boolean => this.#accepts(place);
    const { points, traced } = furtherPoints(this.still, known, this.#bentNodes, accepts);
    const searched = `${traced} driving-point characteristics`;
    return { points: points.map(asPoint), complete: false, searched };
  }

  /** What is stored by positions is positive. */
  #accepts({ z }: Pick<OperatingPoint, 'z'>): boolean {
    return this.#positive.report(z, 'at rest', false, () => undefined, new Diagnostics()) === undefined;
  }

  /** Nodes that smooth laws read, displacements among them, those within devices not. */
  get #bentNodes(): readonly string[] {
    const read = this.still.model.system.groups.flatMap(({ reads }) => [...reads]);
    const names = [...new Set(read)].flatMap((unknown) => this.nodes[unknown] ?? []);
    return names
      .filter((node) => !node.includes('#') || nodeOfDisplacement(node) !== undefined)
      .slice(0, mostDriven);
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

function asPoint({ z, guards }: Pick<OperatingPoint, 'z' | 'guards'>): RestingPoint {
  return { unknowns: z, guards };
}
