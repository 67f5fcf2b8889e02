/**
 * What sparse steps cannot solve, in the words of exact events, where a loop of voltage sources and conducting ideal elements
 * explains it (`contradicting-loop.ts`): "d1 conflicts with v1".
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import { type ContradictingLoop, contradictingLoop } from '../../circuit/contradicting-loop.js';
import type { SmoothBranch } from '../../circuit/primitives.js';
import type { SparseModel } from '../../circuit/sparse/sparse-model.js';
import { LogicSignal } from '../../kernel/modeling/signals/logic-signal.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import { conflictOf, noSolution, resistanceHint } from './run-failure.js';

/** A signal before what jumps at t = 0; levels of logic settle with what is at rest. */
export function valueAtRest(signal: Signal): number {
  const before = signal instanceof LogicSignal ? NaN : signal.valueLeft(0);
  return Number.isNaN(before) ? signal.value(0) : before;
}

/** Reports the loop that leaves a circuit no operating point; false where there is none. */
export function reportLoopAtRest(branches: readonly SmoothBranch[], diagnostics: Diagnostics): boolean {
  const loop = contradictingLoop(branches, { valueOf: valueAtRest });
  if (!loop) return false;
  const message = `there is no operating point (proved): ${wordsOf(loop)}`;
  diagnostics.error('no-operating-point', message, undefined, {
    hint: `${resistanceHint(loop.elements[0] ?? '')}, or start with uic`,
  });
  return true;
}

/** Where a run stands that cannot go on. */
export interface StoppedRun {
  /** Seconds. */
  readonly time: number;
  /** 1 for every guard that is on; absent where that is not known. */
  readonly guardsOn: Uint8Array | undefined;
  /** Seconds within which steps meet what changes there. */
  readonly resolution: number;
}

/** Says which loop leaves a circuit no solution from a time on; undefined where none does. */
export function loopAfter(
  { numbering, system }: SparseModel,
  { time, guardsOn, resolution }: StoppedRun,
): { readonly message: string; readonly hint: string } | undefined {
  const { branches, currentUnknown } = numbering;
  const guardAt = new Map(system.guards.map(({ row }, g) => [row, g]));
  const closed = new Set(
    branches.filter((_branch, k) => guardsOn?.[guardAt.get(currentUnknown[k] ?? -1) ?? -1] === 1),
  );
  const isClosed = (branch: SmoothBranch): boolean => closed.has(branch);
  for (const t of [time, time + resolution]) {
    const loop = contradictingLoop(branches, { valueOf: (signal) => signal.value(t), isClosed });
    if (loop) return noSolution(time, wordsOf(loop), loop.elements[0] ?? '');
  }
  return undefined;
}

function wordsOf({ elements, sources }: ContradictingLoop): string {
  return conflictOf(elements, sources);
}
