/**
 * A switch whose resistance follows its control c without steps, as PSpice and Xyce define VSWITCH and ISWITCH:
 *
 *     i = g(x) v,   g = (1 / roff) (roff / ron)^y,   y = 3 x^2 - 2 x^3,   x = (c - off) / (on - off) held in [0, 1],
 *
 * one nonlinear row: the circuit then runs under Newton's method. y is the cubic with horizontal ends, the same as
 * 1/2 + (3 s - 4 s^3) / 2 with s = x - 1/2.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { PiecewiseLinearBuilder } from '../../behavioural/piecewise-linear-form.js';
import type { Branch, LinearForm } from '../../primitives.js';
import { endsOf } from '../parts/element-parts.js';

export interface Grading {
  readonly on: number;
  readonly off: number;
  readonly ron: number;
  readonly roff: number;
}

/** Emits the switch as one controlled current. */
export function smoothSwitch(element: FlatElement, control: LinearForm, grading: Grading): Branch[] {
  const ends = endsOf(element);
  const { on, off, ron, roff } = grading;
  const decades = Math.log(roff / ron);
  const place = (c: number): number => Math.min(1, Math.max(0, (c - off) / (on - off)));
  const conductance = (x: number): number => Math.exp(decades * x * x * (3 - 2 * x)) / roff;
  const builder = new PiecewiseLinearBuilder();
  const across: LinearForm = { constant: 0, terms: [{ gain: 1, quantity: 'voltage', a: ends.a, b: ends.b }] };
  const form = builder.smooth({
    text: `the current of ${element.name}`,
    arguments: [across, control],
    value: ([v = NaN, c = NaN]) => conductance(place(c)) * v,
    gradient([v = NaN, c = NaN], out) {
      const x = place(c);
      const g = conductance(x);
      out[0] = g;
      out[1] = (g * v * decades * 6 * x * (1 - x)) / (on - off);
    },
  });
  return [
    { kind: 'controlled', ...ends, output: 'current', form, auxiliaries: builder.rows, dissipates: true },
  ];
}
