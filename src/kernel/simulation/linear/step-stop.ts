/** How steps end early. */

/** What the caller learns when steps end early. */
export type StepStop =
  | { readonly status: 'ok' }
  | { readonly status: 'switched'; readonly rows: readonly number[] }
  | {
      readonly status: 'infeasible' | 'undecided' | 'not-converged';
      readonly residual: number;
      /** Rows that contradict each other; empty or absent where nothing is known. */
      readonly rows?: readonly number[];
      /** What is known of them, for a message. */
      readonly detail?: string;
    }
  /** A callback of the user threw. */
  | { readonly status: 'thrown'; readonly error: unknown };
