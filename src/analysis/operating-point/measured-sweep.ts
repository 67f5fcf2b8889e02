/**
 * A `.dc` sweep as measures see it: between two points it is solved wherever they look, each place from the nearest one solved before it in
 * the direction of the sweep, so that hysteresis is on the branch that the sweep is on. At a jump an interval ends and another begins.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import type { Column } from '../../waveform/plot.js';
import type { Watch } from '../measures/instrument.js';
import { columnNamed, SweepIntervals } from '../measures/sweep-intervals.js';
import { type CircuitAt, followPoint, type Jump } from './continuation.js';
import type { RestingPoint } from './resting-circuit.js';

interface Solved {
  /** Of all that is swept, the scale first. */
  readonly values: readonly number[];
  readonly point: RestingPoint;
}

/** A point of the sweep, and where it jumped on the way to it. */
export interface MeasuredPoint extends Solved {
  readonly jumps: readonly Jump[];
  /** The first of an innermost sweep. */
  readonly begins: boolean;
}

/** A part of the sweep without a jump, in its direction. */
interface Part {
  /** Where it begins on the scale; behind a jump `from` is a little further. */
  readonly start: number;
  readonly from: Solved;
  /** Where a jump ends it the left limit, which nothing is followed to. */
  readonly to: readonly number[];
}

/** One run of the scale in one direction: an innermost sweep, or what of it lies between two of its turns. */
interface Pass {
  readonly first: Solved;
  /** 1: the scale rises, -1: it falls, 0: it has a single value. */
  direction: number;
  readonly parts: Part[];
}

/**
 * Parts of a quantity that are known where Newton's method finds it: polynomials through more digits would follow what its last iteration
 * left, with ten times as many solutions.
 */
const FOUND = 1e-11;

const scaleOf = (values: readonly number[]): number => values[0] ?? NaN;

export class MeasuredSweep {
  readonly #intervals: SweepIntervals;
  #pass: Pass | undefined;
  #part: Part | undefined;
  /** Solved places of the part, in the direction of the sweep. */
  #solved: Solved[] = [];

  constructor(
    watch: Watch,
    columns: readonly Column[],
    private readonly points: readonly MeasuredPoint[],
    private readonly circuitAt: CircuitAt,
  ) {
    const find = columnNamed(columns, 1);
    const [first] = points;
    const isSmooth = first && circuitAt(first.values, new Diagnostics())?.program === 'smooth';
    const solve = (place: number, row: Float64Array): boolean => this.#solve(place, row);
    this.#intervals = new SweepIntervals(watch, find, columns.length, solve, isSmooth ? FOUND : undefined);
  }

  /** Goes through one pass after the other, each in the order of a rising scale; tells after each part the values that have no solution. */
  *run(): Generator<readonly number[] | undefined> {
    for (const pass of passesOf(this.points)) {
      this.#pass = pass;
      this.#part = undefined;
      this.#intervals.begin();
      const { first } = pass;
      const parts = this.#descends ? pass.parts.toReversed() : pass.parts;
      const [part] = parts;
      const start = part && (this.#descends ? scaleOf(part.to) : part.start);
      this.#intervals.point(start ?? scaleOf(first.values));
      for (const each of parts) {
        this.#part = each;
        this.#solved = [each.from];
        this.#intervals.point(this.#descends ? each.start : scaleOf(each.to));
        const { unsolved } = this.#intervals;
        yield unsolved === undefined ? undefined : this.#valuesAt(each, unsolved);
        if (unsolved !== undefined) return;
      }
      this.#intervals.end();
    }
  }

  get #descends(): boolean {
    return this.#pass?.direction === -1;
  }

  #solve(place: number, row: Float64Array): boolean {
    const part = this.#part;
    if (!part) return this.#pass !== undefined && this.#write(this.#pass.first, row);
    const values = this.#valuesAt(part, place);
    const isBehind = ({ values: own }: Solved): boolean =>
      this.#descends ? scaleOf(own) >= scaleOf(values) : scaleOf(own) <= scaleOf(values);
    // What is behind a jump by less than its place is known to counts as where it was found.
    const index = Math.max(0, this.#solved.findLastIndex(isBehind));
    const near = this.#solved[index] ?? part.from;
    if (index === 0 && !isBehind(near)) return this.#write(near, row);
    if (scaleOf(near.values) === scaleOf(values)) return this.#write(near, row);
    const found = followPoint(near.values, values, near.point, this.circuitAt, new Diagnostics());
    if (!found) return false;
    this.#solved.splice(index + 1, 0, { values, point: found.point });
    row.set(values);
    found.circuit.read(found.point, row.subarray(values.length));
    return true;
  }

  #write({ values, point }: Solved, row: Float64Array): boolean {
    const circuit = this.circuitAt(values, new Diagnostics());
    row.set(values);
    circuit?.read(point, row.subarray(values.length));
    return circuit !== undefined;
  }

  /** All that is swept, in proportion. */
  #valuesAt({ from, to }: Part, place: number): readonly number[] {
    const [a, b] = [scaleOf(from.values), scaleOf(to)];
    const part = b === a ? 0 : (place - a) / (b - a);
    return to.map((end, k) => (k === 0 ? place : (1 - part) * (from.values[k] ?? end) + part * end));
  }
}

/** Cuts sweeps where they begin and turn, at their points and where they jump. */
function passesOf(points: readonly MeasuredPoint[]): readonly Pass[] {
  const passes: Pass[] = [];
  let pass: Pass | undefined;
  for (const [k, point] of points.entries()) {
    const before = points[k - 1];
    if (!pass || !before || point.begins) {
      pass = { first: point, direction: 0, parts: [] };
      passes.push(pass);
      continue;
    }
    const { values, jumps } = point;
    const direction = Math.sign(scaleOf(values) - scaleOf(before.values));
    if (direction === 0) continue;
    if (pass.direction === -direction) {
      pass = { first: before, direction, parts: [] };
      passes.push(pass);
    }
    pass.direction = direction;
    let from: Solved = before;
    let start = scaleOf(from.values);
    for (const jump of jumps) {
      if (scaleOf(jump.values) !== scaleOf(from.values)) pass.parts.push({ start, from, to: jump.values });
      from = jump.behind;
      start = scaleOf(jump.values);
    }
    if (scaleOf(values) !== scaleOf(from.values)) pass.parts.push({ start, from, to: values });
  }
  return passes;
}
