/** The certificate of a circuit from those of its parts: counts and energies add up, the worst residual is the worst of all. */
import type { SteppingFacts, WorstResidual } from '../certificate/certificate.js';
import { type EnergyBalance, unbalanced } from '../certificate/energy/energy-share.js';
import type { TransientOutcome } from './transient-run.js';

type Body = TransientOutcome['certificate'];

export function mergeCertificates(parts: readonly Body[]): Body {
  const [first] = parts;
  if (!first) throw new RangeError('a circuit has at least one part');
  const sum = (of: (part: Body) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const worst = (of: (part: Body) => WorstResidual): WorstResidual =>
    parts.map(of).reduce((one, other) => {
      if (Number.isNaN(other.time)) return one;
      return Number.isNaN(one.time) || other.value > one.value ? other : one;
    });
  const inTime = <Item extends { readonly time: number }>(items: readonly Item[]): Item[] =>
    [...items].sort((one, other) => one.time - other.time);
  const incomplete = parts.find((part) => part.incomplete !== undefined)?.incomplete;
  const proofs = new Set(parts.map(({ uniqueness }) => uniqueness));
  return {
    ...{ method: first.method, sampling: first.sampling, tolerance: first.tolerance },
    steps: sum(({ steps }) => steps),
    events: sum(({ events }) => events),
    modeChanges: sum(({ modeChanges }) => modeChanges),
    modesSeen: sum(({ modesSeen }) => modesSeen),
    lcpSolves: sum(({ lcpSolves }) => lcpSolves),
    fallbacks: sum(({ fallbacks }) => fallbacks),
    pointsChecked: sum(({ pointsChecked }) => pointsChecked),
    complementarity: worst(({ complementarity }) => complementarity),
    switches: worst(({ switches }) => switches),
    kirchhoff: worst(({ kirchhoff }) => kirchhoff),
    elementLaws: worst(({ elementLaws }) => elementLaws),
    fits: parts.flatMap(({ fits }) => fits),
    energy: mergeBalances(parts.map(({ energy }) => energy)),
    impulses: inTime(parts.flatMap(({ impulses }) => impulses)),
    zenoPoints: inTime(parts.flatMap(({ zenoPoints = [] }) => zenoPoints)),
    slides: parts.flatMap(({ slides = [] }) => slides).sort((one, other) => one.start - other.start),
    leftOut: {
      impulses: sum(({ leftOut }) => leftOut?.impulses ?? 0),
      zenoPoints: sum(({ leftOut }) => leftOut?.zenoPoints ?? 0),
      slides: sum(({ leftOut }) => leftOut?.slides ?? 0),
    },
    undetermined: parts.flatMap(({ undetermined }) => undetermined),
    uniqueness: proofs.size === 1 ? first.uniqueness : `of ${parts.length} parts: ${[...proofs].join('; ')}`,
    ...(incomplete !== undefined && { incomplete }),
  };
}

/**
 * The certificate of a run whose second part went by steps, from time `at` on, its first by exact events or steps. Bounds and
 * verdicts are those of the second, which knows no more.
 */
export function consecutiveCertificate(exact: Body, stepped: Body, at: string): Body {
  const { tolerance, uniqueness, incomplete } = stepped;
  const { incomplete: _, ...both } = mergeCertificates([exact, stepped]);
  const stepping =
    exact.stepping && stepped.stepping ? together(exact.stepping, stepped.stepping) : stepped.stepping;
  const isBalanced = exact.energy !== unbalanced && stepped.energy !== unbalanced;
  return {
    ...both,
    ...{ tolerance, uniqueness, ...(stepping && { stepping }) },
    method:
      exact.method === stepped.method
        ? stepped.method
        : `${exact.method}, until t = ${at}, then ${stepped.method}`,
    energy: isBalanced ? both.energy : unbalanced,
    ...(incomplete !== undefined && { incomplete }),
  };
}

/** What two runs of steps did, one behind the other. */
function together(first: SteppingFacts, second: SteppingFacts): SteppingFacts {
  const counts = new Map(first.fallbacks.map(({ name, count }) => [name, count]));
  for (const { name, count } of second.fallbacks) counts.set(name, (counts.get(name) ?? 0) + count);
  return {
    ...second,
    rejected: first.rejected + second.rejected,
    failed: first.failed + second.failed,
    newtonIterations: first.newtonIterations + second.newtonIterations,
    factorizations: first.factorizations + second.factorizations,
    refactorizations: first.refactorizations + second.refactorizations,
    smallestStep: Math.min(first.smallestStep, second.smallestStep),
    fallbacks: [...counts].map(([name, count]) => ({ name, count })),
  };
}

/** The relative error is that of the worst part: what flows in one is no scale for another. */
function mergeBalances(parts: readonly EnergyBalance[]): EnergyBalance {
  const sum = (of: (part: EnergyBalance) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  return {
    delivered: sum(({ delivered }) => delivered),
    dissipated: sum(({ dissipated }) => dissipated),
    stored: sum(({ stored }) => stored),
    numerical: sum(({ numerical }) => numerical),
    jumps: sum(({ jumps }) => jumps),
    error: sum(({ error }) => error),
    relativeError: Math.max(...parts.map(({ relativeError }) => relativeError)),
    scale: sum(({ scale = 0 }) => scale),
  };
}
