/**
 * Quantities of terminals, by the names of PSpice, HSPICE and LTspice -> voltages of nodes and currents of elements:
 *
 *     vbe(q1), vc(q1), v1(r1)     between two terminals of an element, or of one, by their letters or as the first and the second
 *     v(r1)                       across an element of two terminals, where no node has the name
 *     i1(q1), i2(r1)              into the first, the second ... terminal
 *     i(q1:c), i(x1:out)          into the terminal of that name, as ngspice's .probe has it
 *     vd(q1:c:e), vd(q1:c,q2:c)   between terminals; vd(r1) across an element of two
 *     ix(x1:out)                  into a terminal of a subcircuit: the sum of what flows into those within it that are tied to its port
 */
import type { Expression } from '../expression/ast.js';
import { ExpressionBuilder } from '../expression/build.js';
import { elementIn } from './frame.js';
import type { FlatElement } from './flat-circuit.js';
import type { Frame } from './frame.js';
import type { LanguageIndex } from './language-index.js';
import { findElement, type KnownNames, type ProbeExpression } from './resolve-names.js';

/** The circuit as far as it is known; a session is one. */
export interface KnownTerminals extends KnownNames {
  readonly index: LanguageIndex;
  readonly elements: readonly FlatElement[];
}

type Home = Pick<Frame<unknown>, 'prefix' | 'ports'>;

const VOLTAGE = /^v(?!db$)(?:([bcdegs])([bcdegs])?|([12]))$/;
const CURRENT = /^i([1-4])$/;

/** Elements whose first two nodes carry one current, all others none. */
const BETWEEN_TWO: ReadonlySet<string> = new Set('RCLVIDBEGFHSW'.split(''));
/** Elements with a current of its own in each terminal that has a letter. */
const OF_LETTERS: ReadonlySet<string> = new Set('MQJZ'.split(''));

/** Whether a call has such a name; a function of the netlist may have it too. */
export function isOfTerminals(quantity: string): boolean {
  return quantity === 'ix' || quantity === 'vd' || VOLTAGE.test(quantity) || CURRENT.test(quantity);
}

/** What such a probe is; "another" where it is none, undefined after reporting. */
export function terminalQuantity(
  probe: ProbeExpression,
  frame: Home,
  circuit: KnownTerminals,
): Expression | 'another' | undefined {
  const { quantity, names, span } = probe;
  const [written = ''] = names;
  const build = new ExpressionBuilder(span);
  if (quantity === 'vd') {
    const difference = differenceOf(names, frame, circuit, build);
    if (difference) return difference;
  }
  if (names.length !== 1) return 'another';
  if (quantity === 'ix') return intoPort(written, probe, frame, circuit, build);
  if (quantity === 'i') return intoNamed(written, probe, frame, circuit, build) ?? 'another';
  const [, first, second, place] = VOLTAGE.exec(quantity) ?? [];
  const [, count] = CURRENT.exec(quantity) ?? [];
  if (first === undefined && place === undefined && count === undefined) return 'another';
  const name = findElement(written, frame, circuit);
  const element = circuit.elements.find((one) => one.name === name);
  const fail = (message: string): undefined => {
    circuit.diagnostics.error('no-terminal', message, span, { hint: 'name a node, or i() of an element' });
    return undefined;
  };
  if (!element) return void fail(`there is no element "${elementIn(frame, written)}"`);
  const nodeAt = (letter: string | undefined, at?: string): string | undefined =>
    element.nodes[at === undefined ? lettersOf(element, circuit).indexOf(letter ?? '') : Number(at) - 1];
  if (count !== undefined) {
    const into = intoTerminal(element, Number(count) - 1, circuit, build);
    return into ?? void fail(`${element.name} has no current of a terminal ${count}`);
  }
  const [from, to] = [nodeAt(first, place), second === undefined ? '0' : nodeAt(second)];
  if (from === undefined || to === undefined)
    return void fail(`${element.name} has no terminal of ${quantity}(${written})`);
  return from === to ? build.number(0) : build.voltage(from, to);
}

/** q1:c -> the element and its terminals behind it; undefined where the whole is one, or nothing is. */
function withTerminals(
  written: string,
  frame: Home,
  circuit: KnownTerminals,
): { readonly element: FlatElement; readonly places: readonly (number | undefined)[] } | undefined {
  const parts = written.split(/[:.]/);
  for (let count = parts.length; count > 0; count--) {
    const name = findElement(parts.slice(0, count).join('.'), frame, circuit);
    const element = circuit.elements.find((one) => one.name === name);
    if (!element) continue;
    const letters = lettersOf(element, circuit);
    const placeOf = (part: string): number | undefined => {
      const place = /^\d+$/.test(part) ? Number(part) - 1 : letters.indexOf(part);
      return place >= 0 && place < element.nodes.length ? place : undefined;
    };
    return { element, places: parts.slice(count).map(placeOf) };
  }
  return undefined;
}

/** i(q1:c): undefined where no terminal is named, or there is none such. */
function intoNamed(
  written: string,
  probe: ProbeExpression,
  frame: Home,
  circuit: KnownTerminals,
  build: ExpressionBuilder,
): Expression | undefined {
  if (!/[:.]/.test(written) || findElement(written, frame, circuit) !== undefined) return undefined;
  const found = withTerminals(written, frame, circuit);
  if (found) {
    const { element, places } = found;
    const [place] = places;
    return places.length === 1 && place !== undefined
      ? intoTerminal(element, place, circuit, build)
      : undefined;
  }
  const [, call = '', port = ''] = /^(.+)[:.]([^:.]+)$/.exec(written) ?? [];
  const inner = circuit.frames.get(elementIn(frame, call).replaceAll(':', '.'));
  return inner?.ports.has(port) === true ? intoPort(written, probe, frame, circuit, build) : undefined;
}

/** vd(q1:c:e), vd(q1:c,q2:c), vd(r1); undefined where it is none of these. */
function differenceOf(
  names: readonly string[],
  frame: Home,
  circuit: KnownTerminals,
  build: ExpressionBuilder,
): Expression | undefined {
  const nodes = names.flatMap((name) => {
    const found = withTerminals(name, frame, circuit);
    if (!found) return [undefined];
    const { element, places } = found;
    const isAcross = places.length === 0 && BETWEEN_TWO.has(element.letter);
    return (isAcross ? [0, 1] : places).map((place) => element.nodes[place ?? -1]);
  });
  const [a, b] = nodes;
  if (nodes.length !== 2 || a === undefined || b === undefined) return undefined;
  return a === b ? build.number(0) : build.voltage(a, b);
}

/** v(r1) as a voltage between two nodes; undefined where the element has not two terminals. */
export function acrossElement(
  name: string,
  { span }: ProbeExpression,
  { elements }: Pick<KnownTerminals, 'elements'>,
): Expression | undefined {
  const element = elements.find((one) => one.name === name);
  const [a, b] = element?.nodes ?? [];
  const isOfTwo = element !== undefined && BETWEEN_TWO.has(element.letter);
  if (!isOfTwo || a === undefined || b === undefined) return undefined;
  const build = new ExpressionBuilder(span);
  return a === b ? build.number(0) : build.voltage(a, b);
}

function lettersOf({ letter }: FlatElement, { index }: Pick<KnownTerminals, 'index'>): readonly string[] {
  const { terminals = [], optionalTerminals = [] } = index.element(letter)?.syntax ?? {};
  return [...terminals, ...optionalTerminals].map((terminal) => terminal.charAt(0));
}

/** Undefined where nothing is known of it. */
function intoTerminal(
  element: FlatElement,
  place: number,
  circuit: Pick<KnownTerminals, 'index'>,
  build: ExpressionBuilder,
): Expression | undefined {
  const current = build.current(element.name);
  if (element.nodes[place] === undefined) return undefined;
  if (BETWEEN_TWO.has(element.letter)) {
    if (place > 1) return build.number(0);
    return place === 0 ? current : build.scaled(current, -1);
  }
  const letter = OF_LETTERS.has(element.letter) ? lettersOf(element, circuit)[place] : undefined;
  if (letter === undefined || current.kind !== 'probe') return undefined;
  return place === 0 ? current : { ...current, quantity: `@i${letter}` };
}

function intoPort(
  written: string,
  { span }: ProbeExpression,
  frame: Home,
  circuit: KnownTerminals,
  build: ExpressionBuilder,
): Expression | undefined {
  const [, call = '', port = ''] = /^(.+)[:.]([^:.]+)$/.exec(written) ?? [];
  const inner = circuit.frames.get(elementIn(frame, call).replaceAll(':', '.'));
  const node = inner?.ports.get(port);
  const fail = (message: string, hint: string): undefined => {
    circuit.diagnostics.error('no-terminal', message, span, { hint });
    return undefined;
  };
  if (!inner || node === undefined) {
    const has = inner ? `, but ${[...inner.ports.keys()].join(', ')}` : '';
    return void fail(`ix(${written}) names no terminal of a subcircuit${has}`, 'write ix(x1:out)');
  }
  const prefix = `${elementIn(frame, call).replaceAll(':', '.')}.`;
  if ([...inner.ports.values()].filter((other) => other === node).length > 1)
    return void fail(
      `ix(${written}): two terminals of it are at one node`,
      'put a source of 0 V in series with one',
    );
  let sum: Expression | undefined;
  for (const element of circuit.elements) {
    if (!element.name.startsWith(prefix)) continue;
    for (const [place, own] of element.nodes.entries()) {
      if (own !== node) continue;
      const into = intoTerminal(element, place, circuit, build);
      if (!into)
        return void fail(
          `ix(${written}): what flows into ${element.name} is not known`,
          'put a source of 0 V in series',
        );
      sum = sum ? build.add(sum, into) : into;
    }
  }
  return sum ?? build.number(0);
}
