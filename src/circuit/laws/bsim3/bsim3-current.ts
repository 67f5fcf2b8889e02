/**
 * BSIM3v3: the current of the channel and that of impact ionization, by what `bsim3-threshold.ts` finds. With V = Vgsteff + 2 Vt,
 * E = 2 VSAT L / u, R = W VSAT COX Rds and l = A2 + A1 Vgsteff, bounded,
 *
 *     Vdsat  = 2 c / (b + sqrt(b^2 - 2 a c)),   a = 2 A (A R - 1 + 1/l),  b = V (2/l - 1) + A E + 3 V A R,  c = V (E + 2 V R),
 *     Vdseff = vds up to Vdsat, rounded off by DELTA,      d = vds - Vdseff,
 *     Idso   = g Vdseff / (1 + g Rds),   g = u COX W/L Vgsteff (1 - A Vdseff / 2 V) / (1 + Vdseff / E),
 *     Ids    = Idso (1 + d / VA) (1 + d / VASCBE),       VA = VAsat + (1 + PVAG Vgsteff / E) / (1/VACLM + 1/VADIBL),
 *     Isub   = (ALPHA0 / L + ALPHA1) d e^(-BETA0 / d) Idso (1 + d / VA).
 *
 * Vdsat is written so that nothing is a difference without digits and R = 0, l = 1 is no case of its own. A function of the subset of
 * `grammar/slopes`. Sources: as there.
 */
import type { Int } from '../../../base/int.js';
import { bsim3Jet, bsim3Place } from './bsim3-places.js';
import { noLess, upTo } from '../smooth-bounds.js';

const place = bsim3Place;
const to = bsim3Jet;

/** Volts: an Early voltage that is none. */
const none = 5.834617425e14;
/** Logarithm beyond which an exponential is taken as it is there, and e^-34. */
const rounding = 34;
const negligible = 1.713908431e-15;
const leastPart = 0.1;
/** In what the bounds of A2 + A1 Vgsteff are rounded off. */
const lambdaRounding = 1e-4;

/** A2 + A1 Vgsteff between 0 and 1. */
export function velocityPart(a1: number, a2: number, vgsteff: number): number {
  if (a1 === 0) return a2;
  if (a1 > 0) {
    const room = 1 - a2;
    const over = room - a1 * vgsteff - lambdaRounding;
    return 1 - 0.5 * (over + Math.sqrt(over * over + 4 * lambdaRounding * room));
  }
  const over = a2 + a1 * vgsteff - lambdaRounding;
  return 0.5 * (over + Math.sqrt(over * over + 4 * lambdaRounding * a2));
}

/** Writes the currents; vds >= 0. */
export function writeCurrent(p: Float64Array, at: Int, vds: number, jets: Float64Array): void {
  const vb = jets[to.vbs] as number;
  const vgsteff = jets[to.vgsteff] as number;
  const bulk = jets[to.bulk] as number;
  const width = jets[to.width] as number;
  const series = jets[to.series] as number;
  const mobility = jets[to.mobility] as number;
  const length = p[at + place.length] as number;
  const velocity = p[at + place.velocity] as number;
  const oxide = p[at + place.oxide] as number;

  // Saturation.
  const v = vgsteff + 2 * (p[at + place.thermal] as number);
  const critical = (2 * velocity * length) / mobility;
  const drop = width * (velocity * oxide) * series;
  const part = velocityPart(p[at + place.a1] as number, p[at + place.a2] as number, vgsteff);
  const inverse = 1 / part;
  const bulkDrop = bulk * drop;
  const a = 2 * bulk * (bulkDrop - 1 + inverse);
  const b = v * (2 * inverse - 1) + bulk * critical + 3 * v * bulkDrop;
  const c = v * (critical + 2 * v * drop);
  const saturation = (2 * c) / (b + Math.sqrt(b * b - 2 * a * c));
  const end = upTo(vds, saturation, p[at + place.delta] as number);
  const beyond = vds - end;

  // Early voltages.
  const lost = 1 - (0.5 * bulk * saturation) / v;
  const early0 = (critical + saturation + 2 * drop * vgsteff * lost) / (2 * inverse - 1 + bulkDrop);
  const modulation = p[at + place.modulation] as number;
  let byLength: number;
  if (modulation > 0) byLength = ((length * (bulk + vgsteff / critical)) / (modulation * bulk)) * beyond;
  else byLength = none;
  const outputDibl = p[at + place.outputDibl] as number;
  let byBarrier: number;
  if (outputDibl > 0)
    byBarrier =
      (v * v) /
      (v + bulk * saturation) /
      (outputDibl * noLess(1 + (p[at + place.outputBulk] as number) * vb, leastPart));
  else byBarrier = none;
  const grown = noLess(1 + ((p[at + place.outputGate] as number) * vgsteff) / critical, leastPart);
  const early = early0 + (grown * (byLength * byBarrier)) / (byLength + byBarrier);

  // The current of the whole length, and shortened.
  const beta = ((mobility * width) / length) * oxide;
  const g = (beta * vgsteff * (1 - (0.5 * bulk * end) / v)) / (1 + end / critical);
  const current = ((g * end) / (1 + g * series)) * (1 + beyond / early);

  // Currents in the bulk raise that of the channel.
  const field = p[at + place.bodyField] as number;
  const bodyPart = p[at + place.bodyPart] as number;
  let raised: number;
  if (bodyPart > 0 && beyond * rounding > field)
    raised = 1 + ((beyond * bodyPart) / length) * Math.exp(-field / beyond);
  else if (bodyPart > 0) raised = 1 + ((beyond * bodyPart) / length) * negligible;
  else raised = 1;
  jets[to.drain] = current * raised;

  const impactPart = p[at + place.impactPart] as number;
  const impactVoltage = p[at + place.impactVoltage] as number;
  if (impactPart > 0 && impactVoltage > 0) {
    let multiplied: number;
    if (beyond * rounding > impactVoltage) multiplied = Math.exp(-impactVoltage / beyond);
    else multiplied = negligible;
    jets[to.impact] = impactPart * beyond * multiplied * current;
  } else {
    jets[to.impact] = 0;
  }
}
