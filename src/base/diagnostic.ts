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
  /** How many of its code it stands for that are not kept; absent: for itself. */
  readonly count?: number | undefined;
}

/** What a diagnostic may have beside its message and place; a function where it costs more than it is often worth. */
export type Details = Partial<Diagnostic> | (() => Partial<Diagnostic>);

/** Of one code and severity so many are kept: a text in which everything is wrong still takes linear time and little space. */
const MAX_OF_A_KIND = 1000;

interface Kind {
  readonly code: string;
  readonly severity: Severity;
  count: number;
  /** Place of the first that was not kept. */
  span?: Span | undefined;
}

/** Collects the diagnostics of one stage, so that every problem is reported in one run. */
export class Diagnostics {
  readonly #items: Diagnostic[] = [];
  readonly #kinds = new Map<string, Kind>();
  #count = 0;
  #errorCount = 0;
  #problemCount = 0;
  /** What becomes of that which is wrong; undefined: it is an error. */
  #consequence: string | undefined;

  /** Those that are kept, then one for the rest of each kind. */
  get items(): readonly Diagnostic[] {
    const closing = [...this.#kinds.values()].flatMap(closingOf);
    return closing.length === 0 ? this.#items : [...this.#items, ...closing];
  }

  /** All that was reported so far, what is not kept included. */
  get count(): number {
    return this.#count;
  }

  /** Errors so far, those that are not kept included. */
  get errorCount(): number {
    return this.#errorCount;
  }

  /** Errors so far, and what `forgiving` has made warnings of. */
  get problemCount(): number {
    return this.#problemCount;
  }

  get hasErrors(): boolean {
    return this.#errorCount > 0;
  }

  /** Whether anything of this code was reported. */
  has(code: string): boolean {
    return SEVERITIES.some((severity) => this.#kinds.has(`${severity} ${code}`));
  }

  add(diagnostic: Diagnostic): void {
    this.#report(diagnostic.code, diagnostic.severity, diagnostic.span, () => diagnostic);
  }

  /**
   * Does something that only asks for more than a run needs: its errors are warnings, which end in what
   * becomes of it ("left out").
   */
  forgiving<Result>(consequence: string, action: () => Result): Result {
    const outer = this.#consequence;
    this.#consequence = consequence;
    try {
      return action();
    } finally {
      this.#consequence = outer;
    }
  }

  error(code: string, message: string, span?: Span, more: Details = {}): void {
    this.#problemCount++;
    const consequence = this.#consequence;
    const severity = consequence === undefined ? 'error' : 'warning';
    const told = consequence === undefined ? message : `${message}: ${consequence}`;
    this.#report(code, severity, span, () => ({ ...detailsOf(more), code, severity, message: told, span }));
  }

  warning(code: string, message: string, span?: Span, more: Details = {}): void {
    this.#report(code, 'warning', span, () => ({
      ...detailsOf(more),
      code,
      severity: 'warning',
      message,
      span,
    }));
  }

  note(code: string, message: string, span?: Span, more: Details = {}): void {
    this.#report(code, 'note', span, () => ({ ...detailsOf(more), code, severity: 'note', message, span }));
  }

  /** Throws a `DiagnosticError` with everything collected when there is an error among it. */
  throwIfErrors(): void {
    if (this.hasErrors) throw new DiagnosticError(this.items);
  }

  #report(code: string, severity: Severity, span: Span | undefined, make: () => Diagnostic): void {
    this.#count++;
    if (severity === 'error') this.#errorCount++;
    const key = `${severity} ${code}`;
    let kind = this.#kinds.get(key);
    if (!kind) this.#kinds.set(key, (kind = { code, severity, count: 0 }));
    if (++kind.count <= MAX_OF_A_KIND) this.#items.push(make());
    else kind.span ??= span;
  }
}

const SEVERITIES: readonly Severity[] = Object.freeze(['error', 'warning', 'note'] as const);

function detailsOf(details: Details): Partial<Diagnostic> {
  return typeof details === 'function' ? details() : details;
}

function closingOf({ code, severity, count, span }: Kind): readonly Diagnostic[] {
  const rest = count - MAX_OF_A_KIND;
  return rest <= 0 ? [] : [{ code, severity, message: `${rest} more of this kind`, span, count: rest }];
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
  const lines = [`${span ? `${formatPlace(placeOf(span))}: ` : ''}${severity}: ${clipWords(message)}`];
  if (span) lines.push(...excerpt(span));
  for (const other of related) {
    lines.push(`  ${formatPlace(placeOf(other.span))}: ${other.message}`, ...excerpt(other.span));
  }
  if (hint !== undefined) lines.push(`  hint: ${hint}`);
  return lines.join('\n');
}

/** A word of a whole line of a damaged file would fill the terminal; the excerpt below it shows where it is. */
function clipWords(message: string): string {
  return message.replace(/\S{1000,}/g, (word) => `${word.slice(0, 100)}...`);
}

/** The JSON form of a diagnostic: spans become file, line, column and length. */
export function diagnosticToJson(diagnostic: Diagnostic): object {
  const { code, severity, message, span, related = [], hint, count } = diagnostic;
  return {
    code,
    severity,
    message,
    ...(span && jsonPlace(span)),
    ...(related.length > 0 && {
      related: related.map((other) => ({ message: other.message, ...jsonPlace(other.span) })),
    }),
    ...(hint !== undefined && { hint }),
    ...(count !== undefined && { count }),
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
