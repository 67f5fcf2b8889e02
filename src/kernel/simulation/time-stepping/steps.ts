/** Long work in pauses: a host looks at its signals in them, shows how far the work is, and may end it. */

/** How far a run has come. */
export interface Progress {
  /** Present time of the simulation, seconds. */
  readonly t: number;
  /** Steps so far; of an event-driven run the smooth segments. */
  readonly steps: number;
  /** In the middle of a step: nothing new is known of how fast the run goes. */
  readonly withinStep?: true;
}

/** Work that pauses now and then; `next("stop")` asks it to end early and return what it has. */
export type Steps<T> = Generator<Progress, T, 'stop' | undefined>;
