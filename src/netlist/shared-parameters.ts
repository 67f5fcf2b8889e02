/**
 * Equal parameters of elements as one map: large netlists consist of few kinds of instances, and what follows from parameters
 * can be worked out once a kind. Cost: one look-up an element.
 */
export class SharedParameters {
  readonly #known = new Map<string, ReadonlyMap<string, number>>();

  /** Returns the first map with these values. */
  of(parameters: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    let key = '';
    for (const [name, value] of parameters) key += `${name}=${value === 0 && 1 / value < 0 ? '-0' : value} `;
    const known = this.#known.get(key);
    if (known) return known;
    this.#known.set(key, parameters);
    return parameters;
  }
}
