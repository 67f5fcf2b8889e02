/**
 * What inputs that no part follows give to rows, as a part of the program of rows. Where all of them are straight lines between
 * their breakpoints, the recorder hands over a table of lines, many breakpoints at once (`rowLines`), and points are read off it;
 * otherwise it is called for the values of all points of a segment. The same sums as `Signal.value`.
 */
import type { ProgramBuilder } from '../../../../numerics/code/program-builder.js';
import {
  add,
  atMost,
  divide,
  equal,
  less,
  multiply,
  not,
  ofPlace,
  or,
  subtract,
  toInteger,
  toNumber,
  toPlace,
  type Num,
  type Region,
  type Value,
} from '../../../../numerics/code/value.js';
import { rowLines, rowState } from '../../time-stepping/row-memory.js';
import { rowCalls, rowRegions, type RowShape } from './row-shape.js';

/** Points of so many numbers each, one behind the other, and the function that writes their inputs. */
export interface PointsOfInputs {
  readonly values: Region;
  readonly width: number;
  readonly inputs: string;
}

const { lines, linesOfPoints, direct: values } = rowRegions;
const { until, head, width: lineWidth, line } = rowLines;

export class RowInputs {
  /** The next breakpoint. */
  readonly breakpoint: Value;
  /** Where the present entry of the table begins. */
  readonly #entry: Value;
  readonly #number: Value;

  constructor(
    private readonly program: ProgramBuilder,
    private readonly shape: RowShape,
  ) {
    this.breakpoint = program.keep('number', program.load(rowRegions.state, rowState.breakpoint));
    this.#entry = program.keep(
      'place',
      shape.lines ? toPlace(toInteger(program.load(rowRegions.state, rowState.line))) : 0,
    );
    this.#number = program.variable('number');
  }

  /** Leaves breakpoints up to a time behind. */
  begin(from: Value): void {
    const { program, shape, breakpoint } = this;
    if (shape.directs === 0) return;
    if (!shape.lines) {
      program.when(atMost(breakpoint, from), () => {
        this.pass(from);
      });
      return;
    }
    // Half of the table is more than a segment passes. What the sampler took may have led past what stands there.
    const isPassed = program.keep(
      'truth',
      not(equal(program.load(lines, add(this.#entry, until)), breakpoint)),
    );
    const isLow = not(less(this.#entry, (rowLines.entries / 2) * this.#width));
    program.when(or(isPassed, isLow), () => {
      const kept = program.keep('number', divide(toNumber(ofPlace(this.#entry)), this.#width));
      program.set(kept, subtract(rowLines.entries, kept));
      program.when(isPassed, () => {
        program.set(kept, 0);
      });
      program.set(breakpoint, program.call({ name: rowCalls.lines, result: 'number' }, from, kept));
      program.set(this.#entry, 0);
    });
    program.while(
      () => atMost(breakpoint, from),
      () => {
        this.pass(breakpoint);
      },
    );
  }

  /** Goes on behind the breakpoint at a time. */
  pass(t: Value): void {
    const { program } = this;
    if (this.shape.lines) {
      program.set(this.#entry, add(this.#entry, this.#width));
      program.set(this.breakpoint, program.load(lines, add(this.#entry, until)));
      return;
    }
    const next = program.call({ name: rowCalls.nextBreakpoint, result: 'number' }, t);
    program.set(this.breakpoint, next);
  }

  /** Takes given point k at a time, or its left limit, before the breakpoint there is passed. */
  give(k: Num, t: Num, isLeft: boolean): void {
    const { program, shape } = this;
    if (shape.directs === 0 || !shape.lines) return;
    program.store(linesOfPoints, k, toNumber(ofPlace(this.#entry)));
    const at = program.keep('place', multiply(k, shape.directs));
    this.#take(at, t, this.#entry);
    if (!isLeft) return;
    program.when(equal(t, this.breakpoint), () => {
      this.#each((d, place) => {
        program.store(values, add(at, d), program.load(lines, add(this.#entry, place + line.last)));
      });
    });
  }

  /** Takes point `found` at a time between given points k - 1 and k. */
  find(found: Value, t: Value, k: Value): void {
    const { program, shape } = this;
    if (shape.directs === 0 || !shape.lines) return;
    const entry = program.keep('place', toPlace(toInteger(program.load(linesOfPoints, subtract(k, 1)))));
    this.#take(program.keep('place', multiply(found, shape.directs)), t, entry);
  }

  /** Adds what they give to the columns of so many points, whose times are set. */
  add({ values: columnsOf, width, inputs }: PointsOfInputs, count: Value): void {
    const { program } = this;
    const { directs, direct, columns } = this.shape;
    if (directs === 0) return;
    if (!this.shape.lines) {
      const number = toNumber(ofPlace(count)) as Value;
      program.keep('number', program.call({ name: inputs, result: 'number' }, number));
    }
    const base = program.keep('place', 0);
    const at = program.keep('place', 0);
    program.each(0, count, () => {
      for (let c = 0; c < columns; c++) {
        const [first, last] = [direct.start[c]!, direct.start[c + 1]!];
        if (first === last) continue;
        let sum: Num = program.load(columnsOf, add(base, c));
        for (let e = first; e < last; e++) {
          const input = program.load(values, add(at, direct.column[e]!));
          sum = add(sum, multiply(direct.factor[e]!, input));
        }
        program.store(columnsOf, add(base, c), sum);
      }
      program.set(base, add(base, width));
      program.set(at, add(at, directs));
    });
  }

  commit(): void {
    const { program } = this;
    program.store(rowRegions.state, rowState.breakpoint, this.breakpoint);
    if (this.shape.lines) program.store(rowRegions.state, rowState.line, toNumber(ofPlace(this.#entry)));
  }

  /** Numbers of an entry. */
  get #width(): number {
    return head + lineWidth * this.shape.directs;
  }

  /** Writes the values of the lines of an entry at a time. */
  #take(at: Value, t: Num, entry: Value): void {
    const { program } = this;
    this.#each((d, place) => {
      const slope = this.#number;
      const from = program.load(lines, add(entry, place + line.value));
      program.store(values, add(at, d), from);
      program.set(slope, program.load(lines, add(entry, place + line.slope)));
      program.when(not(equal(slope, 0)), () => {
        const distance = subtract(t, program.load(lines, add(entry, place + line.begin)));
        program.store(values, add(at, d), add(from, multiply(slope, distance)));
      });
    });
  }

  /** For each input that a column reads: its number, and where its line stands in an entry. */
  #each(body: (d: number, place: number) => void): void {
    const { direct, directs } = this.shape;
    for (let d = 0; d < directs; d++) if (direct.column.includes(d)) body(d, head + lineWidth * d);
  }
}
