/**
 * The main circuit's content and parameters, with what the command line and the first values of `.step` put
 * over them. Values are computed when they are wanted, and all of them once.
 */
import type { SourceText } from '../../base/span.js';
import { nearestName } from '../../base/nearest-name.js';
import { STEP, steppedParameter } from '../dot-cards/step.js';
import { parseItems } from '../parse-card.js';
import type { Session } from '../session.js';
import { sortCertain, sortConditional } from '../sort-content.js';
import { expressionOf } from '../values.js';
import { settleSettings, settleTemperature } from './settle-settings.js';

export function resolveParameters(session: Session): void {
  const { scope, content } = session.frame;
  applyOverrides(session);
  // Conditions of .if may ask for the temperature, so that it is settled between what is certain and what is not.
  const conditionals = sortCertain(session.entries, content, scope, session);
  session.entries.length = 0;
  settleSettings(session);
  sortConditional(conditionals, content, scope, session);
  if (conditionals.length > 0) settleTemperature(session);
  defineSteppedParameters(session);
  reportUnknownOverrides(session);
  scope.resolveAll();
}

/** `--set name=value`: wins over the definitions of the file, because it is there first. */
function applyOverrides({ overrides, frame, diagnostics, rules }: Session): void {
  for (const [key, value] of Object.entries(overrides.params ?? {})) {
    const text = `${key}=${value === Infinity ? 'inf' : value}`;
    const source: SourceText = { name: '--set', text };
    const span = { source, start: 0, end: text.length };
    const [item, surplus] = parseItems(span, diagnostics, rules) ?? [];
    if (!item) continue;
    if (surplus || item.kind !== 'assignment' || item.key.kind !== 'word') {
      diagnostics.error('not-an-assignment', `"${text}" is not of the form PARAM=VALUE`, span);
      continue;
    }
    const name = item.key.text.toLowerCase();
    const expression = expressionOf(item.value, diagnostics, rules);
    frame.scope.definitions.set(name, { name, expression, span: item.key.span, maybeUnused: true });
  }
}

/** `.step param x ...` defines x, at its first value, where nobody else does. */
function defineSteppedParameters({ content, scope, diagnostics, rules }: Session): void {
  for (const { reader, card } of content.cards) {
    const stepped = reader === STEP ? steppedParameter(card) : undefined;
    if (stepped?.name.kind !== 'word') continue;
    const name = stepped.name.text.toLowerCase();
    if (content.definitions.has(name)) continue;
    const expression = expressionOf(stepped.value, diagnostics, rules);
    const definition = { name, expression, span: stepped.name.span };
    content.definitions.set(name, definition);
    if (!scope.definitions.has(name)) scope.definitions.set(name, definition);
  }
}

function reportUnknownOverrides({ overrides, content, frame, diagnostics }: Session): void {
  for (const key of Object.keys(overrides.params ?? {})) {
    const name = key.toLowerCase();
    const span = frame.scope.definitions.get(name)?.span;
    if (!span || content.definitions.has(name)) continue;
    const nearest = nearestName(name, content.definitions.keys());
    const hint =
      nearest === undefined
        ? `define it in the netlist: .param ${span.source.text}`
        : `did you mean "${nearest}"?`;
    const message = `the netlist defines no parameter "${name}"`;
    diagnostics.error('unknown-set-parameter', message, span, { hint });
  }
}
