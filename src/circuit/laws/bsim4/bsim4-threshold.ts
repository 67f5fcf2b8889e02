/**
 * BSIM4: threshold voltage, effective gate voltage, and what else of the channel does not depend on its saturation; vgs, vds >= 0
 * and vbs are counted from the end of the lower potential, times -1 for p channels. With vb the bulk voltage, bounded below and by .95 PHI,
 *
 *     Phis = PHI - vb,     Xdep = Xdep0 sqrt(Phis / PHI),     theta(x) = e^-x / (1 - e^-x)^2,
 *     Vth  = threshold + k1 sqrt(Phis) + bulkSlope vb - (Vbi - PHI) (DVT0 theta(DVT1 L / lt) + DVT0W theta(DVT1W W L / ltw))
 *            - (ETA0 + ETAB vb) theta_sub vds - n Vt ln(L / (L + DVTP0 (1 + e^(-DVTP1 vds)))) - drainShift tanh(DVTP4 vds),
 *            lt = sqrt(eps/epsox TOXE Xdep) (1 + DVT2 vb),
 *     n    = 1 + (NFACTOR eps / Xdep + (CDSC + CDSCB vb + CDSCD vds) theta + CIT) / COXE,
 *     Vgsteff = n Vt ln(1 + e^(m Vgst / n Vt)) / (m + n COXE / Cdep0 e^((VOFF' - (1 - m) Vgst) / n Vt)),     Vgst = Vg - Vth,
 *     W    = Weff - 2 (DWG Vgsteff + DWB (sqrt(Phis) - sqrt(PHI))),
 *     Rds  = RDSWMIN + RDSW / 2 (y + sqrt(y^2 + .01)),     y = 1 / (1 + PRWG Vgsteff) + PRWB (sqrt(Phis) - sqrt(PHI)),
 *     A    = (1 + (k1 / (2 sqrt(Phis)) + bulkRise) (A0 x (1 - AGS x^2 Vgsteff) + B0 / (Weff + B1))) / (1 + KETA vb),
 *            x = L / (L + 2 sqrt(XJ Xdep)).
 *
 * Vg is vgs less what falls in the depleted gate (NGATE). All that does not depend on voltages is in the parameters. The
 * function is of the subset of `grammar/slopes`, which writes it with its slopes; jets are those of `bsim4-places.ts`.
 *
 * Source: BSIM4.8 manual, ch. 1 to 3 and 5.
 */
import type { Int } from '../../../base/int.js';
import { bsim4Jet, bsim4Place } from './bsim4-places.js';
import { depletedGate } from '../depleted-gate.js';
import { noLess, noLessThanHalf, upTo } from '../smooth-bounds.js';

const place = bsim4Place;
const to = bsim4Jet;

/** Logarithm beyond which the rest of an exponential is rounding, and e^-34. */
const rounding = 34;
const negligible = 1.713908431e-15;
/** Volts in which the bounds of the bulk voltage are rounded off. */
const bulkRounding = 1e-3;
/** 4 of the square in which the resistance's bound is rounded off. */
const seriesRounding = 0.01;
/** Least values below which no law is meant: ETA0 + ETAB vb, W in metres, A, 1 + KETA... */
const leastEta = 1e-4;
const leastWidth = 2e-8;
const leastPart = 0.1;

/** e^-x / (1 - e^-x)^2 */
function theta(x: number): number {
  const e = Math.exp(-x);
  const rest = 1 - e;
  return e / (rest * rest + 2 * negligible * e);
}

/** Vgsteff; `part` is m, `floor` COXE / Cdep0. */
export function partlyEffectiveGate(
  over: number,
  n: number,
  vt: number,
  part: number,
  offset: number,
  floor: number,
): number {
  const unit = n * vt;
  const x = (part * over) / unit;
  const below = (offset - (1 - part) * over) / unit;
  if (x > rounding) return (part * over) / (part + n * floor * Math.exp(below));
  if (x < -rounding) return (vt / floor) * Math.exp(x - below);
  return (unit * Math.log1p(Math.exp(x))) / (part + n * floor * Math.exp(below));
}

/** tanh of half of x >= 0. */
function halfTanh(x: number): number {
  if (x > rounding) return 1;
  const e = Math.exp(x);
  return (e - 1) / (e + 1);
}

/** Writes them. */
export function writeThreshold(
  p: Float64Array,
  at: Int,
  vgs: number,
  vds: number,
  vbs: number,
  jets: Float64Array,
): void {
  const rootPhi = p[at + place.rootPhi] as number;
  const least = -upTo(-vbs, p[at + place.lowestBulk] as number, bulkRounding);
  const vb = upTo(least, p[at + place.highestBulk] as number, bulkRounding);
  const root = Math.sqrt((p[at + place.phi] as number) - vb);
  const depletion = ((p[at + place.depletion] as number) * root) / rootPhi;
  const rise = root - rootPhi;
  jets[to.vbs] = vb;
  jets[to.rootPhi] = root;

  // The threshold.
  const unit = (p[at + place.oxideRoot] as number) * Math.sqrt(depletion);
  const short = unit * noLessThanHalf(1 + (p[at + place.shortBulk] as number) * vb);
  const sharing = theta((p[at + place.shortLength] as number) / short);
  const narrowHeight = p[at + place.narrowHeight] as number;
  let corner = 0;
  if (narrowHeight !== 0) {
    const narrow = unit * noLessThanHalf(1 + (p[at + place.narrowBulk] as number) * vb);
    corner = narrowHeight * theta((p[at + place.narrowLength] as number) / narrow);
  }
  const eta = noLess((p[at + place.eta] as number) + (p[at + place.etaBulk] as number) * vb, leastEta);
  const coupling =
    (p[at + place.coupling] as number) +
    (p[at + place.couplingBulk] as number) * vb +
    (p[at + place.couplingDrain] as number) * vds;
  const n = noLessThanHalf(
    1 +
      (p[at + place.swing] as number) / depletion +
      coupling * sharing +
      (p[at + place.interfaces] as number),
  );
  const length = p[at + place.length] as number;
  let vth =
    (p[at + place.threshold] as number) +
    (p[at + place.k1] as number) * root +
    (p[at + place.bulkSlope] as number) * vb -
    (p[at + place.barrier] as number) * ((p[at + place.shortHeight] as number) * sharing + corner) -
    eta * ((p[at + place.dibl] as number) * vds);
  const pocket = p[at + place.pocket] as number;
  if (pocket > 0) {
    const grown = 1 + (pocket / length) * (1 + Math.exp(-(p[at + place.pocketRate] as number) * vds));
    vth = vth + n * (p[at + place.pocketThermal] as number) * Math.log(grown);
  }
  const drainShift = p[at + place.drainShift] as number;
  if (drainShift !== 0) vth = vth - drainShift * halfTanh((p[at + place.drainShiftRate] as number) * vds);
  jets[to.vth] = vth;

  // Below the threshold.
  const vgate = depletedGate(vgs, p[at + place.polyFrom] as number, p[at + place.poly] as number);
  const over = vgate - vth;
  const vgsteff = partlyEffectiveGate(
    over,
    n,
    p[at + place.thermal] as number,
    p[at + place.gatePart] as number,
    p[at + place.offset] as number,
    p[at + place.oxideByDepletion] as number,
  );
  jets[to.n] = n;
  jets[to.vgate] = vgate;
  jets[to.over] = over;
  jets[to.vgsteff] = vgsteff;

  // Width and series resistance.
  jets[to.width] = noLess(
    (p[at + place.width] as number) -
      2 * ((p[at + place.widthGate] as number) * vgsteff + (p[at + place.widthBulk] as number) * rise),
    leastWidth,
  );
  const y =
    1 / (1 + (p[at + place.seriesGate] as number) * vgsteff) + (p[at + place.seriesBulk] as number) * rise;
  jets[to.series] =
    (p[at + place.seriesLeast] as number) +
    0.5 * (p[at + place.series] as number) * (y + Math.sqrt(y * y + seriesRounding));

  // Bulk charge along the channel.
  const x = length / (length + 2 * Math.sqrt((p[at + place.junction] as number) * depletion));
  const body = (0.5 * (p[at + place.k1] as number)) / root + (p[at + place.bulkRise] as number);
  const bulk0 = 1 + body * ((p[at + place.a0] as number) * x + (p[at + place.narrowCharge] as number));
  const bulk = bulk0 - body * ((p[at + place.gateCharge] as number) * (x * x * x)) * vgsteff;
  const held = noLess(1 + (p[at + place.keta] as number) * vb, leastPart);
  jets[to.bulk0] = noLess(bulk0, leastPart) / held;
  jets[to.bulk] = noLess(bulk, leastPart) / held;
}
