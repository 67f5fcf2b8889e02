/**
 * Linear time-invariant relations of Lagrangian systems, [intro] (49), [notes] (10.7):
 *
 *     y = C q + e + D lambda + F z,      p = C^T lambda.
 *
 * Without D y is a gap: its law holds at the level of velocities, y' = C v, lambda an impulse. With D the contact is
 * compliant: the law holds for y itself, lambda a force.
 */
import { LagrangianRelation, type Coordinates, type LinearOutput } from './lagrangian-relation.js';
import { checkSize, ModelError } from '../model-error.js';

export interface LagrangianLinearTIROptions {
  /** m entries. */
  readonly e?: Float64Array;
  /** m x m. */
  readonly D?: Float64Array;
  /** m x z.length, with z. */
  readonly F?: Float64Array;
  readonly z?: Float64Array;
  /** Coordinates of each linked system; one system has all when absent. */
  readonly coordinates?: Coordinates;
}

export class LagrangianLinearTIR extends LagrangianRelation {
  readonly name: string;
  override readonly linearOutput: LinearOutput | undefined;
  readonly #constant: Float64Array;

  /** Takes the rows and C (m x coordinates row-major); throws `ModelError` where sizes do not fit. */
  constructor(
    m: number,
    private readonly C: Float64Array,
    private readonly options: LagrangianLinearTIROptions = {},
    name = 'LagrangianLinearTIR',
  ) {
    const { e, D, F, z, coordinates = C.length / m } = options;
    super(m, coordinates, { levels: D ? [0] : [0, 1], ...(z && { z }) });
    this.name = name;
    checkSize(name, 'C', C, m, this.equations);
    if (e) checkSize(name, 'e', e, m, 1);
    if (D) checkSize(name, 'D', D, m, m);
    if (F) checkSize(name, 'F', F, m, this.z.length);
    this.#constant = new Float64Array(m);
    this.linearOutput = D ? undefined : { H: C, constant: (out) => this.#writeConstant(out) };
  }

  protected output(_t: number, q: Float64Array, lambda: Float64Array, y: Float64Array): void {
    const size = this.equations;
    const { D } = this.options;
    this.#writeConstant(y);
    for (let i = 0; i < this.m; i++) {
      for (let k = 0; k < size; k++) y[i]! += this.C[i * size + k]! * q[k]!;
      if (D) for (let j = 0; j < this.m; j++) y[i]! += D[i * this.m + j]! * lambda[j]!;
    }
  }

  protected jacobian(_t: number, _q: Float64Array, _lambda: Float64Array, H: Float64Array): void {
    H.set(this.C);
  }

  protected override compliance(_t: number, _q: Float64Array, _lambda: Float64Array, D: Float64Array): void {
    if (this.options.D) D.set(this.options.D);
  }

  #writeConstant(out: Float64Array): void {
    const { e, F } = this.options;
    const { z } = this;
    const constant = this.#constant;
    if (e) constant.set(e);
    else constant.fill(0);
    if (F) {
      for (let i = 0; i < this.m; i++) {
        for (let j = 0; j < z.length; j++) constant[i]! += F[i * z.length + j]! * z[j]!;
      }
    }
    out.set(constant);
  }
}

/** y = C q + e + D lambda + F z with a compliance D that must be there. */
export class LagrangianCompliantLinearTIR extends LagrangianLinearTIR {
  constructor(
    m: number,
    C: Float64Array,
    D: Float64Array,
    options: Omit<LagrangianLinearTIROptions, 'D'> = {},
  ) {
    const name = 'LagrangianCompliantLinearTIR';
    if (D.length !== m * m) {
      throw new ModelError(`${name}: D has ${D.length} entries; a compliance of ${m} rows has ${m * m}`);
    }
    super(m, C, { ...options, D }, name);
  }
}
