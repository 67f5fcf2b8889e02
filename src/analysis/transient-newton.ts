/**
 * The transient of a circuit with nonlinear rows, or with inputs that have no closed form, or of many states:
 * time stepping with theta = gamma = 1/2, Newton's method in
 * every step, the step controlled by the error (halves against whole). The run is cut where an input has a
 * breakpoint, so that no step crosses one. Energy: `point-energy-ledger.ts`.
 */
import { formatEngineering } from '../base/units.js';
import type { ReducedSystem } from '../circuit/compiled-circuit.js';
import { delayedWaves } from '../circuit/delayed-waves.js';
import { nonsmoothSystem } from '../circuit/nonsmooth-system.js';
import { signalUntil } from '../kernel/modeling/until-signal.js';
import { AdaptiveTimeStepping } from '../kernel/simulation/adaptive-time-stepping.js';
import { EulerMoreauOSI } from '../kernel/simulation/euler-moreau-osi.js';
import { SimulationFailure } from '../kernel/simulation/simulation-failure.js';
import type { Observer, Segment } from '../kernel/simulation/stream.js';
import type { Steps } from '../kernel/simulation/steps.js';
import type { WatchedQuantities } from '../kernel/simulation/chord-control.js';
import type { OutputColumn } from './output-columns.js';
import { EventSampler } from './event-sampler.js';
import { LawChecker } from './law-checker.js';
import { WaveRecorder } from './wave-recorder.js';
import { PointEnergyLedger } from './point-energy-ledger.js';
import { reportFailure } from './run-failure.js';
import { outputStep } from './transient-options.js';
import { finalValues, plotName, type TransientOutcome, type TransientRun } from './transient-run.js';
import { describeUniqueness } from './uniqueness.js';

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
  const { job, options, columns, start, diagnostics, sampled } = run;
  const { flat, card, sinks, compiled } = job;
  const { system, smooth } = compiled;
  const { tstop, tstart } = card;
  const rowStep = outputStep(card);
  const waves = new WaveRecorder(system, delayedWaves(compiled));
  const natural = options.h > 0 ? options.h : Math.min(rowStep, card.tmax ?? rowStep, tstop / 200);
  // What a line returns must be known before the step that needs it.
  const largest = Math.min(natural, waves.delay);
  const laws = new LawChecker(system, {
    needs: 'end',
    vntol: options.vntol,
    abstol: options.abstol,
    lawPoint: 1,
    smooth,
  });
  const energy = new PointEnergyLedger(system);
  const points = new PointReader(system, energy, sampled ? undefined : laws);
  const { n, m, inputs } = system;
  const sampler = new EventSampler(
    columns,
    { n, m, inputs, tstart, tstop, step: rowStep, rowtol: 0, grid: true },
    sinks,
  );
  const watched = watchColumns(columns, system);
  const observers: Observer[] = sinks.length > 0 ? [waves, points, sampler] : [waves, points];
  if (sinks.length > 0) sampler.begin({ title: flat.title, name: plotName });

  const osi = new EulerMoreauOSI(0.5, 0.5);
  let point = { x: start.compiled.x0, lambda: new Float64Array(m) };
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
    previous = segment;
    try {
      const walk = segment.steps(...withStart(segment, t, observers));
      for (let pause = walk.next(); pause.done !== true;) {
        pause = walk.next(yield { t: pause.value.t, steps: steps + pause.value.steps });
      }
    } catch (error) {
      if (!(error instanceof SimulationFailure)) throw error;
      const hint = 'look at the nonlinear elements that change at this time; a capacitance there often helps';
      incomplete = reportFailure(error, system, diagnostics, hint);
    }
    steps += 2 * segment.accepted;
    rejected += segment.rejected;
    point = { x: segment.x.slice(), lambda: segment.lambda.slice() };
    t = segment.t;
    if (incomplete !== undefined) break;
    breakpoints++;
    if (sampled) points.check(laws);
    if (t < end || (end < tstop && (yield { t, steps }) === 'stop')) {
      incomplete = `stopped at t = ${formatEngineering(t, 's', 6)}`;
      break;
    }
  }
  if (sinks.length > 0) sampler.end(incomplete);
  const zeta = points.zeta;
  const certificate: TransientOutcome['certificate'] = {
    method: `theta = 0.5, gamma = 0.5, Newton, error of a step ${stepTolerance} relative, ${rejected} steps rejected`,
    steps,
    events: Math.max(0, breakpoints - 1),
    modeChanges: 0,
    modesSeen: 1,
    lcpSolves: steps,
    fallbacks: 0,
    pointsChecked: laws.pointsChecked,
    sampling: sampled ? 'sampled' : 'full',
    complementarity: laws.complementarity,
    kirchhoff: laws.kirchhoff,
    elementLaws: laws.elementLaws,
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
function watchColumns(
  columns: readonly OutputColumn[],
  { n, m, p, inputs }: ReducedSystem,
): WatchedQuantities {
  const zeta = new Float64Array(n + m + p);
  return {
    count: columns.length,
    read(t, x, lambda, side, out) {
      zeta.set(x);
      zeta.set(lambda, n);
      inputs.forEach(
        (signal, j) => (zeta[n + m + j] = side === 'left' ? signal.valueLeft(t) : signal.value(t)),
      );
      columns.forEach(({ value }, c) => (out[c] = value.read(t, zeta)));
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

/** The first segment of a stage comes with the point at its start, which the samplers take as an event. */
function withStart(
  stage: AdaptiveTimeStepping,
  time: number,
  observers: readonly Observer[],
): readonly Observer[] {
  let begun = false;
  const starter: Observer = {
    needs: 'grid',
    segment(segment) {
      if (begun) return;
      begun = true;
      const x = new Float64Array(stage.x.length);
      const lambda = new Float64Array(stage.lambda.length);
      segment.gridPoint(0, x, lambda);
      const kind = time === 0 ? 'start' : 'source';
      for (const observer of observers) {
        observer.event?.({ time, kind, rows: [], left: x, right: x, lambda });
      }
    },
  };
  return [starter, ...observers];
}

/** Follows the points of the run: for the energy, for the laws, and for where it ends. */
class PointReader implements Observer {
  readonly needs = 'grid';
  readonly zeta: Float64Array;
  readonly first: Float64Array;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  #time = NaN;

  constructor(
    private readonly system: ReducedSystem,
    private readonly energy: PointEnergyLedger,
    private readonly laws: LawChecker | undefined,
  ) {
    const { n, m, p } = system;
    this.zeta = new Float64Array(n + m + p);
    this.first = new Float64Array(n + m + p);
    this.#x = new Float64Array(n);
    this.#lambda = new Float64Array(m);
  }

  event({ time, right, lambda }: Parameters<NonNullable<Observer['event']>>[0]): void {
    const left = this.zeta.slice();
    const begins = Number.isNaN(this.#time);
    this.#read(time, right, lambda, 'right');
    if (begins) this.first.set(this.zeta);
    else this.energy.addJump(left, this.zeta);
    this.energy.add(time, this.zeta);
  }

  segment(segment: Segment): void {
    for (let k = 1; k <= segment.gridCount; k++) {
      segment.gridPoint(k, this.#x, this.#lambda);
      this.#read(segment.gridTime(k), this.#x, this.#lambda, 'left');
      this.energy.add(this.#time, this.zeta);
      if (this.laws) this.check(this.laws);
    }
  }

  /** Checks the laws at the last point. */
  check(laws: LawChecker): void {
    laws.checkPoint(this.#time, this.zeta, 'left');
  }

  #read(t: number, x: Float64Array, lambda: Float64Array, side: 'left' | 'right'): void {
    const { n, m, inputs } = this.system;
    this.#time = t;
    this.zeta.set(x);
    this.zeta.set(lambda, n);
    inputs.forEach((signal, j) => {
      this.zeta[n + m + j] = side === 'left' ? signal.valueLeft(t) : signal.value(t);
    });
  }
}
