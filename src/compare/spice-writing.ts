/** What the writers of cards share: names, models, regularization, and what to say of something that cannot be written. */
import type { Dialect, FlatElement, FlatModel } from '../netlist/flat-circuit.js';
import type { Regularization } from './regularization.js';
import { spiceExpression } from './spice-expression.js';
import type { SpiceNames } from './spice-names.js';

/** Why something cannot be written, as half a sentence: "a core has no card in ngspice". */
export class Unwritable extends Error {
  override readonly name = 'Unwritable';
}

export interface SpiceWriting {
  readonly names: SpiceNames;
  readonly regularization: Regularization;
  /** Whether a diode without parameters is the ideal one. */
  readonly idealDiodes: boolean;
  /** Whose defaults the circuit has. */
  readonly dialect: Dialect;
  /** By full names. */
  readonly elements: ReadonlyMap<string, FlatElement>;
  /** Writes a model once, returns its name. */
  model(
    model: FlatModel | undefined,
    type: string,
    parameters: ReadonlyMap<string, number>,
    flags?: readonly string[],
  ): string;
}

/** The voltage source that carries the current of an element: itself, or one in series with it. */
export function currentSource(name: string, { names, elements }: SpiceWriting): string {
  const element = elements.get(name);
  return element?.letter === 'V' ? names.element('V', name) : names.element('V', name, '_sense');
}

export function textOf(expression: Parameters<typeof spiceExpression>[0], writing: SpiceWriting): string {
  try {
    return spiceExpression(expression, {
      node: (name) => writing.names.node(name),
      current: (name) => currentSource(name, writing),
    });
  } catch (error) {
    if (error instanceof RangeError) throw new Unwritable(`${error.message} is not known to ngspice`);
    throw error;
  }
}
