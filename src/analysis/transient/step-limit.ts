/**
 * Refuses a run that would not end before it starts: hours even at a nanosecond a step. Shorter runs are
 * measured while they run (`cli/run-limits.ts`).
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import { formatNumber } from '../../base/units.js';
import type { FlatCircuit, TransientCard } from '../../netlist/flat-circuit.js';
import { fixedStep, outputStep, type TransientOptions } from '../preparation/transient-options.js';

/** Most steps, or output steps of exact events, that the option `allowlong` does not permit. */
export const maxSteps = 1e13;

/** Reports a run of more than `maxSteps` steps, at the place that sets its step. */
export function reportLongRun(
  { options: written }: FlatCircuit,
  card: TransientCard,
  options: TransientOptions,
  diagnostics: Diagnostics,
): void {
  if (options.allowlong === '1') return;
  const h = options.method === 'theta' ? fixedStep(options, card) : outputStep(card);
  const steps = card.tstop / h;
  if (steps <= maxSteps) return;
  const message =
    `${formatNumber(card.tstop)} s in steps of ${formatNumber(h)} s are ${formatNumber(steps, 3)} steps; ` +
    'more than 1e13 are not started';
  diagnostics.error('long-run', message, (options.h > 0 ? written.get('h')?.span : undefined) ?? card.span, {
    hint: 'take a larger step, or permit it: --allow-long, .options allowlong=1',
  });
}
