/**
 * The operating point of a circuit with nonlinear rows: Newton's method on
 *
 *     y = D lambda + E u - s f(lambda, u),      laws between y and lambda row by row,
 *
 * at s = 1 from lambda = 0; where a function has no finite value on the way (ln of a voltage that is not known yet), without it first, from
 * whose solution it is taken in; where that fails, s rises to 1 in steps that are halved when Newton fails and
 * doubled when it does not (continuation).
 */
import type { OperatingPointSystem } from '../../circuit/operating-point.js';
import type { SmoothScale } from '../../circuit/compiler/smooth-relation.js';
import { type ModelledCircuit, nonsmoothSystem } from '../../circuit/compiler/nonsmooth-system.js';
import { BoxVI } from '../../kernel/simulation/problems/box-vi.js';
import { EulerMoreauOSI } from '../../kernel/simulation/integrators/euler-moreau-osi.js';
import type { NewtonStep } from '../../kernel/simulation/newton/newton-step.js';
import { NewtonEngine } from '../../kernel/simulation/newton/newton-engine.js';
import { SimulationFailure } from '../../kernel/simulation/simulation-failure.js';

/** Down an exponential Newton's method goes by one thermal voltage an iteration: 25 V at 25 mV. */
const maxIterations = 1000;

/** Continuation gives up below this step of s. */
const smallestRise = 1e-4;

/** What was found: the point; or the rows whose functions had no finite value on the way, if any. */
export type SmoothPoint = 'found' | readonly number[];

/** Writes lambda with every row of `forced` as it says (1: y = 0, -1: lambda = 0). */
export function solveSmoothPoint(
  point: OperatingPointSystem,
  forced: Int8Array,
  lambda: Float64Array,
): SmoothPoint {
  const search = new MultiplierSearch({ ...point, x0: new Float64Array(0) }, forced);
  const found = search.run(lambda);
  if (!found) return [...search.infinite];
  lambda.set(found);
  return 'found';
}

/** The multipliers at t = 0 beside a state, with switches as they begin; undefined where they are not found. */
export function firstMultipliers(compiled: ModelledCircuit): Float64Array | undefined {
  return new MultiplierSearch(compiled).run(new Float64Array(compiled.system.m));
}

class MultiplierSearch {
  /** Rows whose functions had no finite value on the way. */
  readonly infinite = new Set<number>();
  readonly #scale: SmoothScale = { value: 1 };
  readonly #step: NewtonStep;
  readonly #forced: Int8Array;

  constructor(
    private readonly compiled: ModelledCircuit,
    forced?: Int8Array,
  ) {
    const model = nonsmoothSystem(compiled, 0, 1, this.#scale);
    const engine = new NewtonEngine(model, new BoxVI(), new EulerMoreauOSI(1, 1), { maxIterations });
    this.#step = engine.newStep();
    this.#forced = forced ?? engine.forcedRows();
  }

  run(from: Float64Array): Float64Array | undefined {
    const nothing = new Float64Array(from.length);
    const found = this.#at(1, from) ?? this.#at(1, nothing);
    if (found) return found;
    const met = [...this.infinite];
    const staged = met.length > 0 ? this.#inStages(nothing) : undefined;
    delete this.#scale.left;
    met.forEach((row) => this.infinite.add(row));
    return staged ?? this.#rising(nothing);
  }

  #at(s: number, from: Float64Array): Float64Array | undefined {
    this.#scale.value = s;
    const lambda = from.slice();
    try {
      const status = this.#step.solveMultiplier(0, { x: this.compiled.x0, lambda }, this.#forced);
      return status === 'solved' && lambda.every(Number.isFinite) ? lambda : undefined;
    } catch (error) {
      if (!(error instanceof SimulationFailure)) throw error;
      error.rows.forEach((row) => this.infinite.add(row));
      return undefined;
    }
  }

  /** What is downstream of others finds them solved: in every round fewer rows are left out. */
  #inStages(nothing: Float64Array): Float64Array | undefined {
    let from = nothing;
    for (let most = Infinity; ;) {
      const { left, point } = this.#without(from);
      if (!point || left.size === 0) return point;
      if (left.size >= most) return undefined;
      [from, most] = [point, left.size];
    }
  }

  /** Leaves out one row after the other whose function has no finite value; the point without them. */
  #without(from: Float64Array): { readonly left: ReadonlySet<number>; readonly point?: Float64Array } {
    const left = new Set<number>();
    this.#scale.left = left;
    for (;;) {
      this.infinite.clear();
      const point = this.#at(1, from);
      const news = [...this.infinite].filter((row) => !left.has(row));
      if (point || news.length === 0) return { left, ...(point && { point }) };
      news.forEach((row) => left.add(row));
    }
  }

  #rising(nothing: Float64Array): Float64Array | undefined {
    let at = 0;
    let rise = 0.1;
    let last = this.#at(0, nothing);
    while (last && at < 1 && rise >= smallestRise) {
      const next = Math.min(1, at + rise);
      const better = this.#at(next, last);
      if (better) [last, at, rise] = [better, next, 2 * rise];
      else rise /= 2;
    }
    return at === 1 ? last : undefined;
  }
}
