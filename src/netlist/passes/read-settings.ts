/**
 * What must be known before the first expression is read: the cards of the text and the dialect that they show.
 */
import { splitCards } from '../cards.js';
import { guessDialect } from '../guess-dialect.js';
import type { Session } from '../session.js';

export function readSettings(session: Session): void {
  const { overrides, text, diagnostics } = session;
  const { title, cards } = splitCards(text, true, diagnostics);
  const guess = overrides.dialect === undefined ? guessDialect(text.text, cards) : undefined;
  const dialect = overrides.dialect ?? guess?.dialect ?? 'ngspice';
  session.begin(dialect, title, cards);
  session.dialectMark = guess?.mark;
  if (guess?.mark !== undefined && dialect !== 'ngspice') {
    diagnostics.note('dialect', `read as ${dialect}, because of ${guess.mark} (--dialect decides)`);
  }
}
