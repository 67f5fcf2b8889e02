/** A wrong command line: one or more lines, each a sentence; the command exits 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Throws when there is any problem. */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new UsageError(problems);
}
