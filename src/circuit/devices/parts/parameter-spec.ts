/** A parameter of a device's model as a line of its table: name, unit, default (undefined where it has none), range, meaning. */
import type { ParameterSpec } from '../../../netlist/language.js';

type Range = NonNullable<ParameterSpec['range']>;

export function spec(
  name: string,
  unit: string,
  value: number | undefined,
  range: Range,
  doc: string,
): ParameterSpec {
  return { name, unit, range, doc, ...(value !== undefined && { default: value }) };
}
