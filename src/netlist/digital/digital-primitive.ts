/** A line in the table of PSpice's digital parts. */
import type { PrimitiveCard } from './primitive-card.js';

export interface DigitalPrimitive {
  /** Lower case: "nand". */
  readonly name: string;
  /** Behind the part's name. */
  readonly usage: string;
  readonly doc: string;
  read(card: PrimitiveCard): void;
}
