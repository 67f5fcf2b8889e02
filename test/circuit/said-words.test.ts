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

  it('names what a .meas card says to optimizers and printers', () => {
    const text = `t\nV1 a 0 1\nR1 a 0 1k\n.tran 1u 1m\n.meas tran m max v(a) goal=3 weight=2 precision=4 print=none\n.end\n`;
    expect(prepare(text).diagnostics.map(({ message }) => message)).toContainEqual(
      'ignored measure settings: goal, weight, precision, print',
    );
  });

  it('says once which digital nets are joined to nodes, and how', () => {
    const said = told('V1 in 0 1\nA1 in out buf\nR1 out 0 1k\n.model buf d_buffer');
    expect(said.filter((message) => message.includes('bridges'))).toEqual([
      'digital and analog at once, joined by bridges as in ngspice: in (input, threshold 1.65 V), out (output, 0 to 3.3 V); .param vcc= sets their levels',
    ]);
  });

  it('says what a script sets of such bridges, which are as they are', () => {
    const said = told('V1 in 0 1\nR1 in 0 1k\n.control\nset auto_bridge_d_out=( "a" "b" )\nop\n.endc');
    expect(said).toContainEqual(expect.stringMatching(/^ignored commands: .*auto_bridge_d_out/));
  });

  it('names the heat of a diode, and refuses a third node without it', () => {
    const said = told('I1 0 a 1m\nD1 a 0 tj dm thermal\nRj tj 0 100\n.model dm d is=1e-14 rth0=10');
    expect(said).toContainEqual(expect.stringContaining('d1: thermal is left out'));
    expect(told('I1 0 a 1m\nD1 a 0 tj dm\n.model dm d is=1e-14')).toContainEqual('d1: 3 nodes are too many');
  });

  it('names the heat of a VDMOS, and refuses that of another transistor', () => {
    const said = told('V1 d 0 1\nM1 d d 0 tj tc mm thermal\n.model mm vdmos nchan');
    expect(said).toContainEqual(expect.stringContaining('m1: thermal is left out'));
    const refused = told('V1 d 0 1\nM1 d d 0 0 tc mm\n.model mm nmos');
    expect(refused).toContainEqual('m1: 5 nodes are too many');
  });
});
