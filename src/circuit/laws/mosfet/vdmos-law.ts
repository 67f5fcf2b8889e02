/**
 * The channel of a vertical power MOSFET (VDMOS of LTspice and ngspice; s = 1 n, -1 p channel, voltages times s, the end of the
 * lower potential being the source, whose gate voltage is vg):
 *
 *     x = K ln(1 + exp((vg - VTO - SUBSHIFT) / K)),   K = KSUBTHRES;   w = MTRIODE |vds|,
 *     i = KP/2 (1 + LAMBDA vds) / (1 + THETA vgs) (x^2 - max(0, x - w)^2),
 *
 * vds and vgs those of the terminals, signed: a body diode conducts where vds < 0. Where 1 + LAMBDA vds or 1 + THETA vgs falls below
 * 1/2 it goes on as 1/(4 (1 - ...)), which stays positive. KP follows (T/T0)^MU, VTO follows TCVTH.
 * The gate is `vdmosGateDrainLaw` and the constant CGS. Sources: ngspice's manual, "Power MOSFET"; LTspice's help, "VDMOS".
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { threeEnds } from '../channel-stamp.js';
import { limitTransistor } from '../fet-limit.js';
import { type GivenValues, readerOf } from '../law-parameters.js';
import { temperatureRatio, type Temperatures } from '../semiconductor.js';

const place = Object.freeze({
  sign: 0,
  factor: 1,
  threshold: 2,
  modulation: 3,
  mobility: 4,
  triode: 5,
  weak: 6,
});
const parameterCount = 7;

/** Below it a factor 1 + rate v goes on without reaching 0. */
const minFactor = 0.5;

function positive(value: number): number {
  return value >= minFactor ? value : (minFactor * minFactor) / (2 * minFactor - value);
}

function positiveSlope(value: number): number {
  const rest = 2 * minFactor - value;
  return value >= minFactor ? 1 : (minFactor * minFactor) / (rest * rest);
}

/** Nodes: drain, gate, source; rows: drain and source. */
export const vdmosLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'VDMOS',
  ...threeEnds,
  parameterCount,
  evaluate(p, at, v, { f, q, df, dq }) {
    const sign = p[at + place.sign] as number;
    const vds = sign * ((v[0] as number) - (v[2] as number));
    const vgs = sign * ((v[1] as number) - (v[2] as number));
    const forward = vds >= 0;
    const across = forward ? vds : -vds;
    const triode = p[at + place.triode] as number;
    const weak = p[at + place.weak] as number;
    const over = (forward ? vgs : vgs - vds) - (p[at + place.threshold] as number);

    // Soft overdrive; e^-40 of it is rounding.
    let x = over > 0 ? over : 0;
    let slope = over > 0 ? 1 : 0;
    if (weak > 0) {
      const ratio = over / weak;
      if (ratio < 40) {
        const e = Math.exp(ratio);
        x = ratio < -36 ? weak * e : weak * Math.log1p(e);
        slope = e / (1 + e);
      }
    }
    const rest = Math.max(0, x - triode * across);
    const modulated = 1 + (p[at + place.modulation] as number) * vds;
    const scattered = 1 + (p[at + place.mobility] as number) * vgs;
    const grown = positive(modulated);
    const mobile = positive(scattered);
    const half = 0.5 * (p[at + place.factor] as number);
    const squares = half * (x * x - rest * rest);
    const factor = grown / mobile;
    const i = squares * factor;
    const gm = 2 * half * (x - rest) * slope * factor;
    const gds = 2 * half * rest * triode * factor;
    const byModulation = ((p[at + place.modulation] as number) * positiveSlope(modulated) * squares) / mobile;
    const byMobility = ((p[at + place.mobility] as number) * positiveSlope(scattered) * -i) / mobile;

    const side = forward ? 1 : -1;
    f[0] = side * sign * i;
    f[1] = -side * sign * i;
    // The ends by potential change with the direction, vds and vgs of the factors do not.
    const byDrain = (forward ? gds : gm + gds) + side * byModulation;
    const byGate = side * (gm + byMobility);
    df[0] = byDrain;
    df[1] = byGate;
    df[2] = -byDrain - byGate;
    df[3] = -byDrain;
    df[4] = -byGate;
    df[5] = byDrain + byGate;
    q[0] = q[1] = 0;
    dq[0] = dq[1] = dq[2] = dq[3] = dq[4] = dq[5] = 0;
  },
  limit(p, at, v, last) {
    return limitTransistor(v, last, p[at + place.sign] as number, p[at + place.threshold] as number);
  },
});

/** Returns the parameters of the channel of an M element with a VDMOS model, by their canonical names, at its temperature. */
export function vdmosParameters(
  sign: 1 | -1,
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
): Float64Array {
  const given = readerOf(model);
  const rise = at.celsius - at.nominal;
  const p = new Float64Array(parameterCount);
  p[place.sign] = sign;
  p[place.factor] = (instance.get('m') ?? 1) * given('kp', 1) * temperatureRatio(at) ** given('mu', -1.5);
  p[place.threshold] = sign * given('vto', 0) - given('tcvth', 0) * rise + given('subshift', 0);
  p[place.modulation] = given('lambda', 0);
  p[place.mobility] = given('theta', 0);
  p[place.triode] = given('mtriode', 1);
  p[place.weak] =
    given('ksubthres', 0.1) * (1 + rise * (given('tksubthres1', 0) + rise * given('tksubthres2', 0)));
  return p;
}
