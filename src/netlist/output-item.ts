/** What a run is asked to write, as data (see flat-circuit.ts). */
import type { Span } from '../base/span.js';
import type { Expression } from '../expression/ast.js';

/** A quantity to be written, such as v(a,b), i(l1) or {v(a)*i(l1)}. */
export interface OutputItem {
  /** As the column is named: the item's text in lower case without blanks. */
  readonly text: string;
  /**
   * Lower case: "v", "i", "p" with the names below; "expression"; or, for .ac, "vm", "vp", "vdb", "vr",
   * "vi", "im" ...
   */
  readonly quantity: string;
  /** Nodes (v...) or one element (i..., p), full names. */
  readonly names: readonly string[];
  /** Of a current into a named terminal, id(m1): its letter. */
  readonly terminal?: string;
  /** Of quantity "expression": flat, see flat-circuit.ts. */
  readonly expression?: Expression;
  /** Kinds of analyses that write it, as `.print tran` names them; absent: all. */
  readonly analyses?: readonly string[];
  readonly span: Span;
}

/** Parts of the complex quantities of `.ac`: magnitude, phase (with @ in degrees), decibels, real, imaginary, group delay. */
const COMPLEX = /^([vixf])(m|p@?|db|r|i|g)$/;

/** The quantity and the part of it that a name such as "vdb" asks for. */
export function partOfComplex(
  quantity: string,
): readonly [quantity: 'v' | 'i' | 'x' | 'f', part: string] | undefined {
  const [, of, part = ''] = COMPLEX.exec(quantity) ?? [];
  return of === 'v' || of === 'i' || of === 'x' || of === 'f' ? [of, part] : undefined;
}

/** The quantity that vp(a) asks for, in degrees where a dialect has it so. */
export function inDegrees(
  quantity: string,
  { phasesInDegrees }: { readonly phasesInDegrees: boolean },
): string {
  return phasesInDegrees && partOfComplex(quantity)?.[1] === 'p' ? `${quantity}@` : quantity;
}

/** Whether an item is such a part, which only `.ac` has. */
export function isPartOfComplex({ quantity, terminal }: OutputItem): boolean {
  return terminal === undefined && partOfComplex(quantity) !== undefined;
}
