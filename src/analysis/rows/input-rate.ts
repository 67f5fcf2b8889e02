/** How fast inputs move, by the linear systems that generate them. */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import { motionRate } from '../../kernel/simulation/event-driven/motion/linear-motion.js';

/** Returns a bound of the rates at which these inputs move between breakpoints, 1/s; Infinity where one has no such system. */
export function fastestOf(inputs: readonly Signal[]): number {
  let fastest = 0;
  for (const { generator } of inputs)
    fastest = Math.max(
      fastest,
      generator ? motionRate(generator.S, generator.order, generator.order) : Infinity,
    );
  return fastest;
}
