/**
 * Writes functions of numbers anew with the slopes of all that they compute, by the chain rule, forward:
 *
 *     const y = a * b   becomes   const y = a * b;  const yG = a * bG + aG * b;  ...
 *
 * for each direction in which a or b changes. The directions are parameters of the function, each with a letter. What it writes
 * into its array `jets` at a place stands there with the slopes behind it, in the order of the directions, and is read so.
 *
 * The subset: const and let of numbers, if and else, arithmetic, ?:, Math.sqrt, exp, log, log1p and abs, and calls of functions of the same
 * subset, which are written out in place. Which branch is taken is no quantity: slopes are those of the branch.
 */
import ts from 'typescript';
import { SourceError, SourceFiles } from '../machine-code/source-files.mjs';

const { SyntaxKind: kind } = ts;
const none = Object.freeze({});

/** Names of locals of a function, or of one that is written out in another. */
class Scope {
  names = new Map();

  constructor(outer) {
    this.outer = outer;
  }

  find(name) {
    return this.names.get(name) ?? this.outer?.find(name);
  }

  has(name) {
    return this.find(name) !== undefined;
  }

  /** As `SourceFiles.constant` asks for constants among locals: none is one. */
  get() {
    return undefined;
  }
}

class Differentiator {
  files = new SourceFiles();
  /** Where places end that have few directions, and these. */
  first = { end: 0, letters: [] };
  /** Directions of variables that are assigned more than once, by name. */
  #varying = new Map();

  /** The text of the function with slopes; `directions` are letters by parameters. */
  write(path, name, directions) {
    const node = this.files.find(path, name);
    if (!node) throw new Error(`${path}: no ${name}`);
    this.letters = Object.values(directions);
    this.#varying = new Map();
    for (;;) {
      const before = [...this.#varying.values()].map((letters) => letters.size).join();
      const text = this.#once(node, directions);
      if ([...this.#varying.values()].map((letters) => letters.size).join() === before) return text;
    }
  }

  #once(node, directions) {
    this.lines = [];
    this.count = 0;
    const scope = new Scope();
    for (const { name } of node.parameters) {
      const letter = directions[name.text];
      scope.names.set(name.text, { text: name.text, slopes: letter ? { [letter]: '1' } : none });
    }
    this.#statements(node.body.statements, new Scope(scope));
    const parameters = node.parameters.map((one) => one.getText()).join(', ');
    return `export function ${node.name.text}WithSlopes(${parameters}): void {\n${this.lines.join('\n')}\n}`;
  }

  #emit(line) {
    this.lines.push(line);
  }

  #fresh(hint = 't') {
    return `${hint}_${this.count++}`;
  }

  // Statements.

  #statements(statements, scope, result) {
    for (const [k, one] of statements.entries()) {
      // What follows an if that returns is its else.
      const following = result && ts.isIfStatement(one) && !one.elseStatement && statements.slice(k + 1);
      if (following) return this.#branch(one, scope, result, following);
      this.#statement(one, scope, result);
    }
  }

  #statement(node, scope, result) {
    switch (node.kind) {
      case kind.VariableStatement:
        for (const one of node.declarationList.declarations)
          this.#declare(one, (node.declarationList.flags & ts.NodeFlags.Const) !== 0, scope);
        return;
      case kind.ExpressionStatement:
        return this.#assign(node.expression, scope);
      case kind.Block:
        return this.#statements(node.statements, new Scope(scope), result);
      case kind.IfStatement:
        return this.#branch(node, scope, result);
      case kind.ReturnStatement:
        if (!result) throw new SourceError(node, 'only what is written out in place returns something');
        return this.#set(result, this.#expression(node.expression, scope));
      default:
        throw new SourceError(node, `not in the subset: ${kind[node.kind]}`);
    }
  }

  #branch(node, scope, result, following) {
    this.#emit(`if (${this.#text(node.expression, scope)}) {`);
    this.#statement(node.thenStatement, new Scope(scope), result);
    if (node.elseStatement || following) this.#emit('} else {');
    if (node.elseStatement) this.#statement(node.elseStatement, new Scope(scope), result);
    if (following) this.#statements(following, new Scope(scope), result);
    this.#emit('}');
  }

  #declare(node, isConstant, scope) {
    const name = node.name.text;
    if (!isConstant) {
      scope.names.set(name, this.#variable(this.#fresh(name)));
      if (node.initializer) this.#set(scope.find(name), this.#expression(node.initializer, scope));
      return;
    }
    const constant = this.files.constant(node.initializer, scope);
    if (typeof constant === 'number') {
      scope.names.set(name, { text: numberText(constant), slopes: none });
      return;
    }
    scope.names.set(name, this.#expression(node.initializer, scope, name));
  }

  /** A variable that is assigned later, with the directions that were found for it. */
  #variable(text) {
    const letters = this.#varying.get(text) ?? new Set();
    this.#varying.set(text, letters);
    const slopes = Object.fromEntries([...letters].map((letter) => [letter, text + letter]));
    for (const each of [text, ...Object.values(slopes)]) this.#emit(`let ${each}: number = 0;`);
    return { text, slopes };
  }

  #set(variable, value) {
    this.#emit(`${variable.text} = ${value.text};`);
    const letters = this.#varying.get(variable.text);
    for (const letter of Object.keys(value.slopes)) letters.add(letter);
    for (const [letter, text] of Object.entries(variable.slopes))
      this.#emit(`${text} = ${value.slopes[letter] ?? '0'};`);
  }

  #assign(node, scope) {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== kind.EqualsToken)
      throw new SourceError(node, 'not in the subset');
    const value = this.#expression(node.right, scope);
    if (ts.isIdentifier(node.left)) return this.#set(scope.find(node.left.text), value);
    const place = this.#jet(node.left, scope);
    if (place === undefined) throw new SourceError(node, 'not assignable in the subset');
    this.#emit(`jets[${place}] = ${value.text};`);
    for (const [letter, at] of this.#slopesAt(place))
      this.#emit(`jets[${at}] = ${value.slopes[letter] ?? '0'};`);
  }

  /** Letters of the slopes behind a place, and where each stands. */
  #slopesAt(place) {
    const all = this.letters.map((letter, k) => [letter, place + 1 + k]);
    return place < this.first.end ? all.filter(([letter]) => this.first.letters.includes(letter)) : all;
  }

  /** The place that an expression names in `jets`. */
  #jet(node, scope) {
    if (!ts.isElementAccessExpression(node) || node.expression.getText() !== 'jets') return undefined;
    return this.files.constant(node.argumentExpression, scope);
  }

  // Expressions.

  #expression(node, scope, hint) {
    const constant = this.files.constant(node, scope);
    if (typeof constant === 'number') return { text: numberText(constant), slopes: none };
    switch (node.kind) {
      case kind.ParenthesizedExpression:
      case kind.AsExpression:
      case kind.NonNullExpression:
        return this.#expression(node.expression, scope, hint);
      case kind.Identifier: {
        const found = scope.find(node.text);
        if (!found) throw new SourceError(node, `unknown: ${node.text}`);
        return found;
      }
      case kind.ElementAccessExpression: {
        const place = this.#jet(node, scope);
        if (place === undefined) return this.#named(this.#text(node, scope), none, hint ?? 'p');
        const slopes = Object.fromEntries(
          this.#slopesAt(place).map(([letter, at]) => [letter, `jets[${at}]`]),
        );
        return this.#named(`jets[${place}]`, slopes, hint ?? 'j');
      }
      case kind.PrefixUnaryExpression:
        return this.#negative(this.#expression(node.operand, scope), hint);
      case kind.BinaryExpression:
        return this.#binary(node, scope, hint);
      case kind.ConditionalExpression:
        return this.#conditional(node, scope, hint);
      case kind.CallExpression:
        return this.#call(node, scope, hint);
      default:
        throw new SourceError(node, `not in the subset: ${kind[node.kind]}`);
    }
  }

  /** Gives a value and its slopes names. */
  #named(value, slopes, hint = 't') {
    const text = this.#fresh(hint);
    this.#emit(`const ${text} = ${value};`);
    const names = {};
    for (const [letter, slope] of Object.entries(slopes)) {
      if (/^[\w.]+$/.test(slope)) {
        names[letter] = slope;
        continue;
      }
      names[letter] = text + letter;
      this.#emit(`const ${text + letter} = ${slope};`);
    }
    return { text, slopes: names };
  }

  #negative(value, hint) {
    const slopes = Object.fromEntries(
      Object.entries(value.slopes).map(([letter, slope]) => [letter, `-${slope}`]),
    );
    return this.#named(`-${value.text}`, slopes, hint);
  }

  #binary(node, scope, hint) {
    const a = this.#expression(node.left, scope);
    const b = this.#expression(node.right, scope);
    const letters = this.letters.filter((letter) => a.slopes[letter] ?? b.slopes[letter]);
    const each = (slopeOf) =>
      Object.fromEntries(letters.map((letter) => [letter, slopeOf(a.slopes[letter], b.slopes[letter])]));
    switch (node.operatorToken.kind) {
      case kind.PlusToken:
        return this.#named(
          `${a.text} + ${b.text}`,
          each((x, y) => (x && y ? `${x} + ${y}` : (x ?? y))),
          hint,
        );
      case kind.MinusToken:
        return this.#named(
          `${a.text} - ${b.text}`,
          each((x, y) => (x && y ? `${x} - ${y}` : (x ?? `-${y}`))),
          hint,
        );
      case kind.AsteriskToken:
        return this.#named(
          `${a.text} * ${b.text}`,
          each((x, y) =>
            [x && times(x, b.text), y && times(y, a.text)].filter((term) => term !== undefined).join(' + '),
          ),
          hint,
        );
      case kind.SlashToken: {
        if (letters.length === 0) return this.#named(`${a.text} / ${b.text}`, none, hint);
        const inverse = this.#named(`1 / ${b.text}`, none).text;
        const ratio = this.#named(`${a.text} / ${b.text}`, none, hint).text;
        return this.#with(
          ratio,
          each((x, y) => {
            if (!y) return times(x, inverse);
            const minus = `${times(y, ratio)}`;
            return x ? `(${x} - ${minus}) * ${inverse}` : `-${minus} * ${inverse}`;
          }),
        );
      }
      default:
        throw new SourceError(node, 'operator not in the subset');
    }
  }

  /** A value that has a name, with slopes that get some. */
  #with(text, slopes) {
    const names = {};
    for (const [letter, slope] of Object.entries(slopes)) {
      names[letter] = text + letter;
      this.#emit(`const ${text + letter} = ${slope};`);
    }
    return { text, slopes: names };
  }

  #conditional(node, scope, hint) {
    const variable = this.#variable(this.#fresh(hint ?? 'c'));
    this.#emit(`if (${this.#text(node.condition, scope)}) {`);
    this.#set(variable, this.#expression(node.whenTrue, scope));
    this.#emit('} else {');
    this.#set(variable, this.#expression(node.whenFalse, scope));
    this.#emit('}');
    return variable;
  }

  #call(node, scope, hint) {
    const callee = node.expression;
    const given = node.arguments.map((one) => this.#expression(one, scope));
    if (ts.isPropertyAccessExpression(callee) && callee.expression.getText() === 'Math')
      return this.#math(node, callee.name.text, given, hint);
    const found = this.files.find(node.getSourceFile().fileName, callee.text);
    if (!found || !ts.isFunctionDeclaration(found)) throw new SourceError(node, 'no function of the subset');
    const inner = new Scope();
    found.parameters.forEach((one, k) => inner.names.set(one.name.text, given[k]));
    const result = this.#variable(this.#fresh(hint ?? callee.text));
    this.#emit('{');
    this.#statements(found.body.statements, new Scope(inner), result);
    this.#emit('}');
    return result;
  }

  #math(node, name, [x], hint) {
    const value = this.#named(`Math.${name}(${x.text})`, none, hint).text;
    if (Object.keys(x.slopes).length === 0) return { text: value, slopes: none };
    const outer = {
      sqrt: () => this.#named(`0.5 / ${value}`, none).text,
      exp: () => value,
      log: () => this.#named(`1 / ${x.text}`, none).text,
      log1p: () => this.#named(`1 / (1 + ${x.text})`, none).text,
      abs: () => this.#named(`${x.text} < 0 ? -1 : 1`, none).text,
    }[name];
    if (!outer) throw new SourceError(node, `not in the subset: Math.${name}`);
    const slope = outer();
    return this.#with(
      value,
      Object.fromEntries(Object.entries(x.slopes).map(([letter, inner]) => [letter, times(inner, slope)])),
    );
  }

  /** An expression of which only the value counts: a condition, or one of parameters. */
  #text(node, scope) {
    const constant = this.files.constant(node, scope);
    if (typeof constant === 'number') return numberText(constant);
    if (ts.isIdentifier(node)) return scope.find(node.text)?.text ?? node.text;
    if (ts.isAsExpression(node) || ts.isNonNullExpression(node)) return this.#text(node.expression, scope);
    if (ts.isParenthesizedExpression(node)) return `(${this.#text(node.expression, scope)})`;
    if (ts.isBinaryExpression(node))
      return `${this.#text(node.left, scope)} ${node.operatorToken.getText()} ${this.#text(node.right, scope)}`;
    if (ts.isPrefixUnaryExpression(node)) return `${node.getText()[0]}${this.#text(node.operand, scope)}`;
    if (ts.isElementAccessExpression(node))
      return `${this.#text(node.expression, scope)}[${this.#text(node.argumentExpression, scope)}]`;
    throw new SourceError(node, `not in the subset: ${kind[node.kind]}`);
  }
}

function times(slope, factor) {
  if (slope === '1') return factor;
  return `${slope} * ${factor}`;
}

function numberText(value) {
  return value < 0 || Object.is(value, -0) ? `(${value})` : `${value}`;
}

/**
 * Returns the text of a file of functions [path, name], with slopes in the directions {parameter: letter}. Places of `jets` before the
 * constant that `first` names ({path, end, letters}) have the slopes of these letters alone: others are neither written nor read.
 */
export function differentiate(functions, directions, first) {
  const differentiator = new Differentiator();
  if (first) {
    const end = differentiator.files.find(first.path, first.end);
    differentiator.first = { end: differentiator.files.constant(end.initializer), letters: first.letters };
  }
  const texts = functions.map(([path, name]) => differentiator.write(path, name, directions));
  return `${texts.join('\n\n')}\n`;
}
