/**
 * One step's equations at an iterate (x, lambda), [notes] 9.3-9.4, 10.2: the integrators' R and W system by system, and
 * the relations at the states X at which the integrators take them, by their unknowns w,
 *
 *     R - c r = 0,      y + C T dw + D dlambda,      r + K T dw + B dlambda                   (9.17, 9.22)
 *
 * each interaction at the level that its integrators state, c being their coefficient of its reaction.
 */
import type { IntegratorAssignment } from '../integrators/integrator-assignment.js';
import type { NewtonModel, PlacedInteraction } from './newton-model.js';
import type { JacobianBlock, OneStepIntegrator, SystemStep } from '../integrators/one-step-integrator.js';
import { equationsOf, type DynamicalSystem } from '../../modeling/systems/dynamical-system.js';
import { ModelError } from '../../modeling/model-error.js';

export interface Iterate {
  readonly x: Float64Array;
  readonly lambda: Float64Array;
}

/** The step of one system and its work space. */
export interface PlacedStep {
  readonly system: DynamicalSystem;
  readonly integrator: OneStepIntegrator;
  readonly step: SystemStep;
  /** Its states and its equations among all: [start, start + n), [equation, equation + size). */
  readonly start: number;
  readonly n: number;
  readonly equation: number;
  readonly size: number;
  /** W, size x size. */
  readonly W: Float64Array;
}

/** A relation by the unknowns of the linked systems. */
export interface RelationByUnknowns {
  /** C T (m x e) and K T (e x e). */
  readonly C: Float64Array;
  readonly K: Float64Array;
  /** The coefficient of each entry of the reaction (e). */
  readonly weight: Float64Array;
}

export class NewtonLinearization {
  readonly steps: readonly PlacedStep[];
  /** By interaction. */
  readonly relations: readonly RelationByUnknowns[];
  /** R - c r, an entry an equation: zero at the solution; and the size of its terms. */
  readonly defect: Float64Array;
  readonly defectTerms: Float64Array;
  /** y of all rows at their levels, m. */
  readonly y: Float64Array;
  readonly yTerms: Float64Array;
  /** R itself. */
  readonly free: Float64Array;
  /** Sum of the reactions on every equation: r, and c r. */
  readonly r: Float64Array;
  readonly weightedR: Float64Array;
  /** States at which the integrators take the relations. */
  readonly #X: Float64Array;

  constructor(
    readonly model: NewtonModel,
    readonly integrators: IntegratorAssignment,
  ) {
    const { n, m, equations } = model;
    this.steps = model.systems.map(({ system, start, equation }, index) => {
      const integrator = integrators.of(system);
      const step = integrator.stepOf(system);
      if (!step) {
        throw new ModelError(
          `${integrator.name} cannot step ${system.name} (system ${index} of the model); ${integrator.instead}`,
        );
      }
      const size = equationsOf(system);
      return {
        system,
        integrator,
        step,
        start,
        n: system.n,
        equation,
        size,
        W: new Float64Array(size * size),
      };
    });
    this.relations = model.interactions.map(({ interaction, equations: { length: e } }) => ({
      C: new Float64Array(interaction.m * e),
      K: new Float64Array(e * e),
      weight: new Float64Array(e),
    }));
    this.defect = new Float64Array(equations);
    this.defectTerms = new Float64Array(equations);
    this.y = new Float64Array(m);
    this.yTerms = new Float64Array(m);
    this.free = new Float64Array(equations);
    this.r = new Float64Array(equations);
    this.weightedR = new Float64Array(equations);
    this.#X = new Float64Array(n);
  }

  /** Takes what is known at t0; the reaction there where an integrator remembers it. */
  begin(t0: number, t1: number, { x, lambda }: Iterate): void {
    if (this.integrators.hasMemory) this.relationsAt(t0, x, lambda);
    for (const { step, start, n, equation, size } of this.steps) {
      step.begin(t0, t1, x.subarray(start, start + n), this.r.subarray(equation, equation + size));
    }
    this.model.interactions.forEach(({ interaction, systemIndices }, k) => {
      const { weight } = this.relations[k]!;
      let at = 0;
      for (const index of systemIndices) {
        const { step, size } = this.steps[index]!;
        weight.fill(step.reactionWeight(interaction.law.impulsive === true), at, at + size);
        for (const equation of step.held ?? []) weight[at + equation] = 0;
        at += size;
      }
    });
  }

  evaluate(t0: number, t1: number, { x, lambda }: Iterate): void {
    const { free, defect, defectTerms, weightedR } = this;
    for (const { step, start, n, equation, size, W } of this.steps) {
      const end = equation + size;
      step.evaluate(
        x.subarray(start, start + n),
        free.subarray(equation, end),
        defectTerms.subarray(equation, end),
        W,
      );
    }
    this.r.fill(0);
    weightedR.fill(0);
    this.model.interactions.forEach((placed, k) => {
      const { weight: w } = placed;
      this.#readStates(placed, x);
      this.#linearize(placed, w === 1 ? t1 : w * t1 + (1 - w) * t0, lambda);
      this.#toUnknowns(placed, this.relations[k]!);
      const { weight } = this.relations[k]!;
      for (let j = 0; j < weight.length; j++)
        weightedR[placed.equations[j]!]! += weight[j]! * placed.at.r[j]!;
    });
    for (let i = 0; i < free.length; i++) {
      defect[i] = free[i]! - weightedR[i]!;
      defectTerms[i]! += Math.abs(weightedR[i]!);
    }
  }

  /** Linearises the relations at (t, x, lambda) and sums r; y of all rows. */
  relationsAt(t: number, x: Float64Array, lambda: Float64Array): void {
    this.r.fill(0);
    for (const placed of this.model.interactions) {
      for (let j = 0; j < placed.place.length; j++) placed.x[j] = x[placed.place[j]!]!;
      this.#linearize(placed, t, lambda);
    }
  }

  /** Writes y of one interaction at (t, x, lambda) at a level. */
  outputAt(
    placed: PlacedInteraction,
    level: number,
    t: number,
    { x, lambda }: Iterate,
    y: Float64Array,
  ): void {
    const { interaction, row, place, at } = placed;
    for (let j = 0; j < place.length; j++) placed.x[j] = x[place[j]!]!;
    interaction.relation.linearize(t, placed.x, lambda.subarray(row, row + interaction.m), at, level);
    y.set(at.y);
  }

  /** Writes the unknowns w of an iterate. */
  unknowns(x: Float64Array, w: Float64Array): void {
    for (const { step, start, n, equation, size } of this.steps) {
      step.unknowns(x.subarray(start, start + n), w.subarray(equation, equation + size));
    }
  }

  /** Moves the iterate by dw. */
  move(dw: Float64Array, x: Float64Array): void {
    for (const { step, start, n, equation, size } of this.steps) {
      step.move(dw.subarray(equation, equation + size), x.subarray(start, start + n));
    }
  }

  accept(x: Float64Array): void {
    for (const { step, start, n } of this.steps) step.accept?.(x.subarray(start, start + n));
  }

  /** Brings the states at which the integrators take this relation into its x. */
  #readStates({ interaction, systemIndices, x: local }: PlacedInteraction, x: Float64Array): void {
    let at = 0;
    for (const index of systemIndices) {
      const { step, start, n } = this.steps[index]!;
      const X = this.#X.subarray(start, start + n);
      step.relationState(x.subarray(start, start + n), interaction.law, X);
      local.set(X, at);
      at += n;
    }
  }

  #linearize(placed: PlacedInteraction, t: number, lambda: Float64Array): void {
    const { interaction, row, x, at, equations, level } = placed;
    const { relation, m } = interaction;
    const own = lambda.subarray(row, row + m);
    relation.linearize(t, x, own, at, level);
    for (let j = 0; j < equations.length; j++) this.r[equations[j]!]! += at.r[j]!;
    for (let i = 0; i < m; i++) {
      let terms = Math.abs(at.y[i]!) + at.terms[i]!;
      for (let j = 0; j < x.length; j++) terms += Math.abs(at.C[i * x.length + j]! * x[j]!);
      for (let j = 0; j < m; j++) terms += Math.abs(at.D[i * m + j]! * own[j]!);
      this.y[row + i] = at.y[i]!;
      this.yTerms[row + i] = terms;
    }
  }

  #toUnknowns(placed: PlacedInteraction, out: RelationByUnknowns): void {
    const { interaction, systemIndices, x, at, equations } = placed;
    const { relation, law, m } = interaction;
    const [n, e] = [x.length, equations.length];
    let [state, equation] = [0, 0];
    for (const index of systemIndices) {
      const { step, n: own, size } = this.steps[index]!;
      const C: JacobianBlock = { values: at.C, rows: m, width: n, first: state };
      step.byUnknowns(C, { values: out.C, rows: m, width: e, first: equation }, law);
      if (relation.couplesStates) {
        const K: JacobianBlock = { values: at.K, rows: e, width: n, first: state };
        step.byUnknowns(K, { values: out.K, rows: e, width: e, first: equation }, law);
      }
      state += own;
      equation += size;
    }
  }
}
