/**
 * Coupled inductors: v = L i' with a symmetric positive semidefinite inductance matrix L over all inductors that
 * couplings connect, M_jk = K_jk sqrt(L_j L_k).
 *
 * L is regular or singular (an ideal transformer, K = 1); it is factored by Cholesky with diagonal pivoting after scaling
 * to a unit diagonal, so that the verdict does not depend on units. An indefinite L could deliver energy without
 * end: it is refused.
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { Span } from '../../base/span.js';
import { factorLU, solveManyLU } from '../../numerics/dense/lu.js';
import { entry } from './dense-rows.js';
import { listNames } from '../diagnose.js';
import { inNameOrder } from '../name-order.js';
import type { Coupling, InductanceBranch, SmoothBranch } from '../primitives.js';

/** Pivots of the scaled matrix (diagonal 1) at most this large are zero; K carries at most some 1e-16. */
const pivotTolerance = 1e-12;

export interface PlacedCoupling extends Coupling {
  readonly span: Span;
}

/** Returns the branches with mutual inductances filled in; problems go to `diagnostics`. */
export function coupleInductors<Kind extends SmoothBranch>(
  branches: readonly Kind[],
  couplings: readonly PlacedCoupling[],
  diagnostics: Diagnostics,
): readonly Kind[] {
  if (couplings.length === 0) return branches;
  const inductorOf = new Map<string, InductanceBranch>();
  for (const branch of branches) {
    // A part of an inductance that varies has another name than its element: it has no mutual inductance.
    const whole = branch.name === branch.element;
    if (branch.kind === 'inductance' && whole) inductorOf.set(branch.element, branch);
  }
  const mutual = new Map<string, { branch: string; inductance: number }[]>();
  const first = new Map<string, PlacedCoupling>();
  for (const coupling of couplings) {
    const [one, other] = coupling.inductors.map((name) => inductorOf.get(name));
    if (!one || !other) {
      reportUnknown(coupling, inductorOf, diagnostics);
      continue;
    }
    const pair = [one.name, other.name].sort().join(' ');
    const earlier = first.get(pair);
    if (one === other || earlier) {
      reportRepeated(coupling, earlier, diagnostics);
      continue;
    }
    first.set(pair, coupling);
    const opposite = one.inductance * other.inductance < 0;
    if (opposite) {
      const negative = one.inductance < 0 ? one : other;
      const message = `${coupling.element} couples ${negative.element}, whose inductance is negative, with one that is positive`;
      diagnostics.error('negative-inductance', message, coupling.span, {
        hint: 'couple positive inductances',
      });
      continue;
    }
    const inductance = coupling.coefficient * Math.sqrt(one.inductance * other.inductance);
    mutual.set(one.name, [...(mutual.get(one.name) ?? []), { branch: other.name, inductance }]);
    mutual.set(other.name, [...(mutual.get(other.name) ?? []), { branch: one.name, inductance }]);
  }
  const coupled = branches.map((branch) => {
    const terms = mutual.get(branch.name);
    if (branch.kind !== 'inductance' || !terms) return branch;
    const named = terms.map((term) => ({ name: term.branch, term }));
    return { ...branch, mutual: inNameOrder(named).map(({ term }) => term) };
  });
  reportIndefinite(coupled, couplings, diagnostics);
  return coupled;
}

/** Inductors that couplings connect, and their inductance matrix in henries (size x size, row-major). */
export interface InductorGroup {
  /** Branch indices, rising. */
  readonly members: readonly number[];
  readonly L: Float64Array;
  /** inv(L); absent where L is singular. */
  readonly inverse?: Float64Array;
  /** Where all are coupled by 1, L_jk = n_j n_k L_00: the turns n of each over those of the first, negative where K is. */
  readonly turns?: Float64Array;
  readonly indefinite: boolean;
}

/** Returns the groups of coupled inductors; an inductor without couplings belongs to none. */
export function inductorGroups(branches: readonly SmoothBranch[]): InductorGroup[] {
  const indexOf = new Map(branches.map(({ name }, index) => [name, index]));
  const seen = new Set<number>();
  const groups: InductorGroup[] = [];
  branches.forEach((branch, index) => {
    if (branch.kind !== 'inductance' || !branch.mutual || seen.has(index)) return;
    const members = [index];
    seen.add(index);
    for (const member of members) {
      const other = branches[member];
      if (other?.kind !== 'inductance') continue;
      for (const { branch: name } of other.mutual ?? []) {
        const next = indexOf.get(name) ?? -1;
        if (seen.has(next)) continue;
        seen.add(next);
        members.push(next);
      }
    }
    members.sort((p, q) => p - q);
    groups.push(analyzeGroup(branches, members));
  });
  return groups;
}

/** Returns the mutual inductance of two branches in henries, or the inductance of one with itself. */
export function mutualInductance(one: SmoothBranch | undefined, other: SmoothBranch | undefined): number {
  if (one?.kind !== 'inductance' || other?.kind !== 'inductance') return 0;
  if (one === other) return one.inductance;
  return one.mutual?.find(({ branch }) => branch === other.name)?.inductance ?? 0;
}

function analyzeGroup(branches: readonly SmoothBranch[], members: readonly number[]): InductorGroup {
  const size = members.length;
  const L = new Float64Array(size * size);
  members.forEach((p, i) => {
    members.forEach((q, j) => (L[i * size + j] = mutualInductance(branches[p], branches[q])));
  });
  const { rank, indefinite } = semidefiniteRank(size, L);
  if (rank === 1 && !indefinite) {
    const turns = L.subarray(0, size).map((mutual, k) => (k === 0 ? 1 : mutual / entry(L, size, 0, 0)));
    return { members, L, turns, indefinite };
  }
  if (rank < size) return { members, L, indefinite };
  const factors = L.slice();
  const pivots = new Int32Array(size);
  const inverse = new Float64Array(size * size);
  for (let i = 0; i < size; i++) inverse[i * size + i] = 1;
  if (factorLU(size, factors, pivots, new Float64Array(2 * size)) >= 0) return { members, L, indefinite };
  solveManyLU(size, factors, pivots, size, inverse, inverse);
  return { members, L, inverse, indefinite };
}

/** Cholesky with diagonal pivoting on the matrix scaled to a unit diagonal. */
function semidefiniteRank(size: number, L: Float64Array): { rank: number; indefinite: boolean } {
  const S = new Float64Array(size * size);
  const scale = Float64Array.from({ length: size }, (_, i) => 1 / Math.sqrt(entry(L, size, i, i)));
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      S[i * size + j] = i === j ? 1 : entry(L, size, i, j) * (scale[i] as number) * (scale[j] as number);
    }
  }
  const left = new Set(Array.from({ length: size }, (_, i) => i));
  while (left.size > 0) {
    const diagonal = [...left].map((i) => entry(S, size, i, i));
    if (Math.min(...diagonal) < -pivotTolerance) return { rank: size - left.size, indefinite: true };
    const largest = Math.max(...diagonal);
    if (largest <= pivotTolerance) {
      // What is left of a semidefinite matrix with a zero diagonal is zero.
      const rest = [...left].flatMap((i) => [...left].map((j) => Math.abs(entry(S, size, i, j))));
      return { rank: size - left.size, indefinite: Math.max(...rest) > Math.sqrt(pivotTolerance) };
    }
    const pivot = [...left].find((i) => entry(S, size, i, i) === largest) ?? -1;
    left.delete(pivot);
    for (const i of left) {
      const factor = entry(S, size, i, pivot) / largest;
      for (const j of left) S[i * size + j] = entry(S, size, i, j) - factor * entry(S, size, pivot, j);
    }
  }
  return { rank: size, indefinite: false };
}

function reportUnknown(
  { element, inductors, span }: PlacedCoupling,
  known: ReadonlyMap<string, InductanceBranch>,
  diagnostics: Diagnostics,
): void {
  const missing = inductors.filter((name) => !known.has(name));
  diagnostics.error(
    'unknown-inductor',
    `${element} couples ${listNames(missing)}, which is no inductor`,
    span,
    {
      hint:
        known.size === 0
          ? 'add the inductors'
          : `name inductors of the circuit: ${[...known.keys()].join(', ')}`,
    },
  );
}

function reportRepeated(
  { element, inductors, span }: PlacedCoupling,
  earlier: PlacedCoupling | undefined,
  diagnostics: Diagnostics,
): void {
  const message = earlier
    ? `${element} couples ${listNames(inductors)}, which ${earlier.element} couples already`
    : `${element} couples ${inductors[0]} with itself`;
  diagnostics.error('repeated-coupling', message, span, {
    ...(earlier && { related: [{ span: earlier.span, message: `${earlier.element} stands here` }] }),
    hint: 'give every pair of inductors one coupling',
  });
}

function reportIndefinite(
  branches: readonly SmoothBranch[],
  couplings: readonly PlacedCoupling[],
  diagnostics: Diagnostics,
): void {
  for (const { members, indefinite } of inductorGroups(branches)) {
    if (!indefinite) continue;
    const names = members.map((index) => branches[index]?.element ?? '');
    const own = couplings.filter(({ inductors }) => inductors.some((name) => names.includes(name)));
    const message =
      `${listNames(own.map(({ element }) => element))} couple ${listNames(names)} more tightly than ` +
      'any windings can be: their stored energy could become negative';
    diagnostics.error('impossible-coupling', message, own[0]?.span, {
      related: own.slice(1).map(({ element, span }) => ({ span, message: `${element} takes part` })),
      hint: 'couple every pair of these inductors, with coefficients that belong together (all 1 is legal)',
    });
  }
}
