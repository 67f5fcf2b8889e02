/**
 * What a dot card is: a line of the table in table.ts. Generic in the session, so that the session can
 * hold dot cards without an import cycle.
 */
import type { ParsedCard } from '../syntax.js';

/** When a card is read: parameters before models before everything else. */
export type DotCardPhase = 'parameters' | 'models' | 'control';

export interface DotCard<Session> {
  /** With the dot, lower case: ".tran". */
  readonly name: string;
  readonly aliases?: readonly string[];
  /** As printed in messages and in the language reference. */
  readonly usage: string;
  readonly doc: string;
  readonly phase: DotCardPhase;
  /** Whether it asks for a run. */
  readonly analysis?: boolean;
  readonly read: (card: ParsedCard, session: Session) => void;
}
