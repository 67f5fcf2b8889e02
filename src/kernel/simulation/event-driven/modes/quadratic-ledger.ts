/** What is asked of the modes of a run: integrals of quadratic forms over the time spent in each (`mode-integrals.ts`). */
import type { ModeIntegrals } from '../motion/mode-integrals.js';

/** What forms over a motion's coordinates are made of: states and multipliers over them; the generators of inputs stand last. */
export interface FormCoordinates {
  readonly size: number;
  /** n x size and m x size. */
  readonly states: Float64Array;
  readonly multipliers: Float64Array;
}

/** The time that is spent in a mode, in the coordinates in which it was followed. */
export interface IntegralsOver {
  readonly coordinates: FormCoordinates;
  readonly integrals: ModeIntegrals;
}

/** Asks for integrals of forms over each mode. */
export interface QuadraticLedger<Mode> {
  /** The symmetric forms Q whose integrals are wanted, size x size each. */
  forms(coordinates: FormCoordinates): readonly Float64Array[];
  /** Whether a form can depend on an input. */
  reads(input: number): boolean;
  /** Takes a mode that is left for good, with its integrals. */
  add(mode: Mode): void;
}
