/**
 * The mode behind an event that is continuous with the one before it: of several solutions the nearest, and what is not coupled
 * to the event keeps its state. From the old active set (rows that switches force as they force now) rows that do not hold right
 * after t are exchanged, all at once, until every row holds:
 *
 *     g > 0,   or   g = 0 and the first derivative of g that is not 0 is positive      (g: lambda_i if i is active, else y_i)
 *
 * These are the rows of the mode itself, in the coordinates in which it keeps its digits, with no step between: a mode that is
 * found is a solution. A relay goes from one of its states to the other; where that leads in a circle it slides.
 * Nothing is found where a mode on the way has too high an index, where the state would jump, or where exchanging goes in a
 * circle: then the selecting problem decides (`mode-selector.ts`), and of what that leaves broken one row after the other is
 * exchanged. Cost: that of the modes on the way, where they are new.
 */
import type { RelayRow } from '../linear/linear-model.js';
import type { ExactFlow } from './exact-flow.js';
import type { ExactMode } from './modes/exact-mode.js';
import { canPin } from './meet-rows.js';
import { guardAt, rateOf, timeSlack } from './modes/guard-values.js';
import type { MotionPoint } from './modes/motion-point.js';
import { guardRounding, rateRounding } from './motion/rounding.js';

/** Modes that are looked at, and as many as there are rows in which a single one is broken: a fitted diode goes down its segments. */
const rounds = 12;

export interface Neighbourhood {
  readonly t: number;
  readonly xi: Float64Array;
  /** The mode before, where there is one. */
  readonly before: ExactMode | undefined;
  /** Guards of it that turned negative at t: those near 0 are 0, whatever rounding makes of them. */
  readonly fired: Int32Array;
  /** By row: 1 active, -1 not active whatever the sign, 0 as its law says. */
  readonly forced: Int8Array;
  readonly relays: readonly RelayRow[];
  /** Rows that stay as they are, whether they hold or not. */
  readonly held?: readonly number[];
  readonly segment: ExactFlow;
  readonly weight: Float64Array;
  /** Seconds within which the time is known at which guards fired. */
  readonly evtol: number;
  /** Takes modes that were looked at and do not hold. */
  readonly passed: Set<ExactMode>;
  /** The mode of an active set; undefined where its index is too high or the state is off its constraints. */
  readonly modeOf: (active: Uint8Array) => ExactMode | undefined;
}

/** The mode nearest to an active set in which every row holds right after t; undefined where none is found. */
export function nearbyMode(from: Uint8Array, place: Neighbourhood): ExactMode | undefined {
  const start = from.map((active, i) => (place.forced[i] === 0 ? active : place.forced[i]! > 0 ? 1 : 0));
  const turned = new Set<RelayRow>();
  const found = exchangeFrom(start, place, turned);
  if (found || turned.size === 0) return found;
  const sliding = start.slice();
  for (const { between, above } of turned) [sliding[between], sliding[above]] = [1, 0];
  return exchangeFrom(sliding, place, turned);
}

/**
 * The same, one row at a time, the one that is farthest off (principal pivoting): all segments of a fitted diode break where its
 * voltage jumps, though but one of them is to carry something.
 */
export function pivotedMode(from: Uint8Array, place: Neighbourhood): ExactMode | undefined {
  return exchangeFrom(from, place, new Set(), farthest);
}

/** Picks the rows that are exchanged. */
type Choice = (broken: readonly BrokenRow[]) => readonly BrokenRow[];

const all: Choice = (broken) => broken;
const farthest: Choice = ([first, ...others]) =>
  first ? [others.reduce((most, each) => (each.off > most.off ? each : most), first)] : [];

function exchangeFrom(
  start: Uint8Array,
  place: Neighbourhood,
  turned: Set<RelayRow>,
  choose: Choice = all,
): ExactMode | undefined {
  const seen = new Set<string>();
  let active = start;
  let left = rounds;
  for (let round = 0; round < rounds + start.length && left > 0; round++) {
    const key = active.join('');
    if (seen.has(key)) return undefined;
    seen.add(key);
    const mode = place.modeOf(active);
    if (!mode) return undefined;
    const broken = brokenRows(mode, place, mode === place.before ? place.fired : noGuards);
    if (broken.length === 0) return mode;
    if (mode !== place.before) place.passed.add(mode);
    if (broken.length > 1) left--;
    active = exchanged(active, choose(broken), place.relays, turned);
  }
  return undefined;
}

function exchanged(
  active: Uint8Array,
  broken: readonly BrokenRow[],
  relays: readonly RelayRow[],
  turned: Set<RelayRow>,
): Uint8Array {
  const next = active.slice();
  for (const { row } of broken) {
    const relay = relays.find(
      ({ vertical, between, above }) => vertical && (between === row || above === row),
    );
    if (!relay) {
      next[row] = 1 - active[row]!;
      continue;
    }
    const slides = active[relay.between] === 1 && active[relay.above] === 0;
    const on = slides ? row === relay.above : active[relay.between] === 0;
    if (!slides) turned.add(relay);
    next[relay.between] = next[relay.above] = on ? 1 : 0;
  }
  return next;
}

interface BrokenRow {
  readonly row: number;
  /** By how much it is negative, as a part of the largest value that it has had. */
  readonly off: number;
}

/** The rows that do not hold right after t. */
function brokenRows(
  mode: ExactMode,
  { t, xi, segment, weight, evtol, held }: Neighbourhood,
  fired: Int32Array,
): readonly BrokenRow[] {
  const point = segment.pointIn(mode, xi);
  let rates: Derivatives | undefined;
  const broken: BrokenRow[] = [];
  for (let k = 0; k < mode.guardCount; k++) {
    if (mode.guardIsSwitch[k] === 1 || held?.includes(mode.guardRow[k]!)) continue;
    const value = guardAt(point, k);
    const terms = termsAt(point, k, point.v);
    if (terms === 0 && isNothing(point, k)) continue;
    const passed = guardRounding * (segment.largestWith(mode, k, value) + terms);
    const hasFired = fired.includes(k);
    const pins = (): boolean => canPin(mode, k, value, point, segment, weight);
    // A guard that fired is 0 where it is positive by no more than the rounding of the states: segments of 1e-12 A beside 1 A.
    if (value > (hasFired ? passed : guardRounding * terms) && !(hasFired && pins())) continue;
    // A steep edge of a source goes some way within the rounding of t.
    const isZero = Math.abs(value) <= Math.max(passed, timeSlack(mode, k, point, t)) || pins();
    rates ??= new Derivatives(point);
    if (!isZero || isFalling(point, k, rates))
      broken.push({ row: mode.guardRow[k]!, off: -value / segment.largestWith(mode, k, value) });
  }
  return broken.length === 0 && fired.length > 0 ? firstOfFired(mode, point, fired, evtol) : broken;
}

/**
 * Where all that fired is positive by more than rounding, behind gains, the row whose guard is at 0 first: the time is known to no
 * more than evtol.
 */
function firstOfFired(
  mode: ExactMode,
  point: MotionPoint,
  fired: Int32Array,
  evtol: number,
): readonly BrokenRow[] {
  let first = evtol;
  let row: readonly BrokenRow[] = [];
  for (const k of fired) {
    if (mode.guardIsSwitch[k] === 1) continue;
    const left = guardAt(point, k) / -rateOf(point, k);
    if (!(left >= 0 && left <= first)) continue;
    first = left;
    row = [{ row: mode.guardRow[k]!, off: 0 }];
  }
  return row;
}

/** A derivative of the coordinates, and the magnitudes of the terms of which its entries are sums. */
interface Rates {
  readonly value: Float64Array;
  readonly terms: Float64Array;
}

/** Derivatives of the coordinates at a point, in rising order, each found where it is asked for: most guards are told by the first. */
class Derivatives {
  readonly #found: Rates[] = [];

  constructor(private readonly point: MotionPoint) {}

  /** Undefined from as many on as there are coordinates: by Cayley and Hamilton the others are 0 where these are. */
  at(order: number): Rates | undefined {
    const { size } = this.point.motion;
    while (this.#found.length <= order && this.#found.length < size) this.#found.push(this.#next());
    return this.#found[order];
  }

  #next(): Rates {
    const { A, size } = this.point.motion;
    const last = this.#found.at(-1)?.value ?? this.point.v;
    const value = new Float64Array(size);
    const terms = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const term = A[i * size + j]! * last[j]!;
        value[i]! += term;
        terms[i]! += Math.abs(term);
      }
    }
    return { value, terms };
  }
}

/** Whether the first derivative of a guard that is more than rounding is negative. */
function isFalling(point: MotionPoint, guard: number, rates: Derivatives): boolean {
  const { motion } = point;
  for (let order = 0; ; order++) {
    const derivative = rates.at(order);
    if (!derivative) return false;
    const { value, terms } = derivative;
    let rate = 0;
    for (let j = 0; j < motion.size; j++) rate += motion.G[guard * motion.size + j]! * value[j]!;
    if (Math.abs(rate) > rateRounding * termsAt(point, guard, terms)) return rate < 0;
  }
}

/** Whether a guard is 0 wherever the coordinates are. */
function isNothing({ motion: { G, size } }: MotionPoint, guard: number): boolean {
  for (let j = 0; j < size; j++) if (G[guard * size + j] !== 0) return false;
  return true;
}

function termsAt({ motion: { G, size } }: MotionPoint, guard: number, of: Float64Array): number {
  let terms = 0;
  for (let j = 0; j < size; j++) terms += Math.abs(G[guard * size + j]! * of[j]!);
  return terms;
}

const noGuards = new Int32Array(0);
