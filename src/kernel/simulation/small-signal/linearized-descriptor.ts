/**
 * Small changes of a descriptor system about a point (z, u) in its mode:
 *
 *     (G + s C) dz + (S + s T) du + sum_d S_d H_d(s) form_d . (dz, du) = 0,      H_d = exp(-s delay_d), or a response given,
 *
 * G = K + sum df/dz and C = Q + sum dq/dz, where the row of a pair or guard that rests reads dz_unknown = 0. The input of a
 * delay is no input here: it is what the run sent, H of it. Cost: linear in entries and laws.
 * Source: [Vlach-Singhal 1994] ch. 4, 6.
 */
import { Triplets } from '../../../numerics/sparse/sparse-matrix.js';
import type { DescriptorSystem, SparseForm } from '../../modeling/descriptor-system.js';
import type { DelayedSignal } from '../../modeling/signals/delayed-signal.js';
import { ResponseSignal, type Transfer } from '../../modeling/signals/response-signal.js';
import { evaluatorOf, type LocalGroup } from '../../modeling/laws/local-law.js';

/** Which pairs and guards rest: 1 where z_unknown = 0 holds instead of the row. */
export interface DescriptorMode {
  readonly pairs: ArrayLike<number>;
  readonly guards: ArrayLike<number>;
}

export interface LinearizedDescriptor {
  readonly size: number;
  readonly inputCount: number;
  /** size x size. */
  readonly G: Triplets;
  readonly C: Triplets;
  /** size x inputs. */
  readonly S: Triplets;
  readonly T: Triplets;
  readonly delays: readonly LinearizedDelay[];
}

/** What enters row `rows[k]` by `gains[k]` times H times the form. */
export interface LinearizedDelay {
  readonly transfer: Transfer;
  readonly form: SparseForm;
  readonly rows: readonly number[];
  readonly gains: readonly number[];
}

/** Linearizes a system at (z, u). */
export function linearizeDescriptor(
  system: DescriptorSystem,
  z: Float64Array,
  u: Float64Array,
  mode: DescriptorMode,
): LinearizedDescriptor {
  const { size, inputs, K, Q, groups, pairs, guards, delays } = system;
  const resting = new Uint8Array(size);
  const [G, C, S, T] = [new Triplets(), new Triplets(), new Triplets(), new Triplets()];
  const rest = (row: number, unknown: number): void => {
    resting[row] = 1;
    G.add(row, unknown, 1);
  };
  pairs.forEach(({ row, unknown }, p) => {
    if (mode.pairs[p] === 1) rest(row, unknown);
  });
  guards.forEach(({ row, unknown }, g) => {
    if (mode.guards[g] === 1) rest(row, unknown);
  });
  const copy = (from: Triplets, to: Triplets): void => {
    for (let k = 0; k < from.length; k++)
      if (resting[from.row[k]!] === 0) to.add(from.row[k]!, from.col[k]!, from.value[k]!);
  };
  copy(K, G);
  copy(Q, C);
  const delayed = new Map(
    delays.map(({ input, form, signal }) => [input, { form, transfer: transferOf(signal) }]),
  );
  const entering = new Map<number, { rows: number[]; gains: number[] }>();
  for (let k = 0; k < system.S.length; k++) {
    const [row, input, value] = [system.S.row[k]!, system.S.col[k]!, system.S.value[k]!];
    if (resting[row] === 1) continue;
    if (!delayed.has(input)) {
      S.add(row, input, value);
      continue;
    }
    const places = entering.get(input) ?? { rows: [], gains: [] };
    entering.set(input, places);
    places.rows.push(row);
    places.gains.push(value);
  }
  for (const group of groups) addLaws(group, { size, z, u, resting, G, C, S, T });
  return {
    ...{ size, inputCount: inputs.length, G, C, S, T },
    delays: [...entering].flatMap(([input, places]) => {
      const sent = delayed.get(input);
      return sent ? [{ ...sent, ...places }] : [];
    }),
  };
}

function transferOf(signal: DelayedSignal): Transfer {
  if (signal instanceof ResponseSignal) return signal.response;
  return (omega) => [Math.cos(omega * signal.delay), -Math.sin(omega * signal.delay)];
}

interface Sums {
  readonly size: number;
  readonly z: Float64Array;
  readonly u: Float64Array;
  readonly resting: Uint8Array;
  readonly G: Triplets;
  readonly C: Triplets;
  readonly S: Triplets;
  readonly T: Triplets;
}

function addLaws(group: LocalGroup, sums: Sums): void {
  const { law, count, reads, rows } = group;
  const { size, z, u, resting, G, C, S, T } = sums;
  const { point, evaluate } = evaluatorOf(group, (read) => (read < size ? z[read]! : u[read - size]!));
  for (let k = 0; k < count; k++) {
    evaluate(k);
    for (let i = 0; i < law.rows; i++) {
      const row = rows[k * law.rows + i]!;
      if (row < 0 || resting[row] === 1) continue;
      for (let j = 0; j < law.reads; j++) {
        const at = reads[k * law.reads + j]!;
        if (at < 0) continue;
        const [conductance, capacitance] = [point.df[i * law.reads + j]!, point.dq[i * law.reads + j]!];
        const [still, moving, column] = at < size ? [G, C, at] : [S, T, at - size];
        if (conductance !== 0) still.add(row, column, conductance);
        if (capacitance !== 0) moving.add(row, column, capacitance);
      }
    }
  }
}
