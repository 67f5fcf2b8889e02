/**
 * Functions that a model file names as "Plugin:function": exports of the file Plugin.js, .mjs or .ts beside it. They are called
 * as the callbacks of the kernel are: arguments of the state first, then the array to write, then the parameters z.
 */
import { ModelError } from '../kernel/modeling/model-error.js';
import type { XmlElement } from './xml-tree.js';

export type PluginFunction = (...args: unknown[]) => void;

/** What the host loads plugins with: the exports of a plugin; throws an Error that says why there is none. */
export interface PluginSource {
  load(plugin: string): Promise<Readonly<Record<string, unknown>>>;
}

/** The exports of each plugin by its name, or why it could not be loaded. */
export type Plugins = ReadonlyMap<string, Readonly<Record<string, unknown>> | string>;

const pluginAttributes = ['plugin', 'vectorPlugin', 'matrixPlugin'] as const;

/** The "Plugin:function" that an element names. */
export function pluginReference({ attributes }: XmlElement): string | undefined {
  for (const name of pluginAttributes) {
    const reference = attributes.get(name);
    if (reference !== undefined) return reference;
  }
  return undefined;
}

/** Loads every plugin that a document names, each once. */
export async function loadPlugins(root: XmlElement, source: PluginSource): Promise<Plugins> {
  const plugins = new Map<string, Readonly<Record<string, unknown>> | string>();
  const names = new Set<string>();
  collect(root, names);
  for (const name of names) {
    try {
      plugins.set(name, await source.load(name));
    } catch (error) {
      plugins.set(name, error instanceof Error ? error.message : String(error));
    }
  }
  return plugins;
}

function collect(element: XmlElement, names: Set<string>): void {
  const [plugin] = pluginReference(element)?.split(':') ?? [];
  if (plugin !== undefined && plugin !== '') names.add(plugin);
  for (const child of element.children) collect(child, names);
}

/** The function that a reference names, or the sentence that says why there is none. */
export function pluginFunction(reference: string, plugins: Plugins): PluginFunction | string {
  const [plugin = '', name = '', ...rest] = reference.split(':');
  if (plugin === '' || name === '' || rest.length > 0)
    return `"${reference}" must have the form Plugin:function`;
  const exports = plugins.get(plugin);
  if (exports === undefined || typeof exports === 'string') return exports ?? `there is no plugin ${plugin}`;
  const found = exports[name];
  if (typeof found === 'function') return guarded(reference, found as (...args: unknown[]) => unknown);
  const known = Object.keys(exports).filter((key) => typeof exports[key] === 'function');
  return `${plugin} exports no function ${name}; it has ${known.length > 0 ? known.join(', ') : 'none'}`;
}

/** The function with its failures named: what it throws, and an array that it returns in place of writing one. */
function guarded(reference: string, call: (...args: unknown[]) => unknown): PluginFunction {
  return (...args) => {
    let returned: unknown;
    try {
      returned = call(...args);
    } catch (error) {
      throw new ModelError(`${reference} throws: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    if (typeof returned === 'object' && returned !== null && !args.includes(returned))
      throw new ModelError(
        `${reference} returns its values; it must write them into the array that it is given`,
      );
  };
}
