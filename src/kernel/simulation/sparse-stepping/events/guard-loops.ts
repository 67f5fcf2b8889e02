/**
 * Distances of guards to their thresholds within a step (`event-watch.ts`), over arrays that stay where they are: as it stands here, or as
 * machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';

/** The arrays of an `EventWatch`, as it describes them. */
export interface GuardArrays {
  /** The guards that are watched. */
  readonly watched: Int32Array;
  /** Of each guard where the terms of its control begin, and of each term its place in (z | u | 0) and its gain. */
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly gain: Float64Array;
  /** Values of the control at which it goes on, and off. */
  readonly onAt: Float64Array;
  readonly offAt: Float64Array;
  /** 1 where it is on. */
  readonly on: Uint8Array;
  readonly widened: Float64Array;
  readonly sizes: Float64Array;
  /** Of each guard the part of its largest control by which it goes off later. */
  readonly low: Float64Array;
  /** g at the stages. */
  readonly values: Float64Array;
  /** Parts of a step in rising order, and the weights of its stages there. */
  readonly parts: Float64Array;
  readonly weights: Float64Array;
}

/** Value of the control of guard g at w. */
export function controlOf(of: GuardArrays, g: Int, w: Float64Array): number {
  const { start, index, gain } = of;
  const end = start[g + 1]!;
  let sum = 0;
  for (let e = start[g]!; e < end; e++) sum += gain[e]! * w[index[e]!]!;
  return sum;
}

/** How far a control is from turning guard g over; negative beyond. */
export function distanceOf(of: GuardArrays, g: Int, control: number, isOn: boolean): number {
  const { onAt, offAt, widened, sizes, low } = of;
  if (!isOn) return onAt[g]! + widened[g]! - control;
  return control - offAt[g]! + Math.max(widened[g]!, low[g]! * sizes[g]!);
}

/** Writes g of a guard at the stages; its control is at least as large as where the step begins. */
export function readGuard(of: GuardArrays, g: Int, points: readonly Float64Array[]): void {
  const { values, sizes, on } = of;
  const count = values.length;
  const isOn = on[g]! === 1;
  sizes[g] = Math.max(sizes[g]!, Math.abs(controlOf(of, g, points[0]!)));
  for (let j = 0; j < count; j++) values[j] = distanceOf(of, g, controlOf(of, g, points[j]!), isOn);
}

/** The first part of the step at which g, whose stages have been read, is negative, by its place; -1 where none is. */
export function firstNegative(of: GuardArrays): Int {
  const { values, parts, weights } = of;
  const count = values.length;
  const places = parts.length;
  for (let k = 0; k < places; k++) {
    let sum = 0;
    for (let j = 0; j < count; j++) sum += weights[k * count + j]! * values[j]!;
    if (sum < 0) return k;
  }
  return -1;
}

/** Whether a guard that is watched comes to its threshold within the step. */
export function meetsGuard(of: GuardArrays, points: readonly Float64Array[]): boolean {
  const { watched } = of;
  const count = watched.length;
  for (let k = 0; k < count; k++) {
    readGuard(of, watched[k]!, points);
    if (firstNegative(of) >= 0) return true;
  }
  return false;
}
