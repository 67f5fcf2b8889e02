/** A jump of a run by events over the circuit's point zeta = (x, lambda, u): both sides of it, and the impulse of every entry. */
import type { SimulationEvent } from '../../kernel/simulation/stream.js';
import type { PointSizes } from './circuit-point.js';

export interface JumpPoint {
  /** Multipliers before a jump are not known: 0. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** Units times seconds; 0 of states and of entries that merely jump. */
  readonly impulses: Float64Array;
}

/** The point of an event; undefined where nothing has an impulse by what it is. */
export function jumpPoint(
  { kind, time, left, right, lambda, impulse }: SimulationEvent,
  { n, m, inputs }: PointSizes,
): JumpPoint | undefined {
  if (kind !== 'jump' && kind !== 'input-jump') return undefined;
  const [before, after, impulses] = [0, 1, 2].map(() => new Float64Array(n + m + inputs.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  before.set(left);
  after.set(right);
  after.set(lambda, n);
  if (impulse) impulses.set(impulse, n);
  inputs.forEach((signal, k) => {
    before[n + m + k] = signal.valueLeft(time);
    after[n + m + k] = signal.value(time);
    impulses[n + m + k] = signal.impulse?.(time) ?? 0;
  });
  return { before, after, impulses };
}
