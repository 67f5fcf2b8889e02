import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics, formatDiagnostic } from '../../src/base/diagnostic.js';
import { printExpression } from '../../src/expression/print.js';
import type { LogicalCard } from '../../src/netlist/cards.js';
import { parseCard, parseCardByGrammar, parseItemsByGrammar } from '../../src/netlist/parse-card.js';
import { printCard } from '../../src/netlist/print-card.js';
import { scanCard, scanItems } from '../../src/netlist/scan-card.js';
import { NEUTRAL_RULES } from '../../src/expression/dialect.js';
import type { Item } from '../../src/netlist/syntax.js';

function cardOf(text: string): LogicalCard {
  return { text, span: { source: { name: 'a', text }, start: 0, end: text.length } };
}

/** A card as one line: words bare, <expressions>, "strings", name[items], key=value. */
function sketch(item: Item): string {
  switch (item.kind) {
    case 'word':
      return item.text;
    case 'string':
      return `"${item.text}"`;
    case 'expression':
      return `<${printExpression(item.expression)}>`;
    case 'group':
      return `${item.name}[${item.items.map(sketch).join(' ')}]`;
    case 'assignment':
      return `${sketch(item.key)}=${sketch(item.value)}`;
  }
}

function sketchOf(text: string): string {
  const diagnostics = new Diagnostics();
  const card = parseCard(cardOf(text), diagnostics);
  return card
    ? [card.lead, ...card.items].map(sketch).join(' ')
    : diagnostics.items.map(formatDiagnostic).join('\n');
}

describe('parseCard', () => {
  it.each([
    ['R1 n+ n- 1k', 'R1 n+ n- 1k'],
    ['R1 a,b , 1k', 'R1 a b 1k'],
    ['C1 a b 1u ic = 5', 'C1 a b 1u ic=5'],
    ['C1 a b 1u ic=-5.5e-3mV', 'C1 a b 1u ic=-5.5e-3mV'],
    ["R1 a b {2*x} tc='y+1'", 'R1 a b <2 * x> tc=<y + 1>'],
    ['V1 a b SIN (0 {x} 1k) AC 1', 'V1 a b sin[0 <x> 1k] AC 1'],
    ['.param a = b + 1 c=2*a d=f(1, 2)', '.param a=<b + 1> c=<2 * a> d=<f(1, 2)>'],
    ['.param a = 1 - 2', '.param a=<1 - 2>'],
    ['.param a = b > 1 ? 2 : 3', '.param a=<b > 1 ? 2 : 3>'],
    ['.model q npn(bf=100 file=2n2222)', '.model q npn[bf=100 file=2n2222]'],
    ['.ic v(a)=1 V(b) = {x}', '.ic v[a]=1 v[b]=<x>'],
    ['.print tran v(a, b) i(l1)', '.print tran v[a b] i[l1]'],
    ['.options path="a b" method=theta', '.options path="a b" method=theta'],
    ['.x a=b/c.txt', '.x a=<b / c.txt>'],
    ['E1 a 0 poly(2) (b,0) (c,0) 0 1', 'E1 a 0 poly[2] [b 0] [c 0] 0 1'],
  ])('reads %s', (text, expected) => {
    expect(sketchOf(text)).toBe(expected);
  });

  it.each([
    [
      'R1 a b {1+}',
      'a:1:11: error: unexpected "}"; expected "(", a name or a number\n  R1 a b {1+}\n            ^',
    ],
    [
      'B1 a b v=(0+1',
      'a:1:14: error: unexpected end of the card; expected ")"\n  B1 a b v=(0+1\n               ^',
    ],
    [
      'V1 a b SIN(0 } 1)',
      'a:1:14: error: unexpected "}"; expected ")"\n  V1 a b SIN(0 } 1)\n               ^',
    ],
  ])('places the error of %s', (text, message) => {
    expect(sketchOf(text)).toBe(message);
  });

  it.each([
    [
      'V1 a b SIN(0 1',
      'V1 a b SIN(0 1)',
      'a:1:11: warning: this bracket is never closed: the card ends it\n  V1 a b SIN(0 1\n            ^\n  hint: add ")"',
    ],
    [
      '.model m d(is=1 (n=2)',
      '.model m d(is=1 (n=2))',
      'a:1:11: warning: this bracket is never closed: the card ends it\n  .model m d(is=1 (n=2)\n            ^\n  hint: add ")"',
    ],
    [
      '.model m d(is=1))',
      '.model m d(is=1)',
      'a:1:17: warning: this bracket closes nothing: left out\n  .model m d(is=1))\n                  ^\n  hint: remove it',
    ],
    [
      'G1 0 a TABLE {v(b)} ((-1,-2)(3,1))(4,1))',
      'G1 0 a TABLE {v(b)} ((-1,-2)(3,1))(4,1)',
      'a:1:40: warning: this bracket closes nothing: left out\n  G1 0 a TABLE {v(b)} ((-1,-2)(3,1))(4,1))\n                                         ^\n  hint: remove it',
    ],
  ])('reads %s as SPICE does, with a warning', (text, meant, message) => {
    const diagnostics = new Diagnostics();
    const card = parseCard(cardOf(text), diagnostics);
    expect(diagnostics.items.map(formatDiagnostic)).toEqual([message]);
    expect(card && printCard(card)).toBe(printCard(parseCard(cardOf(meant), new Diagnostics())!));
  });

  it('never throws and never hangs on random text', () => {
    const soup = fc.array(
      fc.constantFrom('(', ')', '{', '}', "'", '"', '=', 'a', 'f(', '1', '+', '?', ':', ' ', ','),
      {
        maxLength: 300,
      },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          soup.map((parts) => parts.join('')),
        ),
        (text) => {
          const diagnostics = new Diagnostics();
          const card = parseCard(cardOf(text), diagnostics);
          expect(diagnostics.hasErrors).toBe(card === undefined);
        },
      ),
      { seed: 6, numRuns: 2000 },
    );
  });

  it('reads unclosed brackets 190 deep without trying them twice a level', () => {
    expect(sketchOf('a('.repeat(190))).toContain('expected ")"');
  });
});

describe('scanCard', () => {
  const token = fc.constantFrom(
    ...[
      'R1',
      'n+',
      '-',
      '1k',
      '1e-9',
      '+',
      'a=1',
      'ic=-5m',
      'b=c',
      'b=',
      '=',
      '=1',
      'a=b=c',
      'a=1+2',
      '*',
      '/x',
      '?',
    ],
    ...[
      'c=2n2222',
      'd=x.y',
      'e=-q',
      'f=1e',
      'g=.5',
      '{a}',
      '(b)',
      "'c'",
      '"d"',
      '\u00a0',
      'h=\u00b5',
      '|',
      '<',
      '%',
    ],
  );
  const plain = fc.constantFrom('C1', 'out', '0', '1.5uF', 'ic=-2m', 'x=y', 'n=1e-3', 'on');
  const separator = fc.constantFrom(' ', ' ', ' ', '  ', ',', ' , ', '\t', '');
  const text = fc
    .array(fc.tuple(fc.oneof({ weight: 3, arbitrary: plain }, token), separator), {
      minLength: 1,
      maxLength: 8,
    })
    .map((parts) => parts.flat().join(''));

  it('gives what the grammar gives wherever it answers', () => {
    let answered = 0;
    fc.assert(
      fc.property(text, (line) => {
        const card = cardOf(line);
        const scanned = scanCard(line, { source: card.span.source, base: 0, rules: NEUTRAL_RULES });
        if (!scanned) return;
        answered++;
        expect(scanned).toEqual(parseCardByGrammar(card, new Diagnostics()));
      }),
      { seed: 7, numRuns: 5000 },
    );
    expect(answered).toBeGreaterThan(1000);
  });

  it('gives what the grammar gives for items without a leading word, none included', () => {
    let answered = 0;
    fc.assert(
      fc.property(fc.oneof(fc.constant(''), text), (line) => {
        const { span } = cardOf(line);
        const scanned = scanItems(line, { source: span.source, base: 0, rules: NEUTRAL_RULES });
        if (!scanned) return;
        answered++;
        expect(scanned).toEqual(parseItemsByGrammar(span, new Diagnostics()));
      }),
      { seed: 8, numRuns: 5000 },
    );
    expect(answered).toBeGreaterThan(1000);
  });

  it('answers the plain shape', () => {
    const line = 'C12 out 0 1.5uF ic=-2m';
    expect(
      scanCard(line, { source: { name: 'a', text: line }, base: 0, rules: NEUTRAL_RULES })?.items,
    ).toHaveLength(4);
  });
});
