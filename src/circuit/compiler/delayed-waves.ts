/** The forms that a run has to record because they come back as inputs a delay later (lossless lines). */
import type { DelayedSignal } from '../../kernel/modeling/signals/delayed-signal.js';
import type { CompiledCircuit } from './compiled-circuit.js';
import { formOverState } from './guards.js';

export interface DelayedWave {
  readonly signal: DelayedSignal;
  /** Index of the branch whose current the signal is. */
  readonly branch: number;
  /** Over zeta = (x, lambda, u). */
  readonly form: Float64Array;
  readonly constant: number;
  /** Value before the run, under `uic`. */
  readonly initial: number;
  /** Ohms. */
  readonly impedance: number;
}

/** Returns one wave a port of every line; empty for a circuit without lines. */
export function delayedWaves({ descriptor, system }: CompiledCircuit): readonly DelayedWave[] {
  return system.branches.flatMap((branch, index) => {
    if (branch.kind !== 'current' || !branch.delayed) return [];
    const { signal, initial, impedance } = branch.delayed;
    const { form, constant } = formOverState(branch.delayed.form, descriptor, system, index);
    return [{ signal, branch: index, form, constant, initial, impedance }];
  });
}

/** Joules that are on their way in all lines: the integral of impedance / 4 times the square of either wave. */
export function energyInFlight(waves: readonly Pick<DelayedWave, 'signal' | 'impedance'>[]): number {
  return waves.reduce((sum, { signal, impedance }) => sum + (impedance / 4) * signal.squareInFlight(), 0);
}
