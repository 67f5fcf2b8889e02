/**
 * A junction of the bulk of BSIM4, between anode and cathode, with x = v / NJ Vt and y = -(BV + v) / NJ Vt, where X e^y is breakdown:
 *
 *     i = IS (e^x - 1 + X (e^(-BV / NJ Vt) - e^y)),     straight from a knee of x on, and with DIOMOD = 2 from a knee of y on
 *         (1 - e^x) times its line; without breakdown with DIOMOD = 1,
 *       - sum of JT (e^(-v VT / (NT (VT - v))) - 1)     of what traps carry: at the bottom, along the field's sides and below the gate,
 *     q of three layers, as in `bsim3-junction-law.ts`.
 *
 * Source: BSIM4.8 manual, ch. 10.
 */
import type { Int } from '../../../base/int.js';
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { type DepletionLayer, depletionPlaces, writeDepletion } from '../depletion-charge.js';
import { criticalVoltage } from '../junction-current.js';
import { layerCount, limitAnode, writeLayers } from '../layered-junction.js';
import { writeAcross } from '../two-ends.js';

const place = Object.freeze({
  ...{ saturation: 0, slopeVoltage: 1, critical: 2, knee: 3 },
  ...{ breakdown: 4, breakdownVoltage: 5, breakdownKnee: 6, isBent: 7, traps: 8, layers: 17 },
});
/** JT, 1 / NT, VT of one. */
const trapPlaces = 3;
const trapCount = 3;
const parameterCount = place.layers + layerCount * depletionPlaces;

/** Logarithm beyond which what traps carry is straight. */
const rounding = 34;
/** Part of VT that is left, from which on 1 / (VT - v) stays. */
const leastLeft = 1e-3;

/** e^x, straight from a knee on. */
function straightened(x: number, knee: number): number {
  if (x > knee) return Math.exp(knee) * (1 + x - knee);
  return Math.exp(x);
}

/** Logarithm of what traps carry. */
function trapLogarithm(p: Float64Array, at: Int, v: number): number {
  const voltage = p[at + 2] as number;
  const rate = -v * (p[at + 1] as number);
  if (voltage - v < leastLeft * voltage) return rate / leastLeft;
  return (rate * voltage) / (voltage - v);
}

/** Slope of that logarithm. */
function trapRate(p: Float64Array, at: Int, v: number): number {
  const voltage = p[at + 2] as number;
  const rate = -(p[at + 1] as number);
  if (voltage - v < leastLeft * voltage) return rate / leastLeft;
  const part = voltage / (voltage - v);
  return rate * part * part;
}

export const bsim4JunctionLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'junction of BSIM4',
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
    const breakdown = p[at + place.breakdown] as number;
    const bv = p[at + place.breakdownVoltage] as number;
    const x = v / slopeVoltage;
    const y = -(bv + v) / slopeVoltage;
    const knee = p[at + place.knee] as number;
    const breakdownKnee = p[at + place.breakdownKnee] as number;
    let i = 0;
    let g = 0;
    if (saturation > 0) {
      const e = straightened(x, knee);
      let slope = Math.exp(Math.min(x, knee));
      i = e - 1;
      if (breakdown > 0) {
        const b = straightened(y, breakdownKnee);
        const steep = Math.exp(Math.min(y, breakdownKnee));
        const rest = breakdown * Math.exp(-bv / slopeVoltage);
        if (y > breakdownKnee && (p[at + place.isBent] as number) > 0) {
          const line = 1 + breakdown * b;
          i = (e - 1) * line;
          slope = slope * line - (e - 1) * breakdown * steep;
        } else if (x > knee && (p[at + place.isBent] as number) > 0) {
          const less = rest * Math.exp(-knee);
          i = e - 1 + rest - less * (1 - (x - knee));
          slope += less;
        } else {
          i += rest - breakdown * b;
          slope += breakdown * steep;
        }
      }
      i = saturation * i;
      g = (saturation * slope) / slopeVoltage;
    }
    for (let trap = 0; trap < trapCount; trap++) {
      const first = at + place.traps + trap * trapPlaces;
      const scale = p[first] as number;
      if (scale !== 0) {
        const log = trapLogarithm(p, first, v);
        const e = straightened(log, rounding);
        i -= scale * (e - 1);
        g -= scale * Math.exp(Math.min(log, rounding)) * trapRate(p, first, v);
      }
    }
    writeAcross(f, df, i, g);
    writeLayers(q, dq, p, at + place.layers, v);
  },
  limit(p, at, values, last) {
    return limitAnode(values, last, p[at + place.slopeVoltage] as number, p[at + place.critical] as number);
  },
});

export interface Bsim4Trap {
  /** JT in amperes, NT and VT in volts. */
  readonly current: number;
  readonly slopeVoltage: number;
  readonly voltage: number;
}

export interface Bsim4Junction {
  /** IS in amperes, NJ Vt in volts. */
  readonly saturation: number;
  readonly slopeVoltage: number;
  /** x from which on the current is straight. */
  readonly knee: number;
  /** X, BV in volts, y from which on it is straight, and whether DIOMOD is 2. */
  readonly breakdown: number;
  readonly breakdownVoltage: number;
  readonly breakdownKnee: number;
  readonly isBent: boolean;
  readonly traps: readonly Bsim4Trap[];
  readonly layers: readonly DepletionLayer[];
}

/** Returns the parameters of a junction with three traps and three layers. */
export function bsim4JunctionParameters(junction: Bsim4Junction): Float64Array {
  const p = new Float64Array(parameterCount);
  p[place.saturation] = junction.saturation;
  p[place.slopeVoltage] = junction.slopeVoltage;
  p[place.critical] = criticalVoltage(junction.saturation, junction.slopeVoltage);
  p[place.knee] = junction.knee;
  p[place.breakdown] = junction.breakdown;
  p[place.breakdownVoltage] = junction.breakdownVoltage;
  p[place.breakdownKnee] = junction.breakdownKnee;
  p[place.isBent] = junction.isBent ? 1 : 0;
  junction.traps.forEach(({ current, slopeVoltage, voltage }, k) => {
    p.set([current, 1 / slopeVoltage, voltage], place.traps + k * trapPlaces);
  });
  junction.layers.forEach((layer, k) => {
    writeDepletion(p, place.layers + k * depletionPlaces, layer);
  });
  return p;
}
