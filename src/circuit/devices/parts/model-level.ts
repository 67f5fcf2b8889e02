/** Levels of models: another law by the same letter is refused by its number, never run as the one that is known. */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ParameterSpec } from '../../../netlist/language.js';
import type { EmissionContext } from '../../device.js';

/** Returns the parameter of a model whose levels up to `highest` are one law. */
export function levelParameter(highest: number): ParameterSpec {
  const others = highest === 1 ? 'others are refused' : `up to ${highest} it is 1, others are refused`;
  return { name: 'level', unit: '', default: 1, range: 'positive', doc: `model level; ${others}` };
}

/** Reports an element whose model is of a level above `highest`; returns whether it is. */
export function reportLevel(
  { name, model, span }: FlatElement,
  kind: string,
  highest: number,
  { diagnostics }: EmissionContext,
): boolean {
  const level = model?.parameters.get('level') ?? 1;
  if (level <= highest) return false;
  const message = `${name}: ${kind} level ${level} is not supported`;
  diagnostics.error('model-level', message, model?.span ?? span, { hint: 'use level 1' });
  return true;
}
