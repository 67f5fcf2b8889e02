/**
 * Fitted laws that a run has driven beyond the range of their fits: by how much they err at the largest current or voltage
 * that was met (`circuit/primitives.ts`: FitCheck). One an element, the worst of its parts.
 */
import { formatEngineering } from '../../../base/units.js';
import type { Diagnostics } from '../../../base/diagnostic.js';
import type { ExceededFit } from '../certificate.js';
import type { CircuitLaws } from './circuit-laws.js';

/** `largest`: magnitudes of the laws' forms. */
export function exceededFits(
  { system: { branches, rows }, currentForm, lambda }: CircuitLaws,
  largest: Float64Array,
): readonly ExceededFit[] {
  const found = new Map<string, ExceededFit>();
  branches.forEach(({ fits = [], element }, branch) => {
    for (const { auxiliary, excess } of fits) {
      const row =
        auxiliary === undefined
          ? -1
          : rows.findIndex((each) => each.branch === branch && each.auxiliary === auxiliary);
      const form = auxiliary === undefined ? currentForm[branch] : lambda[row];
      const off = form === undefined ? undefined : excess(largest[form] ?? 0);
      if (!off || off.relative <= (found.get(element)?.relative ?? 0)) continue;
      found.set(element, { element, ...off });
    }
  });
  return [...found.values()];
}

/** "d1 met 1.5 kA, is fitted to 10 A: off by 18 mV, 1.3 %". */
export function describeExceeded({ element, met, range, unit, ...off }: ExceededFit): string {
  const [value, to] = [met, range].map((size) => formatEngineering(size, unit, 3));
  const error = formatEngineering(off.error, off.errorUnit, 2);
  return `${element} met ${value ?? ''}, is fitted to ${to ?? ''}: off by ${error}, ${(100 * off.relative).toPrecision(2)} %`;
}

/** One warning an element. */
export function reportExceeded(fits: readonly ExceededFit[], diagnostics: Diagnostics): void {
  for (const fit of fits) {
    diagnostics.warning('fit-exceeded', `the law of ${describeExceeded(fit)}`, undefined, {
      hint: 'look for what drives it so far, or give it a law of its own: Ron and Vfwd instead of IS and N, a switch',
    });
  }
}
