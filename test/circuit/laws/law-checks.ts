/** What every local law must hold: its Jacobians are those of f and q, it couples only what it declares, it is finite. */
import { expect } from 'vitest';
import { type LocalLaw, localPoint, rateUnit } from '../../../src/kernel/modeling/laws/local-law.js';

export interface Instance {
  readonly law: LocalLaw;
  readonly parameters: Float64Array;
}

/** Returns f and q at a point. */
export function valuesAt(
  { law, parameters }: Instance,
  v: readonly number[],
): {
  readonly f: Float64Array;
  readonly q: Float64Array;
  readonly df: Float64Array;
  readonly dq: Float64Array;
} {
  const point = localPoint(law);
  law.evaluate(parameters, 0, Float64Array.from(v), point);
  return point;
}

/**
 * Expects df and dq to be central differences of f and q: the mean slope over 2 h differs from the slope in the middle by less
 * than those at both ends do, wherever the law bends, and by the rounding of f over h.
 */
export function expectJacobians(instance: Instance, v: readonly number[], h = 2e-5): void {
  const { law } = instance;
  const here = valuesAt(instance, v);
  for (let column = 0; column < law.reads; column++) {
    const moved = (by: number): ReturnType<typeof valuesAt> =>
      valuesAt(
        instance,
        v.map((value, k) => (k === column ? value + by : value)),
      );
    const [up, down] = [moved(h), moved(-h)];
    for (let row = 0; row < law.rows; row++) {
      const entry = row * law.reads + column;
      for (const [values, slopes, mask] of [
        ['f', 'df', law.conducts],
        ['q', 'dq', law.stores],
      ] as const) {
        const at = (point: ReturnType<typeof valuesAt>, name: 'f' | 'q' | 'df' | 'dq', k: number): number =>
          point[name][k] ?? NaN;
        const slope = at(here, slopes, entry);
        if (mask[entry] === 0) {
          expect(slope).toBe(0);
          expect(at(up, values, row)).toBe(at(down, values, row));
          continue;
        }
        const difference = (at(up, values, row) - at(down, values, row)) / (2 * h);
        // The mean slope differs from this one by no more than the slopes of both ends do.
        const [one, two] = [at(down, slopes, entry), at(up, slopes, entry)];
        const spread = Math.abs(one - slope) + Math.abs(two - slope) + 1e-6 * (Math.abs(one) + Math.abs(two));
        // Voltages of some ten volts have their rounding before they are subtracted.
        const steepest = here[slopes]
          .subarray(row * law.reads, (row + 1) * law.reads)
          .reduce((sum, value) => sum + Math.abs(value), 0);
        // Where a channel is pinched off next to nothing is left of a capacitance, but its rounding.
        const farads = law.rates?.farads(instance.parameters, 0) ?? 0;
        const pumped = farads * rateUnit * largest(v);
        const rounding = (1e-15 / h) * (largest(here[values]) + 10 * steepest + pumped) + 1e-30;
        expect(
          Math.abs(difference - slope),
          `${slopes}[${row}][${column}] at ${v.join(' ')}: ${difference} and ${slope}`,
        ).toBeLessThanOrEqual(spread + 10 * rounding);
      }
    }
  }
}

/** Expects every value and slope to be a number. */
export function expectFinite(instance: Instance, v: readonly number[]): void {
  const { f, q, df, dq } = valuesAt(instance, v);
  for (const value of [...f, ...q, ...df, ...dq]) {
    expect(Number.isFinite(value), `${instance.law.name} at ${v.join(' ')}`).toBe(true);
  }
}

/** Expects the currents, and the charges, of all terminals to sum to 0. */
export function expectNothingLost(instance: Instance, v: readonly number[]): void {
  const { f, q } = valuesAt(instance, v);
  for (const values of [f, q]) {
    const sum = values.reduce((total, value) => total + value, 0);
    expect(Math.abs(sum)).toBeLessThanOrEqual(1e-14 * largest(values) + 1e-300);
  }
}

function largest(values: ArrayLike<number>): number {
  return Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
