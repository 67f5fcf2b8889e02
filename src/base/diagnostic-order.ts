/** The order in which problems of a text are told. */
import type { Diagnostic } from './diagnostic.js';
import type { SourceText } from './span.js';

/**
 * What is told of a text in the order of its lines, whichever stage found it; first what has no place, then the netlist,
 * then other texts in the order in which they were met.
 */
export function inOrderOfLines(items: readonly Diagnostic[], text: SourceText): readonly Diagnostic[] {
  const ranks = new Map<SourceText | undefined, number>([
    [undefined, 0],
    [text, 1],
  ]);
  for (const { span } of items) if (span && !ranks.has(span.source)) ranks.set(span.source, ranks.size);
  const rank = ({ span }: Diagnostic): number => ranks.get(span?.source) ?? 0;
  // Sorting is stable: at one place the order of the stages stays.
  return [...items].sort((a, b) => rank(a) - rank(b) || (a.span?.start ?? 0) - (b.span?.start ?? 0));
}
