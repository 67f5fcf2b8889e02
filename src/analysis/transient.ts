/**
 * The transient analysis by time stepping (`method=theta`): start, simulation, observers, certificate.
 */
import { Diagnostics } from '../base/diagnostic.js';
import { formatEngineering } from '../base/units.js';
import type { CompiledCircuit } from '../circuit/compiled-circuit.js';
import { consistentStart } from '../circuit/initial-state.js';
import { nonsmoothSystem } from '../circuit/nonsmooth-system.js';
import { compileOperatingPoint } from '../circuit/operating-point.js';
import { EulerMoreauOSI } from '../kernel/simulation/euler-moreau-osi.js';
import { SimulationFailure } from '../kernel/simulation/simulation-failure.js';
import type { Observer } from '../kernel/simulation/stream.js';
import { TimeDiscretisation } from '../kernel/simulation/time-discretisation.js';
import { type Steps, TimeStepping } from '../kernel/simulation/time-stepping.js';
import type { TransientCard } from '../netlist/flat-circuit.js';
import { classifyMatrix } from '../numerics/lcp/matrix-class.js';
import type { AnalysisJob, AnalysisReport, FinalValue } from './analysis.js';
import { missedBounds, numericalLossIsLarge, type Certificate, type Impulse } from './certificate.js';
import { dot, EnergyLedger } from './energy-ledger.js';
import { LawChecker } from './law-checker.js';
import { solveOperatingPoint } from './operating-point.js';
import { outputColumns, type OutputColumn } from './output-columns.js';
import { Sampler } from './sampler.js';
import { fixedStep, transientOptionsFrom, type TransientOptions } from './transient-options.js';

const plotName = 'Transient Analysis';

/** Runs `.tran`, with pauses in which `next("stop")` ends it early. */
export function* transientSteps(job: AnalysisJob<TransientCard>): Steps<AnalysisReport> {
  const { flat, card, sinks } = job;
  const diagnostics = new Diagnostics();
  const options = transientOptionsFrom(flat.options);
  const { system, descriptor } = job.compiled;
  const columns = outputColumns(flat, { system, tree: descriptor.tree }, diagnostics);
  const start = findStart(job, diagnostics);
  if (!start || diagnostics.hasErrors) return { name: plotName, diagnostics: diagnostics.items, final: [] };

  const sampled = options.certificate === 'sampled' || (options.certificate === 'auto' && sinks.length === 0);
  const energy = new EnergyLedger(system);
  const undetermined = new Set<string>();
  const simulation = new TimeStepping(
    nonsmoothSystem(start.compiled, 0, card.tstop),
    new TimeDiscretisation(0, fixedStep(options, card)),
    new EulerMoreauOSI(options.theta, options.gamma, { relation: options.relation, source: options.source }),
    undefined,
    {
      startsWithJump: start.impulses.length > 0,
      ledger: (map) => {
        energy.add(map);
        for (const row of map.mode.undetermined) undetermined.add(system.rows[row]?.name ?? '');
      },
    },
  );
  const laws = new LawChecker(system, {
    needs: sampled ? 'end' : 'grid',
    vntol: options.vntol,
    abstol: options.abstol,
    lawPoint: options.relation === 'gamma' ? options.gamma : 1,
    startsWithJump: simulation.startsWithJump,
  });
  const sampler = new Sampler(columns, system, card.tstart, sinks);
  const startPoint = pointAt(job.compiled, simulation, 0);
  let switchings = 0;
  const counter: Observer = { event: ({ rows }) => void (switchings += rows.length) };
  if (sinks.length > 0) sampler.begin({ title: flat.title, name: plotName });
  const incomplete = yield* runSafely(
    simulation,
    sinks.length > 0 ? [laws, counter, sampler] : [laws, counter],
    diagnostics,
  );
  if (sinks.length > 0) sampler.end(incomplete);

  const zeta = pointAt(job.compiled, simulation, simulation.t);
  const { steps, modeChanges, modesSeen, lcpSolves, fallbacks } = simulation.counters;
  const body: Omit<Certificate, 'missed'> = {
    method: describeMethod(options, simulation.discretisation.h),
    steps,
    events: switchings,
    modeChanges,
    modesSeen,
    lcpSolves,
    fallbacks,
    pointsChecked: laws.pointsChecked,
    sampling: sampled ? 'sampled' : 'full',
    complementarity: laws.complementarity,
    kirchhoff: laws.kirchhoff,
    elementLaws: laws.elementLaws,
    energy: energy.balance(startPoint, zeta),
    impulses: start.impulses,
    undetermined: [...undetermined],
    uniqueness: describeUniqueness(job.compiled),
    tolerance: options.certtol,
    ...(incomplete !== undefined && { incomplete }),
  };
  const certificate = { ...body, missed: missedBounds(body) };
  warnOfLoss(certificate, diagnostics);
  return { name: plotName, diagnostics: diagnostics.items, final: finalValues(columns, zeta), certificate };
}

interface Start {
  readonly compiled: CompiledCircuit;
  readonly impulses: readonly Impulse[];
}

/** The consistent start: initial values under `uic`, the operating point otherwise (CONVENTIONS 1, 2). */
function findStart(job: AnalysisJob<TransientCard>, diagnostics: Diagnostics): Start | undefined {
  const { flat, card, compiled, circuitOptions } = job;
  if (card.uic) {
    return { compiled, impulses: compiled.initialJump ? initialImpulses(compiled) : [] };
  }
  for (const element of flat.elements) {
    if (!element.parameters.has('ic')) continue;
    const message = `ic= of ${element.name} is ignored: the transient starts from the operating point`;
    diagnostics.warning('ic-ignored', message, element.span, {
      cure: 'write uic on the .tran card to use it',
    });
  }
  const { compiled: statics, diagnostics: found } = compileOperatingPoint(flat, circuitOptions);
  found.forEach((diagnostic) => diagnostics.add(diagnostic));
  const point = statics && solveOperatingPoint(statics, diagnostics);
  if (!point) return undefined;
  const { x0 } = consistentStart(compiled.system, point.storage, 0);
  const guards = compiled.guards.map((guard) => {
    const at = statics.guards.findIndex(({ name }) => name === guard.name);
    return { ...guard, initially: point.on[at] === 1 ? ('on' as const) : ('off' as const) };
  });
  return { compiled: { ...compiled, x0, guards }, impulses: [] };
}

/** The jump from the given initial values to the consistent ones: charge or flux that each element took. */
function initialImpulses({ system, given, x0 }: CompiledCircuit): Impulse[] {
  const { n, p, storage, storageX, storageU, storageMatrix, inputs } = system;
  const count = storage.length;
  const after = Float64Array.from(storage, (_, k) => {
    let value = 0;
    for (let j = 0; j < n; j++) value += (storageX[k * n + j] ?? 0) * (x0[j] ?? 0);
    for (let j = 0; j < p; j++) {
      const factor = storageU[k * p + j] ?? 0;
      if (factor !== 0) value += factor * (inputs[j]?.value(0) ?? 0);
    }
    return value;
  });
  // Charges and fluxes, mutual ones included: what an impulse changes.
  const charge = (z: Float64Array, k: number): number =>
    dot(storageMatrix.subarray(k * count, (k + 1) * count), z);
  const impulses: Impulse[] = [];
  storage.forEach(({ branch, quantity }, k) => {
    const [before, now] = [charge(given, k), charge(after, k)];
    if (now === before) return;
    impulses.push({
      time: 0,
      element: system.branches[branch]?.element ?? '',
      size: now - before,
      unit: quantity === 'v' ? 'A s' : 'V s',
      energyLost: 0.5 * (before * (given[k] ?? 0) - now * (after[k] ?? 0)),
    });
  });
  return impulses;
}

/** Runs; a numerical failure becomes a diagnostic and the reason why the waveform is incomplete. */
function* runSafely(
  simulation: TimeStepping,
  observers: readonly Observer[],
  diagnostics: Diagnostics,
): Steps<string | undefined> {
  try {
    yield* simulation.blocks(...observers);
    return simulation.hasNextEvent()
      ? `interrupted at t = ${formatEngineering(simulation.t, 's', 6)}`
      : undefined;
  } catch (error) {
    if (!(error instanceof SimulationFailure)) throw error;
    diagnostics.error(`simulation-${error.status}`, error.message, undefined, {
      cure: 'look at the elements that switch at this time; a smaller step or theta=1 gamma=1 may pass it',
    });
    return error.message;
  }
}

/** zeta = (x, lambda, u) at the simulation's present point. */
function pointAt({ system }: CompiledCircuit, simulation: TimeStepping, t: number): Float64Array {
  const { n, m, p, inputs } = system;
  const zeta = new Float64Array(n + m + p);
  zeta.set(simulation.x);
  zeta.set(simulation.lambda, n);
  inputs.forEach((signal, j) => (zeta[n + m + j] = signal.value(t)));
  return zeta;
}

function finalValues(columns: readonly OutputColumn[], zeta: Float64Array): FinalValue[] {
  return columns.map(({ name, unit, a, b }) => ({
    name,
    unit,
    value: dot(a, zeta) * (b ? dot(b, zeta) : 1),
  }));
}

function describeMethod({ theta, gamma, relation, source }: TransientOptions, h: number): string {
  const scheme = relation === 'gamma' ? ', relation at gamma' : '';
  return `theta = ${theta}, gamma = ${gamma}${scheme}, h = ${formatEngineering(h, 's')}, source ${source}`;
}

/** What the class of D says of the solution (CONVENTIONS 4: waveforms and multipliers separately). */
function describeUniqueness({ system: { m, D } }: CompiledCircuit): string {
  if (m === 0) return 'the circuit is linear: the solution is unique';
  const { class: name } = classifyMatrix(m, D, { minorLimit: 0 });
  if (name === 'positive-definite') return 'waveforms and multipliers are unique (D is positive definite)';
  if (name === 'positive-semidefinite') {
    return 'waveforms are unique; multipliers are where D determines them (D is positive semidefinite)';
  }
  return 'uniqueness is not shown (D is not positive semidefinite)';
}

function warnOfLoss({ energy }: Certificate, diagnostics: Diagnostics): void {
  if (!numericalLossIsLarge(energy)) return;
  const share = (100 * Math.abs(energy.numerical)) / Math.abs(energy.dissipated);
  const part = energy.dissipated === 0 ? '' : ` (${share.toPrecision(2)} % of what the circuit dissipates)`;
  const message = `the scheme itself ${energy.numerical > 0 ? 'dissipated' : 'added'} ${formatEngineering(Math.abs(energy.numerical), 'J')}${part}`;
  diagnostics.warning('numerical-loss', message, undefined, {
    cure: 'take a smaller step, or theta=0.5 gamma=0.5',
  });
}
