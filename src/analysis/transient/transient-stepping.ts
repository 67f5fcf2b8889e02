/**
 * The transient by sparse steps (`method=stepping`): modified nodal analysis with smooth laws, variable steps with an error
 * estimate each, ideal parts as complementarity rows. For circuits of smooth devices and of any size.
 */
import type { Span } from '../../base/span.js';
import type { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import {
  AcceptedStep,
  type TrajectoryStep,
} from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import type { DelayedForm } from '../../circuit/primitives.js';
import { energyInFlight } from '../../circuit/compiler/delayed-waves.js';
import { type BlockStepping } from '../../kernel/simulation/block-stepping/block-stepping.js';
import type { DescriptorStart, DescriptorSystem } from '../../kernel/modeling/descriptor-system.js';
import { steppingEngine } from '../../kernel/simulation/block-stepping/stepping-engine.js';
import type { LoopBinding } from '../../kernel/simulation/sparse-stepping/stages/whole-steps.js';
import { SparseStepper } from '../../kernel/simulation/sparse-stepping/sparse-stepper.js';
import { TIMING } from '../../kernel/simulation/sparse-stepping/descriptor/stepping-options.js';
import { trBdf2 } from '../../kernel/simulation/sparse-stepping/stages/stage-method.js';
import type { SteppingCounters } from '../../kernel/simulation/sparse-stepping/newton/stepping-counters.js';
import { SteppingFailure } from '../../kernel/simulation/sparse-stepping/newton/stepping-failure.js';
import { QuadraticSums } from '../../kernel/simulation/step-records/quadratic-sums.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { TransientCard } from '../../netlist/flat-circuit.js';
import type { PlotSink } from '../../waveform/plot.js';
import type { FinalValue } from '../analysis.js';
import type { MeasuredRun } from '../measures/measured-run.js';
import { StepIntervals } from '../measures/step-intervals.js';
import type { Certificate, SteppingFacts } from '../certificate/certificate.js';
import { warnOfNumericalLoss } from '../certificate/energy/numerical-loss.js';
import { RowBlock } from '../rows/row-block.js';
import { unbalanced } from '../certificate/energy/energy-share.js';
import { warnOfImpactGain } from '../certificate/impacts/impact-gain.js';
import { CollisionRecorder } from '../certificate/impacts/collision-recorder.js';
import { SparseEnergy } from '../certificate/steps/sparse-energy.js';
import { PositiveLaws } from '../certificate/laws/positive-laws.js';
import { roomOfBranches } from '../certificate/steps/sparse-branches.js';
import { SparseLaws } from '../certificate/steps/sparse-laws.js';
import { loopAfter } from '../preparation/loop-without-solution.js';
import { machineCodeOf } from '../preparation/machine-code-of.js';
import type { SteppingCircuit } from '../preparation/stepping-circuit.js';
import { SteppingColumnReader, type SteppingColumn, withInputs } from '../rows/stepping-columns.js';
import { type PolynomialColumns, SteppingRows } from '../rows/stepping-rows.js';
import { stepForms } from '../rows/step-forms.js';
import { findSteppingStart, type SteppingStart } from '../preparation/stepping-start.js';
import { type Chattering, ComparisonWatch } from './comparison-watch.js';
import { outputStep, type TransientOptions } from '../preparation/transient-options.js';
import { observedLoop } from './observed-loop.js';
import { plotName, type TransientOutcome } from './transient-run.js';

export interface SteppingRun {
  readonly circuit: SteppingCircuit;
  readonly card: TransientCard;
  readonly sinks: readonly PlotSink[];
  readonly options: TransientOptions;
  readonly columns: readonly SteppingColumn[];
  readonly measured?: MeasuredRun<SteppingColumn> | undefined;
  readonly diagnostics: Diagnostics;
  /** Where another run ended that it goes on with; default: where the circuit starts. */
  readonly from?: DescriptorStart;
  /** Whether another run goes on with this one where comparisons chatter: it ends there. */
  readonly goesOn?: (met: Chattering) => boolean;
}

/** Steps from one look at the host to the next, at most, and how many unknowns they have together. */
const stepsPerPause = 16;
const unknownsPerPause = 4096;
/** The run has so many steps at least, as in SPICE. */
const minSteps = 50;
/** Steps are no longer than the output step, as in SPICE, where that asks for no more than so many. */
const maxOutputSteps = 10_000;
/** SPICE's trtol: what its default means is 1 here. */
const usualTrtol = 7;

/** Part of a step, times reltol, that may pass what switches where it begins. */
const PASSED = 2 * TIMING;

/** The coarsest reltol that steps take. */
const coarsest = 1e-3;

/**
 * Steps are as long as their error lets them; with more than SPICE's defaults they pass over what a circuit does in between
 * (a gate that switches twice), which no estimate sees.
 */
function trustworthy(
  { reltol, trtol }: TransientOptions,
  diagnostics: Diagnostics,
): Pick<TransientOptions, 'reltol' | 'trtol'> {
  if (reltol <= coarsest && trtol <= usualTrtol) return { reltol, trtol };
  const message = `reltol = ${reltol} and trtol = ${trtol} are coarser than steps may be: no more than ${coarsest} and ${usualTrtol} are taken`;
  diagnostics.note('coarse-tolerances', message);
  return { reltol: Math.min(reltol, coarsest), trtol: Math.min(trtol, usualTrtol) };
}

/** Runs from the start to tstop; undefined where there is no start. */
export function* steppingSteps(run: SteppingRun): Steps<TransientOutcome | undefined> {
  const { circuit, card, sinks, options, diagnostics } = run;
  const { model, flat } = circuit;
  const { tstart, tstop } = card;
  const code = machineCodeOf(options.code);
  const start: SteppingStart | undefined =
    run.from ?? findSteppingStart(circuit, card, options.reltol, diagnostics, code);
  if (!start) return undefined;
  const { chgtol, rowtol } = options;
  const { reltol, trtol } = trustworthy(options, diagnostics);
  const maxStep = Math.min(card.tmax ?? Infinity, (tstop - tstart) / minSteps);
  const resolvedStep = card.tmax ?? Math.max(outputStep(card), (tstop - tstart) / maxOutputSteps);
  const tolerances = { reltol, chgtol, maxStep, resolvedStep, trtol: trtol / usualTrtol };
  const stepper = steppingEngine(model.system, start, tolerances, code, start.cut);
  const passed = stepper instanceof SparseStepper ? stepper.passed : new Map<number, never>();
  const columns = withInputs(run.columns, passed, model.system.size);
  const measured = run.measured && {
    ...run.measured,
    columns: withInputs(run.measured.columns, passed, model.system.size),
  };
  const reader = new SteppingColumnReader(columns, model.system);
  const room = stepper instanceof SparseStepper ? stepper.room : roomOfBranches(model, code);
  const laws = new SparseLaws(model, circuit.tolerances, options.certificate === 'full', room);
  if (start.controlSizes) laws.begin(start.controlSizes);
  laws.allowLate(PASSED * reltol * maxStep);
  const positive = new PositiveLaws(model);
  const spanOf = (element: string): Span | undefined =>
    flat.elements.find(({ name }) => name === element)?.span;
  const told = (at: TrajectoryStep | undefined, stopped: boolean): string | undefined =>
    at && !positive.isEmpty
      ? positive.report(at.last, `at t = ${formatEngineering(at.t1, 's', 6)}`, stopped, spanOf, diagnostics)
      : undefined;
  const collisions = new CollisionRecorder(model, flat.domains);
  const waves: DelayedForm[] = [];
  const { branches, others } = model.numbering;
  for (const index of others) {
    const branch = branches[index];
    if (branch?.kind === 'current' && branch.delayed) waves.push(branch.delayed);
  }
  const inLines = energyInFlight(waves);
  let energy: SparseEnergy | undefined;
  if (stepper instanceof SparseStepper) {
    energy = new SparseEnergy(model, room);
    stepper.observe(energy);
    stepper.observe(collisions);
  }
  const comparisons = run.goesOn && new ComparisonWatch(stepper, model, tstop, run.goesOn);
  let isHandedOn = false;
  let last: TrajectoryStep | undefined;
  let rows: SteppingRows | undefined;
  if (sinks.length > 0) {
    const block = new RowBlock(columns, sinks);
    const header = { title: flat.title, name: plotName };
    const grid = { tstart: Math.max(tstart, start.t0), tstop, step: outputStep(card), rowtol };
    const rowOptions = { header, ...grid, hasCorners: passed.size > 0 };
    rows = new SteppingRows(rowOptions, reader, block, polynomialColumns(columns, stepper, model.system));
  }
  const sums = measured && sumsOf(measured, stepper, model.system);
  const intervals =
    measured && !sums
      ? new StepIntervals(new SteppingColumnReader(measured.columns, model.system), measured.observer)
      : undefined;
  let incomplete: string | undefined;
  let counted = 0;
  // A window of many blocks is as long as many steps of one.
  const perPause =
    stepper instanceof SparseStepper
      ? Math.max(1, Math.min(stepsPerPause, Math.floor(unknownsPerPause / model.system.size)))
      : 1;
  // What machine code does not read of a step script looks at behind each.
  const ofScript = rows?.arrays.forms ? undefined : rows;
  const isOneByOne = intervals !== undefined || ofScript !== undefined;
  let loop: LoopBinding | undefined;
  if (stepper instanceof SparseStepper && energy && positive.isEmpty) {
    const watchers = { energy, laws, rows: ofScript ? undefined : rows, sums, comparisons };
    loop = observedLoop(stepper, watchers, isOneByOne ? 1 : perPause);
  }
  try {
    while (stepper.t < tstop) {
      const step = yield* stepInPauses(stepper, tstop, loop);
      if (!step) {
        isHandedOn = comparisons?.look() === true;
        if (!isHandedOn) incomplete = stoppedAt(stepper.t);
        break;
      }
      last = step;
      const isTold = step instanceof AcceptedStep && step.isTold;
      if (!isTold) {
        incomplete = told(last, false);
        if (incomplete !== undefined) break;
        laws.step(last);
        if (sums && last instanceof AcceptedStep) {
          const [first, inner, end] = last.points as [Float64Array, Float64Array, Float64Array];
          if (last.commutates) sums.addLines(first, inner, end, last.t0, last.t1);
          else sums.add(first, inner, end, last.t0, last.t1);
        }
      }
      if (!isTold || ofScript) rows?.step(last);
      intervals?.step(last);
      isHandedOn = comparisons?.look() === true;
      if (isHandedOn) break;
      if (((!isTold || isOneByOne) && ++counted % perPause !== 0) || stepper.t >= tstop) continue;
      if ((yield { t: stepper.t, steps: stepper.counters.accepted }) !== 'stop') continue;
      incomplete = stoppedAt(stepper.t);
      break;
    }
  } catch (error) {
    if (!(error instanceof SteppingFailure)) throw error;
    const isEndless = error.status === 'chattering' || error.status === 'unsettled';
    isHandedOn = isEndless && comparisons?.lookBehind(error) === true;
    const loop = isHandedOn ? undefined : loopBehind(run, stepper, error);
    if (loop) diagnostics.error('simulation-infeasible', loop.message, undefined, { hint: loop.hint });
    if (!isHandedOn) incomplete = loop?.message ?? told(last, true) ?? error.message;
    if (incomplete === error.message)
      diagnostics.error(`simulation-${error.status}`, error.message, undefined, { hint: hintFor(error) });
  }
  // Many steps in one call may end in the middle of one.
  if (loop && stepper instanceof SparseStepper && stepper.counters.accepted > 0) {
    last = stepper.accepted;
    rows?.begin();
  }
  if (!isHandedOn) for (const note of stepper.notes) diagnostics.note('undetermined', note, card.span);
  rows?.end(incomplete);
  laws.noteCarried(stepper.carried);
  const { counters } = stepper;
  const balance = energy?.balance(energyInFlight(waves) - inLines) ?? unbalanced;
  // What is within reltol of the energies that went about is what was asked for.
  const carried = Math.max(Math.abs(balance.delivered), Math.abs(balance.stored));
  if (Math.abs(balance.numerical) > reltol * carried)
    warnOfNumericalLoss(balance, 'take a smaller reltol, or method=events', diagnostics);
  warnOfImpactGain(collisions.list, diagnostics);
  return {
    final: last ? finalValues(columns, reader, last) : [],
    certificate: {
      method: describeMethod({ ...options, reltol }),
      steps: counters.accepted,
      events: counters.locatedEvents,
      modeChanges: counters.modeChanges,
      modesSeen: 1,
      lcpSolves: counters.newtonIterations,
      fallbacks: [...counters.fallbacks.values()].reduce((sum, count) => sum + count, 0),
      pointsChecked: laws.pointsChecked,
      sampling: options.certificate === 'full' ? 'full' : 'sampled',
      complementarity: laws.complementarity,
      switches: laws.switches,
      kirchhoff: laws.kirchhoff,
      elementLaws: laws.elementLaws,
      fits: [],
      energy: balance,
      impulses: collisions.list.impulses,
      ...collisions.list.leftOut,
      undetermined: [],
      uniqueness: 'not shown: steps follow one solution',
      tolerance: Math.max(options.certtol, reltol),
      stepping: { ...steppingFacts(counters, reltol), ...blockFacts(stepper) },
      ...(incomplete !== undefined && { incomplete }),
    },
  };
}

/** The loop of sources and ideal elements that leaves a run no solution where it failed, if one does. */
function loopBehind(
  { circuit: { model }, card, options }: SteppingRun,
  stepper: SparseStepper | BlockStepping,
  { detail: { time } }: SteppingFailure,
): ReturnType<typeof loopAfter> {
  const resolution = (PASSED * options.reltol * (card.tstop - card.tstart)) / minSteps;
  return loopAfter(model, { time, guardsOn: stepper.point?.guardsOn, resolution });
}

/** One step, or those of a loop, with the pauses that it has itself; undefined where it was stopped in one: the run stands where it stood before. */
function* stepInPauses(
  stepper: SparseStepper | BlockStepping,
  until: number,
  loop?: LoopBinding,
): Steps<TrajectoryStep | undefined> {
  if (!(stepper instanceof SparseStepper)) return stepper.step(until);
  const work = stepper.stepping(until, loop);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    const progress = { t: stepper.t, steps: stepper.counters.accepted, withinStep: true } as const;
    if ((yield progress) === 'stop') return undefined;
  }
}

function stoppedAt(t: number): string {
  return `stopped at t = ${formatEngineering(t, 's', 6)}`;
}

/** The columns of a run of its own steps where they are polynomials of these. */
function polynomialColumns(
  columns: readonly SteppingColumn[],
  stepper: SparseStepper | BlockStepping,
  system: DescriptorSystem,
): PolynomialColumns | undefined {
  if (!(stepper instanceof SparseStepper)) return undefined;
  const { room, accepted: step } = stepper;
  const forms = stepForms(columns, system, room);
  return forms && { forms, step, room };
}

/** What a run of its own steps sums up by itself; undefined where segments are asked for. */
function sumsOf(
  { columns, observer }: MeasuredRun<SteppingColumn>,
  stepper: SparseStepper | BlockStepping,
  system: DescriptorSystem,
): QuadraticSums | undefined {
  if (!(stepper instanceof SparseStepper)) return undefined;
  const { room } = stepper;
  const forms = stepForms(columns, system, room);
  if (!forms) return undefined;
  let sums: QuadraticSums | undefined;
  observer.takeSums?.(
    (intervals) => (sums = new QuadraticSums(forms, intervals, trBdf2.c[1] as number, room)),
  );
  return sums;
}

function blockFacts(stepper: SparseStepper | BlockStepping): Pick<SteppingFacts, 'blocks'> {
  if (stepper instanceof SparseStepper) return {};
  const { count, awake, windows } = stepper;
  return { blocks: { count, awake: awake / Math.max(1, windows) } };
}

function steppingFacts(counters: SteppingCounters, reltol: number): NonNullable<Certificate['stepping']> {
  const { rejected, failed, newtonIterations, factorizations, refactorizations, smallestStep } = counters;
  return {
    ...{ reltol, rejected, failed, newtonIterations, factorizations, refactorizations },
    smallestStep: Number.isFinite(smallestStep) ? smallestStep : 0,
    fallbacks: [...counters.fallbacks].map(([name, count]) => ({ name, count })),
  };
}

function finalValues(
  columns: readonly SteppingColumn[],
  reader: SteppingColumnReader,
  step: TrajectoryStep,
): FinalValue[] {
  const row = new Float64Array(reader.width);
  reader.read(step, step.t1, 'right', row);
  return columns.map(({ name, unit }, k) => ({ name, unit, value: row[k + 1] ?? NaN }));
}

function describeMethod({ reltol, abstol, vntol }: TransientOptions): string {
  return `steps of order 2 with error control, reltol = ${reltol}, vntol = ${formatEngineering(vntol, 'V')}, abstol = ${formatEngineering(abstol, 'A')}`;
}

function hintFor({ status }: SteppingFailure): string {
  switch (status) {
    case 'singular':
      return 'look at the loop or the nodes that are named: nothing fixes a current or a voltage there';
    case 'unbounded':
      return 'look for feedback of the wrong sign, of a controlled source or a negative resistance, or for what should limit it';
    case 'not-finite':
      return 'keep the arguments of ln, sqrt, exp and quotients in their ranges, by max() or limit() for example';
    case 'unsettled':
    case 'chattering':
      return (
        'what is named turns back what turned it, at once: give a switch vh > 0 (ih of a current switch) wider than what it brings ' +
        'about itself, a comparison hysteresis by a part of its own output, such as v(x)+0.01*v(out) > v(y), or keep the state by a capacitor'
      );
    default:
      return 'look at the elements that change at this time; a capacitance there often helps';
  }
}
