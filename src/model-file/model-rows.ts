/**
 * The rows of a model: time, then q and v (or x) of each system, y and lambda of each interaction. Steps write every point of
 * their grid; events write theirs, two rows of one time where the state jumps, and points h apart between them.
 */
import { ModelLayout, type PlacedLink } from '../kernel/modeling/model-layout.js';
import { relationLinearization, type RelationLinearization } from '../kernel/modeling/relations/relation.js';
import { isSecondOrder } from '../kernel/modeling/systems/second-order-system.js';
import type { Observer, Segment, SimulationEvent } from '../kernel/simulation/stream.js';
import type { Column, PlotSink } from '../waveform/plot.js';
import type { ModelFile } from './model-file.js';

/** Watches points of a run; the arrays are used again after the call. */
export interface PointObserver {
  /** The state x, the multipliers lambda and the outputs y at time t; two of one time are a jump. */
  point(t: number, x: Float64Array, lambda: Float64Array, y: Float64Array): void;
}

interface Output {
  readonly link: PlacedLink;
  readonly x: Float64Array;
  readonly at: RelationLinearization;
}

/** y of all interactions, level 0, from all states. */
export class ModelOutputs {
  readonly layout: ModelLayout;
  readonly #outputs: readonly Output[];

  constructor({ model }: ModelFile) {
    this.layout = new ModelLayout(model);
    this.#outputs = this.layout.links.map((link) => {
      const { n, m, equations } = link.interaction.relation;
      return { link, x: new Float64Array(n), at: relationLinearization(n, m, equations) };
    });
  }

  /** Writes y (m), or its derivative where `level` is 1 and there is one. */
  write(t: number, x: Float64Array, lambda: Float64Array, y: Float64Array, level = 0): void {
    for (const { link, x: own, at } of this.#outputs) {
      const { interaction, place, row } = link;
      const { m, relation } = interaction;
      place.forEach((state, k) => (own[k] = x[state] ?? NaN));
      if (!(relation.levels ?? [0]).includes(level)) continue;
      relation.linearize(t, own, lambda.subarray(row, row + m), at, level);
      y.set(at.y, row);
    }
  }
}

export class ModelRows implements Observer {
  readonly needs = 'grid';
  readonly columns: readonly Column[];
  readonly #outputs: ModelOutputs;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  readonly #y: Float64Array;
  #begun = false;

  /** Distance of rows between events, seconds. */
  readonly #h: number;

  constructor(
    file: ModelFile,
    private readonly observers: readonly PointObserver[],
  ) {
    this.#outputs = new ModelOutputs(file);
    const { n, m } = this.#outputs.layout;
    this.#x = new Float64Array(n);
    this.#lambda = new Float64Array(m);
    this.#y = new Float64Array(m);
    this.columns = columnsOf(file);
    this.#h = file.plan.h;
  }

  segment(segment: Segment): void {
    const { t0, t1, gridCount } = segment;
    if (gridCount > 0) {
      for (let k = this.#begun ? 1 : 0; k <= gridCount; k++) {
        segment.gridPoint(k, this.#x, this.#lambda);
        this.#point(segment.gridTime(k));
      }
    } else {
      for (let k = Math.floor(t0 / this.#h) + 1; k * this.#h < t1; k++) {
        segment.interpolate(k * this.#h, this.#x, this.#lambda);
        this.#point(k * this.#h);
      }
      segment.interpolate(t1, this.#x, this.#lambda);
      this.#point(t1);
    }
    this.#begun = true;
  }

  event({ kind, time, right, lambda }: SimulationEvent): void {
    if (kind !== 'start' && kind !== 'jump' && kind !== 'zeno') return;
    this.#begun = true;
    this.#x.set(right);
    this.#lambda.set(lambda.subarray(0, this.#lambda.length));
    this.#point(time);
  }

  #point(t: number): void {
    this.#outputs.write(t, this.#x, this.#lambda, this.#y);
    for (const observer of this.observers) observer.point(t, this.#x, this.#lambda, this.#y);
  }
}

/** Writes points to sinks as rows. */
export class RowWriter implements PointObserver {
  /** The last row. */
  readonly row: Float64Array;

  constructor(
    columns: readonly Column[],
    private readonly systemColumns: number,
    private readonly sinks: readonly PlotSink[],
  ) {
    this.row = new Float64Array(columns.length);
  }

  point(t: number, x: Float64Array, lambda: Float64Array, y: Float64Array): void {
    const { row } = this;
    row[0] = t;
    row.set(x, 1);
    row.set(y, this.systemColumns);
    row.set(lambda, this.systemColumns + y.length);
    for (const sink of this.sinks) sink.rows(row, 1);
  }
}

function columnsOf({ systems, interactions }: ModelFile): readonly Column[] {
  const named = (symbol: string, name: string, count: number): Column[] =>
    Array.from({ length: count }, (_, k) => ({ name: `${symbol}${k + 1}(${name})`, unit: '' as const }));
  return [
    { name: 'time', unit: 's' },
    ...systems.flatMap(({ name, system }) =>
      isSecondOrder(system)
        ? [...named('q', name, system.n - system.equations), ...named('v', name, system.equations)]
        : named('x', name, system.n),
    ),
    ...interactions.flatMap(({ name, interaction }) => named('y', name, interaction.m)),
    ...interactions.flatMap(({ name, interaction }) => named('lambda', name, interaction.m)),
  ];
}
