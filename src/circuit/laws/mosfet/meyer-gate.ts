/**
 * The gate of a MOS transistor by Meyer, as SPICE takes it: three capacitances of the voltages, whose currents are C(v) dv/dt each.
 * With x = vgs - von, S = max(vsat, 25 mV), C = W L COX and vds >= 0 (else drain and source change places),
 *
 *     cb = C min(1, -x / PHI)                       below 0, else 0                  (gate and bulk)
 *     c  = 2/3 C min(1, 1 + 2 x / PHI)              above -PHI/2, else 0
 *     cs = c,                   cd = 0              in saturation, vds >= S          (gate and source, gate and drain)
 *     cs = c (1 - ((S - vds) / D)^2),   cd = c (1 - (S / D)^2),   D = 2 S - vds      below.
 *
 * The threshold von and the end vsat of the linear region are those of the channel's level. The capacitances are no derivatives of a
 * charge: around a cycle of voltages they pump some. So their currents are not d/dt of a function of v, but C(v) w with the rates w of
 * the three voltages, which are unknowns (`LawRates`). SPICE, which takes the means of C over steps, comes to the same as steps shrink.
 *
 * Sources: [Meyer 1971]; ngspice's manual, "MOS level 1".
 */
import type { Int } from '../../../base/int.js';
import { type LocalPoint, rateUnit } from '../../../kernel/modeling/laws/local-law.js';
import { type GateShape, gateShape } from '../gate-shape.js';

/** Volts: no saturation voltage is taken smaller. */
const minSaturation = 0.025;

/**
 * Where a law writes von and vsat for its gate, with their slopes by vgs, vds and vbs (G, D, B); that of von by vgs is 0. What
 * follows belongs to the level.
 */
export const endPlace = Object.freeze({
  ...{ on: 0, onD: 1, onB: 2 },
  ...{ saturation: 3, saturationG: 4, saturationD: 5, saturationB: 6 },
});
/** Numbers of them. */
export const endCount = 7;

/** The same places where x = vgs - von stands instead of von, and slopes of vsat are by x, vds and vbs. */
export const beyondPlace = Object.freeze({
  ...{ x: 0, xD: 1, xB: 2 },
  ...{ saturation: 3, saturationX: 4, saturationD: 5, saturationB: 6 },
});

/** Makes x of von in place. */
export function countFromThreshold(work: Float64Array, vgs: number): void {
  const byX = work[endPlace.saturationG] as number;
  const onD = work[endPlace.onD] as number;
  const onB = work[endPlace.onB] as number;
  work[beyondPlace.x] = vgs - (work[endPlace.on] as number);
  work[beyondPlace.xD] = -onD;
  work[beyondPlace.xB] = -onB;
  work[beyondPlace.saturationD] = (work[endPlace.saturationD] as number) + byX * onD;
  work[beyondPlace.saturationB] = (work[endPlace.saturationB] as number) + byX * onB;
}

const drain = 0;
const gate = 1;
const source = 2;
const bulk = 3;
/** The rates of vgs, vgd, vgb. */
const rateOfSource = 4;
const rateOfDrain = 5;
const rateOfBulk = 6;
const size = 7;

const ways = [
  [rateOfSource, source],
  [rateOfDrain, drain],
  [rateOfBulk, bulk],
] as const;

/** Nodes and rows: drain, gate, source, bulk; the rates of vgs, vgd and vgb. W L COX stands at `oxide`. */
export function meyerGate(oxide: number): GateShape {
  return gateShape(4, gate, ways, (parameters, at) => parameters[at + oxide] as number);
}

/**
 * Writes what the gate's current to `to` takes from it: the current `farads` w, its slope by the rate, and those by the voltages of gate,
 * low and high end, and bulk.
 */
function stampWay(
  { f, df }: LocalPoint,
  to: Int,
  rate: Int,
  farads: number,
  w: number,
  low: Int,
  high: Int,
  byGate: number,
  byLow: number,
  byHigh: number,
  byBulk: number,
): void {
  const row = to * size;
  f[to] = -farads * w;
  df[row + gate] = -byGate;
  df[row + low] = -byLow;
  df[row + high] = -byHigh;
  df[row + bulk] = -byBulk;
  df[row + rate] = -farads * rateUnit;
  df[gate * size + rate] = farads * rateUnit;
}

/**
 * Writes the gate of W L COX = `oxide` at v; `sign` is 1 for n channels, and x and the end of the linear region stand in the point's
 * work (`beyondPlace`).
 */
export function stampGate(
  point: LocalPoint,
  v: Float64Array,
  sign: number,
  oxide: number,
  phi: number,
): void {
  const { f, df, work } = point;
  // Low is the end that acts as source.
  const forward = sign * ((v[drain] as number) - (v[source] as number)) >= 0;
  const low = forward ? source : drain;
  const high = forward ? drain : source;
  const rateOfLow = forward ? rateOfSource : rateOfDrain;
  const rateOfHigh = forward ? rateOfDrain : rateOfSource;
  const vds = sign * ((v[high] as number) - (v[low] as number));
  const x = work[beyondPlace.x] as number;
  const end = work[beyondPlace.saturation] as number;

  // Capacitances and their slopes by x, by vds, and by vbs.
  const cbX = x > -phi && x <= 0 ? -oxide / phi : 0;
  const cb = x <= -phi ? oxide : cbX * x;
  const cX = x > -phi / 2 && x <= 0 ? ((4 / 3) * oxide) / phi : 0;
  const c = x > 0 ? (2 / 3) * oxide : cX * (x + phi / 2);
  let cl = c;
  let clX = cX;
  let clD = 0;
  let clB = 0;
  let ch = 0;
  let chX = 0;
  let chD = 0;
  let chB = 0;
  const saturation = Math.max(end, minSaturation);
  if (vds < saturation) {
    const width = 2 * saturation - vds;
    const rest = (saturation - vds) / width;
    const full = saturation / width;
    const lowPart = 1 - rest * rest;
    const highPart = 1 - full * full;
    // d rest / dS = vds / D^2 = -d full / dS;  d rest / dvds = -S / D^2 = -d full / dvds.
    const bySaturation = vds / (width * width);
    const byDrain = saturation / (width * width);
    cl = c * lowPart;
    ch = c * highPart;
    clX = cX * lowPart;
    chX = cX * highPart;
    clD = 2 * c * rest * byDrain;
    chD = -2 * c * full * byDrain;
    if (end > minSaturation) {
      const clS = 2 * c * rest * bySaturation;
      const chS = 2 * c * full * bySaturation;
      const saturationX = work[beyondPlace.saturationX] as number;
      const saturationD = work[beyondPlace.saturationD] as number;
      const saturationB = work[beyondPlace.saturationB] as number;
      clX -= clS * saturationX;
      chX += chS * saturationX;
      clD -= clS * saturationD;
      chD += chS * saturationD;
      clB = -clS * saturationB;
      chB = chS * saturationB;
    }
  }

  // x by the voltages, without its sign.
  const byHigh = work[beyondPlace.xD] as number;
  const byBulk = work[beyondPlace.xB] as number;
  const byLow = -1 - byBulk - byHigh;
  const wl = (v[rateOfLow] as number) * rateUnit;
  const wh = (v[rateOfHigh] as number) * rateUnit;
  const wb = (v[rateOfBulk] as number) * rateUnit;
  const l = sign * wl;
  const h = sign * wh;
  const b = sign * wb;
  const lowX = l * clX;
  const highX = h * chX;
  const bulkX = b * cbX;
  const lowB = lowX * byBulk + l * clB;
  const highB = highX * byBulk + h * chB;
  const lowL = lowX * byLow - l * (clD + clB);
  const highL = highX * byLow - h * (chD + chB);
  const lowH = lowX * byHigh + l * clD;
  const highH = highX * byHigh + h * chD;
  stampWay(point, low, rateOfLow, cl, wl, low, high, lowX, lowL, lowH, lowB);
  stampWay(point, high, rateOfHigh, ch, wh, low, high, highX, highL, highH, highB);
  stampWay(point, bulk, rateOfBulk, cb, wb, low, high, bulkX, bulkX * byLow, bulkX * byHigh, bulkX * byBulk);
  f[gate] = cl * wl + ch * wh + cb * wb;
  const row = gate * size;
  df[row + gate] = lowX + highX + bulkX;
  df[row + low] = lowL + highL + bulkX * byLow;
  df[row + high] = lowH + highH + bulkX * byHigh;
  df[row + bulk] = lowB + highB + bulkX * byBulk;
}
