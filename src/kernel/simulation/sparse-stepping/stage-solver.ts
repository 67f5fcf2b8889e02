/**
 * One step of a stage method from (t, w, s, ds/dt), not yet accepted: the stages one by one, each predicted by the
 * polynomial through what is known and solved by Newton's method, and the estimate of the error.
 *
 * The estimate h sum e_j d_j is one of charges; J^-1 turns it into one of unknowns, and damps what the step damps
 * [Hosea-Shampine 1996]. It is asked of unknowns behind d/dt alone; algebraic ones follow. Errors of a charge below
 * reltol chgtol are none. What a step may err is trtol at reltol = 1e-3, and elsewhere such that the error of a run goes
 * as reltol: a step errs by one power of h more than a run.
 */
import { floatsIn, integersIn } from '../../../numerics/code/number-room.js';
import { copyNumbers } from '../../../numerics/dense/short-arrays.js';
import type { ActiveRows } from './active-rows.js';
import type { DescriptorAssembly } from './assembly.js';
import { lagrangeWeights } from './lagrange.js';
import type { DescriptorNewton, NewtonStatus } from './newton.js';
import { loopsOver, type StageLoops } from './stage-loops.js';
import type { StageMethod } from './stage-method.js';
import type { StepInputs } from './step-inputs.js';
import type { SparseSteppingOptions } from './stepping-options.js';

/** The polynomial of the last step is not asked for more than so many steps beyond it. */
const FARTHEST = 2;
/** Where inputs are asked between stages, in parts of the step. */
const PROBE = 0.81;
/** An input may differ from the polynomial of the step by so many reltol. */
const INPUT_PART = 10;
/** Part of the terms of a row that is rounding. */
export const ROUNDING = 4 * Number.EPSILON;
/** Absolute tolerances of an unknown at which laws are evaluated: 1 V at SPICE's vntol. */
export const LEAST = 1e6;
/** Between its stages a step may err by so many reltol. */
const BEND_PART = 1;

export class StageSolver {
  /** (z | u | 0) at the stages of the step; [0] is where it starts. */
  points: Float64Array[];
  /** Those of the step before, in the same order. */
  before: Float64Array[];
  /** Length of the step before; 0 behind an event. */
  lastStep = 0;
  /** Q z + sum q_e at the start and the end, by row. */
  start: Float64Array;
  end: Float64Array;
  /** Its rates at the stages. */
  readonly rates: Float64Array[];
  /** Those at the start of the step that was accepted last. */
  readonly startRates: Float64Array;
  /** y of pairs at the stages. */
  readonly y: Float64Array[];
  readonly #history: Float64Array;
  readonly #limiting: Int32Array;
  /** The method's a by stage, and its e. */
  readonly #a: readonly Float64Array[];
  readonly #e: Float64Array;
  readonly #loops: StageLoops;
  readonly #estimate: Float64Array;
  readonly #noise: Float64Array;
  readonly #nodes: Float64Array;
  readonly #sources: Float64Array[];
  readonly #weights: Float64Array;
  readonly #probeWeights: Float64Array;
  /** The largest product of distances to the stages within a step. */
  readonly #within: number;
  /** Tolerances that the error of a step may be. */
  readonly #allowed: number;

  constructor(
    readonly assembly: DescriptorAssembly,
    readonly newton: DescriptorNewton,
    readonly rows: ActiveRows,
    readonly inputs: StepInputs,
    readonly method: StageMethod,
    readonly options: SparseSteppingOptions,
  ) {
    const { size, pointLength, room } = assembly;
    const points = () => Array.from({ length: method.stages }, () => room.floats(pointLength));
    this.points = points();
    this.before = points();
    this.start = room.floats(size);
    this.end = room.floats(size);
    this.rates = method.c.map(() => room.floats(size));
    this.startRates = room.floats(size);
    this.y = method.c.map(() => room.floats(rows.pairCount));
    this.#history = room.floats(size);
    this.#estimate = room.floats(size);
    this.#noise = room.floats(size);
    this.#nodes = room.floats(method.stages + 1);
    this.#sources = Array.from({ length: method.stages + 1 }, () => this.start);
    this.#weights = room.floats(method.stages + 1);
    this.#probeWeights = room.floats(method.stages);
    this.#limiting = integersIn(room, [-1]);
    this.#a = method.a.map((row) => floatsIn(room, row));
    this.#e = floatsIn(room, method.e);
    this.#loops = loopsOver(room, {
      ...{ size, stages: method.stages, rates: this.rates, s: assembly.s },
      ...{ storageRows: assembly.storageRows, stateUnknowns: assembly.stateUnknowns },
      ...{ estimate: this.#estimate, noise: this.#noise, weights: this.#weights },
      ...{ sizes: newton.sizes, absolute: assembly.arrays.absolute, limiting: this.#limiting },
    });
    let within = 0;
    for (let x = 0.05; x < 1; x += 0.05)
      within = Math.max(within, Math.abs(method.c.reduce((product, c) => product * (x - c), 1)));
    this.#within = within;
    const power = method.errorPower / method.order - 1;
    this.#allowed = options.trtol * (options.reltol / 1e-3) ** power;
    lagrangeWeights(Float64Array.from(method.c), method.stages, PROBE, this.#probeWeights);
  }

  /** The unknown whose error was the largest in the last step, -1 where there was none. */
  get limiting(): number {
    return this.#limiting[0]!;
  }

  /** Solves all stages of the step from t to t1. */
  solve(t: number, t1: number, endIsBreakpoint: boolean): NewtonStatus {
    const { method, rates, newton, points, inputs } = this;
    const loops = this.#loops;
    const h = t1 - t;
    const b = 1 / (h * method.gamma);
    const history = this.#history;
    for (let i = 1; i < method.stages; i++) {
      const last = i === method.stages - 1;
      const w = points[i]!;
      this.#predict(i, h, w);
      inputs.evaluate(last ? t1 : t + method.c[i]! * h, last && endIsBreakpoint, w);
      loops.writeHistory(this.start, history, this.#a[i]!, i, h);
      const status = newton.solve(w, history, b, this.options.maxIterations);
      if (status !== 'converged') return status;
      loops.writeRates(rates[i]!, history, this.end, b, last);
      if (this.rows.pairCount > 0) this.y[i]!.set(newton.y);
    }
    return 'converged';
  }

  /** The largest estimated error of the step, in tolerances. */
  error(h: number): number {
    const { method, newton, options } = this;
    const estimate = this.#estimate;
    const nothing = options.reltol * options.chgtol;
    const any = this.#loops.estimateCharges(this.#e, h, method.gamma, nothing);
    this.#limiting[0] = -1;
    if (!any) return 0;
    newton.correct(estimate);
    return this.#largestPart(this.#allowed);
  }

  /**
   * As `error`, of what lies between the stages: the polynomial of the last step, carried on to the end of this one,
   * misses by so much more than the polynomial of this step does within it. Sees kinks between two stages.
   */
  bend(h: number): number {
    const { method, before, lastStep } = this;
    const { c, stages } = method;
    if (!(lastStep > 0)) return 0;
    const nodes = this.#nodes;
    const ratio = lastStep / h;
    let product = 1;
    for (let j = 0; j < stages; j++) {
      nodes[j] = (c[j]! - 1) * ratio;
      product *= 1 - nodes[j]!;
    }
    const weights = this.#weights;
    lagrangeWeights(nodes, stages, 1, weights);
    const part = this.#within / product;
    const end = this.points[stages - 1]!;
    if (stages === 3) this.#loops.estimateBend(before[0]!, before[1]!, before[2]!, end, part);
    else this.#bendOfMore(part, end);
    return this.#largestPart(BEND_PART);
  }

  /**
   * The largest error in parts of what is allowed, `tolerances` of the unknown. Where it is too large what rounding makes of
   * the unknowns is allowed too: it grows as steps get shorter, in groups that little ties to ground.
   */
  #largestPart(tolerances: number): number {
    const { assembly, newton, options, points, method } = this;
    const z = points[method.stages - 1]!;
    const { reltol } = options;
    const worst = this.#loops.worstEstimate(z, tolerances, 0, reltol);
    if (!(worst > 1)) return worst;
    newton.correct(assembly.magnitudes(z, LEAST, this.#noise));
    return this.#loops.worstEstimate(z, tolerances, ROUNDING, reltol);
  }

  /** `estimateBend` of a method of more stages. */
  #bendOfMore(part: number, end: Float64Array): void {
    const { assembly, before, method } = this;
    const { stateUnknowns } = assembly;
    for (let p = 0; p < stateUnknowns.length; p++) {
      const i = stateUnknowns[p]!;
      let difference = -end[i]!;
      for (let j = 0; j < method.stages; j++) difference += this.#weights[j]! * before[j]![i]!;
      this.#estimate[i] = part * difference;
    }
  }

  /** As `error`, of the inputs: they are to be seen as they are. */
  inputError(t: number, t1: number): number {
    const unseen = this.inputs.unseen(t + PROBE * (t1 - t), this.points, this.#probeWeights);
    return unseen / (INPUT_PART * this.options.reltol);
  }

  /** The end of the step becomes the start of the next one. */
  accept(h: number): void {
    const { method } = this;
    const last = method.stages - 1;
    [this.points, this.before] = [this.before, this.points];
    copyNumbers(this.before[last]!, this.points[0]!);
    [this.start, this.end] = [this.end, this.start];
    copyNumbers(this.rates[0]!, this.startRates);
    copyNumbers(this.rates[last]!, this.rates[0]!);
    copyNumbers(this.y[last]!, this.y[0]!);
    this.newton.signs.keep(this.y[0]!, this.points[0]!);
    this.lastStep = h;
  }

  /** Takes inputs that do not move from the start of the step to all other points. */
  spreadInputs(): void {
    const { size } = this.assembly;
    const inputs = this.points[0]!.subarray(size);
    for (const w of this.points.slice(1)) w.set(inputs, size);
  }

  /** Predicts z at stage i from the stages before it and the step before. */
  #predict(i: number, h: number, w: Float64Array): void {
    const { c, stages } = this.method;
    const nodes = this.#nodes;
    const sources = this.#sources;
    let count = 0;
    for (let j = Math.max(0, i - 3); j < i; j++) {
      nodes[count] = c[j]!;
      sources[count++] = this.points[j]!;
    }
    const ratio = this.lastStep / h;
    if (ratio > 0 && count < 3) {
      if (i === 1 && stages > 2 && c[1]! <= FARTHEST * ratio) {
        nodes[count] = (c[stages - 2]! - 1) * ratio;
        sources[count++] = this.before[stages - 2]!;
      }
      nodes[count] = -ratio;
      sources[count++] = this.before[0]!;
    }
    const weights = this.#weights;
    lagrangeWeights(nodes, count, c[i]!, weights);
    const [first, second = first, third = first] = sources;
    this.#loops.combineThree(first!, second!, third!, w, count);
  }
}
