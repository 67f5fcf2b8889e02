/**
 * Levels of digital nets: 0, 1 or unknown, of one of four strengths, as one small number 3 strength + state. Where several
 * outputs drive a net the strongest counts; two of equal strength that differ make it unknown, and an undetermined
 * strength counts as any. Source: the ngspice manual, "12-state digital values".
 */

export const zero = 0;
export const one = 1;
export const unknown = 2;

export const strengths = Object.freeze(['strong', 'resistive', 'hi-impedance', 'undetermined'] as const);
const hiImpedance = 2;
const undetermined = 3;

/** The level of a net that nothing drives. */
export const undriven = levelOf(unknown, undetermined);

export function levelOf(state: number, strength: number): number {
  return 3 * strength + state;
}

/** 0, 1 or 2 (unknown). */
export function stateOf(level: number): number {
  return level % 3;
}

/** 0 strong, 1 resistive, 2 of high impedance, 3 undetermined. */
export function strengthOf(level: number): number {
  return Math.floor(level / 3);
}

/** Not of a state: what is unknown stays so. */
export function inverse(state: number): number {
  return state === unknown ? unknown : 1 - state;
}

/** The level of a net with two drivers. */
export function resolved(first: number, second: number): number {
  const [a, b] = [strengthOf(first), strengthOf(second)];
  if (a === undetermined || b === undetermined) {
    const other = a === undetermined ? second : first;
    const isWeak = strengthOf(other) === hiImpedance || strengthOf(other) === undetermined;
    if (!isWeak) return stateOf(first) === stateOf(second) ? other : levelOf(unknown, strengthOf(other));
    return levelOf(stateOf(first) === stateOf(second) ? stateOf(first) : unknown, undetermined);
  }
  if (a !== b) return a < b ? first : second;
  return stateOf(first) === stateOf(second) ? first : levelOf(unknown, a);
}
