/** What a `ModeSolver` answers. */
import type { Mode } from './mode.js';

/** Who found the mode. */
export type ModeMethod = 'current' | 'flip' | 'principal-pivot' | 'lemke' | 'exact-search';

export interface ModeOutcome {
  readonly residual: number;
  /** Exchange rounds, pivots and nodes spent. */
  readonly iterations: number;
  readonly method: ModeMethod;
  /** True when exchanging violated pairs of the present mode did not suffice. */
  readonly fallback: boolean;
}

export type ModeResult =
  | (ModeOutcome & { readonly status: 'solved'; readonly mode: Mode })
  | (ModeOutcome & { readonly status: 'infeasible' | 'undecided'; readonly mode?: undefined });
