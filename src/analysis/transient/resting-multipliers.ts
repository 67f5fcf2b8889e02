/**
 * The multipliers that a fixed grid starts from where a switch reads one: what several satisfy at t = 0 alone - the dry friction of
 * a body at rest, anything within its bound - is what an implicit step right behind it takes, with all switches as they start. The least
 * ones (`initial-multiplier.ts`) know no motion, and stiction would break away by them.
 */
import { nonsmoothSystem } from '../../circuit/compiler/nonsmooth-system.js';
import type { CompiledCircuit } from '../../circuit/compiler/compiled-circuit.js';
import { EulerMoreauOSI } from '../../kernel/simulation/integrators/euler-moreau-osi.js';
import { BoxVI } from '../../kernel/simulation/problems/box-vi.js';
import { SimulationFailure } from '../../kernel/simulation/simulation-failure.js';
import { TimeDiscretisation } from '../../kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../kernel/simulation/time-stepping/time-stepping.js';

/** Length of that step in parts of those of the grid. */
const PART = 1e-3;

/** The rows' multipliers; undefined where no switch reads one, or the step fails. `h`: that of the grid, seconds. */
export function restingMultipliers(compiled: CompiledCircuit, h: number): Float64Array | undefined {
  const { guards, system } = compiled;
  const readsMultiplier = guards.some(({ control }) =>
    control.subarray(system.n, system.n + system.m).some((gain) => gain !== 0),
  );
  if (!readsMultiplier) return undefined;
  const held = guards.map((guard) => ({ ...guard, on: Infinity, off: -Infinity }));
  const trial = new TimeStepping(
    nonsmoothSystem({ ...compiled, guards: held }, 0, PART * h),
    new TimeDiscretisation(0, PART * h),
    new EulerMoreauOSI(1, 1),
    new BoxVI({ code: 'plain' }),
  );
  try {
    trial.computeOneStep();
  } catch (error) {
    if (error instanceof SimulationFailure) return undefined;
    throw error;
  }
  return trial.state.lambda;
}
