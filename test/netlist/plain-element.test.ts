/** The fast path for plain cards gives what the general one gives: a comma in place of a blank takes a card to the latter. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { nodePlace, valuePlace } from '../../src/netlist/element-places.js';
import { elaborate, type Elaboration } from '../../src/netlist/elaborate.js';
import { Session } from '../../src/netlist/session.js';
import { plainElement } from '../../src/netlist/passes/plain-element.js';

/** Without the texts, in which the two differ by their commas; with the places that either path keeps or finds again. */
function outcome({ circuit, diagnostics }: Elaboration): unknown {
  const plain = (key: string, value: unknown): unknown => {
    if (key === 'source') return undefined;
    return value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value;
  };
  const elements = circuit?.elements.map((element) => ({
    ...element,
    nodeSpans: element.nodes.map((_, k) => nodePlace(element, k)),
    valueSpan: valuePlace(element),
  }));
  return JSON.parse(JSON.stringify({ diagnostics, elements }, plain)) as unknown;
}

const number = fc.constantFrom(
  ...[
    '1',
    '1k',
    '4.7k',
    '-3',
    '+2',
    '1e3',
    '1e-9F',
    '0',
    '-0',
    '1meg',
    '10uF',
    '.5',
    '5.',
    '1e999',
    '4k7',
    '1-',
    'x',
    'rm',
    '2n2',
  ],
);
const node = fc.constantFrom('0', 'a', 'b', 'GND', 'a1', 'N_1', 'x.y', 'n-', '5', 'IN+', 'dc');
const lead = fc.constantFrom(
  'R1',
  'r2',
  'C1',
  'L1',
  'Rload',
  'c_2',
  'R.3',
  'L-',
  'V1',
  'D1',
  'I1',
  'Z1',
  'K1',
  'R1:2',
);
const blank = fc.constantFrom(' ', '  ', '\t', ' \t ');
const card = fc.tuple(lead, node, node, number, blank);

test('on random cards, in the main circuit and in a subcircuit that is called twice', () => {
  fc.assert(
    fc.property(
      fc.array(card, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.boolean(),
      (cards, defined, called) => {
        const text = (separator: (gap: string) => string): string => {
          const lines = cards.map(([name, from, to, value, gap]) =>
            [name, from, to + separator(gap) + value].join(gap),
          );
          const more = defined ? ['.param x=5', '.model rm r(r=2)', '.model 1k r(r=3)'] : [];
          const circuit = called
            ? ['.global in+ s', '.subckt s a n_1', ...lines, '.ends', 'X1 a 5 s', 'X2 b a s']
            : lines;
          return ['t', 'V0 a 0 1', ...circuit, ...more, '.tran 1u 1m'].join('\n');
        };
        const plain = elaborate({ name: 'a', text: text((gap) => gap) }, circuitLanguage);
        const general = elaborate({ name: 'a', text: text((gap) => `,${gap.slice(1)}`) }, circuitLanguage);
        expect(outcome(plain)).toEqual(outcome(general));
      },
    ),
    { seed: 11, numRuns: 2000 },
  );
});

/** Letters of devices, their nodes, and what stands behind these; names of nodes may be those of models. */
const device = fc.tuple(
  fc.constantFrom('M', 'm', 'D', 'Q', 'J', 'S', 'Y'),
  fc.array(fc.constantFrom('0', 'a', 'b', 'GND', 'mn', 'dm', 'qn', '7'), { minLength: 1, maxLength: 6 }),
  fc.constantFrom(
    ...[
      'mn w=1u l=1u',
      'mn W=2u',
      'mn w=x',
      'mn w={2*x}',
      'mn off',
      'mn w=1u foo=3',
      'dm',
      'dm 2',
      'DM area=2 off',
    ],
    ...['qn', 'qn 3 m=2', 'jn', 'sn on', 'none', 'mn w=1M', '1k', 'mn w=1u $ note', 'mn ic=1,2'],
  ),
);

test('on random devices, of which many end as another one did', () => {
  fc.assert(
    fc.property(fc.array(device, { minLength: 2, maxLength: 8 }), (cards) => {
      // A comma behind the name takes a card to the general path.
      const text = (gap: string): string => {
        const lines = cards.map(
          ([letter, nodes, tail], k) => `${letter}${k}${gap}${nodes.join(' ')} ${tail}`,
        );
        const models = ['mn nmos(vto=1)', 'dm d(is=1e-14)', 'qn npn(bf=50)', 'jn njf(vto=-2)', 'sn sw(vt=1)'];
        const more = ['.param x=5u', ...models.map((model) => `.model ${model}`)];
        return ['t', 'V0 a 0 1', 'R0 a b 1', ...lines, ...more, '.tran 1u 1m'].join('\n');
      };
      const like = elaborate({ name: 'a', text: text(' ') }, circuitLanguage);
      const general = elaborate({ name: 'a', text: text(',') }, circuitLanguage);
      expect(outcome(like)).toEqual(outcome(general));
    }),
    { seed: 12, numRuns: 1000 },
  );
});

test('is taken by the cards of which large netlists consist, and by no others', () => {
  const session = new Session({ name: 'a', text: '' }, circuitLanguage, undefined, {});
  const isPlain = (text: string): boolean => {
    const source = { name: 'a', text };
    return plainElement({ text, span: { source, start: 0, end: text.length } }, session) !== undefined;
  };
  expect(['R1 a b 1k', 'C12 n1 0 1.5pF', 'l3 a\tb 1e-6'].map(isPlain)).toEqual([true, true, true]);
  const others = [
    'R1 a b {x}',
    'R1 a b 1k tc=1',
    'R1 a b r=1',
    'R1 (a b) 1k',
    'R1 a b',
    'V1 a b 1',
    'R1 a b -',
  ];
  expect(others.filter(isPlain)).toEqual([]);
});

test('their elements keep no places of nodes and values, which a continued line has to', () => {
  const text = 't\nV1 a 0 1\nR1 a b 1k\nC1 b\n+ 0 1u\n.model dm d(is=1f)\nD1 b 0 dm\nD2 a b dm\n.op';
  const elements = elaborate({ name: 'a', text }, circuitLanguage).circuit?.elements ?? [];
  const kept = elements.filter((element) => 'nodeSpans' in element).map(({ name }) => name);
  expect(kept).toEqual(['v1', 'c1', 'd1']);
});
