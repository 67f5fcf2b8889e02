/** Names of a flat circuit as SPICE takes them: letters, digits and "_", of elements with their letter in front; each once. */
export class SpiceNames {
  readonly #nodes = new Map<string, string>([['0', '0']]);
  readonly #elements = new Map<string, string>();
  readonly #nets = new Map<string, string>();
  readonly #taken = new Set<string>();

  node(name: string): string {
    return this.#of(this.#nodes, name, () => name);
  }

  /** A digital net, which may bear the name of a node. */
  net(name: string): string {
    return this.#of(this.#nets, name, () => `d_${name}`);
  }

  /** The name of an element, or of a part of it that is told by a suffix. */
  element(letter: string, name: string, suffix = ''): string {
    const own = letter.toLowerCase();
    return this.#of(this.#elements, `${own} ${name} ${suffix}`, () => {
      const isPlain = suffix === '' && name.startsWith(own) && !/[^a-z0-9_]/.test(name);
      return isPlain ? name : `${own}_${name}${suffix}`;
    });
  }

  #of(known: Map<string, string>, key: string, wanted: () => string): string {
    let found = known.get(key);
    if (found === undefined) {
      const legal = wanted().replaceAll(/[^a-z0-9_]/g, '_');
      found = legal;
      for (let k = 2; this.#taken.has(found); k++) found = `${legal}_${k}`;
      this.#taken.add(found);
      known.set(key, found);
    }
    return found;
  }
}
