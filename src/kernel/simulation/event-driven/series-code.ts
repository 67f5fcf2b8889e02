/**
 * Machine code of the series of a motion (`motion-series.ts`): straight-line WebAssembly over pairs of entries, with
 * h A, zeros left out, and the present term in local variables. Short entries and what they drive are done while their
 * terms last. The sums keep the plain loops' order, so both give the same bits (but for the sign of a zero).
 */
import type { WasmFunction } from '../../../numerics/code/wasm-module.js';
import { WasmBody } from '../../../numerics/code/wasm-writer.js';
import { number, pair, pairCount, pushProductOf, range, rowOf } from './code-parts.js';
import type { MotionMemory } from './flow-memory.js';
import type { HornerLocals } from './horner-code.js';
import type { LinearMotion } from './linear-motion.js';
import { maxTerms, shortTerms, untestedTerms, vanishing } from './series-terms.js';

/** Local of h, seconds. */
const duration = 0;
/** Integers that the series needs. */
const seriesIntegers = 5;

/**
 * Emits the series from v_0 over h (local 0) into a body; its integers are the locals from `first` on, its pairs of
 * entries follow them, then its numbers.
 */
export class SeriesCode {
  /** Local that holds the number of terms behind v_0 in the end. */
  readonly terms: number;
  /** First pair of xi at s = 1 in the end. */
  readonly end: number;
  /** Locals that are free for Horner's rule in the end. */
  readonly skippable: Pick<HornerLocals, 'square' | 'odd' | 'even'>;
  /** First local that is free for others, a number like all behind it. */
  readonly free: number;
  /** Whether the present term and the one before it move the sums, and whether one of them does. */
  readonly #moving: number;
  readonly #going: number;
  /** Byte address of the present term behind v_0. */
  readonly #term: number;
  /** Eight times the number of terms that go untested. */
  readonly #untested: number;
  /** Pairs: of 1/k! and of an entry, twice each, the first of (h A)^k v_0, of the present term, and of the sums of magnitudes. */
  readonly #factor: number;
  readonly #twice: number;
  readonly #w: number;
  readonly #v: number;
  readonly #reach: number;
  /** First pair of h A. */
  readonly #matrix: number;
  readonly #columns: readonly MatrixPair[];
  /** Numbers: what is used at once, and the first of the guards' bounds. */
  readonly #value: number;
  readonly #bound: number;
  /** Guards that are no multiples of others: these have polynomials. */
  readonly #distinct: readonly number[];
  /** Pairs of entries: all, those that move for good, the short ones. */
  readonly #pairs: readonly number[];
  readonly #long: readonly number[];
  readonly #short: readonly number[];

  constructor(
    private readonly motion: LinearMotion,
    private readonly memory: MotionMemory,
    readonly body = new WasmBody(),
    first = 1,
  ) {
    const { size, guards, like, short } = motion;
    const pairs = pairCount(size);
    this.#distinct = range(guards).filter((g) => like[g] === g);
    this.#columns = matrixPairs(motion);
    this.#pairs = range(pairs);
    this.#long = this.#pairs.filter((p) => 2 * p < short);
    this.#short = this.#pairs.filter((p) => 2 * p >= short);
    this.terms = first;
    this.#moving = first + 1;
    this.#going = first + 2;
    this.#term = first + 3;
    this.#untested = first + 4;
    this.#factor = first + seriesIntegers;
    this.#twice = this.#factor + 1;
    this.#w = this.#twice + 1;
    this.#v = this.#w + pairs;
    this.#reach = this.#v + pairs;
    this.end = this.#reach + pairs;
    this.skippable = { square: this.#twice, odd: this.#w, even: this.#v };
    this.#matrix = this.end + pairs;
    this.#value = this.#matrix + this.#columns.length;
    this.#bound = this.#value + 1;
    this.free = this.#bound + guards;
  }

  /** Locals of a function that does nothing else. */
  get locals(): Required<Pick<WasmFunction, 'integerLocals' | 'pairLocals' | 'numberLocals'>> {
    return {
      integerLocals: seriesIntegers,
      pairLocals: this.#value - this.#factor,
      numberLocals: this.free - this.#value,
    };
  }

  /** Local of the bound of a guard: sum of the magnitudes of its polynomial's coefficients behind the first. */
  bound(guard: number): number {
    return this.#bound + guard;
  }

  emit(): void {
    const { size } = this.motion;
    const { body, terms } = this;
    this.#begin();
    body.loop();
    body
      .getLocal(this.#term)
      .constInteger(number * size)
      .addIntegers()
      .setLocal(this.#term);
    // Eight times the number of terms until the loop is left.
    body.getLocal(terms).constInteger(number).addIntegers().teeLocal(terms);
    body.loadTwice(this.memory.layout.factors).setLocal(this.#factor);
    this.#nextTerm();
    this.#look();
    this.#guards();
    body
      .getLocal(terms)
      .constInteger(number * maxTerms)
      .integerLess();
    body.getLocal(this.#going).and().branchIf(0);
    body.end();
    body.getLocal(terms).constInteger(3).shiftRight().setLocal(terms);
    this.#storeEnds();
  }

  /** v_0 and h A into locals, the values of the guards. */
  #begin(): void {
    const { guards, rate, G } = this.motion;
    const { v } = this.memory.layout;
    const { body } = this;
    for (const p of this.#pairs) {
      body
        .constInteger(0)
        .loadPair(v + pair * p)
        .teeLocal(this.#w + p);
      body.absolutePairs().setLocal(this.#reach + p);
    }
    body.getLocal(duration).twice().setLocal(this.#twice);
    this.#columns.forEach(({ values }, k) => {
      body
        .getLocal(this.#twice)
        .constPair(...values)
        .multiplyPairs()
        .setLocal(this.#matrix + k);
    });
    body.getLocal(duration).constNumber(rate).multiply().setLocal(this.#value);
    body.constInteger(number * (shortTerms + 1));
    untestedTerms.forEach(([terms, angle], k) => {
      const more = terms - (untestedTerms[k - 1]?.[0] ?? shortTerms + 1);
      body
        .getLocal(this.#value)
        .constNumber(angle)
        .greaterThan()
        .constInteger(number * more)
        .multiplyIntegers()
        .addIntegers();
    });
    body.setLocal(this.#untested);
    body.constInteger(1).teeLocal(this.#moving).setLocal(this.#going);
    for (const g of range(guards)) {
      body.constInteger(0);
      this.#product(G, g, this.#w);
      body.store(this.#coefficients(g));
    }
  }

  /** The next term in locals and memory, and the sums with it; column by column of h A. */
  #nextTerm(): void {
    const { body } = this;
    const { short } = this.motion;
    const isLong = ({ pair: p, j }: MatrixPair): boolean => 2 * p < short && j < short;
    const from = new Set(this.#columns.filter(isLong).map(({ pair: p }) => p));
    for (const p of this.#pairs) if (!from.has(p)) body.constPair(0, 0).setLocal(this.#v + p);
    this.#addColumns(isLong, from);
    if (this.#short.length > 0) {
      body.getLocal(this.terms).constInteger(number * (shortTerms + 1));
      body.integerAtMost().ifTrue();
      this.#addColumns((entry) => !isLong(entry));
      this.#keepTerms(this.#short);
      body.end();
    }
    this.#keepTerms(this.#long);
  }

  /** Adds columns to the pairs of the next term; those that are `unset` begin with the first. */
  #addColumns(isTaken: (entry: MatrixPair) => boolean, unset = new Set<number>()): void {
    const { body } = this;
    let column = -1;
    this.#columns.forEach((entry, k) => {
      if (!isTaken(entry)) return;
      const { pair: p, j } = entry;
      if (j !== column) {
        const source = this.#w + (j >> 1);
        body
          .getLocal(source)
          .getLocal(source)
          .twiceOfPair(j & 1)
          .setLocal(this.#twice);
      }
      column = j;
      body
        .getLocal(this.#matrix + k)
        .getLocal(this.#twice)
        .multiplyPairs();
      if (!unset.delete(p)) body.getLocal(this.#v + p).addPairs();
      body.setLocal(this.#v + p);
    });
  }

  /** (h A)^k v_0 is in the place of the term: divides it by k!, and adds it to the sum. */
  #keepTerms(pairs: readonly number[]): void {
    const { body } = this;
    for (const p of pairs) {
      const term = this.#v + p;
      body.getLocal(this.#term);
      body
        .getLocal(term)
        .teeLocal(this.#w + p)
        .getLocal(this.#factor)
        .multiplyPairs();
      body.teeLocal(term).storePair(this.memory.layout.v + pair * p);
      body
        .getLocal(this.end + p)
        .getLocal(term)
        .addPairs()
        .setLocal(this.end + p);
    }
  }

  /** Adds up magnitudes, and from some term on whether terms still move the sums. */
  #look(): void {
    const { body } = this;
    body.getLocal(this.#untested).getLocal(this.terms).integerAtLeast().ifTrue();
    for (const p of this.#long) {
      body
        .getLocal(this.#reach + p)
        .getLocal(this.#v + p)
        .absolutePairs()
        .addPairs();
      body.setLocal(this.#reach + p);
    }
    body.otherwise().getLocal(this.#moving);
    this.#long.forEach((p, k) => {
      body.getLocal(this.#v + p).absolutePairs();
      body
        .getLocal(this.#reach + p)
        .constPair(vanishing, vanishing)
        .multiplyPairs()
        .pairsGreaterThan();
      if (k > 0) body.orPairs();
    });
    if (this.#long.length > 0) body.isAnySet();
    else body.constInteger(0);
    body.teeLocal(this.#moving).or().setLocal(this.#going);
    body.end();
  }

  #guards(): void {
    const { G } = this.motion;
    const { body } = this;
    for (const g of this.#distinct) {
      body.getLocal(this.terms);
      this.#product(G, g, this.#v);
      body.teeLocal(this.#value).store(this.#coefficients(g));
      body.getLocal(this.bound(g)).getLocal(this.#value).absolute().add().setLocal(this.bound(g));
    }
  }

  /** The magnitudes of v_0, raised to those pushed for each pair: what rounding is relative to. Uses `skippable.odd`. */
  emitMagnitudes(pushLeast: (p: number) => void): void {
    const { body } = this;
    for (const p of this.#pairs) {
      body
        .constInteger(0)
        .loadPair(this.memory.layout.v + pair * p)
        .absolutePairs();
      pushLeast(p);
      body.maximumPairs().setLocal(this.skippable.odd + p);
    }
  }

  /** Pushes the magnitude of the terms of a guard and of its first derivative, from the magnitudes of v_0. */
  pushScale(guard: number): void {
    const { terms, rates } = this.motion;
    this.#product(terms, guard, this.skippable.odd);
    this.body.getLocal(duration);
    this.#product(rates, guard, this.skippable.odd);
    this.body.multiply().add();
  }

  /** Stores the scales of the guards that have polynomials. */
  emitScales(): void {
    const { least, scales } = this.memory.layout;
    const { body } = this;
    this.emitMagnitudes((p) => body.constInteger(0).loadPair(least + pair * p));
    for (const g of this.#distinct) {
      body.constInteger(0);
      this.pushScale(g);
      body.store(scales + number * g);
    }
  }

  /** xi at s = 1, and the bounds. */
  #storeEnds(): void {
    const { v, end, bounds } = this.memory.layout;
    const { body } = this;
    for (const p of this.#pairs) {
      const sum = this.end + p;
      body
        .constInteger(0)
        .constInteger(0)
        .loadPair(v + pair * p);
      body
        .getLocal(sum)
        .addPairs()
        .teeLocal(sum)
        .storePair(end + pair * p);
    }
    for (const g of this.#distinct) {
      body
        .constInteger(0)
        .getLocal(this.bound(g))
        .store(bounds + number * g);
    }
  }

  #coefficients(guard: number): number {
    return this.memory.layout.coefficients + number * guard * (maxTerms + 1);
  }

  #product(matrix: Float64Array, row: number, from: number): void {
    pushProductOf(this.body, rowOf(matrix, row, this.motion.size), (j) => this.#entry(from, j));
  }

  /** Pushes an entry of the pairs from `from` on. */
  #entry(from: number, j: number): WasmBody {
    return this.body.getLocal(from + (j >> 1)).ofPair(j & 1);
  }
}

/** Entries (2 pair, j) and (2 pair + 1, j) of A, one of them not 0. */
interface MatrixPair {
  readonly pair: number;
  readonly j: number;
  readonly values: readonly [number, number];
}

/** Column by column. */
function matrixPairs({ A, size }: LinearMotion): MatrixPair[] {
  const entry = (i: number, j: number): number => (i < size ? (A[i * size + j] ?? 0) : 0);
  return range(size)
    .flatMap((j) =>
      range(pairCount(size)).map((p): MatrixPair => {
        return { pair: p, j, values: [entry(2 * p, j), entry(2 * p + 1, j)] };
      }),
    )
    .filter(({ values: [first, second] }) => first !== 0 || second !== 0);
}
