/** The harmonics of a quantity over whole periods: what `.four`, and FOUR of `.meas`, find. */
export interface Harmonic {
  /** Hz. */
  readonly frequency: number;
  readonly magnitude: number;
  /** Of the sine, degrees. */
  readonly phase: number;
}

export interface FourierResult {
  readonly name: string;
  readonly unit: string;
  /** Hz. */
  readonly frequency: number;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** Index k: k times the frequency; 0 is the mean. */
  readonly harmonics: readonly Harmonic[];
  /** Relative; absent where the first harmonic is 0. */
  readonly thd?: number;
  readonly failed?: string;
}
