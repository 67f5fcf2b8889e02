/** Whether k(w) + b (s(w) - history) = 0 holds row by row behind a step that was solved, beside what its terms are. */
import { ROUNDING } from '../stages/trial-loop.js';
import type { DescriptorAssembly } from './assembly.js';

/** Part of its rate that a row of charges or momenta may miss behind an impact. */
const UNBALANCED = 1e-6;

/** Whether impulses are what charges and momenta at w have changed by. */
export function impulsesBalance(
  assembly: DescriptorAssembly,
  w: Float64Array,
  history: Float64Array,
  b: number,
): boolean {
  return everyRow(assembly, w, history, b, (missed, _, rate, row) => {
    const rounding = ROUNDING * b * Math.abs(assembly.s[row]!);
    return missed <= UNBALANCED * Math.abs(rate) + rounding;
  });
}

/** The same of currents and forces with rates, as far as a part of the larger one, or what is nothing. */
export function flowsBalance(
  assembly: DescriptorAssembly,
  w: Float64Array,
  history: Float64Array,
  b: number,
  reltol: number,
  part: number,
): boolean {
  const { residual } = assembly.system;
  return everyRow(assembly, w, history, b, (missed, flow, rate, row) => {
    const nothing = residual[row]! / reltol;
    return missed <= part * Math.max(Math.abs(flow), Math.abs(rate)) + nothing;
  });
}

/** Whether all rows that store something pass a test of what they miss at w, k and b (s - history) there. */
function everyRow(
  assembly: DescriptorAssembly,
  w: Float64Array,
  history: Float64Array,
  b: number,
  test: (missed: number, flow: number, rate: number, row: number) => boolean,
): boolean {
  assembly.evaluate(w, b, false);
  const { storageRows, k, s } = assembly;
  for (let p = 0; p < storageRows.length; p++) {
    const row = storageRows[p]!;
    const rate = b * (s[row]! - history[row]!);
    if (!test(Math.abs(k[row]! + rate), k[row]!, rate, row)) return false;
  }
  return true;
}
