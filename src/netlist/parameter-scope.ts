/**
 * The parameters and functions of one circuit (the main one, or one call of a subcircuit), over those of the
 * circuit that calls it. A value is computed when it is first wanted, in the order of dependence, by a walk
 * with its own stack, so that a chain of any length is legal. A cycle is reported once, with its path.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { RandomStream } from '../base/random.js';
import type { Span } from '../base/span.js';
import type { Expression } from '../expression/ast.js';
import { evaluate } from '../expression/evaluate.js';
import { namesIn } from '../expression/names-in.js';
import type { Scope, UserFunction } from '../expression/scope.js';
import { isDynamic, substitute, type ProbeResolver } from '../expression/substitute.js';
import { WAVEFORM_FUNCTIONS, waveformFunction } from '../expression/waveform-functions.js';

export interface ParameterDefinition {
  /** Lower case. */
  readonly name: string;
  /** Undefined when its text is already reported as wrong. */
  readonly expression: Expression | undefined;
  /** Place of the name. */
  readonly span: Span;
  /** Where the expression's names are looked up: the caller's scope for `x1 ... k={v}`; absent: here. */
  readonly scope?: Scope;
  /** Whether nobody minds if it is never used. */
  readonly maybeUnused?: boolean;
}

export interface FunctionDefinition {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: Expression | undefined;
  readonly span: Span;
}

/** What all scopes of one elaboration share. */
export interface ScopeContext {
  readonly diagnostics: Diagnostics;
  readonly used: Set<ParameterDefinition>;
  /** Absent: random functions give their nominal value. */
  random: RandomStream | undefined;
  /** Names that the simulator defines: temper. */
  readonly builtins: Map<string, number>;
}

/** Values that wait for each other through functions; more than anybody writes. */
const MAX_NESTED_RESOLUTIONS = 100;

type Resolved = { readonly value: number | null } | { readonly varies: true; flat?: Expression | null };

export class ParameterScope implements Scope {
  readonly definitions = new Map<string, ParameterDefinition>();
  readonly functions = new Map<string, FunctionDefinition>();
  readonly #resolved = new Map<string, Resolved>();
  readonly #open = new Set<string>();
  readonly #ofText = new Set<ParameterDefinition>();
  readonly #userFunctions = new Map<string, UserFunction | null>();
  #nested = 0;
  /** Gives the probes of expressions their full names; set by the frame. */
  resolveProbe: ProbeResolver = () => undefined;

  constructor(
    readonly context: ScopeContext,
    readonly parent?: ParameterScope,
  ) {}

  get random(): RandomStream | undefined {
    return this.context.random;
  }

  /** Takes the definitions of the text; what the command line or a call has defined stays. */
  define(definitions: Iterable<ParameterDefinition>): void {
    for (const definition of definitions) {
      const { name } = definition;
      const earlier = this.definitions.get(name);
      if (earlier === definition || (earlier && !this.#ofText.has(earlier))) continue;
      this.definitions.set(name, definition);
      this.#ofText.add(definition);
      // The branch of an `.if` may redefine what its condition has read.
      if (earlier) this.#resolved.delete(name);
    }
  }

  lookup(name: string): number | null | undefined {
    const definition = this.definitions.get(name);
    if (!definition) return this.parent ? this.parent.lookup(name) : this.context.builtins.get(name);
    const resolved = this.#resolve(definition);
    return 'value' in resolved ? resolved.value : undefined;
  }

  varies(name: string): boolean {
    const definition = this.definitions.get(name);
    if (!definition) return this.parent?.varies(name) === true;
    return 'varies' in this.#resolve(definition);
  }

  expressionOf(name: string): Expression | undefined {
    const definition = this.definitions.get(name);
    if (!definition) return this.parent?.expressionOf(name);
    const resolved = this.#resolve(definition);
    if (!('varies' in resolved) || !definition.expression) return undefined;
    if (resolved.flat === undefined) {
      resolved.flat = null;
      const scope = definition.scope ?? this;
      const resolveProbe = scope instanceof ParameterScope ? scope.resolveProbe : this.resolveProbe;
      const { diagnostics } = this.context;
      resolved.flat = substitute(definition.expression, scope, resolveProbe, diagnostics) ?? null;
    }
    return resolved.flat ?? undefined;
  }

  functionOf(name: string): UserFunction | null | undefined {
    const definition = this.functions.get(name);
    if (!definition) return this.parent ? this.parent.functionOf(name) : waveformFunction(name);
    let own = this.#userFunctions.get(name);
    if (own === undefined) {
      const { body, parameters, span } = definition;
      own = body ? { name, parameters, body, span, scope: this } : null;
      this.#userFunctions.set(name, own);
    }
    return own;
  }

  *names(): Iterable<string> {
    yield* this.definitions.keys();
    yield* this.parent?.names() ?? this.context.builtins.keys();
  }

  functionNames(): Iterable<string> {
    return [...this.functions.keys(), ...(this.parent?.functionNames() ?? WAVEFORM_FUNCTIONS.keys())];
  }

  /** Computes every value, so that what is wrong with any of them is reported. */
  resolveAll(): void {
    for (const definition of this.definitions.values()) {
      if (!this.#resolved.has(definition.name)) this.#walk(definition);
    }
  }

  #resolve(definition: ParameterDefinition): Resolved {
    this.context.used.add(definition);
    const known = this.#resolved.get(definition.name);
    if (known) return known;
    if (this.#open.has(definition.name) || this.#nested >= MAX_NESTED_RESOLUTIONS) {
      this.#reportCycle([definition]);
    } else {
      this.#nested++;
      this.#walk(definition);
      this.#nested--;
    }
    return this.#resolved.get(definition.name) ?? { value: null };
  }

  #walk(root: ParameterDefinition): void {
    /** Definitions being resolved, each needed by the one before it. */
    const path: ParameterDefinition[] = [];
    const pending = [root];
    for (let current = pending.at(-1); current; current = pending.at(-1)) {
      const { name } = current;
      if (!this.#open.has(name) && !this.#resolved.has(name)) {
        this.#open.add(name);
        path.push(current);
        this.#pushNeeded(current, pending, path);
        continue;
      }
      pending.pop();
      if (!this.#open.has(name)) continue;
      this.#open.delete(name);
      path.pop();
      // A member of a cycle already has its null; it is evaluated for what else is wrong with it.
      const resolved = this.#evaluate(current);
      if (!this.#resolved.has(name)) this.#resolved.set(name, resolved);
    }
  }

  #pushNeeded(
    current: ParameterDefinition,
    pending: ParameterDefinition[],
    path: readonly ParameterDefinition[],
  ): void {
    const { expression, scope } = current;
    if (!expression || scope || expression.kind === 'number') return;
    for (const name of namesIn(expression)) {
      const needed = this.definitions.get(name);
      if (!needed || this.#resolved.has(name)) continue;
      this.context.used.add(needed);
      if (!this.#open.has(name)) pending.push(needed);
      else this.#reportCycle(path.slice(path.indexOf(needed)));
    }
  }

  #evaluate({ expression, scope = this }: ParameterDefinition): Resolved {
    if (!expression) return { value: null };
    if (expression.kind === 'number') return { value: expression.value };
    if (isDynamic(expression, scope)) return { varies: true };
    return { value: evaluate(expression, scope, this.context.diagnostics) ?? null };
  }

  #reportCycle(cycle: readonly ParameterDefinition[]): void {
    for (const member of cycle) this.#resolved.set(member.name, { value: null });
    const [first, ...others] = cycle;
    if (!first) return;
    const text = [...cycle.map(({ name }) => name), first.name].join(' -> ');
    const message = `parameter "${first.name}" depends on itself: ${text}`;
    this.context.diagnostics.error('parameter-cycle', message, first.span, {
      related: others.map((member) => ({ span: member.span, message: `by way of "${member.name}"` })),
      hint: 'give one of them a number',
    });
  }
}
