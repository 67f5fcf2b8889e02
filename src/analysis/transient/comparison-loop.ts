/**
 * Counts the turns of comparisons and the steps in which they slide (`comparison-pace.ts`), over arrays that stay where they are: as it
 * stands here, or as machine code of the same function (`MachineRoom`).
 */
import type { Int } from '../../base/int.js';
import { type FormList, formOf } from '../../kernel/simulation/sparse-stepping/descriptor/form-list.js';

/** Turns over which the pace is taken. */
const TURNS = 64;
/** At a pace of so many turns in what is left of the run it chatters. */
const MANY = 1e5;
/** Steps of a slide in what is left of the run at which it does not settle; short ones that soon grow are no pace. */
const ENDLESS = 1e9;
/** How far from its two values what slides is. */
const BETWEEN = 1e-6;

/** What happened again and again, by comparison: how often, and since when; -Infinity where it has not begun. */
export interface TallyArrays {
  readonly count: Int32Array;
  readonly since: Float64Array;
}

export interface PaceArrays {
  readonly tstop: number;
  readonly controls: FormList;
  /** Its unknown, and half the hysteresis that it would be given. */
  readonly unknown: Int32Array;
  readonly band: Float64Array;
  readonly isOn: Uint8Array;
  /** 1 where a turn that is counted came within a step. */
  readonly within: Uint8Array;
  readonly turns: TallyArrays;
  readonly slides: TallyArrays;
  /** 1 where it chatters at the end of the last step, and how many do: one number. */
  readonly found: Uint8Array;
  readonly chattering: Int32Array;
}

export interface PacedSteps {
  readonly pace: PaceArrays;
  /** (z | u | 0) at the stages of a step. */
  readonly points: readonly Float64Array[];
}

/** Begins anew at a time. */
function clear(of: TallyArrays, k: Int, t: number): void {
  of.count[k] = 0;
  of.since[k] = t;
}

/** Counts one more at a time; whether it is the last of `TURNS` at a pace of more than `many` in what is left of the run. */
function isFast(of: TallyArrays, k: Int, t: number, left: number, many: number): boolean {
  const count = (of.count[k] as number) + 1;
  of.count[k] = count;
  if (count < TURNS) return false;
  const fast = t - (of.since[k] as number) < (TURNS * left) / many;
  clear(of, k, t);
  return fast;
}

/** Takes a step that ends at t1; returns how many comparisons chatter. */
export function watchPace({ pace, points }: PacedSteps, t1: number): Int {
  const { controls, unknown, band, isOn, within, turns, slides, found, tstop } = pace;
  const left = tstop - t1;
  const count = unknown.length;
  const stages = points.length;
  const first = points[0] as Float64Array;
  const last = points[stages - 1] as Float64Array;
  let all: Int = 0;
  for (let k: Int = 0; k < count; k++) {
    const place = unknown[k] as number;
    const value = last[place] as number;
    const isOnNow = value > 0.5 ? 1 : 0;
    const begins = (first[place] as number) > 0.5 ? 1 : 0;
    const reach = band[k] as number;
    let isWithin = true;
    for (let j = 0; j < stages; j++)
      if (!(Math.abs(formOf(controls, k, points[j] as Float64Array)) <= reach)) isWithin = false;
    let fast = false;
    if (!isWithin || (slides.since[k] as number) === -Infinity) clear(slides, k, t1);
    else if (Math.min(value, 1 - value) > BETWEEN) fast = isFast(slides, k, t1, left, ENDLESS);
    if (!isWithin || (turns.since[k] as number) === -Infinity) {
      clear(turns, k, t1);
      within[k] = 0;
    } else {
      if (isOnNow !== begins) within[k] = 1;
      if (begins !== (isOn[k] as number) && isFast(turns, k, t1, left, MANY)) fast = true;
      if (isOnNow !== begins && isFast(turns, k, t1, left, MANY)) fast = true;
    }
    isOn[k] = isOnNow;
    found[k] = fast ? 1 : 0;
    if (fast) all++;
  }
  pace.chattering[0] = all;
  return all;
}
