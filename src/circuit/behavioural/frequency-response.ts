/**
 * Responses by frequency, of which only small signals are made: functions of s at j omega, and tables of magnitude and phase.
 * Between points of a table the logarithm of the magnitude and the phase are straight in the frequency, outside nothing passes.
 * Source: the PSpice user's guide, "Frequency tables".
 */
import { complexExpression } from '../../expression/complex-expression.js';
import type { FlatResponse } from '../../netlist/flat-circuit.js';
import type { Transfer } from '../../kernel/modeling/signals/response-signal.js';

/** Returns the response; undefined where the function has no complex value. */
export function transferOf(response: FlatResponse): Transfer | undefined {
  if (response.kind === 'function') {
    const evaluate = complexExpression(response.expression, ['s']);
    return typeof evaluate === 'string' ? undefined : (omega) => evaluate([[0, omega]]);
  }
  const { points, delay } = response;
  return (omega) => {
    const frequency = omega / (2 * Math.PI);
    // Frequencies of an analysis come back from omega with a rounding.
    const at = points.findIndex((point) => point.frequency >= frequency * (1 - 1e-12));
    const [before, behind] = [points[at - 1], points[at]];
    if (!behind) return [0, 0];
    if (!before) return frequency >= behind.frequency * (1 - 1e-12) ? polar(behind, -omega * delay) : [0, 0];
    const share = (frequency - before.frequency) / (behind.frequency - before.frequency);
    const between = (a: number, b: number): number => a + share * (b - a);
    const magnitude = Math.exp(between(Math.log(before.magnitude), Math.log(behind.magnitude)));
    return polar({ magnitude, phase: between(before.phase, behind.phase) }, -omega * delay);
  };
}

function polar(
  { magnitude, phase }: { readonly magnitude: number; readonly phase: number },
  turn: number,
): readonly [number, number] {
  return [magnitude * Math.cos(phase + turn), magnitude * Math.sin(phase + turn)];
}
