/**
 * The systems of a model without relations side by side as one ODE x' = M^-1 (f(t, x) + b(t)), with its rules
 * of reinitialisation. A rule at rest replaces the field of its systems. Inputs take their left limits at the
 * end of a segment and right limits before it, so that no step sees across a breakpoint.
 */
import { factorLU, solveLU } from '../../../../numerics/dense/lu.js';
import type { OdeProblem } from '../../../../numerics/ode/step-method.js';
import { isFirstOrder, type FirstOrderSystem } from '../../../modeling/systems/first-order-system.js';
import { checkFinite, ModelError } from '../../../modeling/model-error.js';
import { ModelLayout } from '../../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../../modeling/nonsmooth-dynamical-system.js';
import type { Reinitialisation } from '../../../modeling/reinitialisation.js';
import type { Signal } from '../../../modeling/signals/signal.js';

interface Block {
  readonly system: FirstOrderSystem;
  readonly start: number;
  /** Work space: state, derivative. */
  readonly x: Float64Array;
  readonly f: Float64Array;
  /** Factors of M; undefined for the identity. */
  readonly lu: { readonly M: Float64Array; readonly pivots: Int32Array } | undefined;
}

interface PlacedRule {
  readonly rule: Reinitialisation;
  /** Index in the whole state of each entry of the rule's x. */
  readonly place: Int32Array;
  readonly x: Float64Array;
  readonly out: Float64Array;
}

export class OdeModel implements OdeProblem {
  readonly n: number;
  readonly x0: Float64Array;
  readonly rules: readonly PlacedRule[];
  /** 1: the rule is at rest. */
  readonly resting: Uint8Array;
  /** End of the present segment, seconds. */
  until = Infinity;
  readonly #blocks: readonly Block[];
  readonly #signals: readonly Signal[];

  /** Throws `ModelError` where the model has relations, or a singular M. */
  constructor(nsds: NonSmoothDynamicalSystem) {
    const { systems, links, rules, n, x0, signals } = new ModelLayout(nsds);
    if (links.some(({ interaction }) => interaction.m > 0)) {
      throw new ModelError(
        'OdeFlow: the model has interactions; it takes systems and reinitialisations alone ' +
          '(linear systems with interactions: LcsFlow, others: TimeStepping)',
      );
    }
    this.#blocks = systems.map(({ system, start }) => {
      if (!isFirstOrder(system)) {
        throw new ModelError(`OdeFlow: it takes first-order systems; ${system.name} is none`);
      }
      const [x, f] = [new Float64Array(system.n), new Float64Array(system.n)];
      return { system, start, lu: factored(system), x, f };
    });
    this.n = n;
    this.x0 = x0;
    this.#signals = signals.filter(({ constant }) => !constant);
    this.rules = rules.map(({ rule, place }) => {
      const [x, out] = [new Float64Array(place.length), new Float64Array(place.length)];
      return { rule, place, x, out };
    });
    this.resting = new Uint8Array(this.rules.length);
  }

  derivative(t: number, x: Float64Array, out: Float64Array): void {
    for (const { system, start, x: own, f, lu } of this.#blocks) {
      for (let i = 0; i < system.n; i++) own[i] = x[start + i]!;
      system.vectorField(t, own, f);
      if (t < this.until) system.b?.addValue(t, f);
      else system.b?.addWith((signal) => signal.valueLeft(t), f);
      if (lu) solveLU(system.n, lu.M, lu.pivots, f, f);
      for (let i = 0; i < system.n; i++) out[start + i] = f[i]!;
    }
    for (let r = 0; r < this.rules.length; r++) {
      if (this.resting[r] === 0) continue;
      const placed = this.rules[r]!;
      const { place, rule } = placed;
      load(placed, x);
      placed.out.fill(NaN);
      rule.resting?.field(t, placed.x, placed.out, rule.z);
      checkFinite('Reinitialisation', 'the resting field', t, placed.out);
      for (let j = 0; j < place.length; j++) out[place[j]!] = placed.out[j]!;
    }
  }

  nextBreakpoint(t: number): number {
    let breakpoint = Infinity;
    for (const signal of this.#signals) breakpoint = Math.min(breakpoint, signal.nextBreakpoint(t));
    return breakpoint;
  }

  /** g of a rule, or what releases it while it rests: +1 where nothing does. */
  guard(r: number, t: number, x: Float64Array): number {
    const placed = this.rules[r]!;
    const { rule } = placed;
    load(placed, x);
    if (this.resting[r] === 0) return rule.guard(t, placed.x, rule.z);
    return rule.resting?.release?.(t, placed.x, rule.z) ?? 1;
  }

  /** Applies the map of a rule in place, or lets the rule go from its rest. */
  apply(r: number, t: number, x: Float64Array): void {
    const placed = this.rules[r]!;
    const { rule, place, out } = placed;
    if (this.resting[r] === 1) {
      this.resting[r] = 0;
      return;
    }
    load(placed, x);
    out.fill(NaN);
    rule.map(t, placed.x, out, rule.z);
    checkFinite('Reinitialisation', 'the map F(t, x, out, z)', t, out);
    for (let j = 0; j < place.length; j++) x[place[j]!] = out[j]!;
  }
}

function load({ place, x: own }: PlacedRule, x: Float64Array): void {
  for (let j = 0; j < place.length; j++) own[j] = x[place[j]!]!;
}

function factored(system: FirstOrderSystem): Block['lu'] {
  if (!system.M) return undefined;
  const { n } = system;
  const M = system.M.slice();
  const pivots = new Int32Array(n);
  if (factorLU(n, M, pivots, new Float64Array(2 * n)) >= 0) {
    throw new ModelError(
      `${system.name}: M (${n} x ${n}) is singular; an integrator by events needs x' itself: ` +
        'remove the algebraic rows or take a circuit, whose compiler does',
    );
  }
  return { M, pivots };
}
