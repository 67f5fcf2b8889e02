/**
 * What a `.control` block has done up to a command: variables, vectors, and the values that it has set since the netlist was
 * read. An analysis that it starts bears those values as `changes`; the run elaborates the netlist with them.
 *
 * `alter` and `altermod` hold until `reset`, which reads the netlist again; only then counts what `alterparam` has set, as in
 * ngspice.
 */
import type { Span } from '../../base/span.js';
import type { Expression } from '../../expression/ast.js';
import { numberAt } from '../../expression/simplify.js';
import { cardKey } from '../card-key.js';
import type { LogicalCard } from '../cards.js';
import type { Change, ControlAction } from '../flat-cards.js';
import type { AnalysisCard } from '../flat-circuit.js';
import type { Session } from '../session.js';
import { targetName } from '../step-points.js';

/** A command: a line of the table in script-commands.ts. */
export interface ScriptCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** As printed in the reference of the language. */
  readonly usage: string;
  readonly doc: string;
  /** Takes the line with its variables in place. */
  readonly read: (line: LogicalCard, script: Script) => void;
}

export class Script {
  /** Of `set` and `foreach`. */
  readonly variables = new Map<string, string>();
  /** Of `let`, flat; a number where nothing of the circuit is in it. */
  readonly vectors = new Map<string, Expression>();
  readonly #cards: readonly AnalysisCard[];
  readonly #parameters = new Map<string, Change>();
  readonly #pending = new Map<string, Change>();
  readonly #alterations = new Map<string, Change>();
  readonly #started = new Set<string>();
  /** Whether `run` was there, and whether once before anything was set. */
  readonly #runs = { any: false, plain: false };
  ended = false;

  /** Begins behind the analyses of the text. */
  constructor(readonly session: Session) {
    this.#cards = [...session.analyses];
    for (const card of this.#cards) this.#started.add(cardKey(card));
  }

  /** Whether `alterparam` has set something that no `reset` has made count. */
  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  /** `run`: the analyses of the text, with what is set by now. */
  run(): void {
    const changes = this.#changes();
    this.#runs.any = true;
    if (changes.length === 0) this.#runs.plain = true;
    for (const card of this.#cards) this.#start({ ...card, changes });
  }

  /** Takes the analyses that `read` adds as those of a command. */
  start(read: () => void): void {
    const { analyses } = this.session;
    const before = analyses.length;
    read();
    for (const card of analyses.splice(before)) this.#start({ ...card, changes: this.#changes() });
  }

  alter(change: Change): void {
    this.#alterations.set(targetName(change.target), change);
  }

  alterParameter(change: Change): void {
    this.#pending.set(targetName(change.target), change);
  }

  /** The netlist is read again, with the parameters that were set. */
  reset(): void {
    for (const [name, change] of this.#pending) this.#parameters.set(name, change);
    this.#pending.clear();
    this.#alterations.clear();
  }

  /** Names a vector; expressions may use it from now on, a parameter of that name goes first. */
  setVector(name: string, expression: Expression, span: Span): void {
    const { scope } = this.session;
    const isFree = this.vectors.has(name) || scope.lookup(name) === undefined;
    this.vectors.set(name, expression);
    if (isFree) scope.define([{ name, expression, span, maybeUnused: true }]);
  }

  /** The number of a vector that is one. */
  numberOf(name: string): number | undefined {
    const vector = this.vectors.get(name);
    if (vector) return vector.kind === 'number' ? vector.value : undefined;
    return this.session.scope.lookup(name) ?? undefined;
  }

  setNumber(name: string, value: number, span: Span): void {
    this.setVector(name, numberAt(value, span), span);
  }

  act(action: ControlAction): void {
    this.session.actions.push(action);
  }

  /** Leaves out the cards that no `run` has run as they stand in the text. */
  finish(): void {
    const { analyses } = this.session;
    if (this.#runs.any && !this.#runs.plain) analyses.splice(0, this.#cards.length);
  }

  #changes(): readonly Change[] {
    return [...this.#parameters.values(), ...this.#alterations.values()];
  }

  /** The same analysis of the same circuit has the same result: it is run once. */
  #start({ changes = [], ...card }: AnalysisCard): void {
    const full: AnalysisCard = changes.length === 0 ? card : { ...card, changes };
    const key = cardKey(full);
    if (this.#started.has(key)) return;
    this.#started.add(key);
    this.session.analyses.push(full);
  }
}
