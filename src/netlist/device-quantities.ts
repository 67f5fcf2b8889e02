/**
 * Currents of devices by the names of other simulators -> probes of the circuit: id(m1), ic(q1) (LTspice, PSpice: into the terminal), and
 * ngspice's @m1[id], which is that of an n-channel device: of p channels it counts out of the drain.
 */
import type { FlatElement } from './flat-circuit.js';
import type { Frame } from './frame.js';
import type { LanguageIndex } from './language-index.js';
import { findElement, type KnownNames, type ProbeExpression } from './resolve-names.js';

/** The circuit as far as it is known; a session is one. */
export interface KnownDevices extends KnownNames {
  readonly index: LanguageIndex;
  readonly elements: readonly FlatElement[];
  readonly frame: Pick<Frame<unknown>, 'prefix' | 'ports'>;
}

/** Currents into terminals, by the first letter of their names. */
const TERMINAL_CURRENT = /^i([abcdeksg])$/;

/** Transistors whose currents ngspice turns over where they are p-channel ones. */
const P_CHANNELS: ReadonlySet<string> = new Set(['pmos', 'pjf', 'pmf']);

/** i(m1) for id(m1), with full names; the probe itself where it asks for something else, undefined after reporting another terminal. */
export function currentOfFirstTerminal(
  probe: ProbeExpression,
  circuit: Pick<KnownDevices, 'index' | 'diagnostics'>,
): ProbeExpression | undefined {
  const letter = TERMINAL_CURRENT.exec(probe.quantity)?.[1];
  const [element = ''] = probe.names;
  if (letter === undefined) return probe;
  const [own = ''] = element.split('.').slice(-1);
  const { terminals = [], optionalTerminals = [] } = circuit.index.element(own)?.syntax ?? {};
  if (terminals[0]?.startsWith(letter) === true) return { ...probe, quantity: 'i' };
  if (![...terminals, ...optionalTerminals].some((terminal) => terminal.startsWith(letter))) {
    const none = `${element} has no terminal "${letter}"`;
    circuit.diagnostics.error('no-terminal', none, probe.span, { hint: `ask for i(${element})` });
    return undefined;
  }
  const message = `${probe.quantity}(${element}) is a current that no expression has`;
  circuit.diagnostics.error('terminal-current', message, probe.span, {
    hint: `write it by itself, .save ${probe.quantity}(${element}), or name i() of a source of 0 V in series`,
  });
  return undefined;
}

/** Whether ngspice's @element[...] counts currents out of terminals. */
export function countsOutwards(element: string, circuit: Pick<KnownDevices, 'elements'>): boolean {
  const model = circuit.elements.find(({ name }) => name === element)?.model;
  return model !== undefined && (P_CHANNELS.has(model.type) || model.parameters.get('pchan') === 1);
}

/** A text in which ngspice's @element[id] is i(element), with the sign of p-channel transistors, and @element[p] its power. */
export function withPlainCurrents(text: string, circuit: KnownDevices): string {
  return text.replaceAll(/@([\w.:]+)\[(i|p|id|ic|current)\]/gi, (_, name: string, quantity: string) => {
    if (quantity.toLowerCase() === 'p') return `p(${name})`;
    const element = findElement(name.toLowerCase(), circuit.frame, circuit) ?? name;
    return countsOutwards(element, circuit) ? `(-i(${name}))` : `i(${name})`;
  });
}
