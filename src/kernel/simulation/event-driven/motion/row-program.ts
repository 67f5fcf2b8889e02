/**
 * The program of the rows of one segment of a hot mode, in one call: what `analysis/rows/row-sampler.ts` does with a segment
 * that begins behind an event - multiples of the output step, breakpoints of inputs that no segment follows, both limits of
 * what jumps, and between these the rows without which a line would miss a column y = F xi by more than its bound b,
 *
 *     sum over the parts d of an interval of d sqrt((1 + angle^2/8) max |F A^2 xi| / (8 b)) intervals,   angle = rate d
 *
 * (`row-search-program.ts`) - with the same sums in the same order, so that the rows have the same bits. What is rare it
 * leaves to the sampler: it returns 1, and has changed nothing that the sampler would not set too.
 * Cost: a point's forms (`form-code.ts`) once for each row and once for the second derivatives of each given point.
 */
import {
  buildProgram,
  type Program,
  type ProgramBuilder,
} from '../../../../numerics/code/program-builder.js';
import {
  absolute,
  add,
  and,
  atMost,
  divide,
  equal,
  larger,
  less,
  maximum,
  multiply,
  not,
  ofPair,
  ofPlace,
  or,
  subtract,
  toInteger,
  toNumber,
  toPlace,
  twice,
  type Num,
  type Region,
  type Value,
} from '../../../../numerics/code/value.js';
import { rowRules, rowState } from '../../time-stepping/row-memory.js';
import { frame, run } from './flow-memory.js';
import { RowInputs, type PointsOfInputs } from './row-inputs-program.js';
import { RowSearch } from './row-search-program.js';
import { evaluateParts, leaveWhere, magnitudeAt, rowCalls, rowRegions, type RowShape } from './row-shape.js';

/** What becomes of a given point behind the first. */
const fate = Object.freeze({ row: 0, leftLimit: 1 });

/** Points of so many numbers each, one behind the other. */
type Points = Pick<PointsOfInputs, 'values' | 'width'>;

const { samePart, jumpPart } = rowRules;

/** rows(): 0 where the rows of the last segment were written, 1 where they are left to the sampler. */
export function rowsProgram(shape: RowShape): Program {
  const parameters = [{ name: 'unused', kind: 'number' }] as const;
  return buildProgram({ name: 'rows', parameters, result: 'integer' }, (program) => {
    new RowsWriter(program, shape).write();
  });
}

class RowsWriter {
  readonly #from: Value;
  readonly #to: Value;
  readonly #step: Value;
  readonly #end: Value;
  readonly #terms: Value;
  /** Given points. */
  readonly #count: Value;
  readonly #index: Value;
  readonly #inputs: RowInputs;
  readonly #search: RowSearch;
  readonly #number: Value;
  /** Where the next row goes, and how many there are. */
  readonly #out: Value;
  readonly #filled: Value;

  constructor(
    private readonly program: ProgramBuilder,
    private readonly shape: RowShape,
  ) {
    const { run: now, frame: last, state } = rowRegions;
    this.#from = program.keep('number', program.load(now, run.from));
    this.#to = program.keep('number', program.load(now, run.now));
    this.#step = program.keep('number', program.load(now, run.step));
    this.#end = program.keep('number', program.load(last, frame.part));
    this.#terms = program.keep('integer', toInteger(program.load(last, frame.terms)));
    this.#index = program.keep('number', program.load(state, rowState.index));
    this.#inputs = new RowInputs(program, shape);
    this.#count = program.keep('place', 1);
    this.#number = program.variable('number');
    this.#out = program.variable('place');
    this.#filled = program.variable('number');
    const segment = { from: this.#from, step: this.#step, terms: this.#terms, count: this.#count };
    this.#search = new RowSearch(program, shape, segment, this.#inputs);
  }

  write(): void {
    const { program } = this;
    this.#leaveOdd();
    this.#collect();
    this.#readGiven();
    this.#search.write();
    this.#reserve();
    this.#writeRows();
    this.#commit();
    program.return(0);
  }

  /** Leaves what does not begin behind an event at the end of the last segment. */
  #leaveOdd(): void {
    const { program, shape } = this;
    const { run: now, state, pending } = rowRegions;
    leaveWhere(program, not(equal(program.load(now, run.unfinished), 0)));
    leaveWhere(program, not(equal(program.load(state, rowState.offered), 0)));
    leaveWhere(program, not(equal(program.load(pending, 0), this.#from)));
    leaveWhere(program, or(less(this.#from, shape.tstart), not(less(this.#from, this.#to))));
  }

  /** Sets the given points: the begin, output times and breakpoints, and the end. */
  #collect(): void {
    const { program, shape } = this;
    const close = samePart * shape.step;
    const [from, to, index] = [this.#from, this.#to, this.#index];
    this.#inputs.begin(from);
    const passed = program.keep('number', add(from, close));
    program.while(
      () => atMost(multiply(index, shape.step), passed),
      () => {
        program.set(index, add(index, 1));
      },
    );
    this.#set(0, from, { part: 0, left: 0, fate: fate.row });
    const before = program.keep('number', subtract(to, close));
    const t = program.variable('number');
    program.loop((stop) => {
      program.set(t, multiply(index, shape.step));
      if (shape.directs > 0) this.#addBreakpoint(t, close);
      program.when(not(less(t, before)), stop);
      program.set(index, add(index, 1));
      this.#add(t, fate.row);
    });
    this.#set(this.#count, to, { part: this.#end, left: 1, fate: fate.row });
    program.set(this.#count, add(this.#count, 1));
  }

  /** Adds both limits of the breakpoints up to an output time, which goes on behind those that are no earlier. */
  #addBreakpoint(t: Value, close: number): void {
    const { program, shape } = this;
    const { breakpoint: next } = this.#inputs;
    const breakpoint = this.#number;
    program.while(
      () => and(less(next, this.#to), atMost(next, add(t, close))),
      () => {
        program.set(breakpoint, next);
        this.#add(breakpoint, fate.leftLimit);
        this.#inputs.pass(breakpoint);
        this.#add(breakpoint, fate.row);
        program.when(atMost(subtract(t, close), breakpoint), () => {
          program.set(this.#index, add(this.#index, 1));
          program.set(t, multiply(this.#index, shape.step));
        });
      },
    );
  }

  /** Adds a point within the segment. */
  #add(t: Value, what: number): void {
    const { program, shape } = this;
    leaveWhere(program, not(less(this.#count, shape.maxGiven - 2)));
    const part = program.keep('number', divide(subtract(t, this.#from), this.#step));
    leaveWhere(program, not(less(part, 1)));
    this.#set(this.#count, t, { part, left: what === fate.leftLimit ? 1 : 0, fate: what });
    program.set(this.#count, add(this.#count, 1));
  }

  #set(k: Num, t: Num, point: { readonly part: Num; readonly left: number; readonly fate: number }): void {
    const { program } = this;
    program.store(rowRegions.times, k, t);
    program.store(rowRegions.parts, k, point.part);
    program.store(rowRegions.left, k, point.left);
    program.store(rowRegions.fates, k, point.fate);
    this.#inputs.give(k, t, point.left === 1);
  }

  /** Reads columns and second derivatives of the given points; notes the largest magnitudes. */
  #readGiven(): void {
    const { program, shape } = this;
    const { both } = shape;
    const width = 2 * shape.columns;
    const count = this.#count;
    evaluateParts(program, rowCalls.given, this.#terms, count);
    // The end of the series is the sum of its terms, not a polynomial at 1.
    program.when(equal(this.#end, 1), () => {
      const last = program.keep('place', multiply(subtract(count, 1), width));
      for (let f = 0; f < width; f++) {
        let sum: Num = 0;
        for (let e = both.start[f]!; e < both.start[f + 1]!; e++)
          sum = add(sum, multiply(both.factor[e]!, program.load(rowRegions.end, both.column[e]!)));
        program.store(rowRegions.given, add(last, f), sum);
      }
    });
    this.#inputs.add({ values: rowRegions.given, width, inputs: rowCalls.givenInputs }, count);
    this.#raise({ values: rowRegions.given, width }, count);
  }

  /** Raises the largest magnitudes of the columns to those of so many points, and their bounds. */
  #raise({ values, width }: Points, count: Value): void {
    const { program, shape } = this;
    const pairs = shape.columns >> 1;
    const most = program.registers('pair', pairs, 'most');
    for (let c = 0; c < pairs; c++) most.set(c, twice(0));
    const base = program.keep('place', 0);
    program.each(0, count, () => {
      for (let c = 0; c < pairs; c++) {
        const both = absolute(program.loadPair(values, add(base, 2 * c))) as Value;
        most.set(c, larger(most.get(c), both));
      }
      for (let c = 2 * pairs; c < shape.columns; c++)
        this.#raiseTo(c, magnitudeAt(program, values, add(base, c)));
      program.set(base, add(base, width));
    });
    for (let c = 0; c < 2 * pairs; c++) this.#raiseTo(c, ofPair(most.get(c >> 1), c & 1));
  }

  #raiseTo(column: number, magnitude: Num): void {
    const { program, shape } = this;
    const { largest, bounds } = rowRegions;
    const value = this.#number;
    program.set(value, magnitude);
    program.when(less(program.load(largest, column + 1), value), () => {
      program.store(largest, column + 1, value);
      const bound = multiply(shape.rowtol, value);
      program.store(bounds, column + 1, maximum(program.load(bounds, column + 1), bound));
    });
  }

  /** The same of the points that become rows: where no input is added to columns their magnitudes are known already. */
  #raiseFound(count: Value): void {
    const { columns, direct } = this.shape;
    const { found, foundLargest } = rowRegions;
    if (direct.column.length > 0) {
      this.#raise({ values: found, width: columns }, count);
      return;
    }
    for (let c = 0; c < columns; c++)
      for (const k of [0, 1]) this.#raiseTo(c, this.program.load(foundLargest, 2 * c + k));
  }

  /** Makes room for the rows of the segment. */
  #reserve(): void {
    const { program, shape } = this;
    program.set(this.#filled, program.load(rowRegions.state, rowState.filled));
    const needed = program.keep('number', toNumber(ofPlace(add(this.#count, this.#search.found))));
    program.when(less(shape.capacity, add(this.#filled, needed)), () => {
      program.keep('number', program.call({ name: rowCalls.flush, result: 'number' }));
      program.set(this.#filled, 0);
      leaveWhere(program, less(shape.capacity, needed));
    });
    program.set(this.#out, multiply(toPlace(toInteger(this.#filled)), shape.columns + 1));
  }

  /** Writes the rows in the order of time, but for the end, of which it is not known yet what follows. */
  #writeRows(): void {
    const { program, shape } = this;
    const width = 2 * shape.columns;
    const { given, times, fates, pending, found, foundTimes } = rowRegions;
    const isApart = this.#differs({ values: pending, place: 1 }, { values: given, place: 0 });
    program.when(isApart, () => {
      this.#push(this.#from, pending, 1);
    });
    this.#push(this.#from, given, 0);
    this.#readFound();
    const last = program.keep('place', subtract(this.#count, 1));
    const k = program.keep('place', 1);
    const base = program.keep('place', width);
    const next = program.keep('place', 0);
    const place = program.keep('place', 0);
    program.while(
      () => less(k, this.#count),
      () => {
        program.while(
          () =>
            and(less(next, this.#search.found), less(program.load(foundTimes, next), program.load(times, k))),
          () => {
            this.#push(program.load(foundTimes, next), found, place);
            program.set(place, add(place, shape.columns));
            program.set(next, add(next, 1));
          },
        );
        program.when(less(k, last), () => {
          const right = { values: given, place: add(base, width) };
          const isWritten = program.keep('truth', true);
          program.when(equal(program.load(fates, k), fate.leftLimit), () => {
            program.set(isWritten, this.#differs({ values: given, place: base }, right));
          });
          program.when(isWritten, () => {
            this.#push(program.load(times, k), given, base);
          });
        });
        program.set(k, add(k, 1));
        program.set(base, add(base, width));
      },
    );
  }

  /** Evaluates the points that become rows. */
  #readFound(): void {
    const { program, shape } = this;
    const { foundTimes, parts, found } = rowRegions;
    const count = this.#search.found;
    program.when(less(0, count), () => {
      program.each(0, count, (k) => {
        program.store(parts, k, divide(subtract(program.load(foundTimes, k), this.#from), this.#step));
      });
      evaluateParts(program, rowCalls.found, this.#terms, count);
      this.#inputs.add({ values: found, width: shape.columns, inputs: rowCalls.foundInputs }, count);
      this.#raiseFound(count);
    });
  }

  /** Whether a column jumps from one point to the other. */
  #differs(
    a: { readonly values: Region; readonly place: Num },
    b: { readonly values: Region; readonly place: Num },
  ): Value {
    const { program, shape } = this;
    const isApart = program.keep('truth', false);
    for (let c = 0; c < shape.columns; c++) {
      const jump = subtract(program.load(b.values, add(b.place, c)), program.load(a.values, add(a.place, c)));
      const largest = multiply(jumpPart, program.load(rowRegions.largest, c + 1));
      program.when(less(largest, absolute(jump)), () => {
        program.set(isApart, true);
      });
    }
    return isApart;
  }

  #push(t: Num, values: Region, place: Num): void {
    const { program, shape } = this;
    const { block } = rowRegions;
    program.store(block, this.#out, t);
    let c = 0;
    for (; c + 1 < shape.columns; c += 2)
      program.store(block, add(this.#out, c + 1), program.loadPair(values, add(place, c)));
    if (c < shape.columns) program.store(block, add(this.#out, c + 1), program.load(values, add(place, c)));
    program.set(this.#out, add(this.#out, shape.columns + 1));
    program.set(this.#filled, add(this.#filled, 1));
  }

  /** Hands over to the next segment. */
  #commit(): void {
    const { program } = this;
    const { columns } = this.shape;
    const { pending, last, given, block, state, asks, newAsks } = rowRegions;
    const end = program.keep('place', multiply(subtract(this.#count, 1), 2 * columns));
    const row = program.keep('place', subtract(this.#out, columns + 1));
    program.store(pending, 0, this.#to);
    for (let c = 0; c < columns; c++) program.store(pending, c + 1, program.load(given, add(end, c)));
    for (let c = 0; c <= columns; c++) {
      program.store(last, c, program.load(block, add(row, c)));
      if (c > 0) program.store(asks, c, program.load(newAsks, c));
    }
    program.store(state, rowState.index, this.#index);
    this.#inputs.commit();
    program.store(state, rowState.filled, this.#filled);
    if (!this.shape.checked) return;
    const counts = [this.#count, this.#search.found].map((count) => toNumber(ofPlace(count)) as Value);
    program.keep('number', program.call({ name: rowCalls.check, result: 'number' }, ...counts));
  }
}
