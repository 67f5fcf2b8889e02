/**
 * Machine code for a motion that is followed often: the loops of `motion-series.ts` as straight-line
 * WebAssembly, the matrices as constants, zeros left out, the present term in local variables. The sums keep
 * the plain loops' order, so both give the same bits (but for the sign of a zero).
 */
import type { CodeMemory } from '../code-memory.js';
import { WasmBody, wasmModule, type WasmFunction } from '../wasm-writer.js';
import { number, range } from './code-parts.js';
import type { LinearMotion, MotionCode } from './linear-motion.js';
import { mostTerms, vanishing } from './series-terms.js';

export type MotionMemory = CodeMemory<'v' | 'least' | 'coefficients' | 'bounds' | 'scales' | 'point'>;

/** More non-zeros than this make more code than its speed is worth. */
const mostEntries = 2000;

export function worthCode({ A, G }: LinearMotion): boolean {
  const isEntry = (count: number, value: number): number => (value === 0 ? count : count + 1);
  return G.reduce(isEntry, A.reduce(isEntry, 0)) <= mostEntries;
}

/** Returns the code, or undefined where code may not be compiled. */
export function generateMotionCode(motion: LinearMotion, memory: MotionMemory): MotionCode | undefined {
  const code = new SeriesCode(motion, memory);
  const made = memory.compile(
    wasmModule([
      {
        name: 'expand',
        parameters: ['number'],
        ...code.locals,
        body: code.emit().getLocal(code.terms),
      },
      {
        name: 'evaluate',
        parameters: ['integer', 'number'],
        integerLocals: 1,
        numberLocals: motion.size,
        body: evaluateCode(motion, memory),
      },
    ]),
  );
  const { expand, evaluate } = made ?? {};
  return expand && evaluate && { expand, evaluate };
}

/** Local of h, seconds. */
const duration = 0;
/** Integers that the series needs. */
const seriesIntegers = 5;

/**
 * Emits the series from v_0 over h (local 0) into a body; its integers are the locals from `first` on, and its numbers
 * follow them: the count k + 1 and the factor h/(k+1) first.
 */
export class SeriesCode {
  /** Local that holds the number of terms behind v_0 in the end. */
  readonly terms: number;
  /** First local that is free for others, a number like all behind it. */
  readonly free: number;
  readonly #numbers: number;
  readonly #quiet: number;
  readonly #moving: number;
  readonly #term: number;
  readonly #coefficient: number;
  readonly #count: number;
  readonly #factor: number;
  /** First local of the present term, the next one, the sums of magnitudes, the guards' bounds. */
  readonly #c: number;
  readonly #next: number;
  readonly #reach: number;
  readonly #bound: number;
  /** Guards that are no multiples of others: these have polynomials. */
  readonly #distinct: readonly number[];

  constructor(
    private readonly motion: LinearMotion,
    private readonly memory: MotionMemory,
    readonly body = new WasmBody(),
    first = 1,
  ) {
    const { size, guards, like } = motion;
    this.#distinct = range(guards).filter((g) => like[g] === g);
    this.terms = first;
    this.#quiet = first + 1;
    this.#moving = first + 2;
    this.#term = first + 3;
    this.#coefficient = first + 4;
    this.#numbers = first + seriesIntegers;
    this.#count = this.#numbers;
    this.#factor = this.#numbers + 1;
    this.#c = this.#numbers + 2;
    this.#next = this.#c + size;
    this.#reach = this.#next + size;
    this.#bound = this.#reach + size;
    this.free = this.#bound + guards;
  }

  /** Locals of a function that does nothing else. */
  get locals(): Pick<WasmFunction, 'integerLocals' | 'numberLocals'> {
    return { integerLocals: seriesIntegers, numberLocals: this.free - this.#numbers };
  }

  /** Local of the bound of a guard: sum of the magnitudes of its polynomial's coefficients behind the first. */
  bound(guard: number): number {
    return this.#bound + guard;
  }

  emit(): WasmBody {
    const { size } = this.motion;
    const { body, terms } = this;
    this.#begin();
    body.loop();
    this.#nextTerm();
    body
      .getLocal(this.#term)
      .constInteger(number * size)
      .addIntegers()
      .setLocal(this.#term);
    body.getLocal(this.#coefficient).constInteger(number).addIntegers().setLocal(this.#coefficient);
    this.#storeTerm();
    this.#guards();
    body.getLocal(terms).constInteger(1).addIntegers().teeLocal(terms).constInteger(mostTerms).integerLess();
    body.getLocal(this.#quiet).constInteger(2).integerLess().and().branchIf(0);
    body.end();
    this.#storeBounds();
    return body;
  }

  /** v_0 into locals, the scales of the guards and their values. */
  #begin(): void {
    const { size, guards, terms, rates, G } = this.motion;
    const { v, least, scales } = this.memory.layout;
    const { body } = this;
    for (const i of range(size)) {
      body
        .constInteger(0)
        .load(v + number * i)
        .setLocal(this.#c + i);
      body
        .getLocal(this.#c + i)
        .absolute()
        .setLocal(this.#reach + i);
      body
        .getLocal(this.#reach + i)
        .constInteger(0)
        .load(least + number * i)
        .maximum();
      body.setLocal(this.#next + i);
    }
    for (const g of this.#distinct) {
      body.constInteger(0);
      this.#sum(terms, g, this.#next);
      body.getLocal(duration);
      this.#sum(rates, g, this.#next);
      body
        .multiply()
        .add()
        .store(scales + number * g);
    }
    for (const g of range(guards)) {
      body.constInteger(0);
      this.#sum(G, g, this.#c);
      body.store(this.#coefficients(g));
    }
  }

  /** The next term in locals, whether it still moves the sums, and the sums with it. */
  #nextTerm(): void {
    const { A, size } = this.motion;
    const { body } = this;
    body.getLocal(this.#count).constNumber(1).add().setLocal(this.#count);
    body.getLocal(duration).getLocal(this.#count).divide().setLocal(this.#factor);
    body.constInteger(0).setLocal(this.#moving);
    for (const i of range(size)) {
      const next = this.#next + i;
      const reach = this.#reach + i;
      if (isZeroRow(A, i, size)) {
        body.constNumber(0).setLocal(next);
        continue;
      }
      body.getLocal(this.#factor);
      this.#sum(A, i, this.#c);
      body.multiply().setLocal(next);
      body.getLocal(next).absolute().getLocal(reach).constNumber(vanishing).multiply().greaterThan();
      body.getLocal(this.#moving).or().setLocal(this.#moving);
      body.getLocal(reach).getLocal(next).absolute().add().setLocal(reach);
    }
    body.getLocal(this.#quiet).constInteger(1).addIntegers();
    body.getLocal(this.#moving).not().multiplyIntegers().setLocal(this.#quiet);
  }

  #storeTerm(): void {
    const { v } = this.memory.layout;
    for (const i of range(this.motion.size)) {
      this.body.getLocal(this.#next + i).setLocal(this.#c + i);
      this.body
        .getLocal(this.#term)
        .getLocal(this.#c + i)
        .store(v + number * i);
    }
  }

  #guards(): void {
    const { G } = this.motion;
    const { body } = this;
    for (const g of this.#distinct) {
      // The first of the next term's locals is free by now.
      body.getLocal(this.#coefficient);
      this.#sum(G, g, this.#c);
      body.teeLocal(this.#next).store(this.#coefficients(g));
      body
        .getLocal(this.#bound + g)
        .getLocal(this.#next)
        .absolute()
        .add();
      body.setLocal(this.#bound + g);
    }
  }

  #storeBounds(): void {
    const { bounds } = this.memory.layout;
    for (const g of this.#distinct) {
      this.body
        .constInteger(0)
        .getLocal(this.#bound + g)
        .store(bounds + number * g);
    }
  }

  #coefficients(guard: number): number {
    return this.memory.layout.coefficients + number * guard * (mostTerms + 1);
  }

  #sum(matrix: Float64Array, row: number, from: number): void {
    pushProduct(this.body, matrix.subarray(row * this.motion.size, (row + 1) * this.motion.size), from);
  }
}

/** Pushes the product of a row with the locals from `from` on, zeros left out. */
export function pushProduct(body: WasmBody, row: Float64Array, from: number): void {
  let terms = 0;
  for (let j = 0; j < row.length; j++) {
    const value = row[j]!;
    if (value === 0) continue;
    body
      .constNumber(value)
      .getLocal(from + j)
      .multiply();
    if (terms++ > 0) body.add();
  }
  if (terms === 0) body.constNumber(0);
}

/** Locals of Horner's rule: the number of terms and s, a byte address, and `size` sums. */
export interface HornerLocals {
  readonly terms: number;
  readonly s: number;
  readonly at: number;
  readonly sums: number;
}

/** Horner's rule for all entries at once, from the last term down. */
export function pushHorner(
  body: WasmBody,
  size: number,
  { layout }: MotionMemory,
  local: HornerLocals,
): void {
  const stride = number * size;
  body.getLocal(local.terms).constInteger(stride).multiplyIntegers().setLocal(local.at);
  for (const i of range(size)) {
    body.getLocal(local.at).load(layout.v + number * i);
    body.setLocal(local.sums + i);
  }
  body.block().loop();
  body.getLocal(local.at).not().branchIf(1);
  body.getLocal(local.at).constInteger(stride).subtractIntegers().setLocal(local.at);
  for (const i of range(size)) {
    body
      .getLocal(local.sums + i)
      .getLocal(local.s)
      .multiply();
    body
      .getLocal(local.at)
      .load(layout.v + number * i)
      .add();
    body.setLocal(local.sums + i);
  }
  body.branch(0).end().end();
}

function evaluateCode({ size }: LinearMotion, memory: MotionMemory): WasmBody {
  const body = new WasmBody();
  const sums = 3;
  pushHorner(body, size, memory, { terms: 0, s: 1, at: 2, sums });
  for (const i of range(size)) {
    body
      .constInteger(0)
      .getLocal(sums + i)
      .store(memory.layout.point + number * i);
  }
  return body.constInteger(0);
}

function isZeroRow(A: Float64Array, row: number, size: number): boolean {
  for (let j = row * size; j < (row + 1) * size; j++) if (A[j] !== 0) return false;
  return true;
}
