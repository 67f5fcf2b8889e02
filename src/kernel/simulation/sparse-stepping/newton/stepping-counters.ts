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

  fallback(name: string, times = 1): void {
    this.fallbacks.set(name, (this.fallbacks.get(name) ?? 0) + times);
  }

  /** Adds what another run has done. */
  add(other: SteppingCounters): void {
    this.accepted += other.accepted;
    this.rejected += other.rejected;
    this.failed += other.failed;
    this.relocated += other.relocated;
    this.newtonIterations += other.newtonIterations;
    this.factorizations += other.factorizations;
    this.refactorizations += other.refactorizations;
    this.locatedEvents += other.locatedEvents;
    this.modeChanges += other.modeChanges;
    this.restarts += other.restarts;
    this.smallestStep = Math.min(this.smallestStep, other.smallestStep);
    for (const [name, times] of other.fallbacks) this.fallback(name, times);
  }
}
