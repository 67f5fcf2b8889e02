/** Tables of parameters of models that have hundreds: a line each. */
import type { ParameterSpec } from '../../../netlist/language.js';

/** Name, unit, default where it is a number of its own, meaning. */
export type ParameterRow = readonly [name: string, unit: string, value: number | undefined, doc: string];

export interface RowRules {
  readonly positive: ReadonlySet<string>;
  readonly notNegative: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

/** Returns the specs of rows; those that are binned have parts by 1/L, 1/W and 1/(L W). */
export function specsOf(
  rows: readonly ParameterRow[],
  { positive, notNegative, aliases }: RowRules,
  isBinned: boolean,
): ParameterSpec[] {
  return rows.map(([name, unit, value, doc]) => {
    const known = aliases.get(name);
    return {
      name,
      unit,
      range: positive.has(name) ? 'positive' : notNegative.has(name) ? 'non-negative' : 'finite',
      doc,
      ...(value !== undefined && { default: value }),
      ...(known && { aliases: known }),
      ...(isBinned && { binned: true as const }),
    };
  });
}
