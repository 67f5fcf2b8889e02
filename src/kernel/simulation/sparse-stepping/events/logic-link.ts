/**
 * A logic network beside the equations of a system: guards tell it what they are, its signals are inputs. What turns at an
 * event or comes due at a breakpoint is done here, and the inputs are looked at anew.
 */
import type { DescriptorSystem, SparseForm } from '../../../modeling/descriptor-system.js';
import { LogicFailure, type LogicNetwork } from '../../../modeling/signals/logic-network.js';
import type { ActiveRows } from '../newton/active-rows.js';
import type { StepInputs } from '../inputs/step-inputs.js';
import { formAt } from './guard-state.js';
import { SteppingFailure } from '../newton/stepping-failure.js';

export class LogicLink {
  readonly #network: LogicNetwork | undefined;
  /** By probe its guard. */
  readonly #guards: readonly number[];
  readonly #measured: readonly { readonly probe: number; readonly form: SparseForm }[];

  constructor(
    system: DescriptorSystem,
    private readonly rows: ActiveRows,
    private readonly inputs: StepInputs,
  ) {
    this.#network = system.logic;
    const guards: number[] = [];
    system.guards.forEach(({ probe }, g) => {
      if (probe) guards[probe.index] = g;
    });
    this.#guards = guards;
    this.#measured = system.guards.flatMap(({ probe, measured }) =>
      probe && measured ? [{ probe: probe.index, form: measured }] : [],
    );
  }

  /** Begins at t, at rest with what the guards are. */
  begin(t: number): void {
    this.#network?.begin(t);
    this.settle(NaN);
  }

  /** Settles at rest with what the guards are now; returns whether an input changed. `t` is for messages. */
  settle(t: number): boolean {
    const network = this.#network;
    return network !== undefined && named(t, () => network.settle((probe) => this.#isOn(probe)));
  }

  /** Tells what the guards are at t and does what is due then; writes the inputs that follow to w, and returns whether any changed. */
  follow(t: number, w: Float64Array): boolean {
    const network = this.#network;
    if (!network) return false;
    for (const { probe, form } of this.#measured) network.measure(probe, formAt(form, w));
    const changed = named(t, () => {
      // What comes due within rounding of t is due at t.
      let any =
        this.inputs.isAt(t) && network.advance(Math.max(t, Math.min(network.nextTime, this.inputs.soonest)));
      for (let probe = 0; probe < this.#guards.length; probe++)
        if (network.turn(probe, this.#isOn(probe), t)) any = true;
      return any;
    });
    this.inputs.renew(t);
    if (changed) this.inputs.evaluate(t, false, w);
    return changed;
  }

  #isOn(probe: number): boolean {
    return this.rows.on[this.#guards[probe]!] === 1;
  }
}

/** Runs what a network does; parts without end become a failure of the run. */
function named(t: number, run: () => boolean): boolean {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof LogicFailure)) throw error;
    const detail = { time: t, unknowns: [], rows: [], elements: error.parts };
    throw new SteppingFailure('endless-logic', detail);
  }
}
