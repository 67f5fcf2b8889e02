/** Options of steps through cached modes. */
export interface StepperOptions {
  /** Modes whose maps are kept; the least recently entered goes first. */
  readonly maxModes: number;
  /**
   * Steps in one mode, per entry of its map, after which code is generated for it. Generating and compiling
   * costs a few hundred plain steps for a map of ten entries and some thousand for one of a thousand.
   */
  readonly hotSteps: number;
  /** A sign test accepts values down to -signTolerance times the terms of which the value is the sum. */
  readonly signTolerance: number;
}

export const defaultStepperOptions: StepperOptions = Object.freeze({
  maxModes: 2048,
  hotSteps: 0.25,
  signTolerance: 1e-13,
});
