/**
 * `K1 l1 l2 [l3 ...] coefficient [model]`: inductors of the same circuit, all pairs coupled alike.
 */
import { parseNumber } from '../../base/units.js';
import { elementIn } from '../frame.js';
import { requireName } from '../resolve-names.js';
import type { Session } from '../session.js';
import type { WordItem } from '../syntax.js';
import { readValue } from '../values.js';
import { takeAssignment, usageOf, type ElementDraft } from './element-draft.js';
import { hasModel, readModelReference } from './model-reference.js';

export function readCouplingValue(draft: ElementDraft, session: Session): boolean {
  const { element, indexed, rest, nameSpan } = draft;
  const { value: kind } = indexed.syntax;
  if (kind.kind !== 'coupling') return false;
  const inductors: WordItem[] = [];
  for (let item = rest[0]; item?.kind === 'word' && isInductor(item.text, session); item = rest[0]) {
    inductors.push(item);
    rest.shift();
  }
  const named = takeAssignment(draft, [kind.parameter.name, ...(kind.parameter.aliases ?? [])]);
  const [next] = rest;
  // An unknown word here is a misspelt inductor rather than a coefficient.
  const item = named ? undefined : next?.kind === 'word' && !isCoefficient(next) ? undefined : rest.shift();
  if (!named && !item && next?.kind === 'word' && !hasModel(next.text, session)) {
    const taken = new Set(inductors.map(({ text }) => elementIn(session.frame, text)));
    const mayBeMeant = (name: string): boolean => isCoil(name) && !taken.has(name);
    requireName('element', next.text, next.span, session.frame, session, mayBeMeant);
    rest.length = 0;
    return false;
  }
  const coefficient = named?.value ?? item;
  if (!coefficient || inductors.length === 0) {
    const message = `${element.name} needs inductors and a ${kind.parameter.name}`;
    session.diagnostics.error('missing-value', message, nameSpan, {
      hint: `write: ${usageOf(element.name, indexed.syntax)}`,
    });
    return false;
  }
  const way = named ? 'named' : 'positional';
  const value = readValue(coefficient, kind.parameter, element.name, session, way);
  if (value !== undefined) element.value = value;
  element.valueSpan = coefficient.span;
  const found = inductors.map(({ text, span }) => requireName('element', text, span, session.frame, session));
  element.controls = found.filter((name) => name !== undefined);
  const model = rest[0];
  if (model?.kind === 'word' && !readModelReference(draft, session)) return false;
  return value !== undefined && element.controls.length === inductors.length;
}

function isInductor(text: string, { frame, elementNames }: Session): boolean {
  return elementNames.has(frame.prefix + text.toLowerCase().replaceAll(':', '.'));
}

/** By the letter of its name. */
function isCoil(name: string): boolean {
  return name.startsWith('l', name.lastIndexOf('.') + 1);
}

function isCoefficient({ text }: WordItem): boolean {
  return parseNumber(text) !== undefined;
}
