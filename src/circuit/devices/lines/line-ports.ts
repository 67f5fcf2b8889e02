/**
 * The two ports of a lossless line, by the method of characteristics: at either a conductance 1/z0 beside the wave
 * -(v / z0 + i) that left the other port a delay ago. Source: [Branin 1967].
 */
import { DelayedSignal } from '../../../kernel/modeling/signals/delayed-signal.js';
import type { Branch, LinearForm } from '../../primitives.js';

export interface LinePort {
  /** Of the element whose current is that into the port. */
  readonly name: string;
  readonly a: string;
  readonly b: string;
  /** Amperes: -(v / z0 + i) under uic. */
  readonly initial: number;
}

/** Returns the branches of a line of impedance z0 (ohms) and a delay (seconds). */
export function linePorts(first: LinePort, second: LinePort, z0: number, delay: number): Branch[] {
  return [...portBranches(first, second, z0, delay), ...portBranches(second, first, z0, delay)];
}

function portBranches({ name, a, b }: LinePort, other: LinePort, z0: number, delay: number): Branch[] {
  const wave: LinearForm = {
    constant: 0,
    terms: [
      { gain: -1 / z0, quantity: 'voltage', a: other.a, b: other.b },
      { gain: -1, quantity: 'current', element: other.name },
    ],
  };
  const signal = new DelayedSignal(delay, other.initial);
  const place = { element: name, a, b, inLine: true } as const;
  return [
    { kind: 'resistance', ...place, name, resistance: z0 },
    {
      kind: 'current',
      ...place,
      name: `${name}#wave`,
      signal,
      delayed: { form: wave, signal, initial: other.initial, impedance: z0 },
    },
  ];
}
