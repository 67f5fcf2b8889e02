/**
 * Time stepping with step-size control (`error-controlled-steps.ts`), with all that time stepping has
 * (`stepped-simulation.ts`): events of clocks, which steps end at exactly, reinitialisations, located as the tolerances
 * ask, switches.
 */
import { requireKnownOptions } from '../../modeling/known-options.js';
import { ModelError } from '../../modeling/model-error.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import { resolveAdaptiveOptions, type AdaptiveOptions } from './adaptive-options.js';
import { BoxVI } from '../problems/box-vi.js';
import { ChordControl, type WatchedQuantities } from './chord-control.js';
import { ErrorControlledSteps } from './error-controlled-steps.js';
import type { Integrators } from '../integrators/integrator-assignment.js';
import type { OneStepNSProblem } from '../problems/one-step-ns-problem.js';
import { SteppedSimulation, type SteppingOptions } from './stepped-simulation.js';
import type { Steps } from './steps.js';
import type { Observer } from '../stream.js';

export type { AdaptiveOptions } from './adaptive-options.js';

/**
 * A ledger reads the moments of every step that a mode took, tried ones too: there is none. Nor is there projection, whose
 * corrections an estimate of the error of steps would take for theirs.
 */
export type AdaptiveSteppingOptions = Omit<SteppingOptions, 'ledger' | 'projection' | 'impacts'>;

export class AdaptiveTimeStepping extends SteppedSimulation {
  readonly options: AdaptiveOptions;
  readonly #steps: ErrorControlledSteps;

  /** Throws `ModelError` where options, sizes, theta, laws or W do not allow a simulation. */
  constructor(
    nsds: NonSmoothDynamicalSystem,
    osi: Integrators,
    options: Partial<AdaptiveOptions> = {},
    problem: OneStepNSProblem = new BoxVI(),
    watched?: WatchedQuantities,
    stepping: AdaptiveSteppingOptions = {},
  ) {
    const resolved = resolveAdaptiveOptions(options);
    requireKnownOptions('AdaptiveTimeStepping', stepping, {
      startsWithJump: true,
      events: true,
      newton: true,
    });
    const chord = watched && resolved.chord > 0 ? new ChordControl(watched, resolved.chord) : undefined;
    const steps = new ErrorControlledSteps(nsds.t0, nsds.T, resolved, chord);
    super(nsds, osi, problem, stepping, steps);
    const constant = this.taker.integrators.all.find(({ needsConstantStep }) => needsConstantStep === true);
    if (constant) {
      throw new ModelError(
        `AdaptiveTimeStepping cannot vary the step of ${constant.name}, which needs steps of one size; use TimeStepping`,
      );
    }
    this.options = resolved;
    this.#steps = steps;
  }

  /** Double steps kept. */
  get accepted(): number {
    return this.#steps.accepted;
  }

  /** Double steps thrown away. */
  get rejected(): number {
    return this.#steps.rejected;
  }

  /** The switches that are on, by guard. */
  get switchedOn(): Uint8Array {
    return this.state.on;
  }

  /** Begins with the switches as another run of the same system left them. */
  continueFrom({ switchedOn }: Pick<AdaptiveTimeStepping, 'switchedOn'>): void {
    this.state.on.set(switchedOn);
  }

  /** Where the multiplier at the start is looked for if not from 0. */
  guessMultiplier(lambda: Float64Array): void {
    this.state.lambda.set(lambda);
  }

  /** As `blocks`, a double step each; returns whether T was reached. */
  *steps(...observers: readonly Observer[]): Steps<boolean> {
    const blocks = this.blocks(...observers);
    for (let pause = blocks.next(); pause.done !== true;) {
      const answer = yield { t: pause.value.t, steps: 2 * this.accepted };
      pause = blocks.next(answer);
    }
    return !this.hasNextEvent();
  }
}
