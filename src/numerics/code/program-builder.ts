/**
 * Builds programs of the intermediate form: typed variables, regions of memory, loops, conditions and calls. A program
 * is a function that is given a builder, so what it knows when it is built it does then: a loop over a known range
 * is unrolled, a condition that is known costs nothing, registers whose number is known become variables, constants are
 * folded (`value.ts`). The same program, built for sizes and tables that are not known, has loops over them.
 * `emit-wasm.ts` makes machine code of the first, `emit-plain.ts` plain script of the second; both do the same operations
 * in the same order, so both give the same bits.
 */
import {
  add,
  and,
  any,
  asValue,
  constant,
  less,
  multiply,
  not,
  ofPair,
  or,
  pairOf,
  placeKnown,
  placeRest,
  Value,
  type Callee,
  type Kind,
  type Num,
  type Region,
  type Truth,
} from './value.js';

export type Statement =
  | { readonly does: 'set'; readonly variable: Value; readonly value: Value }
  | { readonly does: 'store'; readonly region: Region; readonly place: Num; readonly value: Value }
  | {
      readonly does: 'when';
      readonly condition: Value;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  /** Repeats until it is left, or while a condition at its end holds. */
  | {
      readonly does: 'loop';
      readonly label: number;
      readonly body: readonly Statement[];
      readonly again?: Value;
    }
  /** Runs once, or until it is left. */
  | { readonly does: 'block'; readonly label: number; readonly body: readonly Statement[] }
  | { readonly does: 'leave'; readonly label: number }
  | { readonly does: 'return'; readonly value: Value };

export interface Parameter {
  readonly name: string;
  readonly kind: 'integer' | 'place' | 'number';
}

/** A program that was built. */
export interface Program {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly result: 'integer' | 'number';
  /** Kinds of all variables, the parameters first. */
  readonly variables: readonly Kind[];
  readonly body: readonly Statement[];
}

/** Numbers or pairs that a program keeps: variables where their number is known, else a region. */
export interface Registers {
  get(index: Num): Value;
  set(index: Num, value: Num): void;
  /** Number `entry` of registers that hold pairs, counted through. */
  entry(entry: Num): Num;
  /** Sets registers [from, to) to a constant. */
  fill(from: Num, to: Num, value: number): void;
}

/** Builds the program that `write` writes; it must return on every way. */
export function buildProgram(
  head: Pick<Program, 'name' | 'parameters' | 'result'>,
  write: (builder: ProgramBuilder, ...parameters: Value[]) => void,
): Program {
  const builder = new ProgramBuilder(head.result);
  const parameters = head.parameters.map(({ kind }) => builder.variable(kind));
  write(builder, ...parameters);
  return { ...head, variables: builder.variables, body: builder.statements };
}

export class ProgramBuilder {
  readonly variables: Kind[] = [];
  statements: Statement[] = [];
  #labels = 0;
  /** Variables whose constant value is not set yet, since the next use may fold it. */
  readonly #pending = new Map<Value, number>();

  constructor(private readonly result: Program['result']) {}

  /** A variable without a value. */
  variable(kind: Kind): Value {
    this.variables.push(kind);
    return new Value(kind, 'variable', [], this.variables.length - 1);
  }

  /** A variable of this value. */
  keep(kind: Kind, value: Num | Truth): Value {
    const variable = this.variable(kind);
    this.set(variable, value);
    return variable;
  }

  set(variable: Value, value: Num | Truth): void {
    this.#pending.delete(variable);
    const given = typeof value === 'boolean' ? Number(value) : value;
    this.statements.push({ does: 'set', variable, value: asValue(given, variable.kind) });
  }

  load(region: Region, place: Num): Value {
    return loadOf('number', region, place);
  }

  /** An entry of a table of integers. */
  loadPlace(region: Region, place: Num): Value {
    return loadOf('place', region, place);
  }

  loadPair(region: Region, place: Num): Value {
    return loadOf('pair', region, place);
  }

  /** Stores a number, or a pair. */
  store(region: Region, place: Num, value: Num): void {
    this.statements.push({ does: 'store', region, place, value: asValue(value, 'number') });
  }

  call(callee: Callee, ...operands: Value[]): Value {
    return new Value(callee.result, 'call', operands, 0, 0, callee);
  }

  when(condition: Truth, then: () => void, otherwise?: () => void): void {
    if (typeof condition === 'boolean') {
      if (condition) then();
      else otherwise?.();
      return;
    }
    this.#flush();
    const [first, second] = [this.#inside(then), otherwise ? this.#inside(otherwise) : []];
    this.statements.push({ does: 'when', condition, then: first, otherwise: second });
  }

  /** Repeats the body until it leaves by the function that it is given. */
  loop(body: (leave: () => void) => void): void {
    this.#labelled('loop', body);
  }

  /** Runs the body, which may leave by the function that it is given. */
  block(body: (leave: () => void) => void): void {
    this.#labelled('block', body);
  }

  /** Runs the body, and again while the condition behind it holds. */
  repeatWhile(body: () => void, condition: () => Value): void {
    this.#flush();
    const label = this.#labels++;
    const inside = this.#inside(body);
    this.statements.push({ does: 'loop', label, body: inside, again: condition() });
  }

  while(condition: () => Truth, body: () => void): void {
    this.loop((leave) => {
      this.when(not(condition()), leave);
      body();
    });
  }

  /** For each index of [from, to): unrolled where both are known. */
  each(from: Num, to: Num, body: (index: Num) => void): void {
    if (typeof from === 'number' && typeof to === 'number') {
      for (let index = from; index < to; index++) body(index);
      return;
    }
    const index = this.keep('place', from);
    this.while(
      () => less(index, to),
      () => {
        body(index);
        this.set(index, add(index, 1));
      },
    );
  }

  /** The sum of the terms of [from, to), in their order; -0 of none. */
  sum(from: Num, to: Num, term: (index: Num) => Num): Num {
    if (typeof from === 'number' && typeof to === 'number') {
      let sum: Num = -0;
      for (let index = from; index < to; index++) sum = add(sum, term(index));
      return sum;
    }
    const sum = this.keep('number', -0);
    this.each(from, to, (index) => {
      this.set(sum, add(sum, term(index)));
    });
    return sum;
  }

  /** Whether a mask of [from, to) has a truth. */
  some(from: Num, to: Num, mask: (index: Num) => Truth): Truth {
    if (typeof from === 'number' && typeof to === 'number') {
      let masks: Truth = false;
      for (let index = from; index < to; index++) masks = or(masks, mask(index));
      return typeof masks === 'boolean' ? masks : any(masks);
    }
    const some = this.keep('truth', false);
    this.each(from, to, (index) => {
      const each = mask(index);
      this.when(typeof each === 'boolean' ? each : any(each), () => {
        this.set(some, true);
      });
    });
    return some;
  }

  /** All of the truths. */
  all(truths: readonly Truth[]): Truth {
    return truths.reduce(and, true);
  }

  return(value: Num): void {
    this.#flush();
    this.statements.push({ does: 'return', value: asValue(value, this.result) });
  }

  /** So many registers, in a region of this name where their number is not known yet. */
  registers(kind: 'number' | 'pair', count: Num, name: string): Registers {
    if (typeof count !== 'number') return this.#scratch(kind, { name });
    const variables = Array.from({ length: count }, () => this.variable(kind));
    const at = (index: Num): Value => {
      const variable = typeof index === 'number' ? variables[index] : undefined;
      if (!variable) throw new RangeError(`${name} has no such register`);
      return variable;
    };
    const get = (index: Num): Value => {
      const variable = at(index);
      const value = this.#pending.get(variable);
      if (value === undefined) return variable;
      return kind === 'pair' ? pairOf(value, value) : constant(kind, value);
    };
    return {
      get,
      set: (index, value) => {
        this.set(at(index), value);
      },
      entry: (entry) =>
        kind === 'pair' && typeof entry === 'number' ? ofPair(get(entry >> 1), entry & 1) : get(entry),
      fill: (from, to, value) => {
        this.each(from, to, (index) => this.#pending.set(at(index), value));
      },
    };
  }

  /** The numbers of a region, or its pairs, as registers: where their number is known they are read at once. */
  registersOf(kind: 'number' | 'pair', count: Num, region: Region): Registers {
    const registers = this.registers(kind, count, region.name);
    if (typeof count !== 'number') return registers;
    for (let k = 0; k < count; k++) registers.set(k, loadOf(kind, region, kind === 'pair' ? 2 * k : k));
    return registers;
  }

  /** Stores registers in their region, where they are not kept there. */
  storeRegisters(registers: Registers, [from, to]: readonly [Num, Num], region: Region, width: number): void {
    if (typeof from !== 'number' || typeof to !== 'number') return;
    for (let k = from; k < to; k++) this.store(region, width * k, registers.get(k));
  }

  #scratch(kind: 'number' | 'pair', region: Region): Registers {
    const width = kind === 'pair' ? 2 : 1;
    const set = (index: Num, value: Num): void => {
      this.store(region, multiply(index, width), asValue(value, kind));
    };
    return {
      get: (index) => loadOf(kind, region, multiply(index, width)),
      set,
      entry: (entry) => loadOf('number', region, entry),
      fill: (from, to, value) => {
        this.each(from, to, (index) => {
          set(index, kind === 'pair' ? pairOf(value, value) : value);
        });
      },
    };
  }

  #labelled(does: 'loop' | 'block', body: (leave: () => void) => void): void {
    this.#flush();
    const label = this.#labels++;
    const inside = this.#inside(() => {
      body(() => {
        this.#flush();
        this.statements.push({ does: 'leave', label });
      });
    });
    this.statements.push({ does, label, body: inside });
  }

  #inside(write: () => void): Statement[] {
    const outside = this.statements;
    this.statements = [];
    write();
    this.#flush();
    const inside = this.statements;
    this.statements = outside;
    return inside;
  }

  /** Sets what is pending: what follows is not a straight line. */
  #flush(): void {
    for (const [variable, value] of this.#pending) {
      const set = variable.kind === 'pair' ? pairOf(value, value) : value;
      this.set(variable, set);
    }
  }
}

/** The known part of a place goes to the load. */
function loadOf(kind: 'number' | 'pair' | 'place', region: Region, place: Num): Value {
  const rest = placeRest(place);
  return new Value(kind, 'load', rest ? [rest] : [], placeKnown(place), 0, region);
}
