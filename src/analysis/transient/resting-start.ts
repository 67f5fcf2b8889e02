/**
 * The multipliers that a fixed grid starts from where a switch reads one: what several satisfy at t = 0 alone - the dry friction of
 * a body at rest, anything within its bound - is what an implicit step right behind it takes, with all switches as they start, or,
 * where that turns one, as they are then: stiction that cannot hold lets go before the first step. The least
 * ones (`initial-multiplier.ts`) know no motion, and stiction would break away by them.
 */
import { nonsmoothSystem } from '../../circuit/compiler/nonsmooth-system.js';
import type { CompiledCircuit, IdealSwitchGuard } from '../../circuit/compiler/compiled-circuit.js';
import { EulerMoreauOSI } from '../../kernel/simulation/integrators/euler-moreau-osi.js';
import { BoxVI } from '../../kernel/simulation/problems/box-vi.js';
import { SimulationFailure } from '../../kernel/simulation/simulation-failure.js';
import { TimeDiscretisation } from '../../kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../kernel/simulation/time-stepping/time-stepping.js';
import { dot } from '../certificate/energy/energy-ledger.js';
import { pointAt } from './transient-run.js';

/** Length of that step in parts of those of the grid. */
const PART = 1e-3;

/** What a grid starts from. */
export interface RestingStart {
  readonly lambda: Float64Array;
  /** All switches, each as it is then: stiction whose bound is exceeded has let go. */
  readonly guards: CompiledCircuit['guards'];
}

/** Undefined where no switch reads a multiplier, or the step fails. `h`: that of the grid, seconds. */
export function restingStart(compiled: CompiledCircuit, h: number): RestingStart | undefined {
  const { system } = compiled;
  const reads = ({ control }: IdealSwitchGuard): boolean =>
    control.subarray(system.n, system.n + system.m).some((gain) => gain !== 0);
  let { guards } = compiled;
  if (!guards.some(reads)) return undefined;
  // Each of them turns at most once; where that does not settle the last step is as good as any.
  for (let turns = guards.length; ; turns--) {
    const trial = new TimeStepping(
      nonsmoothSystem({ ...compiled, guards: guards.map(held) }, 0, PART * h),
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
    const zeta = pointAt(compiled, trial, PART * h);
    const next = guards.map((guard) => (reads(guard) ? turned(guard, dot(guard.control, zeta)) : guard));
    if (turns === 0 || next.every((guard, g) => guard === guards[g]))
      return { lambda: trial.state.lambda, guards };
    guards = next;
  }
}

/** A switch that stays as it is. */
function held(guard: IdealSwitchGuard): IdealSwitchGuard {
  return { ...guard, on: Infinity, off: -Infinity };
}

function turned(guard: IdealSwitchGuard, control: number): IdealSwitchGuard {
  if (guard.initially === 'on') return control < guard.off ? { ...guard, initially: 'off' } : guard;
  return control > guard.on ? { ...guard, initially: 'on' } : guard;
}
