/**
 * Machine code of programs: every node of a value is one instruction, or two. Places are bytes here, regions lie at fixed
 * addresses. Pairs are vectors of two [WebAssembly Core Specification 2.0, 4.3.3]: each of their numbers as if alone.
 */
import type { Program, Statement } from './program-builder.js';
import { placeKnown, placeRest, type Kind, type Operation, type Region, type Value } from './value.js';
import type { WasmFunction } from './wasm-module.js';
import { WasmBody } from './wasm-writer.js';

const bytesPerNumber = 8;

/** Where regions and functions are. */
export interface WasmPlaces {
  /** Byte address of a region. */
  readonly address: (region: Region) => number;
  /** Index of a function of this name in the module, the imported ones counting first. */
  readonly callee: (name: string) => number;
}

export function wasmFunction(program: Program, places: WasmPlaces): WasmFunction {
  return new WasmEmitter(program, places).emit();
}

type Group = 'integer' | 'pair' | 'number';

function groupOf(kind: Kind): Group {
  if (kind === 'number') return 'number';
  return kind === 'pair' || kind === 'mask' ? 'pair' : 'integer';
}

type Emit = (body: WasmBody) => void;
/** By whether the operands are integers, numbers or pairs. */
type Instruction = Readonly<Partial<Record<Group, Emit>>>;

const instructions: Readonly<Partial<Record<Operation, Instruction>>> = Object.freeze({
  add: {
    integer: (body) => body.addIntegers(),
    number: (body) => body.add(),
    pair: (body) => body.addPairs(),
  },
  subtract: {
    integer: (body) => body.subtractIntegers(),
    number: (body) => body.subtract(),
    pair: (body) => body.subtractPairs(),
  },
  multiply: {
    integer: (body) => body.multiplyIntegers(),
    number: (body) => body.multiply(),
    pair: (body) => body.multiplyPairs(),
  },
  divide: { number: (body) => body.divide() },
  minimum: { number: (body) => body.minimum() },
  maximum: { number: (body) => body.maximum() },
  larger: { pair: (body) => body.maximumPairs() },
  negate: { number: (body) => body.negate() },
  absolute: { number: (body) => body.absolute(), pair: (body) => body.absolutePairs() },
  squareRoot: { number: (body) => body.squareRoot() },
  ceiling: { number: (body) => body.ceiling() },
  less: {
    integer: (body) => body.integerLess(),
    number: (body) => body.lessThan(),
    pair: (body) => body.pairsLess(),
  },
  atMost: { integer: (body) => body.integerAtMost(), number: (body) => body.atMost() },
  equal: { integer: (body) => body.integersEqual(), number: (body) => body.equal() },
  and: { integer: (body) => body.and() },
  or: { integer: (body) => body.or(), pair: (body) => body.orPairs() },
  not: { integer: (body) => body.not() },
  bitOr: { integer: (body) => body.or() },
  isOdd: { integer: (body) => body.constInteger(1).and() },
  any: { pair: (body) => body.isAnySet() },
  twice: { number: (body) => body.twice() },
  toNumber: { integer: (body) => body.toNumber() },
  toInteger: { number: (body) => body.toInteger() },
  toPlace: { integer: (body) => body.constInteger(bytesPerNumber).multiplyIntegers() },
  ofPlace: { integer: (body) => body.constInteger(Math.log2(bytesPerNumber)).shiftRight() },
});

class WasmEmitter {
  readonly #body = new WasmBody();
  /** Local of each variable. */
  readonly #locals: readonly number[];
  readonly #counts: Record<Group, number> = { integer: 0, pair: 0, number: 0 };
  /** Labels of the constructs around the present statement; those of conditions have none. */
  readonly #around: number[] = [];

  constructor(
    private readonly program: Program,
    private readonly places: WasmPlaces,
  ) {
    const { variables, parameters } = program;
    const own = variables.slice(parameters.length);
    for (const kind of own) this.#counts[groupOf(kind)]++;
    const { integer, pair } = this.#counts;
    const next = { integer: 0, pair: integer, number: integer + pair };
    this.#locals = [
      ...parameters.map((_, index) => index),
      ...own.map((kind) => parameters.length + next[groupOf(kind)]++),
    ];
  }

  emit(): WasmFunction {
    const { name, parameters, result, body } = this.program;
    const last = body.at(-1);
    for (const statement of body) {
      if (statement !== last) this.#statement(statement);
      else if (last.does === 'return') this.#push(last.value);
      else {
        this.#statement(last);
        this.#body.unreachable();
      }
    }
    return {
      name,
      parameters: parameters
        .map(({ kind }) => groupOf(kind))
        .map((kind) => (kind === 'number' ? kind : 'integer')),
      ...(result === 'number' && { result }),
      integerLocals: this.#counts.integer,
      pairLocals: this.#counts.pair,
      numberLocals: this.#counts.number,
      body: this.#body,
    };
  }

  #statement(statement: Statement): void {
    const body = this.#body;
    switch (statement.does) {
      case 'set':
        this.#push(statement.value);
        body.setLocal(this.#locals[statement.variable.first]!);
        return;
      case 'store': {
        this.#pushPlace(placeRest(statement.place));
        this.#push(statement.value);
        const offset = this.places.address(statement.region) + bytesPerNumber * placeKnown(statement.place);
        if (statement.value.kind === 'pair') body.storePair(offset);
        else body.store(offset);
        return;
      }
      case 'when':
        this.#when(statement);
        return;
      case 'loop':
        if (statement.again) {
          body.loop();
          this.#inside(statement.label, 1, statement.body);
          this.#push(statement.again);
          body.branchIf(0).end();
          return;
        }
        // Left to behind its block, repeated at its end.
        body.block().loop();
        this.#inside(statement.label, 2, statement.body);
        body.branch(0).end().end();
        return;
      case 'block':
        body.block();
        this.#inside(statement.label, 1, statement.body);
        body.end();
        return;
      case 'leave':
        body.branch(this.#depthOf(statement.label));
        return;
      case 'return':
        this.#push(statement.value);
        body.leave();
        return;
    }
  }

  #when({ condition, then, otherwise }: Extract<Statement, { does: 'when' }>): void {
    const body = this.#body;
    this.#push(condition);
    const [only] = then;
    if (only?.does === 'leave' && otherwise.length === 0) {
      body.branchIf(this.#depthOf(only.label));
      return;
    }
    body.ifTrue();
    this.#inside(noLabel, 1, then);
    if (otherwise.length > 0) {
      body.otherwise();
      this.#inside(noLabel, 1, otherwise);
    }
    body.end();
  }

  /** Statements inside of so many constructs, of which the outermost bears the label. */
  #inside(label: number, constructs: number, statements: readonly Statement[]): void {
    this.#around.push(label);
    for (let k = 1; k < constructs; k++) this.#around.push(noLabel);
    for (const each of statements) this.#statement(each);
    this.#around.length -= constructs;
  }

  #depthOf(label: number): number {
    return this.#around.length - 1 - this.#around.lastIndexOf(label);
  }

  #pushPlace(place: Value | undefined): void {
    if (place) this.#push(place);
    else this.#body.constInteger(0);
  }

  #push(value: Value): void {
    const body = this.#body;
    const { kind, operation, operands, first } = value;
    if (operation === 'variable') {
      body.getLocal(this.#locals[first]!);
      return;
    }
    const a = operands[0];
    switch (operation) {
      case 'constant':
        this.#constant(kind, first, value.second);
        return;
      case 'load':
        this.#pushPlace(a);
        if (kind === 'pair') body.loadPair(this.#offset(value));
        else body.load(this.#offset(value));
        return;
      case 'call':
        for (const operand of operands) this.#push(operand);
        body.call(this.places.callee(value.of?.name ?? ''));
        return;
      case 'ofPair':
        this.#push(a!);
        body.ofPair(first);
        return;
      case 'twice':
        this.#twice(a!);
        return;
      case 'multiply':
        if (kind === 'place') {
          this.#timesKnown(a!, operands[1]!);
          return;
        }
        break;
      default:
    }
    this.#push(a!);
    if (operands.length > 1) this.#push(operands[1]!);
    const instruction = instructions[operation]?.[groupOf(a!.kind)];
    if (!instruction) throw new TypeError(`${this.program.name}: no ${operation} of ${a!.kind}`);
    instruction(body);
  }

  #constant(kind: Kind, first: number, second: number): void {
    const body = this.#body;
    if (kind === 'number') body.constNumber(first);
    else if (kind === 'pair') body.constPair(first, second);
    else body.constInteger(kind === 'place' ? bytesPerNumber * first : first);
  }

  /** A place times a count, one of which is known. */
  #timesKnown(a: Value, b: Value): void {
    const [place, count] = b.operation === 'constant' ? [a, b] : [b, a];
    if (count.operation !== 'constant') throw new TypeError(`${this.program.name}: a place times a place`);
    this.#push(place);
    this.#body.constInteger(count.first).multiplyIntegers();
  }

  #twice(of: Value): void {
    const body = this.#body;
    if (of.operation === 'load') {
      this.#pushPlace(of.operands[0]);
      body.loadTwice(this.#offset(of));
    } else if (of.operation === 'ofPair' && of.operands[0]?.operation === 'variable') {
      this.#push(of.operands[0]);
      this.#push(of.operands[0]);
      body.twiceOfPair(of.first);
    } else {
      this.#push(of);
      body.twice();
    }
  }

  #offset({ of, first }: Value): number {
    return this.places.address(of as Region) + bytesPerNumber * first;
  }
}

const noLabel = -1;
