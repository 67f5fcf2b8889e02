/**
 * What follows from a model and the parameters of an instance alone, worked out once for all instances that are alike: the
 * reader of a netlist gives equal parameters as one map. Cost: two look-ups an instance.
 */
import type { FlatElement } from '../netlist/flat-circuit.js';

export class InstanceMemo {
  readonly #known = new Map<object | undefined, Map<object, unknown>>();

  /** Returns what `make` has returned for this model and these parameters; one kind of value a memo. */
  of<Value>({ model, parameters }: FlatElement, make: () => Value): Value {
    let ofModel = this.#known.get(model);
    if (!ofModel) this.#known.set(model, (ofModel = new Map<object, unknown>()));
    if (!ofModel.has(parameters)) ofModel.set(parameters, make());
    return ofModel.get(parameters) as Value;
  }
}
