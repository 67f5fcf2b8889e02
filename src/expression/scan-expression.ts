/**
 * A hand scanner for expressions, for speed. The grammar (grammar/expression.peggy) is the specification: on
 * every text that the scanner accepts it gives the grammar's tree (a property test); on all others it gives
 * up, and the grammar reads, or reports. Linear; recursion follows brackets, at most MAX_SCAN_DEPTH.
 */
import type { SourceText, Span } from '../base/span.js';
import { parseNumber } from '../base/units.js';
import type { BinaryOperator, Expression, UnaryOperator } from './ast.js';
import { truthOf, type DialectRules } from './dialect.js';
import { POWER_PRECEDENCE, type Precedences } from './operators.js';

/** Brackets inside brackets beyond which the grammar reads. */
export const MAX_SCAN_DEPTH = 40;

/** A value for what the scanner leaves to the grammar. */
const GIVE_UP = undefined;

const BLANKS = /[ \t\r\n\f\v\u00a0\ufeff]*/y;
const NUMBER =
  /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eEdD][-+]?[0-9]+)?[A-Za-z\u00b5\u03bc\u2126\u03a9\u00b0]*(?![A-Za-z0-9_.\u00a1-\ufefe])/y;
const NAME = /[A-Za-z_\u00a1-\ufefe][A-Za-z0-9_.\u00a1-\ufefe]*/y;
const PATH = /(?::[A-Za-z_\u00a1-\ufefe][A-Za-z0-9_.\u00a1-\ufefe]*)+/y;
const NODE = /[^ \t\r\n\f\v\u00a0\ufeff(){}'"=,]+/y;
const OPERATOR = /\*\*|<=|>=|==|!=|<>|&&|\|\||[-+*/%^<>&|]/y;

interface Pending {
  readonly operator: string;
  readonly precedence: number;
  /** Start of a prefix operator; -1: binary. */
  readonly start: number;
}

/** Scans expressions inside a text that stands at `base` in `source`. */
export class ExpressionScanner {
  at = 0;
  #depth = 0;
  /** Conditionals whose ":" is still to come; there a colon is no part of a name. */
  #open = 0;

  constructor(
    readonly text: string,
    readonly source: SourceText,
    readonly base: number,
    readonly rules: DialectRules,
  ) {}

  /** Reads one expression at `at` and moves behind it; undefined: the grammar must read the card. */
  expression(): Expression | undefined {
    if (++this.#depth > MAX_SCAN_DEPTH) return GIVE_UP;
    const tests: Expression[] = [];
    const branches: Expression[] = [];
    let last = this.#chain();
    while (last && this.#take('?')) {
      this.#open++;
      const then = this.expression();
      if (!then || !this.#take(':')) return GIVE_UP;
      this.#open--;
      tests.push(truthOf(last, this.rules));
      branches.push(then);
      last = this.#chain();
    }
    this.#depth--;
    if (!last) return GIVE_UP;
    let result = last;
    for (let k = tests.length - 1; k >= 0; k--) {
      const test = tests[k];
      const then = branches[k];
      if (!test || !then) return GIVE_UP;
      const span = { source: test.span.source, start: test.span.start, end: result.span.end };
      result = { kind: 'conditional', test, then, otherwise: result, span };
    }
    return result;
  }

  /** Skips blanks; then takes a character if it is the next one. */
  #take(character: string): boolean {
    const before = this.at;
    this.skipBlanks();
    if (this.text[this.at] === character) {
      this.at++;
      return true;
    }
    this.at = before;
    return false;
  }

  skipBlanks(): void {
    BLANKS.lastIndex = this.at;
    this.at += BLANKS.exec(this.text)?.[0].length ?? 0;
  }

  /** Reads operands and operators flat, and folds them by precedence. */
  #chain(): Expression | undefined {
    const { precedences } = this.rules;
    const operators: Pending[] = [];
    const operands: Expression[] = [];
    for (;;) {
      this.skipBlanks();
      for (
        let c = this.text[this.at];
        c === '-' || c === '+' || c === '!' || c === '~';
        c = this.text[this.at]
      ) {
        const isSign = c === '-' || c === '+';
        const precedence = precedences[isSign ? 'sign' : '!'];
        operators.push({ operator: isSign ? c : '!', precedence, start: this.base + this.at });
        this.at++;
        this.skipBlanks();
      }
      const operand = this.#primary();
      if (!operand) return GIVE_UP;
      operands.push(operand);
      const before = this.at;
      this.skipBlanks();
      const written = this.#match(OPERATOR);
      if (written === undefined) {
        this.at = before;
        break;
      }
      const operator = this.#translated(written);
      const precedence = precedences[operator as keyof Precedences];
      for (let top = operators.at(-1); top; top = operators.at(-1)) {
        if (top.precedence < precedence) break;
        const isPower = top.precedence === precedence && precedence === POWER_PRECEDENCE;
        if (isPower && !this.rules.leftPowers) break;
        reduce(operators, operands, this.rules);
      }
      operators.push({ operator, precedence, start: -1 });
    }
    while (operators.length > 0) reduce(operators, operands, this.rules);
    return operands[0];
  }

  #translated(written: string): string {
    if (written === '^') return this.rules.caret;
    if (written === '<>') return '!=';
    return written === '&' ? '&&' : written === '|' ? '||' : written;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  #span(start: number): Span {
    return { source: this.source, start: this.base + start, end: this.base + this.at };
  }

  #primary(): Expression | undefined {
    const start = this.at;
    const code = this.text.charCodeAt(start);
    if ((code >= 48 && code <= 57) || code === 46) {
      const text = this.#match(NUMBER);
      const value = text === undefined ? undefined : parseNumber(text);
      return value === undefined ? GIVE_UP : { kind: 'number', value, span: this.#span(start) };
    }
    if (code === 40) return this.#parenthesized(start, ')');
    if (code === 123) return this.#parenthesized(start, '}');
    const written = this.#match(NAME);
    if (written === undefined) return GIVE_UP;
    const path = this.#open === 0 ? this.#match(PATH) : undefined;
    const name = (written + (path ?? '')).toLowerCase();
    if (path !== undefined || !this.#take('(')) return { kind: 'name', name, span: this.#span(start) };
    return name === 'v' || name === 'i' || name === 'p' ? this.#probe(name, start) : this.#call(name, start);
  }

  #parenthesized(start: number, close: string): Expression | undefined {
    this.at++;
    const inner = this.expression();
    if (!inner || !this.#take(close)) return GIVE_UP;
    return { ...inner, span: this.#span(start) };
  }

  #probe(quantity: string, start: number): Expression | undefined {
    const names: string[] = [];
    do {
      this.skipBlanks();
      const name = this.#match(NODE);
      if (name === undefined) return GIVE_UP;
      names.push(name.toLowerCase());
    } while (this.#take(','));
    return this.#take(')') ? { kind: 'probe', quantity, names, span: this.#span(start) } : GIVE_UP;
  }

  #call(written: string, start: number): Expression | undefined {
    const name = this.rules.functions.get(written) ?? written;
    const args: Expression[] = [];
    if (this.#take(')')) return { kind: 'call', name, args, span: this.#span(start) };
    do {
      const arg = this.expression();
      if (!arg) return GIVE_UP;
      args.push(arg);
    } while (this.#take(','));
    if (!this.#take(')')) return GIVE_UP;
    const [test] = args;
    if (name === 'if' && test) args[0] = truthOf(test, this.rules);
    return { kind: 'call', name, args, span: this.#span(start) };
  }
}

/** Pops one operator and its operands, pushes the node. */
function reduce(operators: Pending[], operands: Expression[], rules: DialectRules): void {
  const top = operators.pop();
  const right = operands.pop();
  if (!top || !right) return;
  if (top.start >= 0) {
    const span = { source: right.span.source, start: top.start, end: right.span.end };
    const operand = top.operator === '!' ? truthOf(right, rules) : right;
    operands.push({ kind: 'unary', operator: top.operator as UnaryOperator, operand, span });
    return;
  }
  const left = operands.pop();
  if (!left) return;
  const span = { source: left.span.source, start: left.span.start, end: right.span.end };
  const operator = top.operator as BinaryOperator | 'xor';
  if (operator === 'xor') {
    const args = [truthOf(left, rules), truthOf(right, rules)];
    operands.push({ kind: 'call', name: 'xor', args, span });
  } else if (operator === '&&' || operator === '||') {
    const [a, b] = [truthOf(left, rules), truthOf(right, rules)];
    operands.push({ kind: 'binary', operator, left: a, right: b, span });
  } else operands.push({ kind: 'binary', operator, left, right, span });
}
