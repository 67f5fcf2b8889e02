/** A depletion layer between two nodes that stores and does not conduct: f = 0, q of `depletion-charge.ts`. */
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import {
  depletionCapacitance,
  depletionCharge,
  type DepletionLayer,
  depletionPlaces,
  writeDepletion,
} from './depletion-charge.js';
import { writeAcross } from './two-ends.js';

export const depletionLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'depletion layer',
  reads: 2,
  rows: 2,
  parameterCount: depletionPlaces,
  conducts: new Uint8Array(4),
  stores: Uint8Array.of(1, 1, 1, 1),
  evaluate(p, at, values, { f, q, df, dq }) {
    const v = (values[0] as number) - (values[1] as number);
    const capacitance = depletionCapacitance(p, at, v);
    const charge = depletionCharge(p, at, v, capacitance);
    f[0] = f[1] = 0;
    df[0] = df[1] = df[2] = df[3] = 0;
    writeAcross(q, dq, charge, capacitance);
  },
});

/** Returns its parameters. */
export function depletionParameters(layer: DepletionLayer): Float64Array {
  const parameters = new Float64Array(depletionPlaces);
  writeDepletion(parameters, 0, layer);
  return parameters;
}
