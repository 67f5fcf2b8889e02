/**
 * A mode as an autonomous linear system in xi = (x | z): the state and the generators of all inputs side by
 * side, so that one matrix propagates both,
 *
 *     xi' = A xi,   A = [f_x  f_u c + f_u' c S; 0  S],     lambda = L xi,  y = Y xi,  guards g = G xi >= 0.
 *
 * Guards are the tested rows (lambda in the active set, y elsewhere) and the bands of switches.
 */
import type { LinearGuard, RelayRow } from '../linear-model.js';
import type { MultiplierMap } from '../multiplier-map.js';
import type { SegmentPart } from '../stream.js';
import type { GeneratorBank } from './generator-bank.js';
import { linearMotion, motionRate, type LinearMotion } from './linear-motion.js';
import { modeData } from './mode-arrays.js';
import type { ModeData } from './mode-tables.js';
import type { ModeDynamics } from './mode-dynamics.js';
import { slowManifolds, type SlowManifold } from './slow-manifolds.js';
import { ModeIntegrals, type QuadraticLedger } from './mode-integrals.js';

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
  readonly parts: (coordinates: SegmentPart['coordinates']) => readonly SegmentPart[];
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
  /** Motions on slow manifolds, where parts decay much faster than the rest moves; the slowest first; undefined until they are `wanted`. */
  readonly slow: (wanted: boolean) => readonly SlowManifold[] | undefined;
  /** Integrals over all time spent here, where somebody asks for them. */
  readonly integrals: ModeIntegrals | undefined;
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
}

export function buildExactMode(
  id: number,
  dynamics: ModeDynamics,
  forced: Int8Array,
  on: Uint8Array,
  context: ExactModeContext,
): ExactMode {
  const { n, m, p, bank, guards, clocked } = context;
  const size = n + bank.order;
  const A = new Float64Array(size * size);
  overXi(dynamics.f, n, context, A);
  for (let i = 0; i < bank.order; i++) {
    for (let j = 0; j < bank.order; j++) A[(n + i) * size + n + j] = bank.S[i * bank.order + j]!;
  }
  const L = new Float64Array(m * size);
  overXi(dynamics.lambda, m, context, L);
  const Y = new Float64Array(m * size);
  overXi(dynamics.y, m, context, Y);
  const active = new Uint8Array(m);
  for (const i of dynamics.active) active[i] = 1;

  const rows: Float64Array[] = [];
  const guardRow: number[] = [];
  const guardIsSwitch: number[] = [];
  for (let i = 0; i < m; i++) {
    if (forced[i] !== 0) continue;
    rows.push((active[i] === 1 ? L : Y).subarray(i * size, (i + 1) * size));
    guardRow.push(i);
    guardIsSwitch.push(0);
  }
  guards.forEach((guard, g) => {
    if (clocked[g] === 1) return;
    rows.push(switchBand(guard, on[g] === 1, L, size, context));
    guardRow.push(g);
    guardIsSwitch.push(1);
  });
  const G = new Float64Array(rows.length * size);
  rows.forEach((row, r) => G.set(row, r * size));

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
  const full = linearMotion({ size, A, G, guards: rows.length, like, terms: G.map(Math.abs), rate });
  const { ledger, weight } = context;
  let manifolds: readonly SlowManifold[] | undefined;
  let parts: readonly SegmentPart[] | undefined;
  const forms = (): readonly Float64Array[] => ledger?.forms(mode) ?? [];
  let data: ModeData | undefined;
  const mode: ExactMode = {
    id,
    key: active.join(''),
    dynamics,
    on: on.slice(),
    active,
    size,
    n,
    full,
    slow: (wanted) => (wanted ? (manifolds ??= slowManifolds(full, weight)) : manifolds),
    L,
    Y,
    multipliers,
    carries,
    parts: (coordinates) =>
      (parts ??= [{ ...pointOver({ n, size, multipliers, carries }, bank), size, coordinates }]),
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
  };
  return mode;
}

/** (x | lambda | u) over xi = (x | z); of u what the generators follow. */
function pointOver(
  { n, size, multipliers, carries }: Pick<ExactMode, 'n' | 'size' | 'multipliers' | 'carries'>,
  { order, c, covered }: GeneratorBank,
): Omit<SegmentPart, 'size' | 'coordinates'> {
  const m = carries.length;
  const projection = new Float64Array((n + m + covered.length) * size);
  for (let j = 0; j < n; j++) projection[j * size + j] = 1;
  for (let i = 0; i < m; i++) {
    if (carries[i] === 1) projection.set(multipliers.subarray(i * size, (i + 1) * size), (n + i) * size);
  }
  covered.forEach((j, k) => {
    projection.set(c.subarray(j * order, (j + 1) * order), (n + m + k) * size + n);
  });
  return {
    states: Int32Array.from({ length: n }, (_, j) => j),
    rows: Int32Array.from({ length: m }, (_, i) => i),
    inputs: covered,
    projection,
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

/** Entries of multiples agree to this part of them. */
const sameEntry = 1e-12;

function firstMultiples(G: Float64Array, guards: number, size: number): Int32Array {
  const like = Int32Array.from({ length: guards }, (_, g) => g);
  for (let g = 1; g < guards; g++) {
    for (let f = 0; f < g && like[g] === g; f++) {
      if (like[f] === f && isMultiple(G, f * size, g * size, size)) like[g] = f;
    }
  }
  return like;
}

/** Whether the row at `b` is a positive multiple of the row at `a`. */
function isMultiple(G: Float64Array, a: number, b: number, size: number): boolean {
  let factor = 0;
  for (let j = 0; j < size; j++) {
    const [x, y] = [G[a + j]!, G[b + j]!];
    if (x === 0 && y === 0) continue;
    if (factor === 0) factor = y / x;
    if (!(factor > 0 && factor < Infinity)) return false;
    if (Math.abs(y - factor * x) > sameEntry * Math.abs(y)) return false;
  }
  return factor > 0;
}

/** Rows over w = (x | u | u') become rows over xi = (x | z). */
function overXi(
  rows: Float64Array,
  count: number,
  { n, p, bank }: ExactModeContext,
  out: Float64Array,
): void {
  const width = n + 2 * p;
  const size = n + bank.order;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < n; j++) out[i * size + j]! += rows[i * width + j]!;
    for (let j = 0; j < p; j++) {
      const u = rows[i * width + n + j]!;
      const du = rows[i * width + n + p + j]!;
      for (let k = 0; k < bank.order; k++) {
        out[i * size + n + k]! += u * bank.c[j * bank.order + k]! + du * bank.rate[j * bank.order + k]!;
      }
    }
  }
}

/** T L + t0: the constant falls to the leading 1 of z. */
function modelMultipliers(
  { m, rows, T, t0 }: MultiplierMap,
  L: Float64Array,
  size: number,
  n: number,
): Float64Array {
  const out = new Float64Array(m * size);
  for (let i = 0; i < m; i++) {
    for (let r = 0; r < rows; r++) {
      const factor = T[i * rows + r]!;
      if (factor === 0) continue;
      for (let j = 0; j < size; j++) out[i * size + j]! += factor * L[r * size + j]!;
    }
    out[i * size + n]! += t0[i]!;
  }
  return out;
}

/** control - off while on, on - control while off. */
function switchBand(
  { kx, kl, ku, guard }: LinearGuard,
  isOn: boolean,
  L: Float64Array,
  size: number,
  { n, m, p, bank }: ExactModeContext,
): Float64Array {
  const row = new Float64Array(size);
  const sign = isOn ? 1 : -1;
  for (let j = 0; j < n; j++) row[j] = sign * kx[j]!;
  for (let i = 0; i < m; i++) {
    if (kl[i] === 0) continue;
    for (let j = 0; j < size; j++) row[j]! += sign * kl[i]! * L[i * size + j]!;
  }
  for (let j = 0; j < p; j++) {
    for (let k = 0; k < bank.order; k++) row[n + k]! += sign * ku[j]! * bank.c[j * bank.order + k]!;
  }
  row[n]! -= sign * (isOn ? guard.off : guard.on);
  return row;
}
