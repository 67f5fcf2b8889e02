/**
 * Steppers of blocks that are alike (`block-shape.ts`): one for all of a kind. It has the state and reads the inputs of the
 * block that steps, until another takes it. So a kind is compiled once, its arrays stay in the cache, and a block that is
 * not stepping is some dozen numbers. Bits are those of a stepper of its own: a state is all that a run goes on from
 * (`stepping-state.ts`). Names in messages are those of the owner, who made it. Cost: two copies of a state a window and block.
 */
import type { NumberRoom } from '../../../numerics/code/number-room.js';
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';
import type { Signal } from '../../modeling/signals/signal.js';
import { CompiledDescriptor } from '../sparse-stepping/compiled-descriptor.js';
import { SparseStepper } from '../sparse-stepping/sparse-stepper.js';
import type { SteppingState } from '../sparse-stepping/newton/stepping-state.js';
import type { SparseSteppingOptions } from '../sparse-stepping/descriptor/stepping-options.js';
import { RelayedSignal } from './relayed-signal.js';

/** What steps by a stepper of others. */
export interface Borrower {
  readonly inputs: readonly Signal[];
  /** Its state while it has no stepper; undefined before its first step. */
  state: SteppingState | undefined;
}

export class SharedStepper {
  /** State and inputs are those of the last borrower. */
  readonly stepper: SparseStepper;
  readonly #relays: readonly RelayedSignal[];
  /** Before any start. */
  readonly #fresh: SteppingState | undefined;
  #holder: Borrower | undefined;
  /** The holder's state is what it was when it was kept. */
  #isKept = false;

  constructor(
    readonly owner: Borrower,
    system: (inputs: readonly Signal[]) => DescriptorSystem,
    options: SparseSteppingOptions,
    room: NumberRoom,
  ) {
    this.#relays = owner.inputs.map((signal) => new RelayedSignal(signal));
    const made = system(this.#relays);
    const compiled = new CompiledDescriptor(made, options, room);
    this.stepper = new SparseStepper(compiled, undefined);
    // Whoever keeps a record of its run is alike with nobody.
    this.#fresh = made.delays.length > 0 ? undefined : this.stepper.save();
  }

  /** The stepper with the state and the inputs of a borrower. */
  lend(to: Borrower): SparseStepper {
    const { stepper } = this;
    const holder = this.#holder;
    if (holder === to || !this.#fresh) {
      this.#isKept = false;
      return stepper;
    }
    if (holder && !this.#isKept) holder.state = stepper.save(holder.state);
    this.#isKept = false;
    for (let j = 0; j < this.#relays.length; j++) this.#relays[j]!.target = to.inputs[j]!;
    stepper.restore(to.state ?? this.#fresh);
    this.#holder = to;
    return stepper;
  }

  /** Saves where the borrower stands that has the stepper. */
  keep(holder: Borrower): void {
    holder.state = this.stepper.save(holder.state);
    this.#isKept = true;
  }

  /** Whether another one's inputs are constant where those of the owner are. */
  suits({ inputs }: Borrower): boolean {
    return this.#relays.every(({ constant }, j) => constant === inputs[j]!.constant);
  }
}

/** The steppers of all kinds of blocks. */
export class SharedSteppers {
  readonly #ofKind = new Map<number, SharedStepper[]>();

  constructor(
    private readonly options: SparseSteppingOptions,
    private readonly room: NumberRoom,
  ) {}

  /** The stepper for a block of a kind, made with its names where there is none. */
  of(
    kind: number,
    borrower: Borrower,
    system: (inputs: readonly Signal[]) => DescriptorSystem,
  ): SharedStepper {
    let known = this.#ofKind.get(kind);
    if (!known) this.#ofKind.set(kind, (known = []));
    let found = known.find((one) => one.suits(borrower));
    if (!found) known.push((found = this.alone(borrower, system)));
    return found;
  }

  /** One that nobody else is given. */
  alone(borrower: Borrower, system: (inputs: readonly Signal[]) => DescriptorSystem): SharedStepper {
    return new SharedStepper(borrower, system, this.options, this.room);
  }
}
