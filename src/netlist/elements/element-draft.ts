/**
 * An element while its card is being read, and the readers of what stands after the terminals.
 */
import type { Span } from '../../base/span.js';
import type { Expression } from '../../expression/ast.js';
import { DIALECTS } from '../../expression/dialect.js';
import { powersOfNgspice } from '../../expression/ngspice-powers.js';
import type { Scope } from '../../expression/scope.js';
import { type ProbeResolver, substitute } from '../../expression/substitute.js';
import { withFilePoints } from '../file-functions.js';
import { withElementParameters } from './element-parameter.js';
import { multiplied } from './parallel-copies.js';
import type { FlatElement } from '../flat-circuit.js';
import type { ElementSyntax } from '../language.js';
import type { Indexed } from '../language-index.js';
import type { Session } from '../session.js';
import { type AssignmentItem, type Item, type ParsedCard, textOf } from '../syntax.js';
import type { CircuitValue } from '../values.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export type PositionalItem = Exclude<Item, AssignmentItem>;

export interface ElementDraft {
  /** What is known so far. */
  readonly element: Mutable<FlatElement>;
  readonly indexed: Indexed<ElementSyntax>;
  /** Items after the nodes that no reader has taken yet. */
  readonly rest: PositionalItem[];
  /** `key=value` items that no reader has taken yet. */
  readonly assignments: AssignmentItem[];
  readonly nameSpan: Span;
  readonly card: ParsedCard;
}

/** Reads one kind of value from the draft's items; false after reporting an error. */
export type ValueReader = (draft: ElementDraft, session: Session) => boolean;

/** Describes the shape of a card: "r1 n+ n- resistance". */
export function usageOf(name: string, syntax: ElementSyntax): string {
  const optional = (syntax.optionalTerminals ?? []).map((terminal) => `[${terminal}]`);
  return [name, ...syntax.terminals, ...optional, ...valueUsage(syntax)].join(' ');
}

function valueUsage({ value }: ElementSyntax): readonly string[] {
  switch (value.kind) {
    case 'number':
      return [value.parameter.name];
    case 'model':
      return ['model'];
    case 'source':
      return ['value'];
    case 'controlled': {
      const control = value.control === 'voltage' ? ['nc+', 'nc-'] : ['source'];
      return [...control, value.parameter.name];
    }
    case 'behavioural':
      return ['v={expression}'];
    case 'coupling':
      return ['inductor', 'inductor', '...', value.parameter.name];
    case 'current-control':
      return ['source', 'model'];
    case 'node-list':
      return ['node', '...', 'model'];
    case 'code-model':
      return ['port', '...', 'model'];
    case 'initial-values':
    case 'none':
      return [];
  }
}

/** Puts a value that depends on the circuit into the element when all names are known. */
export function setExpression(
  draft: ElementDraft,
  name: string,
  { expression }: CircuitValue,
  session: Session,
  scope: Scope = session.scope,
): void {
  session.defer(() => {
    const flat = flatExpression(expression, session, scope);
    const { element } = draft;
    if (flat)
      element.expressions = new Map(element.expressions).set(name, multiplied(flat, name, draft, session));
  });
}

/** Substitutes everything but the quantities of the circuit; only when all names are known. */
export function flatExpression(
  expression: Expression,
  session: Session,
  scope: Scope = session.scope,
  resolve: ProbeResolver = (probe) => session.resolveProbe(probe, session.frame),
): Expression | undefined {
  const flat = substituted(expression, session, scope, resolve);
  return flat && session.rules === DIALECTS.ngspice ? powersOfNgspice(flat, false).expression : flat;
}

/** The same of the law of the source `own`, whose powers are ngspice's where a card shows that the file is. */
export function flatLaw(expression: Expression, session: Session, own?: string): Expression | undefined {
  const { diagnostics, frame, dialectMark: mark } = session;
  const resolve: ProbeResolver = (probe) => session.resolveProbe(probe, frame, (name) => name !== own);
  const flat = substituted(expression, session, session.scope, resolve);
  if (!flat || session.rules !== DIALECTS.ngspice) return flat;
  const { expression: law, odd } = powersOfNgspice(flat, mark !== undefined);
  if (!odd || diagnostics.has('odd-power')) return law;
  const written = textOf(odd.span);
  if (mark === undefined) {
    const kept = `${written} has the sign of its base; in ngspice it is the power of the absolute value`;
    diagnostics.warning('odd-power', kept, odd.span, { hint: 'write abs() where that is meant' });
  } else {
    const taken = `${written} is the power of the absolute value, as in ngspice, because of ${mark}`;
    diagnostics.warning('odd-power', taken, odd.span, { hint: 'write pwr(x, y) to keep the sign of x' });
  }
  return law;
}

function substituted(
  expression: Expression,
  session: Session,
  scope: Scope,
  resolve: ProbeResolver,
): Expression | undefined {
  const { diagnostics } = session;
  const complete = withFilePoints(withElementParameters(expression, session), session);
  return complete && substitute(complete, scope, resolve, diagnostics);
}

/** Removes and returns the assignment with one of these names. */
export function takeAssignment(draft: ElementDraft, names: readonly string[]): AssignmentItem | undefined {
  const index = draft.assignments.findIndex(
    ({ key }) => key.kind === 'word' && names.includes(key.text.toLowerCase()),
  );
  return index < 0 ? undefined : draft.assignments.splice(index, 1)[0];
}
