/**
 * Parameters -> numbers, in the order of their dependence. A walk with its own stack (not the call
 * stack, so that a chain of any length is legal); O(definitions + references). A cycle is reported once,
 * with its path.
 */
import type { SourceText } from '../../base/span.js';
import { nearestName } from '../../base/nearest-name.js';
import { evaluate } from '../../expression/evaluate.js';
import { namesIn } from '../../expression/names-in.js';
import type { ParameterDefinition } from '../parameter-scope.js';
import { parseItems } from '../parse-card.js';
import type { Session } from '../session.js';
import { expressionOf } from '../values.js';
import { readDotCards } from './read-dot-cards.js';

export function resolveParameters(session: Session): void {
  readDotCards('parameters', session);
  applyOverrides(session);
  const visit: Visit = { state: new Map(), path: [] };
  for (const definition of session.scope.definitions.values()) resolveFrom(definition, visit, session);
}

interface Visit {
  readonly state: Map<string, 'open' | 'done'>;
  /** Definitions being resolved, each needed by the one before it. */
  readonly path: ParameterDefinition[];
}

function resolveFrom(root: ParameterDefinition, { state, path }: Visit, session: Session): void {
  const { scope, diagnostics } = session;
  const pending = [root];
  for (let current = pending.at(-1); current; current = pending.at(-1)) {
    const { name, expression } = current;
    if (state.get(name) === undefined) {
      state.set(name, 'open');
      path.push(current);
      for (const needed of expression ? namesIn(expression) : []) {
        const definition = scope.definitions.get(needed);
        if (definition && state.get(needed) === undefined) pending.push(definition);
        if (definition && state.get(needed) === 'open') reportCycle(needed, path, session);
      }
      continue;
    }
    pending.pop();
    if (state.get(name) === 'done') continue;
    state.set(name, 'done');
    path.pop();
    // A member of a cycle already has its null; it is evaluated for what else is wrong with it.
    const value = expression && evaluate(expression, scope, diagnostics);
    if (scope.lookup(name) === undefined) scope.assign(name, value ?? null);
  }
}

function reportCycle(
  name: string,
  path: readonly ParameterDefinition[],
  { scope, diagnostics }: Session,
): void {
  const cycle = path.slice(path.findIndex((definition) => definition.name === name));
  for (const member of cycle) scope.assign(member.name, null);
  const [first, ...others] = cycle;
  if (!first) return;
  const text = [...cycle.map((member) => member.name), first.name].join(' -> ');
  diagnostics.error('parameter-cycle', `parameter "${first.name}" depends on itself: ${text}`, first.span, {
    related: others.map((member) => ({ span: member.span, message: `by way of "${member.name}"` })),
    cure: 'give one of them a number',
  });
}

/** `--set name=value`: replaces the expression of a parameter that the file defines. */
function applyOverrides({ overrides, scope, diagnostics }: Session): void {
  for (const [key, value] of Object.entries(overrides.params ?? {})) {
    const text = `${key}=${value === Infinity ? 'inf' : value}`;
    const source: SourceText = { name: '--set', text };
    const span = { source, start: 0, end: text.length };
    const [item, surplus] = parseItems(span, diagnostics) ?? [];
    if (!item) continue;
    if (surplus || item.kind !== 'assignment' || item.key.kind !== 'word') {
      diagnostics.error('not-an-assignment', `"${text}" is not of the form PARAM=VALUE`, span);
      continue;
    }
    const name = item.key.text.toLowerCase();
    if (!scope.definitions.has(name)) {
      const nearest = nearestName(name, scope.definitions.keys());
      diagnostics.error(
        'unknown-set-parameter',
        `the netlist defines no parameter "${name}"`,
        item.key.span,
        {
          cure:
            nearest === undefined ? `define it in the netlist: .param ${text}` : `did you mean "${nearest}"?`,
        },
      );
      continue;
    }
    scope.definitions.set(name, {
      name,
      expression: expressionOf(item.value, diagnostics),
      span: item.key.span,
    });
  }
}
