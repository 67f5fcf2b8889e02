/** A descriptor system with all that operating points and steps of it share: places, modes, factors, Newton's method. */
import { type NumberRoom, plainRoom } from '../../../numerics/code/number-room.js';
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';
import { ActiveRows } from './newton/active-rows.js';
import { DescriptorAssembly } from './descriptor/assembly.js';
import { GuardClocks } from './inputs/guard-clocks.js';
import { factorsOf } from './newton/linear-factors.js';
import { DescriptorNewton } from './newton/newton.js';
import { StepInputs } from './inputs/step-inputs.js';
import { SteppingCounters } from './newton/stepping-counters.js';
import { defaultSparseSteppingOptions, type SparseSteppingOptions } from './descriptor/stepping-options.js';
import { UndeterminedUnknowns } from './descriptor/undetermined-unknowns.js';

/** What a search for an operating point computes with. */
export interface RestingArrays {
  /** (z | u | 0). */
  readonly w: Float64Array;
  /** 0 for all rows. */
  readonly nothing: Float64Array;
}

export class CompiledDescriptor {
  readonly options: SparseSteppingOptions;
  readonly counters = new SteppingCounters();
  readonly assembly: DescriptorAssembly;
  readonly rows: ActiveRows;
  readonly undetermined: UndeterminedUnknowns;
  readonly newton: DescriptorNewton;
  readonly clocks: GuardClocks;
  readonly inputs: StepInputs;
  #resting: RestingArrays | undefined;

  constructor(
    readonly system: DescriptorSystem,
    options: Partial<SparseSteppingOptions> = {},
    room: NumberRoom = plainRoom,
  ) {
    this.assembly = new DescriptorAssembly(system, room);
    const all = { ...defaultSparseSteppingOptions, ...options };
    const resolvedStep = this.assembly.stateUnknowns.length > 1 ? all.resolvedStep : Infinity;
    this.options = { ...all, resolvedStep, maxStep: Math.min(all.maxStep, resolvedStep) };
    this.rows = new ActiveRows(system, this.assembly.pattern, room);
    this.undetermined = new UndeterminedUnknowns(this.assembly);
    this.clocks = new GuardClocks(system, this.rows, this.options.passesCorners);
    this.inputs = new StepInputs(system, room, this.clocks);
    this.newton = new DescriptorNewton(
      this.assembly,
      this.rows,
      factorsOf(this.assembly.pattern, room),
      this.undetermined,
      this.counters,
      this.options.reltol,
    );
  }

  /** Forgets what the stepper before has left of matrices. */
  forget(): void {
    this.assembly.shunts.fill(0);
    this.assembly.forgetLinearPart();
    this.newton.invalidate();
  }

  /** Arrays of one search after the other, where the others stand. */
  get resting(): RestingArrays {
    const { room, pointLength, size } = this.assembly;
    this.#resting ??= { w: room.floats(pointLength), nothing: room.floats(size) };
    return this.#resting;
  }
}
