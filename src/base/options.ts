/**
 * Options are a readonly interface, frozen defaults, and this resolver: what is given replaces the
 * default, what is unknown or of another type is refused by name.
 */
import { DiagnosticError, type Diagnostic } from './diagnostic.js';
import { nearestName } from './nearest-name.js';

/**
 * Resolves `given` against `defaults`; an undefined value counts as absent. `owner` names the thing
 * whose options they are. Throws a DiagnosticError listing every unknown key and every wrong type.
 */
export function resolveOptions<T extends object>(
  owner: string,
  defaults: T,
  given: { readonly [K in keyof T]?: T[K] | undefined } = {},
): Readonly<T> {
  const known = Object.keys(defaults);
  const values = new Map<string, unknown>(Object.entries(defaults));
  const resolved = new Map(values);
  const problems: Diagnostic[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!known.includes(key)) problems.push(unknownOption(owner, key, known));
    else if (typeof value !== typeof values.get(key))
      problems.push(wrongType(owner, key, value, values.get(key)));
    else resolved.set(key, value);
  }
  if (problems.length > 0) throw new DiagnosticError(problems);
  return Object.freeze(Object.fromEntries(resolved)) as Readonly<T>;
}

function unknownOption(owner: string, key: string, known: readonly string[]): Diagnostic {
  const nearest = nearestName(key, known);
  return {
    code: 'unknown-option',
    severity: 'error',
    message: `${owner} has no option "${key}"`,
    hint: nearest === undefined ? `use one of: ${known.join(', ')}` : `did you mean "${nearest}"?`,
  };
}

function wrongType(owner: string, key: string, value: unknown, usual: unknown): Diagnostic {
  return {
    code: 'wrong-option-type',
    severity: 'error',
    message: `option "${key}" of ${owner} must be a ${typeof usual}, not a ${typeof value}`,
  };
}
