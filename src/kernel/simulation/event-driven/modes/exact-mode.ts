/**
 * A mode as an autonomous linear system in xi = (x | z): the state and the generators of all inputs side by
 * side, so that one matrix propagates both,
 *
 *     xi' = A xi,   A = [f_x  f_u c + f_u' c S; 0  S],     lambda = L xi,  y = Y xi,  guards g = G xi >= 0.
 *
 * Guards are the tested rows (lambda in the active set, y elsewhere) and the bands of switches.
 */
import type { LinearGuard, RelayRow } from '../../linear/linear-model.js';
import type { MultiplierMap } from '../../linear/multiplier-map.js';
import type { SegmentPart } from '../../stream.js';
import type { GeneratorBank } from './generator-bank.js';
import {
  addScaledWide,
  doubleDoubles,
  DoubleDoubleSum,
  slicedWide,
  widened,
  type DoubleDoubles,
} from '../../../../numerics/dense/double-double.js';
import { linearMotion, motionRate, type LinearMotion } from '../motion/linear-motion.js';
import { modeData } from './mode-arrays.js';
import type { ModeData } from '../motion/mode-tables.js';
import type { ModeDynamics } from './mode-dynamics.js';
import { slowManifolds, type SlowManifold } from './slow-manifolds.js';
import type { WideMotion } from '../motion/wide-motion.js';
import { ModeIntegrals } from '../motion/mode-integrals.js';
import type { FormCoordinates, IntegralsOver, QuadraticLedger } from './quadratic-ledger.js';

export interface ExactMode {
  readonly id: number;
  /** The active set as a key of the selecting problem, a character a row. */
  readonly key: string;
  readonly dynamics: ModeDynamics;
  /** 1: switch that is on. */
  readonly on: Uint8Array;
  /** 1: row of the active set. */
  readonly active: Uint8Array;
  /** Length of xi and of its state part. */
  readonly size: number;
  readonly n: number;
  /** m x size. */
  readonly L: Float64Array;
  readonly Y: Float64Array;
  /** The model's multipliers over xi (L itself where no law was lifted) and which of its rows are not zero. */
  readonly multipliers: Float64Array;
  readonly carries: Uint8Array;
  /** Of what a point consists, over xi, with the flow that knows xi; made where somebody asks. */
  readonly parts: (points: PointReader) => readonly SegmentPart[];
  readonly partsOn: (manifold: SlowManifold, points: PointReader) => readonly SegmentPart[];
  /** Rows of the model that slide: y = 0 between the bounds of a relay. */
  readonly sliding: readonly number[];
  readonly guardCount: number;
  /** Row of each guard: m rows' own index, or the index of a switch's guard. */
  readonly guardRow: Int32Array;
  readonly guardIsSwitch: Uint8Array;
  /** Row of each switch. */
  readonly switchRow: Int32Array;
  /** What programs read of the mode. */
  readonly data: ModeData;
  /** Constraint over xi: constraints x size. */
  readonly constraint: Float64Array;
  /** The whole system, propagated where the fast part moves, or where there is none. */
  readonly full: LinearMotion;
  /** Motions on slow manifolds, where parts decay much faster than the rest moves; the slowest first; undefined until they are `wanted`, or at once in a stiff mode. */
  readonly slow: (wanted: boolean) => readonly SlowManifold[] | undefined;
  /** Whether its guards keep their digits over xi was looked at, where it began for the first time (`guard-digits.ts`). */
  lookedAt: boolean;
  /** Integrals over all time spent here but on slow manifolds, where somebody asks for them. */
  readonly integrals: ModeIntegrals | undefined;
  /** Those over the time on one manifold, and all there are. */
  readonly integralsOn: (manifold: SlowManifold) => ModeIntegrals | undefined;
  readonly allIntegrals: () => readonly IntegralsOver[];
}

export interface ExactModeContext {
  /** sqrt(M_ii) of each state, which makes states comparable. */
  readonly weight: Float64Array;
  readonly n: number;
  readonly m: number;
  readonly p: number;
  readonly bank: GeneratorBank;
  readonly guards: readonly LinearGuard[];
  /** 1 for a guard that is not followed. */
  readonly clocked: Uint8Array;
  /** How the model's multipliers follow from the rows', and where relays stand, where laws were lifted. */
  readonly map: MultiplierMap | undefined;
  readonly relays: readonly RelayRow[];
  readonly ledger: QuadraticLedger<ExactMode> | undefined;
  /** Length of the run, seconds. */
  readonly span: number;
}

/** Modes that would turn by so much over the run are looked at for slow manifolds before they are followed. */
const stiffAngle = 1e6;

export function buildExactMode(
  id: number,
  dynamics: ModeDynamics,
  forced: Int8Array,
  on: Uint8Array,
  context: ExactModeContext,
): ExactMode {
  const { n, m, p, bank, guards, clocked } = context;
  const size = n + bank.order;
  const wideA = doubleDoubles(size * size);
  overXi(dynamics.f, n, context, wideA);
  const A = wideA.hi;
  for (let i = 0; i < bank.order; i++) {
    for (let j = 0; j < bank.order; j++) A[(n + i) * size + n + j] = bank.S[i * bank.order + j]!;
  }
  const L = doubleDoubles(m * size);
  overXi(dynamics.lambda, m, context, L);
  const Y = doubleDoubles(m * size);
  overXi(dynamics.y, m, context, Y);
  const active = new Uint8Array(m);
  for (const i of dynamics.active) active[i] = 1;

  const rows: DoubleDoubles[] = [];
  const guardRow: number[] = [];
  const guardIsSwitch: number[] = [];
  for (let i = 0; i < m; i++) {
    if (forced[i] !== 0) continue;
    rows.push(slicedWide(active[i] === 1 ? L : Y, i * size, size));
    guardRow.push(i);
    guardIsSwitch.push(0);
  }
  guards.forEach((guard, g) => {
    if (clocked[g] === 1) return;
    rows.push(switchBand(guard, on[g] === 1, L, size, context));
    guardRow.push(g);
    guardIsSwitch.push(1);
  });
  const G = stack(rows, size);

  const constraint = new Float64Array(dynamics.constraints * size);
  const q = n + p;
  for (let r = 0; r < dynamics.constraints; r++) {
    for (let j = 0; j < n; j++) constraint[r * size + j] = dynamics.constraint[r * q + j]!;
    for (let j = 0; j < p; j++) {
      const h = dynamics.constraint[r * q + n + j]!;
      for (let k = 0; k < bank.order; k++) constraint[r * size + n + k]! += h * bank.c[j * bank.order + k]!;
    }
  }
  const multipliers = context.map ? modelMultipliers(context.map, L, size, n) : L;
  const carries = context.map ? new Uint8Array(context.map.m).fill(1) : active;
  const sliding = context.relays.filter(
    ({ vertical, between, above }) => vertical && active[between] === 1 && active[above] === 0,
  );
  const rate = motionRate(A, size, n);
  const like = firstMultiples(G, rows.length, size);
  const terms = G.hi.map(Math.abs);
  const full = linearMotion({ size, A, G: G.hi, guards: rows.length, like, terms, rate });
  const wide = (): WideMotion => ({
    ...{ size, states: n, A: wideA, forms: stack([G, multipliers], size) },
    ...{ guards: rows.length, multipliers: multipliers.hi.length / size },
  });
  const { ledger, weight } = context;
  const isStiff = rate * context.span > stiffAngle;
  let [manifolds, parts]: [(readonly SlowManifold[])?, (readonly SegmentPart[])?] = [];
  let data: ModeData | undefined;
  const ownStates = new Float64Array(n * size);
  for (let i = 0; i < n; i++) ownStates[i * size + i] = 1;
  const own = { size, states: ownStates, multipliers: multipliers.hi };
  const forms = (): readonly Float64Array[] => ledger?.forms(own) ?? [];
  const onManifolds = new Map<SlowManifold, IntegralsOver>();
  const partsOn = new Map<SlowManifold, readonly SegmentPart[]>();
  const coordinatesOn = ({ size: width, lift, multipliers: over }: SlowManifold): FormCoordinates => ({
    size: width,
    states: lift.subarray(0, n * width),
    multipliers: over,
  });
  const integralsOn = (manifold: SlowManifold): ModeIntegrals | undefined => {
    let over = onManifolds.get(manifold);
    if (over || !ledger) return over?.integrals;
    const coordinates = coordinatesOn(manifold);
    const motion = { size: manifold.size, n: manifold.size - bank.order, A: manifold.A, rate: manifold.rate };
    const integrals = new ModeIntegrals({ ...motion, weight, affine: false }, () =>
      ledger.forms(coordinates),
    );
    over = { coordinates, integrals };
    onManifolds.set(manifold, over);
    return integrals;
  };
  const mode: ExactMode = {
    id,
    key: active.join(''),
    dynamics,
    on: on.slice(),
    active,
    size,
    n,
    full,
    lookedAt: false,
    slow: (wanted) => (wanted || isStiff ? (manifolds ??= slowManifolds(wide(), like, weight)) : manifolds),
    L: L.hi,
    Y: Y.hi,
    multipliers: multipliers.hi,
    carries,
    parts: (points) =>
      (parts ??= [
        {
          ...pointOver(size, widened(ownStates), multipliers, n, carries, bank),
          ...{ size, motion: { A, rate }, ...points },
        },
      ]),
    partsOn: (manifold, points) => {
      let found = partsOn.get(manifold);
      if (!found) {
        const { size: width, wide, wideMultipliers } = manifold;
        found = [
          {
            ...pointOver(width, wide.lift, wideMultipliers, n, carries, bank),
            ...{ size: width, motion: manifold, ...points },
          },
        ];
        partsOn.set(manifold, found);
      }
      return found;
    },
    sliding: sliding.map(({ row }) => row),
    guardCount: rows.length,
    guardRow: Int32Array.from(guardRow),
    guardIsSwitch: Uint8Array.from(guardIsSwitch),
    switchRow: Int32Array.from(guards, ({ row }) => row),
    get data() {
      return (data ??= modeData(mode, weight));
    },
    constraint,
    integrals: ledger && new ModeIntegrals({ size, n, A, rate, weight, affine: bank.affine }, forms),
    integralsOn,
    allIntegrals: () => [
      ...(mode.integrals ? [{ coordinates: own, integrals: mode.integrals }] : []),
      ...onManifolds.values(),
    ],
  };
  return mode;
}

/** Reads points of the segment that a flow is at. */
type PointReader = Pick<SegmentPart, 'coordinates' | 'forms' | 'keep'>;

/**
 * (x | lambda | u) over so many coordinates, of which the last generate inputs; of u what the generators follow. The first rows of
 * `lift` are the states.
 */
function pointOver(
  size: number,
  lift: DoubleDoubles,
  multipliers: DoubleDoubles,
  n: number,
  carries: Uint8Array,
  { order, c, covered }: GeneratorBank,
): Omit<SegmentPart, 'size' | keyof PointReader> {
  const m = carries.length;
  const { hi: projection, lo: remainder } = doubleDoubles((n + m + covered.length) * size);
  for (const [target, states, rows] of [
    [projection, lift.hi, multipliers.hi] as const,
    [remainder, lift.lo, multipliers.lo] as const,
  ]) {
    target.set(states.subarray(0, n * size));
    for (let i = 0; i < m; i++) {
      if (carries[i] === 1) target.set(rows.subarray(i * size, (i + 1) * size), (n + i) * size);
    }
  }
  covered.forEach((j, k) => {
    projection.set(c.subarray(j * order, (j + 1) * order), (n + m + k) * size + size - order);
  });
  return {
    states: Int32Array.from({ length: n }, (_, j) => j),
    rows: Int32Array.from({ length: m }, (_, i) => i),
    inputs: covered,
    ...{ projection, remainder },
  };
}

/** Writes the model's multipliers at xi. */
export function multipliersAt(
  { multipliers, carries, size }: ExactMode,
  xi: Float64Array,
  lambda: Float64Array,
): void {
  for (let i = 0; i < lambda.length; i++) {
    let sum = 0;
    if (carries[i] === 1) for (let j = 0; j < size; j++) sum += multipliers[i * size + j]! * xi[j]!;
    lambda[i] = sum;
  }
}

/** Entries of multiples agree to this part of them: with gains of 1 TOhm a threshold is the fourteenth digit of a constant. */
const sameEntry = 1e-22;
/** Products of doubles that differ by so much are not the same with twice the digits either. */
const farApart = 1e-14;

function firstMultiples(G: DoubleDoubles, guards: number, size: number): Int32Array {
  const like = Int32Array.from({ length: guards }, (_, g) => g);
  for (let g = 1; g < guards; g++) {
    for (let f = 0; f < g && like[g] === g; f++) {
      if (like[f] === f && isMultiple(G, f * size, g * size, size)) like[g] = f;
    }
  }
  return like;
}

/** Whether the row at `b` is a positive multiple of the row at `a`: x_first y_j = y_first x_j with y_first / x_first > 0. */
function isMultiple({ hi, lo }: DoubleDoubles, a: number, b: number, size: number): boolean {
  let first = -1;
  const sum = new DoubleDoubleSum();
  for (let j = 0; j < size; j++) {
    const [x, y] = [a + j, b + j];
    if (hi[x] === 0 && hi[y] === 0) continue;
    if (first < 0) {
      first = j;
      const factor = hi[y]! / hi[x]!;
      if (!(factor > 0 && factor < Infinity)) return false;
    }
    const [product, other] = [hi[a + first]! * hi[y]!, hi[b + first]! * hi[x]!];
    if (Math.abs(product - other) > farApart * (Math.abs(product) + Math.abs(other))) return false;
    sum.clear().addProduct(hi[a + first]!, lo[a + first]!, hi[y]!, lo[y]!);
    sum.addProduct(-hi[b + first]!, -lo[b + first]!, hi[x]!, lo[x]!);
    if (sum.clean(sameEntry).hi !== 0) return false;
  }
  return first >= 0;
}

/** Rows over w = (x | u | u') become rows over xi = (x | z). */
function overXi(
  rows: DoubleDoubles,
  count: number,
  { n, p, bank }: ExactModeContext,
  out: DoubleDoubles,
): void {
  const width = n + 2 * p;
  const size = n + bank.order;
  const { order } = bank;
  const sum = new DoubleDoubleSum();
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < n; j++) {
      out.hi[i * size + j] = rows.hi[i * width + j]!;
      out.lo[i * size + j] = rows.lo[i * width + j]!;
    }
    for (let k = 0; k < order; k++) {
      sum.clear();
      for (let j = 0; j < p; j++) {
        const [u, du] = [i * width + n + j, i * width + n + p + j];
        sum.addProduct(rows.hi[u]!, rows.lo[u]!, bank.c[j * order + k]!, 0);
        sum.addProduct(rows.hi[du]!, rows.lo[du]!, bank.rate[j * order + k]!, 0);
      }
      sum.writeTo(out, i * size + n + k);
    }
  }
}

/** Matrices of `cols` columns one above the other. */
function stack(parts: readonly DoubleDoubles[], cols: number): DoubleDoubles {
  const out = doubleDoubles(parts.reduce((sum, { hi }) => sum + hi.length / cols, 0) * cols);
  let at = 0;
  for (const { hi, lo } of parts) {
    out.hi.set(hi, at);
    out.lo.set(lo, at);
    at += hi.length;
  }
  return out;
}

/** T L + t0: the constant falls to the leading 1 of z. */
function modelMultipliers(
  { m, rows, T, t0 }: MultiplierMap,
  L: DoubleDoubles,
  size: number,
  n: number,
): DoubleDoubles {
  const out = doubleDoubles(m * size);
  const sum = new DoubleDoubleSum();
  for (let i = 0; i < m; i++) {
    for (let r = 0; r < rows; r++) addScaledWide(out, i * size, T[i * rows + r]!, 0, L, r * size, size);
    const one = i * size + n;
    sum.clear().add(out.hi[one]!, out.lo[one]!).add(t0[i]!, 0).clean(sameEntry).writeTo(out, one);
  }
  return out;
}

/** control - off while on, on - control while off. */
function switchBand(
  { kx, kl, ku, guard }: LinearGuard,
  isOn: boolean,
  L: DoubleDoubles,
  size: number,
  { n, m, p, bank }: ExactModeContext,
): DoubleDoubles {
  const row = doubleDoubles(size);
  const sign = isOn ? 1 : -1;
  for (let j = 0; j < n; j++) row.hi[j] = sign * kx[j]!;
  for (let j = 0; j < p; j++) {
    for (let k = 0; k < bank.order; k++) row.hi[n + k]! += sign * ku[j]! * bank.c[j * bank.order + k]!;
  }
  row.hi[n]! -= sign * (isOn ? guard.off : guard.on);
  for (let i = 0; i < m; i++) addScaledWide(row, 0, sign * kl[i]!, 0, L, i * size, size);
  return row;
}
