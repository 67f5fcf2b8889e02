/**
 * A circuit whose sources, parameters, elements, models and temperature a sweep sets: values of sources, and of resistors among smooth
 * laws, are inputs of one compiled circuit; all others mean another circuit, which is compiled again - with the number in its place where it is one
 * (`plain-values.ts`), else elaborated again.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { SweptSignal } from '../../circuit/sources/swept-signal.js';
import type { StepAxis, StepTarget } from '../../netlist/flat-cards.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import { mergeOverrides, overrideOf, targetName } from '../../netlist/step-points.js';
import type { Column } from '../../waveform/plot.js';
import type { AnalysisJob } from '../analysis.js';
import { compileAtRest, isLarge } from './compile-at-rest.js';
import { PlainValues } from './plain-values.js';
import { isRegular, sourceOfResistance, withSweptResistances } from './swept-resistances.js';
import { outputsFor } from '../preparation/outputs-for.js';
import type { RestingCircuit } from './resting-circuit.js';
import { unitOfTarget } from './swept-unit.js';

export class SweptCircuit {
  /** One a value. */
  readonly columns: readonly Column[];
  readonly #signals = new Map<string, SweptSignal>();
  /** One a value; undefined: it is no input's. */
  readonly #inputs: (SweptSignal | undefined)[];
  /** Resistors whose values are inputs. */
  readonly #resistors = new Set<string>();
  readonly #plain: PlainValues;
  #circuit: RestingCircuit | undefined;
  /** The values that `#circuit` was elaborated with. */
  #key: string | undefined;

  /** Takes what the values set, in their order. */
  constructor(
    private readonly job: AnalysisJob,
    private readonly axes: readonly StepAxis[],
  ) {
    const { flat } = job;
    this.#inputs = axes.map(({ target, values }) => {
      const name = sourceOf(target, flat);
      return name === undefined ? undefined : this.#input(name, values);
    });
    this.#plain = new PlainValues(flat, axes, job.devices);
    this.columns = axes.map(({ target }) => ({ name: targetName(target), unit: unitOfTarget(target, flat) }));
  }

  /** Sets the values; undefined after reporting where there is no such circuit. */
  at(values: readonly number[], diagnostics: Diagnostics): RestingCircuit | undefined {
    const changed = new Map<number, number>();
    this.#inputs.forEach((signal, k) => {
      const value = values[k] ?? NaN;
      if (signal) signal.held = value;
      else changed.set(k, value);
    });
    // The first circuit that is compiled may only tell which program solves it.
    if (this.#key === undefined && this.#takesResistances(changed)) return this.at(values, diagnostics);
    const key = [...changed.values()].join();
    if (key === this.#key) return this.#circuit;
    // What is no error was told of the first one.
    const isFirst = this.#key === undefined;
    this.#key = key;
    const found = new Diagnostics();
    this.#circuit = this.#compile(changed, found);
    for (const item of found.items) if (isFirst || item.severity === 'error') diagnostics.add(item);
    return this.#circuit;
  }

  /** Whether values of resistors, which were none, become inputs. */
  #takesResistances(changed: ReadonlyMap<number, number>): boolean {
    const regular = [...changed.keys()].flatMap((k) => {
      const element = this.#plain.element(k);
      const { values = [] } = this.axes[k] ?? {};
      return element && isRegular(element, values) ? [{ k, name: element.name, values }] : [];
    });
    if (regular.length === 0 || this.#compile(changed, new Diagnostics())?.program !== 'smooth') return false;
    for (const { k, name, values } of regular) {
      this.#resistors.add(name);
      this.#inputs[k] = this.#input(sourceOfResistance(name), values);
    }
    return true;
  }

  #input(name: string, values: readonly number[]): SweptSignal {
    const extremes = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
    const signal = new SweptSignal(values[0] ?? 0, ...extremes);
    this.#signals.set(name, signal);
    return signal;
  }

  #compile(changed: ReadonlyMap<number, number>, diagnostics: Diagnostics): RestingCircuit | undefined {
    const { job } = this;
    const plain = this.#plain.circuit(changed);
    const elaborated = plain
      ? { flat: plain, circuitOptions: job.circuitOptions }
      : this.#elaborate(changed, diagnostics);
    if (!elaborated) return undefined;
    const { circuitOptions } = elaborated;
    const flat = withSweptResistances(elaborated.flat, this.#resistors);
    const program = plain && this.#circuit?.program;
    return compileAtRest(
      {
        ...{ circuitOptions, devices: job.devices, swept: this.#signals },
        // A sweep starts nothing: .ic, which would hold its nodes at every point, is of a transient.
        flat: { ...outputsFor(flat, job.card), initialVoltages: new Map() },
        ...(program && { program }),
        passing: changed.size > 0,
      },
      isLarge(job),
      diagnostics,
    );
  }

  #elaborate(
    changed: ReadonlyMap<number, number>,
    diagnostics: Diagnostics,
  ): Pick<AnalysisJob, 'flat' | 'circuitOptions'> | undefined {
    const { job } = this;
    let overrides = {};
    this.axes.forEach(({ target }, k) => {
      const value = changed.get(k);
      if (value !== undefined) overrides = mergeOverrides(overrides, overrideOf(target, value));
    });
    const again = job.elaborate?.(overrides);
    if (!again) {
      const message = 'a sweep of anything but sources needs the netlist as text';
      diagnostics.error('no-netlist', message, job.card.span, { hint: 'use simulate() or prepare()' });
      return undefined;
    }
    const { flat, circuitOptions, diagnostics: found } = again;
    if (flat) return { flat, circuitOptions };
    for (const item of found) if (item.severity === 'error') diagnostics.add(item);
    return undefined;
  }
}

/** The source whose value a target is. */
function sourceOf(target: StepTarget, { elements }: FlatCircuit): string | undefined {
  if (target.kind !== 'element') return undefined;
  if (target.parameter !== undefined && target.parameter !== 'dc') return undefined;
  const element = elements.find(({ name }) => name === target.name);
  return element?.letter === 'V' || element?.letter === 'I' ? target.name : undefined;
}
