/** A run of sparse steps as plain data and back (`stepping-state.ts`): arrays that are alive, and the pivots. */
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import type { UndeterminedUnknowns } from '../descriptor/undetermined-unknowns.js';
import type { DescriptorNewton } from './newton.js';
import { PackedArrays, type StateArray, type SteppingState } from './stepping-state.js';

export class SavedRun {
  readonly #packed: PackedArrays;

  constructor(
    live: readonly StateArray[],
    private readonly assembly: DescriptorAssembly,
    private readonly newton: DescriptorNewton,
    private readonly undetermined: UndeterminedUnknowns,
  ) {
    this.#packed = new PackedArrays(live);
  }

  /** Where the run stands, in the numbers of `reuse`. */
  save(reuse?: SteppingState): SteppingState {
    const values = reuse?.values ?? new Float64Array(this.#packed.length + this.newton.stateLength);
    this.#packed.pack(values);
    this.newton.save(values, this.#packed.length);
    const { grounded } = this.undetermined;
    const none = grounded.length === 0 && reuse?.grounded.length === 0;
    return none ? reuse : { values, grounded: grounded.slice() };
  }

  /** Writes what was saved; `between` is called before the pivots are. */
  restore({ values, grounded }: SteppingState, between: () => void): void {
    if (values.length !== this.#packed.length + this.newton.stateLength)
      throw new RangeError('the state is one of another system');
    this.#packed.unpack(values);
    between();
    this.undetermined.grounded.splice(0, Infinity, ...grounded);
    this.assembly.forgetLinearPart();
    this.assembly.forgetTangents();
    this.newton.restore(values, this.#packed.length);
  }
}
