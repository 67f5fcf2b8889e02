/**
 * Machine code for a hot mode: the loop of `run-steps.ts` as straight-line WebAssembly, the matrices as
 * constants, zeros left out, state, multipliers and moments in local variables. The sums keep the plain
 * loop's order, so both give the same bits (but for the sign of a zero). Unlike generated script it is
 * fast from its first step. Where it may not be compiled the plain loop goes on.
 */
import type { LinearGuard } from './linear-system.js';
import { isOn } from './run-steps.js';
import type { RunSteps, StepMap } from './step-map.js';
import type { CodeMemory } from './code-memory.js';
import { wasmModule } from '../../../numerics/code/wasm-module.js';
import { WasmBody } from '../../../numerics/code/wasm-writer.js';

/** What a run of steps keeps in the memory that its code and the plain loop share. */
export type StepMemory = CodeMemory<
  'x' | 'lambda' | 'tolerance' | 'moments' | 'inputs' | 'recordX' | 'recordLambda'
>;

/** Above this length of z the moments stay in memory: locals would only be spilled. */
const momentsInLocals = 8;
const number = 8;

/** Returns the generated run of the map's mode, or undefined where code may not be compiled. */
export function generateRunSteps(
  map: StepMap,
  guards: readonly LinearGuard[],
  flags: { readonly record: boolean; readonly moments: boolean },
  memory: StepMemory,
): RunSteps | undefined {
  const compiled = memory.compile(new StepCode(map, guards, flags, memory).module())?.['run'];
  if (!compiled) return undefined;
  const x = memory.array('x');
  const lambda = memory.array('lambda');
  const tolerance = memory.array('tolerance');
  const moments = memory.array('moments');
  return (buffers, target, first, count) => {
    x.set(buffers.x);
    lambda.set(buffers.lambda);
    tolerance.set(buffers.tolerance);
    if (flags.moments) moments.set(target.moments);
    const done = compiled(first, count);
    buffers.x.set(x);
    buffers.lambda.set(lambda);
    if (flags.moments) target.moments.set(moments);
    target.steps += done;
    return done;
  };
}

/** Integer locals behind the two parameters `first` and `count`. */
const local = Object.freeze({ first: 0, count: 1, k: 2, end: 3, row: 4, numbers: 5 });

class StepCode {
  readonly #body = new WasmBody();
  readonly #width: number;
  /** First local of each group of numbers. */
  readonly #x = local.numbers;
  readonly #l: number;
  readonly #e: number;
  readonly #u: number;
  readonly #t: number;
  readonly #n: number;
  readonly #g: number;
  readonly #pairs: readonly (readonly [number, number])[];
  readonly #keepMoments: boolean;

  constructor(
    private readonly map: StepMap,
    private readonly guards: readonly LinearGuard[],
    private readonly flags: { readonly record: boolean; readonly moments: boolean },
    private readonly memory: StepMemory,
  ) {
    const { n, m, nz, inputStart } = map.scheme;
    this.#width = nz - inputStart;
    this.#l = this.#x + n;
    this.#e = this.#l + m;
    this.#u = this.#e + m;
    this.#t = this.#u + this.#width;
    this.#n = this.#t + m;
    this.#g = this.#n + n;
    this.#pairs = flags.moments
      ? range(nz).flatMap((i) => range(nz - i).map((d) => [i, i + d] as const))
      : [];
    this.#keepMoments = nz <= momentsInLocals;
  }

  module(): Uint8Array {
    const body = this.#body;
    this.#loadState();
    body.getLocal(local.first).setLocal(local.k);
    body.getLocal(local.first).getLocal(local.count).addIntegers().setLocal(local.end);
    body.block().loop();
    body.getLocal(local.k).getLocal(local.end).integerAtLeast().branchIf(1);
    this.#readInputs();
    this.#testGuards();
    this.#testRows();
    this.#gatherMoments();
    this.#advance();
    if (this.flags.record) this.#record();
    body.getLocal(local.k).constInteger(1).addIntegers().setLocal(local.k);
    body.branch(0).end().end();
    this.#storeState();
    body.getLocal(local.k).getLocal(local.first).subtractIntegers();
    const moments = this.#keepMoments ? this.#pairs.length : 0;
    const integerLocals = local.numbers - local.k;
    const numberLocals = this.#g + moments - local.numbers;
    return wasmModule([
      { name: 'run', parameters: ['integer', 'integer'], integerLocals, numberLocals, body },
    ]);
  }

  #loadState(): void {
    const { n, m } = this.map.scheme;
    const { x, lambda, tolerance, moments } = this.memory.layout;
    const load = (address: number, target: number): void => {
      this.#body.constInteger(0).load(address).setLocal(target);
    };
    for (const i of range(n)) load(x + number * i, this.#x + i);
    for (const i of range(m)) load(lambda + number * i, this.#l + i);
    for (const i of range(m)) {
      this.#body
        .constInteger(0)
        .load(tolerance + number * i)
        .negate()
        .setLocal(this.#e + i);
    }
    if (this.#keepMoments) this.#pairs.forEach((_, at) => load(moments + number * at, this.#g + at));
  }

  #readInputs(): void {
    const stride = number * (this.#width + this.guards.length);
    if (stride === 0) return;
    const { inputs } = this.memory.layout;
    const body = this.#body;
    body.getLocal(local.k).constInteger(stride).multiplyIntegers().setLocal(local.row);
    for (const j of range(this.#width)) {
      body
        .getLocal(local.row)
        .load(inputs + number * j)
        .setLocal(this.#u + j);
    }
  }

  /** Leaves the loop before the step in which a switch turns. */
  #testGuards(): void {
    const { inputs } = this.memory.layout;
    const body = this.#body;
    this.guards.forEach((linear, index) => {
      const { kx, kl, guard } = linear;
      body.getLocal(local.row).load(inputs + number * (this.#width + index));
      kx.forEach((k, j) => this.#addTerm(k, this.#x + j));
      kl.forEach((k, j) => this.#addTerm(k, this.#l + j));
      if (isOn(linear, this.map.active)) body.constNumber(guard.off).lessThan();
      else body.constNumber(guard.on).greaterThan();
      body.branchIf(1);
    });
  }

  #addTerm(factor: number, from: number): void {
    if (factor !== 0) this.#body.constNumber(factor).getLocal(from).multiply().add();
  }

  /** Tests come first: a failed one leaves the state untouched. A value that is not a number fails too. */
  #testRows(): void {
    const { m } = this.map.scheme;
    for (const i of range(m)) {
      if (this.map.active[i] !== 1 && this.map.tested[i] !== 1) continue;
      this.#sum(this.map.T, i);
      this.#body.setLocal(this.#t + i);
      if (this.map.tested[i] !== 1) continue;
      this.#body
        .getLocal(this.#t + i)
        .getLocal(this.#e + i)
        .atLeast()
        .not()
        .branchIf(1);
    }
  }

  #gatherMoments(): void {
    const { moments } = this.memory.layout;
    const body = this.#body;
    this.#pairs.forEach(([i, j], at) => {
      const product = (): WasmBody => body.getLocal(this.#z(i)).getLocal(this.#z(j)).multiply().add();
      if (this.#keepMoments) {
        body.getLocal(this.#g + at);
        product().setLocal(this.#g + at);
      } else {
        body
          .constInteger(0)
          .constInteger(0)
          .load(moments + number * at);
        product().store(moments + number * at);
      }
    });
  }

  #advance(): void {
    const { n, m } = this.map.scheme;
    const body = this.#body;
    for (const i of range(n)) {
      this.#sum(this.map.N, i);
      body.setLocal(this.#n + i);
    }
    for (const i of range(n)) body.getLocal(this.#n + i).setLocal(this.#x + i);
    for (const i of range(m)) {
      if (this.map.active[i] === 1) body.getLocal(this.#t + i);
      else body.constNumber(0);
      body.setLocal(this.#l + i);
    }
  }

  #record(): void {
    const { n, m } = this.map.scheme;
    const { recordX, recordLambda } = this.memory.layout;
    const body = this.#body;
    for (const [count, from, base] of [
      [n, this.#x, recordX],
      [m, this.#l, recordLambda],
    ] as const) {
      const stride = number * count;
      body.getLocal(local.k).constInteger(stride).multiplyIntegers().setLocal(local.row);
      for (const i of range(count)) {
        body
          .getLocal(local.row)
          .getLocal(from + i)
          .store(base + stride + number * i);
      }
    }
  }

  #storeState(): void {
    const { n, m } = this.map.scheme;
    const { x, lambda, moments } = this.memory.layout;
    const store = (from: number, address: number): void => {
      this.#body.constInteger(0).getLocal(from).store(address);
    };
    for (const i of range(n)) store(this.#x + i, x + number * i);
    for (const i of range(m)) store(this.#l + i, lambda + number * i);
    if (this.#keepMoments) this.#pairs.forEach((_, at) => store(this.#g + at, moments + number * at));
  }

  /** The row's sum in the plain loop's order: (a z0 + b z1) + ..., terms with a zero coefficient left out. */
  #sum(matrix: Float64Array, row: number): void {
    const { nz } = this.map.scheme;
    let terms = 0;
    for (const j of range(nz)) {
      const value = matrix[row * nz + j]!;
      if (value === 0) continue;
      this.#body.constNumber(value).getLocal(this.#z(j)).multiply();
      if (terms++ > 0) this.#body.add();
    }
    if (terms === 0) this.#body.constNumber(0);
  }

  /** The local that holds entry j of z. */
  #z(j: number): number {
    const { n, inputStart, lambdaStart } = this.map.scheme;
    if (j < n) return this.#x + j;
    return j < inputStart ? this.#l + j - lambdaStart : this.#u + j - inputStart;
  }
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}
