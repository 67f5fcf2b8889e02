/**
 * What a step of a stage method from (t, w, s, ds/dt) computes with (`step-loop.ts`): the stages one by one, each predicted by the
 * polynomial through what is known and solved by Newton's method, and the estimate of the error.
 *
 * The estimate h sum e_j d_j is one of charges; J^-1 turns it into one of unknowns, and damps what the step damps
 * [Hosea-Shampine 1996]. It is asked of unknowns behind d/dt alone; algebraic ones follow. Errors of a charge below
 * reltol chgtol are none. What a step may err is trtol at reltol = 1e-3, and elsewhere such that the error of a run goes
 * as reltol: a step errs by one power of h more than a run.
 */
import { floatsIn, integersIn } from '../../../../numerics/code/number-room.js';
import type { ActiveRows } from '../newton/active-rows.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import { lagrangeWeights } from '../inputs/lagrange.js';
import { FloatingGroups } from '../descriptor/floating-groups.js';
import type { DescriptorNewton } from '../newton/newton.js';
import type { StageArrays } from './stage-loops.js';
import { acceptPairs, acceptStage, stepNumbers } from './trial-loop.js';
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
  readonly #limiting: Int32Array;
  /** At the places of `stepNumbers`. */
  readonly numbers: Float64Array;
  /** What the loops over unknowns and rows compute with. */
  readonly arrays: StageArrays;
  /** The method's e. */
  readonly e: Float64Array;
  readonly polynomial: StepPolynomial;
  readonly floating: FloatingGroups;
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
    this.#limiting = integersIn(room, [-1]);
    this.numbers = room.floats(stepNumbers.count);
    this.e = floatsIn(room, method.e);
    let within = 0;
    for (let x = 0.05; x < 1; x += 0.05)
      within = Math.max(within, Math.abs(method.c.reduce((product, c) => product * (x - c), 1)));
    this.arrays = {
      ...{ size, stages: method.stages, points: this.points, before: this.before },
      ...{ start: this.start, end: this.end, history: room.floats(size), y: this.y },
      ...{ rates: this.rates, startRates: this.startRates, s: assembly.s, within },
      flows: assembly.stateUnknowns.length > 0 ? this.rates[0]! : newton.residuals.arrays.sizes,
      carried: room.floats(size),
      ...{ c: floatsIn(room, method.c), a: method.a.map((row) => floatsIn(room, row)) },
      ...{ nodes: room.floats(method.stages + 1), weights: room.floats(method.stages + 1) },
      ...{ storageRows: assembly.storageRows, stateUnknowns: assembly.stateUnknowns },
      ...{ storage: assembly.storage, ...storageGroups(assembly, room) },
      ...{ rowSum: room.floats(size), rowTerms: room.floats(size) },
      algebraicUnknowns: assembly.algebraicUnknowns,
      ...{ estimate: room.floats(size), noise: room.floats(size), limiting: this.#limiting },
      ...{ sizes: newton.sizes, absolute: assembly.arrays.absolute },
    };
    this.floating = new FloatingGroups(assembly, rows, newton.sizes, options.reltol, this.arrays);
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

  /** Whether what floats moved within the step, by more than so many reltol of its size: where a pair commutates it jumps. */
  shifts(least: number): boolean {
    const { points, start, end, newton } = this;
    const move = { z: points[0]!, w: points.at(-1)!, from: start, to: end };
    return this.floating.moved({ ...move, part: least * newton.reltol }).length > 0;
  }

  /** Goes back to the start of the step, where pairs and guards were so. */
  retreat(forced: Uint8Array): void {
    this.newton.residuals.retreat();
    this.rows.restore(forced);
    this.assembly.resetLimits(this.points[0]!);
  }

  /** The end of the step becomes the start of the next one. */
  accept(h: number): void {
    acceptStage(this.arrays);
    acceptPairs(this.arrays, this.newton.signs.arrays);
    this.lastStep = h;
  }

  /** Takes inputs that do not move from the start of the step to all other points. */
  spreadInputs(): void {
    const { size } = this.assembly;
    const inputs = this.points[0]!.subarray(size);
    for (const w of this.points.slice(1)) w.set(inputs, size);
  }
}
