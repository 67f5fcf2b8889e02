/**
 * One step of a stage method from (t, w, s, ds/dt), not yet accepted: the stages one by one, each predicted by the
 * polynomial through what is known and solved by Newton's method, and the estimate of the error.
 *
 * The estimate h sum e_j d_j is one of charges; J^-1 turns it into one of unknowns, and damps what the step damps
 * [Hosea-Shampine 1996]. It is asked of unknowns behind d/dt alone; algebraic ones follow. Errors of a charge below
 * reltol chgtol are none. What a step may err is trtol at reltol = 1e-3, and elsewhere such that the error of a run goes
 * as reltol: a step errs by one power of h more than a run.
 */
import { floatsIn, integersIn } from '../../../../numerics/code/number-room.js';
import { copyNumbers } from '../../../../numerics/dense/short-arrays.js';
import type { ActiveRows } from '../newton/active-rows.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import { lagrangeWeights } from '../inputs/lagrange.js';
import type { DescriptorNewton } from '../newton/newton.js';
import type { NewtonStatus } from '../newton/newton-status.js';
import { loopsOver, type StageArrays, type StageLoops } from './stage-loops.js';
import { acceptStage, BEND_PART, INPUT_PART, LEAST, ROUNDING, stepNumbers } from './step-loop.js';
import { longPart, longPartOfBend } from './step-controller.js';
import { storageGroups } from '../descriptor/storage-groups.js';
import type { StageMethod } from './stage-method.js';
import type { StepPolynomial } from '../inputs/input-loops.js';
import type { StepInputs } from '../inputs/step-inputs.js';
import type { SparseSteppingOptions } from '../descriptor/stepping-options.js';

/** Where inputs are asked between stages, in parts of the step. */
const PROBE = 0.81;

export class StageSolver {
  /** (z | u | 0) at the stages of the step; [0] is where it starts. */
  readonly points: readonly Float64Array[];
  /** Those of the step before, in the same order. */
  readonly before: readonly Float64Array[];
  /** Q z + sum q_e at the start and the end, by row. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Its rates at the stages. */
  readonly rates: Float64Array[];
  /** Those at the start of the step that was accepted last. */
  readonly startRates: Float64Array;
  /** y of pairs at the stages. */
  readonly y: Float64Array[];
  readonly #history: Float64Array;
  readonly #limiting: Int32Array;
  /** At the places of `stepNumbers`. */
  readonly numbers: Float64Array;
  /** What the loops over unknowns and rows compute with. */
  readonly arrays: StageArrays;
  /** The method's e. */
  readonly e: Float64Array;
  readonly #loops: StageLoops;
  readonly #estimate: Float64Array;
  readonly #noise: Float64Array;
  readonly polynomial: StepPolynomial;
  /** Tolerances that the error of a step may be. */
  readonly allowed: number;

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
    this.#limiting = integersIn(room, [-1]);
    this.numbers = room.floats(stepNumbers.count);
    this.e = floatsIn(room, method.e);
    let within = 0;
    for (let x = 0.05; x < 1; x += 0.05)
      within = Math.max(within, Math.abs(method.c.reduce((product, c) => product * (x - c), 1)));
    this.arrays = {
      ...{ size, stages: method.stages, points: this.points, before: this.before },
      ...{ start: this.start, end: this.end, history: this.#history },
      ...{ rates: this.rates, startRates: this.startRates, s: assembly.s, within },
      ...{ c: floatsIn(room, method.c), a: method.a.map((row) => floatsIn(room, row)) },
      ...{ nodes: room.floats(method.stages + 1), weights: room.floats(method.stages + 1) },
      ...{ storageRows: assembly.storageRows, stateUnknowns: assembly.stateUnknowns },
      ...{ storage: assembly.storage, ...storageGroups(assembly, room) },
      ...{ rowSum: room.floats(size), rowTerms: room.floats(size) },
      algebraicUnknowns: assembly.algebraicUnknowns,
      ...{ estimate: this.#estimate, noise: this.#noise, limiting: this.#limiting },
      ...{ sizes: newton.sizes, absolute: assembly.arrays.absolute },
    };
    this.#loops = loopsOver(room, this.arrays);
    const power = method.errorPower / method.order - 1;
    this.allowed = options.trtol * (options.reltol / 1e-3) ** power;
    const [weights, between] = [room.floats(method.stages), room.floats(method.stages)];
    this.polynomial = { points: this.points, nodes: this.arrays.c, part: PROBE, weights, between };
    lagrangeWeights(this.arrays.c, method.stages, PROBE, weights);
  }

  /** Length of the step before; 0 behind an event. */
  get lastStep(): number {
    return this.numbers[stepNumbers.last]!;
  }

  set lastStep(h: number) {
    this.numbers[stepNumbers.last] = h;
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
      loops.predictStage(i, h, this.lastStep, w);
      inputs.evaluate(last ? t1 : t + method.c[i]! * h, last && endIsBreakpoint, w);
      loops.writeHistory(this.start, history, this.arrays.a[i]!, i, h);
      const status = newton.solve(w, history, b, this.options.maxIterations);
      const stands = status === 'diverged' && newton.iterations.standsAtRounding(w, history, b);
      if (status !== 'converged' && !stands) return status;
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
    const any = this.#loops.estimateCharges(this.e, h, method.gamma, nothing);
    this.#limiting[0] = -1;
    if (!any) return 0;
    newton.correct(estimate);
    return this.#largestPart(this.allowed);
  }

  /**
   * As `error`, of what lies between the stages: the polynomial of the last step, carried on to the end of this one,
   * misses by so much more than the polynomial of this step does within it. Sees kinks between two stages.
   */
  bend(h: number): number {
    if (!(this.lastStep > 0)) return 0;
    this.#loops.estimateBend(h, this.lastStep);
    return this.#largestPart(BEND_PART);
  }

  /** By how much a step after one of length h may be longer as a long one, `wanted` by its error. */
  longerBy(h: number, wanted: number): number {
    const { lastStep, method, options } = this;
    const long = longPart(wanted);
    if (long * h <= options.longStep || !(lastStep > 0)) return Math.min(1, long);
    const bend = this.#loops.algebraicBend(h, lastStep, options.reltol);
    return Math.min(long, longPartOfBend(bend, method.errorPower));
  }

  /**
   * The largest error in parts of what is allowed, `tolerances` of the unknown. Where it is too large what rounding makes of
   * the unknowns is allowed too: it grows as steps get shorter, in groups that little ties to ground; what carries no charge is no
   * error of a step.
   */
  #largestPart(tolerances: number): number {
    const { assembly, newton, options, points, method } = this;
    const z = points[method.stages - 1]!;
    const { reltol } = options;
    const worst = this.#loops.worstEstimate(z, tolerances, 0, reltol);
    if (!(worst > 1)) return worst;
    newton.correct(assembly.magnitudes(z, LEAST, this.#noise));
    this.#loops.dropCommonModes();
    return this.#loops.worstEstimate(z, tolerances, ROUNDING, reltol);
  }

  /** As `error`, of the inputs: they are to be seen as they are. */
  inputError(t: number, t1: number): number {
    return this.inputs.unseen(t, t1, this.polynomial) / (INPUT_PART * this.options.reltol);
  }

  /** The end of the step becomes the start of the next one. */
  accept(h: number): void {
    acceptStage(this.arrays);
    copyNumbers(this.y[this.method.stages - 1]!, this.y[0]!);
    this.newton.signs.keep(this.y[0]!, this.points[0]!);
    this.lastStep = h;
  }

  /** Takes inputs that do not move from the start of the step to all other points. */
  spreadInputs(): void {
    const { size } = this.assembly;
    const inputs = this.points[0]!.subarray(size);
    for (const w of this.points.slice(1)) w.set(inputs, size);
  }
}
