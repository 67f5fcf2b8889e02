/**
 * The values that `.step`, `.dc`, `.ac` and `.noise` go through: from start to stop by steps, a list, or so many points
 * a decade or octave. At most MAX_VALUES, so that a slip (1 to 1e9 by 1) is an error and not a hang.
 */
import type { Span } from '../../base/span.js';
import { formatNumber } from '../../base/units.js';
import type { Session } from '../session.js';

export const MAX_VALUES = 1_000_000;

export type Spacing = 'lin' | 'dec' | 'oct';

/** start, start + step, ... up to stop, which rounding does not lose. PSpice's steps have a size, and go towards stop. */
export function linearValues(
  start: number,
  stop: number,
  written: number,
  span: Span,
  { diagnostics, dialect, overrides: { sweeps } }: Session,
): readonly number[] | undefined {
  const key = `${start} ${stop} ${written} ${dialect}`;
  const known = sweeps?.get(key);
  if (known) return known;
  const isAway = written !== 0 && (stop - start) / written < 0;
  const isTurned = isAway && (dialect === 'ltspice' || (dialect === 'pspice' && written > 0));
  const step = isTurned ? -written : written;
  if (isTurned && dialect === 'ltspice') {
    const message = `from ${formatNumber(start)} to ${formatNumber(stop)} the steps are of ${formatNumber(step)}, not ${formatNumber(written)}`;
    diagnostics.warning('sweep-turned', message, span, { hint: 'give the step the sign of stop - start' });
  }
  const count = (stop - start) / step;
  if (!(count >= 0) || count > MAX_VALUES) {
    const message = `from ${formatNumber(start)} to ${formatNumber(stop)} by ${formatNumber(step)} is no list of values`;
    const slips: readonly (readonly [boolean, string])[] = [
      [step === 0, 'a step of 0 never arrives: write the distance of two values'],
      [count < 0, 'give the step the sign of stop - start'],
      [count > MAX_VALUES, `at most ${MAX_VALUES} values are run: take a longer step`],
    ];
    const hint = slips.find(([isIt]) => isIt)?.[1] ?? 'write three finite numbers';
    diagnostics.error('sweep-range', message, span, { hint });
    return undefined;
  }
  const values = Array.from({ length: Math.floor(count + 1e-9) + 1 }, (_, k) => start + k * step);
  sweeps?.set(key, values);
  return values;
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
    const slips: readonly (readonly [boolean, string])[] = [
      [!(points > 0), 'ask for one point or more'],
      [start > 0 && count > MAX_VALUES, `at most ${MAX_VALUES} values are run: ask for fewer points`],
    ];
    const hint = slips.find(([isIt]) => isIt)?.[1] ?? 'begin above 0 and end above the beginning';
    diagnostics.error('sweep-range', message, span, { hint });
    return undefined;
  }
  return Array.from({ length: Math.floor(count + 1e-9) + 1 }, (_, k) => start * base ** (k / points));
}

interface SweepCard {
  readonly name: string;
  readonly usage: string;
}

/** A spacing; undefined after reporting. */
export function spacingOf(
  word: string,
  span: Span,
  { diagnostics }: Session,
  { name, usage }: SweepCard,
): Spacing | undefined {
  const spacing = word.toLowerCase();
  if (spacing === 'lin' || spacing === 'dec' || spacing === 'oct') return spacing;
  diagnostics.error('sweep-syntax', `${name} needs a spacing: dec, oct or lin`, span, {
    hint: `write: ${usage}`,
  });
  return undefined;
}

/** Those of a spacing, points, first and last frequency; undefined after reporting. */
export function sweptFrequencies(
  spacing: Spacing,
  values: readonly number[],
  span: Span,
  session: Session,
  { name, usage }: SweepCard,
): readonly number[] | undefined {
  const [points, start, stop, surplus] = values;
  if (points === undefined || start === undefined || stop === undefined || surplus !== undefined) {
    session.diagnostics.error('sweep-syntax', `${name} needs points, first and last frequency`, span, {
      hint: `write: ${usage}`,
    });
    return undefined;
  }
  if (spacing !== 'lin') return geometricValues(spacing, points, start, stop, span, session);
  if (points < 1) {
    const message = `${name} asks for ${points} points: the first frequency is computed, as in ngspice`;
    session.diagnostics.warning('no-points', message, span, { hint: 'ask for one point or more' });
  }
  if (points > 1 && start === stop) {
    const message = `${name} asks for ${points} points at one frequency, ${start} Hz: it is computed once`;
    session.diagnostics.warning('same-frequency', message, span, { hint: 'end above the first frequency' });
  }
  return points <= 1 || start === stop
    ? [start]
    : linearValues(start, stop, (stop - start) / (points - 1), span, session);
}
