/** The dynamical systems of a model file by name and number. */
import type { DynamicalSystem } from '../kernel/modeling/systems/dynamical-system.js';
import type { ElementReader } from './element-reader.js';

export interface NamedSystem {
  /** Its Id, else its number; lower case. */
  readonly name: string;
  /** By which DS_Concerned may call it. */
  readonly keys: readonly string[];
  readonly system: DynamicalSystem;
}

/** The systems that an element lists by number or name, or all. */
export function systemsConcerned(
  element: ElementReader,
  systems: readonly NamedSystem[],
): readonly NamedSystem[] | undefined {
  if (element.attribute('all') === 'true') return systems;
  const words = element.text.split(/\s+/).filter((word) => word !== '');
  const found: NamedSystem[] = [];
  for (const word of words) {
    const system = systems.find(({ keys }) => keys.includes(word.toLowerCase()));
    if (system) found.push(system);
    else
      element.error(
        'unknown-system',
        `there is no dynamical system ${word}`,
        `known are ${systems.map(({ name }) => name).join(', ')}`,
      );
  }
  if (words.length === 0)
    element.error('unknown-system', 'DS_Concerned lists no system', 'write all="true", or their numbers');
  return found.length === words.length && found.length > 0 ? found : undefined;
}
