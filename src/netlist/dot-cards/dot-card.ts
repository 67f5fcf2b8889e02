/**
 * What a dot card is: a line of the table in table.ts. Generic in the session, so that the session can
 * hold dot cards without an import cycle.
 */
import type { Span } from '../../base/span.js';
import type { Definitions } from '../block.js';
import type { ParsedCard } from '../syntax.js';

/** When a card is read: what shapes names and parameters before models before everything else. */
export type DotCardPhase = 'early' | 'parameters' | 'models' | 'control';

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
  /** Whether it only asks for something to be written or computed: where it is wrong it is left out. */
  readonly request?: boolean;
  /** Whether it is read in every call of the subcircuit in which it stands, instead of once. */
  readonly local?: boolean;
  /** Reads a card of phase "models" or "control". */
  readonly read?: (card: ParsedCard, session: Session) => void;
  /** What is left of a request whose text cannot be parsed. */
  readonly unread?: (span: Span, session: Session) => void;
  /** Reads a card of phase "parameters" into the definitions of its block. */
  readonly define?: (card: ParsedCard, content: Definitions, session: Session) => void;
}

/** What becomes of a wrong request. */
export const LEFT_OUT = 'left out';
