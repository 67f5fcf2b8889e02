/** Local laws of two kinds of devices, as textbooks write them. */
import type { LocalLaw } from '../../../src/kernel/modeling/laws/local-law.js';

/** Volts. */
export const VT = 0.02585;

/** Anode, cathode; parameters IS, n, C. Limited as SPICE limits junctions. */
export const junction: LocalLaw = {
  name: 'diode',
  reads: 2,
  rows: 2,
  parameterCount: 3,
  conducts: Uint8Array.of(1, 1, 1, 1),
  stores: Uint8Array.of(1, 1, 1, 1),
  bends: (parameters, at) => parameters[at + 1]! * VT,
  evaluate(parameters, at, v, { f, q, df, dq }) {
    const is = parameters[at]!;
    const nvt = parameters[at + 1]! * VT;
    const c = parameters[at + 2]!;
    const u = v[0]! - v[1]!;
    const e = Math.exp(u / nvt);
    f[0] = is * (e - 1);
    f[1] = -f[0];
    df[0] = df[3] = (is * e) / nvt + 1e-12;
    df[1] = df[2] = -df[0];
    q[0] = c * u;
    q[1] = -q[0];
    dq[0] = dq[3] = c;
    dq[1] = dq[2] = -c;
  },
  limit(parameters, at, v, last) {
    const nvt = parameters[at + 1]! * VT;
    const critical = nvt * Math.log(nvt / (Math.SQRT2 * parameters[at]!));
    const u = v[0]! - v[1]!;
    const old = last[0]! - last[1]!;
    if (u <= critical || Math.abs(u - old) <= 2 * nvt) return false;
    const arg = 1 + (u - old) / nvt;
    const moved = old > 0 ? (arg > 0 ? old + nvt * Math.log(arg) : critical) : nvt * Math.log(u / nvt);
    v[0]! += moved - u;
    return true;
  },
};

/** Drain, gate, source; parameters sign (1 n, -1 p), beta, vto, lambda. Current into the drain. */
export const mos1: LocalLaw = {
  name: 'MOS level 1',
  reads: 3,
  rows: 2,
  parameterCount: 4,
  conducts: Uint8Array.of(1, 1, 1, 1, 1, 1),
  stores: new Uint8Array(6),
  evaluate(parameters, at, v, { f, df }) {
    const sign = parameters[at]!;
    const beta = parameters[at + 1]!;
    const vto = parameters[at + 2]!;
    const lambda = parameters[at + 3]!;
    let vd = sign * v[0]!;
    const vg = sign * v[1]!;
    let vs = sign * v[2]!;
    const reversed = vd < vs;
    if (reversed) [vd, vs] = [vs, vd];
    const vds = vd - vs;
    const von = vg - vs - vto;
    let i = 0;
    let gm = 0;
    let gds = 0;
    if (von > 0) {
      const early = 1 + lambda * vds;
      if (vds < von) {
        i = beta * early * vds * (von - vds / 2);
        gm = beta * early * vds;
        gds = beta * early * (von - vds) + beta * lambda * vds * (von - vds / 2);
      } else {
        i = (beta / 2) * early * von * von;
        gm = beta * early * von;
        gds = (beta / 2) * lambda * von * von;
      }
    }
    const direction = reversed ? -sign : sign;
    f[0] = direction * i;
    f[1] = -f[0];
    const [d, s] = reversed ? [2, 0] : [0, 2];
    const out = reversed ? -1 : 1;
    df[d] = out * gds;
    df[1] = out * gm;
    df[s] = -out * (gds + gm);
    for (let j = 0; j < 3; j++) df[3 + j] = -df[j]!;
  },
};

/** A conductance g (v^3 / 3 - v) from the node to ground. */
export const vanDerPol: LocalLaw = {
  name: 'cubic conductance',
  reads: 1,
  rows: 1,
  parameterCount: 1,
  conducts: Uint8Array.of(1),
  stores: Uint8Array.of(0),
  evaluate(parameters, at, v, { f, df }) {
    const x = v[0]!;
    f[0] = parameters[at]! * ((x * x * x) / 3 - x);
    df[0] = parameters[at]! * (x * x - 1);
  },
};

/** A resistance between the first two nodes that follows the third one smoothly: on above vt, off below. */
export const smoothSwitch: LocalLaw = {
  name: 'smooth switch',
  reads: 3,
  rows: 2,
  parameterCount: 4,
  conducts: Uint8Array.of(1, 1, 1, 1, 1, 1),
  stores: new Uint8Array(6),
  evaluate(parameters, at, v, { f, df }) {
    const ron = parameters[at]!;
    const roff = parameters[at + 1]!;
    const vt = parameters[at + 2]!;
    const width = parameters[at + 3]!;
    const x = Math.max(-1, Math.min(1, (v[2]! - vt) / width));
    const middle = -(Math.log(ron) + Math.log(roff)) / 2;
    const half = (Math.log(roff) - Math.log(ron)) / 2;
    const g = Math.exp(middle + half * (1.5 * x - 0.5 * x * x * x));
    const slope = Math.abs(x) < 1 ? (g * half * (1.5 - 1.5 * x * x)) / width : 0;
    const u = v[0]! - v[1]!;
    f[0] = g * u;
    f[1] = -f[0];
    df[0] = g;
    df[1] = -g;
    df[2] = slope * u;
    for (let j = 0; j < 3; j++) df[3 + j] = -df[j]!;
  },
};
