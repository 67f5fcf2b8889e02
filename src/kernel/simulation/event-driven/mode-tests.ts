/** Whether a mode holds at a point of a flow, and whether a known transition is what follows there. */
import { breaksAtOnce, isAdmissible, switchesToCommutate } from './broken-guards.js';
import { followsAgain, type ModeTransition } from './mode-transition-cache.js';
import type { ExactMode } from './modes/exact-mode.js';
import { guardAt } from './modes/guard-values.js';
import type { TransitionContext } from './transition-context.js';

export class ModeTests {
  constructor(private readonly context: Pick<TransitionContext, 'segment' | 'options'>) {}

  /** Whether a row of a mode is negative at t by more than rounding. */
  breaks(mode: ExactMode, t: number, xi: Float64Array): boolean {
    const { segment } = this.context;
    return breaksAtOnce(mode, segment.pointIn(mode, xi), segment, t);
  }

  /** Whether a mode holds at a point. */
  holds(mode: ExactMode, t: number, xi: Float64Array): boolean {
    const { segment, options } = this.context;
    return (
      !this.breaks(mode, t, xi) &&
      switchesToCommutate(mode, segment.pointIn(mode, xi), options.evtol).length === 0
    );
  }

  /** Whether a mode holds at a point and right after it. */
  isAdmissible(mode: ExactMode, t: number, xi: Float64Array): boolean {
    const { segment, options } = this.context;
    if (!mode.slow(false)?.length) return segment.isAdmissible(mode, xi, true);
    return isAdmissible(mode, segment.pointIn(mode, xi), segment, options.evtol, t);
  }

  /**
   * Whether a known transition is what follows at a point: its mode holds there, the switches that followed others follow them again, and
   * none of the modes that were nearer but did not hold when it was found.
   */
  follows(known: ModeTransition, t: number, xi: Float64Array): boolean {
    if (!this.isAdmissible(known.mode, t, xi)) return false;
    if (known.following.length > 0) {
      const point = this.context.segment.pointIn(known.mode, xi);
      if (!followsAgain(known, (guard) => guardAt(point, guard))) return false;
    }
    return !known.passed.some((mode) => this.isAdmissible(mode, t, xi));
  }
}
