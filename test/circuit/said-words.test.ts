/** What netlists of others mean by words that were dropped without a word: the temperature of B, OFF, a digital net as a node. */
import { describe, expect, it } from 'vitest';
import { MemoryPlot, prepare, runCard } from '../../src/index.js';

function told(text: string): readonly string[] {
  return prepare(`t\n${text}\n.op\n.end\n`).diagnostics.map(({ message }) => message);
}

describe('words of netlists', () => {
  it.each([
    ['v={3*v(a)}', 'R1 b 0 1', 3],
    ['i={-3*v(a)}', 'R1 b 0 1', 3],
  ])('B with %s follows 1 + tc1 dT + tc2 dT^2', (law, load, value) => {
    const text = `t\nV1 a 0 1\nB1 b 0 ${law} tc1=1m tc2=10u dtemp=20\n${load}\n.options temp=80\n.op\n.end\n`;
    const { circuit } = prepare(text);
    const memory = new MemoryPlot();
    runCard(circuit!, circuit!.flat.analyses[0]!, [memory]);
    const [plot] = memory.plots;
    const column = plot!.header.columns.findIndex(({ name }) => name === 'v(b)');
    // dT = 80 + 20 - 27 = 73 K.
    expect(plot!.columns[column]![0]).toBeCloseTo(value * (1 + 0.073 + 0.05329), 12);
  });

  it('names OFF, which is only the guess of a Newton method', () => {
    const said = told(
      'V1 a 0 1\nR1 a b 1k\nQ1 a b 0 mm off\nD1 b 0 dd off\n.model mm npn\n.model dd d(is=1f)',
    );
    expect(said.filter((message) => message.startsWith('ignored'))).toEqual([
      expect.stringMatching(/(q off, d off|d off, q off)/),
    ]);
  });

  it('refuses a digital net that is a node of analog parts, which nothing connects', () => {
    const said = told('V1 in 0 1\nA1 in out buf\nR1 out 0 1k\n.model buf d_buffer');
    expect(said.filter((message) => message.includes('digital net'))).toEqual([
      '"in" is a digital net of a1 and a node of other elements: nothing connects the two',
      '"out" is a digital net of a1 and a node of other elements: nothing connects the two',
    ]);
  });
});
