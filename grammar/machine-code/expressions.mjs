/** Compiles expressions of one function: each becomes { type, code, literal? }, code being the bytes that leave it on the stack. */
import ts from 'typescript';
import { number64, signed, unsigned } from './bytes.mjs';
import { f64, i32 } from './machine-types.mjs';
import { SourceError } from './source-files.mjs';

const { SyntaxKind: kind } = ts;

/** Operators of numbers and of integers. */
const arithmetic = {
  [kind.PlusToken]: [0xa0, 0x6a],
  [kind.MinusToken]: [0xa1, 0x6b],
  [kind.AsteriskToken]: [0xa2, 0x6c],
  [kind.SlashToken]: [0xa3, undefined],
  [kind.GreaterThanGreaterThanToken]: [undefined, 0x75],
};
const comparisons = {
  [kind.EqualsEqualsEqualsToken]: [0x61, 0x46],
  [kind.ExclamationEqualsEqualsToken]: [0x62, 0x47],
  [kind.LessThanToken]: [0x63, 0x48],
  [kind.GreaterThanToken]: [0x64, 0x4a],
  [kind.LessThanEqualsToken]: [0x65, 0x4c],
  [kind.GreaterThanEqualsToken]: [0x66, 0x4e],
};
const compounds = {
  [kind.PlusEqualsToken]: kind.PlusToken,
  [kind.MinusEqualsToken]: kind.MinusToken,
  [kind.AsteriskEqualsToken]: kind.AsteriskToken,
  [kind.SlashEqualsToken]: kind.SlashToken,
};

/** Functions of Math that are instructions; all others are imported, so that they give the same bits. */
const instructions = { abs: 0x99, sqrt: 0x9f, ceil: 0x9b, floor: 0x9c, min: 0xa4, max: 0xa5 };

const isUndefined = (node) => ts.isIdentifier(node) && node.text === 'undefined';

export function literal(value) {
  if (typeof value === 'boolean') return { type: i32, code: [0x41, Number(value)], literal: Number(value) };
  const isInteger = Number.isInteger(value) && Math.abs(value) < 2 ** 31 && !Object.is(value, -0);
  const code = isInteger ? [0x41, ...signed(value)] : [0x44, ...number64(value)];
  return { type: isInteger ? i32 : f64, code, literal: value };
}

/** Base of the compiler of a function (`function-compiler.mjs`), which knows its locals. */
export class ExpressionCompiler {
  expression(node) {
    const constant = this.files.constant(node, this.scope);
    if (typeof constant === 'number' || typeof constant === 'boolean') return literal(constant);
    switch (node.kind) {
      case kind.ParenthesizedExpression:
      case kind.NonNullExpression:
      case kind.AsExpression:
        return this.expression(node.expression);
      case kind.Identifier: {
        const { index, type } = this.local(node);
        return { type, code: [0x20, ...unsigned(index)] };
      }
      case kind.PrefixUnaryExpression:
        return this.#unary(node);
      case kind.PostfixUnaryExpression:
        return this.#step(node);
      case kind.BinaryExpression:
        return this.#binary(node);
      case kind.ConditionalExpression:
        return this.#conditional(node);
      case kind.ElementAccessExpression: {
        const { address, offset, array } = this.#element(node);
        return { type: array.number, code: [...address, array.load, array.shift, ...unsigned(offset)] };
      }
      case kind.PropertyAccessExpression:
        return this.#property(node);
      case kind.CallExpression:
        return this.#call(node);
      default:
        throw new SourceError(node, `not in the subset: ${kind[node.kind]}`);
    }
  }

  /** The code of an expression as a type. */
  as(type, node) {
    return this.convert(this.expression(node), type, node);
  }

  convert(value, type, node) {
    if (value.type.of === type.of) return value.code;
    if (value.type === i32 && type === f64)
      return value.literal === undefined ? [...value.code, 0xb7] : [0x44, ...number64(value.literal)];
    throw new SourceError(node, `${value.type.of} where ${type.of} is needed`);
  }

  #unary(node) {
    const value = this.expression(node.operand);
    if (node.operator === kind.ExclamationToken) return { type: i32, code: [...value.code, 0x45] };
    if (node.operator === kind.MinusToken)
      return { type: f64, code: [...this.convert(value, f64, node), 0x9a] };
    return this.#step(node);
  }

  /** ++ and --, before or behind an integer local. */
  #step(node) {
    const { index, type } = this.local(node.operand);
    if (type !== i32) throw new SourceError(node, 'only integers are counted');
    const old = [0x20, ...unsigned(index)];
    const next = [...old, 0x41, 1, node.operator === kind.PlusPlusToken ? 0x6a : 0x6b];
    if (ts.isPrefixUnaryExpression(node)) return { type, code: [...next, 0x22, ...unsigned(index)] };
    return { type, code: [...old, ...next, 0x21, ...unsigned(index)] };
  }

  #binary(node) {
    const { left, right } = node;
    const operator = node.operatorToken.kind;
    if (operator === kind.EqualsToken || compounds[operator]) return this.#assignment(node);
    if (operator === kind.AmpersandAmpersandToken || operator === kind.BarBarToken) {
      const [first, second] = [this.as(i32, left), this.as(i32, right)];
      const isAnd = operator === kind.AmpersandAmpersandToken;
      const branches = isAnd ? [...second, 0x05, 0x41, 0] : [0x41, 1, 0x05, ...second];
      return { type: i32, code: [...first, 0x04, i32.wasm, ...branches, 0x0b] };
    }
    if (isUndefined(right)) {
      const code = [...this.expression(left).code, 0x41, ...signed(-1)];
      return { type: i32, code: [...code, comparisons[operator][1]] };
    }
    return this.#combine(node, operator, this.expression(left), this.expression(right));
  }

  #combine(node, operator, a, b) {
    // x | 0: a number as an integer.
    if (operator === kind.BarToken && b.literal === 0 && a.type === f64)
      return { type: i32, code: [...a.code, 0xfc, 0x02] };
    if (operator === kind.AsteriskAsteriskToken) {
      const code = [...this.convert(a, f64, node), ...this.convert(b, f64, node)];
      return { type: f64, code: [...code, 0x10, ...unsigned(this.imported('pow', 2))] };
    }
    const compares = comparisons[operator];
    const table = compares ?? arithmetic[operator];
    if (!table) throw new SourceError(node, 'operator not in the subset');
    const isInteger = a.type === i32 && b.type === i32 && table[1] !== undefined;
    const type = isInteger ? i32 : f64;
    const code = [...this.convert(a, type, node), ...this.convert(b, type, node), table[isInteger ? 1 : 0]];
    return { type: compares ? i32 : type, code };
  }

  /** Stores a number where nobody asks for the value. */
  #store(node, target, operator) {
    const { address, offset, array } = this.#element(target);
    const memory = [array.shift, ...unsigned(offset)];
    if (!operator) return [...address, ...this.as(array.number, node.right), array.store, ...memory];
    const place = unsigned(this.placeOfStore());
    const old = { type: array.number, code: [0x20, ...place, array.load, ...memory] };
    const value = this.#combine(node, operator, old, this.expression(node.right));
    return [...address, 0x22, ...place, ...this.convert(value, array.number, node), array.store, ...memory];
  }

  /** An expression as a statement. */
  effect(node) {
    if (ts.isBinaryExpression(node)) {
      const target = ts.isNonNullExpression(node.left) ? node.left.expression : node.left;
      if (ts.isElementAccessExpression(target))
        return this.#store(node, target, compounds[node.operatorToken.kind]);
    }
    const { type, code } = this.expression(node);
    return type.of === 'void' ? code : [...code, 0x1a];
  }

  #assignment(node) {
    const { left } = node;
    const target = ts.isNonNullExpression(left) ? left.expression : left;
    const operator = compounds[node.operatorToken.kind];
    if (ts.isIdentifier(target)) {
      const local = this.local(target);
      const old = { type: local.type, code: [0x20, ...unsigned(local.index)] };
      const given = this.expression(node.right);
      const value = operator ? this.#combine(node, operator, old, given) : given;
      if (local.type === i32 && value.type === f64) {
        this.promote(local);
        return { type: f64, code: [0x44, ...number64(0)] };
      }
      const code = this.convert(value, local.type, node);
      return { type: local.type, code: [...code, 0x22, ...unsigned(local.index)] };
    }
    if (!ts.isElementAccessExpression(target)) throw new SourceError(node, 'not assignable in the subset');
    const { address, offset, array } = this.#element(target);
    if (operator) throw new SourceError(node, 'a statement of its own in the subset');
    const place = this.temporary(i32);
    const value = this.expression(node.right);
    const result = this.temporary(array.number);
    const code = [
      ...[...address, 0x21, ...unsigned(place)],
      ...[...this.convert(value, array.number, node), 0x21, ...unsigned(result)],
      ...[0x20, ...unsigned(place), 0x20, ...unsigned(result), array.store, array.shift, ...unsigned(offset)],
    ];
    return { type: array.number, code: [...code, 0x20, ...unsigned(result)] };
  }

  #conditional(node) {
    const fixed = this.files.constant(node.condition, this.scope);
    if (fixed !== undefined) return this.expression(fixed ? node.whenTrue : node.whenFalse);
    const condition = this.as(i32, node.condition);
    const [a, b] = [this.expression(node.whenTrue), this.expression(node.whenFalse)];
    const type = a.type.of === b.type.of ? a.type : f64;
    const branches = [...this.convert(a, type, node), 0x05, ...this.convert(b, type, node)];
    return { type, code: [...condition, 0x04, type.wasm, ...branches, 0x0b] };
  }

  /** Address, offset and array of a[i]. */
  #element(node) {
    const array = this.expression(node.expression);
    if (array.type.of !== 'array') throw new SourceError(node, 'not an array');
    const index = this.expression(node.argumentExpression);
    const { shift } = array.type;
    if (index.literal !== undefined)
      return { address: array.code, offset: index.literal << shift, array: array.type };
    const scaled = shift === 0 ? [] : [0x41, shift, 0x74];
    const at = this.convert(index, i32, node.argumentExpression);
    return { address: [...array.code, ...at, ...scaled, 0x6a], offset: 0, array: array.type };
  }

  #property(node) {
    const value = this.expression(node.expression);
    if (value.type.of === 'array' && node.name.text === 'length')
      return { type: i32, code: [...value.code, 0x41, 8, 0x6b, 0x28, 2, 0] };
    return this.field(value, node.name.text, node);
  }

  /** A field of a record. */
  field(value, name, node) {
    const field = value.type.fields?.get(name);
    if (!field?.type) throw new SourceError(node, `no field of machine type: ${name}`);
    field.isRead = true;
    const load = field.type === f64 ? [0x2b, 3] : [0x28, 2];
    return { type: field.type, code: [...value.code, ...load, ...unsigned(field.offset)] };
  }

  #call(node) {
    const callee = node.expression;
    if (ts.isPropertyAccessExpression(callee)) {
      if (callee.expression.getText() === 'Math') return this.#math(node, callee.name.text);
      const target = this.expression(
        ts.isNonNullExpression(callee.expression) ? callee.expression.expression : callee.expression,
      );
      if (target.type.of === 'array') return this.#arrayMethod(node, callee.name.text, target);
      return this.#indirect(node, this.field(target, callee.name.text, node));
    }
    if (ts.isNonNullExpression(callee)) return this.#indirect(node, this.expression(callee.expression));
    const { index, parameters, result } = this.functionNamed(callee);
    return { type: result, code: [...this.#arguments(node, parameters), 0x10, ...unsigned(index)] };
  }

  #arguments(node, parameters) {
    if (node.arguments.length !== parameters.length)
      throw new SourceError(node, 'arguments are written in full in the subset');
    return node.arguments.flatMap((one, i) => this.as(parameters[i], one));
  }

  #indirect(node, target) {
    if (target.type.of !== 'function') throw new SourceError(node, 'not a function');
    const { parameters, result } = target.type;
    const index = this.signature(parameters, result);
    const code = [...this.#arguments(node, parameters), ...target.code, 0x11, ...unsigned(index), 0];
    return { type: result, code };
  }

  #math(node, name) {
    const given = node.arguments.map((one) => this.as(f64, one));
    const instruction = instructions[name];
    if (instruction === undefined)
      return { type: f64, code: [...given.flat(), 0x10, ...unsigned(this.imported(name, given.length))] };
    const [first, ...others] = given;
    if (others.length === 0) return { type: f64, code: [...first, instruction] };
    return { type: f64, code: others.reduce((code, other) => [...code, ...other, instruction], first) };
  }

  /** array.fill(0), array.fill(0, 0, count), array.set(other). */
  #arrayMethod(node, name, target) {
    const nothing = { of: 'void' };
    const { shift } = target.type;
    const bytes = (count) => [...count, 0x41, shift, 0x74];
    const lengthOf = (code) => [...code, 0x41, 8, 0x6b, 0x28, 2, 0];
    const [first, , count] = node.arguments;
    if (name === 'fill' && this.files.constant(first, this.scope) === 0) {
      const length = count ? this.as(i32, count) : lengthOf(target.code);
      return { type: nothing, code: [...target.code, 0x41, 0, ...bytes(length), 0xfc, 0x0b, 0] };
    }
    if (name !== 'set') throw new SourceError(node, 'not in the subset');
    const from = this.expression(first).code;
    return { type: nothing, code: [...target.code, ...from, ...bytes(lengthOf(from)), 0xfc, 0x0a, 0, 0] };
  }
}
