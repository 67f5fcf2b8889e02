/**
 * The search of `analysis/rows/curvature-refiner.ts` as a part of the program of rows: the times between given points without
 * which a line would miss a column, from its second derivatives. The same sums in the same order.
 */
import type { ProgramBuilder } from '../../../../numerics/code/program-builder.js';
import {
  absolute,
  add,
  and,
  atMost,
  ceiling,
  divide,
  equal,
  larger,
  less,
  maximum,
  minimum,
  multiply,
  not,
  ofPair,
  squareRoot,
  subtract,
  twice,
  type Num,
  type Region,
  type Value,
} from '../../../../numerics/code/value.js';
import { rowRules } from '../../time-stepping/row-memory.js';
import type { RowInputs } from './row-inputs-program.js';
import { evaluateParts, leaveWhere, magnitudeAt, rowCalls, rowRegions, type RowShape } from './row-shape.js';

const { largestAngle, maxParts, maxPoints, bendOfSize, shareRounding, farAbove, asksBetween } = rowRules;

/** Second derivatives of the columns at a point. */
interface Bends {
  readonly values: Region;
  readonly place: Num;
}

/** An interval that ends at given point k: begin, length, second derivatives at its end. */
interface Interval {
  readonly k: Value;
  readonly begin: Value;
  readonly end: Value;
  readonly whole: Value;
  readonly base: Value;
}

/** What the search knows of the segment. */
export interface SearchedSegment {
  readonly from: Value;
  readonly step: Value;
  readonly terms: Value;
  /** Given points. */
  readonly count: Value;
}

export class RowSearch {
  /** Points that become rows; their times stand in "foundTimes". */
  readonly found: Value;
  /** The largest |y''| over the bound of its column, here and at the point before. */
  readonly #here: Value;
  readonly #before: Value;
  readonly #number: Value;
  readonly #pair: Value;

  constructor(
    private readonly program: ProgramBuilder,
    private readonly shape: RowShape,
    private readonly segment: SearchedSegment,
    private readonly inputs: RowInputs,
  ) {
    this.found = program.keep('place', 0);
    this.#here = program.variable('number');
    this.#before = program.variable('number');
    this.#number = program.variable('number');
    this.#pair = program.variable('pair');
  }

  write(): void {
    const { program, shape } = this;
    const { columns } = shape;
    for (let c = 1; c <= columns; c++) {
      program.store(rowRegions.perBound, c, divide(1, program.load(rowRegions.bounds, c)));
      program.store(rowRegions.newAsks, c, program.load(rowRegions.asks, c));
    }
    const base = program.keep('place', columns);
    this.#ratioAt({ values: rowRegions.given, place: base });
    const k = program.keep('place', 1);
    const begin = program.variable('number');
    const end = program.variable('number');
    const whole = program.variable('number');
    program.while(
      () => less(k, this.segment.count),
      () => {
        program.set(begin, program.load(rowRegions.times, subtract(k, 1)));
        program.set(end, program.load(rowRegions.times, k));
        program.set(base, add(base, 2 * columns));
        program.set(whole, subtract(end, begin));
        program.set(this.#before, this.#here);
        program.when(
          less(0, whole),
          () => {
            this.#searchInterval({ k, begin, end, whole, base });
          },
          () => {
            this.#ratioAt({ values: rowRegions.given, place: base });
          },
        );
        program.set(k, add(k, 1));
      },
    );
  }

  #searchInterval(interval: Interval): void {
    const { program, shape } = this;
    const { whole, base } = interval;
    const angle = program.keep('number', multiply(shape.rate, whole));
    const parts = program.keep('number', 1);
    program.when(less(largestAngle, angle), () => {
      program.set(parts, minimum(maxParts, ceiling(divide(angle, largestAngle))));
      this.#readInner(interval, parts);
    });
    const length = program.keep('number', divide(whole, parts));
    program.set(angle, minimum(multiply(shape.rate, length), largestAngle));
    const factor = program.keep('number', divide(add(1, divide(multiply(angle, angle), 8)), 8));
    const reach = program.keep('number', divide(multiply(whole, whole), 8));
    this.#ask(this.#before, reach, { values: rowRegions.given, place: subtract(base, 2 * shape.columns) });
    const sum = program.keep('number', 0);
    const part = program.keep('number', 1);
    const at = program.keep('place', 0);
    const inner = program.keep('place', 0);
    const share = program.variable('number');
    program.while(
      () => atMost(part, parts),
      () => {
        program.when(
          less(part, parts),
          () => {
            const bends = { values: rowRegions.inner, place: inner };
            this.#ratioAt(bends);
            this.#ask(this.#here, reach, bends);
          },
          () => {
            const bends = { values: rowRegions.given, place: base };
            this.#ratioAt(bends);
            this.#ask(this.#here, reach, bends);
          },
        );
        const most = maximum(this.#before, this.#here);
        const least = multiply(length, squareRoot(multiply(factor, most)));
        program.set(share, minimum(least, Math.sqrt(bendOfSize / shape.rowtol)));
        program.store(rowRegions.shares, at, share);
        program.set(sum, add(sum, share));
        program.set(this.#before, this.#here);
        program.set(part, add(part, 1));
        program.set(at, add(at, 1));
        program.set(inner, add(inner, shape.columns));
      },
    );
    program.when(less(1 + shareRounding, sum), () => {
      this.#setTimes(interval, { parts, length, sum });
    });
  }

  /** Reads second derivatives at the points between the parts of an interval. */
  #readInner({ begin, end }: Interval, parts: Value): void {
    const { program, segment } = this;
    const count = program.keep('place', 0);
    const part = program.keep('number', 1);
    const t = this.#number;
    program.while(
      () => less(part, parts),
      () => {
        program.set(t, add(begin, multiply(divide(part, parts), subtract(end, begin))));
        this.#storePart(count, t);
        program.set(count, add(count, 1));
        program.set(part, add(part, 1));
      },
    );
    evaluateParts(program, rowCalls.inner, segment.terms, count);
  }

  /** Sets the part of the series at a time, which must not be its end: that is no polynomial. */
  #storePart(place: Num, t: Value): void {
    const { program, segment } = this;
    const part = program.keep('number', divide(subtract(t, segment.from), segment.step));
    leaveWhere(program, not(less(part, 1)));
    program.store(rowRegions.parts, place, part);
  }

  /** Sets the times that leave each interval between them an equal share. */
  #setTimes(
    { k, begin, end }: Interval,
    { parts, length, sum }: { readonly parts: Value; readonly length: Value; readonly sum: Value },
  ): void {
    const { program, shape, found, segment } = this;
    const intervals = program.keep('number', minimum(maxPoints + 1, ceiling(subtract(sum, shareRounding))));
    const part = program.keep('number', 0);
    const at = program.keep('place', 0);
    const passed = program.keep('number', 0);
    const share = program.variable('number');
    const t = this.#number;
    const i = program.keep('number', 1);
    program.while(
      () => less(i, intervals),
      () => {
        program.set(share, multiply(divide(i, intervals), sum));
        program.while(
          () => and(less(add(part, 1), parts), less(add(passed, program.load(rowRegions.shares, at)), share)),
          () => {
            program.set(passed, add(passed, program.load(rowRegions.shares, at)));
            program.set(part, add(part, 1));
            program.set(at, add(at, 1));
          },
        );
        const within = minimum(1, divide(subtract(share, passed), program.load(rowRegions.shares, at)));
        program.set(t, add(begin, multiply(add(part, within), length)));
        program.when(and(less(begin, t), less(t, end)), () => {
          leaveWhere(program, not(less(found, shape.foundAtOnce)));
          leaveWhere(program, not(less(divide(subtract(t, segment.from), segment.step), 1)));
          program.store(rowRegions.foundTimes, found, t);
          this.inputs.find(found, t, k);
          program.set(found, add(found, 1));
        });
        program.set(i, add(i, 1));
      },
    );
  }

  /** Takes the largest second derivative over its bound at a place. */
  #ratioAt({ values, place }: Bends): void {
    const { program, shape } = this;
    const { perBound } = rowRegions;
    const pairs = shape.columns >> 1;
    program.set(this.#pair, twice(0));
    for (let c = 0; c < 2 * pairs; c += 2) {
      const bends = absolute(program.loadPair(values, add(place, c)));
      const ratios = multiply(bends, program.loadPair(perBound, c + 1)) as Value;
      program.set(this.#pair, larger(this.#pair, ratios));
    }
    program.set(this.#here, ofPair(this.#pair, 0));
    this.#raiseTo(ofPair(this.#pair, 1));
    if (2 * pairs < shape.columns) this.#raiseTo(this.#ratioOf({ values, place }, shape.columns - 1));
  }

  #raiseTo(ratio: Num): void {
    const { program } = this;
    program.set(this.#number, ratio);
    program.when(less(this.#here, this.#number), () => {
      program.set(this.#here, this.#number);
    });
  }

  #ratioOf({ values, place }: Bends, c: number): Num {
    const { program } = this;
    return multiply(magnitudeAt(program, values, add(place, c)), program.load(rowRegions.perBound, c + 1));
  }

  /**
   * Where a row would be added, counts that the bound was asked for of the first column with that ratio; leaves where its
   * rounding is to be looked at.
   */
  #ask(ratio: Value, reach: Value, bends: Bends): void {
    const { program, shape } = this;
    program.when(less(1, multiply(ratio, reach)), () => {
      const column = program.keep('place', 1);
      for (let c = shape.columns - 1; c >= 0; c--)
        program.when(equal(this.#ratioOf(bends, c), ratio), () => {
          program.set(column, c + 1);
        });
      const asks = program.keep('number', add(program.load(rowRegions.newAsks, column), 1));
      const rounded = multiply(farAbove, program.load(rowRegions.rounding, column));
      const isFar = less(rounded, program.load(rowRegions.bounds, column));
      leaveWhere(program, not(and(and(less(1, asks), less(asks, asksBetween)), isFar)));
      program.store(rowRegions.newAsks, column, asks);
    });
  }
}
