/** Plain script of random programs does what their statements say, one after the other. */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import { plainModule } from '../../../src/numerics/code/emit-plain.js';
import {
  buildProgram,
  type Program,
  type ProgramBuilder,
  type Statement,
} from '../../../src/numerics/code/program-builder.js';
import { add, less, multiply, type Num, type Value } from '../../../src/numerics/code/value.js';

/** Pairs are read where nothing is written: pairs that overlap have no order. */
const [table, pairs, numbers] = [{ name: 'table' }, { name: 'pairs' }, { name: 'numbers' }];
const [entries, largest] = [128, 12];

/** A program that moves numbers between places that are set, tabulated, counted and conditional. */
function randomProgram(name: string, stream: RandomStream): Program {
  const below = (n: number): number => Math.floor(n * stream.uniform());
  const write = (program: ProgramBuilder): void => {
    const places = [1, 2, 3].map((value) => program.keep('place', value));
    const any = (): Value => places[below(3)]!;
    const place = (): Num => add(multiply(any(), 2), below(2) === 0 ? any() : add(any(), below(4)));
    const statements = (count: number, depth: number): void => {
      for (let k = 0; k < count; k++) statement(depth);
    };
    const statement = (depth: number): void => {
      const kind = below(depth > 0 ? 7 : 5);
      if (kind < 2)
        program.store(numbers, place(), add(program.load(numbers, place()), program.load(numbers, place())));
      else if (kind === 2) program.store(numbers, place(), program.loadPair(pairs, place()));
      else if (kind === 3) program.set(any(), program.loadPlace(table, below(2) === 0 ? any() : place()));
      else if (kind === 4) program.set(any(), below(largest));
      else if (kind === 5)
        program.when(
          less(any(), any()),
          () => statements(3, depth - 1),
          () => statements(2, depth - 1),
        );
      else program.each(0, program.keep('place', 3), () => statements(3, depth - 1));
    };
    statements(12, 2);
    program.return(0);
  };
  return buildProgram({ name, parameters: [], result: 'integer' }, write);
}

interface Memory {
  readonly table: Int32Array;
  readonly pairs: Float64Array;
  readonly numbers: Float64Array;
}

/** Carries out a program as its statements stand. */
function carryOut(program: Program, memory: Memory): void {
  const variables: (readonly [number, number])[] = [];
  const read = ({ operation, operands, first, second, of }: Value): readonly [number, number] => {
    if (operation === 'constant') return [first, second];
    if (operation === 'variable') return variables[first]!;
    const [a = [0, 0], b = [0, 0]] = operands.map(read);
    if (operation === 'load') {
      const region = memory[of?.name as keyof Memory];
      return [region[first + a[0]]!, region[first + a[0] + 1]!];
    }
    if (operation === 'add') return [a[0] + b[0], a[1] + b[1]];
    if (operation === 'multiply') return [a[0] * b[0], a[1] * b[1]];
    if (operation === 'less') return [Number(a[0] < b[0]), 0];
    if (operation === 'not') return [1 - a[0], 0];
    throw new Error(operation);
  };
  /** The label that is left, -1 for the program, undefined to go on. */
  const run = (statements: readonly Statement[]): number | undefined => {
    for (const statement of statements) {
      let left: number | undefined;
      if (statement.does === 'set') variables[statement.variable.first] = read(statement.value);
      else if (statement.does === 'store') {
        const at = typeof statement.place === 'number' ? statement.place : read(statement.place)[0];
        const [a, b] = read(statement.value);
        memory.numbers[at] = a;
        if (statement.value.kind === 'pair') memory.numbers[at + 1] = b;
      } else if (statement.does === 'when')
        left = run(read(statement.condition)[0] !== 0 ? statement.then : statement.otherwise);
      else if (statement.does === 'leave') left = statement.label;
      else if (statement.does === 'return') left = -1;
      else {
        do left = run(statement.body);
        while (statement.does === 'loop' && left === undefined);
        if (left === statement.label) left = undefined;
      }
      if (left !== undefined) return left;
    }
    return undefined;
  };
  run(program.body);
}

describe('plain script', () => {
  it('does what 60 random programs say', async () => {
    const stream = new RandomStream(11);
    const programs = Array.from({ length: 60 }, (_, k) => randomProgram(`random${k}`, stream));
    const text = plainModule({ programs, integers: ['table'] });
    const { outputText } = ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
    const module = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as Readonly<
      Record<string, (memory: Memory, mode: object) => number>
    >;
    for (const program of programs) {
      const given = {
        table: Int32Array.from({ length: entries }, () => Math.floor(largest * stream.uniform())),
        pairs: Float64Array.from({ length: entries }, () => stream.uniform()),
        numbers: Float64Array.from({ length: entries }, () => stream.uniform()),
      };
      const [plain, expected] = [structuredClone(given), structuredClone(given)];
      carryOut(program, expected);
      module[program.name]!(plain, {});
      expect(Array.from(plain.numbers), program.name).toEqual(Array.from(expected.numbers));
    }
  });
});
