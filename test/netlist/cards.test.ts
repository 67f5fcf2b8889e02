import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics, formatDiagnostic } from '../../src/base/diagnostic.js';
import { splitCards } from '../../src/netlist/cards.js';

function textsOf(text: string): string[] {
  const { cards } = splitCards({ name: 'a.cir', text }, true, new Diagnostics());
  return cards.map((card) => card.text.replace(/\s+/g, ' '));
}

describe('splitCards', () => {
  it.each([
    ['the first line is the title', 'R1 a b 1\nR2 a b 1', ['R2 a b 1']],
    ['lines may end in CR LF', 't\r\nR1 a b 1\r\n+ 2\r\n', ['R1 a b 1 2']],
    ['blank lines and * lines are no cards', 't\n\n  * c\n \t\nR1 a b 1', ['R1 a b 1']],
    ['; begins a comment', 't\nR1 a b 1 ; x', ['R1 a b 1']],
    ['// begins a comment', 't\nR1 a b 1// x', ['R1 a b 1']],
    ['$ between blanks begins a comment', 't\nR1 a$1 $N_b 1 $ x', ['R1 a$1 $N_b 1']],
    ['$ behind a blank begins a comment, but for nodes of PSpice', 't\nR1 a $N_1 1k $load', ['R1 a $N_1 1k']],
    ['a line that begins with $ is a comment', 't\n$all sources\nR1 a b 1', ['R1 a b 1']],
    ['$ of a script is a variable', 't\n.control\necho $x\n.endc\n$y', ['.control', 'echo $x', '.endc']],
    ['control characters behind words are blanks', 't\nC1 a b 1n\u0013 ic=0\u0013\n', ['C1 a b 1n ic=0']],
    ['a title that includes a file is a card', '.include a.mod\nR1 a b 1', ['.include a.mod', 'R1 a b 1']],
    ['a quoted string hides comment signs', 't\n.include "a//b;c" ; x', ['.include "a//b;c"']],
    ['+ continues', 't\nR1 a\n+ b\n + 1', ['R1 a b 1']],
    ['+ continues across comments and blank lines', 't\nR1 a ; c\n* c\n\n+ b 1', ['R1 a b 1']],
    ['a line of nothing but a comment is no card', 't\n; x\n// y\n$ z\nR1 a b 1', ['R1 a b 1']],
    ['the last line needs no line end', 't\nR1 a b 1', ['R1 a b 1']],
    ['an empty text has no cards', '', []],
  ])('%s', (_, text, cards) => {
    expect(textsOf(text)).toEqual(cards);
  });

  it('strips the comment sign off the title', () => {
    expect(splitCards({ name: 'a', text: '* LC bridge \r\n' }, true, new Diagnostics()).title).toBe(
      'LC bridge',
    );
  });

  it('reports a continuation of nothing', () => {
    const diagnostics = new Diagnostics();
    splitCards({ name: 'a.cir', text: 'title\n + 1k' }, true, diagnostics);
    expect(diagnostics.items.map(formatDiagnostic)).toEqual([
      'a.cir:2:2: error: "+" continues a card, but none stands before it\n   + 1k\n   ^',
    ]);
  });

  it('keeps every character of a card at its offset in the source, or blanks it', () => {
    const segment = fc.constantFrom(
      'R1',
      ' ',
      'a',
      '1k',
      '\n',
      '\r\n',
      '+',
      '*',
      ';',
      '$ ',
      '//',
      '"',
      '\t',
      '.tran',
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 60 }), (segments) => {
        const source = { name: 'a', text: segments.join('') };
        for (const { span, text } of splitCards(source, false, new Diagnostics()).cards) {
          const original = source.text.slice(span.start, span.end);
          expect(text).toHaveLength(original.length);
          for (let i = 0; i < text.length; i++) if (text[i] !== ' ') expect(text[i]).toBe(original[i]);
        }
      }),
      { seed: 5, numRuns: 1000 },
    );
  });
});
