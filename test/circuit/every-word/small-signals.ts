/** What shows small signals and 1/f noise of semiconductors. */
import type { Change } from './walk.js';

export const ac = '.ac dec 1 10k 100meg';
const noise = (source: string): string[] => [`.noise v(@a) @${source} lin 1 1k 1k`];
export const flicker = (source: string, kf = '1e-14'): Readonly<Record<string, Change>> => ({
  kf: { to: kf, model: { kf: '0' }, runs: noise(source) },
  af: { to: '1.4', model: { kf }, runs: noise(source) },
});
