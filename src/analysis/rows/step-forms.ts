/**
 * Written quantities that are polynomials within a step: sums over unknowns, their rates, and inputs that never change, as arrays
 * that machine code reads. The points of a step are (z | u | 0) at its stages.
 */
import type { PointForm } from '../../circuit/sparse/sparse-probe.js';
import type { DescriptorSystem } from '../../kernel/modeling/descriptor-system.js';
import type { FormArrays } from '../../kernel/simulation/step-records/form-arrays.js';
import { floatsIn, integersIn, type NumberRoom } from '../../numerics/code/number-room.js';
import type { SteppingColumn } from './stepping-columns.js';

/** The forms of columns; undefined where one of them is no polynomial. */
export function stepForms(
  columns: readonly SteppingColumn[],
  { size, inputs }: Pick<DescriptorSystem, 'size' | 'inputs'>,
  room: NumberRoom,
): FormArrays | undefined {
  const isPolynomial = ({ direct, laws }: PointForm): boolean =>
    laws.length === 0 && direct.index.every((j) => j < size || inputs[j - size]?.constant === true);
  const forms: PointForm[] = [];
  for (const { value } of columns) {
    const [form] = value.forms;
    if (value.single !== true || !form || !isPolynomial(form)) return undefined;
    forms.push(form);
  }
  const starts = (of: readonly ArrayLike<number>[]): Int32Array => {
    const start = room.integers(of.length + 1);
    of.forEach(({ length }, k) => (start[k + 1] = (start[k] as number) + length));
    return start;
  };
  const direct = forms.map((form) => form.direct);
  const rate = forms.map((form) => form.rate);
  return {
    count: forms.length,
    start: starts(direct.map(({ index }) => index)),
    index: integersIn(
      room,
      direct.flatMap(({ index }) => [...index]),
    ),
    gain: floatsIn(
      room,
      direct.flatMap(({ gain }) => [...gain]),
    ),
    rateStart: starts(rate.map(({ index }) => index)),
    rateIndex: integersIn(
      room,
      rate.flatMap(({ index }) => [...index]),
    ),
    rateGain: floatsIn(
      room,
      rate.flatMap(({ gain }) => [...gain]),
    ),
  };
}
