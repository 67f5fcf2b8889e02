/**
 * The systems and interactions of a NonSmoothDynamicalSystem side by side, [notes] 1.1:
 *
 *     M x' = A x + F u + B lambda,    y = C x + D lambda + E u,
 *
 * with x = (x_1, x_2, ...), block-diagonal M, A, D and u the union of all signals (by identity).
 */
import type { LinearRelation } from '../modeling/first-order-relation.js';
import type { FirstOrderSystem, LinearDynamics } from '../modeling/first-order-system.js';
import type { LinearInput } from '../modeling/linear-input.js';
import { ModelError } from '../modeling/model-error.js';
import type { NonSmoothDynamicalSystem } from '../modeling/nonsmooth-dynamical-system.js';
import type { SwitchGuard } from '../modeling/nonsmooth-law.js';
import type { Signal } from '../modeling/signal.js';
import { liftLaws } from './lifted-laws.js';
import type { LinearGuard, LinearSystem, RelayRow } from './linear-model.js';

export type { LinearGuard, LinearSystem } from './linear-model.js';

/** Whether everything is linear with constant matrices, and every law a product of boxes. */
export function isLinearTimeInvariant({ systems, links }: NonSmoothDynamicalSystem): boolean {
  return (
    systems.every(({ linear }) => linear !== undefined) &&
    links.every(({ interaction: { relation, law } }) => relation.linear && (law.cones ?? []).length === 0)
  );
}

/**
 * Assembles the blocks; the sizes were checked when the model was built. Laws other than complementarity are
 * lifted to it (`lifted-laws.ts`). Throws `ModelError` unless the model `isLinearTimeInvariant`.
 */
export function assembleLinearSystem(nsds: NonSmoothDynamicalSystem): LinearSystem {
  const starts = new Map<FirstOrderSystem, number>();
  let n = 0;
  for (const system of nsds.systems) {
    starts.set(system, n);
    n += system.n;
  }
  const m = nsds.links.reduce((sum, { interaction }) => sum + interaction.m, 0);
  const signals = collectSignals(nsds);
  const p = signals.length;

  const x0 = new Float64Array(n);
  const F = new Float64Array(n * p);
  const blocks = nsds.systems.map((system) => ({
    system: linearPart(system),
    start: starts.get(system) ?? 0,
  }));
  for (const { system, start } of blocks) {
    x0.set(system.x0, start);
    if (system.b) addInput(F, p, start, system.b, signals);
  }

  const B = new Float64Array(n * m);
  const C = new Float64Array(m * n);
  const D = new Float64Array(m * m);
  const E = new Float64Array(m * p);
  const guards: LinearGuard[] = [];
  const relays: RelayRow[] = [];
  const flowIsY = new Int8Array(m);
  let row = 0;
  for (const { interaction, systems } of nsds.links) {
    const { law } = interaction;
    const relation = linearPart(interaction.relation);
    const place = statePlaces(systems, starts);
    for (let i = 0; i < relation.m; i++) {
      for (let j = 0; j < relation.n; j++) {
        C[(row + i) * n + place[j]!]! += relation.C[i * relation.n + j]!;
        B[place[j]! * m + row + i]! += relation.B[j * relation.m + i]!;
      }
      for (let k = 0; k < relation.m; k++) {
        D[(row + i) * m + row + k] = relation.D ? relation.D[i * relation.m + k]! : 0;
      }
    }
    if (law.flowIsY) flowIsY.set(law.flowIsY, row);
    if (relation.e) addInput(E, p, row, relation.e, signals);
    for (const guard of law.guards ?? []) {
      guards.push(placeGuard(guard, row, place, { n, m, p }, signals));
    }
    for (const { between, above } of law.relays ?? []) {
      relays.push({ row: row + between, vertical: true, between: row + between, above: row + above });
    }
    row += interaction.m;
  }
  const plain = { n, m, p, blocks, F, B, C, D, E, signals, guards, x0, flowIsY, relays };
  const laws = nsds.links.map(({ interaction }) => interaction.law);
  return laws.some(({ boxes }) => boxes) ? liftLaws(plain, laws) : plain;
}

function linearPart<Part extends LinearDynamics | LinearRelation>(of: {
  readonly name: string;
  readonly linear: Part | undefined;
}): Part {
  if (of.linear) return of.linear;
  throw new ModelError(
    `${of.name}: it is not linear with constant matrices, which this simulation needs; take TimeStepping`,
  );
}

function collectSignals(nsds: NonSmoothDynamicalSystem): Signal[] {
  const inputs: (LinearInput | undefined)[] = nsds.systems.map((system) => system.b);
  for (const { interaction } of nsds.links) {
    inputs.push(interaction.relation.linear?.e);
    for (const guard of interaction.law.guards ?? []) inputs.push(guard.controlInput);
  }
  return [...new Set(inputs.flatMap((input) => input?.signals ?? []))];
}

function addInput(
  gain: Float64Array,
  p: number,
  firstRow: number,
  input: LinearInput,
  signals: readonly Signal[],
): void {
  const width = input.signals.length;
  input.signals.forEach((signal, k) => {
    const column = signals.indexOf(signal);
    for (let i = 0; i < input.rows; i++) gain[(firstRow + i) * p + column]! += input.gain[i * width + k]!;
  });
}

/** Global state index of each entry of the relation's x. */
function statePlaces(
  systems: readonly FirstOrderSystem[],
  starts: ReadonlyMap<FirstOrderSystem, number>,
): Int32Array {
  const place: number[] = [];
  for (const system of systems) {
    const start = starts.get(system) ?? 0;
    for (let j = 0; j < system.n; j++) place.push(start + j);
  }
  return Int32Array.from(place);
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
