/**
 * PINDLY: outputs that follow inputs after delays chosen by rules. Of the rules of an output the longest delay counts of those that are for
 * a rise (TRN_LH, TRN_ZH), and likewise for a fall; rules for neither count for both. TRISTATE gives it an enable; checks of times
 * (SETUP_HOLD, WIDTH, FREQ, GENERAL) have no effect.
 */
import type { DigitalPrimitive } from './digital-primitive.js';
import { takeDefinitions, type Definition } from './logic-expression.js';
import { ShortCard, type PrimitiveCard } from './primitive-card.js';
import type { Token } from './primitive-tokens.js';
import { delaysOf } from './timing.js';

interface Rule {
  readonly condition: string;
  readonly delay: number;
}

export const pinDelays: DigitalPrimitive = {
  name: 'pindly',
  usage:
    'PINDLY(paths,enables,references) power ground input ... enable ... reference ... output ... interface PINDLY: output ... = { rules }',
  doc: 'Delays by rules, of which the longest of each direction counts; TRISTATE: ENABLE HI=enable output ... is modelled.',
  read(card) {
    const paths = card.count(0);
    const inputs = card.nodes(paths, 'an input');
    card.nodes(card.counts[1] ?? 0, 'an enable');
    card.nodes(card.counts[2] ?? 0, 'a reference');
    const outputs = card.nodes(paths, 'an output');
    const settings = card.settings();
    const rules = new Map<string, readonly Rule[]>();
    const enables = new Map<string, { readonly net: string; readonly inverted: boolean }>();
    while (card.rest.length > 0) {
      const section = (card.rest.shift()?.text ?? '').toLowerCase();
      if (section === 'tristate:') readEnables(card, rules, enables, settings);
      else if (section === 'pindly:') addRules(card, takeDefinitions(card), rules, settings);
    }
    inputs.forEach((input, k) => {
      const net = outputs[k] ?? '';
      const own = rules.get(net) ?? [];
      const [rise, fall] = [longest(own, /trn_[lz$?]*h/, /trn_/), longest(own, /trn_[hz$?]*l/, /trn_/)];
      const enable = enables.get(net);
      if (enable) {
        const ports = [card.input(input), card.at(enable.net, enable.inverted), card.at(net)];
        card.part('d_tristate', ports, { delay: Math.max(rise, fall), inertial_delay: 1 });
      } else {
        const times = { rise_delay: rise, fall_delay: fall, inertial_delay: 1 };
        card.part('d_buffer', [card.input(input), card.at(net)], times);
      }
    });
  },
};

function longest(rules: readonly Rule[], own: RegExp, any: RegExp): number {
  const meant = rules.filter(({ condition }) => own.test(condition) || !any.test(condition));
  return Math.max(0, ...meant.map(({ delay }) => delay));
}

function addRules(
  card: PrimitiveCard,
  definitions: readonly Definition[],
  rules: Map<string, readonly Rule[]>,
  settings: ReadonlyMap<string, number>,
): void {
  for (const { names, body } of definitions) {
    const read = rulesOf(card, body, settings);
    for (const name of names) rules.set(card.node(name), read);
  }
}

/** DELAY(least,usual,largest), each with what stands in front of it. */
function rulesOf(
  card: PrimitiveCard,
  body: readonly Token[],
  settings: ReadonlyMap<string, number>,
): readonly Rule[] {
  const rules: Rule[] = [];
  let condition = '';
  for (let k = 0; k < body.length; k++) {
    const text = body[k]?.text.toLowerCase() ?? '';
    if (text !== 'delay' || body[k + 1]?.text !== '(') {
      condition += ` ${text}`;
      continue;
    }
    const end = body.findIndex((token, at) => at > k && token.text === ')');
    if (end < 0) throw new ShortCard('")" is missing behind DELAY');
    const values = body.slice(k + 2, end).map((token) => card.value(token, 'delay') ?? 0);
    const parameters = new Map(['dmn', 'dty', 'dmx'].map((name, at) => [name, values[at] ?? -1]));
    const model = { name: 'delay', type: 'udly', parameters, span: card.nameSpan };
    rules.push({ condition, delay: delaysOf(card, model, settings)('d') ?? 0 });
    condition = '';
    k = end;
  }
  return rules;
}

/** ENABLE HI=net output ... = { rules }. */
function readEnables(
  card: PrimitiveCard,
  rules: Map<string, readonly Rule[]>,
  enables: Map<string, { readonly net: string; readonly inverted: boolean }>,
  settings: ReadonlyMap<string, number>,
): void {
  while (card.rest[0]?.text.toLowerCase() === 'enable') {
    card.rest.shift();
    const level = card.anyWord('HI or LO').text.toLowerCase();
    // Vendors leave the equals sign out.
    if (card.rest[0]?.text === '=') card.rest.shift();
    if (level !== 'hi' && level !== 'lo') throw new ShortCard('ENABLE needs HI=node or LO=node');
    const [net = ''] = card.nodes(1, 'its enable');
    const definitions = takeDefinitions(card);
    addRules(card, definitions, rules, settings);
    for (const { names } of definitions)
      for (const name of names) enables.set(card.node(name), { net, inverted: level === 'lo' });
  }
}
