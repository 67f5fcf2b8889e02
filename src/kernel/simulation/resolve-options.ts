/** Options of the kernel are positive numbers with defaults; unknown names are errors. */
import { ModelError } from '../modeling/model-error.js';

/** Merges given options into defaults; throws `ModelError` on an unknown name or a value that is not positive. */
export function resolveOptions<Options extends { readonly [name in keyof Options]: number }>(
  object: string,
  defaults: Options,
  given: Partial<Options>,
): Options {
  const legal = Object.keys(defaults);
  for (const [name, value] of Object.entries(given)) {
    if (!legal.includes(name)) {
      throw new ModelError(`${object}: there is no option ${name}; the options are ${legal.join(', ')}`);
    }
    if (!(typeof value === 'number' && value > 0)) {
      throw new ModelError(`${object}: ${name} is ${String(value)}; it must be positive`);
    }
  }
  return { ...defaults, ...given };
}
