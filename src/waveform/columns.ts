/** What names and units of columns tell each other, for readers of files that state one of the two only. */
import type { Column, ColumnUnit } from './plot.js';

const unitPatterns: readonly (readonly [RegExp, ColumnUnit])[] = Object.freeze([
  [/^time$/, 's'],
  [/^(freq|frequency|hertz)$/, 'Hz'],
  [/^v\(/, 'V'],
  [/^i[a-z]?\(/, 'A'],
  [/#branch$/, 'A'],
  [/^@.*\[i[a-z]?\]$/, 'A'],
  [/^[pw]\(/, 'W'],
] as const);

/** Makes a column from a printed name: lower case, ngspice's `v1#branch` as `i(v1)`, the unit by the name. */
export function columnFromName(name: string): Column {
  const lower = name.trim().toLowerCase();
  const unit = unitPatterns.find(([pattern]) => pattern.test(lower))?.[1] ?? '';
  return { name: lower.replace(/^(.*)#branch$/, 'i($1)'), unit };
}

/** The plot name that fits a scale, in ngspice's words. */
export function plotNameFromScale(scale: Column | undefined): string {
  if (scale?.unit === 's') return 'Transient Analysis';
  return scale?.unit === 'Hz' ? 'AC Analysis' : 'DC transfer characteristic';
}
