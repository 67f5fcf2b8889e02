/**
 * A linear system whose laws are boxes as one whose rows are complementarity conditions and equations, so
 * that relays, equations and piecewise-linear graphs run through the same modes as diodes. The boxes of the
 * laws (`nonsmooth-law.ts`) become rows w = D1 mu + ..., lifted by `liftBox` (numerics/relay): one row more
 * for each box bounded on both sides. The model's multipliers are
 *
 *     lambda = T z + t0
 *
 * in the multipliers z of the lifted rows; D stays positive semidefinite where it was.
 */
import { multiply } from '../../../numerics/dense/matrix.js';
import { NOT_IDEAL } from '../../../numerics/lcp/mode.js';
import { liftBox, type BoxLift } from '../../../numerics/relay/box-lift.js';
import { constantSignal } from '../../modeling/signals/constant-signal.js';
import { boxesOf, type BoxRows, type NonSmoothLaw } from '../../modeling/laws/nonsmooth-law.js';
import type { LinearGuard, LinearSystem, RelayRow } from './linear-model.js';
import type { MultiplierMap } from './multiplier-map.js';

/** The boxes of several laws one after another, in the rows of the whole system. */
export function concatenateBoxes(laws: readonly NonSmoothLaw[]): BoxRows {
  const parts = laws.map(boxesOf);
  const join = (of: (boxes: BoxRows) => Float64Array): Float64Array =>
    Float64Array.from(parts.flatMap((boxes) => Array.from(of(boxes))));
  let first = 0;
  const row: number[] = [];
  laws.forEach((law, k) => {
    for (const i of parts[k]?.row ?? []) row.push(first + i);
    first += law.size;
  });
  return {
    row: Int32Array.from(row),
    lower: join(({ lower }) => lower),
    upper: join(({ upper }) => upper),
    shift: join(({ shift }) => shift),
    slope: join(({ slope }) => slope),
    offset: join(({ offset }) => offset),
  };
}

/** The matrix of the boxes, D1 = D[row_i, row_j] + diag(slope), and the constants shift + (D offset)[row]. */
export function boxMatrix(
  m: number,
  D: Float64Array,
  { row, shift, slope, offset }: BoxRows,
): { readonly D1: Float64Array; readonly constant: Float64Array } {
  const count = row.length;
  const D1 = new Float64Array(count * count);
  const constant = shift.slice();
  for (let a = 0; a < count; a++) {
    const start = row[a]! * m;
    for (let b = 0; b < count; b++) D1[a * count + b] = D[start + row[b]!]!;
    D1[a * count + a]! += slope[a]!;
    for (let j = 0; j < m; j++) constant[a]! += D[start + j]! * offset[j]!;
  }
  return { D1, constant };
}

export function liftLaws(system: LinearSystem, laws: readonly NonSmoothLaw[]): LinearSystem {
  const { n, m } = system;
  const boxes = concatenateBoxes(laws);
  const count = boxes.row.length;
  const { D1, constant } = boxMatrix(m, system.D, boxes);
  const lift = liftBox(count, D1, boxes.lower, boxes.upper);
  const multipliers = multiplierMap(m, boxes, lift);
  const { rows } = lift;
  const p = system.p + 1;
  const C = new Float64Array(rows * n);
  const E = new Float64Array(rows * p);
  for (let a = 0; a < rows; a++) {
    E[a * p + p - 1] = lift.constant[a]! + (a < count ? lift.sigma[a]! * constant[a]! : 0);
    if (a >= count) continue;
    const from = boxes.row[a]!;
    for (let j = 0; j < n; j++) C[a * n + j] = lift.sigma[a]! * system.C[from * n + j]!;
    for (let j = 0; j < p - 1; j++) E[a * p + j] = lift.sigma[a]! * system.E[from * (p - 1) + j]!;
  }
  const B = new Float64Array(n * rows);
  multiply(n, m, rows, system.B, multipliers.T, B);
  const F = new Float64Array(n * p);
  for (let i = 0; i < n; i++) {
    F.set(system.F.subarray(i * (p - 1), (i + 1) * (p - 1)), i * p);
    for (let j = 0; j < m; j++) F[i * p + p - 1]! += system.B[i * m + j]! * multipliers.t0[j]!;
  }
  const { remainder: _remainder, cancelled: _cancelled, ...rest } = system;
  return {
    ...rest,
    m: rows,
    p,
    signals: [...system.signals, constantSignal(1)],
    F,
    B,
    C,
    D: lift.M,
    E,
    guards: system.guards.map((guard) => liftGuard(guard, boxes, multipliers)),
    flowIsY: liftedKinds(system.flowIsY, laws, rows),
    equations: lift.forced,
    multipliers,
    relays: [...placeRelays(system.relays ?? [], boxes), ...relayRows(boxes, lift)],
  };
}

function multiplierMap(m: number, { row, offset }: BoxRows, { rows, base, sigma }: BoxLift): MultiplierMap {
  const T = new Float64Array(m * rows);
  const t0 = offset.slice();
  row.forEach((i, a) => {
    T[i * rows + a] = sigma[a]!;
    t0[i]! += base[a]!;
  });
  return { m, rows, T, t0 };
}

/** Relays that are two complementarity rows stay so: each of these has one box. */
function placeRelays(relays: readonly RelayRow[], { row }: BoxRows): RelayRow[] {
  return relays.map((relay) => ({
    ...relay,
    between: row.indexOf(relay.between),
    above: row.indexOf(relay.above),
  }));
}

function relayRows({ row, slope }: BoxRows, { second }: BoxLift): RelayRow[] {
  const relays: RelayRow[] = [];
  row.forEach((i, a) => {
    const above = second[a]!;
    if (above >= 0) relays.push({ row: i, vertical: slope[a] === 0, between: a, above });
  });
  return relays;
}

function liftGuard(guard: LinearGuard, { row }: BoxRows, map: MultiplierMap): LinearGuard {
  const kl = new Float64Array(map.rows);
  multiply(1, map.m, map.rows, guard.kl, map.T, kl);
  const ku = new Float64Array(guard.ku.length + 1);
  ku.set(guard.ku);
  for (let i = 0; i < map.m; i++) ku[guard.ku.length]! += guard.kl[i]! * map.t0[i]!;
  return { ...guard, row: row.indexOf(guard.row), kl, ku };
}

/** Complementary rows keep their kind, boxes carry no flow that should be least. */
function liftedKinds(kinds: Int8Array, laws: readonly NonSmoothLaw[], rows: number): Int8Array {
  const lifted = new Int8Array(rows).fill(NOT_IDEAL);
  let first = 0;
  let box = 0;
  for (const law of laws) {
    if (!law.boxes) lifted.set(kinds.subarray(first, first + law.size), box);
    first += law.size;
    box += law.boxes ? law.boxes.row.length : law.size;
  }
  return lifted;
}
