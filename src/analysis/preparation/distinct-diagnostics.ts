/** Leaves out what is said again: of another point of a sweep, of another part of a circuit. */
import { type Diagnostic, formatDiagnostic } from '../../base/diagnostic.js';

export function distinctDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((diagnostic) => {
    const text = formatDiagnostic(diagnostic);
    return !seen.has(text) && seen.add(text);
  });
}
