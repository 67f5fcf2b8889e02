/**
 * Plain script of programs: each becomes a function over arrays, in the order of the program's operations. Numbers are
 * rounded after each operation here as there, and none are fused, so it gives the bits of `emit-wasm.ts`. A pair is two
 * numbers. Written at build time (`grammar/generate-programs.mjs`): nothing is evaluated at run time. What a place is computed from
 * is computed once for all statements up to the next whole number that is set: most calls are interpreted, where each operation
 * costs as much as one of numbers.
 */
import type { Program, Statement } from './program-builder.js';
import { placeKnown, placeRest, type Kind, type Num, type Region, type Value } from './value.js';

/** Programs of one generated file. */
export interface PlainModule {
  readonly programs: readonly Program[];
  /** Regions that hold integers. */
  readonly integers?: readonly string[];
  /** Files from which programs of other modules come, by their name. */
  readonly imports?: Readonly<Record<string, string>>;
}

/** The text of the file: of each program a function (memory, mode, ...parameters) and what it needs of both. */
export function plainModule({ programs, integers = [], imports = {} }: PlainModule): string {
  const files = [...new Set(Object.values(imports))];
  const lines = files.map((file) => {
    const names = Object.keys(imports).filter((name) => imports[name] === file);
    const all = names.flatMap((name) => [name, `type ${title(name)}Memory`, `type ${title(name)}Mode`]);
    return `import { ${all.join(', ')} } from '${file}';`;
  });
  const known = new Set([...programs.map(({ name }) => name), ...Object.keys(imports)]);
  const functions = programs.map((program) => new PlainEmitter(program, known, integers).emit());
  return ['/* Generated from programs by grammar/generate-programs.mjs. */', ...lines, ...functions].join(
    '\n',
  );
}

function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const symbols: Readonly<Partial<Record<Value['operation'], string>>> = Object.freeze({
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  less: '<',
  atMost: '<=',
  equal: '===',
  and: '&&',
  or: '||',
  bitOr: '|',
});

const functions: Readonly<Partial<Record<Value['operation'], string>>> = Object.freeze({
  minimum: 'Math.min',
  maximum: 'Math.max',
  absolute: 'Math.abs',
  squareRoot: 'Math.sqrt',
  ceiling: 'Math.ceil',
});

class PlainEmitter {
  readonly #lines: string[] = [];
  readonly #regions = new Map<string, Region>();
  /** Functions of the memory, and programs. */
  readonly #external = new Map<string, number>();
  readonly #called = new Set<string>();
  #kept = 0;
  /** Names of what was computed for places, by their texts, as far as it holds. */
  #places = new Map<string, string>();
  #placeCount = 0;

  constructor(
    private readonly program: Program,
    private readonly programs: ReadonlySet<string>,
    private readonly integers: readonly string[],
  ) {}

  emit(): string {
    const { name, parameters, variables, body } = this.program;
    for (const statement of body) this.#statement(statement);
    const own = variables.flatMap((kind, v) => (v < parameters.length ? [] : [declare(kind, v)]));
    const type = `${title(name)}Memory`;
    const regions = [...this.#regions.values()];
    const fields = (of: 'mode' | undefined): string[] =>
      regions.filter((region) => region.of === of).map((r) => r.name);
    const typeOf = (region: string): string =>
      this.integers.includes(region) ? 'Int32Array' : 'Float64Array';
    const arrays = (of: 'mode' | undefined): string[] =>
      fields(of).map((region) => `  readonly ${region}: ${typeOf(region)};`);
    const external = [...this.#external].map(
      ([callee, count]) =>
        `  readonly ${callee}: (${Array.from({ length: count }, (_, k) => `a${k}: number`).join(', ')}) => number;`,
    );
    const above = (of: string): string => {
      const all = [...this.#called].map((callee) => `${title(callee)}${of}`);
      return all.length > 0 ? ` extends ${all.join(', ')}` : '';
    };
    const take = (of: 'mode' | undefined, from: string): string[] =>
      fields(of).length > 0 ? [`const { ${fields(of).join(', ')} } = ${from};`] : [];
    const list = parameters.map((parameter, v) => `, ${nameOf(v)}: number /* ${parameter.name} */`).join('');
    return [
      `export interface ${type}${above('Memory')} {\n${[...arrays(undefined), ...external].join('\n')}\n}`,
      `export interface ${title(name)}Mode${above('Mode')} {\n${arrays('mode').join('\n')}\n}`,
      `export function ${name}(memory: ${type}, mode: ${title(name)}Mode${list}): number {`,
      ...take(undefined, 'memory'),
      ...take('mode', 'mode'),
      ...own,
      ...this.#lines,
      '}',
    ].join('\n');
  }

  #statement(statement: Statement): void {
    switch (statement.does) {
      case 'set':
        this.#set(statement.variable, statement.value);
        return;
      case 'store':
        this.#store(statement.region, statement.place, statement.value);
        return;
      case 'when':
        this.#write(`if (${this.#text(statement.condition)}) {`);
        this.#inner(statement.then);
        if (statement.otherwise.length > 0) this.#write('} else {');
        this.#inner(statement.otherwise);
        this.#write('}');
        return;
      case 'loop':
      case 'block':
        this.#write(`L${statement.label}: ${statement.does === 'loop' ? 'for (;;) ' : ''}{`);
        this.#inner(statement.body, () => {
          if (statement.does === 'loop' && statement.again) {
            this.#write(`if (!${this.#text(statement.again)}) break;`);
          }
        });
        this.#write('}');
        return;
      case 'leave':
        this.#write(`break L${statement.label};`);
        return;
      case 'return':
        this.#write(`return ${this.#text(statement.value)};`);
        return;
    }
  }

  /** Statements that may be run once, often or not at all: names of places hold in them alone, and not behind them. */
  #inner(statements: readonly Statement[], end?: () => void): void {
    this.#places = new Map();
    statements.forEach((each) => this.#statement(each));
    end?.();
    this.#places = new Map();
  }

  #set({ kind, first }: Value, value: Value): void {
    if (kind !== 'pair') {
      this.#write(`${nameOf(first)} = ${this.#text(value)};`);
      if (kind === 'place' || kind === 'integer') this.#places.clear();
      return;
    }
    const [a, b] = this.#both(value);
    // Both are of the values before.
    if (b.includes(`${nameOf(first)}a`)) {
      const kept = this.#keep(b);
      this.#write(`${nameOf(first)}a = ${a}; ${nameOf(first)}b = ${kept};`);
    } else this.#write(`${nameOf(first)}a = ${a}; ${nameOf(first)}b = ${b};`);
  }

  #store(region: Region, place: Num, value: Value): void {
    this.#regions.set(region.name, region);
    const [known, rest] = [placeKnown(place), placeRest(place)];
    const at = (more: number): string => `${region.name}[${this.#place(rest, known + more)}]`;
    if (value.kind !== 'pair') {
      this.#write(`${at(0)} = ${this.#text(value)};`);
      return;
    }
    const [a, b] = this.#both(value);
    this.#write(`${at(0)} = ${a}; ${at(1)} = ${b};`);
  }

  #both(value: Value): [string, string] {
    return [this.#text(value, 0), this.#text(value, 1)];
  }

  #place(rest: Value | undefined, known: number): string {
    if (!rest) return String(known);
    const name = this.#placeName(rest);
    return known === 0 ? name : `${name} + ${known}`;
  }

  /** The name of what a place is computed from, which is computed before where it has none; variables are names themselves. */
  #placeName(value: Value): string {
    const { operation, operands } = value;
    if (operation === 'toPlace' || operation === 'ofPlace') return this.#placeName(operands[0]!);
    if (operation !== 'add' && operation !== 'subtract' && operation !== 'multiply') return this.#text(value);
    const [a, b] = [this.#placeName(operands[0]!), this.#placeName(operands[1]!)];
    const text = `${a} ${symbols[operation] ?? ''} ${b}`;
    // Memory is read, and functions are called, in their turn.
    if (/[[(]/.test(text)) return `(${text})`;
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const name = `p${this.#placeCount++}`;
    this.#write(`const ${name} = ${text};`);
    this.#places.set(text, name);
    return name;
  }

  /** The value; of a pair that of one of its numbers. */
  #text(value: Value, of = 0): string {
    const { kind, operation, operands, first, second } = value;
    const text = (k: number): string => this.#text(operands[k]!, of);
    switch (operation) {
      case 'constant':
        return literal(kind, of === 0 ? first : second);
      case 'variable':
        return kind === 'pair' ? `${nameOf(first)}${of === 0 ? 'a' : 'b'}` : nameOf(first);
      case 'load':
        return this.#load(value, of);
      case 'call':
        return this.#call(value);
      case 'larger':
        return `(${text(0)} < ${text(1)} ? ${text(1)} : ${text(0)})`;
      case 'negate':
        return `(-${text(0)})`;
      case 'not':
        return `!(${text(0)})`;
      case 'isOdd':
        return `(${text(0)} % 2 === 1)`;
      case 'any':
        return `(${this.#text(operands[0]!, 0)} || ${this.#text(operands[0]!, 1)})`;
      case 'ofPair':
        return this.#text(operands[0]!, first);
      case 'twice':
      case 'toNumber':
      case 'toInteger':
      case 'toPlace':
      case 'ofPlace':
        return text(0);
      default:
    }
    const name = functions[operation];
    if (name) return `${name}(${operands.map((_, k) => text(k)).join(', ')})`;
    return `(${text(0)} ${symbols[operation] ?? ''} ${text(1)})`;
  }

  #load({ kind, operands, first, of: from }: Value, of: number): string {
    const region: Region = { name: '', ...from };
    this.#regions.set(region.name, region);
    return `${region.name}[${this.#place(operands[0], first + (kind === 'pair' ? of : 0))}]!`;
  }

  #call({ operands, of }: Value): string {
    const name = of?.name ?? '';
    const list = operands.map((operand) => this.#text(operand));
    if (this.programs.has(name)) {
      this.#called.add(name);
      return `${name}(${['memory', 'mode', ...list].join(', ')})`;
    }
    this.#external.set(name, list.length);
    return `memory.${name}(${list.join(', ')})`;
  }

  #keep(text: string): string {
    const name = `kept${this.#kept++}`;
    this.#write(`const ${name} = ${text};`);
    return name;
  }

  #write(line: string): void {
    this.#lines.push(line);
  }
}

function nameOf(variable: number): string {
  return `x${variable}`;
}

function declare(kind: Kind, variable: number): string {
  const name = nameOf(variable);
  if (kind === 'pair') return `let ${name}a = 0; let ${name}b = 0;`;
  return kind === 'truth' ? `let ${name} = false;` : `let ${name} = 0;`;
}

function literal(kind: Kind, value: number): string {
  if (kind === 'truth') return String(value !== 0);
  return Object.is(value, -0) ? '-0' : `${value < 0 ? `(${value})` : value}`;
}
