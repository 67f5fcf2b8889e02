/**
 * The warning where an impact of several contacts gives more energy than it takes. Newton's law has each contact turn its own
 * velocity round: one that separates already and is pressed again by its neighbour, or unequal e, may so gain energy; no body does.
 */
import type { Diagnostics } from '../../../base/diagnostic.js';
import { formatEngineering } from '../../../base/units.js';
import type { ImpactList } from './impact-list.js';

export function warnOfImpactGain({ gain }: ImpactList, diagnostics: Diagnostics): void {
  if (!gain) return;
  const [energy, time] = [formatEngineering(gain.energy, 'J'), formatEngineering(gain.time, 's')];
  const message = `the impact of ${gain.elements.join(' and ')} at ${time} gained ${energy}: Newton's law of contacts that are hit at once asks for it`;
  diagnostics.warning('impact-gain', message, undefined, {
    hint: 'let one contact be hit after the other: a gap between them, or a smaller step',
  });
}
