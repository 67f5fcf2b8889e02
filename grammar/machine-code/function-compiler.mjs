/**
 * Compiles one function: statements, locals and their types. A local of numbers is an integer unless something that is none
 * is assigned to it, which is found by compiling until nothing changes.
 */
import ts from 'typescript';
import { ExpressionCompiler } from './expressions.mjs';
import { list, unsigned } from './bytes.mjs';
import { f64, i32 } from './machine-types.mjs';
import { SourceError } from './source-files.mjs';

const { SyntaxKind: kind } = ts;

/** Locals and constants by name, of this block and those around it. */
class Scope {
  #names = new Map();

  constructor(outer) {
    this.outer = outer;
  }

  set(name, value) {
    this.#names.set(name, value);
  }

  entry(name) {
    return this.#names.get(name) ?? this.outer?.entry(name);
  }

  /** As `SourceFiles.constant` asks: a local hides a constant of its name. */
  has(name) {
    return this.entry(name) !== undefined;
  }

  get(name) {
    return this.entry(name)?.constant;
  }
}

export class FunctionCompiler extends ExpressionCompiler {
  /**
   * `module` gives indices of functions, imports and signatures; `constants` are those of an enclosing function by name;
   * `parameters` and `result` are types.
   */
  constructor(module, { node, constants, parameters, result }) {
    super();
    this.module = module;
    this.files = module.files;
    this.node = node;
    this.constants = constants;
    this.parameters = parameters;
    this.result = result;
    /** Declarations of locals that are no integers. */
    this.numbers = new Set();
  }

  /** The bytes of the function: locals and body. */
  compile() {
    for (;;) {
      const found = this.numbers.size;
      const code = this.#once();
      if (this.numbers.size === found) return code;
    }
  }

  #once() {
    this.scope = new Scope();
    for (const [name, constant] of this.constants) this.scope.set(name, { constant });
    this.locals = [];
    this.storePlace = undefined;
    this.labels = [];
    const { node, parameters } = this;
    const prologue = [];
    this.parameterCount = parameters.length;
    node.parameters.forEach((one, index) => {
      const type = parameters[index];
      if (ts.isIdentifier(one.name)) this.scope.set(one.name.text, { index, type });
      else prologue.push(...this.#destructure(one.name, { type, code: [0x20, ...unsigned(index)] }));
    });
    this.scope = new Scope(this.scope);
    const body = [...prologue, ...this.#statements(node.body.statements)];
    const end = this.result.of === 'void' ? [0x0b] : [0x00, 0x0b];
    const locals = list(this.locals.map(({ wasm }) => [1, wasm]));
    const bytes = [...locals, ...body, ...end];
    return [...unsigned(bytes.length), ...bytes];
  }

  // What expressions ask.

  local(node) {
    const found = ts.isIdentifier(node) ? this.scope.entry(node.text) : undefined;
    if (found?.index === undefined) throw new SourceError(node, `unknown: ${node.getText()}`);
    return found;
  }

  temporary(type) {
    this.locals.push(type);
    return this.parameterCount + this.locals.length - 1;
  }

  /** The local that keeps an address between load and store. */
  placeOfStore() {
    this.storePlace ??= this.temporary(i32);
    return this.storePlace;
  }

  promote({ declaration }) {
    if (!declaration) throw new Error('a parameter that is an integer is given a number');
    this.numbers.add(declaration);
  }

  imported(name, parameters) {
    return this.module.imported(name, parameters);
  }

  signature(parameters, result) {
    return this.module.signature(parameters, result);
  }

  functionNamed(node) {
    return this.module.functionNamed(node);
  }

  // Statements.

  #statements(statements) {
    return statements.flatMap((one) => this.#statement(one));
  }

  #block(node) {
    const outer = this.scope;
    this.scope = new Scope(outer);
    const code = ts.isBlock(node) ? this.#statements(node.statements) : this.#statement(node);
    this.scope = outer;
    return code;
  }

  #statement(node) {
    switch (node.kind) {
      case kind.VariableStatement:
        return this.#declarations(node.declarationList);
      case kind.ExpressionStatement:
        return this.effect(node.expression);
      case kind.Block:
        return this.#block(node);
      case kind.IfStatement:
        return this.#if(node);
      case kind.ForStatement:
        return this.#for(node);
      case kind.ReturnStatement:
        return [...(node.expression ? this.as(this.result, node.expression) : []), 0x0f];
      case kind.BreakStatement:
      case kind.ContinueStatement: {
        const wanted = ts.isBreakStatement(node) ? 'break' : 'continue';
        const depth = this.labels.length - 1 - this.labels.lastIndexOf(wanted);
        return [0x0c, ...unsigned(depth)];
      }
      default:
        throw new SourceError(node, `not in the subset: ${kind[node.kind]}`);
    }
  }

  #declarations(node) {
    return node.declarations.flatMap((one) => {
      if (!ts.isIdentifier(one.name)) return this.#destructure(one.name, this.expression(one.initializer));
      const name = one.name.text;
      const isConstant = (node.flags & ts.NodeFlags.Const) !== 0;
      const constant = isConstant ? this.files.constant(one.initializer, this.scope) : undefined;
      if (constant !== undefined) {
        this.scope.set(name, { constant });
        return [];
      }
      const value = one.initializer && this.expression(one.initializer);
      const declared = one.type ? this.module.types.of(one.type) : undefined;
      if (value?.type === f64 && !declared) this.numbers.add(one);
      const type = declared ?? (this.numbers.has(one) ? f64 : value.type);
      const index = this.temporary(type);
      this.scope.set(name, { index, type, declaration: one });
      return value ? [...this.convert(value, type, one), 0x21, ...unsigned(index)] : [];
    });
  }

  /** const { a, b: c } = record */
  #destructure(pattern, value) {
    return pattern.elements.flatMap((one) => {
      const field = this.field(value, (one.propertyName ?? one.name).text, one);
      if (!ts.isIdentifier(one.name)) return this.#destructure(one.name, field);
      const index = this.temporary(field.type);
      this.scope.set(one.name.text, { index, type: field.type });
      return [...field.code, 0x21, ...unsigned(index)];
    });
  }

  #if(node) {
    const fixed = this.files.constant(node.expression, this.scope);
    if (fixed !== undefined) {
      const taken = fixed ? node.thenStatement : node.elseStatement;
      return taken ? this.#block(taken) : [];
    }
    const condition = this.as(i32, node.expression);
    this.labels.push('if');
    const then = this.#block(node.thenStatement);
    const otherwise = node.elseStatement ? [0x05, ...this.#block(node.elseStatement)] : [];
    this.labels.pop();
    return [...condition, 0x04, 0x40, ...then, ...otherwise, 0x0b];
  }

  #for(node) {
    const outer = this.scope;
    this.scope = new Scope(outer);
    const { initializer } = node;
    let before = [];
    if (initializer)
      before = ts.isVariableDeclarationList(initializer)
        ? this.#declarations(initializer)
        : this.effect(initializer);
    const condition = node.condition ? [...this.as(i32, node.condition), 0x45, 0x0d, 1] : [];
    this.labels.push('break', 'loop', 'continue');
    const body = this.#block(node.statement);
    this.labels.splice(-3);
    const after = node.incrementor ? this.#increment(node.incrementor) : [];
    this.scope = outer;
    const inner = [...condition, 0x02, 0x40, ...body, 0x0b, ...after, 0x0c, 0];
    return [...before, 0x02, 0x40, 0x03, 0x40, ...inner, 0x0b, 0x0b];
  }

  /** i++, j++ */
  #increment(node) {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== kind.CommaToken) return this.effect(node);
    return [...this.#increment(node.left), ...this.#increment(node.right)];
  }
}
