/** Which axes of a picture are logarithmic: as asked for, else those whose values ask for it. What is not above 0 has no place on one. */
import type { LogAxes } from '../waveform/writer.js';
import { linearAxis, logAxis, type AxisKind } from './window-points.js';

/** Whether the axis of a panel is: never one of decibels or degrees, unasked one of densities of noise. */
export function isLogPanel(unit: string, hasPositive: boolean, asked: LogAxes | undefined): boolean {
  if (!hasPositive || unit === 'dB' || unit === '°') return false;
  return asked === undefined ? unit.endsWith('/√Hz') : asked.includes('y');
}

/** The axis of x, where it can be as asked for. */
export function scaleAxis(low: number, asked: LogAxes | undefined, looksLog: boolean): AxisKind {
  const isLog = asked === undefined ? looksLog : asked.includes('x') && low > 0;
  return isLog ? logAxis : linearAxis;
}

/** The curves x, y, x, y ... of y > 0 that are left of one. */
export function positiveParts(curve: Float64Array): Float64Array[] {
  const parts: Float64Array[] = [];
  let from = 0;
  for (let i = 0; i <= curve.length; i += 2) {
    if (i < curve.length && (curve[i + 1] ?? NaN) > 0) continue;
    if (i > from) parts.push(curve.subarray(from, i));
    from = i + 2;
  }
  return parts;
}

/** "values <= 0 left out", where there are any. */
export function leftOut(curves: readonly Float64Array[]): string {
  const isAny = curves.some((curve) => curve.some((y, i) => i % 2 === 1 && !(y > 0)));
  return isAny ? 'values <= 0 left out' : '';
}
