/**
 * Lines of a `.control` block -> commands and blocks. foreach and repeat whose values stand in the text, and if, while and
 * dowhile whose conditions are numbers before any run, are carried out; a block that depends on results is refused by name,
 * and what stands behind it goes on.
 */
import { evaluate } from '../../expression/evaluate.js';
import { Diagnostics } from '../../base/diagnostic.js';
import { parseExpressionText } from '../../expression/parse.js';
import { boundScope } from '../../expression/scope.js';
import { firstWord, type LogicalCard } from '../cards.js';
import { restOf, withVariables, wordsOf } from './command-line.js';
import type { Script } from './script.js';

export type Statement =
  | { readonly kind: 'command'; readonly line: LogicalCard }
  | {
      readonly kind: 'block';
      readonly word: string;
      readonly line: LogicalCard;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    };

const OPENERS: ReadonlySet<string> = new Set(['foreach', 'repeat', 'while', 'dowhile', 'if']);

/** Reads statements up to the `end` or `else` that belongs to them, which is left. */
export function statementsOf(lines: LogicalCard[]): readonly Statement[] {
  const statements: Statement[] = [];
  for (let line = lines[0]; line; line = lines[0]) {
    const word = firstWord(line.text);
    if (word === 'end' || word === 'else') return statements;
    lines.shift();
    if (!OPENERS.has(word)) {
      statements.push({ kind: 'command', line });
      continue;
    }
    const body = statementsOf(lines);
    let otherwise: readonly Statement[] = [];
    if (firstWord(lines[0]?.text ?? '') === 'else') {
      lines.shift();
      otherwise = statementsOf(lines);
    }
    lines.shift();
    statements.push({ kind: 'block', word, line, body, otherwise });
  }
  return statements;
}

/** Commands that one script carries out; beyond them it loops without end. */
const MAX_COMMANDS = 100_000;

export class ScriptRunner {
  #count = 0;
  #left: 'break' | 'continue' | undefined;

  /** `perform` carries out one command. */
  constructor(
    private readonly script: Script,
    private readonly perform: (line: LogicalCard) => void,
  ) {}

  runAll(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (this.#stopped) return;
      if (statement.kind === 'command') this.#command(statement.line);
      else this.#block(statement);
    }
  }

  get #stopped(): boolean {
    return this.script.ended || this.#left !== undefined;
  }

  #command(line: LogicalCard): void {
    const word = firstWord(line.text);
    if (word === 'quit' || word === 'exit') this.script.ended = true;
    else if (word === 'break' || word === 'continue') this.#left = word;
    else if (++this.#count > MAX_COMMANDS) {
      this.script.ended = true;
      const message = `the .control block has more than ${MAX_COMMANDS} commands once its loops are put in: the rest is left out`;
      this.script.session.diagnostics.warning('script-loop', message, line.span);
    } else this.perform(line);
  }

  #block({ word, line, body, otherwise }: Extract<Statement, { kind: 'block' }>): void {
    switch (word) {
      case 'foreach':
        this.#foreach(line, body);
        return;
      case 'repeat':
        this.#repeat(line, body);
        return;
      case 'if': {
        const holds = this.#condition(line);
        if (holds !== undefined) this.runAll(holds ? body : otherwise);
        return;
      }
      default:
        this.#while(line, body, word === 'dowhile');
    }
  }

  #foreach(line: LogicalCard, body: readonly Statement[]): void {
    const [name, ...values] = wordsOf(withVariables(line, this.script)).map(({ text }) => text);
    const list = values.flatMap((value) => value.replaceAll(/^\(|\)$/g, '').split(/[\s,]+/)).filter(Boolean);
    if (name === undefined || list.some((value) => value.includes('$'))) {
      this.#refuse('foreach', line);
      return;
    }
    for (const value of list) {
      this.script.variables.set(name.toLowerCase(), value);
      if (!this.#pass(body)) return;
    }
  }

  #repeat(line: LogicalCard, body: readonly Statement[]): void {
    const text = restOf(withVariables(line, this.script));
    const count = text === '' ? NaN : Number(text);
    if (!Number.isInteger(count) || count < 0) {
      this.#refuse('repeat', line);
      return;
    }
    for (let k = 0; k < count; k++) if (!this.#pass(body)) return;
  }

  #while(line: LogicalCard, body: readonly Statement[], once: boolean): void {
    if (once && !this.#pass(body)) return;
    while (this.#condition(line) === true) {
      this.#count++;
      if (!this.#pass(body)) return;
    }
  }

  /** Runs the body of a loop; false where the loop is left. */
  #pass(body: readonly Statement[]): boolean {
    this.runAll(body);
    const left = this.#left;
    this.#left = undefined;
    return left !== 'break' && !this.script.ended;
  }

  /** Whether a condition holds; undefined after a warning. */
  #condition(line: LogicalCard): boolean | undefined {
    const { script } = this;
    const text = withWords(restOf(withVariables(line, script)));
    const { scope, rules } = script.session;
    const source = { name: line.span.source.name, text };
    const values = new Map<string, number>();
    for (const [name, vector] of script.vectors) if (vector.kind === 'number') values.set(name, vector.value);
    const silent = new Diagnostics();
    const expression = parseExpressionText(text, { source, base: 0, rules }, silent);
    const value = expression && evaluate(expression, boundScope(scope, values), silent);
    if (value !== undefined) return value !== 0;
    this.#refuse(firstWord(line.text), line);
    return undefined;
  }

  #refuse(word: string, line: LogicalCard): void {
    const message = `${word} of .control depends on what is not known before the run: the block is left out`;
    const span = { ...line.span, end: line.span.start + word.length };
    this.script.session.diagnostics.warning('script-loop', message, span, {
      hint: 'write its commands one after the other, or use .step',
    });
  }
}

/** Comparisons by words, and "=" between numbers. */
function withWords(text: string): string {
  return text
    .replaceAll(
      /\b(gt|lt|ge|le|ne|eq|and|or|not)\b/gi,
      (word) => ` ${WORDS.get(word.toLowerCase()) ?? word} `,
    )
    .replaceAll('<>', '!=')
    .replaceAll(/(?<![<>=!])=(?!=)/g, '==');
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['gt', '>'],
  ['lt', '<'],
  ['ge', '>='],
  ['le', '<='],
  ['ne', '!='],
  ['eq', '=='],
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
]);
