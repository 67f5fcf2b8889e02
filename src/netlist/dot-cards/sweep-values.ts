/**
 * The values that `.step`, `.dc` and `.ac` go through: from start to stop by steps, a list, or so many points
 * a decade or octave. At most MAX_VALUES, so that a slip (1 to 1e9 by 1) is an error and not a hang.
 */
import type { Span } from '../../base/span.js';
import { formatNumber } from '../../base/units.js';
import type { Session } from '../session.js';

export const MAX_VALUES = 1_000_000;

export type Spacing = 'lin' | 'dec' | 'oct';

/** start, start + step, ... up to stop, which rounding does not lose. */
export function linearValues(
  start: number,
  stop: number,
  step: number,
  span: Span,
  { diagnostics }: Session,
): readonly number[] | undefined {
  const count = (stop - start) / step;
  if (!(count >= 0) || count > MAX_VALUES) {
    const message = `from ${formatNumber(start)} to ${formatNumber(stop)} by ${formatNumber(step)} is no list of values`;
    diagnostics.error('sweep-range', message, span, {
      hint: `give the step the sign of stop - start, and at most ${MAX_VALUES} values`,
    });
    return undefined;
  }
  return Array.from({ length: Math.floor(count + 1e-9) + 1 }, (_, k) => start + k * step);
}

/** So many points a decade or octave from start to stop, both above 0; the last is at most stop. */
export function geometricValues(
  spacing: 'dec' | 'oct',
  points: number,
  start: number,
  stop: number,
  span: Span,
  { diagnostics }: Session,
): readonly number[] | undefined {
  const base = spacing === 'dec' ? 10 : 2;
  const count = (Math.log(stop / start) / Math.log(base)) * points;
  if (!(start > 0 && points > 0 && count >= 0) || count > MAX_VALUES) {
    const message = `${points} points a ${spacing === 'dec' ? 'decade' : 'octave'} from ${formatNumber(start)} to ${formatNumber(stop)} is no list of values`;
    diagnostics.error('sweep-range', message, span, { hint: 'begin above 0 and end above the beginning' });
    return undefined;
  }
  return Array.from({ length: Math.floor(count + 1e-9) + 1 }, (_, k) => start * base ** (k / points));
}
