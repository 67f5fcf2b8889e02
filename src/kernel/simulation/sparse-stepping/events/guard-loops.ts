/**
 * Distances of guards to their thresholds within a step (`event-watch.ts`), over arrays that stay where they are: as it stands here, or as
 * machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import { type FormList, formOf } from '../descriptor/form-list.js';

/** The arrays of an `EventWatch`, as it describes them. */
export interface GuardArrays {
  /** The guards that are watched. */
  readonly watched: Int32Array;
  readonly controls: FormList;
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

/** How far a control is from turning a guard over; negative beyond. `apart` is added to its hysteresis on both sides. */
export function distanceToSwitching(
  on: number,
  off: number,
  isOn: boolean,
  control: number,
  apart: number,
): number {
  return isOn ? control - off + apart : on + apart - control;
}

/** The same of guard g. */
export function distanceOf(of: GuardArrays, g: Int, control: number, isOn: boolean): number {
  const { onAt, offAt, widened, sizes, low } = of;
  const apart = isOn ? Math.max(widened[g]!, low[g]! * sizes[g]!) : widened[g]!;
  return distanceToSwitching(onAt[g]!, offAt[g]!, isOn, control, apart);
}

/** Writes g of a guard at the stages; its control is at least as large as where the step begins. */
export function readGuard(of: GuardArrays, g: Int, points: readonly Float64Array[]): void {
  const { values, sizes, on, controls } = of;
  const count = values.length;
  const isOn = on[g]! === 1;
  sizes[g] = Math.max(sizes[g]!, Math.abs(formOf(controls, g, points[0]!)));
  for (let j = 0; j < count; j++) values[j] = distanceOf(of, g, formOf(controls, g, points[j]!), isOn);
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
