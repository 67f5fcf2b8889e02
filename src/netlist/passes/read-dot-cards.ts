/**
 * Runs the readers of the dot cards of one phase, in the order of the text.
 */
import type { DotCardPhase } from '../dot-cards/dot-card.js';
import type { Session } from '../session.js';

export function readDotCards(phase: DotCardPhase, session: Session): void {
  for (const { syntax, card } of session.dotCards) if (syntax.phase === phase) syntax.read(card, session);
}
