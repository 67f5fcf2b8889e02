/** What a run of sparse steps has done so far. */
export class SteppingCounters {
  accepted = 0;
  /** Steps whose error was too large, whose Newton iteration failed, and that ended beyond an event. */
  rejected = 0;
  failed = 0;
  relocated = 0;
  newtonIterations = 0;
  factorizations = 0;
  refactorizations = 0;
  /** Switchings of guards and commutations of pairs that steps were ended on. */
  locatedEvents = 0;
  /** Changes of mode inside a step, within its error estimate. */
  modeChanges = 0;
  /** Consistent restarts at breakpoints and events. */
  restarts = 0;
  smallestStep = Infinity;
  /** How often each way out was taken when Newton's method alone did not do. */
  readonly fallbacks = new Map<string, number>();

  fallback(name: string): void {
    this.fallbacks.set(name, (this.fallbacks.get(name) ?? 0) + 1);
  }
}
