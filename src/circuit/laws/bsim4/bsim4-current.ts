/**
 * BSIM4: the current of the channel and that of impact ionization, by what `bsim4-threshold.ts` and `bsim4-mobility.ts` find. With
 * V = Vgsteff + 2 Vt, E = 2 VSAT L / u, R = W VSAT COXE Rds and l = A2 + A1 Vgsteff, bounded,
 *
 *     Vdsat  = 2 c / (b + sqrt(b^2 - 2 a c)),   a = 2 A (A R - 1 + 1/l),  b = V (2/l - 1) + A E + 3 V A R,  c = V (E + 2 V R),
 *     Vdseff = vds up to Vdsat, rounded off by DELTA,      d = vds - Vdseff,
 *     E'     = E (1 + LAMBDA / (L u) (1 - 2 / (1 + (1 + d L / (E litl))^2)))     where carriers overshoot,
 *     Idl    = g Vdseff / (1 + g Rds),   g = u C W/L Vgsteff (1 - A Vdseff / 2 V) / (1 + Vdseff / E'),   C of the oxide and the
 *              distance of carriers from it,
 *     I      = Idl (1 + d / VADIBL) (1 + d / VADITS) (1 + ln(1 + Cclm d / VAsat) / Cclm),     Ids = I (1 + d / VASCBE),
 *     Isub   = (ALPHA0 / L + ALPHA1) d e^(-BETA0 / d) I,
 *     VTL:     Ids / (1 + (v / vmax)^6)^(1/6),   v = Ids / (C W Vgsteff).
 *
 * Vdsat is written so that nothing is a difference without digits and R = 0, l = 1 is no case of its own. A function of the subset of
 * `grammar/slopes`. Source: BSIM4.8 manual, ch. 5 and 6.
 */
import type { Int } from '../../../base/int.js';
import { bsim4Jet, bsim4Place } from './bsim4-places.js';
import { velocityPart } from '../bsim3/bsim3-current.js';
import { noLess, upTo } from '../smooth-bounds.js';

const place = bsim4Place;
const to = bsim4Jet;

/** Logarithm beyond which an exponential is taken as it is there, e^34 and e^-34. */
const rounding = 34;
const enormous = 5.834617425e14;
const negligible = 1.713908431e-15;
const leastPart = 0.1;
/** Volts beside which 0 is nothing. */
const tiny = 1e-20;
/** Exponent of the bound of the source's velocity, twice. */
const sharp = 6;

/** e^x, but no more than e^34. */
function boundedExponential(x: number): number {
  if (x > rounding) return enormous;
  return Math.exp(x);
}

/** x e^(-a / x) for x > 0, with no less than e^-34. */
function ionized(x: number, a: number): number {
  if (x * rounding > a) return x * Math.exp(-a / x);
  return x * negligible;
}

/** C: the oxide's capacitance with the carriers behind it. */
export function centredCapacitance(p: Float64Array, at: Int, vgsteff: number): number {
  const field =
    (vgsteff + (p[at + place.centroidFrom] as number) + tiny) / (p[at + place.centroidUnit] as number);
  const crowd = Math.exp((p[at + place.centroidPower] as number) * Math.log(field));
  const distance = (p[at + place.centroid] as number) / (1 + crowd);
  const oxide = p[at + place.physicalOxide] as number;
  return oxide / (1 + (oxide / (p[at + place.substrate] as number)) * distance);
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

  // Saturation.
  const v = vgsteff + 2 * (p[at + place.thermal] as number);
  const field = (2 * velocity * length) / mobility;
  const drop = width * (velocity * (p[at + place.oxide] as number)) * series;
  const part = velocityPart(p[at + place.a1] as number, p[at + place.a2] as number, vgsteff);
  const inverse = 1 / part;
  const bulkDrop = bulk * drop;
  const a = 2 * bulk * (bulkDrop - 1 + inverse);
  const b = v * (2 * inverse - 1) + bulk * field + 3 * v * bulkDrop;
  const c = v * (field + 2 * v * drop);
  const saturation = (2 * c) / (b + Math.sqrt(b * b - 2 * a * c));
  const end = upTo(vds, saturation, p[at + place.delta] as number);
  const beyond = vds - end;
  const overshoot = p[at + place.overshoot] as number;
  let critical = field;
  if (overshoot > 0) {
    const past = 1 + (beyond * length) / (field * (p[at + place.characteristic] as number));
    critical = field * (1 + (overshoot / (length * mobility)) * (1 - 2 / (past * past + 1)));
  }
  jets[to.end] = end;
  jets[to.critical] = critical;

  // The current of the whole length.
  const lost = 1 - (0.5 * bulk * saturation) / v;
  const early0 = (critical + saturation + 2 * drop * vgsteff * lost) / (2 * inverse - 1 + bulkDrop);
  const capacitance = centredCapacitance(p, at, vgsteff);
  const beta = ((mobility * width) / length) * capacitance;
  jets[to.beta] = beta;
  const g = (beta * vgsteff * (1 - (0.5 * bulk * end) / v)) / (1 + end / critical);
  const conductance = g / (1 + g * series);

  // It grows beyond saturation: by the barrier, the drain's influence on long channels, and the length.
  const outputPocket = p[at + place.outputPocket] as number;
  let pocket: number;
  if (outputPocket > 0) pocket = v / (v + outputPocket);
  else pocket = 1;
  const grown = noLess(1 + ((p[at + place.outputGate] as number) * vgsteff) / critical, leastPart);
  let current = conductance * end;
  const outputDibl = p[at + place.outputDibl] as number;
  if (outputDibl > negligible) {
    const held = noLess(1 + (p[at + place.outputBulk] as number) * vb, leastPart);
    current = current * (1 + (beyond * (v + bulk * saturation) * outputDibl * held) / (v * v * grown));
  }
  const drift = p[at + place.drift] as number;
  if (drift > negligible) {
    const rate = boundedExponential((p[at + place.driftRate] as number) * vds);
    current =
      current * (1 + (beyond * drift) / (pocket * (1 + (p[at + place.driftLength] as number) * rate)));
  }
  let lengthField = critical;
  if ((p[at + place.isOld] as number) > 0) lengthField = field;
  const modulation =
    (pocket * grown * (1 + series * conductance) * (length + (saturation * length) / lengthField)) /
    (p[at + place.modulation] as number);
  current = current * (1 + Math.log1p((modulation * beyond) / early0) / modulation);

  // Currents in the bulk raise that of the channel.
  const impactPart = p[at + place.impactPart] as number;
  const impactVoltage = p[at + place.impactVoltage] as number;
  if (impactPart > 0 && impactVoltage > 0)
    jets[to.impact] = impactPart * ionized(beyond, impactVoltage) * current;
  else jets[to.impact] = 0;
  const bodyPart = p[at + place.bodyPart] as number;
  if (bodyPart > 0) current = current * (1 + bodyPart * ionized(beyond, p[at + place.bodyField] as number));

  // Carriers leave the source at a velocity that is bounded.
  const sourceVelocity = p[at + place.sourceVelocity] as number;
  if (sourceVelocity > 0 && current > 0) {
    const fast = current / (capacitance * width * (vgsteff + tiny) * sourceVelocity);
    const log = sharp * Math.log(fast);
    let lowered: number;
    if (log > rounding) lowered = 1 / fast;
    else lowered = Math.exp(Math.log1p(Math.exp(log)) / -sharp);
    current = current * lowered;
  }
  jets[to.drain] = current;
}
