/**
 * The motion on a slow manifold on which a larger set of states decays before the rest moves, in coordinates (d | s): of the larger manifold
 * those that are s, and d = off xi in the place of each state that decays on the way to it. Over states themselves d would be a difference:
 * two diodes that block with 1 TOhm and with 1 GOhm lose what they carry at two rates, and of the slower one, which is what is
 * left of currents of 10 A, 1 GOhm would make microvolts of rounding. With r the rows of off over the coordinates c that d takes,
 *
 *     T = 1 + e_c r',     T^-1 = 1 - e_c r',     r' = r without its 1 at c,
 *
 * exact since no row r' reads another d. With twice the digits. Cost: four products of matrices of the size of the motion.
 */
import { doubleDoubles, type DoubleDoubles } from '../../../../numerics/dense/double-double.js';
import { motionRate } from '../motion/linear-motion.js';
import { wideProduct } from '../motion/wide-motion.js';
import type { ManifoldSolution } from './manifold-equation.js';

/** From this part on a state is what another one is, as currents in series are. */
const COMPARABLE = 1e-3;

/**
 * The same manifold over (d | s) of a larger one; undefined where nothing decays on the way to it, d is not so read, or it is no difference
 * of states: what inputs alone leave over is as well known as the state is.
 */
export function layered<Solution extends ManifoldSolution>(
  found: Solution,
  larger: ManifoldSolution | undefined,
): Solution | undefined {
  if (!larger) return undefined;
  const { motion, slow } = found;
  const { size: k, states, guards, multipliers } = motion;
  const staying = new Set(larger.slow);
  const taken = Array.from(slow.keys()).filter((c) => c < states && !staying.has(slow[c]!));
  if (taken.length === 0 || larger.slow.some((i) => !slow.includes(i))) return undefined;
  const whole = found.off.hi.length / found.fast;
  const rows = wideProduct(larger.fast, whole, k, larger.off, found.lift);
  const [T, inverse] = [identity(k), identity(k)];
  for (const c of taken) {
    const r = rowOf(rows, larger.fast, k, c, taken);
    if (r < 0 || !readsStates(rows, r * k, states, taken)) return undefined;
    for (let j = 0; j < k; j++) {
      if (j === c) continue;
      const [hi, lo] = [rows.hi[r * k + j]!, rows.lo[r * k + j]!];
      [T.hi[c * k + j], T.lo[c * k + j]] = [hi, lo];
      [inverse.hi[c * k + j], inverse.lo[c * k + j]] = [-hi, -lo];
    }
  }
  const A = wideProduct(k, k, k, T, wideProduct(k, k, k, motion.A, inverse));
  // d moves by itself: what is left of s in it is rounding.
  for (const c of taken)
    for (let j = 0; j < k; j++) if (!taken.includes(j)) A.hi[c * k + j] = A.lo[c * k + j] = 0;
  const forms = wideProduct(guards + multipliers, k, k, motion.forms, inverse);
  return {
    ...found,
    motion: { ...motion, A, forms },
    project: wideProduct(k, k, whole, T, found.project),
    lift: wideProduct(whole, k, k, found.lift, inverse),
    drive: wideProduct(k, k, found.fast, T, found.drive),
    rate: motionRate(A.hi, k, states),
  };
}

/** The row that reads coordinate c as it is and no other one that is taken; -1 where there is none. */
function rowOf({ hi }: DoubleDoubles, rows: number, k: number, c: number, taken: readonly number[]): number {
  for (let r = 0; r < rows; r++)
    if (taken.every((other) => hi[r * k + other] === Number(other === c))) return r;
  return -1;
}

/** Whether a row reads states beside those that are taken. */
function readsStates(
  { hi }: DoubleDoubles,
  start: number,
  states: number,
  taken: readonly number[],
): boolean {
  for (let c = 0; c < states; c++)
    if (!taken.includes(c) && Math.abs(hi[start + c]!) > COMPARABLE) return true;
  return false;
}

function identity(k: number): DoubleDoubles {
  const out = doubleDoubles(k * k);
  for (let i = 0; i < k; i++) out.hi[i * k + i] = 1;
  return out;
}
