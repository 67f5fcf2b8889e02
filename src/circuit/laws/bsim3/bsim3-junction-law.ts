/**
 * A junction of the bulk of BSIM3v3, between anode and cathode:
 *
 *     i = IS (e^(v / NJ Vt) - 1), straight from IJTH on,     q of three layers, the bottom (CJ, PB, MJ), the side by the field (CJSW ...)
 *     and that by the gate (CJSWG ...):  dq/dv = C (1 - v/PB)^-M below 0 V, C (1 + M v/PB) above.
 *
 * Source: BSIM3v3.2.2 manual, ch. 10 and app. B.
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { type DepletionLayer, depletionPlaces, writeDepletion } from '../depletion-charge.js';
import { criticalVoltage } from '../junction-current.js';
import { layerCount, limitAnode, writeLayers } from '../layered-junction.js';
import { writeAcross } from '../two-ends.js';

const place = Object.freeze({ saturation: 0, slopeVoltage: 1, knee: 2, critical: 3, layers: 4 });
const parameterCount = place.layers + layerCount * depletionPlaces;

export const bsim3JunctionLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'junction of BSIM3v3',
  reads: 2,
  rows: 2,
  parameterCount,
  bends: (p, at) => p[at + place.slopeVoltage] as number,
  conducts: Uint8Array.of(1, 1, 1, 1),
  stores: Uint8Array.of(1, 1, 1, 1),
  evaluate(p, at, values, { f, q, df, dq }) {
    const v = (values[0] as number) - (values[1] as number);
    const saturation = p[at + place.saturation] as number;
    const slopeVoltage = p[at + place.slopeVoltage] as number;
    const x = v / slopeVoltage;
    const knee = p[at + place.knee] as number;
    const e = Math.exp(Math.min(x, knee));
    const i = saturation * (x > knee ? e * (1 + x - knee) - 1 : e - 1);
    const g = (saturation * e) / slopeVoltage;
    writeAcross(f, df, i, g);
    writeLayers(q, dq, p, at + place.layers, v);
  },
  limit(p, at, values, last) {
    return limitAnode(values, last, p[at + place.slopeVoltage] as number, p[at + place.critical] as number);
  },
});

export interface Bsim3Junction {
  /** IS in amperes, NJ Vt in volts. */
  readonly saturation: number;
  readonly slopeVoltage: number;
  /** v / NJ Vt from which on the current is straight. */
  readonly knee: number;
  readonly layers: readonly DepletionLayer[];
}

/** Returns the parameters of a junction with three layers. */
export function bsim3JunctionParameters(junction: Bsim3Junction): Float64Array {
  const p = new Float64Array(parameterCount);
  p[place.saturation] = junction.saturation;
  p[place.slopeVoltage] = junction.slopeVoltage;
  p[place.knee] = junction.knee;
  p[place.critical] = criticalVoltage(junction.saturation, junction.slopeVoltage);
  junction.layers.forEach((layer, k) => {
    writeDepletion(p, place.layers + k * depletionPlaces, layer);
  });
  return p;
}
