/**
 * Elements' own values set in a flat circuit, as `apply-step.ts` sets them in a text that is elaborated again: nothing else
 * reads the number of an element that has one - expressions see parameters, multipliers are parameters of their own - and so
 * both give the same circuit. Whatever is not that plain is left to elaboration: what an expression or a model gives,
 * parameters, sources, and values that are not legal, which it reports.
 */
import type { Device } from '../../circuit/device.js';
import { deviceTable } from '../../circuit/devices/device-table.js';
import type { StepAxis } from '../../netlist/flat-cards.js';
import type { FlatCircuit, FlatElement } from '../../netlist/flat-circuit.js';
import { isLegal } from '../../netlist/values.js';

export class PlainValues {
  /** Of each target the place of its element; undefined: not plain. */
  readonly #places: readonly (number | undefined)[];

  constructor(
    private readonly flat: FlatCircuit,
    axes: readonly StepAxis[],
    private readonly devices: readonly Device[] = deviceTable,
  ) {
    this.#places = axes.map(({ target }) => {
      if (target.kind !== 'element' || target.parameter !== undefined) return undefined;
      const place = flat.elements.findIndex(({ name }) => name === target.name);
      return this.#holds(place, undefined) ? place : undefined;
    });
  }

  /** The element whose number a target is; undefined: not plain. */
  element(target: number): FlatElement | undefined {
    return this.flat.elements[this.#places[target] ?? -1];
  }

  /** The circuit with the values of some targets; undefined where one of them has to be elaborated. */
  circuit(values: ReadonlyMap<number, number>): FlatCircuit | undefined {
    const elements = [...this.flat.elements];
    for (const [target, value] of values) {
      const place = this.#places[target];
      const element = elements[place ?? -1];
      if (place === undefined || !element || !this.#holds(place, value)) return undefined;
      elements[place] = { ...element, value };
    }
    return { ...this.flat, elements };
  }

  /** Whether an element is its number alone, and may be that one. */
  #holds(place: number, value: number | undefined): boolean {
    const element = this.flat.elements[place];
    const own = this.devices.find(({ syntax }) => syntax.letter === element?.letter)?.syntax.value;
    if (element?.value === undefined || own?.kind !== 'number') return false;
    return value === undefined || isLegal(value, own.parameter);
  }
}
