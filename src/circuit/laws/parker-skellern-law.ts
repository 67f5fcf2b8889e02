/**
 * The channel of a junction FET or MESFET by Parker and Skellern (s = 1 n, -1 p channel, voltages times s, the end of the lower
 * potential being the source, vds = vgs - vgd >= 0): with g and d the voltages vgs and vgd as they have been for TAUG,
 *
 *     x   = vgs - VTO - (LFGAM - LFG1 g + LFG2 d) d - (HFETA - HFE1 d + HFE2 g) (vgs - g) - (HFGAM - HFG1 g + HFG2 d) (vgd - d),
 *     w   = VST (1 + MVST vds),              u = w ln(1 + e^(x/w)),
 *     y   = vds P/Q (u / (VBI - VTO))^(P - Q),
 *     sat = u / (1 + u / (MXI u + XI (VBI - VTO))),
 *     z   = sqrt((c y + sat/2)^2 + Z sat^2 / 4) - sqrt((c y - sat/2)^2 + Z sat^2 / 4),     c = sqrt(1 + Z) / 2,
 *     i0  = BETA (1 + LAMBDA vds) (u^Q - (u - z)^Q),
 *     i   = i0 / (1 + h),        h = DELTA vds i0, of the mean over TAUD.
 *
 * What has been for a while is a state behind a first-order lag, the voltage of a node beside the law (`smooth-parker-skellern.ts`):
 * TAUG g' = vgs - g, TAUD h' = DELTA vds i0 - h. Without TAUG (TAUD) g and d are the voltages (h is the power) of the moment. This is
 * what ngspice's small signals have; its transients come to it as steps shrink.
 *
 * Continuous with all slopes but where a drain and a source that are not alike (LF..., HF...) change places, as the model has it.
 * Where x is below -80 w there is no current. Four powers, one exponential, one logarithm.
 *
 * Sources: [Parker-Skellern 1997] (IEEE Trans. Microwave Theory Tech. 45, 1563); ngspice's manual, "JFET level 2".
 */
import type { Int } from '../../base/int.js';
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import { limitTransistor } from './fet-limit.js';
import { type GivenValues, readerOf } from './law-parameters.js';
import { potentialAt, type Temperatures } from './semiconductor.js';

const place = Object.freeze({
  ...{ sign: 0, factor: 1, threshold: 2, modulation: 3, subthreshold: 4, subthresholdGrowth: 5 },
  ...{ power: 6, square: 7, ratio: 8, saturation: 9, index: 10, knee: 11, heat: 12 },
  ...{ low: 13, lowSource: 14, lowDrain: 15 },
  ...{ high: 16, highSource: 17, highDrain: 18 },
  ...{ source: 19, sourceDrain: 20, sourceSource: 21 },
});
const parameterCount = 22;

/** x over w above which u is x, and below which there is nothing. */
const strong = 40;
const weak = -80;

/** Volts: a u below carries nothing, and its powers would be less than numbers are. */
const least = 1e-60;

/** What `writeChannel` leaves in the work of a law: i0 and its slopes by x and vds. */
const currentAt = 0;
const byOver = 1;
const byAcross = 2;

/** Writes i0. */
function writeChannel(work: Float64Array, p: Float64Array, at: Int, x: number, vds: number): void {
  work[currentAt] = 0;
  work[byOver] = 0;
  work[byAcross] = 0;
  const subthreshold = p[at + place.subthreshold] as number;
  const growth = subthreshold * (p[at + place.subthresholdGrowth] as number);
  const w = subthreshold + growth * vds;
  let u = x;
  let uX = 1;
  let uD = 0;
  if (w > 0) {
    const part = x / w;
    if (part < weak) return;
    if (part < strong) {
      const e = Math.exp(part);
      u = w * Math.log1p(e);
      uX = e / (1 + e);
      uD = ((u - x * uX) / w) * growth;
    }
  }
  if (u <= least) return;
  const square = p[at + place.square] as number;
  const excess = (p[at + place.power] as number) - square;
  const steep = (p[at + place.ratio] as number) * u ** excess;
  const y = vds * steep;
  const index = p[at + place.index] as number;
  const fall = u / (index * u + (p[at + place.saturation] as number));
  const sat = u / (1 + fall);
  const satU = (1 + index * fall * fall) / ((1 + fall) * (1 + fall));
  const knee = p[at + place.knee] as number;
  const c = 0.5 * Math.sqrt(1 + knee);
  const above = c * y + 0.5 * sat;
  const below = c * y - 0.5 * sat;
  const round = 0.25 * knee * sat * sat;
  const far = Math.sqrt(above * above + round);
  const near = Math.sqrt(below * below + round);
  // The difference of both roots.
  const z = (2 * c * y * sat) / (far + near);
  const zY = c * (above / far - (near > 0 ? below / near : 0));
  const zSat = (z - y * zY) / sat;
  const zU = zSat * satU + (zY * excess * y) / u;
  const rest = Math.max(0, u - z);
  const whole = u ** square;
  const left = rest > 0 ? rest ** square : 0;
  const wholeSlope = (square * whole) / u;
  const leftSlope = rest > 0 ? (square * left) / rest : 0;
  const i = whole - left;
  const iU = wholeSlope - leftSlope + leftSlope * zU;
  const iD = leftSlope * zY * steep;
  const factor = p[at + place.factor] as number;
  const modulation = p[at + place.modulation] as number;
  const grown = factor * (1 + modulation * vds);
  work[currentAt] = grown * i;
  work[byOver] = grown * iU * uX;
  work[byAcross] = factor * modulation * i + grown * (iD + iU * uD);
}

/** Nodes: drain, gate, source, then g and d where they lag, then h likewise; rows: drain and source, and h. */
function parkerSkellern(name: string, lags: boolean, heats: boolean): LocalLaw {
  const reads = 3 + (lags ? 2 : 0) + (heats ? 1 : 0);
  const rows = heats ? 3 : 2;
  const heatRead = reads - 1;
  return Object.freeze<LocalLaw>({
    name,
    ...{ reads, rows, parameterCount, work: 3 },
    conducts: new Uint8Array(rows * reads).fill(1),
    stores: new Uint8Array(rows * reads),
    evaluate(p, at, v, { f, q, df, dq, work }) {
      const sign = p[at + place.sign] as number;
      const forward = sign * ((v[0] as number) - (v[2] as number)) >= 0;
      const low = forward ? 2 : 0;
      const high = 2 - low;
      const vgs = sign * ((v[1] as number) - (v[low] as number));
      const vgd = sign * ((v[1] as number) - (v[high] as number));
      const vds = vgs - vgd;
      // Of what lags the places are those of the ends.
      const g = lags ? sign * (v[forward ? 3 : 4] as number) : vgs;
      const d = lags ? sign * (v[forward ? 4 : 3] as number) : vgd;

      const lowSource = p[at + place.lowSource] as number;
      const lowDrain = p[at + place.lowDrain] as number;
      const base = (p[at + place.low] as number) - lowSource * g;
      let x = vgs - (p[at + place.threshold] as number) - (base + lowDrain * d) * d;
      let xG = lowSource * d;
      let xDrain = -(base + 2 * lowDrain * d);
      let xS = 1 + xG;
      let xD = xDrain;
      if (lags) {
        const sourceDrain = p[at + place.sourceDrain] as number;
        const sourceSource = p[at + place.sourceSource] as number;
        const bySource = (p[at + place.source] as number) - sourceDrain * d + sourceSource * g;
        const highSource = p[at + place.highSource] as number;
        const highDrain = p[at + place.highDrain] as number;
        const byDrain = (p[at + place.high] as number) - highSource * g + highDrain * d;
        x -= bySource * (vgs - g) + byDrain * (vgd - d);
        xS = 1 - bySource;
        xD = -byDrain;
        xG += bySource - sourceSource * (vgs - g) + highSource * (vgd - d);
        xDrain += byDrain + sourceDrain * (vgs - g) - highDrain * (vgd - d);
      }
      writeChannel(work, p, at, x, vds);
      const i0 = work[currentAt] as number;
      const iX = work[byOver] as number;
      const iV = work[byAcross] as number;
      const i0S = iX * xS + iV;
      const i0D = iX * xD - iV;

      // Heat of the moment, or that of a state.
      const heat = p[at + place.heat] as number;
      const cool = heats ? 1 / (1 + (v[heatRead] as number)) : 1 / (1 + heat * vds * i0);
      const i = i0 * cool;
      const own = heats ? cool : cool * cool;
      const byPower = heats ? 0 : heat * i * i;
      const iS = i0S * own - byPower;
      const iD = i0D * own + byPower;

      // The low end's row is minus the high end's.
      const side = forward ? 1 : -1;
      f[0] = side * sign * i;
      f[1] = -side * sign * i;
      df[1] = side * (iS + iD);
      df[low] = -side * iS;
      df[high] = -side * iD;
      if (lags) {
        df[forward ? 3 : 4] = side * own * iX * xG;
        df[forward ? 4 : 3] = side * own * iX * xDrain;
      }
      if (heats) {
        df[heatRead] = -side * sign * cool * i;
        const row = 2 * reads;
        f[2] = -heat * vds * i0;
        const hS = -sign * heat * (vds * i0S + i0);
        const hD = -sign * heat * (vds * i0D - i0);
        df[row + 1] = hS + hD;
        df[row + low] = -hS;
        df[row + high] = -hD;
        if (lags) {
          df[row + (forward ? 3 : 4)] = -sign * heat * vds * iX * xG;
          df[row + (forward ? 4 : 3)] = -sign * heat * vds * iX * xDrain;
        }
        df[row + heatRead] = 0;
      }
      for (let k = 0; k < reads; k++) df[reads + k] = -(df[k] as number);
      q.fill(0);
      dq.fill(0);
    },
    limit(p, at, v, last) {
      return limitTransistor(v, last, p[at + place.sign] as number, p[at + place.threshold] as number);
    },
  });
}

export const parkerSkellernLaw: LocalLaw = parkerSkellern('Parker-Skellern FET', false, false);
export const laggingParkerSkellernLaw: LocalLaw = parkerSkellern(
  'Parker-Skellern FET with lags',
  true,
  false,
);
export const heatedParkerSkellernLaw: LocalLaw = parkerSkellern('Parker-Skellern FET with heat', false, true);
export const fullParkerSkellernLaw: LocalLaw = parkerSkellern(
  'Parker-Skellern FET with lags and heat',
  true,
  true,
);

/** Returns the parameters of the channel of a J element with a model, by their canonical names, at its temperature. */
export function parkerSkellernParameters(
  type: 'njf' | 'pjf',
  model: GivenValues,
  size: number,
  at: Temperatures,
): Float64Array {
  const given = readerOf(model);
  const threshold = given('vto', -2);
  const depth = channelDepth(model, at);
  const [power, square] = [given('p', 2), given('q', 2)];
  const low = given('lfgam', 0);
  const p = new Float64Array(parameterCount);
  p[place.sign] = type === 'njf' ? 1 : -1;
  p[place.factor] = size * given('beta', 1e-4);
  p[place.threshold] = threshold;
  p[place.modulation] = given('lambda', 0);
  p[place.subthreshold] = given('vst', 0);
  p[place.subthresholdGrowth] = given('mvst', 0);
  p[place.power] = power;
  p[place.square] = square;
  p[place.ratio] = power / square / depth ** (power - square);
  p[place.saturation] = given('xi', usualIndex) * depth;
  p[place.index] = given('mxi', 0);
  p[place.knee] = given('z', 1);
  p[place.heat] = given('delta', 0) / size;
  p[place.low] = low;
  p[place.lowSource] = given('lfg1', 0);
  p[place.lowDrain] = given('lfg2', 0);
  p[place.high] = given('hfgam', low);
  p[place.highSource] = given('hfg1', 0);
  p[place.highDrain] = given('hfg2', 0);
  p[place.source] = given('hfeta', 0);
  p[place.sourceDrain] = given('hfe1', 0);
  p[place.sourceSource] = given('hfe2', 0);
  return p;
}

/** XI where it is not given: velocities hardly saturate. */
export const usualIndex = 1000;

/** Returns VBI - VTO in volts at a temperature, which has to be positive. */
export function channelDepth(model: GivenValues, at: Temperatures): number {
  return potentialAt(model.get('pb') ?? 1, at) - (model.get('vto') ?? -2);
}
