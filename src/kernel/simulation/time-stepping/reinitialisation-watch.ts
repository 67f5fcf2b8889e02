/** Watches the guards of a model's reinitialisations from grid point to grid point and applies their maps. */
import { checkFinite, ModelError } from '../../modeling/model-error.js';
import { ModelLayout } from '../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import type { Reinitialisation } from '../../modeling/reinitialisation.js';

interface Watched {
  readonly rule: Reinitialisation;
  readonly place: Int32Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  last: number;
  /** Largest magnitude of the guard at the points so far. */
  largest: number;
}

export class ReinitialisationWatch {
  readonly #watched: readonly Watched[];

  constructor(nsds: NonSmoothDynamicalSystem) {
    this.#watched = new ModelLayout(nsds).rules.map(({ rule, place }) => {
      const [before, after] = [new Float64Array(place.length), new Float64Array(place.length)];
      return { rule, place, before, after, last: NaN, largest: 0 };
    });
  }

  get watches(): boolean {
    return this.#watched.length > 0;
  }

  /** Notes the guards' values at the start or after a change from outside. */
  start(t: number, x: Float64Array): void {
    for (const watched of this.#watched) watched.last = note(watched, this.#guard(watched, t, x));
  }

  /**
   * The largest fall of a guard below zero from the last point to this one, in units of
   * abstol + reltol max |g|; 0 where none fell.
   */
  overshoot(t: number, x: Float64Array, reltol: number, abstol: number): number {
    let worst = 0;
    for (const watched of this.#watched) {
      const value = this.#guard(watched, t, x);
      if (!(watched.last >= 0 && value < 0)) continue;
      worst = Math.max(worst, -value / (abstol + reltol * watched.largest));
    }
    return worst;
  }

  /** Applies, in place, the map of every guard that fell below zero; true when one did. */
  apply(t: number, x: Float64Array): boolean {
    let applied = false;
    for (const watched of this.#watched) {
      const value = this.#guard(watched, t, x);
      if (watched.last >= 0 && value < 0) {
        const { rule, place, before, after } = watched;
        after.fill(NaN);
        rule.map(t, before, after, rule.z);
        checkFinite('Reinitialisation', 'the map F(t, x, out, z)', t, after);
        for (let j = 0; j < place.length; j++) x[place[j]!] = after[j]!;
        applied = true;
      }
      watched.last = note(watched, value);
    }
    if (applied) this.start(t, x);
    return applied;
  }

  #guard({ rule, place, before }: Watched, t: number, x: Float64Array): number {
    for (let j = 0; j < place.length; j++) before[j] = x[place[j]!]!;
    const value = rule.guard(t, before, rule.z);
    if (Number.isFinite(value)) return value;
    throw new ModelError(
      `Reinitialisation: the guard g(t, x, z) is ${value} at t = ${t} s; it must be a finite number`,
    );
  }
}

function note(watched: Watched, value: number): number {
  watched.largest = Math.max(watched.largest, Math.abs(value));
  return value;
}
