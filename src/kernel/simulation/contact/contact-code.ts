/**
 * Machine code for the steady steps of a small model over its contacts (`contact-stepper.ts`): at most one contact touches,
 * with impact alone or Coulomb's law in the plane, and every contact does what it did in the step before. A program of the
 * intermediate form (`numerics/code`), the numbers of the model as constants, zeros left out, the state in local variables;
 * sums in the order of the plain step, so both give the same bits (but for the sign of a zero). It ends before the first
 * step that is not steady, which the plain step takes. Cost: some operations a non-zero number of the model.
 */
import { wasmFunction } from '../../../numerics/code/emit-wasm.js';
import { buildProgram, type Program, type ProgramBuilder } from '../../../numerics/code/program-builder.js';
import {
  absolute,
  add,
  and,
  atMost,
  divide,
  equal,
  less,
  maximum,
  minimum,
  multiply,
  negate,
  not,
  subtract,
  toPlace,
  type Num,
  type Region,
  type Value,
} from '../../../numerics/code/value.js';
import { wasmModule } from '../../../numerics/code/wasm-module.js';
import { contactKind } from '../../../numerics/friction/contact-problem.js';
import { isRegular } from '../../../numerics/friction/one-contact.js';
import { CodeMemory } from '../linear/code-memory.js';
import type { ContactModel } from './contact-model.js';
import { contactStatus, slidingPart } from './contact-status.js';
import { blockSteps } from '../linear/linear-stepper.js';

/** More states or contacts make more code than its speed is worth. */
const maxStates = 32;
const maxContacts = 8;

const regions = Object.freeze({
  x: { name: 'x' },
  impulse: { name: 'impulse' },
  status: { name: 'status' },
  recordX: { name: 'recordX' },
  recordLambda: { name: 'recordLambda' },
}) satisfies Record<string, Region>;

/** What the plain step and its code share. */
export interface ContactMemory {
  readonly x: Float64Array;
  readonly impulse: Float64Array;
  /** Of each contact, `contactStatus`. */
  readonly status: Float64Array;
  /** Points by row, that of the first step of a block at 1. */
  readonly recordX: Float64Array;
  readonly recordLambda: Float64Array;
  /** Takes steady steps, the first of them step `first` of the block, and at most `count`; returns how many. */
  run(first: number, count: number): number;
}

/** What a step is made of beside the model. */
export interface ContactStepNumbers {
  readonly theta: number;
  readonly h: number;
  /** h W^-1 F by equation, and e + F z by row, both constant. */
  readonly push: Float64Array;
  readonly constant: Float64Array;
}

/** Whether steps of the model can be steady in the sense above. */
export function mayBeSteady({ maps, rows, kinds, problem, changing }: ContactModel): boolean {
  const states = maps.reduce((sum, { size }) => sum + 2 * size, 0);
  if (changing || kinds.length > maxContacts || states > maxStates) return false;
  if (maps.some(({ mechanics }) => !mechanics.constantForce)) return false;
  const { offset, values, place, diagonal } = problem.W;
  return Array.from(kinds).every((kind, k) => {
    const size = offset[k + 1]! - offset[k]!;
    if (kind === contactKind.coulomb) return size === 2;
    return size === 1 && rows.oneSided[offset[k]!] === 1 && values[place[diagonal[k]!]!]! > 0;
  });
}

/** Returns the code of a model's steady steps; undefined where code may not be compiled. */
export function generateContactSteps(
  model: ContactModel,
  numbers: ContactStepNumbers,
): ContactMemory | undefined {
  const n = 2 * numbers.push.length;
  const { m } = model.rows;
  const memory = new CodeMemory({
    x: n,
    impulse: m,
    status: model.kinds.length,
    recordX: (blockSteps + 1) * n,
    recordLambda: (blockSteps + 1) * m,
  });
  const address = ({ name }: Region): number => memory.layout[name as keyof typeof regions];
  const program = new ContactProgram(model, numbers).program();
  const run = memory.compile(wasmModule([wasmFunction(program, { address, callee: () => -1 })]))?.['run'];
  return (
    run && {
      x: memory.array('x'),
      impulse: memory.array('impulse'),
      status: memory.array('status'),
      recordX: memory.array('recordX'),
      recordLambda: memory.array('recordLambda'),
      run,
    }
  );
}

class ContactProgram {
  readonly #x: Value[] = [];
  readonly #impulse: Value[] = [];
  readonly #status: Value[] = [];
  /** v_free, then v_k+1, by equation. */
  readonly #v: Value[] = [];

  constructor(
    private readonly model: ContactModel,
    private readonly numbers: ContactStepNumbers,
  ) {}

  /** run(first, count). */
  program(): Program {
    const parameters = [
      { name: 'first', kind: 'integer' },
      { name: 'count', kind: 'integer' },
    ] as const;
    return buildProgram({ name: 'run', parameters, result: 'integer' }, (program, first, count) => {
      this.#write(program, first, count);
    });
  }

  #write(program: ProgramBuilder, first: Value, count: Value): void {
    const { rows, kinds } = this.model;
    const n = 2 * this.numbers.push.length;
    const { m } = rows;
    const read = (into: Value[], size: number, region: Region): void => {
      for (let i = 0; i < size; i++) into.push(program.keep('number', program.load(region, i)));
    };
    read(this.#x, n, regions.x);
    read(this.#impulse, m, regions.impulse);
    read(this.#status, kinds.length, regions.status);
    for (let i = 0; i < n / 2; i++) this.#v.push(program.variable('number'));
    const row = program.keep('place', toPlace(add(first, 1)));
    const done = program.keep('integer', 0);
    program.loop((leave) => {
      program.when(not(less(done, count)), leave);
      this.#writeFreeVelocities(program);
      this.#writeContacts(program, leave);
      this.#writeAccept(program);
      for (let i = 0; i < n; i++) program.store(regions.recordX, add(multiply(row, n), i), this.#x[i]!);
      for (let i = 0; i < m; i++) {
        const lambda = divide(this.#impulse[i]!, rows.unit[i]!);
        program.store(regions.recordLambda, add(multiply(row, m), i), lambda);
      }
      program.set(row, add(row, 1));
      program.set(done, add(done, 1));
    });
    for (let i = 0; i < n; i++) program.store(regions.x, i, this.#x[i]!);
    for (let i = 0; i < m; i++) program.store(regions.impulse, i, this.#impulse[i]!);
    program.return(done);
  }

  #writeFreeVelocities(program: ProgramBuilder): void {
    const { push } = this.numbers;
    for (const { start, equation, size, byV, byQ } of this.model.maps) {
      for (let a = 0; a < size; a++) {
        let sum: Num = add(this.#x[start + size + a]!, push[equation + a]!);
        for (const [factors, at] of [[byV, start + size] as const, [byQ, start] as const]) {
          for (let b = 0; b < size; b++) sum = plus(sum, factors?.[a * size + b] ?? 0, this.#x[at + b]!);
        }
        program.set(this.#v[equation + a]!, sum);
      }
    }
  }

  /** The forecast, then the impulse of the contact that touches; leaves where the step is not steady. */
  #writeContacts(program: ProgramBuilder, leave: () => void): void {
    const { kinds, rows, problem } = this.model;
    const { offset } = problem.W;
    const half = this.numbers.h / 2;
    const none = kinds.length;
    const active = program.keep('number', none);
    for (let k = 0; k < none; k++) {
      let gap: Num = this.numbers.constant[offset[k]!]!;
      let rate: Num = -0;
      for (let e = rows.start[offset[k]!]!; e < rows.start[offset[k]! + 1]!; e++) {
        gap = plus(gap, rows.H[e]!, this.#x[rows.q[e]!]!);
        rate = plus(rate, rows.H[e]!, this.#x[rows.v[e]!]!);
      }
      program.when(atMost(add(gap, multiply(half, rate)), 0), () => {
        program.when(not(equal(active, none)), leave);
        program.set(active, k);
      });
    }
    for (let k = 0; k < none; k++) {
      program.when(
        equal(active, k),
        () => {
          this.#writeContact(program, k, leave);
        },
        () => {
          program.when(not(equal(this.#status[k]!, contactStatus.absent)), leave);
        },
      );
    }
  }

  #writeContact(program: ProgramBuilder, k: number, leave: () => void): void {
    const { rows, kinds, problem } = this.model;
    const first = problem.W.offset[k]!;
    const end = problem.W.offset[k + 1]!;
    const q: Value[] = [];
    for (let i = first; i < end; i++) {
      let sum: Num = -0;
      for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) {
        const v = plus(this.#v[rows.equation[e]!]!, rows.restitution[i]!, this.#x[rows.v[e]!]!);
        sum = plus(sum, rows.H[e]!, v);
      }
      q.push(program.keep('number', sum));
    }
    const r = q.map(() => program.variable('number'));
    const same = kinds[k] === contactKind.coulomb ? this.#coulomb : this.#box;
    program.when(not(same.call(this, program, k, q, r, leave)), leave);
    r.forEach((value, i) => {
      program.set(this.#impulse[first + i]!, value);
      const [from, to] = [rows.responseStart[first + i]!, rows.responseStart[first + i + 1]!];
      for (let e = from; e < to; e++) {
        const v = this.#v[rows.responseEquation[e]!]!;
        program.set(v, plus(v, rows.response[e]!, value));
      }
    });
  }

  /** Writes the impulse between its bounds; returns whether the contact does what it did. */
  #box(program: ProgramBuilder, k: number, [q]: Value[], [r]: Value[]): Value {
    const { W, lower, upper } = this.#bounds;
    const first = W.offset[k]!;
    const free = divide(negate(q!), W.values[W.place[W.diagonal[k]!]!]!);
    program.set(r!, maximum(lower[first]!, minimum(upper[first]!, free)));
    const between = and(less(lower[first]!, r!), less(r!, upper[first]!));
    const status = program.keep('number', contactStatus.open);
    program.when(between, () => {
      program.set(status, contactStatus.closed);
    });
    return equal(status, this.#status[k]!) as Value;
  }

  get #bounds(): {
    readonly W: ContactModel['problem']['W'];
    readonly lower: Float64Array;
    readonly upper: Float64Array;
  } {
    const { lower, upper, problem } = this.model;
    return { W: problem.W, lower, upper };
  }

  /** Writes the impulse as `solvePlanar` does; leaves where it has none. */
  #coulomb(
    program: ProgramBuilder,
    k: number,
    [qN, qT]: Value[],
    [rN, rT]: Value[],
    leave: () => void,
  ): Value {
    const { W, mu: frictions } = this.model.problem;
    const at = W.place[W.diagonal[k]!]!;
    const [wNN, wNT, wTN, wTT] = [0, 1, 2, 3].map((i) => W.values[at + i]!) as [
      number,
      number,
      number,
      number,
    ];
    const mu = frictions[k]!;
    const status = program.keep('number', contactStatus.open);
    program.block((solved) => {
      const answer = (normal: Num, tangent: Num): void => {
        program.set(rN!, normal);
        program.set(rT!, tangent);
      };
      program.when(atMost(0, qN!), () => {
        answer(0, 0);
        solved();
      });
      program.set(status, contactStatus.sliding);
      if (isRegular(W.values, at)) {
        const det = wNN * wTT - wNT * wTN;
        const solve = (a: Num, b: Num): Value => program.keep('number', divide(subtract(a, b), det));
        const normal = solve(multiply(wNT, qT!), multiply(wTT, qN!));
        const tangent = solve(multiply(wTN, qN!), multiply(wNN, qT!));
        program.when(and(atMost(0, normal), atMost(absolute(tangent), multiply(mu, normal))), () => {
          answer(normal, tangent);
          solved();
        });
      }
      for (const d of [1, -1]) {
        const normal = program.keep('number', divide(negate(qN!), wNN - d * mu * wNT));
        const slip = add(qT!, multiply(wTN - d * mu * wTT, normal));
        const slides = and(and(atMost(0, normal), less(normal, Infinity)), atMost(0, multiply(d, slip)));
        program.when(slides, () => {
          answer(normal, multiply(-d * mu, normal));
          solved();
        });
      }
      leave();
    });
    program.when(equal(rN!, 0), () => {
      program.set(status, contactStatus.open);
    });
    const inside = less(absolute(rT!), multiply(multiply(mu, rN!), 1 - slidingPart));
    program.when(inside, () => {
      program.set(status, contactStatus.closed);
    });
    return equal(status, this.#status[k]!) as Value;
  }

  #writeAccept(program: ProgramBuilder): void {
    const { theta, h } = this.numbers;
    for (const { start, equation, size } of this.model.maps) {
      for (let a = 0; a < size; a++) {
        const [q, v, next] = [this.#x[start + a]!, this.#x[start + size + a]!, this.#v[equation + a]!];
        const mean = add(multiply(theta, next), multiply(1 - theta, v));
        program.set(q, add(q, multiply(h, mean)));
        program.set(v, next);
      }
    }
  }
}

/** sum + factor x, in the order of the plain step. */
function plus(sum: Num, factor: number, x: Num): Num {
  return factor === 0 ? sum : add(sum, multiply(factor, x));
}
