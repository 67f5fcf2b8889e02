/**
 * What a run of sparse steps writes, as values over points (t, z, dz/dt, u) of which only the unknowns and inputs that some
 * column reads are looked at.
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import {
  type PointForm,
  PointFormReader,
  sparseProbe,
  terminalProbe,
} from '../../circuit/sparse/sparse-probe.js';
import type { DescriptorSystem, SparseForm } from '../../kernel/modeling/descriptor-system.js';
import type { InputTerms } from '../../kernel/simulation/sparse-stepping/inputs/driven-unknowns.js';
import type { TrajectoryStep } from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import { type KeptCurrent, StageCurrents } from './stage-currents.js';
import { type ReadSums, StageValues } from './stage-values.js';
import { deviceForms } from './device-forms.js';
import { isOfDevice } from '../../netlist/device-quantities.js';
import { resolveColumns, shownNodes, type ProbedQuantities, type ValueColumn } from './output-columns.js';
import { combinedExpression, type CombinedValue, product, single } from '../preparation/output-value.js';
import type { SteppingCircuit } from '../preparation/stepping-circuit.js';

export type SteppingColumn = ValueColumn<CombinedValue<PointForm>>;

/** Resolves the circuit's items, or all node voltages and the currents of V sources and inductors. */
export function steppingColumns(circuit: SteppingCircuit, diagnostics: Diagnostics): SteppingColumn[] {
  return resolveColumns(circuit.flat, steppingQuantities(circuit), diagnostics);
}

export function steppingQuantities({
  flat,
  model,
  emitAlone,
}: SteppingCircuit): ProbedQuantities<CombinedValue<PointForm>> {
  const { numbering } = model;
  const ofDevice = deviceForms({ flat, numbering, emitAlone });
  const quantity = (what: string, names: readonly string[]): CombinedValue<PointForm> | undefined => {
    if (isOfDevice(what)) return ofDevice(what, names[0] ?? '');
    const v = what === 'i' ? undefined : sparseProbe(numbering, 'v', names);
    const i = what === 'v' ? undefined : sparseProbe(numbering, 'i', names);
    if (what === 'p') return v && i && product(v, i);
    const form = what === 'v' ? v : what === 'i' ? i : undefined;
    return form && single(form);
  };
  return {
    nodes: numbering.nodes,
    shownNodes: () => shownNodes(flat, numbering.nodes, numbering.branches),
    quantity,
    terminal: (terminal, element) => {
      const form = terminalProbe(numbering, terminal, element, emitAlone);
      return form && single(form);
    },
    expression: (expression) => combinedExpression(expression, quantity),
  };
}

/** Which limit of the inputs a point has. */
export type PointSide = 'left' | 'right';

interface ColumnRoom {
  readonly value: CombinedValue<PointForm>;
  /** Of a column that is one unknown its place; -1 of others. */
  readonly unknown: number;
  /** Of each of its forms the place among the sums that stages keep; -1 of others. */
  readonly sums: readonly number[];
  /** Values of its forms. */
  readonly own: Float64Array;
}

/** Reads rows of the time and one number a column. */
export class SteppingColumnReader {
  /** Numbers in a row: the time and the columns. */
  readonly width: number;
  readonly #unknowns: Int32Array;
  readonly #inputs: Int32Array;
  readonly #values: readonly ColumnRoom[];
  readonly #forms: readonly (readonly PointForm[])[];
  readonly #needsRates: boolean;
  readonly #z: Float64Array;
  readonly #dz: Float64Array;
  readonly #u: Float64Array;
  readonly #reader = new PointFormReader();
  /** Forms that stages keep: sums over unknowns and inputs. */
  readonly #sums: PointForm[] = [];
  readonly #stages: StageCurrents;
  readonly #stageValues: StageValues;

  constructor(
    columns: readonly SteppingColumn[],
    private readonly system: Pick<DescriptorSystem, 'size' | 'inputs'>,
  ) {
    this.width = columns.length + 1;
    const places = new Places(system.size);
    for (const { value } of columns) for (const form of value.forms) places.note(form);
    const { unknowns, inputs } = places;
    this.#unknowns = Int32Array.from(unknowns.keys());
    this.#inputs = Int32Array.from(inputs.keys());
    this.#forms = columns.map(({ value }) => value.forms.map((form) => places.moved(form)));
    this.#values = columns.map(({ value }, c) => {
      const place = value.single === true ? unknownOf(this.#forms[c]?.[0]) : -1;
      const unknown = place < unknowns.size ? place : -1;
      const sums = (this.#forms[c] ?? []).map((form) => {
        const isSum = form.laws.length === 0 && form.rate.index.length === 0;
        return isSum && form.direct.index.some((j) => j < unknowns.size) ? this.#sums.push(form) - 1 : -1;
      });
      return { value, unknown, sums, own: new Float64Array(value.forms.length) };
    });
    this.#needsRates = columns.some(({ value }) =>
      value.forms.some(({ rate, laws }) => rate.index.length > 0 || laws.length > 0),
    );
    this.#z = new Float64Array(unknowns.size);
    this.#dz = new Float64Array(unknowns.size);
    this.#u = new Float64Array(inputs.size);
    const laws = this.#forms.flatMap((forms) =>
      forms.flatMap((form) => form.laws.filter(({ by }) => by === undefined)),
    );
    this.#stages = new StageCurrents(this.#reader, laws, this.#unknowns);
    this.#stageValues = new StageValues(this.#sums.length, this.#sumReader(), (step) => this.corners(step));
  }

  /** Of the system, those that some column reads. */
  get unknowns(): Int32Array {
    return this.#unknowns;
  }

  /** Times strictly within a step between which what columns read is smooth, rising. */
  corners(step: TrajectoryStep): readonly number[] {
    return step.corners(this.#unknowns, this.#inputs);
  }

  /** Writes the row of a time within a step. */
  read(step: TrajectoryStep, t: number, side: PointSide, out: Float64Array): void {
    const kept = this.#stages.at(step, t);
    const values = this.#stageValues.at(step, t) ? this.#stageValues : undefined;
    step.read(t, this.#z, this.#needsRates ? this.#dz : undefined, this.#unknowns, side === 'left');
    this.#combine(t, side, out, kept, values);
  }

  /** Writes the row of a point that no step leads to; nothing moves there. */
  readPoint(t: number, z: Float64Array, out: Float64Array): void {
    this.#unknowns.forEach((unknown, k) => (this.#z[k] = z[unknown] as number));
    this.#dz.fill(0);
    this.#combine(t, 'right', out);
  }

  /** In a room of its own: a row asks for it. */
  #sumReader(): ReadSums {
    const [z, u] = [this.#z.slice(), this.#u.slice()];
    return (step, t, isLeft, out) => {
      step.read(t, z, undefined, this.#unknowns, isLeft);
      this.#readInputs(t, isLeft ? 'left' : 'right', u);
      for (let k = 0; k < out.length; k++)
        out[k] = this.#reader.read(this.#sums[k] as PointForm, z, this.#dz, u);
    };
  }

  #readInputs(t: number, side: PointSide, u: Float64Array): void {
    const { inputs } = this.system;
    for (let k = 0; k < this.#inputs.length; k++) {
      const signal = inputs[this.#inputs[k] as number];
      u[k] = (side === 'left' ? signal?.valueLeft(t) : signal?.value(t)) ?? NaN;
    }
  }

  #combine(t: number, side: PointSide, out: Float64Array, kept?: KeptCurrent, values?: StageValues): void {
    this.#readInputs(t, side, this.#u);
    out[0] = t;
    const forms = this.#forms;
    for (let c = 0; c < forms.length; c++) {
      const { value, unknown, sums, own } = this.#values[c] as ColumnRoom;
      const list = forms[c] as readonly PointForm[];
      for (let f = 0; f < own.length; f++) {
        const read =
          unknown >= 0
            ? (this.#z[unknown] as number)
            : this.#reader.read(list[f] as PointForm, this.#z, this.#dz, this.#u, kept);
        const sum = sums[f] as number;
        own[f] = values && sum >= 0 ? values.kept(sum, read) : read;
      }
      out[c + 1] = unknown >= 0 ? (own[0] as number) : value.combine(t, own);
    }
  }
}

/** The columns, with inputs in place of unknowns that are sums of these: `size` unknowns stand before the inputs. */
export function withInputs(
  columns: readonly SteppingColumn[],
  terms: ReadonlyMap<number, InputTerms>,
  size: number,
): readonly SteppingColumn[] {
  const read = (form: PointForm): PointForm => {
    if (!form.direct.index.some((j) => terms.has(j))) return form;
    const [index, gain]: [number[], number[]] = [[], []];
    form.direct.index.forEach((j, k) => {
      const own = form.direct.gain[k] as number;
      for (const [input, factor] of terms.get(j) ?? [[j - size, 1] as const]) {
        index.push(size + input);
        gain.push(own * factor);
      }
    });
    return { ...form, direct: { index: Int32Array.from(index), gain: Float64Array.from(gain) } };
  };
  return columns.map((column) => {
    const { value } = column;
    return { ...column, value: { ...value, forms: value.forms.map(read) } };
  });
}

function* indicesOf({ direct, rate, laws }: PointForm): Iterable<number> {
  yield* direct.index;
  yield* rate.index;
  for (const { reads } of laws) for (const j of reads) if (j >= 0) yield j;
}

/** The place that a form reads, where it is nothing but that; -1 otherwise. */
function unknownOf(form: PointForm | undefined): number {
  if (!form || form.rate.index.length > 0 || form.laws.length > 0) return -1;
  const { index, gain } = form.direct;
  return index.length === 1 && gain[0] === 1 ? (index[0] as number) : -1;
}

/** Numbers the unknowns and inputs that forms read. */
class Places {
  readonly unknowns = new Map<number, number>();
  readonly inputs = new Map<number, number>();

  constructor(private readonly size: number) {}

  note(form: PointForm): void {
    for (const j of indicesOf(form)) this.#noteIndex(j);
  }

  moved({ direct, rate, laws }: PointForm): PointForm {
    return {
      direct: this.#form(direct),
      rate: this.#form(rate),
      laws: laws.map((law) => ({ ...law, reads: law.reads.map((j) => (j < 0 ? j : this.#place(j))) })),
    };
  }

  #form({ index, gain }: SparseForm): SparseForm {
    return { index: index.map((j) => this.#place(j)), gain };
  }

  #noteIndex(j: number): void {
    const [map, key] = j < this.size ? [this.unknowns, j] : [this.inputs, j - this.size];
    if (!map.has(key)) map.set(key, map.size);
  }

  #place(j: number): number {
    if (j < this.size) return this.unknowns.get(j) ?? 0;
    return this.unknowns.size + (this.inputs.get(j - this.size) ?? 0);
  }
}
