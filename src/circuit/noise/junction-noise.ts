/** Noise of junctions: of diodes, and of bipolar transistors by their currents of collector and base. */
import { spreadGummelPoonLaws } from '../laws/gummel-poon-law.js';
import {
  flickerNoise,
  type NoiseGenerator,
  type OperatingElement,
  ownLaw,
  resistanceNoise,
  shotNoise,
  thermalNoise,
} from './noise-generator.js';

/** Returns that of a diode: RS, 2 q |I| and KF |I|^AF / f. */
export function diodeNoise(operating: OperatingElement): NoiseGenerator[] {
  const branch = ownLaw(operating);
  if (!branch) return [];
  const current = operating.at(branch).f[0] ?? 0;
  return [
    ...resistanceNoise(operating),
    shotNoise(branch, 'id', current),
    ...flickerNoise(branch, operating, current),
  ];
}

/** Places in `gummel-poon-law.ts`: base behind and before a resistance that depends on the current. */
const base = 1;
const baseTerminal = 3;

/** Returns that of a bipolar transistor: RC, RB, RE, 2 q |Ic| and 2 q |Ib| of the intrinsic transistor, KF |Ib|^AF / f. */
export function bipolarNoise(operating: OperatingElement): NoiseGenerator[] {
  const branch = ownLaw(operating);
  if (!branch) return [];
  const { f, df } = operating.at(branch);
  const [collector = '', inner = '', emitter = '', behind] = branch.rows;
  const terminal = spreadGummelPoonLaws.has(branch.law) ? behind : undefined;
  const control = { a: inner, b: emitter };
  const current = (f[base] ?? 0) + (terminal === undefined ? 0 : (f[baseTerminal] ?? 0));
  const spread =
    terminal === undefined
      ? []
      : [
          thermalNoise(
            { a: terminal, b: inner },
            'rb',
            df[baseTerminal * branch.law.reads + baseTerminal] ?? 0,
            operating.temperature,
          ),
        ];
  return [
    ...resistanceNoise(operating),
    ...spread,
    shotNoise({ a: collector, b: emitter }, 'ic', f[0] ?? 0),
    shotNoise(control, 'ib', current),
    ...flickerNoise(control, operating, current),
  ];
}
