/** Runs models by exact events and keeps what the stream said, for the tests of this room. */
import type { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import type { Signal } from '../../../src/kernel/modeling/signals/signal.js';
import {
  EventDriven,
  type EventDrivenOptions,
} from '../../../src/kernel/simulation/event-driven/event-driven.js';
import type { EventFlow } from '../../../src/kernel/simulation/event-driven/event-flow.js';
import { LcsFlow } from '../../../src/kernel/simulation/event-driven/lcs-flow.js';
import type { LcsFlowOptions } from '../../../src/kernel/simulation/event-driven/lcs-flow-options.js';
import { assembleLinearSystem } from '../../../src/kernel/simulation/linear/linear-system.js';
import type { EventKind, Segment, SlidingInterval } from '../../../src/kernel/simulation/stream.js';

export interface KeptEvent {
  readonly time: number;
  readonly kind: EventKind;
  readonly rows: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly lambda: readonly number[];
  readonly impulse?: readonly number[];
  readonly sliding?: SlidingInterval;
}

export interface EventRun<Flow extends EventFlow = LcsFlow> {
  readonly flow: Flow;
  readonly loop: EventDriven;
  readonly events: readonly KeptEvent[];
  /** Times of the events of a kind. */
  times(kind: EventKind): number[];
  /** The state at sampled times, in their order. */
  readonly samples: readonly (readonly number[])[];
}

export function lcsFlow(model: NonSmoothDynamicalSystem, options: Partial<LcsFlowOptions> = {}): LcsFlow {
  const span = model.T - model.t0;
  return new LcsFlow(assembleLinearSystem(model), {
    evtol: 1e-12 * span,
    selectionStep: 1e-8 * span,
    longestSegment: span,
    jumpTolerance: 1e-9,
    maxModes: 4096,
    ...options,
  });
}

/** Runs a flow over [t0, T]; states at the sampled times come from the segments. */
export function runFlow<Flow extends EventFlow>(
  flow: Flow,
  t0: number,
  T: number,
  options: Partial<EventDrivenOptions> = {},
  at: readonly number[] = [],
): EventRun<Flow> {
  const span = T - t0;
  const loop = new EventDriven(flow, t0, T, {
    evtol: 1e-12 * span,
    eventWindow: span / 1000,
    maxEvents: 1e5,
    ...options,
  });
  const events: KeptEvent[] = [];
  const samples: number[][] = [];
  const x = new Float64Array(flow.x.length);
  const lambda = new Float64Array(flow.lambda.length);
  loop.run({
    needs: 'grid',
    segment: (segment: Segment) => {
      for (let t = at[samples.length]; t !== undefined && t <= segment.t1; t = at[samples.length]) {
        segment.interpolate(t, x, lambda);
        samples.push([...x]);
      }
    },
    event: ({ time, kind, rows, left, right, lambda: multiplier, impulse, sliding }) => {
      events.push({
        ...{ time, kind, rows: [...rows], left: [...left], right: [...right], lambda: [...multiplier] },
        ...(impulse && { impulse: [...impulse] }),
        ...(sliding && { sliding }),
      });
    },
  });
  const times = (kind: EventKind): number[] =>
    events.filter((event) => event.kind === kind).map(({ time }) => time);
  return { flow, loop, events, times, samples };
}

export function runEvents(
  model: NonSmoothDynamicalSystem,
  options: Partial<LcsFlowOptions & EventDrivenOptions> = {},
  at: readonly number[] = [],
): EventRun {
  return runFlow(lcsFlow(model, options), model.t0, model.T, options, at);
}

/** Symmetric square wave, +amplitude first; breakpoints are multiples of half a period, never accumulated. */
export function squareWave(amplitude: number, period: number): Signal {
  const half = period / 2;
  const index = (t: number): number => {
    const k = Math.round(t / half);
    return k * half <= t ? k : k - 1;
  };
  const area = (t: number): number => {
    const rest = t - index(t) * half;
    return amplitude * (index(t) % 2 === 0 ? rest : half - rest);
  };
  const level = (k: number): number => (k % 2 === 0 ? amplitude : -amplitude);
  return {
    constant: false,
    value: (t) => level(index(t)),
    valueLeft: (t) => level(index(t) * half === t ? index(t) - 1 : index(t)),
    integral: (t0, t1) => area(t1) - area(t0),
    nextBreakpoint: (t) => (index(t) + 1) * half,
    generator: { order: 1, S: Float64Array.of(0), c: Float64Array.of(1) },
    generate: (t, z, offset) => {
      z[offset] = level(index(t));
    },
  };
}
