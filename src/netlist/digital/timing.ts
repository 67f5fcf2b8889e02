/**
 * Delays of PSpice's timing models: each of a least, usual and largest value. MNTYMXDLY chooses (1 least, 2 usual, 3 largest; 0: the
 * option DIGMNTYMX, usual without it). What a model leaves out follows from the others by DIGMNTYSCALE and DIGTYMXSCALE; of a usual
 * value between two the mean. -1 counts as left out. Source: PSpice's reference guide, "Unspecified propagation delays".
 */
import type { FlatModel } from '../flat-circuit.js';
import type { PrimitiveCard } from './primitive-card.js';

/** A delay of a model by its name without mn, ty, mx; undefined where the model has none. */
export type Delays = (name: string) => number | undefined;

const defaultScales = Object.freeze({ digmntyscale: 0.4, digtymxscale: 1.6 });
const usual = 2;
const worstCase = 4;

export function delaysOf(
  card: PrimitiveCard,
  model: FlatModel | undefined,
  settings: ReadonlyMap<string, number>,
): Delays {
  const chosen = settings.get('mntymxdly') ?? 0;
  let which = chosen === 0 ? card.option('digmntymx', usual) : chosen;
  if (which === worstCase) {
    card.warn(
      'timing',
      'ranges of delays are not modelled: usual ones are taken',
      'write MNTYMXDLY=1, 2 or 3',
    );
    which = usual;
  }
  const toUsual = card.option('digmntyscale', defaultScales.digmntyscale);
  const toLargest = card.option('digtymxscale', defaultScales.digtymxscale);
  return (name) => {
    const [least, middle, largest] = ['mn', 'ty', 'mx'].map((end) =>
      given(model?.parameters.get(name + end)),
    );
    const known = middle ?? between(least, largest, toUsual, toLargest);
    if (known === undefined) return undefined;
    if (which === 1) return least ?? toUsual * known;
    return which === 3 ? (largest ?? toLargest * known) : known;
  };
}

function given(value: number | undefined): number | undefined {
  return value !== undefined && value >= 0 ? value : undefined;
}

function between(
  least: number | undefined,
  largest: number | undefined,
  toUsual: number,
  toLargest: number,
): number | undefined {
  if (least !== undefined && largest !== undefined) return (least + largest) / 2;
  if (largest !== undefined) return largest / toLargest;
  return least === undefined ? undefined : least / toUsual;
}
