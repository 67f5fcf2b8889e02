import type { CodeMode } from './code-memory.js';

/** Options of steps through cached modes. */
export interface StepperOptions {
  /** Modes whose maps are kept; the least recently entered goes first. */
  readonly maxModes: number;
  /**
   * Steps in one mode, per squared entry of its map, after which code is generated for it. A map of fifty entries is
   * worth its code at once, as the plain loop is not compiled before some thousand of them; that of a thousand entries
   * is compiled by then, and what code saves a step pays for its making after some thousand steps.
   */
  readonly hotSteps: number;
  /** A sign test accepts values down to -signTolerance times the terms of which the value is the sum. */
  readonly signTolerance: number;
  /** "plain": no code is generated, with the same result. */
  readonly code: CodeMode;
}

export const defaultStepperOptions: StepperOptions = Object.freeze({
  maxModes: 2048,
  hotSteps: 0.002,
  signTolerance: 1e-13,
  code: 'compiled',
});
