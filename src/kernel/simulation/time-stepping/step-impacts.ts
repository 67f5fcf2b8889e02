/**
 * Impacts on a fixed grid: a contact that has closed by t_k is taken with Newton's law over the step from there,
 *
 *     M (v_k+1 - v_k) = h f + P,    0 <= P  _|_  w_k+1 + e w_k >= 0,
 *
 * which is the Moreau-Jean step, in the one-step problem of everything else (EulerMoreau with theta = gamma = 1 there, so that
 * currents and fluxes go on as in any other step). The law is an input of the step, -e w_k (`impact-signal.ts`). Impacts
 * are met anywhere within a step: order 1. A bounce of no more than `restingSteps` steps is none: impacts accumulate there, and
 * what follows them is contact (e = 0).
 */
import { clearImpacts, type Impact } from '../../modeling/signals/impact-signal.js';
import type { Signal } from '../../modeling/signals/signal.js';

/** A contact with the place of the guard that closes it. */
export interface StepImpact extends Impact<Float64Array> {
  readonly guard: number;
}

/** What an impact step did; forms are over zeta = (x, lambda, u). */
export interface ImpactStep {
  /** Where the step began, seconds, and how long it was. */
  readonly t: number;
  readonly h: number;
  /** At its start, and at its end with the impulses over h as multipliers. */
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** Steps within which a contact that hits again comes to rest. */
const restingSteps = 4;

export class StepImpacts {
  /** Whether laws are set for the present step. */
  #set = false;
  #before: Float64Array = new Float64Array(0);
  /** When each contact hit last. */
  readonly #last: Float64Array;

  constructor(
    private readonly impacts: readonly StepImpact[],
    private readonly inputs: readonly Signal[],
    private readonly tell: (step: ImpactStep) => void,
  ) {
    this.#last = new Float64Array(impacts.length).fill(-Infinity);
  }

  /** The inputs that hold the laws. */
  get signals(): readonly Signal[] {
    return this.impacts.map(({ signal }) => signal);
  }

  /** Sets the laws of a step from t on that is h long. */
  begin(t: number, h: number, x: Float64Array, lambda: Float64Array): void {
    this.#before = this.#zeta(t, x, lambda);
    this.#set = false;
    this.impacts.forEach(({ signal, velocity }, k) => {
      const approach = dot(velocity, this.#before);
      this.#set ||= approach < 0;
      const rests = t - this.#last[k]! < (restingSteps + 0.5) * h;
      signal.approach(rests ? 0 : approach);
    });
  }

  /** Whether a contact approaches that is closed. */
  hits(t: number, x: Float64Array, lambda: Float64Array, on: Uint8Array): boolean {
    const zeta = this.#zeta(t, x, lambda);
    return this.impacts.some(
      ({ guard, signal, velocity }) => on[guard] === 1 && signal.restitution > 0 && dot(velocity, zeta) < 0,
    );
  }

  /** Ends the step that began with `begin` and came to t + h; true where a law was set. */
  end(t: number, h: number, x: Float64Array, lambda: Float64Array, on: Uint8Array): boolean {
    const wasSet = this.#set;
    if (wasSet) this.tell({ t, h, before: this.#before, after: this.#zeta(t + h, x, lambda) });
    this.drop();
    this.impacts.forEach(({ guard, velocity }, k) => {
      if (wasSet && on[guard] === 1 && dot(velocity, this.#before) < 0) this.#last[k] = t + h;
    });
    return wasSet;
  }

  /** Ends a step that was not taken. */
  drop(): void {
    this.#set = false;
    clearImpacts(this.impacts);
  }

  #zeta(t: number, x: Float64Array, lambda: Float64Array): Float64Array {
    const zeta = new Float64Array(x.length + lambda.length + this.inputs.length);
    zeta.set(x);
    zeta.set(lambda, x.length);
    this.inputs.forEach((signal, k) => (zeta[x.length + lambda.length + k] = signal.value(t)));
    return zeta;
  }
}

function dot(form: Float64Array, zeta: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < form.length; j++) sum += form[j]! * zeta[j]!;
  return sum;
}
