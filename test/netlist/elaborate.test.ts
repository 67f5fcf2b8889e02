import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextSource } from '../../src/base/host.js';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { nodePlace, valuePlace } from '../../src/netlist/element-places.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import { textOf } from '../../src/netlist/syntax.js';
import { circuitOf, messagesOf, run, SMALL_LANGUAGE } from './small-language.js';

/** A right netlist around the lines under test. */
function around(...lines: string[]): string {
  return ['title', 'V0 a 0 1', 'R0 a b 1k', 'R00 b 0 1k', '.tran 1u 5m', ...lines].join('\n');
}

describe('elaborate', () => {
  it('reads the bridge', () => {
    const circuit = circuitOf(`LC oscillator with a diode bridge
L1 a 0 10mH ic=0
C1 a 0 1uF IC=10
D1 a p dideal
D2 0 p dideal
D3 n a dideal
D4 n 0 dideal
R1 p n 1k
.model dideal D
.tran 1u 5m uic
.print tran V(A) i(L1) v(p, n)
.options method=theta theta=0.5
.end
what follows is not read ((((`);
    expect(circuit.title).toBe('LC oscillator with a diode bridge');
    expect(circuit.elements.map(({ name, nodes, value }) => [name, ...nodes, value])).toEqual([
      ['l1', 'a', '0', 0.01],
      ['c1', 'a', '0', 1e-6],
      ['d1', 'a', 'p', undefined],
      ['d2', '0', 'p', undefined],
      ['d3', 'n', 'a', undefined],
      ['d4', 'n', '0', undefined],
      ['r1', 'p', 'n', 1000],
    ]);
    expect(circuit.elements[1]?.parameters).toEqual(new Map([['ic', 10]]));
    expect(circuit.elements[2]?.model).toMatchObject({ name: 'dideal', type: 'd', parameters: new Map() });
    expect(circuit.analyses).toMatchObject([
      { kind: 'tran', tstep: 1e-6, tstop: 5e-3, tstart: 0, uic: true },
    ]);
    expect(circuit.outputs.map(({ text }) => text)).toEqual(['v(a)', 'i(l1)', 'v(p,n)']);
    expect([...circuit.options].map(([key, { value }]) => [key, value])).toEqual([
      ['method', 'theta'],
      ['theta', 0.5],
    ]);
  });

  it.each([
    'R1 a 0 1k',
    'R1 a 0 {rval}',
    "r1 a 0 'rval'",
    'R1 a 0 r=1k',
    'R1 a gnd resistance={rval}',
    'R1 a 0 r=rval',
  ])('takes %s for a resistor of 1 kOhm', (card) => {
    const { elements } = circuitOf(around(card, '.param rval=1k'));
    expect(elements.at(-1)).toMatchObject({ name: 'r1', nodes: ['a', '0'], value: 1000 });
  });

  it.each([
    ['V1 a 0', {}],
    ['V1 a 0 5', { dc: 5 }],
    ['V1 a 0 DC 5 AC', { dc: 5, ac: { magnitude: 1, phase: 0 } }],
    ['V1 a 0 AC 2 90 5', { dc: 5, ac: { magnitude: 2, phase: 90 } }],
    ['V1 a 0 dc=5 ac=2', { dc: 5, ac: { magnitude: 2, phase: 0 } }],
    ['V1 a 0 SIN(0 {2*5} 1k)', { waveform: { name: 'sin', args: [0, 10, 1000] } }],
    ['V1 a 0 sin 0 10 1k dc 5', { dc: 5, waveform: { name: 'sin', args: [0, 10, 1000] } }],
    ['I1 a 0 PWL(0,0 1m,5)', { waveform: { name: 'pwl', args: [0, 0, 1e-3, 5] } }],
    ['I1 a 0 1 pulse (0 1)', { dc: 1, waveform: { name: 'pulse', args: [0, 1] } }],
  ])('reads the source %s', (card, expected) => {
    const element = circuitOf(around(card)).elements.at(-1);
    expect(element).toMatchObject(expected);
    expect(
      Object.keys(element ?? {})
        .filter((key) => ['dc', 'ac', 'waveform'].includes(key))
        .sort(),
    ).toEqual(Object.keys(expected).sort());
  });

  it('finds elements by more letters than one', () => {
    const element = circuitOf(around('Ymass1 a 2')).elements.at(-1);
    expect(element).toMatchObject({ name: 'ymass1', letter: 'YMASS', value: 2 });
  });

  it('resolves parameters in any order, chains of 100000 included', () => {
    const links = Array.from({ length: 100_000 }, (_, i) => `.param p${i}={p${i + 1}}`);
    const { elements } = circuitOf(around('R1 a 0 {p0}', ...links, '.param p100000=2*k', '.param k=50'));
    expect(elements.at(-1)?.value).toBe(100);
  });

  it('lets the command line replace parameters and options and add outputs', () => {
    const circuit = circuitOf(
      around('.param c=1u d=2*c', 'C1 a 0 {d}', '.options method=events', '.print v(a)'),
      {
        params: { C: '10u' },
        options: { method: 'theta', theta: 1 },
        outputs: 'v(a),i(r0),b',
      },
    );
    expect(circuit.elements.at(-1)?.value).toBe(2e-5);
    expect([...circuit.options].map(([key, { value }]) => [key, value])).toEqual([
      ['method', 'theta'],
      ['theta', 1],
    ]);
    expect(circuit.outputs.map(({ text }) => text)).toEqual(['v(a)', 'i(r0)', 'v(b)']);
  });

  it('takes one time of .tran for the stop time', () => {
    expect(circuitOf('t\nR1 a 0 1\nV1 a 0 1\n.tran 5m').analyses[0]).not.toHaveProperty('tstep');
  });

  it('places items through continuation lines', () => {
    const element = circuitOf(around('C1 a ; first', '* second', '+ 0', '+ 1u ic = {2*3}')).elements.at(-1);
    expect(element && [0, 1].map((k) => textOf(nodePlace(element, k)))).toEqual(['a', '0']);
    expect(element && textOf(valuePlace(element))).toBe('1u');
  });

  it('notes what is harmlessly ignored once', () => {
    const text = around(
      '.model d1 d(cjo=1p tt=1n mfg=Acme)',
      '.model d2 d cjo=2p',
      '.options abstol=1 gmin=1 method=gear',
      '.backanno',
    );
    expect(messagesOf(text).map((message) => message.split('\n')[0])).toEqual([
      'note: read as ltspice, because of .backanno (--dialect decides)',
      'a.cir:6:8: warning: model "d1" is used by no element',
      'a.cir:6:13: note: ignored model parameters: d cjo, d tt, d mfg',
      'a.cir:7:8: warning: model "d2" is used by no element',
      'a.cir:8:10: note: ignored options: abstol, gmin, method=gear',
      'a.cir:9:1: note: ignored cards: .backanno',
    ]);
  });

  it('skips control blocks', () => {
    expect(circuitOf(around('.control', "let x = 'a(((", 'run', '.endc', 'C1 a 0 1u')).elements).toHaveLength(
      4,
    );
  });

  it('reports all problems of a text in one run, in the order of its lines', () => {
    const codes = run('t\nR1 a\nR1 a b 0\nX1 a b\nD1 a b nix\n.foo\nC1 a 0 {1+}').diagnostics.map(
      ({ code }) => code,
    );
    expect(codes).toEqual([
      'missing-node',
      'duplicate-element',
      'unknown-subcircuit',
      'unknown-model',
      'unknown-card',
      'missing-analysis',
      'syntax',
    ]);
  });

  it('never throws on random text', () => {
    const segment = fc.constantFrom(
      ...[
        '\n',
        '\n+',
        ' ',
        ' ',
        'R1',
        'a',
        '0',
        '1k',
        'V1',
        'SIN(',
        ')',
        '{',
        '}',
        '=',
        '.param',
        '.model',
        '.tran',
        'D1',
      ],
      ...[
        '.ic',
        'v(',
        '.options',
        'uic',
        '*',
        ';',
        '"',
        "'",
        '.print',
        '.end',
        'dc',
        'ac',
        'ic=',
        'x',
        '-',
        '1e999',
        '.if',
      ],
    );
    const soup = fc.array(segment, { maxLength: 60 }).map((segments) => segments.join(' '));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), soup), (text) => {
        const { circuit, diagnostics } = run(`title\n${text}`);
        expect(circuit === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
        for (const diagnostic of diagnostics) formatDiagnostic(diagnostic);
      }),
      { seed: 8, numRuns: 2000 },
    );
  });
});

describe('.include', () => {
  const files = new Map([
    ['parts.inc', 'C1 a 0 {c}\n.include "more.inc"'],
    ['more.inc', '.param c=1u'],
    ['loop.inc', '.include loop.inc'],
  ]);
  const textSource: TextSource = {
    resolve: (path) => path,
    read: (name) => {
      const text = files.get(name);
      if (text === undefined) throw new Error('no such file');
      return { name, text };
    },
  };

  it('reads other texts, which have no title line', () => {
    const { circuit } = elaborate(
      { name: 'a.cir', text: around('.include "parts.inc"') },
      SMALL_LANGUAGE,
      textSource,
    );
    expect(circuit?.elements.at(-1)).toMatchObject({ name: 'c1', value: 1e-6 });
    expect(circuit?.elements.at(-1)?.span.source.name).toBe('parts.inc');
  });

  it('reports loops and unreadable files', () => {
    const text = around('.include loop.inc', ".inc 'none.inc'");
    const { diagnostics } = elaborate({ name: 'a.cir', text }, SMALL_LANGUAGE, textSource);
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      'a.cir:7:1: error: cannot include "none.inc": no such file\n  .inc \'none.inc\'\n  ^^^^^^^^^^^^^^^\n  hint: paths are read from the folder of the file that names them; name the folder of a library with --lib DIR (or NSCIRCUIT_LIB); remove the card if nothing needs it',
      'loop.inc:1:1: error: "loop.inc" includes itself: loop.inc -> loop.inc\n  .include loop.inc\n  ^^^^^^^^^^^^^^^^^\n  hint: remove one of these cards',
    ]);
  });
});
