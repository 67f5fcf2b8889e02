/**
 * What devices tell of themselves, by the names of other simulators -> probes of the circuit: id(m1), ic(q1) (LTspice, PSpice: the current
 * into a terminal), and ngspice's @m1[gm]. Currents that ngspice names are those of an n-channel device: of p channels they count out of
 * the terminals, and voltages of junctions and channels are turned over. A probe of a quantity "@gm" is read at an operating point or
 * along a run (`analysis/rows/device-forms.ts`), "@ib" is a current into a terminal.
 */
import type { Expression } from '../expression/ast.js';
import { numberAt } from '../expression/simplify.js';
import { type ParameterContext, parameterOf } from './elements/parameter-value.js';
import type { FlatElement } from './flat-circuit.js';
import type { LanguageIndex } from './language-index.js';
import type { KnownNames, ProbeExpression } from './resolve-names.js';

/** The circuit as far as it is known; a session is one. */
export interface KnownDevices extends ParameterContext, Pick<KnownNames, 'diagnostics'> {
  readonly elements: readonly FlatElement[];
}

/** Currents into terminals, by the first letter of their names. */
const TERMINAL_CURRENT = /^i([abcdeksg])$/;

/** The current of a whole element, by the names that ngspice has for it; of a diode also id, of a bipolar transistor ic. */
const WHOLE_CURRENT: ReadonlySet<string> = new Set(['i', 'current', 'branch']);

/** Transistors whose currents ngspice turns over where they are p-channel ones. */
const P_CHANNELS: ReadonlySet<string> = new Set([...['pmos', 'pmos-bsim3', 'pmos-bsim4', 'pjf', 'pmf']]);

/** Slopes and voltages that devices tell, by their letters. */
const OPERATING: ReadonlyMap<string, readonly string[]> = new Map([
  ['M', ['gm', 'gds', 'gmbs', 'vgs', 'vds', 'vbs', 'von', 'vdsat']],
  ['J', ['gm', 'gds', 'vgs', 'vds', 'vgd']],
  ['Z', ['gm', 'gds', 'vgs', 'vds', 'vgd']],
  ['Q', ['gm', 'go', 'gpi', 'gmu', 'vbe', 'vbc']],
  ['D', ['gd', 'vd']],
]);

/** The terminal whose current a quantity such as "@ib" is. */
export function terminalOf(quantity: string): string | undefined {
  return quantity.startsWith('@') ? TERMINAL_CURRENT.exec(quantity.slice(1))?.[1] : undefined;
}

/** Whether a quantity is a slope or voltage of a device. */
export function isOfDevice(quantity: string): boolean {
  return quantity.startsWith('@');
}

/** What is asked of devices may stand in what is written and measured; laws of sources have currents of whole elements alone. */
export type AskedBy = 'output' | 'law';

/** i(m1) for id(m1), "@ib" of q1 for ib(q1), with full names; the probe itself where it asks for something else, undefined after reporting. */
export function terminalCurrent(
  probe: ProbeExpression,
  circuit: Pick<KnownNames, 'diagnostics'> & { readonly index: LanguageIndex },
  by: AskedBy,
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
  if (by === 'output') return { ...probe, quantity: `@i${letter}` };
  const message = `${probe.quantity}(${element}) is a current that no source has`;
  circuit.diagnostics.error('terminal-current', message, probe.span, {
    hint: 'name i() of a source of 0 V in series',
  });
  return undefined;
}

/** What ngspice's @element[quantity] is, a probe with a full name; undefined after reporting. */
export function deviceQuantity(
  probe: ProbeExpression,
  circuit: KnownDevices,
  by: AskedBy,
): Expression | undefined {
  const { names, span } = probe;
  const [name = ''] = names;
  const asked = probe.quantity.slice(1);
  const element = circuit.elements.find((other) => other.name === name);
  const letter = element?.letter ?? '';
  const plain = (quantity: string): Expression => ({ ...probe, quantity });
  const turned = (of: Expression): Expression =>
    isTurned(element) ? { kind: 'unary', operator: '-', operand: of, span } : of;
  if (asked === 'p') return plain('p');
  if (asked === 'v' && letter === 'I') return plain('v');
  const isWhole = WHOLE_CURRENT.has(asked) || (asked === 'id' && letter === 'D');
  if (isWhole) return turned(plain('i'));
  if (TERMINAL_CURRENT.test(asked)) {
    const current = terminalCurrent({ ...probe, quantity: asked }, circuit, by);
    return current && turned(current);
  }
  const value = element && parameterOf(element, asked, circuit);
  if (value !== undefined) return typeof value === 'number' ? numberAt(value, span) : value;
  const known = OPERATING.get(letter) ?? [];
  if (known.includes(asked) && by === 'output') return probe;
  const others = ['i', 'p', ...known].map((quantity) => `@${name}[${quantity}]`);
  const message = `@${name}[${asked}] is not a quantity that ${by === 'output' ? 'can be written' : 'a source has'}`;
  circuit.diagnostics.error('unknown-output', message, span, {
    hint:
      by === 'output' ? `${name} has ${others.join(', ')}` : 'name a voltage or the current of an element',
  });
  return undefined;
}

/** Whether ngspice's @element[...] counts currents out of terminals. */
function isTurned(element: FlatElement | undefined): boolean {
  const model = element?.model;
  return model !== undefined && (P_CHANNELS.has(model.type) || model.parameters.get('pchan') === 1);
}
