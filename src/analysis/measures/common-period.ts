/**
 * The period that all periodic sources of a circuit share: the least common multiple of theirs, where there is one of at most
 * `maxPeriods` of each; undefined without periodic sources, or where one has no period (PWL, EXP) and goes on changing.
 */
import type { FlatCircuit, FlatSourceFunction } from '../../netlist/flat-circuit.js';

const maxPeriods = 1000;
/** Periods this close in relation are multiples of each other. */
const same = 1e-9;

export function commonPeriod({ elements }: FlatCircuit): number | undefined {
  const periods = elements.flatMap(({ waveform }) => (waveform ? (periodOf(waveform) ?? []) : []));
  let common: number | undefined;
  for (const period of periods) {
    common = common === undefined ? period : multipleOf(common, period);
    if (common === undefined) return undefined;
  }
  return common;
}

function periodOf({ name, args }: FlatSourceFunction): number | undefined {
  if (name === 'sin') return (args[2] ?? 0) > 0 ? 1 / (args[2] ?? 1) : undefined;
  if (name === 'pulse') return (args[6] ?? 0) > 0 ? args[6] : undefined;
  return undefined;
}

/** The least multiple of one period that is a multiple of another. */
function multipleOf(a: number, b: number): number | undefined {
  for (let k = 1; k <= maxPeriods; k++) {
    const count = (k * a) / b;
    const whole = Math.round(count);
    if (whole >= 1 && whole <= maxPeriods && Math.abs(count - whole) <= same * whole) return k * a;
  }
  return undefined;
}
