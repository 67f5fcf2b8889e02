/**
 * The one way in which anything is reported to a user: text, elaboration and run all produce
 * `Diagnostic` objects; `--json` prints the same objects that the terminal shows.
 */
import { placeOf, type Place, type Span } from './span.js';

export type Severity = 'error' | 'warning' | 'note';

/** A second place that explains the first, such as the earlier definition of a duplicate name. */
export interface RelatedPlace {
  readonly span: Span;
  readonly message: string;
}

export interface Diagnostic {
  /** Stable kebab-case identifier, such as "unknown-model". */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence without a final full stop; names the thing, its value and what is legal. */
  readonly message: string;
  readonly span?: Span | undefined;
  readonly related?: readonly RelatedPlace[] | undefined;
  /** What the user can do about it, as an imperative sentence. */
  readonly hint?: string | undefined;
}

/** Collects the diagnostics of one stage, so that every problem is reported in one run. */
export class Diagnostics {
  readonly #items: Diagnostic[] = [];

  get items(): readonly Diagnostic[] {
    return this.#items;
  }

  get hasErrors(): boolean {
    return this.#items.some((d) => d.severity === 'error');
  }

  add(diagnostic: Diagnostic): void {
    this.#items.push(diagnostic);
  }

  error(code: string, message: string, span?: Span, more: Partial<Diagnostic> = {}): void {
    this.add({ ...more, code, severity: 'error', message, span });
  }

  warning(code: string, message: string, span?: Span, more: Partial<Diagnostic> = {}): void {
    this.add({ ...more, code, severity: 'warning', message, span });
  }

  note(code: string, message: string, span?: Span, more: Partial<Diagnostic> = {}): void {
    this.add({ ...more, code, severity: 'note', message, span });
  }

  /** Throws a `DiagnosticError` with everything collected when there is an error among it. */
  throwIfErrors(): void {
    if (this.hasErrors) throw new DiagnosticError(this.#items);
  }
}

/** Carries diagnostics across an interface that cannot go on; `message` is the formatted text. */
export class DiagnosticError extends Error {
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
    this.name = 'DiagnosticError';
  }
}

/** Formats as "file:line:column: severity: message", the line of text, a caret and the hint. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { span, severity, message, related = [], hint } = diagnostic;
  const lines = [`${span ? `${formatPlace(placeOf(span))}: ` : ''}${severity}: ${message}`];
  if (span) lines.push(...excerpt(span));
  for (const other of related) {
    lines.push(`  ${formatPlace(placeOf(other.span))}: ${other.message}`, ...excerpt(other.span));
  }
  if (hint !== undefined) lines.push(`  hint: ${hint}`);
  return lines.join('\n');
}

/** The JSON form of a diagnostic: spans become file, line, column and length. */
export function diagnosticToJson(diagnostic: Diagnostic): object {
  const { code, severity, message, span, related = [], hint } = diagnostic;
  return {
    code,
    severity,
    message,
    ...(span && jsonPlace(span)),
    ...(related.length > 0 && {
      related: related.map((other) => ({ message: other.message, ...jsonPlace(other.span) })),
    }),
    ...(hint !== undefined && { hint }),
  };
}

function jsonPlace(span: Span): Place & { length: number } {
  return { ...placeOf(span), length: span.end - span.start };
}

function formatPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** The line that holds the start of the span, with carets below the span's part of it. */
function excerpt({ source, start, end }: Span): string[] {
  const lineStart = source.text.lastIndexOf('\n', start - 1) + 1;
  const next = source.text.indexOf('\n', start);
  const lineEnd = next < 0 ? source.text.length : next;
  const line = source.text.slice(lineStart, lineEnd).replace(/\r$/, '');
  if (line.trim() === '' || line.length > 500) return [];
  const indent = line.slice(0, start - lineStart).replace(/[^\t]/g, ' ');
  const width = Math.max(1, Math.min(end, lineStart + line.length) - start);
  return [`  ${line}`, `  ${indent}${'^'.repeat(width)}`];
}
