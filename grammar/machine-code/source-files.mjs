/**
 * Reads TypeScript files by their syntax alone: what a name means at the top of a file, through imports, and the constants
 * among them. Knows nothing of WebAssembly.
 */
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';

const { SyntaxKind: kind } = ts;

/** What is wrong with the source, with its place. */
export class SourceError extends Error {
  constructor(node, message) {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
    super(`${relative(process.cwd(), file.fileName)}:${line + 1}:${character + 1}: ${message}`);
  }
}

/** All files read so far, by path. */
export class SourceFiles {
  #files = new Map();

  /** The declarations at the top of a file by name: functions, interfaces, types, variables, imports. */
  declarations(path) {
    const known = this.#files.get(path);
    if (known) return known;
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true);
    const names = new Map();
    this.#files.set(path, names);
    for (const statement of file.statements) {
      if (ts.isVariableStatement(statement))
        for (const one of statement.declarationList.declarations) names.set(one.name.text, one);
      else if (ts.isImportDeclaration(statement)) this.#addImports(statement, path, names);
      else if (statement.name) names.set(statement.name.text, statement);
    }
    return names;
  }

  #addImports(statement, path, names) {
    const from = statement.moduleSpecifier.text;
    if (!from.startsWith('.')) return;
    const target = resolve(dirname(path), from.replace(/\.js$/, '.ts'));
    for (const one of statement.importClause?.namedBindings?.elements ?? [])
      names.set(one.name.text, { imported: target, name: (one.propertyName ?? one.name).text });
  }

  /** The declaration that a name of a file means; undefined where there is none. */
  find(path, name) {
    const found = this.declarations(path).get(name);
    return found?.imported ? this.find(found.imported, found.name) : found;
  }

  /**
   * The value of an expression of constants: numbers, booleans, strings, objects of them; undefined where it is none. `locals`
   * are constants of an enclosing function.
   */
  constant(node, locals = new Map()) {
    const of = (inner) => this.constant(inner, locals);
    switch (node.kind) {
      case kind.NumericLiteral:
        return Number(node.text);
      case kind.StringLiteral:
        return node.text;
      case kind.TrueKeyword:
        return true;
      case kind.FalseKeyword:
        return false;
      case kind.ParenthesizedExpression:
      case kind.AsExpression:
      case kind.NonNullExpression:
        return of(node.expression);
      case kind.Identifier:
        return this.#named(node, locals);
      case kind.PrefixUnaryExpression: {
        const value = of(node.operand);
        if (value === undefined) return undefined;
        if (node.operator === kind.MinusToken) return -value;
        return node.operator === kind.ExclamationToken ? !value : undefined;
      }
      case kind.BinaryExpression:
        return combine(node.operatorToken.kind, of(node.left), of(node.right));
      case kind.ConditionalExpression: {
        const condition = of(node.condition);
        return condition === undefined ? undefined : of(condition ? node.whenTrue : node.whenFalse);
      }
      case kind.PropertyAccessExpression: {
        const of = node.expression.getText();
        if (of === 'Math' || of === 'Number') return globalThis[of][node.name.text];
        return this.constant(node.expression, locals)?.[node.name.text];
      }
      case kind.CallExpression:
        return node.expression.getText() === 'Object.freeze' ? of(node.arguments[0]) : undefined;
      case kind.ObjectLiteralExpression:
        return this.#object(node, locals);
      default:
        return undefined;
    }
  }

  #named(node, locals) {
    const name = node.text;
    if (locals.has(name)) return locals.get(name);
    if (name === 'Infinity' || name === 'NaN') return Number(name);
    const found = this.find(node.getSourceFile().fileName, name);
    const isConstant =
      found && ts.isVariableDeclaration(found) && (found.parent.flags & ts.NodeFlags.Const) !== 0;
    return isConstant && found.initializer ? this.constant(found.initializer) : undefined;
  }

  #object(node, locals) {
    const out = {};
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const inner = this.constant(property.expression, locals);
        if (typeof inner !== 'object') return undefined;
        Object.assign(out, inner);
        continue;
      }
      if (!ts.isPropertyAssignment(property)) return undefined;
      const value = this.constant(property.initializer, locals);
      if (value === undefined) return undefined;
      out[property.name.text] = value;
    }
    return out;
  }
}

function combine(operator, a, b) {
  if (a === undefined || b === undefined) return undefined;
  switch (operator) {
    case kind.PlusToken:
      return a + b;
    case kind.MinusToken:
      return a - b;
    case kind.AsteriskToken:
      return a * b;
    case kind.SlashToken:
      return a / b;
    case kind.AsteriskAsteriskToken:
      return a ** b;
    case kind.EqualsEqualsEqualsToken:
      return a === b;
    default:
      return undefined;
  }
}
