/**
 * The transient of a circuit with nonlinear rows, or with inputs that have no closed form, or of many states:
 * time stepping with theta = gamma = 1/2, Newton's method in
 * every step, the step controlled by the error (halves against whole). The run is cut where an input has a
 * breakpoint, so that no step crosses one. Energy: `point-energy-ledger.ts`.
 */
import { formatEngineering } from '../../base/units.js';
import type { ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';
import { delayedWaves } from '../../circuit/compiler/delayed-waves.js';
import { nonsmoothSystem } from '../../circuit/compiler/nonsmooth-system.js';
import { signalUntil } from '../../kernel/modeling/signals/until-signal.js';
import { AdaptiveTimeStepping } from '../../kernel/simulation/time-stepping/adaptive-time-stepping.js';
import { EulerMoreauOSI } from '../../kernel/simulation/integrators/euler-moreau-osi.js';
import { SimulationFailure } from '../../kernel/simulation/simulation-failure.js';
import type { Observer, Segment } from '../../kernel/simulation/stream.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { WatchedQuantities } from '../../kernel/simulation/time-stepping/chord-control.js';
import type { OutputColumn } from '../rows/output-columns.js';
import { CircuitPoint, type Side } from '../certificate/circuit-point.js';
import { readValue } from '../preparation/output-value.js';
import { watchRun } from './run-watch.js';
import { WaveRecorder } from './wave-recorder.js';
import { PointEnergyLedger } from '../certificate/energy/point-energy-ledger.js';
import { reportFailure } from '../preparation/run-failure.js';
import { firstMultipliers } from '../operating-point/smooth-operating-point.js';
import { outputStep } from '../preparation/transient-options.js';
import { finalValues, type TransientOutcome, type TransientRun } from './transient-run.js';
import { describeUniqueness } from '../certificate/uniqueness.js';

/** Error of a step relative to the largest of each state around it; some thousand steps add up. */
const stepTolerance = 1e-5;
/** Volts and amperes below which a state's error does not count: a part of the conventions' vntol. */
const minState = 1e-8;
/** Steps of a segment between two breakpoints, at least. */
const minSteps = 32;
/** Breakpoints closer than this part of tstop are one. */
const sameInstant = 1e-12;
/** Beyond so many breakpoints the segments are too short to be worth their start. */
const maxBreakpoints = 20_000;

export function* newtonSteps(run: TransientRun): Steps<TransientOutcome> {
  const { job, options, columns, start, diagnostics } = run;
  const { card, compiled } = job;
  const { system } = compiled;
  const { tstop } = card;
  const rowStep = outputStep(card);
  const waves = new WaveRecorder(system, delayedWaves(compiled));
  const natural = options.h > 0 ? options.h : Math.min(rowStep, card.tmax ?? rowStep, tstop / 200);
  // What a line returns must be known before the step that needs it.
  const largest = Math.min(natural, waves.delay);
  const energy = new PointEnergyLedger(system);
  const points = new PointReader(system, energy);
  const watched = watchColumns(columns, system);
  const watch = watchRun(run, { points: 'held', lawPoint: 1, side: 'left', checkAll: true });
  const observers: Observer[] = [waves, points, ...watch.observers];

  const osi = new EulerMoreauOSI(0.5, 0.5);
  const guess = start.compiled.smooth.length > 0 ? firstMultipliers(start.compiled) : undefined;
  let point = { x: start.compiled.x0, lambda: guess ?? new Float64Array(system.m) };
  let steps = 0;
  let rejected = 0;
  let incomplete: string | undefined;
  let t = 0;
  let previous: AdaptiveTimeStepping | undefined;
  let breakpoints = 0;
  while (t < tstop) {
    waves.markBreakpoint(t, sameInstant * tstop);
    const end = breakpoints < maxBreakpoints ? nextBreakpoint(system, t, tstop) : tstop;
    const length = end - t;
    const inputs = system.inputs.map((signal) => signalUntil(signal, end));
    const cut = { ...start.compiled, system: { ...system, inputs }, x0: point.x };
    const accuracy = {
      reltol: stepTolerance,
      abstol: minState,
      largestStep: Math.min(largest, length / minSteps),
      smallestPart: 2 ** -40,
      chord: options.rowtol / 4,
    };
    const segment = new AdaptiveTimeStepping(nonsmoothSystem(cut, t, end), osi, accuracy, undefined, watched);
    if (previous) segment.continueFrom(previous);
    segment.guessMultiplier(point.lambda);
    previous = segment;
    try {
      const walk = segment.steps(...observers);
      for (let pause = walk.next(); pause.done !== true;) {
        pause = walk.next(yield { t: pause.value.t, steps: steps + pause.value.steps });
      }
    } catch (error) {
      if (!(error instanceof SimulationFailure)) throw error;
      const hint =
        'look at the nonlinear elements that change at this time: a capacitance there often helps, or method=stepping';
      incomplete = reportFailure(error, system, diagnostics, hint);
    }
    steps += 2 * segment.accepted;
    rejected += segment.rejected;
    point = { x: segment.x.slice(), lambda: segment.lambda.slice() };
    t = segment.t;
    if (incomplete !== undefined) break;
    breakpoints++;
    if (t < end || (end < tstop && (yield { t, steps }) === 'stop')) {
      incomplete = `stopped at t = ${formatEngineering(t, 's', 6)}`;
      break;
    }
  }
  watch.end(incomplete);
  const { zeta } = points.last;
  const certificate: TransientOutcome['certificate'] = {
    method: `theta = 0.5, gamma = 0.5, Newton, error of a step ${stepTolerance} relative, ${rejected} steps rejected`,
    steps,
    events: Math.max(0, breakpoints - 1),
    modeChanges: 0,
    modesSeen: 1,
    lcpSolves: steps,
    fallbacks: 0,
    ...watch.checked(),
    energy: energy.balance(points.first, zeta, waves.stored),
    impulses: start.impulses,
    undetermined: [],
    uniqueness: `${describeUniqueness(compiled)}; nonlinear elements: locally`,
    tolerance: options.certtol,
    ...(incomplete !== undefined && { incomplete }),
  };
  return { final: finalValues(columns, t, zeta), certificate };
}

/** What is written is what lines between the points must not miss. */
function watchColumns(columns: readonly OutputColumn[], system: ReducedSystem): WatchedQuantities {
  const point = new CircuitPoint(system);
  return {
    count: columns.length,
    read(t, x, lambda, side, out) {
      const { zeta } = point.set(t, x, lambda, side);
      columns.forEach(({ value }, c) => (out[c] = readValue(value, t, zeta)));
    },
  };
}

/** The next time at which an input has a breakpoint, at most tstop; those closer than rounding to t or tstop are there. */
function nextBreakpoint({ inputs }: ReducedSystem, t: number, tstop: number): number {
  const least = sameInstant * tstop;
  let next = t;
  while (next <= t + least) {
    const after = next;
    next = tstop;
    for (const signal of inputs) next = Math.min(next, signal.nextBreakpoint(after));
    if (next >= tstop - least) return tstop;
  }
  return next;
}

/** Follows the points of the run for the energy. */
class PointReader implements Observer {
  readonly needs = 'grid';
  readonly last: CircuitPoint;
  /** zeta at the start. */
  readonly first: Float64Array;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;

  constructor(
    system: ReducedSystem,
    private readonly energy: PointEnergyLedger,
  ) {
    this.last = new CircuitPoint(system);
    this.first = this.last.zeta.slice();
    this.#x = new Float64Array(system.n);
    this.#lambda = new Float64Array(system.m);
  }

  segment(segment: Segment): void {
    const { last, energy } = this;
    if (segment.afterEvent === true) {
      const left = last.zeta.slice();
      const begins = Number.isNaN(last.t);
      this.#read(segment, 0, 'right');
      if (begins) this.first.set(last.zeta);
      else energy.addJump(left, last.zeta);
      energy.add(last.t, last.zeta);
    }
    for (let k = 1; k <= segment.gridCount; k++) {
      this.#read(segment, k, 'left');
      energy.add(last.t, last.zeta);
    }
  }

  #read(segment: Segment, k: number, side: Side): void {
    segment.gridPoint(k, this.#x, this.#lambda);
    this.last.set(segment.gridTime(k), this.#x, this.#lambda, side);
  }
}
