/** The transient by time stepping (`method=theta`): one scheme on a fixed grid, observers, certificate. */
import type { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import { delayedWaves } from '../../circuit/compiler/delayed-waves.js';
import type { ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';
import { nonsmoothSystem } from '../../circuit/compiler/nonsmooth-system.js';
import { BoxVI } from '../../kernel/simulation/problems/box-vi.js';
import { EulerMoreauOSI } from '../../kernel/simulation/integrators/euler-moreau-osi.js';
import { SimulationFailure } from '../../kernel/simulation/simulation-failure.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { Observer } from '../../kernel/simulation/stream.js';
import { TimeDiscretisation } from '../../kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../kernel/simulation/time-stepping/time-stepping.js';
import { EventsManager } from '../../kernel/simulation/time-stepping/events-manager.js';
import { edgesOffGrid } from './grid-edges.js';
import { restingStart } from './resting-start.js';
import { WaveRecorder } from './wave-recorder.js';
import { EnergyLedger } from '../certificate/energy/energy-ledger.js';
import { warnOfImpactGain } from '../certificate/impacts/impact-gain.js';
import { ImpactRecorder } from '../certificate/impacts/impact-recorder.js';
import { warnOfNumericalLoss } from '../certificate/energy/numerical-loss.js';
import { reportFailure } from '../preparation/run-failure.js';
import { watchRun } from './run-watch.js';
import { fixedStep, type TransientOptions } from '../preparation/transient-options.js';
import { finalValues, pointAt, type TransientOutcome, type TransientRun } from './transient-run.js';
import { describeUniqueness } from '../certificate/uniqueness.js';

export function* thetaSteps(run: TransientRun): Steps<TransientOutcome> {
  const { job, options, columns, start, diagnostics } = run;
  const { card, compiled } = job;
  const { system } = compiled;
  const energy = new EnergyLedger(system);
  const undetermined = new Set<string>();
  const waves = new WaveRecorder(system, delayedWaves(compiled));
  const impacts = new ImpactRecorder(start.compiled, job.flat.domains);
  const lawPoint = options.relation === 'gamma' ? options.gamma : 1;
  const watch = watchRun(run, { points: 'held', lawPoint, side: 'right' });
  const resting =
    start.impulses.length === 0 && waves.delay === Infinity
      ? restingStart(start.compiled, fixedStep(options, card))
      : undefined;
  const { guards } = resting ?? start.compiled;
  const discretisation = new TimeDiscretisation(0, fixedStep(options, card));
  const edges = edgesOffGrid(system, guards, discretisation.h, card.tstop);
  const events = new EventsManager();
  if (edges) events.insert({ kind: 'time-discretisation', clock: edges });
  const simulation = new TimeStepping(
    nonsmoothSystem({ ...start.compiled, guards }, 0, card.tstop),
    discretisation,
    new EulerMoreauOSI(options.theta, options.gamma, { relation: options.relation, source: options.source }),
    new BoxVI({ code: options.code }),
    {
      startsWithJump: start.impulses.length > 0,
      ...(edges && { events }),
      ...(waves.delay < Infinity && { knownUntil: () => waves.knownUntil }),
      ...(impacts.steps && { impacts: impacts.steps }),
      ledger: (map) => {
        energy.add(map);
        watch.laws.noteMagnitudes(energy.magnitudes(map, watch.laws.forms));
        for (const row of map.mode.undetermined) undetermined.add(system.rows[row]?.name ?? '');
      },
    },
  );
  simulation.initialize();
  if (resting && !simulation.startsWithJump) simulation.state.lambda.set(resting.lambda);
  const startPoint = pointAt(compiled, simulation, 0);
  const { x, lambda } = simulation;
  waves.begin(0, x, lambda);
  let switchings = 0;
  const counter: Observer = { event: ({ rows }) => void (switchings += rows.length) };
  const observers: Observer[] = [counter, ...watch.observers];
  if (waves.delay < Infinity)
    observers.push({
      needs: 'grid',
      segment: (segment) => {
        waves.segment(segment);
      },
    });
  const incomplete = yield* runSafely(simulation, observers, system, diagnostics);
  watch.end(incomplete);

  const zeta = pointAt(compiled, simulation, simulation.t);
  const { steps, modeChanges, modesSeen, lcpSolves, fallbacks } = simulation.counters;
  const certificate: TransientOutcome['certificate'] = {
    method: describeMethod(options, discretisation.h) + (edges ? ', steps end at edges' : ''),
    steps,
    events: switchings,
    modeChanges,
    modesSeen,
    lcpSolves,
    fallbacks,
    ...watch.checked(),
    energy: energy.balance(startPoint, zeta, waves.stored, impacts.list.energyLost),
    impulses: [...start.impulses, ...impacts.list.impulses],
    ...impacts.list.leftOut,
    undetermined: [...undetermined],
    uniqueness: describeUniqueness(compiled),
    tolerance: options.certtol,
    ...(incomplete !== undefined && { incomplete }),
  };
  warnOfNumericalLoss(certificate.energy, 'take a smaller step, or theta=0.5 gamma=0.5', diagnostics);
  warnOfImpactGain(impacts.list, diagnostics);
  return { final: finalValues(columns, simulation.t, zeta), certificate };
}

/** Runs; a numerical failure becomes a diagnostic and the reason why the waveform is incomplete. */
function* runSafely(
  simulation: TimeStepping,
  observers: readonly Observer[],
  system: ReducedSystem,
  diagnostics: Diagnostics,
): Steps<string | undefined> {
  try {
    yield* simulation.blocks(...observers);
    return simulation.hasNextEvent()
      ? `stopped at t = ${formatEngineering(simulation.t, 's', 6)}`
      : undefined;
  } catch (error) {
    if (!(error instanceof SimulationFailure)) throw error;
    const hint =
      'look at the elements that switch at this time; a smaller step or theta=1 gamma=1 may pass it';
    return reportFailure(error, system, diagnostics, hint);
  }
}

function describeMethod({ theta, gamma, relation, source }: TransientOptions, h: number): string {
  const scheme = relation === 'gamma' ? ', relation at gamma' : '';
  return `theta = ${theta}, gamma = ${gamma}${scheme}, h = ${formatEngineering(h, 's')}, source ${source}`;
}
