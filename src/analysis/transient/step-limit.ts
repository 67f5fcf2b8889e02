/**
 * Refuses a run that would not end before it starts: hours even at a nanosecond a step. Shorter runs are
 * measured while they run (`cli/progress/run-limits.ts`).
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import { formatNumber } from '../../base/units.js';
import type { SmoothBranch } from '../../circuit/primitives.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { FlatCircuit, TransientCard } from '../../netlist/flat-circuit.js';
import { fixedStep, outputStep, type TransientOptions } from '../preparation/transient-options.js';

/** Most steps, or output steps of exact events, that the option `allowlong` does not permit. */
export const maxSteps = 1e13;

/** Parts of the run at which sources are looked at, and how many of their breakpoints from there on. */
const places = [0, 0.4, 0.8];
const lookedAt = 64;

/** Reports a run of more than `maxSteps` steps, or bends of a source, at the place that sets them. */
export function reportLongRun(
  { options: written, elements }: FlatCircuit,
  branches: readonly SmoothBranch[],
  card: TransientCard,
  options: TransientOptions,
  diagnostics: Diagnostics,
): void {
  if (options.allowlong === '1') return;
  for (const branch of branches) {
    const isSource = branch.kind === 'voltage' || (branch.kind === 'current' && !branch.delayed);
    if (!isSource) continue;
    const bends = bendsOf(branch.signal, card.tstop);
    if (!(bends > maxSteps)) continue;
    const message = `${branch.element} bends ${formatNumber(bends, 3)} times in ${formatNumber(card.tstop)} s; more than 1e13 are not started`;
    const { span } = elements.find(({ name }) => name === branch.element) ?? card;
    diagnostics.error('long-run', message, span, {
      hint: 'give its function longer times: a period or an edge of it is out of proportion to the run',
    });
  }
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

/** How often a signal bends until tstop, by the shortest distances that last: a few points that are close are no rate. */
function bendsOf(signal: Signal, tstop: number): number {
  const found = places.map((place) => {
    const from = signal.nextBreakpoint(place * tstop);
    let t = from;
    for (let k = 0; k < lookedAt && t < tstop; k++) t = signal.nextBreakpoint(t);
    return t < tstop ? (lookedAt * tstop) / (t - from) : 0;
  });
  return Math.min(...found);
}
