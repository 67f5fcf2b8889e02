/**
 * A circuit whose sources, parameters, elements, models and temperature a sweep sets: values of sources are inputs of one
 * compiled circuit; all others mean another netlist, which is elaborated and compiled again.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { SweptSignal } from '../../circuit/sources/swept-signal.js';
import type { StepAxis, StepTarget } from '../../netlist/flat-cards.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import { mergeOverrides, overrideOf, targetName } from '../../netlist/step-points.js';
import type { Column } from '../../waveform/plot.js';
import type { AnalysisJob } from '../analysis.js';
import { compileAtRest, isLarge } from './compile-at-rest.js';
import { outputsFor } from '../preparation/outputs-for.js';
import type { RestingCircuit } from './resting-circuit.js';
import { unitOfTarget } from './swept-unit.js';

export class SweptCircuit {
  /** One a value. */
  readonly columns: readonly Column[];
  readonly #signals = new Map<string, SweptSignal>();
  #circuit: RestingCircuit | undefined;
  /** The values that `#circuit` was elaborated with. */
  #key: string | undefined;

  /** Takes what the values set, in their order. */
  constructor(
    private readonly job: AnalysisJob,
    private readonly axes: readonly StepAxis[],
  ) {
    const { flat } = job;
    for (const { target, values } of axes) {
      const name = sourceOf(target, flat);
      const extremes = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
      if (name !== undefined) this.#signals.set(name, new SweptSignal(values[0] ?? 0, ...extremes));
    }
    this.columns = axes.map(({ target }) => ({ name: targetName(target), unit: unitOfTarget(target, flat) }));
  }

  /** Sets the values; undefined after reporting where there is no such circuit. */
  at(values: readonly number[], diagnostics: Diagnostics): RestingCircuit | undefined {
    let overrides = {};
    this.axes.forEach(({ target }, k) => {
      const value = values[k] ?? NaN;
      const signal = this.#signals.get(sourceOf(target, this.job.flat) ?? '');
      if (signal) signal.held = value;
      else overrides = mergeOverrides(overrides, overrideOf(target, value));
    });
    const key = JSON.stringify(overrides);
    if (key === this.#key) return this.#circuit;
    // What is no error was told of the first one.
    const isFirst = this.#key === undefined;
    this.#key = key;
    const found = new Diagnostics();
    this.#circuit = this.#compile(key === '{}' ? undefined : overrides, found);
    for (const item of found.items) if (isFirst || item.severity === 'error') diagnostics.add(item);
    return this.#circuit;
  }

  #compile(overrides: object | undefined, diagnostics: Diagnostics): RestingCircuit | undefined {
    const { job } = this;
    let { flat, circuitOptions } = job;
    if (overrides) {
      const again = job.elaborate?.(overrides);
      if (!again?.flat) {
        const errors = again?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
        errors.forEach((error) => diagnostics.add(error));
        if (!again) {
          const message = 'a sweep of anything but sources needs the netlist as text';
          diagnostics.error('no-netlist', message, job.card.span, { hint: 'use simulate() or prepare()' });
        }
        return undefined;
      }
      ({ flat, circuitOptions } = again);
    }
    const swept = this.#signals;
    return compileAtRest(
      { flat: outputsFor(flat, job.card), circuitOptions, devices: job.devices, swept },
      isLarge(job),
      diagnostics,
    );
  }
}

/** The source whose value a target is. */
function sourceOf(target: StepTarget, { elements }: FlatCircuit): string | undefined {
  if (target.kind !== 'element') return undefined;
  if (target.parameter !== undefined && target.parameter !== 'dc') return undefined;
  const element = elements.find(({ name }) => name === target.name);
  return element?.letter === 'V' || element?.letter === 'I' ? target.name : undefined;
}
