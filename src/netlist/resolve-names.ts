/**
 * Names of nodes and elements as a text uses them -> full names, when all are known. A node may be a port of
 * a call (`x1.a`) or an element's terminal written the ngspice way (`v.x1.vs`); colons separate like dots.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { NameNumbers } from '../base/name-numbers.js';
import { nearestName } from '../base/nearest-name.js';
import type { Span } from '../base/span.js';
import type { Expression } from '../expression/ast.js';
import { elementIn, nodeIn, type Frame } from './frame.js';

export type ProbeExpression = Extract<Expression, { kind: 'probe' }>;

/** What is known of the circuit; a session is one. */
export interface KnownNames {
  readonly nodeNames: Pick<NameNumbers, 'has' | 'names'>;
  readonly elementNames: Pick<NameNumbers, 'has' | 'names'>;
  readonly frames: ReadonlyMap<string, Pick<Frame<unknown>, 'ports'>>;
  readonly globals: ReadonlySet<string>;
  /** Whether digital parts have a net of that name. */
  readonly isNet?: (name: string) => boolean;
  readonly diagnostics: Diagnostics;
}

type Home = Pick<Frame<unknown>, 'prefix' | 'ports'>;

/** Full name of a node that the text of `frame` calls `text`, in brackets or not; undefined when there is none. */
export function findNode(text: string, frame: Home, known: KnownNames): string | undefined {
  const written = nodeIn(frame, text, known.globals);
  if (known.nodeNames.has(written)) return written;
  const dotted = written.replaceAll(':', '.');
  if (known.nodeNames.has(dotted)) return dotted;
  const at = dotted.lastIndexOf('.');
  const port = known.frames.get(dotted.slice(0, Math.max(at, 0)))?.ports.get(dotted.slice(at + 1));
  if (port !== undefined) return port;
  // PSpice: v([out]).
  const [, inner] = /^\[(.+)\]$/.exec(text) ?? [];
  return inner === undefined ? undefined : findNode(inner, frame, known);
}

/** Full name of an element; undefined when there is none. */
export function findElement(text: string, frame: Home, { elementNames }: KnownNames): string | undefined {
  const written = elementIn(frame, text);
  if (elementNames.has(written)) return written;
  // ngspice: v.x1.vs; Xyce: x1:vs (a dot by now); both may stand in a subcircuit.
  const [, path] = /^[a-z]\.(x.*)$/.exec(written) ?? [];
  return path !== undefined && elementNames.has(path) ? path : undefined;
}

/** Finds a node or element, or reports that there is none, with the nearest that may be meant, as the text of the frame calls it. */
export function requireName(
  of: 'node' | 'element',
  text: string,
  span: Span,
  frame: Home,
  known: KnownNames,
  mayBeMeant: (name: string) => boolean = () => true,
): string | undefined {
  const found = of === 'node' ? findNode(text, frame, known) : findElement(text, frame, known);
  if (found !== undefined) return found;
  const name = of === 'node' ? nodeIn(frame, text, known.globals) : elementIn(frame, text);
  if (of === 'node' && known.isNet?.(name) === true) {
    known.diagnostics.error('digital-net', `"${name}" is a digital net, which has no voltage`, span, {
      hint: `bring it to a node: A1 [${name}] [${name}_v] dac, with .model dac dac_bridge`,
    });
    return undefined;
  }
  known.diagnostics.error(`unknown-${of}`, `there is no ${of} "${name}"`, span, () => {
    const nearest = nearestName(name.slice(frame.prefix.length), namesWithin(of, frame, known, mayBeMeant));
    return {
      hint: nearest === undefined ? `name one of the netlist's ${of}s` : `did you mean "${nearest}"?`,
    };
  });
  return undefined;
}

/** What the text of a frame may call nodes or elements, ground aside. */
function* namesWithin(
  of: 'node' | 'element',
  { prefix, ports }: Home,
  { nodeNames, elementNames, globals }: KnownNames,
  mayBeMeant: (name: string) => boolean,
): Iterable<string> {
  if (of === 'node' && prefix !== '') yield* [...ports.keys(), ...globals];
  for (const name of (of === 'node' ? nodeNames : elementNames).names)
    if (name !== '0' && name.startsWith(prefix) && mayBeMeant(name)) yield name.slice(prefix.length);
}

/** Gives a probe its full names, `mayBeMeant` those of elements that are suggested; v(element) is the voltage across an element where no node has the name. */
export function resolveProbeIn(
  probe: ProbeExpression,
  frame: Home,
  known: KnownNames,
  mayBeMeant?: (name: string) => boolean,
): ProbeExpression | undefined {
  const of = probe.quantity === 'v' || probe.quantity === 'x' ? 'node' : 'element';
  const most = of === 'node' ? 2 : 1;
  if (probe.names.length > most) {
    const message = `${probe.quantity}() takes at most ${most} name${most > 1 ? 's' : ''}, not ${probe.names.length}`;
    known.diagnostics.error('wrong-arity', message, probe.span);
    return undefined;
  }
  const meant = of === 'element' ? mayBeMeant : undefined;
  const [only = ''] = probe.names;
  const isNode = probe.names.length > 1 || findNode(only, frame, known) !== undefined;
  const element = probe.quantity === 'v' && !isNode ? findElement(only, frame, known) : undefined;
  if (element !== undefined) return { ...probe, names: [element] };
  const names = probe.names.map((name) => requireName(of, name, probe.span, frame, known, meant));
  const found = names.filter((name) => name !== undefined);
  return found.length < names.length ? undefined : { ...probe, names: found };
}
