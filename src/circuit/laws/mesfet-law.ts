/**
 * The channel of a MESFET of level 1 by Statz (s = 1 n, -1 p channel, voltages times s, the end of the lower potential being the
 * source; x = vgs - VTO > 0, else no current):
 *
 *     i = BETA x^2 / (1 + B x) (1 + LAMBDA vds) h(ALPHA vds / 3),     h(y) = 1 - (1 - y)^3 for y < 1, else 1.
 *
 * h is the cubic that stands for tanh; its two first derivatives are continuous. Nothing depends on the temperature, as in SPICE.
 * The gate's charge is a law of its own (`mesfet-gate-law.ts`), so are its junctions (`diode-law.ts`). Cost: no exponential.
 *
 * Sources: [Statz et al. 1987] (IEEE Trans. Electron Devices 34, 160); ngspice's manual, "MESFET".
 */
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import { stampThreeEnds, threeEnds } from './channel-stamp.js';
import { limitTransistor } from './fet-limit.js';
import { type GivenValues, readerOf } from './law-parameters.js';

const place = Object.freeze({ sign: 0, factor: 1, threshold: 2, modulation: 3, saturation: 4, tail: 5 });
const parameterCount = 6;

/** Nodes: drain, gate, source; rows: drain and source. */
export const mesfetLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'MESFET',
  ...threeEnds,
  parameterCount,
  evaluate(p, at, v, { f, q, df, dq }) {
    const sign = p[at + place.sign] as number;
    const vds = sign * ((v[0] as number) - (v[2] as number));
    const forward = vds >= 0;
    const across = forward ? vds : -vds;
    const x =
      sign * ((v[1] as number) - (v[forward ? 2 : 0] as number)) - (p[at + place.threshold] as number);
    let i = 0;
    let gm = 0;
    let gds = 0;
    if (x > 0) {
      const tail = p[at + place.tail] as number;
      const factor = p[at + place.factor] as number;
      const modulation = p[at + place.modulation] as number;
      const third = (p[at + place.saturation] as number) / 3;
      const rest = Math.max(0, 1 - third * across);
      const shape = 1 - rest * rest * rest;
      const below = 1 / (1 + tail * x);
      const grown = 1 + modulation * across;
      const square = factor * x * x * below;
      i = square * grown * shape;
      gm = factor * x * (2 + tail * x) * below * below * grown * shape;
      gds = square * (modulation * shape + 3 * grown * third * rest * rest);
    }
    stampThreeEnds(f, df, sign, forward ? 1 : -1, i, gm, gds);
    q[0] = q[1] = 0;
    dq[0] = dq[1] = dq[2] = dq[3] = dq[4] = dq[5] = 0;
  },
  limit(p, at, v, last) {
    return limitTransistor(v, last, p[at + place.sign] as number, p[at + place.threshold] as number);
  },
});

/** What SPICE takes for parameters that a model does not give: volts, A/V^2, 1/V. SPICE3's manual has another BETA than SPICE3. */
export const mesfetDefaults = Object.freeze({ vto: -2, beta: 2.5e-3, b: 0.3, alpha: 2, lambda: 0 });

/** Returns the parameters of the channel of a Z element with a model, by their canonical names; `size` of one in parallel. */
export function mesfetParameters(type: 'nmf' | 'pmf', model: GivenValues, size: number): Float64Array {
  const given = readerOf(model);
  const p = new Float64Array(parameterCount);
  p[place.sign] = type === 'nmf' ? 1 : -1;
  p[place.factor] = size * given('beta', mesfetDefaults.beta);
  p[place.threshold] = given('vto', mesfetDefaults.vto);
  p[place.modulation] = given('lambda', mesfetDefaults.lambda);
  p[place.saturation] = given('alpha', mesfetDefaults.alpha);
  p[place.tail] = given('b', mesfetDefaults.b);
  return p;
}
