/**
 * Quantities of terminals, by the names of PSpice, HSPICE and LTspice -> voltages of nodes and currents of elements:
 *
 *     vbe(q1), vc(q1), v1(r1)     between two terminals of an element, or of one, by their letters or as the first and the second
 *     v(r1)                       across an element of two terminals, where no node has the name
 *     i1(q1), i2(r1)              into the first, the second ... terminal
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
  return quantity === 'ix' || VOLTAGE.test(quantity) || CURRENT.test(quantity);
}

/** What such a probe is; "another" where it is none, undefined after reporting. */
export function terminalQuantity(
  probe: ProbeExpression,
  frame: Home,
  circuit: KnownTerminals,
): Expression | 'another' | undefined {
  const { quantity, names, span } = probe;
  const [written = ''] = names;
  if (names.length !== 1) return 'another';
  const build = new ExpressionBuilder(span);
  if (quantity === 'ix') return intoPort(written, probe, frame, circuit, build);
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
