/**
 * Compiles functions of the sources to one WebAssembly module, with all that they call:
 *
 *     imports   "m" "m" the memory, "m" "t" the table of functions, "m" NAME functions of Math, "m" "script",
 *     table     from 0 on each entry, and "script PLACE", functions that call "m" "script" with their place and what they are
 *               given: some of each signature that a function of a record has.
 *
 * It exports nothing: V8 makes an object of every function that is exported, and one of those that are taken from a table only.
 *
 * An entry is a function of a file, or a method of an object that a file makes by a literal or by a function of constants.
 */
import { Buffer } from 'node:buffer';
import ts from 'typescript';
import { list, number64, text, unsigned } from './bytes.mjs';
import { FunctionCompiler } from './function-compiler.mjs';
import { f64, MachineTypes } from './machine-types.mjs';
import { SourceError, SourceFiles } from './source-files.mjs';

class MachineModule {
  files = new SourceFiles();
  types = new MachineTypes(this.files);
  #imports = new Map();
  #signatures = new Map();
  #functions = [];
  #byNode = new Map();

  /** Index of a signature. */
  signature(parameters, result) {
    const results = result.of === 'void' ? [] : [result.wasm];
    const bytes = [0x60, ...list(parameters.map(({ wasm }) => wasm)), ...list(results)];
    const key = bytes.join();
    const known = this.#signatures.get(key) ?? { index: this.#signatures.size, bytes };
    this.#signatures.set(key, known);
    return known.index;
  }

  /** Index of a function of Math. Functions come behind the imports: their number is fixed by what all sources name. */
  imported(name, count) {
    const type = this.signature(Array(count).fill(f64), f64);
    const known = this.#imports.get(name) ?? { index: this.#imports.size, type };
    this.#imports.set(name, known);
    if (known.index >= importRoom) throw new Error('too many imports');
    return known.index;
  }

  functionNamed(node) {
    const found = this.files.find(node.getSourceFile().fileName, node.text);
    if (!found || !ts.isFunctionDeclaration(found)) throw new SourceError(node, `no function: ${node.text}`);
    return this.#add(found, found, {
      parameters: found.parameters.map((one) => this.types.of(one.type)),
      result: this.types.of(found.type),
    });
  }

  #add(key, node, { parameters, result, constants = new Map() }) {
    const known = this.#byNode.get(key);
    if (known) return known;
    const entry = { index: importRoom + this.#functions.length, parameters, result };
    this.#byNode.set(key, entry);
    const slot = { type: this.signature(parameters, result), code: [] };
    this.#functions.push(slot);
    slot.code = new FunctionCompiler(this, { node, constants, parameters, result }).compile();
    return entry;
  }

  /** Functions that call script, some of each signature of functions that the layouts name: the first place of each signature. */
  scriptCalls(layouts) {
    const fields = [...layouts.values()].flat().filter(([, kind]) => kind === 'function');
    const signatures = new Set(fields.map(([, , inner, result]) => scriptSignature(inner, result)));
    const script = this.imported('script', scriptArguments + 1);
    const entries = [...signatures]
      .flatMap((signature) => Array(scriptsOfSignature).fill(signature))
      .map((signature, place) => {
        const [inner, result] = signature.split(':');
        const type = this.signature(
          Array.from(inner, wasmOf),
          result === '' ? { of: 'void' } : wasmOf(result),
        );
        const index = importRoom + this.#functions.length;
        this.#functions.push({ type, code: scriptCall(script, place, { inner, result }) });
        return { name: `script ${place}`, index };
      });
    const places = [...signatures].map((signature, k) => [signature, k * scriptsOfSignature]);
    return { entries, scripts: { each: scriptsOfSignature, places: Object.fromEntries(places) } };
  }

  /** Index of a function by file and name. */
  entry(path, name) {
    const found = this.files.find(path, name);
    if (!found) throw new Error(`${path}: no ${name}`);
    return this.functionNamed(found.name);
  }

  /** Indices of the methods of an object by their names. */
  methods(path, name) {
    const declaration = this.files.find(path, name);
    const { node, constants } = this.#objectOf(declaration.initializer, new Map());
    const record = this.types.of(declaration.type);
    const methods = node.properties.filter((one) => ts.isMethodDeclaration(one));
    const own = node.properties.find((one) => one.name?.text === 'name');
    const code = this.files.constant(
      ts.isShorthandPropertyAssignment(own) ? own.name : own.initializer,
      constants,
    );
    return methods.map((method) => {
      const { parameters, result } = record.fields.get(method.name.text).type;
      if (method.parameters.length < parameters.length)
        throw new SourceError(method, 'a parameter is missing');
      const key = `${path} ${name} ${method.name.text}`;
      return {
        name: `${code}.${method.name.text}`,
        ...this.#add(key, method, { parameters, result, constants }),
      };
    });
  }

  /** The object literal of an initializer, and constants around it. */
  #objectOf(node, constants) {
    if (ts.isObjectLiteralExpression(node)) return { node, constants };
    if (!ts.isCallExpression(node)) throw new SourceError(node, 'no object');
    if (node.expression.getText() === 'Object.freeze') return this.#objectOf(node.arguments[0], constants);
    const factory = this.files.find(node.getSourceFile().fileName, node.expression.text);
    const inner = new Map();
    factory.parameters.forEach((one, i) => inner.set(one.name.text, this.files.constant(node.arguments[i])));
    for (const statement of factory.body.statements) {
      if (ts.isReturnStatement(statement)) return this.#objectOf(statement.expression, inner);
      for (const one of statement.declarationList.declarations) {
        const value = this.files.constant(one.initializer, inner);
        if (value !== undefined) inner.set(one.name.text, value);
      }
    }
    throw new SourceError(node, 'returns nothing');
  }

  /** The bytes of the module, entries in the table in their order. */
  bytes(entries) {
    const imports = [...this.#imports].sort((a, b) => a[1].index - b[1].index);
    while (imports.length < importRoom) imports.push(['exp', { type: this.signature([f64], f64) }]);
    const imported = [
      [...text('m'), ...text('m'), 0x02, 0x00, 0x01],
      [...text('m'), ...text('t'), 0x01, 0x70, 0x00, ...unsigned(entries.length)],
      ...imports.map(([name, { type }]) => [...text('m'), ...text(name), 0x00, ...unsigned(type)]),
    ];
    const section = (id, content) => [id, ...unsigned(content.length), ...content];
    return Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      ...section(1, list([...this.#signatures.values()].map(({ bytes }) => bytes))),
      ...section(2, list(imported)),
      ...section(3, list(this.#functions.map(({ type }) => unsigned(type)))),
      // Active, in table 0 from 0 on.
      ...section(9, list([[0x00, 0x41, 0x00, 0x0b, ...list(entries.map(({ index }) => unsigned(index)))]])),
      ...section(10, list(this.#functions.map(({ code }) => code))),
    ]);
  }
}

/** Imports that a module may have; what it has not is filled up, so that functions have indices before all are known. */
const importRoom = 16;

/** Functions of script that records of one signature can name at a time without a module of their own. */
const scriptsOfSignature = 4;
/** Of a function of script, at most. */
const scriptArguments = 4;

function wasmOf(letter) {
  return letter === 'd' ? f64 : { wasm: 0x7f };
}

/** Arrays and records are addresses. */
function scriptSignature(inner, result) {
  if (inner.length > scriptArguments) throw new Error(`too many arguments for script: ${inner}`);
  return `${inner.replace(/[ar]/g, 'i')}:${result.replace(/[ar]/g, 'i')}`;
}

/** The body of a function that calls "script" with its place and its arguments, all of them numbers: so there is one signature. */
function scriptCall(script, place, { inner, result }) {
  const given = Array.from(inner, (letter, k) => [0x20, ...unsigned(k), ...(letter === 'i' ? [0xb7] : [])]);
  const rest = Array(scriptArguments - inner.length).fill([0x44, ...number64(0)]);
  const end = { '': [0x1a], i: [0xfc, 0x02], d: [] }[result];
  const all = [
    0x44,
    ...number64(place),
    ...given.flat(),
    ...rest.flat(),
    0x10,
    ...unsigned(script),
    ...end,
    0x0b,
  ];
  return [...unsigned(all.length + 1), 0x00, ...all];
}

/** The kind of an argument for whoever calls script: a number, an integer, or the address of an array or a record. */
function letterOf(type) {
  if (type === f64) return 'd';
  return { array: 'a', record: 'r', void: '' }[type.of] ?? 'i';
}

/** What a record has to say of a field for whoever writes it into memory: nothing of what no function reads. */
function fieldKind(type) {
  if (!type) return ['none'];
  if (type === f64) return ['number'];
  if (type.of === 'record') return ['record', type.name];
  if (type.of === 'array') {
    if (type.number.of === 'record') return ['records', type.number.name];
    return [type.number.of === 'array' ? 'arrays' : 'array'];
  }
  if (type.of === 'function')
    return ['function', type.parameters.map(letterOf).join(''), letterOf(type.result)];
  return ['integer'];
}

/** Adds the layouts of a record and of those in it. */
function addLayouts(record, layouts) {
  if (layouts.has(record.name)) return;
  const fields = [...record.fields].map(([name, { type, isRead }]) => [name, ...fieldKind(isRead && type)]);
  layouts.set(record.name, fields);
  for (const { type, isRead } of record.fields.values()) {
    if (!isRead) continue;
    const inner = type?.of === 'array' ? type.number : type;
    if (inner?.of === 'record') addLayouts(inner, layouts);
  }
}

/**
 * Compiles functions and the methods of objects, [file, name] each, to `MachineCode` (`src/numerics/code/machine-room.ts`).
 * Methods are called NAME.METHOD, NAME being the object's property `name`.
 */
export function compileModule({ functions = [], objects = [] }) {
  const module = new MachineModule();
  const bound = functions.map(([path, name]) => ({ name, ...module.entry(path, name) }));
  const methods = objects.flatMap(([path, name]) => module.methods(path, name));
  const layouts = new Map();
  for (const { parameters } of bound) addLayouts(parameters[0], layouts);
  const { entries, scripts } = module.scriptCalls(layouts);
  const all = [...bound, ...methods, ...entries];
  return {
    module: Buffer.from(module.bytes(all)).toString('base64'),
    functions: Object.fromEntries(all.map(({ name }, place) => [name, place])),
    scripts,
    records: Object.fromEntries(layouts),
    recordOf: Object.fromEntries(bound.map(({ name, parameters }) => [name, parameters[0].name])),
  };
}
