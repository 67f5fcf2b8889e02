/**
 * The types of the subset of TypeScript that becomes WebAssembly, by their syntax:
 *
 *     number                                      f64
 *     Int, boolean                                i32
 *     Float64Array, Int32Array, Uint8Array        address of the numbers, their count 8 bytes before them
 *     an interface of such                        address of a record, 8 bytes a field in their order
 *     an array of interfaces                      address of their addresses
 *     a function type                             index in the table, -1 for undefined
 */
import ts from 'typescript';
import { SourceError } from './source-files.mjs';

export const f64 = { of: 'f64', wasm: 0x7c };
export const i32 = { of: 'i32', wasm: 0x7f };
export const nothing = { of: 'void' };

/** Bytes of an element, as a power of two, and the instructions that load and store it. */
const elements = {
  Float64Array: { shift: 3, load: 0x2b, store: 0x39, number: f64 },
  Int32Array: { shift: 2, load: 0x28, store: 0x36, number: i32 },
  Uint8Array: { shift: 0, load: 0x2d, store: 0x3a, number: i32 },
};

/** Types of arrays by name. */
const arrays = Object.fromEntries(
  Object.entries(elements).map(([name, element]) => [name, { of: 'array', wasm: 0x7f, name, ...element }]),
);

export class MachineTypes {
  #records = new Map();

  constructor(files) {
    this.files = files;
  }

  /** The type that a type node means. */
  of(node) {
    if (!node) throw new Error('a type is missing');
    switch (node.kind) {
      case ts.SyntaxKind.NumberKeyword:
        return f64;
      case ts.SyntaxKind.BooleanKeyword:
        return i32;
      case ts.SyntaxKind.VoidKeyword:
        return nothing;
      case ts.SyntaxKind.FunctionType:
        return this.#functionType(node);
      case ts.SyntaxKind.UnionType: {
        const real = node.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
        if (real.length === 1) return this.of(real[0]);
        break;
      }
      case ts.SyntaxKind.TypeOperator:
        return this.of(node.type);
      case ts.SyntaxKind.ArrayType:
        return { ...arrays.Int32Array, name: 'records', number: this.of(node.elementType) };
      case ts.SyntaxKind.TypeReference: {
        const name = node.typeName.text;
        if (name === 'Int') return i32;
        if (arrays[name]) return arrays[name];
        const found = this.files.find(node.getSourceFile().fileName, name);
        if (found && ts.isInterfaceDeclaration(found)) return this.record(found);
        if (found && ts.isTypeAliasDeclaration(found)) return this.of(found.type);
      }
    }
    throw new SourceError(node, `no machine type: ${node.getText()}`);
  }

  /** The record type of an interface. */
  record(declaration) {
    const known = this.#records.get(declaration);
    if (known) return known;
    const type = { of: 'record', wasm: 0x7f, name: declaration.name.text, fields: new Map() };
    this.#records.set(declaration, type);
    for (const { expression } of declaration.heritageClauses?.[0]?.types ?? []) {
      const base = this.files.find(declaration.getSourceFile().fileName, expression.text);
      for (const [name, field] of this.record(base).fields) type.fields.set(name, field);
    }
    for (const member of declaration.members) {
      const field = this.#fieldType(member);
      type.fields.set(member.name.text, { type: field, offset: 8 * type.fields.size });
    }
    return type;
  }

  /** Nothing for what machine code does not read. */
  #fieldType(member) {
    try {
      return ts.isMethodSignature(member) ? this.#functionType(member) : this.of(member.type);
    } catch (error) {
      if (error instanceof SourceError) return undefined;
      throw error;
    }
  }

  #functionType({ parameters, type }) {
    return {
      of: 'function',
      wasm: 0x7f,
      parameters: parameters.map((one) => this.of(one.type)),
      result: this.of(type),
    };
  }
}
