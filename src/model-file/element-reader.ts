/**
 * Reads the values of an element: numbers, vectors ("vectorSize", numbers as text), matrices ("row" elements) and functions of
 * plugins. What is wrong is a diagnostic at its place and undefined; what nobody asked for is named by `close`.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import { nearestName } from '../base/nearest-name.js';
import { ModelError } from '../kernel/modeling/model-error.js';
import { pluginFunction, type PluginFunction, type Plugins, pluginReference } from './plugins.js';
import type { XmlElement } from './xml-tree.js';

export interface ReaderContext {
  readonly diagnostics: Diagnostics;
  readonly plugins: Plugins;
}

/** What has no effect on a run, in any element. */
const silent: ReadonlySet<string> = new Set(['Id', 'StepsInMemory', 'size']);

export class ElementReader {
  readonly #asked = new Set<string>();

  constructor(
    readonly element: XmlElement,
    readonly context: ReaderContext,
  ) {}

  get name(): string {
    return this.element.name;
  }

  get text(): string {
    return this.element.text.trim();
  }

  attribute(name: string): string | undefined {
    return this.element.attributes.get(name);
  }

  /** The first child of one of these names. */
  child(...names: readonly string[]): ElementReader | undefined {
    for (const name of names) this.#asked.add(name);
    const found = this.element.children.find((child) => names.includes(child.name));
    return found && new ElementReader(found, this.context);
  }

  /** The same, which must be there. */
  required(...names: readonly string[]): ElementReader | undefined {
    const found = this.child(...names);
    if (!found) this.error('missing-element', `${this.name} has no ${names.join(' or ')}`);
    return found;
  }

  get children(): readonly ElementReader[] {
    return this.element.children.map((child) => {
      this.#asked.add(child.name);
      return new ElementReader(child, this.context);
    });
  }

  /** The numbers of its text; undefined where a word is none. */
  numbers(): number[] | undefined {
    const words = this.text === '' ? [] : this.text.split(/[\s,;]+/);
    const wrong = words.find((word) => !Number.isFinite(Number(word)));
    if (wrong === undefined) return words.map(Number);
    this.error('not-a-number', `${this.name}: "${wrong}" is no finite number`);
    return undefined;
  }

  number(): number | undefined {
    const numbers = this.numbers();
    if (numbers?.length === 1) return numbers[0];
    if (numbers) this.error('not-a-number', `${this.name} has ${numbers.length} numbers; it must have one`);
    return undefined;
  }

  /** A vector of `length` numbers, or of as many as it says. */
  vector(length?: number): Float64Array | undefined {
    if (!this.#isWritten('vectorFile')) return undefined;
    const numbers = this.numbers();
    const said = this.attribute('vectorSize');
    const expected = length ?? (said === undefined ? undefined : Number(said));
    if (!numbers || (expected ?? numbers.length) === numbers.length)
      return numbers && Float64Array.from(numbers);
    this.error('wrong-size', `${this.name} has ${numbers.length} numbers; ${expected} are needed`);
    return undefined;
  }

  /** A matrix, row by row. */
  matrix(rows: number, cols: number): Float64Array | undefined {
    if (!this.#isWritten('matrixFile')) return undefined;
    const found = this.children.filter(({ name }) => name === 'row').map((row) => row.numbers());
    const wrong = found.findIndex((row) => row?.length !== cols);
    if (found.length === rows && wrong < 0) return Float64Array.from(found.flatMap((row) => row ?? []));
    const size =
      wrong < 0 ? `${found.length} rows` : `${found[wrong]?.length ?? 0} numbers in row ${wrong + 1}`;
    this.error('wrong-size', `${this.name} has ${size}; it must be ${rows} x ${cols}`);
    return undefined;
  }

  /** Whether a plugin writes it. */
  get isPlugin(): boolean {
    return pluginReference(this.element) !== undefined;
  }

  /** The function that writes it; undefined, and an error, where there is none. */
  plugin(): PluginFunction | undefined {
    const reference = pluginReference(this.element);
    if (reference === undefined) {
      this.error('missing-plugin', `${this.name} must name a function: plugin="Plugin:function"`);
      return undefined;
    }
    const found = pluginFunction(reference, this.context.plugins);
    if (typeof found === 'function') return found;
    this.error('missing-plugin', `${this.name}: ${found}`);
    return undefined;
  }

  /** Makes an object of the kernel, whose refusal stands at this element. */
  make<Made>(create: () => Made): Made | undefined {
    try {
      return create();
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      this.error('model', error.message);
      return undefined;
    }
  }

  error(code: string, message: string, hint?: string): void {
    this.context.diagnostics.error(code, message, this.element.span, hint === undefined ? {} : { hint });
  }

  /** Warns of children that nobody asked for. */
  close(): void {
    for (const { name, span } of this.element.children) {
      if (this.#asked.has(name) || silent.has(name)) continue;
      const near = nearestName(name, this.#asked);
      const hint = near === undefined ? 'remove it if nothing depends on it' : `is ${near} meant?`;
      this.context.diagnostics.warning('unread-element', `${name} in ${this.name} has no effect`, span, {
        hint,
      });
    }
  }

  #isWritten(file: string): boolean {
    if (this.attribute(file) === undefined) return true;
    this.error('value-in-file', `${this.name}: values in other files are not read`, 'write the numbers here');
    return false;
  }
}

/** The entry of a table for an element; an unknown one is an error that names those that are known. */
export function entryFor<Entry>(
  table: Readonly<Record<string, Entry>>,
  element: ElementReader,
  what: string,
): Entry | undefined {
  if (Object.hasOwn(table, element.name)) return table[element.name];
  element.error(
    'unknown-element',
    `there is no ${what} ${element.name}`,
    `known are ${Object.keys(table).join(', ')}`,
  );
  return undefined;
}
