/**
 * How well one point of sparse steps satisfies the laws of the circuit (`sparse-laws.ts`): Kirchhoff's current law at every node, then the
 * laws of rows. Over arrays that stay where they are: as it stands here, or as machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../base/int.js';
import type { FormList } from '../../../kernel/simulation/sparse-stepping/descriptor/form-list.js';
import { ROUNDING } from '../../../kernel/simulation/sparse-stepping/stages/trial-loop.js';
import { type CurrentArrays, sumCurrents } from './branch-loops.js';
import { noteLargest } from '../largest-value.js';

/** What never carries more than this part of the largest of the circuit is judged against that part. */
export const SHARED_PART = 1e-3;

/**
 * Rounding of the rate of a charge q over a step h is up to this part of q / h: the method weighs three charges by 3.41, 4.12 and 0.71, and each
 * is rounded as a product and by its voltages, 8.24 times 1.5 units of the last place.
 */
const RATE_ROUNDING = 12.4 * Number.EPSILON;

/**
 * Part of the largest term of its control so far by which a switch may be beyond a threshold: steps meet thresholds by their tolerance, and chattering
 * widens them to a twentieth.
 */
const BEYOND = 0.1;
/** Part of the time so far by which it may be late: when switches turn is what the error of steps bounds. */
const LATE = 1e-3;

/** Of rows: y = 0; y and lambda of right signs, one of them 0; y = 0 where the control asks for on, lambda = 0 where it asks for off. */
export const rowKinds = Object.freeze({ equation: 0, pair: 1, switch: 2 });

export interface NodeChecks {
  readonly currents: CurrentArrays;
  /** Branches that are capacitances or resistances: their ends, -1 for ground, and their farads and siemens. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly farads: Float64Array;
  readonly siemens: Float64Array;
  /** Of each node the sum of the currents through resistances of which its own are the difference. */
  readonly current: Float64Array;
  readonly abstol: number;
  /** The largest residual of each so far, and when. */
  readonly worst: Float64Array;
  readonly time: Float64Array;
}

export interface RowChecks {
  readonly row: Int32Array;
  /** One of `rowKinds`. */
  readonly kind: Int32Array;
  /** y, without the rates and without a smooth function. */
  readonly y: FormList;
  /** What the row is the rate of besides, where it is of something. */
  readonly stored: FormList;
  readonly hasStored: Int32Array;
  /** Of switches the control and its thresholds, and the largest of its terms so far. */
  readonly control: FormList;
  readonly on: Float64Array;
  readonly off: Float64Array;
  readonly controls: Float64Array;
  /** Seconds by which switches may be late, if that is more than LATE allows: one number. */
  readonly late: Float64Array;
  /** Values of smooth functions, which script writes where there are any. */
  readonly smooth: Float64Array;
  readonly smoothCount: Int;
  readonly readSmooth: (w: Float64Array) => void;
  /** The largest terms, and the largest lambda so far. */
  readonly largest: Float64Array;
  readonly multipliers: Float64Array;
  /** Places of the units of rows and of unknowns, and what counts as nothing of them. */
  readonly rowUnit: Int32Array;
  readonly unit: Int32Array;
  readonly rowFloor: Float64Array;
  readonly floor: Float64Array;
  readonly worst: Float64Array;
  readonly time: Float64Array;
  /** y, lambda and what was asked at the worst point of a row with a multiplier: 1 y = 0, -1 lambda = 0, 0 either, 2 a pair. */
  readonly worstY: Float64Array;
  readonly worstLambda: Float64Array;
  readonly asked: Int32Array;
}

export interface PointChecks {
  readonly nodes: NodeChecks;
  readonly rows: RowChecks;
  /** Of each unknown the place of its unit, and the largest of each unit so far. */
  readonly unit: Int32Array;
  readonly largestOf: Float64Array;
}

function addTerm(to: Float64Array, node: Int, term: number): void {
  if (node >= 0) to[node] = (to[node] as number) + term;
}

function checkNodes(of: NodeChecks, w: Float64Array, rate: Float64Array, t: number, h: number): void {
  const { first, second, farads, siemens, current } = of;
  sumCurrents(of.currents, w, rate);
  const { sum, charge } = of.currents;
  current.fill(0);
  const linear = first.length;
  for (let k = 0; k < linear; k++) {
    const a = first[k] as number;
    const b = second[k] as number;
    const volts = Math.abs(a < 0 ? 0 : (w[a] as number)) + Math.abs(b < 0 ? 0 : (w[b] as number));
    const inCharge = (farads[k] as number) * volts;
    const inCurrent = (siemens[k] as number) * volts;
    addTerm(charge, a, inCharge);
    addTerm(current, a, inCurrent);
    addTerm(charge, b, inCharge);
    addTerm(current, b, inCurrent);
  }
  const count = sum.length;
  for (let n = 0; n < count; n++) {
    const missed = Math.abs(sum[n] as number);
    const rounding = (RATE_ROUNDING * (charge[n] as number)) / h + ROUNDING * (current[n] as number);
    noteLargest(of.worst, of.time, n, Math.max(0, missed - (rounding + of.abstol)), t);
  }
}

/** What a value is relative to: the largest of its own so far, at least the tolerance and a part of the circuit's largest. */
function scaleOf(largest: number, floor: number, shared: number): number {
  return Math.max(Math.max(largest, floor), SHARED_PART * shared);
}

/** What the control of row k asks for: 1 on, -1 off, 0 either. */
function demanded(of: RowChecks, w: Float64Array, k: Int): Int {
  const { control, controls } = of;
  let sum = 0;
  let most = controls[k] as number;
  const end = control.start[k + 1] as number;
  for (let e = control.start[k] as number; e < end; e++) {
    const term = (control.gain[e] as number) * (w[control.index[e] as number] as number);
    sum += term;
    most = Math.max(most, Math.abs(term));
  }
  controls[k] = most;
  if (sum > (of.on[k] as number) + BEYOND * most) return 1;
  return sum < (of.off[k] as number) - BEYOND * most ? -1 : 0;
}

function checkRows(of: PointChecks, w: Float64Array, rate: Float64Array, t: number, h: number): void {
  const { rows } = of;
  const { row, kind, y: form, stored, hasStored, smooth, largest, multipliers } = rows;
  const { worst, time } = rows;
  if (rows.smoothCount > 0) rows.readSmooth(w);
  const count = row.length;
  for (let k = 0; k < count; k++) {
    let y = 0;
    let terms = 0;
    const end = form.start[k + 1] as number;
    for (let e = form.start[k] as number; e < end; e++) {
      const term = (form.gain[e] as number) * (w[form.index[e] as number] as number);
      y += term;
      terms = Math.max(terms, Math.abs(term));
    }
    const place = row[k] as number;
    let nothing = 0;
    if ((hasStored[k] as number) > 0) {
      let sum = 0;
      const last = stored.start[k + 1] as number;
      for (let e = stored.start[k] as number; e < last; e++)
        sum += Math.abs((stored.gain[e] as number) * (w[stored.index[e] as number] as number));
      nothing = (RATE_ROUNDING * sum) / h;
      y += rate[place] as number;
      terms = Math.max(terms, Math.abs(rate[place] as number));
    }
    if (rows.smoothCount > 0) y -= smooth[k] as number;
    const most = Math.max(largest[k] as number, terms);
    largest[k] = most;
    if ((kind[k] as number) === rowKinds.equation) {
      noteLargest(worst, time, k, Math.max(0, Math.abs(y) - nothing), t);
      continue;
    }
    const lambda = w[place] as number;
    const greatest = Math.max(multipliers[k] as number, Math.abs(lambda));
    multipliers[k] = greatest;
    let asked: Int = 2;
    if ((kind[k] as number) === rowKinds.switch) {
      const demand = demanded(rows, w, k);
      asked = h > Math.max(LATE * t, rows.late[0] as number) ? demand : 0;
    }
    const known = missedNow(of, k);
    worst[k] = known;
    const missed: number = missOf(of, k, y, lambda, asked);
    if (missed <= known) continue;
    worst[k] = missed >= 0 ? missed : Infinity;
    time[k] = t;
    rows.worstY[k] = y;
    rows.worstLambda[k] = lambda;
    rows.asked[k] = asked;
  }
}

/** By how much y and lambda of row k miss what is asked of them, in their largest values so far: a pair has both signs right and one of both at 0. */
function missOf(of: PointChecks, k: Int, y: number, lambda: number, asked: Int): number {
  const { rows, largestOf } = of;
  const ofRow = largestOf[rows.rowUnit[k] as number] as number;
  const ofUnknown = largestOf[rows.unit[k] as number] as number;
  const perY = y / scaleOf(rows.largest[k] as number, rows.rowFloor[k] as number, ofRow);
  const perLambda = lambda / scaleOf(rows.multipliers[k] as number, rows.floor[k] as number, ofUnknown);
  if (asked === 2) return Math.abs(Math.min(perY, perLambda));
  if (asked > 0) return Math.abs(perY);
  return asked < 0 ? Math.abs(perLambda) : Math.min(Math.abs(perY), Math.abs(perLambda));
}

/**
 * What the worst point of row k misses in the largest values so far, which may have grown since: else the first points of a run, at which
 * all is small, would be the worst of all. Below 0 where none was checked.
 */
export function missedNow(of: PointChecks, k: Int): number {
  const { rows } = of;
  const worst = rows.worst[k] as number;
  // What is no number stays so.
  if (!(worst >= 0) || worst === Infinity) return worst;
  return missOf(of, k, rows.worstY[k] as number, rows.worstLambda[k] as number, rows.asked[k] as number);
}

/** Checks one point (z | u | 0) whose charges change at these rates, row by row, behind a step of h seconds. */
export function checkPoint(of: PointChecks, w: Float64Array, rate: Float64Array, t: number, h: number): void {
  const { unit, largestOf } = of;
  const count = unit.length;
  for (let k = 0; k < count; k++) {
    const own = unit[k] as number;
    largestOf[own] = Math.max(largestOf[own] as number, Math.abs(w[k] as number));
  }
  checkNodes(of.nodes, w, rate, t, h);
  checkRows(of, w, rate, t, h);
}
