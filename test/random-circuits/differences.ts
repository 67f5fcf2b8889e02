/**
 * In how many ways a run by exact events may be carried out, and whether they end in the same bits: with every segment told or
 * none, with machine code or without, in one go or interrupted, copied and continued, with rows written or without.
 */
import { nonsmoothSystem } from '../../src/circuit/compiler/nonsmooth-system.js';
import { findStart } from '../../src/analysis/transient/transient-start.js';
import { cardSteps } from '../../src/analysis/simulate.js';
import { Diagnostics } from '../../src/base/diagnostic.js';
import { RandomStream } from '../../src/base/random.js';
import { EventDriven } from '../../src/kernel/simulation/event-driven/event-driven.js';
import { EventDrivenFailure } from '../../src/kernel/simulation/event-driven/event-driven-failure.js';
import type { LcsFlow } from '../../src/kernel/simulation/event-driven/lcs-flow.js';
import { linearEventFlow } from '../../src/kernel/simulation/event-driven/linear-event-flow.js';
import type { PreparedCircuit } from '../../src/analysis/preparation/prepared-circuit.js';
import type { TransientCard } from '../../src/netlist/flat-circuit.js';
import { MemoryPlot } from '../../src/waveform/memory-plot.js';

/** Points at which a run is interrupted; at every second one it is copied into another flow. */
const cuts = 8;

const skipped = { skippable: (): number => Infinity };

/** Where a flow ended, to the bit, with what stopped it. */
type Bits = string;

/** A circuit that runs as a whole by exact events, over a part of its time, up to `longest` seconds. */
export class VariedRun {
  readonly tstop: number;
  readonly #start: NonNullable<ReturnType<typeof findStart>>;
  /** All in one go, without anybody watching. */
  readonly expected: Bits;

  constructor(
    readonly prepared: PreparedCircuit,
    part = 1,
    longest = Infinity,
  ) {
    const card = prepared.flat.analyses.find((each): each is TransientCard => each.kind === 'tran');
    if (!card) throw new Error('no transient');
    const start = findStart({ devices: undefined, ...prepared, card, sinks: [] }, new Diagnostics());
    if (!start) throw new Error('no start');
    this.#start = start;
    this.tstop = Math.min(part * card.tstop, longest);
    this.expected = this.#run('compiled', (loop) => void loop.run(skipped));
  }

  /** Every segment is told. */
  told(): { readonly bits: Bits; readonly segments: number } {
    let segments = 0;
    const bits = this.#run('compiled', (loop) => {
      loop.run({ needs: 'grid', segment: () => void segments++ });
    });
    return { bits, segments };
  }

  /** Nothing becomes machine code. */
  plain(): Bits {
    return this.#run('plain', (loop) => void loop.run());
  }

  /** Interrupted at random points, and every second time continued from a copy of the state. */
  interrupted(seed = 1): Bits {
    const random = new RandomStream(seed);
    const times = Array.from({ length: cuts }, () => random.uniform() * this.tstop).sort((a, b) => a - b);
    let flow = this.#flow('compiled');
    let loop = this.#loop(flow);
    const stopped = attempt(() => {
      times.forEach((time, k) => {
        loop.runTo(time, skipped);
        if (k % 2 === 0) return;
        const copy = this.#flow(k % 4 === 1 ? 'plain' : 'compiled');
        const next = this.#loop(copy);
        next.resume(loop.state());
        [flow, loop] = [copy, next];
      });
      loop.runTo(this.tstop);
    });
    return bitsOf(flow, stopped);
  }

  #run(code: 'compiled' | 'plain', go: (loop: EventDriven<LcsFlow>) => void): Bits {
    const flow = this.#flow(code);
    const loop = this.#loop(flow);
    const stopped = attempt(() => {
      go(loop);
    });
    return bitsOf(flow, stopped);
  }

  #flow(code: 'compiled' | 'plain'): LcsFlow {
    return linearEventFlow(nonsmoothSystem(this.#start.compiled, 0, this.tstop), { code });
  }

  #loop(flow: LcsFlow): EventDriven<LcsFlow> {
    return new EventDriven(flow, 0, this.tstop);
  }
}

/** What a whole analysis reports at its end, with rows written or without, to the bit. */
export function reported(prepared: PreparedCircuit, rows: boolean): Bits {
  const card = prepared.flat.analyses.find((each) => each.kind === 'tran');
  if (!card) throw new Error('no transient');
  const steps = cardSteps(prepared, card, rows ? [new MemoryPlot()] : []);
  let pause = steps.next();
  while (pause.done !== true) pause = steps.next();
  const { final, certificate } = pause.value;
  return hex(Float64Array.of(...final.map(({ value }) => value), certificate?.events ?? NaN));
}

/** The variants that end in other bits than a run in one go. */
export function differences(prepared: PreparedCircuit): string[] {
  const run = new VariedRun(prepared);
  const variants: [string, () => boolean][] = [
    ['every segment told', () => run.told().bits === run.expected],
    ['no machine code', () => run.plain() === run.expected],
    ['interrupted and copied', () => run.interrupted() === run.expected],
    ['rows written', () => reported(prepared, true) === reported(prepared, false)],
  ];
  return variants.flatMap(([name, isSame]) => (isSame() ? [] : [name]));
}

function attempt(run: () => void): string {
  try {
    run();
    return '';
  } catch (error) {
    if (!(error instanceof EventDrivenFailure)) throw error;
    return error.status;
  }
}

function bitsOf({ x, lambda, t }: LcsFlow, stopped: string): Bits {
  return hex(Float64Array.of(t, ...x, ...lambda)) + stopped;
}

function hex(values: Float64Array): string {
  return Buffer.from(values.buffer).toString('hex');
}
