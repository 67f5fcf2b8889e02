/**
 * The systems and interactions of a NonSmoothDynamicalSystem side by side, [notes] 1.1:
 *
 *     M x' = A x + F u + B lambda,    y = C x + D lambda + E u,
 *
 * with x = (x_1, x_2, ...), block-diagonal M, A, D and u the union of all signals (by identity).
 */
import { linearRelation, type LinearRelation } from '../../modeling/relations/first-order-relation.js';
import { linearDynamics, type LinearDynamics } from '../../modeling/systems/first-order-system.js';
import type { LinearInput } from '../../modeling/signals/linear-input.js';
import { ModelError } from '../../modeling/model-error.js';
import { ModelLayout } from '../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import type { SwitchGuard } from '../../modeling/laws/nonsmooth-law.js';
import type { Signal } from '../../modeling/signals/signal.js';
import { liftLaws } from './lifted-laws.js';
import type { LinearGuard, LinearSystem, RelayRow } from './linear-model.js';

export type { LinearGuard, LinearSystem } from './linear-model.js';

/** Whether everything is linear with constant matrices, and every law a product of boxes. */
export function isLinearTimeInvariant({ systems, links }: NonSmoothDynamicalSystem): boolean {
  return (
    systems.every((system) => linearDynamics(system) !== undefined) &&
    links.every(
      ({ interaction: { relation, law } }) =>
        linearRelation(relation) && (law.cones ?? []).length === 0 && !law.restitution && !law.impulsive,
    )
  );
}

/**
 * Assembles the blocks; the sizes were checked when the model was built. Laws other than complementarity are
 * lifted to it (`lifted-laws.ts`). Throws `ModelError` unless the model `isLinearTimeInvariant`.
 */
export function assembleLinearSystem(nsds: NonSmoothDynamicalSystem): LinearSystem {
  const { n, m, x0, signals, systems, links } = new ModelLayout(nsds);
  const p = signals.length;

  const F = new Float64Array(n * p);
  const low = {
    ...{ A: new Float64Array(n * n), B: new Float64Array(n * m), C: new Float64Array(m * n) },
    ...{ D: new Float64Array(m * m), E: new Float64Array(m * p), F: new Float64Array(n * p) },
  };
  const blocks = systems.map(({ system, start }) => ({
    system: requireLinear(system.name, linearDynamics(system)),
    start,
  }));
  for (const { system, start } of blocks) {
    if (system.b) addInput(F, p, start, system.b, signals);
    if (system.b?.remainder) addInput(low.F, p, start, system.b, signals, system.b.remainder);
    for (let i = 0; system.remainder && i < system.n; i++) {
      low.A.set(system.remainder.subarray(i * system.n, (i + 1) * system.n), (start + i) * n + start);
    }
  }

  const B = new Float64Array(n * m);
  const C = new Float64Array(m * n);
  const D = new Float64Array(m * m);
  const E = new Float64Array(m * p);
  const guards: LinearGuard[] = [];
  const relays: RelayRow[] = [];
  const flowIsY = new Int8Array(m);
  for (const { interaction, row, place } of links) {
    const { law } = interaction;
    const relation = requireLinear(interaction.relation.name, linearRelation(interaction.relation));
    for (let i = 0; i < relation.m; i++) {
      for (let j = 0; j < relation.n; j++) {
        C[(row + i) * n + place[j]!]! += relation.C[i * relation.n + j]!;
        B[place[j]! * m + row + i]! += relation.B[j * relation.m + i]!;
        if (!relation.remainder) continue;
        low.C[(row + i) * n + place[j]!]! += relation.remainder.C[i * relation.n + j]!;
        low.B[place[j]! * m + row + i]! += relation.remainder.B[j * relation.m + i]!;
      }
      for (let k = 0; k < relation.m; k++) {
        D[(row + i) * m + row + k] = relation.D ? relation.D[i * relation.m + k]! : 0;
        if (relation.remainder) low.D[(row + i) * m + row + k] = relation.remainder.D[i * relation.m + k]!;
      }
    }
    if (law.flowIsY) flowIsY.set(law.flowIsY, row);
    if (relation.e) addInput(E, p, row, relation.e, signals);
    if (relation.e?.remainder) addInput(low.E, p, row, relation.e, signals, relation.e.remainder);
    for (const guard of law.guards ?? []) {
      guards.push(placeGuard(guard, row, place, { n, m, p }, signals));
    }
    for (const { between, above } of law.relays ?? []) {
      relays.push({ row: row + between, vertical: true, between: row + between, above: row + above });
    }
  }
  const remainders = nsds.links.map(({ interaction }) => linearRelation(interaction.relation)?.remainder);
  const exact = remainders.every((remainder) => remainder !== undefined);
  const cancelled = exact ? Math.max(0, ...remainders.map((each) => each?.cancelled ?? 0)) : undefined;
  const plain = {
    ...(exact && { remainder: low, cancelled }),
    ...{ n, m, p, blocks, F, B, C, D, E, signals, guards, x0, flowIsY, relays },
  };
  const laws = nsds.links.map(({ interaction }) => interaction.law);
  return laws.some(({ boxes }) => boxes) ? liftLaws(plain, laws) : plain;
}

function requireLinear<Part extends LinearDynamics | LinearRelation>(
  name: string,
  linear: Part | undefined,
): Part {
  if (linear) return linear;
  throw new ModelError(
    `${name}: it is not linear with constant matrices, which this simulation needs; take TimeStepping`,
  );
}

function addInput(
  gain: Float64Array,
  p: number,
  firstRow: number,
  input: LinearInput,
  signals: readonly Signal[],
  values = input.gain,
): void {
  const width = input.signals.length;
  input.signals.forEach((signal, k) => {
    const column = signals.indexOf(signal);
    for (let i = 0; i < input.rows; i++) gain[(firstRow + i) * p + column]! += values[i * width + k]!;
  });
}

function placeGuard(
  guard: SwitchGuard,
  firstRow: number,
  place: Int32Array,
  sizes: { readonly n: number; readonly m: number; readonly p: number },
  signals: readonly Signal[],
): LinearGuard {
  const kx = new Float64Array(sizes.n);
  const kl = new Float64Array(sizes.m);
  const ku = new Float64Array(sizes.p);
  guard.controlX.forEach((k, j) => (kx[place[j]!]! += k));
  kl.set(guard.controlLambda, firstRow);
  if (guard.controlInput) addInput(ku, sizes.p, 0, guard.controlInput, signals);
  return { row: firstRow + guard.row, kx, kl, ku, guard };
}
