/** What is told of a coil that would carry a current without end at rest. */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Span } from '../base/span.js';

/** `by`: the names of sources, or what they are. */
export function reportDrivenCoil(
  element: string,
  by: string,
  span: Span | undefined,
  diagnostics: Diagnostics,
): void {
  const message = `${by} would drive an endless current through ${element}: there is no operating point`;
  diagnostics.error('no-operating-point', message, span, {
    hint: `put a resistor in series with ${element}, or start with uic`,
  });
}

/** Controlled sources, of which none is the one by itself. */
export const controllingSources = 'what controls the sources across it';
