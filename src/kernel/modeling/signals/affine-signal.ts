/** Which signals are straight lines between their breakpoints. */
import { multiply } from '../../../numerics/dense/matrix.js';
import type { Signal } from './signal.js';

/** Whether a signal is affine between its breakpoints: c S^2 = 0. */
export function isAffine(signal: Signal | undefined): boolean {
  if (!signal || signal.constant) return true;
  if (!signal.generator) return false;
  const { order, S, c } = signal.generator;
  const [once, twice] = [new Float64Array(order), new Float64Array(order)];
  multiply(1, order, order, c, S, once);
  multiply(1, order, order, once, S, twice);
  return twice.every((value) => value === 0);
}
