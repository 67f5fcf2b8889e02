/**
 * A card of a digital part while it is read: `U1 NAND(2) power ground node ... timing interface [MNTYMXDLY=n] [IO_LEVEL=n]`, and the
 * parts of a logic network (code models) that are made of it.
 */
import type { Span } from '../../base/span.js';
import type { LogicalCard } from '../cards.js';
import { findModel, markUsed } from '../elements/model-reference.js';
import type { FlatElement, FlatModel, FlatPort } from '../flat-circuit.js';
import { elementIn, nodeIn } from '../frame.js';
import { earlyOption } from '../passes/settle-settings.js';
import type { Session } from '../session.js';
import { readValue } from '../values.js';
import { tokensOf, type Token } from './primitive-tokens.js';

/** A port: the nets at it, none where it is left out. */
export type Connection = readonly FlatPort[];

/** PSpice's nodes that are always at one level. */
const LEVELS: ReadonlyMap<string, string> = new Map([
  ['$d_hi', 'd_pullup'],
  ['$d_lo', 'd_pulldown'],
]);
const unconnected = '$d_nc';

/** A card that ends too early; reported where it is caught. */
export class ShortCard extends Error {}

export class PrimitiveCard {
  readonly name: string;
  /** Lower case. */
  readonly type: string;
  readonly nameSpan: Span;
  /** The numbers in brackets behind the type. */
  readonly counts: readonly number[];
  readonly power: string;
  readonly ground: string;
  readonly rest: Token[];
  #parts = 0;

  constructor(
    readonly card: LogicalCard,
    readonly session: Session,
  ) {
    const lead = /^\S+/.exec(card.text)?.[0] ?? '';
    this.name = elementIn(session.frame, lead);
    this.nameSpan = { ...card.span, end: card.span.start + lead.length };
    this.rest = tokensOf(card);
    this.type = (this.rest.shift()?.text ?? '').toLowerCase();
    this.counts = this.#counts();
    this.power = this.node(this.word('its power node'));
    this.ground = this.node(this.word('its ground node'));
  }

  #counts(): readonly number[] {
    if (this.rest[0]?.text !== '(') return [];
    const end = this.rest.findIndex(({ text }) => text === ')');
    const inner = this.rest.splice(0, end + 1).slice(1, -1);
    return inner.map((token) => this.value(token, 'size') ?? NaN);
  }

  /** The k-th number in brackets, at least `least`. */
  count(k: number, least = 1): number {
    const value = this.counts[k] ?? 1;
    if (Number.isInteger(value) && value >= least) return value;
    throw new ShortCard(`${this.type} needs whole numbers of at least ${least} in brackets`);
  }

  /** Takes the next word. */
  word(what: string): Token {
    const token = this.rest[0];
    if (!token || '(){}='.includes(token.text) || this.rest[1]?.text === '=')
      throw new ShortCard(`${what} is missing`);
    this.rest.shift();
    return token;
  }

  /** Takes the next word, whatever stands behind it. */
  anyWord(what: string): Token {
    const token = this.rest.shift();
    if (!token) throw new ShortCard(`${what} is missing`);
    return token;
  }

  /** Takes nodes. */
  nodes(count: number, what: string): readonly string[] {
    return Array.from({ length: count }, () => this.node(this.word(what)));
  }

  /** The full name of the net that a word names. */
  node({ text }: Token): string {
    const { frame, globals } = this.session;
    const lower = text.toLowerCase();
    return lower.startsWith('$d_') ? lower : nodeIn(frame, text, globals);
  }

  /** A port at a net; none where nothing is connected. */
  at(net: string, inverted = false): Connection {
    if (net === unconnected) return [];
    const type = LEVELS.get(net);
    if (type !== undefined && !this.session.claimElement(net, this.nameSpan)) {
      this.#add(net, type, [[digital(net)]], new Map());
    }
    return [digital(net, inverted)];
  }

  /** An input; where nothing is connected to it, it is unknown. */
  input(net: string): Connection {
    return net === unconnected ? [digital(this.inner('nc'))] : this.at(net);
  }

  /** A net of its own. */
  inner(name: string): string {
    return `${this.name}#${name}`;
  }

  /** Adds a code model; its ports in the order of that. */
  part(type: string, ports: readonly Connection[], parameters: Readonly<Record<string, number>>): void {
    const name = this.#parts === 0 ? this.name : `${this.name}#${this.#parts}`;
    this.#parts++;
    this.#add(name, type, ports, new Map(Object.entries(parameters)));
  }

  #add(
    name: string,
    type: string,
    ports: readonly Connection[],
    parameters: ReadonlyMap<string, number>,
    lists?: ReadonlyMap<string, readonly number[]>,
  ): void {
    const { span } = this.card;
    const model: FlatModel = { name: type, type, parameters, span, ...(lists && { lists }) };
    const element: FlatElement = {
      ...{ name, letter: 'A', nodes: [], span, nodeSpans: [], ports, model },
      ...{ parameters: new Map(), flags: new Set() },
    };
    this.session.elements.push(element);
    this.session.digitalSupplies.set(name, { power: this.power, ground: this.ground });
  }

  /** Adds an element beside the logic. */
  element(
    what: string,
    letter: string,
    nodes: readonly string[],
    parts: Pick<FlatElement, 'value' | 'expressions' | 'model' | 'ports'>,
  ): void {
    const { span } = this.card;
    const own = {
      name: this.inner(what),
      letter,
      nodes: nodes.map((node) => this.session.meetNode(node)),
      span,
    };
    this.session.claimElement(own.name, span);
    this.session.elements.push({ ...own, nodeSpans: [], parameters: new Map(), flags: new Set(), ...parts });
  }

  /** Adds a code model with parameters that are lists. */
  listed(
    type: string,
    ports: readonly Connection[],
    lists: Readonly<Record<string, readonly number[]>>,
  ): void {
    this.#add(this.name, type, ports, new Map(), new Map(Object.entries(lists)));
  }

  /** The model that the next word names, of one of these types; undefined where there is none. */
  model(types: readonly string[], what: string): FlatModel | undefined {
    const { text, span } = this.word(`the name of ${what}`);
    const name = text.toLowerCase();
    const { session } = this;
    markUsed(name, session);
    const entry = findModel(name, session);
    if (!entry) {
      if (!BUILT_IN.test(name)) this.#reportUnknown(name, what, span);
      return undefined;
    }
    if (!entry.model || types.includes(entry.model.type)) return entry.model;
    const message = `${this.name} needs ${what} of type ${types.join(' or ')}, but "${name}" is of type ${entry.model.type}`;
    session.diagnostics.error('wrong-model-type', message, span, {
      related: [{ span: entry.span, message: `"${name}" is defined here` }],
    });
    return undefined;
  }

  #reportUnknown(name: string, what: string, span: Span): void {
    if (what === INTERFACE) return;
    const message = `${this.name} names the unknown model "${name}": no delay is taken`;
    this.session.diagnostics.warning('unknown-model', message, span, {
      related: this.session.missingLibraries,
      hint: `define it: .model ${name} ugate(...)`,
    });
  }

  /** The model of its interface, which has no effect here, and what is assigned behind it. */
  settings(): ReadonlyMap<string, number> {
    this.model(['uio'], INTERFACE);
    return this.assignments();
  }

  /** Takes `name=value` as far as they go. */
  assignments(): ReadonlyMap<string, number> {
    const values = new Map<string, number>();
    while (this.rest[1]?.text === '=') {
      const key = this.rest[0]?.text.toLowerCase() ?? '';
      this.rest.splice(0, 2);
      const isBraced = this.rest[0]?.text === '{';
      const end = isBraced ? this.rest.findIndex(({ text }) => text === '}') : 0;
      const taken = this.rest.splice(0, end + 1);
      const inner = isBraced ? taken.slice(1, -1) : taken;
      const [from, to] = [inner[0], inner.at(-1)];
      if (!from || !to) throw new ShortCard(`${key} has no value`);
      const span = { ...from.span, end: to.span.end };
      const value = this.value({ text: span.source.text.slice(span.start, span.end), span }, key);
      if (value !== undefined) values.set(key, value);
    }
    return values;
  }

  value({ text, span }: Token, name: string): number | undefined {
    return readValue({ kind: 'word', text, span }, { name }, this.name, this.session, 'named');
  }

  /** A number that an option sets. */
  option(name: string, otherwise: number): number {
    return earlyOption(name, this.session) ?? otherwise;
  }

  warn(code: string, message: string, hint: string): void {
    this.session.diagnostics.warning(code, `${this.name}: ${message}`, this.nameSpan, { hint });
  }
}

const INTERFACE = 'a model of its interface';

/** Models without delays that PSpice's own libraries have. */
const BUILT_IN = /^(?:d0_\w+|io_\w+|d_none)$/;

function digital(net: string, inverted = false): FlatPort {
  return { type: 'd', at: [], net, ...(inverted && { inverted: true }) };
}
