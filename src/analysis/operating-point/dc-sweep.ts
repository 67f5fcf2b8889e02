/**
 * `.dc`: the operating point over the values of one sweep or nested ones, each from the point before it (`continuation.ts`), the
 * first of a sweep from the first of the one before it: hysteresis is followed in the direction of the sweep.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering, formatNumber } from '../../base/units.js';
import { nodeOfDisplacement } from '../../circuit/devices/mechanical/equilibrium.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { DcCard } from '../../netlist/flat-cards.js';
import type { AnalysisJob, AnalysisReport, FinalValue } from '../analysis.js';
import { followPoint, type Jump } from './continuation.js';
import { type MeasuredPoint, MeasuredSweep } from './measured-sweep.js';
import { reportGaps } from '../rows/output-columns.js';
import type { RestingCircuit, RestingPoint } from './resting-circuit.js';
import { SweptCircuit } from './swept-circuit.js';

const plotName = 'DC transfer characteristic';

/** Points between pauses. */
const pause = 16;

/** Runs `.dc`: one plot whose scale is the innermost sweep; further sweeps are columns behind it. */
export function* dcSteps(job: AnalysisJob<DcCard>): Steps<AnalysisReport> {
  const run = new DcRun(job);
  let steps = 0;
  for (const indices of indicesOf(job.card)) {
    if (!run.visit(indices)) return run.end('there is no operating point');
    steps++;
    if (steps % pause === 0 && (yield { t: 0, steps }) === 'stop') return run.end('interrupted');
  }
  for (const isSolved of run.measure()) {
    if (!isSolved) return run.end('there is no operating point');
    if ((yield { t: 0, steps: ++steps }) === 'stop') return run.end('interrupted');
  }
  return run.end();
}

/** The indices of all points, the first sweep innermost. */
function* indicesOf({ sweeps }: DcCard): Generator<readonly number[]> {
  const indices = sweeps.map(() => 0);
  for (;;) {
    yield indices;
    let level = 0;
    for (; level < sweeps.length; level++) {
      indices[level] = (indices[level] ?? 0) + 1;
      if ((indices[level] ?? 0) < (sweeps[level]?.values.length ?? 0)) break;
      indices[level] = 0;
    }
    if (level === sweeps.length) return;
  }
}

interface Visited {
  readonly values: readonly number[];
  readonly point: RestingPoint;
}

class DcRun {
  readonly #diagnostics = new Diagnostics();
  readonly #swept: SweptCircuit;
  /** Of each sweep the last point at which all sweeps within it stood at their first values. */
  readonly #last: Visited[] = [];
  /** What is measured: the points, and jumps between each and the one before. */
  readonly #visited: MeasuredPoint[] = [];
  #jumps: readonly Jump[] = [];
  #circuit: RestingCircuit | undefined;
  #row = new Float64Array(0);

  constructor(private readonly job: AnalysisJob<DcCard>) {
    const axes = job.card.sweeps.flatMap((plan) => [plan, ...(plan.together ?? [])]);
    this.#swept = new SweptCircuit(job, axes);
  }

  /** Solves a point and writes its row; false after reporting. */
  visit(indices: readonly number[]): boolean {
    const { sweeps } = this.job.card;
    const values = sweeps.flatMap(({ values: own, together = [] }, level) =>
      [own, ...together.map((axis) => axis.values)].map((list) => list[indices[level] ?? 0] ?? NaN),
    );
    const level = Math.max(
      0,
      indices.findIndex((index) => index > 0),
    );
    const from = this.#last[level];
    const found = from ? this.#follow(from, values) : this.#begin(values);
    if (!found) return false;
    for (let k = 0; k <= (from ? level : sweeps.length); k++) this.#last[k] = { values, point: found.point };
    this.#write(found.circuit, found.point, values);
    if (this.job.watch)
      this.#visited.push({ values, point: found.point, jumps: this.#jumps, begins: indices[0] === 0 });
    return true;
  }

  /** Shows what is measured the sweep, one point after the other; false where what lies before it has no solution. */
  *measure(): Generator<boolean> {
    const { watch } = this.job;
    const circuit = this.#circuit;
    if (!watch || !circuit) return;
    const columns = [...this.#swept.columns, ...circuit.columns];
    const at = (values: readonly number[], found: Diagnostics): RestingCircuit | undefined =>
      this.#swept.at(values, found);
    const sweep = new MeasuredSweep(watch, columns, this.#visited, at);
    for (const unsolved of sweep.run()) {
      if (unsolved) {
        const message = `there is no operating point, at ${this.#settings(unsolved)}`;
        this.#diagnostics.error('no-operating-point', message, this.job.card.span);
      }
      yield unsolved === undefined;
    }
  }

  /** Ends the plot; `incomplete` says why before its end. */
  end(incomplete?: string): AnalysisReport {
    const circuit = this.#circuit;
    if (circuit) {
      for (const sink of this.job.sinks) sink.end(incomplete);
      reportGaps(circuit.columns, this.#diagnostics, 'in the sweep');
    }
    const columns = circuit ? [...this.#swept.columns, ...circuit.columns] : [];
    const final: FinalValue[] = columns.map(({ name, unit }, k) => ({
      name,
      unit,
      value: this.#row[k] ?? NaN,
    }));
    return { name: plotName, diagnostics: this.#diagnostics.items, final };
  }

  #begin(values: readonly number[]): { circuit: RestingCircuit; point: RestingPoint } | undefined {
    const begun = this.#at(values, (found) => {
      const circuit = this.#swept.at(values, found);
      const point = circuit?.find(found);
      return circuit && point && { circuit, point };
    });
    if (!begun) return undefined;
    const { circuit } = begun;
    const columns = [...this.#swept.columns, ...circuit.columns.map(({ name, unit }) => ({ name, unit }))];
    const { title } = this.job.flat;
    const outer = this.#swept.columns.length - 1;
    const header = { title, name: plotName, columns, complex: false, ...(outer > 0 && { outer }) };
    for (const sink of this.job.sinks) sink.begin(header);
    this.#circuit = circuit;
    this.#row = new Float64Array(columns.length);
    return begun;
  }

  #follow(
    from: Visited,
    to: readonly number[],
  ): { circuit: RestingCircuit; point: RestingPoint } | undefined {
    const found = this.#at(to, (diagnostics) =>
      followPoint(from.values, to, from.point, (values, found) => this.#swept.at(values, found), diagnostics),
    );
    this.#jumps = found?.jumps ?? [];
    this.#jumps.forEach((jump) => {
      this.#reportJump(jump);
    });
    return found;
  }

  /** What goes wrong is told with the values at which it does. */
  #at<Result>(values: readonly number[], solve: (found: Diagnostics) => Result): Result {
    const found = new Diagnostics();
    const result = solve(found);
    for (const item of found.items) {
      const isError = item.severity === 'error';
      const message = isError ? `${item.message}, at ${this.#settings(values)}` : item.message;
      this.#diagnostics.add({ ...item, message });
    }
    return result;
  }

  #settings(values: readonly number[]): string {
    return this.#swept.columns
      .map(({ name, unit }, k) => `${name} = ${formatEngineering(values[k] ?? NaN, unit, 6)}`)
      .join(', ');
  }

  #write(circuit: RestingCircuit, point: RestingPoint, values: readonly number[]): void {
    this.#row.set(values);
    circuit.read(point, this.#row.subarray(values.length));
    for (const sink of this.job.sinks) sink.rows(this.#row, 1);
  }

  #reportJump({ values, node, before, after }: Jump): void {
    const from = formatNumber(before, 6);
    const body = nodeOfDisplacement(node);
    const to = formatNumber(after, 6);
    const message =
      body === undefined
        ? `v(${node}) jumps from ${from} to ${to} V at ${this.#settings(values)}`
        : `node ${body} jumps from ${from} to ${to} m off its start at ${this.#settings(values)}`;
    this.#diagnostics.note('jump', message, this.job.card.span);
  }
}
