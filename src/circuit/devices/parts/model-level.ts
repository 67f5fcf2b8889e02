/** Levels of models: another law by the same letter is refused by its number, never run as the one that is known. */
import { Diagnostics } from '../../../base/diagnostic.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ParameterSpec } from '../../../netlist/language.js';
import type { EmissionContext } from '../../device.js';

/** Returns the parameter of a model whose levels up to `highest` are one law. */
export function levelParameter(highest: number): ParameterSpec {
  const others = highest === 1 ? 'others are refused' : `up to ${highest} it is 1, others are refused`;
  return { name: 'level', unit: '', default: 1, range: 'positive', doc: `model level; ${others}` };
}

/** Reports an element whose model is of a level above `highest`, with those that are `modelled`; returns whether it is. */
export function reportLevel(
  { name, model, span }: FlatElement,
  kind: string,
  highest: number,
  { diagnostics }: EmissionContext,
  modelled = '1',
): boolean {
  const level = model?.parameters.get('level') ?? 1;
  if (level <= highest) return false;
  const message = `${name}: ${kind} level ${level} is not supported`;
  diagnostics.error('model-level', message, model?.span ?? span, {
    hint: `use level ${modelled}; others are not modelled`,
  });
  return true;
}

/** The code of what is wrong with an element for exact events and fixed steps alone. */
export const noSegments = 'no-segments';

/**
 * Reports an element that has a smooth law and no segments, `what` being it as people read it; what is wrong with its law is told
 * instead, where something is.
 */
export function reportNoSegments(
  element: FlatElement,
  what: string,
  { memo: _, ...context }: EmissionContext,
  smooth: (element: FlatElement, context: EmissionContext) => unknown,
): void {
  const found = new Diagnostics();
  smooth(element, { ...context, diagnostics: found });
  const wrong = found.items.filter(({ severity }) => severity === 'error');
  for (const item of wrong) context.diagnostics.add(item);
  if (wrong.length > 0) return;
  const message = `${element.name}: ${what} has no segments, which exact events and fixed steps need`;
  context.diagnostics.error(noSegments, message, element.model?.span ?? element.span, {
    hint: 'take method=stepping',
  });
}
