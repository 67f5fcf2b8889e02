/**
 * BSIM3v3: threshold voltage, effective gate voltage, and what else of the channel does not depend on its saturation; vgs, vds >= 0
 * and vbs are counted from the end of the lower potential, times -1 for p channels. With vb the bulk voltage, bounded below,
 *
 *     Phis = PHI - vb          (PHI^2 / (PHI + vb) for vb > 0),     Xdep = Xdep0 sqrt(Phis / PHI),
 *     Vth  = threshold + K1 sqrt(Phis) + bulkSlope vb - DVT0 theta(L DVT1 / 2 lt) (Vbi - PHI) - (the same of width and length)
 *            - (ETA0 + ETAB vb) theta_sub vds,     lt = sqrt(eps/epsox TOX Xdep) (1 + DVT2 vb),    theta(x) = e^-x + 2 e^-2x,
 *     n    = 1 + (NFACTOR eps / Xdep + (CDSC + CDSCB vb + CDSCD vds) theta + CIT) / COX,
 *     Vgsteff = 2 n Vt ln(1 + e^(Vgst / 2 n Vt)) / (1 + 2 n COX / Cdep0 e^((2 VOFF - Vgst) / 2 n Vt)),     Vgst = Vg - Vth,
 *     W    = Weff - 2 (DWG Vgsteff + DWB (sqrt(Phis) - sqrt(PHI))),    Rds likewise with PRWG and PRWB,
 *     A    = (1 + K1 / (2 sqrt(Phis)) (A0 x (1 - AGS x^2 Vgsteff) + B0 / (Weff + B1))) / (1 + KETA vb),
 *            x = L / (L + 2 sqrt(XJ Xdep)),
 *     u    = U0 / (1 + UA.., UB.., UC.. by MOBMOD).
 *
 * Vg is vgs less what falls in the depleted gate (NGATE). All that does not depend on voltages is in the parameters. The
 * function is of the subset of `grammar/slopes`, which writes it with its slopes; jets are those of `bsim3-places.ts`.
 *
 * Sources: [Liu 2001]; BSIM3v3.2.2 manual, ch. 2, app. A and B.
 */
import type { Int } from '../../../base/int.js';
import { bsim3Jet, bsim3Place } from './bsim3-places.js';
import { depletedGate } from '../depleted-gate.js';
import { noLess, noLessThanHalf, upTo } from '../smooth-bounds.js';

const place = bsim3Place;
const to = bsim3Jet;

/** Logarithm beyond which the rest of an exponential is rounding. */
const rounding = 34;
/** Volts in which the bound of the bulk voltage is rounded off. */
const bulkRounding = 1e-3;
/** Least values below which no law is meant: ETA0 + ETAB vb, W in metres, 1 + PRWG.., A, 1 + KETA.., 1 + UA... */
const leastEta = 1e-4;
const leastWidth = 2e-8;
const leastPart = 0.1;
const leastDenominator = 0.2;

/** e^-x + 2 e^-2x. */
function theta(x: number): number {
  const e = Math.exp(-x);
  return e * (1 + 2 * e);
}

/** Vgsteff; `floor` is COX / Cdep0. */
function effectiveGate(over: number, n: number, vt: number, offset: number, floor: number): number {
  const twice = 2 * n * vt;
  const x = over / twice;
  if (x > rounding) return over;
  const y = (2 * offset - over) / twice;
  if (y > rounding) return (vt / floor) * Math.exp((over - offset) / (n * vt));
  return (twice * Math.log1p(Math.exp(x))) / (1 + 2 * n * floor * Math.exp(y));
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
  const phi = p[at + place.phi] as number;
  const rootPhi = p[at + place.rootPhi] as number;
  const lowest = p[at + place.lowestBulk] as number;
  const vb = vbs > 0 ? vbs : -upTo(-vbs, lowest, bulkRounding);
  const root = vb > 0 ? (phi * rootPhi) / (phi + 0.5 * vb) : Math.sqrt(phi - vb);
  const depletion = ((p[at + place.depletion] as number) * root) / rootPhi;
  const rise = root - rootPhi;
  jets[to.vbs] = vb;
  jets[to.rootPhi] = root;

  // The threshold.
  const unit = (p[at + place.oxideRoot] as number) * Math.sqrt(depletion);
  const short = unit * noLessThanHalf(1 + (p[at + place.shortBulk] as number) * vb);
  const narrow = unit * noLessThanHalf(1 + (p[at + place.narrowBulk] as number) * vb);
  const sharing = theta((p[at + place.shortLength] as number) / short);
  const corner = theta((p[at + place.narrowLength] as number) / narrow);
  const eta = noLess((p[at + place.eta] as number) + (p[at + place.etaBulk] as number) * vb, leastEta);
  const vth =
    (p[at + place.threshold] as number) +
    (p[at + place.k1] as number) * root +
    (p[at + place.bulkSlope] as number) * vb -
    (p[at + place.barrier] as number) *
      ((p[at + place.shortHeight] as number) * sharing + (p[at + place.narrowHeight] as number) * corner) -
    eta * ((p[at + place.dibl] as number) * vds);
  jets[to.vth] = vth;

  // Below the threshold.
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
  const vgate = depletedGate(vgs, p[at + place.polyFrom] as number, p[at + place.poly] as number);
  const over = vgate - vth;
  const vgsteff = effectiveGate(
    over,
    n,
    p[at + place.thermal] as number,
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
  jets[to.series] =
    (p[at + place.series] as number) *
    noLess(
      1 + (p[at + place.seriesGate] as number) * vgsteff + (p[at + place.seriesBulk] as number) * rise,
      leastPart,
    );

  // Bulk charge along the channel.
  const length = p[at + place.length] as number;
  const x = length / (length + 2 * Math.sqrt((p[at + place.junction] as number) * depletion));
  const body = (0.5 * (p[at + place.k1] as number)) / root;
  const bulk0 = 1 + body * ((p[at + place.a0] as number) * x + (p[at + place.narrowCharge] as number));
  const bulk = bulk0 - body * ((p[at + place.gateCharge] as number) * (x * x * x)) * vgsteff;
  const held = noLess(1 + (p[at + place.keta] as number) * vb, leastPart);
  jets[to.bulk0] = noLess(bulk0, leastPart) / held;
  jets[to.bulk] = noLess(bulk, leastPart) / held;

  // Mobility.
  const kind = p[at + place.mobilityKind] as number;
  const ua = p[at + place.ua] as number;
  const ub = p[at + place.ub] as number;
  const uc = (p[at + place.uc] as number) * vb;
  let loss: number;
  if (kind === 2) {
    loss = vgsteff * (ua + uc + ub * vgsteff);
  } else {
    const field = vgsteff + 2 * vth;
    if (kind === 1) loss = field * (ua + uc + ub * field);
    else loss = field * (ua + ub * field) * (1 + uc);
  }
  jets[to.mobility] = (p[at + place.mobility] as number) / noLess(1 + loss, leastDenominator);
}
