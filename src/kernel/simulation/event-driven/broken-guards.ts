/**
 * What of a mode does not hold at a point xi: switches that have to commutate, and tested rows that are negative.
 * Both allow for rounding, and for the way that a guard goes within evtol. Cost: O((rows + guards) size).
 */
import type { LinearGuard } from '../linear/linear-model.js';
import type { ExactFlow } from './exact-flow.js';
import type { ExactMode } from './modes/exact-mode.js';
import { negativePart } from './meet-rows.js';
import { guardAt, rateOf, timeSlack } from './modes/guard-values.js';
import type { MotionPoint } from './modes/motion-point.js';
import { rateRounding, rowRounding, switchRounding } from './motion/rounding.js';

const none: readonly number[] = Object.freeze([]);

/** Switches whose control lies outside the band of their present state by more than rounding and evtol. */
export function switchesToCommutate(mode: ExactMode, point: MotionPoint, evtol: number): readonly number[] {
  if (mode.switchRow.length === 0) return none;
  const { motion, v } = point;
  let commutating = none;
  for (let k = 0; k < mode.guardCount; k++) {
    if (mode.guardIsSwitch[k] === 0) continue;
    let sum = 0;
    let terms = 0;
    for (let j = 0; j < motion.size; j++) {
      const term = motion.G[k * motion.size + j]! * v[j]!;
      sum += term;
      terms += Math.abs(term);
    }
    if (sum >= -switchRounding * terms) continue;
    if (-sum > Math.abs(rateOf(point, k)) * evtol) commutating = [...commutating, mode.guardRow[k]!];
  }
  return commutating;
}

/** Lengths of x and u, u = c z, and the guards that have clocks. */
export interface ControlContext {
  readonly n: number;
  readonly p: number;
  readonly c: Float64Array;
  readonly clocked: Uint8Array;
}

/**
 * Switches whose control lies outside the band of their present state, of those that no multiplier controls:
 * they are known before any mode is. u = c z, with z behind the n states in xi.
 */
export function controlledOutside(
  guards: readonly LinearGuard[],
  on: Uint8Array,
  xi: Float64Array,
  { n, p, c, clocked }: ControlContext,
): number[] {
  const order = xi.length - n;
  const outside: number[] = [];
  guards.forEach(({ kx, kl, ku, guard }, g) => {
    if (clocked[g] === 1 || kl.some((k) => k !== 0)) return;
    const threshold = on[g] === 1 ? guard.off : guard.on;
    let control = -threshold;
    let terms = Math.abs(threshold);
    const add = (term: number): void => {
      control += term;
      terms += Math.abs(term);
    };
    for (let j = 0; j < n; j++) add(kx[j]! * xi[j]!);
    for (let j = 0; j < p; j++) {
      if (ku[j] === 0) continue;
      for (let k = 0; k < order; k++) add(ku[j]! * c[j * order + k]! * xi[n + k]!);
    }
    const beyond = on[g] === 1 ? -control : control;
    if (beyond > switchRounding * terms) outside.push(g);
  });
  return outside;
}

/**
 * Whether a tested row of the mode is negative at t by more than rounding, of values or of t; `segment` knows the
 * sizes of all states.
 */
export function breaksAtOnce(mode: ExactMode, point: MotionPoint, segment: ExactFlow, t: number): boolean {
  for (let k = 0; k < mode.guardCount; k++) {
    if (mode.guardIsSwitch[k] === 1 || relativeRow(mode, k, point, segment) >= -rowRounding) continue;
    if (-guardAt(point, k) > timeSlack(mode, k, point, t)) return true;
  }
  return false;
}

/**
 * Whether a mode holds at a point and right after it: every tested row is positive, or 0 to rounding and
 * rising, and no switch has to commutate. A row that neither is nor rises, or that only rounding of the states lets pass, is left to
 * the transition's problem.
 */
export function isAdmissible(
  mode: ExactMode,
  point: MotionPoint,
  segment: ExactFlow,
  evtol: number,
  t: number,
): boolean {
  for (let k = 0; k < mode.guardCount; k++) {
    if (mode.guardIsSwitch[k] === 1) continue;
    const row = relativeRow(mode, k, point, segment);
    if (row < -rowRounding || (row <= rowRounding && !rises(point, k))) return false;
    if (negativePart(mode, k, point, segment, t) < 0) return false;
  }
  return switchesToCommutate(mode, point, evtol).length === 0;
}

/** A tested row over its terms and the largest value it has had; Infinity where it has no terms at all. */
function relativeRow(mode: ExactMode, guard: number, point: MotionPoint, segment: ExactFlow): number {
  const { motion, v, least } = point;
  const { G, size } = motion;
  let sum = 0;
  let terms = 0;
  for (let j = 0; j < size; j++) {
    const g = G[guard * size + j]!;
    if (g === 0) continue;
    sum += g * v[j]!;
    terms += Math.abs(g) * Math.max(Math.abs(v[j]!), least[j]!);
  }
  return terms === 0 ? Infinity : sum / (terms + segment.largestWith(mode, guard, sum));
}

/** Whether a guard's derivative is positive by more than rounding. */
function rises({ motion: { A, G, size }, v }: MotionPoint, guard: number): boolean {
  let rate = 0;
  let terms = 0;
  for (let i = 0; i < size; i++) {
    const g = G[guard * size + i]!;
    if (g === 0) continue;
    for (let j = 0; j < size; j++) {
      const term = g * A[i * size + j]! * v[j]!;
      rate += term;
      terms += Math.abs(term);
    }
  }
  return rate > rateRounding * terms;
}

/** The switches among guards that fired. */
export function firedSwitches({ guardIsSwitch, guardRow }: ExactMode, fired: Int32Array): readonly number[] {
  return [...fired].filter((guard) => guardIsSwitch[guard] === 1).map((guard) => guardRow[guard]!);
}
