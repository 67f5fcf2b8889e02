/**
 * Machine code for a motion that is followed often: the loops of `motion-series.ts` as straight-line
 * WebAssembly, the matrices as constants, zeros left out, the present term in local variables. The sums keep
 * the plain loops' order, so both give the same bits (but for the sign of a zero).
 */
import type { CodeMemory } from '../code-memory.js';
import { WasmBody, wasmModule } from '../wasm-writer.js';
import type { LinearMotion, MotionCode } from './linear-motion.js';
import { mostTerms, vanishing } from './series-terms.js';

export type MotionMemory = CodeMemory<'v' | 'least' | 'coefficients' | 'bounds' | 'scales' | 'point'>;

const number = 8;
/** More non-zeros than this make more code than its speed is worth. */
const mostEntries = 2000;

export function worthCode({ A, G }: LinearMotion): boolean {
  const isEntry = (count: number, value: number): number => (value === 0 ? count : count + 1);
  return G.reduce(isEntry, A.reduce(isEntry, 0)) <= mostEntries;
}

/** Returns the code, or undefined where code may not be compiled. */
export function generateMotionCode(motion: LinearMotion, memory: MotionMemory): MotionCode | undefined {
  const code = new ExpandCode(motion, memory);
  const made = memory.compile(
    wasmModule([
      {
        name: 'expand',
        parameters: ['number'],
        integerLocals: expandLocal.numbers - expandLocal.k,
        numberLocals: code.numberLocals,
        body: code.body(),
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

/** h, then integers, then numbers: the count k + 1 and the factor h/(k+1) first. */
const expandLocal = Object.freeze({ h: 0, k: 1, quiet: 2, moving: 3, term: 4, coefficient: 5, numbers: 6 });

class ExpandCode {
  readonly #body = new WasmBody();
  readonly #count = expandLocal.numbers;
  readonly #factor = expandLocal.numbers + 1;
  /** First local of the present term, the next one, the sums of magnitudes, the guards' bounds. */
  readonly #c = expandLocal.numbers + 2;
  readonly #next: number;
  readonly #reach: number;
  readonly #bound: number;

  constructor(
    private readonly motion: LinearMotion,
    private readonly memory: MotionMemory,
  ) {
    const { size } = motion;
    this.#next = this.#c + size;
    this.#reach = this.#next + size;
    this.#bound = this.#reach + size;
  }

  get numberLocals(): number {
    return this.#bound + this.motion.guards - expandLocal.numbers;
  }

  body(): WasmBody {
    const { k, quiet, term, coefficient } = expandLocal;
    const { size } = this.motion;
    const body = this.#body;
    this.#begin();
    body.loop();
    this.#nextTerm();
    body
      .getLocal(term)
      .constInteger(number * size)
      .addIntegers()
      .setLocal(term);
    body.getLocal(coefficient).constInteger(number).addIntegers().setLocal(coefficient);
    this.#storeTerm();
    this.#guards();
    body.getLocal(k).constInteger(1).addIntegers().teeLocal(k).constInteger(mostTerms).integerLess();
    body.getLocal(quiet).constInteger(2).integerLess().and().branchIf(0);
    body.end();
    this.#storeBounds();
    return body.getLocal(k);
  }

  /** v_0 into locals, the scales of the guards and their values. */
  #begin(): void {
    const { size, guards, terms, rates, G } = this.motion;
    const { v, least, scales } = this.memory.layout;
    const body = this.#body;
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
    for (const g of range(guards)) {
      body.constInteger(0);
      this.#sum(terms, g, this.#next);
      body.getLocal(expandLocal.h);
      this.#sum(rates, g, this.#next);
      body
        .multiply()
        .add()
        .store(scales + number * g);
      body.constInteger(0);
      this.#sum(G, g, this.#c);
      body.store(this.#coefficients(g));
    }
  }

  /** The next term in locals, whether it still moves the sums, and the sums with it. */
  #nextTerm(): void {
    const { A, size } = this.motion;
    const { quiet, moving } = expandLocal;
    const body = this.#body;
    body.getLocal(this.#count).constNumber(1).add().setLocal(this.#count);
    body.getLocal(expandLocal.h).getLocal(this.#count).divide().setLocal(this.#factor);
    body.constInteger(0).setLocal(moving);
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
      body.getLocal(moving).or().setLocal(moving);
      body.getLocal(reach).getLocal(next).absolute().add().setLocal(reach);
    }
    body.getLocal(quiet).constInteger(1).addIntegers();
    body.getLocal(moving).not().multiplyIntegers().setLocal(quiet);
  }

  #storeTerm(): void {
    const { v } = this.memory.layout;
    for (const i of range(this.motion.size)) {
      this.#body.getLocal(this.#next + i).setLocal(this.#c + i);
      this.#body
        .getLocal(expandLocal.term)
        .getLocal(this.#c + i)
        .store(v + number * i);
    }
  }

  #guards(): void {
    const { G, guards } = this.motion;
    const body = this.#body;
    for (const g of range(guards)) {
      // The first of the next term's locals is free by now.
      body.getLocal(expandLocal.coefficient);
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
    for (const g of range(this.motion.guards)) {
      this.#body
        .constInteger(0)
        .getLocal(this.#bound + g)
        .store(bounds + number * g);
    }
  }

  #coefficients(guard: number): number {
    return this.memory.layout.coefficients + number * guard * (mostTerms + 1);
  }

  /** The product of a row with the locals from `from` on, zeros left out. */
  #sum(matrix: Float64Array, row: number, from: number): void {
    const { size } = this.motion;
    let terms = 0;
    for (const j of range(size)) {
      const value = matrix[row * size + j]!;
      if (value === 0) continue;
      this.#body
        .constNumber(value)
        .getLocal(from + j)
        .multiply();
      if (terms++ > 0) this.#body.add();
    }
    if (terms === 0) this.#body.constNumber(0);
  }
}

/** Horner's rule for all entries at once, from the last term down. */
function evaluateCode({ size }: LinearMotion, { layout }: MotionMemory): WasmBody {
  const body = new WasmBody();
  const local = { terms: 0, s: 1, at: 2, sums: 3 };
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
  for (const i of range(size)) {
    body
      .constInteger(0)
      .getLocal(local.sums + i)
      .store(layout.point + number * i);
  }
  return body.constInteger(0);
}

function isZeroRow(A: Float64Array, row: number, size: number): boolean {
  for (let j = row * size; j < (row + 1) * size; j++) if (A[j] !== 0) return false;
  return true;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}
