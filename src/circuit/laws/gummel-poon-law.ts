/**
 * The bipolar transistor of Gummel and Poon without its ohmic resistances, vbe and vbc counted forward (s = 1 npn, -1 pnp):
 *
 *     IF = IS growth(vbe / (NF Vt)),  IR = IS growth(vbc / (NR Vt)),
 *     q1 = 1 / (1 - vbc/VAF - vbe/VAR),   q2 = IF/IKF + IR/IKR,   qb = q1/2 (1 + (1 + 4 q2)^NKF),   IT = (IF - IR) / qb,
 *     IC = IT - IR/BR - ISC growth(vbc / (NC Vt)),      IB = IF/BF + IR/BR + ISE growth(vbe / (NE Vt)) + ISC growth(...),
 *     QBE = depletion(CJE) + TF (1 + XTF (IF / (IF + ITF))^2 e^(vbc / (1.44 VTF))) IF / qb,   QBC = depletion(XCJC CJC) + TR IR.
 *
 * `growth` of `junction-current.ts`. Of the spread kind the base terminal is a fourth node behind the resistance that depends
 * on qb or IB (`base-resistance.ts`). The rest of CJC and the substrate's junction are laws of two nodes of their own. Where
 * 1/q1 falls below 0.01, far beyond what VAF and VAR mean, q1 goes on along its tangent. IS, BF, BR, ISE, ISC and the depletion
 * parameters follow temperature. Two to five exponentials a call; nothing is allocated.
 *
 * With PTF the part IF / qb of the collector's current comes later, by Weil's second order in td = PTF TF (degrees in radians),
 *
 *     td^2/3 x'' + td x' + x = IF / qb,      IC = x - IR / qb - ...,
 *
 * with x as the voltage of one node beside the law, over `lagScale`, where IF / qb flows from another (`bipolar-lag.ts`). The charges
 * know of no lag, as in SPICE.
 *
 * Sources: [Gummel-Poon 1970]; [Weil-McNamee 1978] (IEEE J. Solid-State Circuits 13, 114); [Antognetti-Massobrio 1988] ch. 2; ngspice's manual, "BJT".
 */
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import { crowding, crowdingSlope } from './base-resistance.js';
import { depletionCapacitance, depletionCharge } from './depletion-charge.js';
import { parameterCount, place } from './gummel-poon-parameters.js';
import { junctionGrowth, junctionSlope, limitedJunction } from './junction-current.js';

/** 1/q1 below which q1 is straight. */
const minWidth = 0.01;
/** 1 + 4 q2 is no less: IS would have to be a quarter of IKF. */
const minInjection = 1e-6;
/** Exponent of the collector voltage's effect on TF above which it is straight. */
const transitTop = 40;

// By rows of nodes: those of the terminal are base (1) and terminal (3).
const core = [
  [1, 1, 1, 0],
  [1, 1, 1, 1],
  [1, 1, 1, 0],
  [1, 1, 1, 1],
];
// Charges: QBC between base and collector, QBE by both voltages between base and emitter.
const stored = [
  [1, 1, 0, 0],
  [1, 1, 1, 0],
  [1, 1, 1, 0],
  [0, 0, 0, 0],
];

/** Nodes: collector, base, emitter, and of the spread kind the base's terminal. */
export const gummelPoonLaw: LocalLaw = gummelPoon('bipolar transistor', false, true, false);
export const staticGummelPoonLaw: LocalLaw = gummelPoon(
  'bipolar transistor without charge',
  false,
  false,
  false,
);
export const spreadGummelPoonLaw: LocalLaw = gummelPoon(
  'bipolar transistor with spread base',
  true,
  true,
  false,
);
export const staticSpreadGummelPoonLaw: LocalLaw = gummelPoon(
  'bipolar transistor with spread base, without charge',
  true,
  false,
  false,
);
/** Behind their nodes that of x, behind their rows that of IF / qb. */
export const laggingGummelPoonLaw: LocalLaw = gummelPoon('bipolar transistor with lag', false, true, true);
export const laggingSpreadGummelPoonLaw: LocalLaw = gummelPoon(
  'bipolar transistor with spread base and lag',
  true,
  true,
  true,
);

/** Those with a base terminal behind collector, base and emitter. */
export const spreadGummelPoonLaws: ReadonlySet<LocalLaw> = new Set([
  spreadGummelPoonLaw,
  staticSpreadGummelPoonLaw,
  laggingSpreadGummelPoonLaw,
]);

/** Which entries of a mask a law of `nodes` nodes has; with a lag x acts on collector and emitter, and IF / qb is a row. */
function maskOf(mask: readonly (readonly number[])[], nodes: number, lags: 0 | 1 | undefined): Uint8Array {
  const rows = mask.slice(0, nodes).map((row, k) => {
    const own = row.slice(0, nodes);
    return lags === undefined ? own : [...own, k % 2 === 0 && k < 3 ? lags : 0];
  });
  if (lags !== undefined) rows.push(Array.from({ length: nodes + 1 }, (_, k) => (k < 3 ? lags : 0)));
  return Uint8Array.from(rows.flat());
}

/** Returns the least of the slope voltages of its junctions. */
function steepestSlope(p: Float64Array, at: number): number {
  const slopes = [place.forwardSlope, place.reverseSlope, place.emitterLeakSlope, place.collectorLeakSlope];
  return Math.min(...slopes.map((slope) => p[at + slope] as number).filter((volts) => volts > 0));
}

function gummelPoon(name: string, spread: boolean, charged: boolean, lags: boolean): LocalLaw {
  const nodes = spread ? 4 : 3;
  const n = lags ? nodes + 1 : nodes;
  return Object.freeze<LocalLaw>({
    name,
    reads: n,
    rows: n,
    parameterCount,
    conducts: maskOf(core, nodes, lags ? 1 : undefined),
    stores: charged ? maskOf(stored, nodes, lags ? 0 : undefined) : new Uint8Array(n * n),
    // The lag is a current.
    ...(!lags && { bends: steepestSlope }),
    evaluate(p, at, v, { f, q, df, dq }) {
      const sign = p[at + place.sign] as number;
      const vbe = sign * ((v[1] as number) - (v[2] as number));
      const vbc = sign * ((v[1] as number) - (v[0] as number));
      const saturation = p[at + place.saturation] as number;
      const top = p[at + place.top] as number;
      const steepest = p[at + place.steepest] as number;

      // Junctions.
      const forwardSlope = p[at + place.forwardSlope] as number;
      const x = vbe / forwardSlope;
      const forward = junctionGrowth(x, top, steepest);
      const iF = saturation * forward;
      const gF = (saturation * junctionSlope(x, forward, top, steepest)) / forwardSlope;
      const reverseSlope = p[at + place.reverseSlope] as number;
      const y = vbc / reverseSlope;
      const reverse = junctionGrowth(y, top, steepest);
      const iR = saturation * reverse;
      const gR = (saturation * junctionSlope(y, reverse, top, steepest)) / reverseSlope;

      // Base charge.
      const forwardEarly = p[at + place.forwardEarly] as number;
      const reverseEarly = p[at + place.reverseEarly] as number;
      const width = 1 - vbc * forwardEarly - vbe * reverseEarly;
      const straight = width < minWidth;
      const q1 = straight ? (2 - width / minWidth) / minWidth : 1 / width;
      const q1Slope = straight ? 1 / (minWidth * minWidth) : q1 * q1;
      const forwardKnee = p[at + place.forwardKnee] as number;
      const reverseKnee = p[at + place.reverseKnee] as number;
      const exponent = p[at + place.kneeExponent] as number;
      const wanted = 1 + 4 * (iF * forwardKnee + iR * reverseKnee);
      const injection = Math.max(minInjection, wanted);
      const root = exponent === 0.5 ? Math.sqrt(injection) : injection ** exponent;
      const rootSlope = wanted > minInjection ? (4 * exponent * root) / injection : 0;
      const qb = 0.5 * q1 * (1 + root);
      const qbE = 0.5 * (q1Slope * reverseEarly * (1 + root) + q1 * rootSlope * gF * forwardKnee);
      const qbC = 0.5 * (q1Slope * forwardEarly * (1 + root) + q1 * rootSlope * gR * reverseKnee);

      // Currents, by vbe (E) and vbc (C).
      const iT = (iF - iR) / qb;
      const iTE = (gF - iT * qbE) / qb;
      const iTC = (-gR - iT * qbC) / qb;
      const forwardShare = p[at + place.forwardShare] as number;
      const reverseShare = p[at + place.reverseShare] as number;
      let ibe = iF * forwardShare;
      let gbe = gF * forwardShare;
      const emitterLeak = p[at + place.emitterLeak] as number;
      if (emitterLeak !== 0) {
        const slope = p[at + place.emitterLeakSlope] as number;
        const leak = junctionGrowth(vbe / slope, top, steepest);
        ibe += emitterLeak * leak;
        gbe += (emitterLeak * junctionSlope(vbe / slope, leak, top, steepest)) / slope;
      }
      let ibc = iR * reverseShare;
      let gbc = gR * reverseShare;
      const collectorLeak = p[at + place.collectorLeak] as number;
      if (collectorLeak !== 0) {
        const slope = p[at + place.collectorLeakSlope] as number;
        const leak = junctionGrowth(vbc / slope, top, steepest);
        ibc += collectorLeak * leak;
        gbc += (collectorLeak * junctionSlope(vbc / slope, leak, top, steepest)) / slope;
      }
      const iC = iT - ibc;
      const iB = ibe + ibc;
      const iCE = iTE;
      const iCC = iTC - gbc;
      f[0] = sign * iC;
      f[1] = sign * iB;
      f[2] = -sign * (iC + iB);
      // Rows by c, b, e: d/dc = -C, d/db = E + C, d/de = -E.
      df[0] = -iCC;
      df[1] = iCE + iCC;
      df[2] = -iCE;
      df[n] = -gbc;
      df[n + 1] = gbe + gbc;
      df[n + 2] = -gbe;
      df[2 * n] = iCC + gbc;
      df[2 * n + 1] = -(iCE + iCC + gbe + gbc);
      df[2 * n + 2] = iCE + gbe;

      if (spread) {
        const rate = p[at + place.crowdingRate] as number;
        const spreadBase = p[at + place.spreadBase] as number;
        const part = rate === 0 ? 1 / qb : crowding(iB * rate);
        const resistance = (p[at + place.minBase] as number) + spreadBase * part;
        const byCurrent = rate === 0 ? 0 : spreadBase * crowdingSlope(iB * rate) * rate;
        const byCharge = rate === 0 ? -spreadBase / (qb * qb) : 0;
        const across = sign * ((v[3] as number) - (v[1] as number));
        const current = across / resistance;
        const bend = -current / resistance;
        const byE = bend * (byCurrent * gbe + byCharge * qbE);
        const byC = bend * (byCurrent * gbc + byCharge * qbC);
        f[1] = sign * (iB - current);
        f[3] = sign * current;
        df[3 * n] = -byC;
        df[3 * n + 1] = byE + byC - 1 / resistance;
        df[3 * n + 2] = -byE;
        df[3 * n + 3] = 1 / resistance;
        df[n] = df[n] + byC;
        df[n + 1] = (df[n + 1] as number) - (byE + byC) + 1 / resistance;
        df[n + 2] = (df[n + 2] as number) + byE;
        df[n + 3] = -1 / resistance;
        df[3] = df[2 * n + 3] = 0;
      }

      if (lags) {
        // Instead of IF / qb, by vbe (E) and vbc (C), the collector has x.
        const through = iF / qb;
        const throughE = (gF - through * qbE) / qb;
        const throughC = (-through * qbC) / qb;
        const scale = p[at + place.lagScale] as number;
        const later = (v[nodes] as number) * scale;
        f[0] = f[0] + sign * (later - through);
        f[2] = f[2] - sign * (later - through);
        f[nodes] = -through;
        df[0] = df[0] + throughC;
        df[1] = df[1] - (throughE + throughC);
        df[2] = df[2] + throughE;
        df[nodes] = sign * scale;
        df[2 * n] = (df[2 * n] as number) - throughC;
        df[2 * n + 1] = (df[2 * n + 1] as number) + (throughE + throughC);
        df[2 * n + 2] = (df[2 * n + 2] as number) - throughE;
        df[2 * n + nodes] = -sign * scale;
        df[nodes * n] = sign * throughC;
        df[nodes * n + 1] = -sign * (throughE + throughC);
        df[nodes * n + 2] = sign * throughE;
        df[n + nodes] = 0;
        df[nodes * n + nodes] = 0;
        if (spread) df[3 * n + nodes] = df[nodes * n + 3] = 0;
      }

      if (!charged) {
        q.fill(0);
        dq.fill(0);
        return;
      }
      // Charges.
      q.fill(0);
      dq.fill(0);
      const ce = depletionCapacitance(p, at + place.emitterLayer, vbe);
      const cc = depletionCapacitance(p, at + place.collectorLayer, vbc);
      let qbe = depletionCharge(p, at + place.emitterLayer, vbe, ce);
      let qbeE = ce;
      let qbeC = 0;
      const transit = p[at + place.forwardTransit] as number;
      if (transit !== 0) {
        let growth = 1;
        let growthE = 0;
        let growthC = 0;
        const most = p[at + place.transitGrowth] as number;
        if (most !== 0 && iF > 0) {
          const knee = p[at + place.transitKnee] as number;
          const rate = p[at + place.transitRate] as number;
          const over = vbc * rate - transitTop;
          const e = Math.exp(Math.min(over, 0) + transitTop);
          const effect = most * (over > 0 ? e * (1 + over) : e);
          const share = iF / (iF + knee);
          growth += effect * share * share;
          growthE = (effect * 2 * share * knee * gF) / ((iF + knee) * (iF + knee));
          growthC = most * e * rate * share * share;
        }
        const stores = (transit * iF * growth) / qb;
        qbe += stores;
        qbeE += (transit * (gF * growth + iF * growthE) - stores * qbE) / qb;
        qbeC = (transit * iF * growthC - stores * qbC) / qb;
      }
      const backward = p[at + place.reverseTransit] as number;
      const qbc = depletionCharge(p, at + place.collectorLayer, vbc, cc) + backward * iR;
      const qbcC = cc + backward * gR;
      q[0] = -sign * qbc;
      q[1] = sign * (qbe + qbc);
      q[2] = -sign * qbe;
      dq[0] = qbcC;
      dq[1] = -qbcC;
      dq[n] = -qbeC - qbcC;
      dq[n + 1] = qbeE + qbeC + qbcC;
      dq[n + 2] = -qbeE;
      dq[2 * n] = qbeC;
      dq[2 * n + 1] = -qbeE - qbeC;
      dq[2 * n + 2] = qbeE;
    },
    limit(p, at, v, last) {
      const sign = p[at + place.sign] as number;
      const base = v[1] as number;
      const lastBase = last[1] as number;
      const critical = p[at + place.critical] as number;
      let moved = false;
      for (let node = 2; node >= 0; node -= 2) {
        const slope = p[at + (node === 2 ? place.forwardSlope : place.reverseSlope)] as number;
        const wanted = sign * (base - (v[node] as number));
        const taken = limitedJunction(wanted, sign * (lastBase - (last[node] as number)), slope, critical);
        if (taken === wanted) continue;
        v[node] = base - sign * taken;
        moved = true;
      }
      return moved;
    },
    begin(p, at, v) {
      const critical = p[at + place.critical] as number;
      v.fill(0);
      if (critical < Infinity) v[2] = -(p[at + place.sign] as number) * critical;
    },
  });
}
