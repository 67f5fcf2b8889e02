/**
 * The excess phase of a bipolar transistor (PTF): what flows from one node, IF / qb of the law, is td later the voltage x of another over
 * a scale in siemens. Between two times that is Weil's approximation, td^2/3 x'' + td x' + x = IF / qb, the Bessel filter of
 * second order, made of a capacitor and an inductor that have no energy; small signals have the phase -omega td itself, as SPICE's do.
 *
 * Source: [Weil-McNamee 1978] (IEEE J. Solid-State Circuits 13, 114).
 */
import { delayedBranches } from '../../behavioural/delayed-form.js';
import { ground } from '../../compiler/tree.js';
import type { EmissionContext } from '../../device.js';
import type { Branch } from '../../primitives.js';

export interface BipolarLag {
  /** The node into which -IF / qb flows, and that whose voltage times the scale is what comes later. */
  readonly input: string;
  readonly output: string;
  readonly branches: readonly Branch[];
}

export function bipolarLag(
  element: string,
  seconds: number,
  scale: number,
  { lags }: Pick<EmissionContext, 'lags'>,
): BipolarLag {
  const input = `${element}#lag`;
  const output = `${element}#later`;
  const resistance = 1 / scale;
  const load = (node: string): Branch => {
    const name = `${node}#load`;
    return { kind: 'resistance', name, element: name, a: node, b: ground, resistance, weightless: true };
  };
  if (lags === 'by-frequency') {
    const form = { constant: 0, terms: [{ gain: 1, quantity: 'voltage' as const, a: input, b: ground }] };
    return { input, output, branches: [load(input), ...delayedBranches(output, form, seconds)] };
  }
  const coil = `${input}#coil`;
  return {
    input,
    output,
    branches: [
      {
        ...{ kind: 'capacitance', name: input, element: input, a: input, b: ground },
        ...{ capacitance: seconds / resistance, weightless: true },
      },
      {
        ...{ kind: 'inductance', name: coil, element: coil, a: input, b: output },
        ...{ inductance: (seconds * resistance) / 3, weightless: true },
      },
      load(output),
    ],
  };
}
