/**
 * Linear mechanical systems and their contacts laid out for Moreau-Jean steps of one size h, [notes] 10.2. With
 * W = M + h theta C + h^2 theta^2 K a step without contact is
 *
 *     v_free = v + W^-1 [h F - (h C + h^2 theta K) v - h K q],
 *
 * contacts have gaps y = H q + e, rates H v, and impulses r with
 *
 *     v_k+1 = v_free + W^-1 H^T r,     u = H v_k+1 = D r + H v_free,     D = H W^-1 H^T,
 *
 * D by blocks, one a pair of interactions that share a system. Rows are kept as short lists of (state, coefficient), so a
 * step costs what the graph of contacts costs; nothing is as large as (systems)^2.
 */
import { blockEntry, blockMatrix, type BlockMatrix } from '../../../numerics/sparse/block-matrix.js';
import { factorLU, solveManyLU } from '../../../numerics/dense/lu.js';
import { contactKind, type ContactProblem } from '../../../numerics/friction/contact-problem.js';
import { LagrangianRelation, type LinearOutput } from '../../modeling/relations/lagrangian-relation.js';
import type { Relation } from '../../modeling/relations/relation.js';
import { ModelError } from '../../modeling/model-error.js';
import { ModelLayout, type PlacedLink } from '../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import { boxesOf, type NonSmoothLaw } from '../../modeling/laws/nonsmooth-law.js';
import { isSecondOrder, type LinearMechanics } from '../../modeling/systems/second-order-system.js';
import type { ContactScheme } from '../integrators/one-step-integrator.js';

/** Whether every system is linear mechanics and every interaction a linear contact, joint or dry friction. */
export function isLinearContactModel({
  systems,
  links,
  reinitialisations,
}: NonSmoothDynamicalSystem): boolean {
  return (
    reinitialisations.length === 0 &&
    systems.length > 0 &&
    systems.every((system) => isSecondOrder(system) && system.linearMechanics && !system.boundary) &&
    links.every(
      ({ interaction: { relation, law } }) =>
        relation instanceof LagrangianRelation && relation.linearOutput && isPlainLaw(law),
    )
  );
}

/** Coulomb's law on all rows, or one plain box a row. */
function isPlainLaw(law: NonSmoothLaw): boolean {
  if (law.guards || law.cones || law.relays) return false;
  if (law.coulomb) return law.coulomb.length === 1 && law.coulomb[0]!.size === law.size;
  const { row, shift, slope, offset } = boxesOf(law);
  const zero = [shift, slope, offset].every((values) => values.every((value) => value === 0));
  return zero && row.length === law.size && row.every((at, i) => at === i);
}

/** One system in a step of size h. */
export interface SystemMap {
  readonly mechanics: LinearMechanics;
  /** Its q stands from `start` on in x, its v behind it. */
  readonly start: number;
  readonly equation: number;
  readonly size: number;
  /** W^-1 (size x size). */
  readonly inverse: Float64Array;
  /** -W^-1 (h C + h^2 theta K) and -h W^-1 K; absent where C and K are. */
  readonly byV: Float64Array | undefined;
  readonly byQ: Float64Array | undefined;
}

/** Rows of all interactions as lists without zeros: row i of H has the entries start[i] .. start[i+1]-1. */
export interface ContactRows {
  readonly m: number;
  readonly start: Int32Array;
  /** Places of q and v in x and of the equation. */
  readonly q: Int32Array;
  readonly v: Int32Array;
  readonly equation: Int32Array;
  readonly H: Float64Array;
  /** Column i of W^-1 H^T likewise: responseStart[i] .. responseStart[i+1]-1. */
  readonly responseStart: Int32Array;
  readonly responseEquation: Int32Array;
  readonly response: Float64Array;
  /** Restitution e of each row. */
  readonly restitution: Float64Array;
  /** 1 where the row is open by forecast when its gap says so: bounded below by 0 and not above. */
  readonly oneSided: Uint8Array;
  /** lambda = impulse / unit: 1 for impact laws, h for laws of forces. */
  readonly unit: Float64Array;
}

export interface ContactModel {
  readonly maps: readonly SystemMap[];
  readonly rows: ContactRows;
  /** The interactions' kinds of law; `problem.kind` holds what is active. */
  readonly kinds: Uint8Array;
  /** Bounds of impulses; `problem.lower` and `upper` hold what is active. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly problem: ContactProblem;
  /** Interaction k writes e + F z into its rows. */
  readonly constants: readonly { readonly row: number; readonly m: number; write(out: Float64Array): void }[];
  /** Whether F z is there, which the user may change between steps. */
  readonly changing: boolean;
}

/** Lays a model out; throws `ModelError` where a relation does not fit the systems that it links. */
export function contactModel(
  nsds: NonSmoothDynamicalSystem,
  { theta }: ContactScheme,
  h: number,
): ContactModel {
  const layout = new ModelLayout(nsds);
  const maps = layout.systems.map(({ system, start, equation }, index) => {
    const mechanics = isSecondOrder(system) ? system.linearMechanics : undefined;
    if (!mechanics)
      throw new ModelError(`${system.name} (system ${index} of the model) is no linear mechanics`);
    return systemMap(mechanics, start, equation, theta, h, `${system.name} (system ${index} of the model)`);
  });
  const indexOf = new Map(nsds.systems.map((system, index) => [system, index]));
  const linked = layout.links.map(({ systems }) => systems.map((system) => indexOf.get(system) ?? 0));
  const laws = layout.links.map(({ interaction }) => interaction.law);
  const rows = contactRows(layout.links, linked, maps, h);
  const D = delassus(layout.links, linked, rows, layout.equations);
  const bounds = boundsOf(layout.links, rows);
  const kinds = Uint8Array.from(laws, ({ coulomb }) => (coulomb ? contactKind.coulomb : contactKind.box));
  const relations = layout.links.map(({ interaction }, k) => lagrangian(interaction.relation, k));
  return {
    maps,
    rows,
    kinds,
    ...bounds,
    problem: {
      W: D,
      q: new Float64Array(rows.m),
      kind: kinds.slice(),
      mu: Float64Array.from(laws, ({ coulomb }) => coulomb?.[0]?.mu ?? 0),
      lower: bounds.lower.slice(),
      upper: bounds.upper.slice(),
    },
    constants: layout.links.map(({ row }, k) => ({
      row,
      m: relations[k]!.m,
      write: (out) => relations[k]!.linearOutput.constant(out),
    })),
    changing: relations.some(({ z }) => z.length > 0),
  };
}

/** The relation as one of coordinates with constant H. */
function lagrangian(
  relation: Relation,
  k: number,
): LagrangianRelation & { readonly linearOutput: LinearOutput } {
  if (relation instanceof LagrangianRelation && hasLinearOutput(relation)) return relation;
  throw new ModelError(`${relation.name} of interaction ${k} has no constant Jacobian`);
}

function hasLinearOutput(
  relation: LagrangianRelation,
): relation is LagrangianRelation & { readonly linearOutput: LinearOutput } {
  return relation.linearOutput !== undefined;
}

function systemMap(
  mechanics: LinearMechanics,
  start: number,
  equation: number,
  theta: number,
  h: number,
  what: string,
): SystemMap {
  const { equations: n, M, C, K } = mechanics;
  const W = M.map((value, k) => value + h * theta * (C?.[k] ?? 0) + h * h * theta * theta * (K?.[k] ?? 0));
  const pivots = new Int32Array(n);
  const at = factorLU(n, W, pivots, new Float64Array(2 * n));
  if (at >= 0) {
    throw new ModelError(
      `MoreauJeanOSI: W = M + h theta C + h^2 theta^2 K of ${what} is singular at its equation ${at} for h = ${h} s`,
    );
  }
  const solve = (columns: Float64Array): Float64Array => {
    solveManyLU(n, W, pivots, n, columns, columns);
    return columns;
  };
  const identity = new Float64Array(n * n);
  for (let i = 0; i < n; i++) identity[i * n + i] = 1;
  const damped = C ?? K;
  const byV = damped?.map((_, k) => -(h * (C?.[k] ?? 0) + h * h * theta * (K?.[k] ?? 0)));
  const byQ = K?.map((value) => -h * value);
  return {
    mechanics,
    start,
    equation,
    size: n,
    inverse: solve(identity),
    byV: byV && solve(byV),
    byQ: byQ && solve(byQ),
  };
}

function contactRows(
  links: readonly PlacedLink[],
  linked: readonly (readonly number[])[],
  maps: readonly SystemMap[],
  h: number,
): ContactRows {
  const start = [0];
  const responseStart = [0];
  const entries: { q: number; v: number; equation: number; H: number }[] = [];
  const responses: { equation: number; response: number }[] = [];
  const restitution: number[] = [];
  const oneSided: number[] = [];
  const unit: number[] = [];
  links.forEach(({ interaction: { relation, law } }, k) => {
    const { coordinates, linearOutput, m, equations } = lagrangian(relation, k);
    linked[k]!.forEach((index, b) => {
      const { size } = maps[index]!;
      if (coordinates.length === linked[k]!.length && coordinates[b] === size) return;
      throw new ModelError(
        `${relation.name} of interaction ${k} is between ${coordinates.length} systems of ` +
          `[${coordinates.join(', ')}] coordinates; system ${index}, which it links, has ${size}`,
      );
    });
    const { lower, upper } = boxesOf(law);
    for (let i = 0; i < m; i++) {
      let column = 0;
      for (const index of linked[k]!) {
        const { start: first, equation, size, inverse } = maps[index]!;
        const H = linearOutput.H.subarray(i * equations + column, i * equations + column + size);
        for (let j = 0; j < size; j++) {
          let response = 0;
          for (let l = 0; l < size; l++) response += inverse[j * size + l]! * H[l]!;
          if (H[j] !== 0)
            entries.push({ q: first + j, v: first + size + j, equation: equation + j, H: H[j]! });
          if (response !== 0) responses.push({ equation: equation + j, response });
        }
        column += size;
      }
      start.push(entries.length);
      responseStart.push(responses.length);
      restitution.push(law.restitution?.[i] ?? 0);
      oneSided.push(law.coulomb || (lower[i] === 0 && upper[i] === Infinity) ? 1 : 0);
      unit.push(law.impulsive === true ? 1 : h);
    }
  });
  return {
    m: unit.length,
    start: Int32Array.from(start),
    q: Int32Array.from(entries, ({ q }) => q),
    v: Int32Array.from(entries, ({ v }) => v),
    equation: Int32Array.from(entries, ({ equation }) => equation),
    H: Float64Array.from(entries, ({ H }) => H),
    responseStart: Int32Array.from(responseStart),
    responseEquation: Int32Array.from(responses, ({ equation }) => equation),
    response: Float64Array.from(responses, ({ response }) => response),
    restitution: Float64Array.from(restitution),
    oneSided: Uint8Array.from(oneSided),
    unit: Float64Array.from(unit),
  };
}

/** D = H W^-1 H^T by blocks. */
function delassus(
  links: readonly PlacedLink[],
  linked: readonly (readonly number[])[],
  rows: ContactRows,
  equations: number,
): BlockMatrix {
  const touching = new Map<number, number[]>();
  linked.forEach((indices, k) => {
    for (const index of indices) touching.set(index, [...(touching.get(index) ?? []), k]);
  });
  const neighbours = linked.map((indices) => new Set(indices.flatMap((index) => touching.get(index) ?? [])));
  const D = blockMatrix(
    links.map(({ interaction }) => interaction.m),
    neighbours,
  );
  // Row by row: the response spread over the equations, then read by the neighbours' H.
  const spread = new Float64Array(equations);
  links.forEach(({ row, interaction: { m } }, l) => {
    for (let j = 0; j < m; j++) {
      const [from, to] = [rows.responseStart[row + j]!, rows.responseStart[row + j + 1]!];
      for (let e = from; e < to; e++) spread[rows.responseEquation[e]!]! += rows.response[e]!;
      for (const k of neighbours[l]!) {
        const at = D.place[blockEntry(D, k, l)]!;
        const { row: first, interaction } = links[k]!;
        for (let i = 0; i < interaction.m; i++) {
          let sum = 0;
          for (let e = rows.start[first + i]!; e < rows.start[first + i + 1]!; e++)
            sum += rows.H[e]! * spread[rows.equation[e]!]!;
          D.values[at + i * m + j] = sum;
        }
      }
      for (let e = from; e < to; e++) spread[rows.responseEquation[e]!] = 0;
    }
  });
  return D;
}

/** Bounds of the impulses, force times h for laws of forces. */
function boundsOf(
  links: readonly PlacedLink[],
  { m, unit }: ContactRows,
): { readonly lower: Float64Array; readonly upper: Float64Array } {
  const [lower, upper] = [new Float64Array(m), new Float64Array(m)];
  for (const { row, interaction } of links) {
    const boxes = boxesOf(interaction.law);
    for (let i = 0; i < interaction.m; i++) {
      lower[row + i] = boxes.lower[i]! * unit[row + i]!;
      upper[row + i] = boxes.upper[i]! * unit[row + i]!;
    }
  }
  return { lower, upper };
}
