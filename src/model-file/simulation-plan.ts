/**
 * The Simulation part of a model file: time stepping with the integrators that it names, or events. Which solver takes the
 * one-step problems is not read: the simulation chooses, and every answer is checked. Source: [intro] 9.1.
 */
import type { DynamicalSystem } from '../kernel/modeling/systems/dynamical-system.js';
import { isSecondOrder } from '../kernel/modeling/systems/second-order-system.js';
import { EulerMoreauOSI } from '../kernel/simulation/integrators/euler-moreau-osi.js';
import { MoreauJeanOSI } from '../kernel/simulation/integrators/moreau-jean-osi.js';
import type { OneStepIntegrator } from '../kernel/simulation/integrators/one-step-integrator.js';
import type { ProjectionOptions } from '../kernel/simulation/newton/projected-step.js';
import { SchatzmanPaoliOSI } from '../kernel/simulation/integrators/schatzman-paoli-osi.js';
import { type ElementReader, entryFor } from './element-reader.js';
import { type NamedSystem, systemsConcerned } from './named-system.js';

interface SimulationKind {
  readonly kind: 'time-stepping' | 'events';
  /** How positions of steps are projected onto constraints; absent: not at all. */
  readonly projection?: ProjectionOptions['kind'];
}

export interface SimulationPlan extends SimulationKind {
  /** The step, or by events the distance of rows, seconds. */
  readonly h: number;
  /** Of each system; none by events. */
  readonly integrators: ReadonlyMap<DynamicalSystem, OneStepIntegrator>;
}

type MakeIntegrator = (theta: number, system: DynamicalSystem) => OneStepIntegrator | undefined;

const moreau: MakeIntegrator = (theta, system) =>
  isSecondOrder(system) ? new MoreauJeanOSI(theta) : new EulerMoreauOSI(theta, 1);
const eventDriven: MakeIntegrator = () => undefined;

const integratorTable: Readonly<Record<string, MakeIntegrator>> = Object.freeze({
  Moreau: moreau,
  MoreauJean: moreau,
  MoreauJeanOSI: moreau,
  EulerMoreau: moreau,
  EulerMoreauOSI: moreau,
  SchatzmanPaoliOSI: (theta: number) => new SchatzmanPaoliOSI(theta),
  Lsodar: eventDriven,
  LsodarOSI: eventDriven,
});

const kinds: Readonly<Record<string, SimulationKind>> = Object.freeze({
  TimeStepping: { kind: 'time-stepping' },
  TimeSteppingDirectProjection: { kind: 'time-stepping', projection: 'direct' },
  TimeSteppingCombinedProjection: { kind: 'time-stepping', projection: 'combined' },
  EventDriven: { kind: 'events' },
});

/** Reads the plan of a run over an interval in seconds; undefined after an error. */
export function readSimulation(
  element: ElementReader,
  systems: readonly NamedSystem[],
  span: { readonly t0: number; readonly T: number },
): SimulationPlan | undefined {
  const type = element.attribute('type') ?? 'TimeStepping';
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!kind)
    element.error(
      'unknown-element',
      `there is no simulation ${type}`,
      `known are ${Object.keys(kinds).join(', ')}`,
    );
  const h = readStep(element.required('TimeDiscretisation'), span);
  const integrators = readIntegrators(element.required('OneStepIntegrator_Definition'), systems);
  for (const solver of ['OneStepNSProblem', 'OneStepNSProblems_List']) element.child(solver);
  element.close();
  if (!kind || h === undefined) return undefined;
  if (kind.kind === 'time-stepping') {
    const missing = systems.filter(({ system }) => !integrators.has(system)).map(({ name }) => name);
    if (missing.length > 0)
      element.error(
        'no-integrator',
        `no integrator of time stepping concerns ${missing.join(', ')}`,
        'write a Moreau element',
      );
  }
  return { ...kind, h, integrators };
}

function readStep(
  element: ElementReader | undefined,
  { t0, T }: { readonly t0: number; readonly T: number },
): number | undefined {
  if (!element) return undefined;
  const count = element.child('N')?.number();
  const times = element.child('tk')?.vector();
  const h = element.child('h')?.number() ?? (count === undefined ? undefined : (T - t0) / count);
  element.close();
  if (times)
    element.error('uneven-steps', 'a list of times tk is not read: steps are even', 'write the step h');
  else if (h === undefined)
    element.error('missing-element', 'TimeDiscretisation has no step h and no number N of steps');
  else if (!(h > 0)) element.error('step', `the step is ${h} s; it must be positive`);
  else return h;
  return undefined;
}

function readIntegrators(
  definition: ElementReader | undefined,
  systems: readonly NamedSystem[],
): ReadonlyMap<DynamicalSystem, OneStepIntegrator> {
  const integrators = new Map<DynamicalSystem, OneStepIntegrator>();
  for (const element of definition?.children ?? []) {
    const make = entryFor(integratorTable, element, 'integrator');
    const concerned = element.child('DS_Concerned');
    const named = concerned ? systemsConcerned(concerned, systems) : systems;
    const thetas = readThetas(element.child('Theta'), named?.length ?? 0);
    element.child('Interactions_Concerned');
    element.close();
    // One integrator serves all systems of one kind with one theta.
    const made = new Map<string, OneStepIntegrator | undefined>();
    named?.forEach(({ system }, k) => {
      const theta = thetas?.[k] ?? 0.5;
      const key = `${theta} ${isSecondOrder(system)}`;
      if (!made.has(key))
        made.set(
          key,
          element.make(() => make?.(theta, system)),
        );
      const integrator = made.get(key);
      if (integrator) integrators.set(system, integrator);
    });
  }
  return integrators;
}

function readThetas(element: ElementReader | undefined, count: number): readonly number[] | undefined {
  const all = element?.attribute('all');
  if (!element || all === undefined) return element && Array.from(element.vector(count) ?? []);
  const theta = Number(all);
  if (!Number.isFinite(theta)) element.error('not-a-number', `Theta: "${all}" is no number`);
  return new Array<number>(count).fill(theta);
}
