/** Options that an object does not have are refused by name. */
import { ModelError } from './model-error.js';

/** Throws `ModelError` where `given` has an option that is not among `legal`, which has all of them. */
export function requireKnownOptions<Options extends object>(
  object: string,
  given: Options,
  legal: Readonly<Record<keyof Required<Options>, true>>,
): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(legal, name)) continue;
    const names = Object.keys(legal).join(', ');
    throw new ModelError(`${object}: there is no option ${name}; the options are ${names}`);
  }
}

/** Throws `ModelError` where an option is none of its words. */
export function requireWord(object: string, name: string, value: string, words: readonly string[]): void {
  if (!words.includes(value)) {
    throw new ModelError(`${object}: ${name} is ${value}; it must be ${words.join(' or ')}`);
  }
}
