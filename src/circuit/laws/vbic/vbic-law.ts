/**
 * A bipolar transistor by VBIC between its inner nodes: the currents and charges of `vbic-flows.ts`, times the number in parallel. Without
 * heat of its own the parameters are those at its temperature; with it they follow the node of the temperature (`vbic-heat.ts`), and the
 * resistances outside are part of the law, whose power flows into that node. With TD the forward transport current is, as in
 * `gummel-poon-law.ts`, the voltage of a node that follows later. Charges are conserved. Some fifteen exponentials a call, thrice as many
 * with heat; slopes are those of `grammar/slopes`.
 *
 * Source: [McAndrew et al. 1996] (IEEE J. Solid-State Circuits 31, 1476); VBIC 1.2.
 */
import type { Int } from '../../../base/int.js';
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { limitedJunction } from '../junction-current.js';
import {
  vbicFlow,
  vbicHeatCount,
  vbicHeatedPlace,
  vbicParameterCount,
  vbicPlace,
  vbicStride,
  vbicWork,
} from './vbic-places.js';
import { writeFlowsWithSlopes, writeHeatWithSlopes } from './vbic-slopes.gen.js';

const place = vbicPlace;
const flowOf = vbicFlow;

// Nodes: with heat terminals and temperature, then the inner ones from `base` on, and with a lag what comes later.
const terminalC = 0;
const terminalB = 1;
const terminalE = 2;
const terminalS = 3;
const heat = 4;
const outerNodes = 5;
const cx = 0;
const ci = 1;
const bx = 2;
const bi = 3;
const ei = 4;
const bp = 5;
const si = 6;
const innerNodes = 7;
const allNodes = outerNodes + innerNodes;

type Branch = readonly [a: number, b: number, controls: readonly (readonly [number, number])[]];

const [E, X, C, P, S, R, K, I, B] = [
  [bi, ei],
  [bx, ei],
  [bi, ci],
  [bx, bp],
  [si, bp],
  [cx, ci],
  [bi, cx],
  [bx, bi],
  [bp, cx],
] as const;
const currents: readonly Branch[] = [
  [bi, ei, [E]],
  [bx, ei, [X]],
  [ci, ei, [E, C]],
  [bi, ci, [E, C]],
  [bx, bp, [P]],
  [cx, ci, [R, C, K]],
  [bx, bi, [I, E, C]],
  [bp, cx, [B, P, C]],
  [si, bp, [S]],
  [bx, si, [P, C, S]],
];
/** From a terminal to an inner node. */
const series: readonly (readonly [number, number])[] = [
  [terminalC, cx],
  [terminalB, bx],
  [terminalE, ei],
  [terminalS, si],
];
const charges: readonly Branch[] = [
  [bi, ei, [E, C]],
  [bx, ei, [X]],
  [bi, ci, [C]],
  [bi, cx, [K]],
  [bx, bp, [P, C]],
  [si, bp, [S]],
];

function maskOf(branches: readonly Branch[], n: number, heats: boolean): Uint8Array {
  const base = heats ? outerNodes : 0;
  const mask = new Uint8Array(n * n);
  for (const [a, b, controls] of branches) {
    for (const row of [base + a, base + b]) {
      for (const column of controls.flat()) mask[row * n + base + column] = 1;
      if (heats) mask[row * n + heat] = 1;
    }
  }
  return mask;
}

/** That of currents, with those between terminals and inner nodes, the power and what comes later. */
function currentMaskOf(n: number, heats: boolean, lags: boolean): Uint8Array {
  const base = heats ? outerNodes : 0;
  const mask = maskOf(currents, n, heats);
  if (heats) {
    for (const [terminal, inner] of series) {
      for (const row of [terminal, base + inner])
        for (const column of [terminal, base + inner, heat]) mask[row * n + column] = 1;
    }
    mask.fill(1, heat * n, (heat + 1) * n);
  }
  if (lags) {
    mask[(base + ci) * n + n - 1] = mask[(base + ei) * n + n - 1] = 1;
    for (const column of [...E, ...C]) mask[(n - 1) * n + base + column] = 1;
    if (heats) mask[(n - 1) * n + heat] = 1;
  }
  return mask;
}

/** Adds a slope by the voltage from `plus` to `minus` of what flows from a to b. */
function addSlope(slopes: Float64Array, n: Int, a: Int, b: Int, plus: Int, minus: Int, slope: number): void {
  if (slope === 0) return;
  slopes[a * n + plus] = (slopes[a * n + plus] as number) + slope;
  slopes[a * n + minus] = (slopes[a * n + minus] as number) - slope;
  slopes[b * n + plus] = (slopes[b * n + plus] as number) - slope;
  slopes[b * n + minus] = (slopes[b * n + minus] as number) + slope;
}

/** Adds what flows between two inner nodes, `factor` times what stands in the work at a place. */
function addFlow(
  values: Float64Array,
  slopes: Float64Array,
  n: Int,
  base: Int,
  from: Int,
  to: Int,
  work: Float64Array,
  at: Int,
  factor: number,
  sign: number,
): void {
  const a = base + from;
  const b = base + to;
  const flow = sign * factor * (work[at] as number);
  values[a] = (values[a] as number) + flow;
  values[b] = (values[b] as number) - flow;
  addSlope(slopes, n, a, b, base + bi, base + ei, factor * (work[at + 1] as number));
  addSlope(slopes, n, a, b, base + bx, base + ei, factor * (work[at + 2] as number));
  addSlope(slopes, n, a, b, base + bi, base + ci, factor * (work[at + 3] as number));
  addSlope(slopes, n, a, b, base + bx, base + bp, factor * (work[at + 4] as number));
  addSlope(slopes, n, a, b, base + si, base + bp, factor * (work[at + 5] as number));
  addSlope(slopes, n, a, b, base + cx, base + ci, factor * (work[at + 6] as number));
  addSlope(slopes, n, a, b, base + bi, base + cx, factor * (work[at + 7] as number));
  addSlope(slopes, n, a, b, base + bx, base + bi, factor * (work[at + 8] as number));
  addSlope(slopes, n, a, b, base + bp, base + cx, factor * (work[at + 9] as number));
  if (base > 0) {
    const warmer = sign * factor * (work[at + 10] as number);
    slopes[a * n + heat] = (slopes[a * n + heat] as number) + warmer;
    slopes[b * n + heat] = (slopes[b * n + heat] as number) - warmer;
  }
}

/** Adds what flows through a conductance that depends on the temperature. */
function addSeries(
  v: Float64Array,
  f: Float64Array,
  df: Float64Array,
  n: Int,
  a: Int,
  b: Int,
  work: Float64Array,
  at: Int,
  factor: number,
): void {
  const across = (v[a] as number) - (v[b] as number);
  const conductance = factor * (work[at] as number);
  f[a] = (f[a] as number) + conductance * across;
  f[b] = (f[b] as number) - conductance * across;
  addSlope(df, n, a, b, a, b, conductance);
  const warmer = factor * (work[at + 10] as number) * across;
  df[a * n + heat] = (df[a * n + heat] as number) + warmer;
  df[b * n + heat] = (df[b * n + heat] as number) - warmer;
}

/** Writes the row of the temperature: the power of all nodes flows out of it. */
function addHeat(v: Float64Array, f: Float64Array, df: Float64Array, n: Int): void {
  let power = 0;
  for (let column = 0; column < n; column++) df[heat * n + column] = 0;
  for (let node = 0; node < allNodes; node++) {
    if (node !== heat) {
      const volts = v[node] as number;
      const current = f[node] as number;
      power += volts * current;
      df[heat * n + node] = (df[heat * n + node] as number) - current;
      for (let column = 0; column < n; column++)
        df[heat * n + column] = (df[heat * n + column] as number) - volts * (df[node * n + column] as number);
    }
  }
  f[heat] = -power;
}

function vbic(name: string, heats: boolean, lags: boolean): LocalLaw {
  const nodes = heats ? allNodes : innerNodes;
  const n = lags ? nodes + 1 : nodes;
  const base = heats ? outerNodes : 0;
  return Object.freeze<LocalLaw>({
    name,
    reads: n,
    rows: n,
    work: vbicWork,
    parameterCount: vbicParameterCount,
    conducts: currentMaskOf(n, heats, lags),
    stores: maskOf(charges, n, heats),
    evaluate(p, at, v, { f, q, df, dq, work }) {
      const sign = p[at + place.sign] as number;
      const count = p[at + place.count] as number;
      if (heats) writeHeatWithSlopes(p, at, v[heat] as number, work);
      else {
        for (let k = 0; k < vbicHeatCount; k++) {
          work[k * vbicStride] = p[at + vbicHeatedPlace + k] as number;
          work[k * vbicStride + 10] = 0;
        }
      }
      const vcx = v[base + cx] as number;
      const vci = v[base + ci] as number;
      const vbx = v[base + bx] as number;
      const vbi = v[base + bi] as number;
      const vei = v[base + ei] as number;
      const vbp = v[base + bp] as number;
      writeFlowsWithSlopes(
        p,
        at,
        sign * (vbi - vei),
        sign * (vbx - vei),
        sign * (vbi - vci),
        sign * (vbx - vbp),
        sign * ((v[base + si] as number) - vbp),
        sign * (vcx - vci),
        sign * (vbi - vcx),
        sign * (vbx - vbi),
        sign * (vbp - vcx),
        work,
      );
      f.fill(0);
      q.fill(0);
      df.fill(0);
      dq.fill(0);
      addFlow(f, df, n, base, bi, ei, work, flowOf.ibe, count, sign);
      addFlow(f, df, n, base, bx, ei, work, flowOf.ibex, count, sign);
      addFlow(f, df, n, base, ci, ei, work, flowOf.back, -count, sign);
      addFlow(f, df, n, base, bi, ci, work, flowOf.ibc, count, sign);
      addFlow(f, df, n, base, bx, bp, work, flowOf.ibep, count, sign);
      addFlow(f, df, n, base, cx, ci, work, flowOf.irci, count, sign);
      addFlow(f, df, n, base, bx, bi, work, flowOf.irbi, count, sign);
      addFlow(f, df, n, base, bp, cx, work, flowOf.irbp, count, sign);
      addFlow(f, df, n, base, si, bp, work, flowOf.ibcp, count, sign);
      addFlow(f, df, n, base, bx, si, work, flowOf.iccp, count, sign);
      if (!lags) addFlow(f, df, n, base, ci, ei, work, flowOf.through, count, sign);
      else {
        const later = n - 1;
        const scale = p[at + place.lagScale] as number;
        const current = sign * scale * (v[later] as number);
        const c = base + ci;
        const e = base + ei;
        f[c] = (f[c] as number) + current;
        f[e] = (f[e] as number) - current;
        df[c * n + later] = sign * scale;
        df[e * n + later] = -sign * scale;
        f[later] = -count * (work[flowOf.through] as number);
        const byE = -sign * count * (work[flowOf.through + 1] as number);
        const byC = -sign * count * (work[flowOf.through + 3] as number);
        df[later * n + base + bi] = byE + byC;
        df[later * n + e] = -byE;
        df[later * n + c] = -byC;
        if (heats) df[later * n + heat] = -count * (work[flowOf.through + 10] as number);
      }
      addFlow(q, dq, n, base, bi, ei, work, flowOf.qbe, count, sign);
      addFlow(q, dq, n, base, bx, ei, work, flowOf.qbex, count, sign);
      addFlow(q, dq, n, base, bi, ci, work, flowOf.qbc, count, sign);
      addFlow(q, dq, n, base, bi, cx, work, flowOf.qbcx, count, sign);
      addFlow(q, dq, n, base, bx, bp, work, flowOf.qbep, count, sign);
      addFlow(q, dq, n, base, si, bp, work, flowOf.qbcp, count, sign);
      if (heats) {
        addSeries(v, f, df, n, terminalC, base + cx, work, flowOf.ircx, count);
        addSeries(v, f, df, n, terminalB, base + bx, work, flowOf.irbx, count);
        addSeries(v, f, df, n, terminalE, base + ei, work, flowOf.ire, count);
        addSeries(v, f, df, n, terminalS, base + si, work, flowOf.irs, count);
        addHeat(v, f, df, n);
      }
    },
    limit(p, at, v, last) {
      const sign = p[at + place.sign] as number;
      const critical = p[at + place.critical] as number;
      const slope = p[at + vbicHeatedPlace] as number;
      let moved = limitBehind(v, last, base + bi, base + ei, sign, slope, critical);
      if (limitBehind(v, last, base + bi, base + ci, sign, slope, critical)) moved = true;
      if (limitBehind(v, last, base + ei, base + bx, -sign, slope, critical)) moved = true;
      if (limitBehind(v, last, base + bx, base + bp, sign, slope, critical)) moved = true;
      if (limitBehind(v, last, base + bp, base + si, -sign, slope, critical)) moved = true;
      if (heats) {
        const rise = v[heat] as number;
        const before = last[heat] as number;
        const most = mostRise;
        if (rise > before + most) v[heat] = before + most;
        if (rise < before - most) v[heat] = before - most;
        if (Math.abs(rise - before) > most) moved = true;
      }
      return moved;
    },
    begin(p, at, v) {
      const critical = p[at + place.critical] as number;
      v.fill(0);
      if (critical < Infinity) v[base + ei] = -(p[at + place.sign] as number) * critical;
    },
  });
}

/** Kelvin by which an iteration may warm or cool. */
const mostRise = 50;

/** Limits the junction from `fixed` to `free`, forward with the sign, by moving the latter. */
function limitBehind(
  v: Float64Array,
  last: Float64Array,
  fixed: Int,
  free: Int,
  sign: number,
  slope: number,
  critical: number,
): boolean {
  const base = v[fixed] as number;
  const wanted = sign * (base - (v[free] as number));
  const before = sign * ((last[fixed] as number) - (last[free] as number));
  const taken = limitedJunction(wanted, before, slope, critical);
  if (taken === wanted) return false;
  v[free] = base - sign * taken;
  return true;
}

export const vbicLaw: LocalLaw = vbic('VBIC', false, false);
export const laggingVbicLaw: LocalLaw = vbic('VBIC with lag', false, true);
export const heatedVbicLaw: LocalLaw = vbic('VBIC with heat', true, false);
export const fullVbicLaw: LocalLaw = vbic('VBIC with heat and lag', true, true);
