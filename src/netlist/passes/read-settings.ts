/**
 * What must be known before the first expression is read: the dialect and the seed of random numbers.
 */
import { RandomStream } from '../../base/random.js';
import { DIALECTS } from '../../expression/dialect.js';
import { guessDialect } from '../guess-dialect.js';
import type { Session } from '../session.js';
import { writtenNumber } from '../written-number.js';

const SEED = /^[ \t]*\.opt(?:ions?)?\b.*\bseed[ \t]*=[ \t]*(\d+)/im;

export function readSettings(session: Session): void {
  const { overrides, text, diagnostics } = session;
  const guess = overrides.dialect === undefined ? guessDialect(text.text) : undefined;
  const dialect = overrides.dialect ?? guess?.dialect ?? 'ngspice';
  const seed = Number(overrides.options?.['seed'] ?? writtenNumber(text.text, 'seed', SEED) ?? 1);
  const random = DIALECTS[dialect].draws && Number.isFinite(seed) ? new RandomStream(seed) : undefined;
  session.begin(dialect, random);
  if (guess?.mark !== undefined && dialect !== 'ngspice') {
    diagnostics.note('dialect', `read as ${dialect}, because of ${guess.mark} (--dialect decides)`);
  }
}
