/** How Newton's method ends. */
export type FailedStatus = 'diverged' | 'cycling' | 'singular' | 'not-finite';
export type NewtonStatus = 'converged' | FailedStatus;
