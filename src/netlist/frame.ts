/**
 * One circuit while it is expanded: the main circuit, or one call of a subcircuit, and how names in it
 * become full names.
 */
import type { Span } from '../base/span.js';
import type { Block, BlockContent } from './block.js';
import type { FlatModel } from './flat-circuit.js';
import { canonicalNode } from './names.js';
import type { ParameterScope } from './parameter-scope.js';

/** A model by name; without `model` when its card is already reported as wrong. */
export interface ModelEntry {
  readonly model?: FlatModel;
  readonly span: Span;
  /** Whether its card is being read. */
  readonly open?: true;
}

export interface Frame<Reader> {
  readonly parent?: Frame<Reader>;
  /** The subcircuit; absent in the main circuit. */
  readonly block?: Block<Reader>;
  readonly scope: ParameterScope;
  readonly content: BlockContent<Reader>;
  /** Empty, or "x1.x2.". */
  readonly prefix: string;
  /** Full names of the ports. */
  readonly ports: ReadonlyMap<string, string>;
  /** Product of the `m=` of all calls above. */
  readonly multiplier: number;
  readonly depth: number;
  /** Models of this frame that were read. */
  readonly models: Map<string, ModelEntry>;
}

/** Full name of a node that a frame's text calls `text`. */
export function nodeIn(
  { prefix, ports }: Pick<Frame<unknown>, 'prefix' | 'ports'>,
  text: string,
  globals: ReadonlySet<string>,
): string {
  const name = canonicalNode(text);
  if (name === '0') return name;
  const port = ports.size > 0 ? ports.get(name) : undefined;
  if (port !== undefined) return port;
  if (prefix === '') return name;
  return globals.has(name) || name.startsWith('$g_') ? name : prefix + name;
}

/** Full name of an element that a frame's text calls `text`; the colons of LTspice and Xyce are dots. */
export function elementIn({ prefix }: Pick<Frame<unknown>, 'prefix'>, text: string): string {
  const name = text.toLowerCase();
  return prefix + (name.includes(':') ? name.replaceAll(':', '.') : name);
}
