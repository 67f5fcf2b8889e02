/**
 * s_xfer: a rational function of s; coefficients of the highest power first, s in units of denormalized_freq. Its states are those of
 * ngspice, w_k = s^k gain (in + in_offset) / den(s): they start at int_ic, that of the highest power first, and are held there in
 * the operating point. They are kept in units in which the poles are near 1 and the output is of their size.
 */
import { quantityForm } from '../behavioural/expression-form.js';
import { constantForm, scaled, sum, zeroForm } from '../behavioural/form-arithmetic.js';
import type { Branch, LinearForm } from '../primitives.js';
import { inPort, outPort, setTypes, type CodeModel, type CodePart } from './code-model.js';
import { codeSyntax, list, real } from './model-syntax.js';

export const sTransfer: CodeModel = {
  syntax: codeSyntax(
    's_xfer',
    'Transfer function: out = gain (num(s) / den(s)) (in + in_offset), the highest power of s first; at rest its states are held.',
    [{ ...inPort, types: setTypes }, outPort],
    [
      real('in_offset', 0, 'added to the input'),
      real('gain', 1, 'factor of the function'),
      list('num_coeff', 'coefficients of the numerator; default [1]'),
      list('den_coeff', 'coefficients of the denominator; default [1]'),
      list('int_ic', 'states at the start, that of the highest power of s first; default [0]'),
      real('denormalized_freq', 1, 's is divided by it', { unit: 'rad/s', range: 'positive' }),
    ],
  ),
  branches(part) {
    const frequency = part.number('denormalized_freq');
    const rising = (name: string): number[] =>
      trimmed([...part.list(name, [1])].reverse().map((value, k) => value / frequency ** k));
    const [numerator, denominator] = [rising('num_coeff'), rising('den_coeff')];
    const order = denominator.length - 1;
    if (order > 0 && numerator.length <= order + 1) return withStates(part, numerator, denominator);
    const input = part.build.scaled(part.input(part.port('in')), 1, part.number('in_offset'));
    const gained = numerator.map((value) => part.number('gain') * value);
    return part.drive(part.port('out'), {
      ...{ kind: 'laplace', output: 'v', input },
      ...{ numerator: gained, denominator },
    });
  },
};

/** Without zeros at the highest powers. */
function trimmed(coefficients: readonly number[]): number[] {
  const last = coefficients.findLastIndex((value) => value !== 0);
  return coefficients.slice(0, Math.max(last, 0) + 1);
}

function withStates(part: CodePart, numerator: readonly number[], denominator: readonly number[]): Branch[] {
  const port = part.port('in');
  const input = port ? part.inputForm(port) : zeroForm;
  const order = denominator.length - 1;
  const leading = denominator[order] ?? 1;
  const lowest = denominator.findIndex((value) => value !== 0);
  // The geometric mean of the poles that are not 0.
  const omega = Math.abs((denominator[lowest] ?? 1) / leading) ** (1 / Math.max(order - lowest, 1));
  const weights = numerator.map((value, k) => value * omega ** k);
  const size = weights.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const ics = part.list('int_ic');
  const state = (k: number): LinearForm => quantityForm(`v(${part.name}#s${k})`);
  /** w_n of the highest power, in the unit of the states. */
  const highest = (): LinearForm => {
    const from = sum(input, constantForm(part.number('in_offset')));
    let form = scaled((part.number('gain') * size) / (leading * omega ** order), from);
    for (let k = 0; k < order; k++)
      form = sum(form, state(k), -((denominator[k] ?? 0) * omega ** (k - order)) / leading);
    return form;
  };
  const at = (k: number): LinearForm => (k === order ? highest() : state(k));
  const branches: Branch[] = [];
  for (let k = 0; k < order; k++) {
    const initial = ((ics[order - 1 - k] ?? 0) * size) / omega ** k;
    branches.push(...part.state(`s${k}`, initial, () => scaled(omega, at(k + 1))).branches);
  }
  const output = weights.reduce((form, weight, k) => sum(form, at(k), weight / size), zeroForm);
  return [...branches, ...part.driveForm(part.port('out'), () => output)];
}
