/**
 * The channel of a junction FET by Shichman and Hodges, with the doping tail B (s = 1 n, -1 p channel, voltages times s, the end of
 * the lower potential being the source):
 *
 *     F(x) = B x^2 + (1 - B) / (PB - VTO) x^3 for x > 0, else 0,
 *     i = BETA (1 + LAMBDA vds) (F(vgs - VTO) - F(vgd - VTO)).
 *
 * Once continuously differentiable, at vds = 0 too; the junctions of the gate are laws of their own (`diode-law.ts`). BETA follows
 * BEX or BETATCE, VTO follows VTOTC or TCV. Sources: [Shichman-Hodges 1968]; ngspice's manual, "JFET".
 */
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import { stampThreeEnds, threeEnds } from './channel-stamp.js';
import { limitTransistor } from './fet-limit.js';
import { type GivenValues, readerOf } from './law-parameters.js';
import { temperatureRatio, type Temperatures } from './semiconductor.js';

const place = Object.freeze({ sign: 0, factor: 1, threshold: 2, modulation: 3, square: 4, cube: 5 });
const parameterCount = 6;

/** Nodes: drain, gate, source; rows: drain and source. */
export const jfetLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'junction FET',
  ...threeEnds,
  parameterCount,
  evaluate(p, at, v, { f, q, df, dq }) {
    const sign = p[at + place.sign] as number;
    const vds = sign * ((v[0] as number) - (v[2] as number));
    const forward = vds >= 0;
    const across = forward ? vds : -vds;
    const over =
      sign * ((v[1] as number) - (v[forward ? 2 : 0] as number)) - (p[at + place.threshold] as number);
    let i = 0;
    let gm = 0;
    let gds = 0;
    if (over > 0) {
      const square = p[at + place.square] as number;
      const cube = p[at + place.cube] as number;
      const rest = over > across ? over - across : 0;
      const modulation = p[at + place.modulation] as number;
      const factor = p[at + place.factor] as number;
      const grown = factor * (1 + modulation * across);
      const high = over * over * (square + cube * over);
      const low = rest * rest * (square + cube * rest);
      const highSlope = over * (2 * square + 3 * cube * over);
      const lowSlope = rest * (2 * square + 3 * cube * rest);
      i = grown * (high - low);
      gm = grown * (highSlope - lowSlope);
      gds = grown * lowSlope + factor * modulation * (high - low);
    }
    stampThreeEnds(f, df, sign, forward ? 1 : -1, i, gm, gds);
    q[0] = q[1] = 0;
    dq[0] = dq[1] = dq[2] = dq[3] = dq[4] = dq[5] = 0;
  },
  limit(p, at, v, last) {
    return limitTransistor(v, last, p[at + place.sign] as number, p[at + place.threshold] as number);
  },
});

/** Returns the parameters of the channel of a J element with a model, by their canonical names, at its temperature. */
export function jfetParameters(
  type: 'njf' | 'pjf',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
): Float64Array {
  const given = readerOf(model);
  const size = (instance.get('area') ?? 1) * (instance.get('m') ?? 1);
  const rise = at.celsius - at.nominal;
  const exponent = model.get('bex');
  const growth =
    exponent === undefined ? 1.01 ** (given('betatce', 0) * rise) : temperatureRatio(at) ** exponent;
  const drift = given('vtotc', -given('tcv', 0));
  const threshold = given('vto', -2) + drift * rise;
  const tail = given('b', 1);
  const p = new Float64Array(parameterCount);
  p[place.sign] = type === 'njf' ? 1 : -1;
  p[place.factor] = size * given('beta', 1e-4) * growth;
  p[place.threshold] = threshold;
  p[place.modulation] = given('lambda', 0);
  p[place.square] = tail;
  p[place.cube] = (1 - tail) / (given('pb', 1) - given('vto', -2));
  return p;
}
