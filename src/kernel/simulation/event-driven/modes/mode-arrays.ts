/** Makes the arrays that the programs of a mode read (`mode-tables.ts`). */
import { multiply } from '../../../../numerics/dense/matrix.js';
import { range, rowOf } from '../motion/code-parts.js';
import type { LinearMotion } from '../motion/linear-motion.js';
import type { ModeArrays, ModeData } from '../motion/mode-tables.js';
import { arraysOf, sparseRows } from '../motion/motion-arrays.js';
import { KeptRows } from './pin-guard.js';
import { pinPart } from '../motion/rounding.js';

/** A mode (`exact-mode.ts`) as far as its guards go. */
export interface GuardedMode {
  readonly full: LinearMotion;
  /** Length of xi and of its state part. */
  readonly size: number;
  readonly n: number;
  /** 1: row of the active set. */
  readonly active: Uint8Array;
  readonly guardCount: number;
  /** Row of each guard: that of the system, or the index of a switch. */
  readonly guardRow: Int32Array;
  readonly guardIsSwitch: Uint8Array;
  /** Rows over xi that stay met, constraints x size. */
  readonly constraint: Float64Array;
  readonly dynamics: { readonly constraints: number };
}

/** `weight`: sqrt(M_ii) of each state. */
export function modeData(mode: GuardedMode, weight: Float64Array): ModeData {
  const knownRoots = new Float64Array(mode.guardCount);
  return { ...arraysOf(mode.full), ...modeArrays(mode, weight), knownRoots };
}

function modeArrays(
  { full, n, size, active, guardCount, guardRow, guardIsSwitch, constraint, dynamics }: GuardedMode,
  weight: Float64Array,
): ModeArrays {
  const { G, A, like } = full;
  const guards = range(guardCount);
  const isSwitch = (g: number): boolean => guardIsSwitch[g] === 1;
  const kept = new KeptRows(weight, { rows: constraint, count: dynamics.constraints });
  const directions = guards.map((g) => kept.direction(G.subarray(g * size, (g + 1) * size)));
  const pins = directions.map(({ direction, square }) => {
    const factor = (value: number, j: number): number =>
      value === 0 || square === 0 ? 0 : value / (square * weight[j]! ** 2);
    return direction.map(factor);
  });
  const rises = new Float64Array(guardCount * size);
  multiply(guardCount, size, size, G, A, rises);
  const pin = sparseRows(pins);
  const rise = sparseRows(guards.map((g) => rowOf(rises, g, size)));
  const bits = new Int32Array(guardCount);
  for (const g of guards) if (g < maxBits) bits[like[g]!]! |= 1 << g;
  const switches = guards.filter(isSwitch);
  const rows = guards.filter((g) => !isSwitch(g));
  return {
    modeSizes: Int32Array.of(n, switches.length, rows.length),
    rowPlace: Int32Array.from(guards, (g) => (isSwitch(g) ? -1 : 2 * guardRow[g]! + active[guardRow[g]!]!)),
    bits,
    pinLimit: Float64Array.from(directions, ({ square }) => pinPart * Math.sqrt(square)),
    ...{ pinStart: pin.start, pinColumn: pin.column, pinFactor: pin.factor },
    switches: Int32Array.from(switches),
    rows: Int32Array.from(rows),
    ...{ riseStart: rise.start, riseColumn: rise.column, riseFactor: rise.factor },
  };
}

const maxBits = 30;
