/** Parameters of MOS models of levels 1 to 9 that some levels alone have: others pass over them, which is noted. */
import type { GivenValues } from '../../laws/law-parameters.js';
import { thirdLevels } from '../../laws/mosfet/mos1-parameters.js';

type Levels = readonly number[];

const levelsOf: ReadonlyMap<Levels, readonly string[]> = new Map<Levels, readonly string[]>([
  [[1, 2, 3, 9], ['kp']],
  [[1, 2, 6], ['lambda']],
  [[2], ['ucrit', 'uexp', 'neff']],
  [
    [2, 3, 9],
    ['vmax', 'delta', 'xj', 'nfs'],
  ],
  [thirdLevels, ['theta', 'eta', 'kappa', 'wd', 'xl', 'xw']],
  [[6], ['kc', 'kv', 'nv', 'nc', 'gamma1', 'sigma', 'lambda0', 'lambda1']],
]);

/** Returns what is said of those of a model that its level does not have: "THETA, which levels 3 and 9 alone have, is". */
export function passedOver(model: GivenValues, level: number): string[] {
  return [...levelsOf]
    .filter(([levels]) => !levels.includes(level))
    .flatMap(([levels, names]) => {
      const who =
        levels.length === 1
          ? `level ${levels[0] ?? ''} alone has`
          : `levels ${levels.slice(0, -1).join(', ')} and ${levels.at(-1) ?? ''} alone have`;
      return names
        .filter((name) => (model.get(name) ?? 0) !== 0)
        .map((name) => `${name.toUpperCase()}, which ${who}, is`);
    });
}
