/**
 * LOGICEXP: logic of names as gates without delay; each output follows after the delay of its timing model. ~ binds tightest, then &, ^ and |;
 * names that are assigned stand for what they are before the delay.
 */
import type { DigitalPrimitive } from './digital-primitive.js';
import { gateDelays, noDelay } from './gate-primitives.js';
import { ShortCard, type Connection, type PrimitiveCard } from './primitive-card.js';
import { logicTokens, type Token } from './primitive-tokens.js';
import { delaysOf } from './timing.js';

const CONSTANTS: Readonly<Record<string, string>> = Object.freeze({ "'0": '$d_lo', "'1": '$d_hi' });

/** Operators of two sides from the loosest to the tightest, each with its gate. */
const OPERATORS = Object.freeze([
  { sign: '|', gate: 'd_or' },
  { sign: '^', gate: 'd_xor' },
  { sign: '&', gate: 'd_and' },
]);

/** A name and the words between its braces. */
export interface Definition {
  readonly names: readonly Token[];
  readonly body: readonly Token[];
}

/** Takes `name ... = { ... }` as far as they go. */
export function takeDefinitions(card: PrimitiveCard): readonly Definition[] {
  const found: Definition[] = [];
  for (;;) {
    const equals = card.rest.findIndex(({ text }) => text === '=');
    const names = card.rest.slice(0, Math.max(equals, 0));
    if (names.length === 0 || names.some(({ text }) => text.endsWith(':'))) return found;
    const [open, end] = [card.rest[equals + 1], closing(card.rest, equals + 1)];
    if (open?.text !== '{' || end < 0) throw new ShortCard(`"{" is missing behind ${names[0]?.text ?? ''} =`);
    found.push({ names, body: logicTokens(card.card, open, card.rest[end]) });
    card.rest.splice(0, end + 1);
  }
}

function closing(tokens: readonly Token[], from: number): number {
  return tokens.findIndex(({ text }, k) => k > from && text === '}');
}

/** Makes gates of expressions. */
export class LogicBuilder {
  readonly #assigned = new Map<string, string>();
  #at = 0;
  #tokens: readonly Token[] = [];
  #count = 0;

  constructor(private readonly card: PrimitiveCard) {}

  /** What a name is from now on, and before it is defined. */
  declare(name: string): string {
    const key = name.toLowerCase();
    const net = this.#assigned.get(key) ?? this.card.inner(key);
    this.#assigned.set(key, net);
    return net;
  }

  define(name: string, body: readonly Token[]): void {
    const result = this.read(body);
    this.card.part('d_buffer', [result, this.card.at(this.declare(name))], noDelay);
  }

  read(body: readonly Token[]): Connection {
    this.#tokens = body;
    this.#at = 0;
    const result = this.#binary(0);
    const extra = this.#tokens[this.#at];
    if (extra) throw new ShortCard(`"${extra.text}" cannot stand where it does`);
    return result;
  }

  #binary(level: number): Connection {
    const operator = OPERATORS[level];
    if (!operator) return this.#unary();
    const terms = [this.#binary(level + 1)];
    while (this.#takes(operator.sign)) terms.push(this.#binary(level + 1));
    const [only] = terms;
    return terms.length === 1 && only ? only : this.#gate(operator.gate, terms.flat());
  }

  #unary(): Connection {
    if (this.#takes('~')) {
      return this.#unary().map(({ inverted, ...port }) => (inverted ? port : { ...port, inverted: true }));
    }
    if (this.#takes('(')) {
      const inner = this.#binary(0);
      if (!this.#takes(')')) throw new ShortCard('")" is missing');
      return inner;
    }
    const token = this.#tokens[this.#at++];
    if (!token || '()&|^'.includes(token.text)) throw new ShortCard('a name is missing in its logic');
    const name = token.text.toLowerCase();
    const constant = CONSTANTS[name];
    if (constant !== undefined) return this.card.at(constant);
    const assigned = this.#assigned.get(name);
    return assigned === undefined ? this.card.input(this.card.node(token)) : this.card.at(assigned);
  }

  #gate(model: string, ports: Connection): Connection {
    const net = this.card.inner(`e${++this.#count}`);
    this.card.part(model, [ports, this.card.at(net)], noDelay);
    return this.card.at(net);
  }

  #takes(sign: string): boolean {
    if (this.#tokens[this.#at]?.text !== sign) return false;
    this.#at++;
    return true;
  }
}

export const logicExpression: DigitalPrimitive = {
  name: 'logicexp',
  usage:
    'LOGICEXP(inputs,outputs) power ground input ... output ... timing interface LOGIC: name = { ~a & b | c ^ d } ...',
  doc: 'Logic of names; timing UGATE, for all outputs.',
  read(card) {
    card.nodes(card.count(0), 'an input');
    const written = card.rest.slice(0, card.count(1)).map(({ text }) => text);
    const outputs = card.nodes(card.count(1), 'an output');
    const model = card.model(['ugate'], 'a timing model');
    const delays = gateDelays(delaysOf(card, model, card.settings()));
    if (card.rest.shift()?.text.toLowerCase() !== 'logic:') throw new ShortCard('LOGIC: is missing');
    const builder = new LogicBuilder(card);
    const definitions = takeDefinitions(card);
    for (const { names } of definitions) for (const { text } of names) builder.declare(text);
    for (const { names, body } of definitions) for (const { text } of names) builder.define(text, body);
    outputs.forEach((net, k) => {
      card.part('d_buffer', [card.at(builder.declare(written[k] ?? '')), card.at(net)], delays);
    });
  },
};
