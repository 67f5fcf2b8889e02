/**
 * A switch whose resistance follows its control c without steps, as PSpice and Xyce define VSWITCH and ISWITCH:
 *
 *     i = g(x) v,   g = (1 / roff) (roff / ron)^y,   y = 3 x^2 - 2 x^3,   x = (c - off) / (on - off) held in [0, 1],
 *
 * one nonlinear row for what is beyond 1 / roff, which stands beside it as a resistance, so that an open switch determines what is behind
 * it: the circuit then runs under Newton's method. y is the cubic with horizontal ends, the same as
 * 1/2 + (3 s - 4 s^3) / 2 with s = x - 1/2.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { PiecewiseLinearBuilder } from '../../behavioural/piecewise-linear-form.js';
import { namer } from '../../compiler/graph.js';
import type { Branch, LinearForm } from '../../primitives.js';
import { endsOf } from '../parts/element-parts.js';

export interface Grading {
  readonly on: number;
  readonly off: number;
  readonly ron: number;
  readonly roff: number;
}

/** Emits the switch as a controlled current beside its open resistance. */
export function smoothSwitch(element: FlatElement, control: LinearForm, grading: Grading): Branch[] {
  const ends = endsOf(element);
  const { on, off, ron, roff } = grading;
  const decades = Math.log(roff / ron);
  const place = (c: number): number => Math.min(1, Math.max(0, (c - off) / (on - off)));
  const beyond = (x: number): number => Math.expm1(decades * x * x * (3 - 2 * x)) / roff;
  const builder = new PiecewiseLinearBuilder();
  const across: LinearForm = { constant: 0, terms: [{ gain: 1, quantity: 'voltage', a: ends.a, b: ends.b }] };
  const form = builder.smooth({
    text: `the current of ${element.name}`,
    arguments: [across, control],
    value: ([v = NaN, c = NaN]) => beyond(place(c)) * v,
    gradient([v = NaN, c = NaN], out) {
      const x = place(c);
      const g = beyond(x);
      out[0] = g;
      out[1] = ((g + 1 / roff) * v * decades * 6 * x * (1 - x)) / (on - off);
    },
  });
  const branches: Branch[] = [];
  const add = namer(ends, branches);
  const auxiliaries = builder.rows;
  add(true, (own) => ({
    kind: 'controlled',
    ...own,
    output: 'current',
    form,
    auxiliaries,
    dissipates: true,
  }));
  add(true, (own) => ({ kind: 'resistance', ...own, resistance: roff }));
  return branches;
}
