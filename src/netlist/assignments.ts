/**
 * `name=value` items read by a table of parameters: canonical names, unknown and repeated ones reported.
 */
import { nearestName } from '../base/nearest-name.js';
import type { Span } from '../base/span.js';
import type { ParameterSpec } from './language.js';
import type { AssignmentItem, Item } from './syntax.js';
import { textOf } from './syntax.js';
import { readQuantity, readValue, type CircuitValue, type ValueContext } from './values.js';

/** Tells assignments from the other items, order kept. */
export function partitionItems(items: readonly Item[]): {
  readonly positional: readonly Exclude<Item, AssignmentItem>[];
  readonly assignments: readonly AssignmentItem[];
} {
  const positional: Exclude<Item, AssignmentItem>[] = [];
  const assignments: AssignmentItem[] = [];
  for (const item of items) {
    if (item.kind === 'assignment') assignments.push(item);
    else positional.push(item);
  }
  return { positional, assignments };
}

export interface AssignmentRules {
  /** Names the element or model in messages. */
  readonly owner: string;
  readonly parameters: ReadonlyMap<string, ParameterSpec>;
  /** Further names that may stand there, for hints: that of the value itself. */
  readonly values?: readonly string[];
  /** Takes a name that the table does not have; false: it is unknown. */
  readonly accept?: (name: string, assignment: AssignmentItem) => boolean;
  /** Takes the value of a parameter whose spec allows expressions of the circuit. */
  readonly expression?: (name: string, value: CircuitValue) => void;
}

/** Reads assignments into a map by canonical name. */
export function readAssignments(
  assignments: readonly AssignmentItem[],
  { owner, parameters, values: others = [], accept, expression }: AssignmentRules,
  context: ValueContext,
): Map<string, number> {
  const values = new Map<string, number>();
  const places = new Map<string, Span>();
  for (const assignment of assignments) {
    const name = textOf(assignment.key.span).toLowerCase();
    const spec = parameters.get(name);
    const canonical = spec?.name ?? name;
    const first = places.get(canonical);
    if (first) warnOfRepeated(`${owner}: ${canonical}`, assignment.key.span, first, context);
    places.set(canonical, assignment.key.span);
    if (!spec) {
      if (accept?.(name, assignment) !== true)
        reportUnknown(owner, name, [...others, ...parameters.keys()], assignment.key.span, context);
      continue;
    }
    const value =
      spec.expression === true && expression
        ? readQuantity(assignment.value, spec, owner, context, 'named')
        : readValue(assignment.value, spec, owner, context, 'named');
    if (typeof value === 'object') expression?.(spec.name, value);
    else if (value !== undefined) values.set(spec.name, value);
  }
  return values;
}

/** Simulators take the last value of several without a word, or the first one. */
export function warnOfRepeated(
  what: string,
  span: Span,
  first: Span,
  { diagnostics }: Pick<ValueContext, 'diagnostics'>,
  counts: 'last' | 'first' = 'last',
): void {
  const decimal = decimalOf(first, span);
  diagnostics.warning('given-twice', `${what} is given twice: the ${counts} counts`, span, {
    related: [{ span: first, message: 'given here first' }],
    hint:
      decimal === undefined
        ? 'remove one of them'
        : `a comma parts two values: write ${decimal} for one, or remove one of them`,
  });
}

/** The number that two values are with a point in the place of the comma between them: 3.3k of 3,3k. */
function decimalOf(first: Span, second: Span): string | undefined {
  const { text } = first.source;
  if (second.source !== first.source || text.slice(first.end, second.start) !== ',') return undefined;
  const [whole, fraction] = [textOf(first), textOf(second)];
  return /^[+-]?\d+$/.test(whole) && /^\d/.test(fraction) ? `${whole}.${fraction}` : undefined;
}

function reportUnknown(
  owner: string,
  name: string,
  known: readonly string[],
  span: Span,
  { diagnostics }: ValueContext,
): void {
  diagnostics.error('unknown-element-parameter', `${owner} has no parameter "${name}"`, span, () => {
    const nearest = nearestName(name, known);
    const list =
      known.length === 0 ? 'remove it: there are no parameters here' : `use one of: ${known.join(', ')}`;
    return { hint: nearest === undefined ? list : `did you mean "${nearest}"?` };
  });
}
