/** What all blocks did over one window [t0, t1], read like an accepted step of the whole: each unknown from whatever gives it. */
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';
import type { TrajectoryStep } from '../sparse-stepping/stages/accepted-step.js';
import type { Signal } from '../../modeling/signals/signal.js';
import { ExplicitUnknown } from './explicit-unknown.js';
import type { SteppedBlock } from './stepped-block.js';
import { type Trace, TraceSignal } from './trace.js';

export class BlockWindow implements TrajectoryStep {
  readonly t0: number;
  readonly t1: number;
  readonly afterEvent: boolean;
  readonly between: readonly number[] = [];

  constructor(
    private readonly system: DescriptorSystem,
    private readonly sources: readonly (TraceSignal | ExplicitUnknown)[],
    /** Blocks that do not rest at its end, and the unknowns that follow from others. */
    private readonly awake: readonly SteppedBlock[],
    private readonly explicit: readonly ExplicitUnknown[],
    { t0, t1, afterEvent }: Pick<TrajectoryStep, 't0' | 't1' | 'afterEvent'>,
  ) {
    this.t0 = t0;
    this.t1 = t1;
    this.afterEvent = afterEvent;
  }

  get lastLength(): number {
    const lengths = this.awake.map(({ trace }) => trace.lastLength);
    return Math.min(this.t1 - this.t0, ...lengths);
  }

  /** (z | u), left limits. */
  get last(): Float64Array {
    const { size, inputs } = this.system;
    const w = new Float64Array(size + inputs.length + 1);
    this.read(this.t1, w);
    inputs.forEach((signal, j) => (w[size + j] = signal.valueLeft(this.t1)));
    return w;
  }

  get lastRates(): Float64Array {
    const rates = new Float64Array(this.system.size);
    for (const { rates: own, parts, twins } of this.awake)
      for (const { rows } of [parts, ...twins]) rows.forEach((row, i) => (rates[row] = own[i]!));
    for (const source of this.explicit) rates[source.row] = source.storedRate(this.t1);
    return rates;
  }

  /** Where steps of what these are made of end, and where sources bend. */
  corners(unknowns: Int32Array, inputs: Int32Array): readonly number[] {
    const { t0, t1 } = this;
    const traces = new Set<Trace>();
    const given = new Set<Signal>();
    const note = (signal: Signal): void => {
      if (signal.constant) return;
      if (signal instanceof TraceSignal) traces.add(signal.trace);
      else if (signal instanceof ExplicitUnknown) signal.inputs.forEach(note);
      else given.add(signal);
    };
    for (const unknown of unknowns) note(this.sources[unknown]!);
    for (const input of inputs) note(this.system.inputs[input]!);
    const times = new Set<number>();
    for (const trace of traces) {
      for (let k = 0; k < trace.count; k++) {
        const end = trace.endOf(k);
        if (end > t0 && end < t1) times.add(end);
      }
    }
    for (const signal of given)
      for (let t = signal.nextBreakpoint(t0); t < t1; t = signal.nextBreakpoint(t)) times.add(t);
    return [...times].sort((a, b) => a - b);
  }

  signalOf(unknown: number): Signal {
    return this.sources[unknown]!;
  }

  read(t: number, z: Float64Array, dz?: Float64Array, unknowns?: Int32Array, left = t >= this.t1): void {
    const count = unknowns ? unknowns.length : this.system.size;
    for (let i = 0; i < count; i++) {
      const source = this.sources[unknowns ? unknowns[i]! : i]!;
      const isTrace = source instanceof TraceSignal;
      if (!isTrace) z[i] = source.valueWithRates(t, left);
      else z[i] = left ? source.valueLeft(t) : source.value(t);
      if (dz) dz[i] = isTrace && left ? source.rateLeft(t) : source.rate(t);
    }
  }
}
