/**
 * The energy of sparse steps, one after the other (`sparse-energy.ts`), over arrays that stay where they are: as it stands here, or as
 * machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../base/int.js';
import { copyNumbers } from '../../../numerics/dense/short-arrays.js';
import { type BranchArrays, evaluateLaw, type LawArrays, readBranches } from './branch-loops.js';

/** Places of powers and of their integrals: from sources, into heat, into what stores as the scheme has it, into lines. */
export const powerPlaces = Object.freeze({ delivered: 0, dissipated: 1, storing: 2, lines: 3, flowed: 4 });
/** Of branches whose power follows otherwise. */
export const elsewhere = -1;
/** Into smooth laws without their charges at the point that was read last, watts: heat, and what laws with rates store. */
export const lawPowers = Object.freeze({ heat: 0, stored: 1 });
/**
 * Joules: of linear storage at the start; of charges of laws and of series charges since then; lost in jumps. 1 where there was a start.
 */
export const sumPlaces = Object.freeze({ first: 0, inCharges: 1, jumps: 2, begun: 3, count: 4 });
/** As the second unknown of linear storage: its energy is a square. */
export const squared = -2;

/** Of what flows in a step: more that its stages do not explain is a corner, or a transient shorter than the step ... */
const TRANSIENT_PART = 0.01;
/** ... unless it is nothing beside what has flowed before. */
const SMALL_PART = 1e-9;
/** Part by which a transient changes the power of the sources that it reaches. */
const REACHED = 0.1;

export interface EnergyArrays {
  readonly branches: BranchArrays;
  readonly laws: readonly LawArrays[];
  /** Charges of all rows of all laws at the last point, and that point. */
  readonly charges: Float64Array;
  readonly last: Float64Array;
  /** By branch the place of its power. */
  readonly shares: Int32Array;
  /** Powers into currents that store: voltage between two unknowns (-1 for ground) times the rate of a row. */
  readonly plus: Int32Array;
  readonly minus: Int32Array;
  readonly rows: Int32Array;
  /** Nodes whose charge is energy. */
  readonly nodes: Int32Array;
  /** Branches whose charge is that of a capacitor in series with them, the capacitors, and their farads. */
  readonly seriesBranch: Int32Array;
  readonly seriesCapacitor: Int32Array;
  readonly seriesFarads: Float64Array;
  /** Linear storage: a gain times half a voltage between two unknowns (or a current, alone) times that again or another current. */
  readonly linearPlus: Int32Array;
  readonly linearMinus: Int32Array;
  readonly linearOther: Int32Array;
  readonly linearGain: Float64Array;
  readonly powers: Float64Array;
  /** Joules, and before the step. */
  readonly totals: Float64Array;
  readonly before: Float64Array;
  readonly lawPowers: Float64Array;
  /** At the places of `sumPlaces`. */
  readonly sums: Float64Array;
}

/** A step with its points (z | u | 0) and rates by row, and the weights of the stages and where they stand in parts of it. */
export interface StepEnergy {
  readonly energy: EnergyArrays;
  readonly points: readonly Float64Array[];
  readonly rates: readonly Float64Array[];
  readonly weights: Float64Array;
  readonly nodes: Float64Array;
}

function across(of: BranchArrays, w: Float64Array, k: Int): number {
  const p = of.a[k] as number;
  const q = of.b[k] as number;
  return (p < 0 ? 0 : (w[p] as number)) - (q < 0 ? 0 : (w[q] as number));
}

/** Whether a point is another one than the last. */
function hasMoved(of: EnergyArrays, w: Float64Array): boolean {
  const { last } = of;
  const count = last.length;
  for (let k = 0; k < count; k++) if ((last[k] as number) !== (w[k] as number)) return true;
  return false;
}

/** Evaluates all laws at w and keeps their powers; returns the energy that charges took from the last point, where there is one. */
function moveCharges(of: EnergyArrays, w: Float64Array, isBegun: boolean): number {
  const { branches, laws, charges, last, seriesBranch, seriesCapacitor, seriesFarads } = of;
  let energy = 0;
  let heat = 0;
  let stored = 0;
  let next = 0;
  const kinds = laws.length;
  for (let g = 0; g < kinds; g++) {
    const law = laws[g] as LawArrays;
    const { rows, rowCount, hasRates } = law;
    const { f, q } = law.point;
    const instances = law.count;
    for (let k = 0; k < instances; k++) {
      evaluateLaw(law, k, w);
      for (let r = 0; r < rowCount; r++) {
        const node = rows[k * rowCount + r] as number;
        const v = node < 0 ? 0 : (w[node] as number);
        const before = node < 0 ? 0 : (last[node] as number);
        const charge = q[r] as number;
        if (isBegun) energy += ((v + before) / 2) * (charge - (charges[next] as number));
        charges[next] = charge;
        if (hasRates) stored += v * (f[r] as number);
        else heat += v * (f[r] as number);
        next++;
      }
    }
  }
  of.lawPowers[lawPowers.heat] = heat;
  of.lawPowers[lawPowers.stored] = stored;
  if (!isBegun) return energy;
  const series = seriesBranch.length;
  for (let k = 0; k < series; k++) {
    const capacitor = seriesCapacitor[k] as number;
    const branch = seriesBranch[k] as number;
    const moved =
      (seriesFarads[k] as number) * (across(branches, w, capacitor) - across(branches, last, capacitor));
    energy += ((across(branches, w, branch) + across(branches, last, branch)) / 2) * moved;
  }
  return energy;
}

/**
 * Adds `weight` times the powers at a stage. `stored` flows into laws with rates; the heat of laws is `heat` where it is known,
 * and follows from the rest where not.
 */
function addPowers(
  of: EnergyArrays,
  w: Float64Array,
  rates: Float64Array,
  weight: number,
  stored: number,
  heat: number,
  isHeatKnown: boolean,
): void {
  const { branches, shares, powers, totals, laws, nodes, rows, plus, minus } = of;
  readBranches(branches, w);
  const { v, i, count } = branches;
  powers.fill(0);
  let power = 0;
  const places = nodes.length;
  for (let k = 0; k < places; k++) {
    const n = nodes[k] as number;
    power += (w[n] as number) * (rates[n] as number);
  }
  const stores = rows.length;
  for (let k = 0; k < stores; k++) {
    const p = plus[k] as number;
    const q = minus[k] as number;
    const volts = (p < 0 ? 0 : (w[p] as number)) - (q < 0 ? 0 : (w[q] as number));
    power += volts * (rates[rows[k] as number] as number);
  }
  powers[powerPlaces.storing] = power + stored;
  // What one source delivers another one may take.
  let carried = 0;
  for (let k = 0; k < count; k++) {
    const place = shares[k] as number;
    if (place === elsewhere) continue;
    const into = (v[k] as number) * (i[k] as number);
    if (place === powerPlaces.delivered) carried += Math.abs(into);
    powers[place] = (powers[place] as number) + (place === powerPlaces.delivered ? -into : into);
  }
  if (laws.length > 0) {
    const out = powers[powerPlaces.delivered] as number;
    const rest = powers[powerPlaces.dissipated] as number;
    const others =
      out - rest - (powers[powerPlaces.storing] as number) - (powers[powerPlaces.lines] as number);
    powers[powerPlaces.dissipated] = rest + (isHeatKnown ? heat : others);
  }
  const kinds = powers.length;
  for (let k = 0; k < kinds; k++) totals[k] = (totals[k] as number) + weight * (powers[k] as number);
  totals[powerPlaces.flowed] = (totals[powerPlaces.flowed] as number) + weight * carried;
}

/** Energy of linear capacitors and inductors. */
export function linearEnergy(of: EnergyArrays, w: Float64Array): number {
  const { linearPlus, linearMinus, linearOther, linearGain } = of;
  const count = linearGain.length;
  let energy = 0;
  for (let k = 0; k < count; k++) {
    const p = linearPlus[k] as number;
    const q = linearMinus[k] as number;
    const other = linearOther[k] as number;
    const one = (p < 0 ? 0 : (w[p] as number)) - (q < 0 ? 0 : (w[q] as number));
    let second = one;
    if (other !== squared) second = other < 0 ? 0 : (w[other] as number);
    energy += ((linearGain[k] as number) * one * second) / 2;
  }
  return energy;
}

/** What a place of the totals has gained in the step. */
function gain(of: EnergyArrays, place: Int): number {
  return (of.totals[place] as number) - (of.before[place] as number);
}

/** Takes the state behind a jump, or at the start. */
function jump(of: EnergyArrays, w: Float64Array): void {
  const { sums, last } = of;
  const isBegun = (sums[sumPlaces.begun] as number) > 0;
  const before = linearEnergy(of, last);
  const after = linearEnergy(of, w);
  const charges = moveCharges(of, w, isBegun);
  if (isBegun) {
    sums[sumPlaces.inCharges] = (sums[sumPlaces.inCharges] as number) + charges;
    sums[sumPlaces.jumps] = (sums[sumPlaces.jumps] as number) - (after - before + charges);
  } else sums[sumPlaces.first] = after;
  sums[sumPlaces.begun] = 1;
  keep(of, w);
}

/** Takes a point as the last one. */
function keep(of: EnergyArrays, w: Float64Array): void {
  const { last } = of;
  const count = last.length;
  for (let k = 0; k < count; k++) last[k] = w[k] as number;
}

/**
 * Whether the powers at the stages of a step balance, and explain what was stored in it, where that is known. They do not where the
 * step begins off its equations (a source has a corner there): the stages behind its start do. Where what an event began has died
 * away within the step none do; then its end counts for all of it, and what is stored less is lost in a jump.
 */
function stagesBalance(of: EnergyArrays, isStoredKnown: boolean, stored: number): boolean {
  const out = gain(of, powerPlaces.delivered);
  const heat = gain(of, powerPlaces.dissipated);
  // What is on its way in lines is known at their ends alone.
  const into = gain(of, powerPlaces.storing);
  const open = Math.abs(out - heat - into - gain(of, powerPlaces.lines));
  const off = isStoredKnown ? Math.max(open, Math.abs(into - stored)) : open;
  if (off <= TRANSIENT_PART * (Math.abs(out) + Math.abs(heat))) return true;
  return off <= SMALL_PART * (of.totals[powerPlaces.flowed] as number);
}

/** Takes a step of h seconds; `isAfterEvent` where the state may have jumped where it begins. */
export function balanceStep(of: StepEnergy, h: number, isAfterEvent: boolean): void {
  const { energy, points, rates, weights, nodes } = of;
  const { totals, before, sums, lawPowers: powers } = energy;
  const end = points.length - 1;
  const first = points[0] as Float64Array;
  const last = points[end] as Float64Array;
  // A corner of a source moves currents and rates at once, an event everything.
  const begins = (sums[sumPlaces.begun] as number) === 0 || isAfterEvent || hasMoved(energy, first);
  if (begins) jump(energy, first);
  copyNumbers(totals, before);
  const heatBefore = powers[lawPowers.heat] as number;
  const storedBefore = powers[lawPowers.stored] as number;
  const moved = moveCharges(energy, last, true);
  const heatAfter = powers[lawPowers.heat] as number;
  const storedAfter = powers[lawPowers.stored] as number;
  let byRates = 0;
  for (let j = 0; j <= end; j++) {
    const weight = h * (weights[j] as number);
    const into = storedBefore + (nodes[j] as number) * (storedAfter - storedBefore);
    byRates += weight * into;
    const known = j === 0 ? heatBefore : heatAfter;
    const isEnd = j === 0 || j === end;
    addPowers(energy, points[j] as Float64Array, rates[j] as Float64Array, weight, into, known, isEnd);
  }
  // What is stored is known for ends alone: it is looked at where something was switched.
  let charged = 0;
  if (begins) charged = linearEnergy(energy, last) - linearEnergy(energy, first) + moved;
  if (!stagesBalance(energy, begins, charged + byRates)) {
    const out = totals[powerPlaces.delivered] as number;
    copyNumbers(before, totals);
    // Weights of the last two stages that integrate lines exactly.
    const inner = nodes[end - 1] as number;
    const part = 0.5 / (1 - inner);
    const atInner = storedBefore + inner * (storedAfter - storedBefore);
    byRates = h * (part * atInner + (1 - part) * storedAfter);
    const innerPoint = points[end - 1] as Float64Array;
    addPowers(energy, innerPoint, rates[end - 1] as Float64Array, h * part, atInner, heatAfter, false);
    addPowers(energy, last, rates[end] as Float64Array, h * (1 - part), storedAfter, heatAfter, true);
    if (!stagesBalance(energy, begins, charged + byRates)) {
      copyNumbers(before, totals);
      byRates = h * storedAfter;
      addPowers(energy, last, rates[end] as Float64Array, h, storedAfter, heatAfter, true);
      // Sources that the transient does not reach have delivered what the stages say.
      const change = out - (totals[powerPlaces.delivered] as number);
      if (Math.abs(change) < REACHED * Math.abs(out - (before[powerPlaces.delivered] as number))) {
        totals[powerPlaces.delivered] = out;
        totals[powerPlaces.storing] = (totals[powerPlaces.storing] as number) + change;
      }
      if (begins)
        sums[sumPlaces.jumps] =
          (sums[sumPlaces.jumps] as number) + (gain(energy, powerPlaces.storing) - charged - byRates);
    }
  }
  sums[sumPlaces.inCharges] = (sums[sumPlaces.inCharges] as number) + (moved + byRates);
  keep(energy, last);
}
