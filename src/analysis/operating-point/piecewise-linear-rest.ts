/** A circuit at rest of ideal and piecewise-linear parts (and functions of expressions): `operating-point.ts`. */
import { Diagnostics } from '../../base/diagnostic.js';
import { compileOperatingPoint, type OperatingPointSystem } from '../../circuit/operating-point.js';
import type { CircuitOptions } from '../../circuit/circuit-options.js';
import type { EmissionSettings } from '../../circuit/device.js';
import { ground } from '../../circuit/compiler/tree.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import type { SummaryRow } from '../../waveform/writer.js';
import { dot } from '../certificate/energy/energy-ledger.js';
import { allOperatingPoints } from './all-operating-points.js';
import { guessedPoint } from './guessed-point.js';
import { type OperatingPoint, OperatingPointSolver } from './operating-point.js';
import { type OutputColumn, outputColumns } from '../rows/output-columns.js';
import { readValue } from '../preparation/output-value.js';
import { piecewiseLinearResiduals, piecewiseLinearStates } from './piecewise-linear-facts.js';
import { probedSystem } from '../preparation/probed-system.js';
import type { RestingCircuit, RestingPoint } from './resting-circuit.js';

/** Compiles a circuit; undefined where something is wrong with it. */
export function piecewiseLinearRest(
  {
    flat,
    circuitOptions,
    settings,
  }: {
    readonly flat: FlatCircuit;
    readonly circuitOptions: CircuitOptions;
    readonly settings: EmissionSettings;
  },
  tolerance: number,
  diagnostics: Diagnostics,
): RestingCircuit | undefined {
  const { compiled, diagnostics: found } = compileOperatingPoint(flat, circuitOptions, settings);
  found.forEach((diagnostic) => diagnostics.add(diagnostic));
  if (!compiled) return undefined;
  const probed = probedSystem(compiled.system, compiled.tree);
  const columns = outputColumns(flat, probed, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const nodes = probed.nodes.filter((node) => node !== ground);
  const forms = nodes.map((node) => probed.form('v', [node]) ?? new Float64Array(0));
  return new PiecewiseLinearRest(compiled, columns, nodes, forms, tolerance, flat.nodesets);
}

class PiecewiseLinearRest implements RestingCircuit {
  readonly program = 'piecewise-linear';
  readonly linear: boolean;
  readonly all?: NonNullable<RestingCircuit['all']>;
  readonly #width: number;
  readonly #solver: OperatingPointSolver;

  constructor(
    private readonly compiled: OperatingPointSystem,
    readonly columns: readonly OutputColumn[],
    readonly nodes: readonly string[],
    private readonly forms: readonly Float64Array[],
    private readonly tolerance: number,
    private readonly nodesets: FlatCircuit['nodesets'],
  ) {
    this.#width = compiled.system.m + compiled.system.p;
    this.linear = compiled.system.m === 0;
    this.#solver = new OperatingPointSolver(compiled);
    if (compiled.smooth.length === 0)
      this.all = () => {
        const { points, complete, nodes: sets } = allOperatingPoints(compiled);
        const found = points.flatMap((point) => asPoint(point) ?? []);
        return { points: found, complete, searched: `${sets} sets of modes` };
      };
  }

  find(diagnostics: Diagnostics): RestingPoint | undefined {
    const guessed = guessedPoint(this.compiled, this.nodesets, diagnostics);
    return asPoint(guessed ?? this.#solver.solve(diagnostics));
  }

  follow({ unknowns, guards, mode }: RestingPoint): RestingPoint | undefined {
    if (unknowns.length !== this.#width) return undefined;
    const near = { zeta: unknowns, on: guards, ...(mode && { mode }) };
    return asPoint(this.#solver.solve(new Diagnostics(), near));
  }

  read({ unknowns }: RestingPoint, row: Float64Array): void {
    this.columns.forEach(({ value }, k) => (row[k] = readValue(value, 0, unknowns)));
  }

  states(point: RestingPoint): readonly SummaryRow[] {
    return piecewiseLinearStates(this.compiled, point);
  }

  residuals(point: RestingPoint): readonly SummaryRow[] {
    return piecewiseLinearResiduals(this.compiled, point, this.tolerance);
  }

  voltages({ unknowns }: RestingPoint): Float64Array {
    return Float64Array.from(this.forms, (form) => dot(form, unknowns));
  }
}

function asPoint(point: OperatingPoint | undefined): RestingPoint | undefined {
  return point && { unknowns: point.zeta, guards: point.on, ...(point.mode && { mode: point.mode }) };
}
