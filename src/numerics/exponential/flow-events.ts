/**
 * The earliest root of linear forms g_i(t) = c_i . x(t) + d_i along a linear flow over a step h: substep by
 * substep every form becomes a polynomial with a proved error (`row-polynomial.ts`), and `RootFinder` clears
 * it or finds its first root, so that no dip is missed. A substep is as long as the slow groups allow;
 * it is shortened only where a fast group that is still alive keeps a form from being judged.
 *
 * Roots are located to the last bits of the substep. Cost a substep: 18 n flops and one Bernstein conversion
 * a form, n^2 for the state; allocates nothing once the maps of the substeps are kept.
 */
import { RootFinder, type RootDirection } from '../polynomial/first-root.js';
import { DEGREE, type LinearFlow } from './linear-flow.js';
import { RowForm, SubstepStart } from './row-polynomial.js';

export interface FlowGuard {
  readonly c: Float64Array;
  readonly offset?: number;
  readonly direction: RootDirection;
}

export interface FlowEvent {
  /** "none": proved free of events up to h. */
  kind: 'none' | 'crossing' | 'touching';
  /** Time from the start of the step, s. */
  tau: number;
  /** The guard; -1 for none. */
  guard: number;
  /** +1 rising, -1 falling, 0 for a touch. */
  direction: number;
}

/** Fast contributions below this multiple of the other errors are not worth a shorter substep. */
const NEGLIGIBLE = 8;

export class FlowEvents {
  readonly #forms: readonly RowForm[];
  readonly #start: SubstepStart;
  readonly #finder = new RootFinder(DEGREE);
  readonly #event: FlowEvent = { kind: 'none', tau: 0, guard: -1, direction: 0 };
  readonly #x: Float64Array;
  readonly #next: Float64Array;
  readonly #before: Int8Array;
  readonly #search = {
    error: 0,
    direction: 'both' as RootDirection,
    before: 0,
    startsAtRoot: false,
    touches: true,
  };

  /** The fastest group that does not decay has to be resolved in any case. */
  readonly #firstLevel: number;

  /** Substeps taken so far. */
  substeps = 0;

  constructor(
    readonly flow: LinearFlow,
    readonly guards: readonly FlowGuard[],
    /** False ignores touches without a change of sign. Default true. */
    readonly touches = true,
  ) {
    this.#forms = guards.map(({ c, offset }) => new RowForm(flow, c, offset ?? 0));
    this.#start = new SubstepStart(flow);
    this.#firstLevel = Math.max(
      0,
      flow.groups.findLastIndex(({ bound }) => bound === Infinity),
    );
    this.#x = new Float64Array(flow.n);
    this.#next = new Float64Array(flow.n);
    this.#before = new Int8Array(guards.length);
  }

  /**
   * Finds the earliest event in (0, h] from x; `atRoot[i]` = 1 for guards whose root at the start was dealt
   * with. Writes x at the event, or at h, into xEnd. The object returned is used again by the next call.
   */
  find(x: Float64Array, h: number, xEnd: Float64Array, atRoot?: Uint8Array): FlowEvent {
    const event = this.#event;
    event.direction = 0;
    this.#x.set(x);
    this.#before.fill(0);
    let done = 0;
    while (done < h) {
      const length = this.#substep(h - done, done === 0 ? atRoot : undefined);
      this.substeps++;
      if (event.guard >= 0) {
        this.flow.propagateOnce(event.tau, this.#x, xEnd);
        event.tau += done;
        return event;
      }
      if (length >= h - done) {
        this.flow.propagateOnce(h - done, this.#x, this.#next);
        done = h;
      } else {
        this.flow.propagate(length, this.#x, this.#next);
        done += length;
      }
      this.#x.set(this.#next);
    }
    xEnd.set(this.#x);
    event.tau = h;
    return event;
  }

  /** Tests one substep, shortened until every form is judged; an event goes to #event, tau from here. */
  #substep(remaining: number, atRoot: Uint8Array | undefined): number {
    const { flow } = this;
    const last = flow.groups.length - 1;
    this.#start.load(this.#x);
    for (let level = this.#firstLevel; ; level++) {
      const length = Math.min(remaining, flow.substep(level));
      if (this.#judge(length, atRoot, level >= last))
        return this.#event.guard >= 0 ? this.#event.tau : length;
    }
  }

  /** Whether every form could be judged on [0, length]; the earliest root of them goes to #event. */
  #judge(length: number, atRoot: Uint8Array | undefined, final: boolean): boolean {
    const event = this.#event;
    event.kind = 'none';
    event.guard = -1;
    let earliest = Infinity;
    for (let i = 0; i < this.#forms.length; i++) {
      const form = this.#forms[i]!;
      form.expand(this.#start, length);
      const alive = form.fastError > NEGLIGIBLE * form.restError;
      const search = this.#search;
      search.error = form.error;
      search.direction = this.guards[i]!.direction;
      search.before = this.#before[i]!;
      search.startsAtRoot = atRoot !== undefined && atRoot[i] === 1;
      search.touches = this.touches || (alive && !final);
      const found = this.#finder.find(DEGREE, form.coefficients, search);
      if (found.kind === 'none') continue;
      if (alive && !final) return false;
      if (found.kind === 'flat') continue;
      // A touch at the very end belongs to the next substep, which sees both of its sides.
      if (found.kind === 'touching' && found.u >= 1 - 1e-12) continue;
      if (found.u * length >= earliest) continue;
      earliest = found.u * length;
      event.kind = found.kind;
      event.tau = earliest;
      event.guard = i;
      event.direction = found.direction;
    }
    if (event.guard < 0) this.#noteSigns(length);
    return true;
  }

  /** Keeps the certain signs at the end of the substep for roots at its joint with the next. */
  #noteSigns(length: number): void {
    for (let i = 0; i < this.#forms.length; i++) {
      const { coefficients, error } = this.#forms[i]!;
      let value = 0;
      for (let k = 0; k <= DEGREE; k++) value += coefficients[k]!;
      if (Math.abs(value) > error && length > 0) this.#before[i] = value > 0 ? 1 : -1;
      else if (Math.abs(coefficients[0]!) > error) this.#before[i] = coefficients[0]! > 0 ? 1 : -1;
    }
  }
}
