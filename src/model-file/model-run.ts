/** Runs a model file: by steps or by events, rows to sinks, laws checked at every point. */
import type { Diagnostics } from '../base/diagnostic.js';
import { formatEngineering } from '../base/units.js';
import { isSecondOrder } from '../kernel/modeling/systems/second-order-system.js';
import { ModelError } from '../kernel/modeling/model-error.js';
import { EventDriven } from '../kernel/simulation/event-driven/event-driven.js';
import { EventDrivenFailure } from '../kernel/simulation/event-driven/event-driven-failure.js';
import type { EventFlow } from '../kernel/simulation/event-driven/event-flow.js';
import { LagrangianFlow } from '../kernel/simulation/event-driven/mechanics/lagrangian-flow.js';
import { linearEventFlow } from '../kernel/simulation/event-driven/linear-event-flow.js';
import { SimulationFailure } from '../kernel/simulation/simulation-failure.js';
import type { Steps } from '../kernel/simulation/time-stepping/steps.js';
import { TimeDiscretisation } from '../kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../kernel/simulation/time-stepping/time-stepping.js';
import type { Column, PlotSink } from '../waveform/plot.js';
import type { SummaryRow } from '../waveform/writer.js';
import { ModelCheck } from './model-check.js';
import type { ModelFile } from './model-file.js';
import { ModelRows, RowWriter } from './model-rows.js';

export interface ModelReport {
  readonly name: string;
  readonly final: readonly (Column & { readonly value: number })[];
  readonly checks: readonly SummaryRow[];
}

/** Tolerances of the smooth motion between events, and times that are one, as parts of the run. */
const reltol = 1e-12;
const abstol = 1e-14;
const evtolPart = 1e-12;

/** Runs the model, with pauses in which `next("stop")` ends it; what ends it early is among the diagnostics. */
export function* modelSteps(
  file: ModelFile,
  sinks: readonly PlotSink[],
  diagnostics: Diagnostics,
): Steps<ModelReport> {
  const check = new ModelCheck(file);
  const { columns } = new ModelRows(file, []);
  const states = 1 + file.systems.reduce((sum, { system }) => sum + system.n, 0);
  const writer = new RowWriter(columns, states, sinks);
  const rows = new ModelRows(file, [writer, check]);
  const byEvents = file.plan.kind === 'events';
  const name = byEvents ? 'Event-Driven Simulation' : 'Time Stepping';
  for (const sink of sinks) sink.begin({ title: file.title, name, columns, complex: false });
  let incomplete: string | undefined;
  let work: SummaryRow[] = [];
  try {
    const run = byEvents ? eventRun(file) : stepRun(file);
    for (const note of run.notes) diagnostics.note('model', note);
    const reached = yield* run.steps(rows);
    if (!reached) incomplete = `stopped at t = ${formatEngineering(run.t(), 's', 6)}`;
    work = run.work();
  } catch (error) {
    const isKnown =
      error instanceof SimulationFailure ||
      error instanceof EventDrivenFailure ||
      error instanceof ModelError;
    if (!isKnown) throw error;
    incomplete = error.message;
    diagnostics.error('simulation', error.message);
  }
  for (const sink of sinks) sink.end(incomplete);
  const final = columns.slice(1).map((column, k) => ({ ...column, value: writer.row[k + 1] ?? NaN }));
  const ended: SummaryRow[] = incomplete === undefined ? [] : [{ label: 'incomplete', value: incomplete }];
  return { name, final, checks: [...work, ...ended, ...check.rows()] };
}

interface Run {
  readonly notes: readonly string[];
  readonly t: () => number;
  /** Whether the end was reached. */
  readonly steps: (rows: ModelRows) => Steps<boolean>;
  readonly work: () => SummaryRow[];
}

function stepRun({ model, plan }: ModelFile): Run {
  const grid = new TimeDiscretisation(model.t0, plan.h);
  const options = plan.projection && { projection: { kind: plan.projection } };
  const simulation = new TimeStepping(model, grid, plan.integrators, undefined, options);
  return {
    notes: simulation.notes,
    t: () => simulation.t,
    *steps(rows) {
      yield* simulation.blocks(rows);
      return !simulation.hasNextEvent();
    },
    work: () => [
      { label: 'steps', value: `${simulation.counters.steps} of ${formatEngineering(plan.h, 's')}` },
    ],
  };
}

function eventRun({ model, systems }: ModelFile): Run {
  const evtol = evtolPart * (model.T - model.t0);
  const isMechanical = systems.every(({ system }) => isSecondOrder(system));
  const flow: EventFlow = isMechanical
    ? new LagrangianFlow(model, { evtol, reltol, abstol })
    : linearEventFlow(model, { evtol });
  const loop = new EventDriven(flow, model.t0, model.T, { evtol });
  return {
    notes: systems.flatMap(({ system }) => system.notes),
    t: () => flow.t,
    steps: (rows) => loop.steps(rows),
    work: () => {
      const { segments, events, jumps, zeno } = loop.counters;
      const value = `${segments} segments, ${events} events, ${jumps} impacts, ${zeno} Zeno points`;
      return [{ label: 'steps', value }];
    },
  };
}
