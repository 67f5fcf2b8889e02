/**
 * Steps one behind the other in one call, as far as a record of them goes: their times, and of all unknowns values and rates at both
 * ends of each. Over arrays that stay where they are: as it stands here, or as machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import { combined } from '../inputs/lagrange.js';
import { makeStep, stepOutcomes } from './step-loop.js';
import { type StepArrays, stepBegins, stepCounts, stepNumbers } from './trial-loop.js';

/** Steps in a record: some more than a block makes in a window. */
export const MOST_RECORDED = 96;

export interface StepRecord {
  /** How many steps there are. */
  readonly count: Int32Array;
  /** Start and end of each, seconds. */
  readonly times: Float64Array;
  /** z0, z0', z1, z1' of each, all unknowns of one behind those of the other. */
  readonly ends: Float64Array;
  /** The largest of what flows at the end of a step, by row; whoever asks begins it. */
  readonly steepest: Float64Array;
  /** Slopes at both ends of the polynomial through the stages of a step of length 1. */
  readonly slopesAtStart: Float64Array;
  readonly slopesAtEnd: Float64Array;
}

export interface RecordedRun {
  readonly step: StepArrays;
  readonly record: StepRecord;
}

function recordStep(of: RecordedRun): void {
  const { times, ends, count, steepest, slopesAtStart, slopesAtEnd } = of.record;
  const { size, stages, before, flows } = of.step.stage;
  const { numbers } = of.step;
  const k = count[0]!;
  count[0] = k + 1;
  const t0 = numbers[stepNumbers.begin]!;
  const t1 = numbers[stepNumbers.t]!;
  times[2 * k] = t0;
  times[2 * k + 1] = t1;
  const h = t1 - t0;
  const first = before[0]!;
  const last = before[stages - 1]!;
  const at = 4 * size * k;
  for (let i = 0; i < size; i++) {
    ends[at + i] = first[i]!;
    ends[at + size + i] = combined(before, slopesAtStart, i) / h;
    ends[at + 2 * size + i] = last[i]!;
    ends[at + 3 * size + i] = combined(before, slopesAtEnd, i) / h;
    steepest[i] = Math.max(steepest[i]!, Math.abs(flows[i]!));
  }
}

/**
 * As `makeStep`, one step after the other, to `until`, the next breakpoint or the end of the record; returns how the last one ended.
 */
export function makeSteps(of: RecordedRun, until: number, begin: Int): Int {
  const { count } = of.record;
  const { numbers, counts } = of.step;
  let from = begin;
  if (from === stepBegins.anew) count[0] = 0;
  for (;;) {
    const outcome = makeStep(of.step, until, from);
    if (outcome > stepOutcomes.atBreakpoint) return outcome;
    recordStep(of);
    if (outcome === stepOutcomes.atBreakpoint || count[0]! >= MOST_RECORDED) return outcome;
    if (!(numbers[stepNumbers.t]! < until)) return outcome;
    from = stepBegins.anew;
    counts[stepCounts.hasPivots] = 1;
  }
}
