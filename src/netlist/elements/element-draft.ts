/**
 * An element while its card is being read, and the readers of what stands after the terminals.
 */
import type { Span } from '../../base/span.js';
import type { FlatElement } from '../flat-circuit.js';
import type { ElementSyntax } from '../language.js';
import type { Indexed } from '../language-index.js';
import type { Session } from '../session.js';
import type { AssignmentItem, Item } from '../syntax.js';

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
}

/** Reads one kind of value from the draft's items; false after reporting an error. */
export type ValueReader = (draft: ElementDraft, session: Session) => boolean;

/** Describes the shape of a card: "r1 n+ n- resistance". */
export function usageOf(name: string, syntax: ElementSyntax): string {
  const { value } = syntax;
  const what =
    value.kind === 'number'
      ? [value.parameter.name]
      : value.kind === 'model'
        ? ['model']
        : value.kind === 'source'
          ? ['value']
          : [];
  return [name, ...syntax.terminals, ...what].join(' ');
}

/** Removes and returns the assignment with one of these names. */
export function takeAssignment(draft: ElementDraft, names: readonly string[]): AssignmentItem | undefined {
  const index = draft.assignments.findIndex(
    ({ key }) => key.kind === 'word' && names.includes(key.text.toLowerCase()),
  );
  return index < 0 ? undefined : draft.assignments.splice(index, 1)[0];
}
