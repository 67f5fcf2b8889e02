import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics, formatDiagnostic } from '../../src/base/diagnostic.js';
import { printExpression } from '../../src/expression/print.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import type { FlatElement } from '../../src/netlist/flat-circuit.js';
import type { ElementSyntax, Language } from '../../src/netlist/language.js';
import { parseCard } from '../../src/netlist/parse-card.js';
import { printCard } from '../../src/netlist/print-card.js';
import { SMALL_LANGUAGE } from './small-language.js';

const GAIN = { name: 'gain', unit: '', range: 'finite', doc: '' } as const;
const base = { name: '', doc: '', terminals: ['n+', 'n-'], parameters: [] } as const;

const MORE: readonly ElementSyntax[] = [
  { ...base, letter: 'E', value: { kind: 'controlled', control: 'voltage', output: 'v', parameter: GAIN } },
  { ...base, letter: 'F', value: { kind: 'controlled', control: 'current', output: 'i', parameter: GAIN } },
  { ...base, letter: 'B', value: { kind: 'behavioural' } },
  { ...base, letter: 'K', terminals: [], value: { kind: 'coupling', parameter: { ...GAIN, name: 'k' } } },
  { ...base, letter: 'W', value: { kind: 'current-control' }, modelTypes: ['sw'], flags: ['on'] },
  {
    ...base,
    letter: 'Q',
    terminals: ['c', 'b', 'e'],
    optionalTerminals: ['s'],
    value: { kind: 'model', positional: [{ ...GAIN, name: 'area' }] },
    modelTypes: ['d'],
    parameters: [{ ...GAIN, name: 'm' }],
  },
  {
    ...base,
    letter: 'G',
    value: { kind: 'number', parameter: { ...GAIN, name: 'g', expression: true } },
  },
];
const LANGUAGE: Language = { ...SMALL_LANGUAGE, elements: [...SMALL_LANGUAGE.elements, ...MORE] };

function elementOf(card: string, ...more: string[]): FlatElement | undefined {
  const lines = [
    't',
    'V0 a 0 1',
    'R0 a b 1k',
    'L1 b 0 1',
    'L2 b 0 1',
    '.model sm sw',
    '.model dm d',
    '.tran 1u 1m',
  ];
  const text = [...lines, '.param k=2 f(x)={k*x}', ...more, card].join('\n');
  const { circuit, diagnostics } = elaborate({ name: 'a.cir', text }, LANGUAGE);
  if (!circuit) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return circuit.elements.at(-1);
}

/** A law with its expressions as text. */
function sketch(element: FlatElement | undefined): unknown {
  return JSON.parse(
    JSON.stringify(element?.law, (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'span' in value
        ? printExpression(value as never)
        : value,
    ),
  );
}

const CONTROL = { quantity: 'v', plus: 'a', minus: 'b' };

describe('controlled sources', () => {
  it.each([
    ['E1 b 0 a b 2', { kind: 'linear', control: CONTROL, gain: 2 }],
    ['E1 b 0 (a,b) {k}', { kind: 'linear', control: CONTROL, gain: 2 }],
    ['E1 (b 0) (a b) 2', { kind: 'linear', control: CONTROL, gain: 2 }],
    ['F1 b 0 v0 3', { kind: 'linear', control: { quantity: 'i', element: 'v0' }, gain: 3 }],
    [
      'E1 b 0 POLY(2) a 0 (a,b) 0 1 2',
      { kind: 'poly', output: 'v', controls: [{ ...CONTROL, minus: '0' }, CONTROL], coefficients: [0, 1, 2] },
    ],
    ['E1 b 0 VALUE={f(v(a))+time}', { kind: 'expression', output: 'v', expression: '2 * v(a) + time' }],
    ['E1 b 0 VALUE k*V(a,b)', { kind: 'expression', output: 'v', expression: '2 * v(a,b)' }],
    [
      'E1 b 0 VALUE IF( ~(V(a) >= 0), 0,\n+ 1)',
      { kind: 'expression', output: 'v', expression: 'if(!(v(a) >= 0), 0, 1)' },
    ],
    ['E1 b 0 VALUE {V(a,b)*(1+1)}', { kind: 'expression', output: 'v', expression: 'v(a,b) * 2' }],
    [
      'E1 b 0 TABLE {v(a)} = (0,1) (2,{k})',
      {
        kind: 'table',
        output: 'v',
        input: 'v(a)',
        points: [
          { x: 0, y: 1 },
          { x: 2, y: 2 },
        ],
      },
    ],
    [
      'E1 b 0 TABLE V(a) = (0,1) (2,3)',
      {
        kind: 'table',
        output: 'v',
        input: 'v(a)',
        points: [
          { x: 0, y: 1 },
          { x: 2, y: 3 },
        ],
      },
    ],
    [
      'E1 b 0 a b TABLE=(0,1,2,3)',
      {
        kind: 'table',
        output: 'v',
        input: 'v(a,b)',
        points: [
          { x: 0, y: 1 },
          { x: 2, y: 3 },
        ],
      },
    ],
    [
      'E1 b 0 LAPLACE {v(a)} = {1/(1+k*s)}',
      { kind: 'laplace', output: 'v', input: 'v(a)', numerator: [1], denominator: [1, 2] },
    ],
    ['E1 b 0 a b 1 -1', { kind: 'poly', output: 'v', controls: [CONTROL], coefficients: [1, -1] }],
    [
      'E1 b 0 a b Laplace=1/(1+s)',
      { kind: 'laplace', output: 'v', input: 'v(a,b)', numerator: [1], denominator: [1, 1] },
    ],
    ['B1 b 0 V=v(a)*i(v0)', { kind: 'expression', output: 'v', expression: 'v(a) * i(v0)' }],
    ['B1 b 0 I={p}', { kind: 'expression', output: 'i', expression: '2 * time' }],
    [
      'B1 b 0 I={POLY(1) V(a) 0 1}',
      { kind: 'poly', output: 'i', controls: [{ ...CONTROL, minus: '0' }], coefficients: [0, 1] },
    ],
    [
      'E1 b 0 VALUE={POLY(1) V(a) 0 1}',
      { kind: 'poly', output: 'v', controls: [{ ...CONTROL, minus: '0' }], coefficients: [0, 1] },
    ],
    [
      'B1 b 0 V={POLY(1) V(a) 0 1}',
      { kind: 'poly', output: 'v', controls: [{ ...CONTROL, minus: '0' }], coefficients: [0, 1] },
    ],
  ])('%s', (card, law) => {
    expect(sketch(elementOf(card, '.param p={k*time}'))).toEqual(law);
  });

  it('reads couplings, current controls and optional terminals', () => {
    expect(elementOf('K1 L1 L2 0.9')).toMatchObject({ controls: ['l1', 'l2'], value: 0.9 });
    expect(elementOf('W1 a b V0 sm ON')).toMatchObject({ controls: ['v0'], model: { name: 'sm' } });
    expect(elementOf('Q1 a b 0 dm 2')?.nodes).toHaveLength(3);
    expect(elementOf('Q1 a b 0 0 dm 2')).toMatchObject({
      nodes: ['a', 'b', '0', '0'],
      parameters: new Map([['area', 2]]),
    });
  });

  it('keeps a value that depends on the circuit as an expression', () => {
    const element = elementOf('G1 a b {k*v(a)}');
    const flat = element?.expressions?.get('g');
    expect(flat && printExpression(flat)).toBe('2 * v(a)');
    expect(element?.value).toBeUndefined();
  });

  it('multiplies m of the calls', () => {
    const element = elementOf('X1 b s m=3', '.subckt s p', 'Q1 p 0 0 dm m=2', '.ends');
    expect(element?.parameters.get('m')).toBe(6);
  });

  it('reports unknown names in expressions at their place', () => {
    expect(() => elementOf('B1 b 0 V=v(aa)+i(v9)')).toThrow(
      /there is no node "aa"[^]*there is no element "v9"/,
    );
  });
});

describe('printCard', () => {
  const segment = fc.constantFrom(
    ...[
      'R1',
      'a',
      '1k',
      'ic=1',
      'r={x+1}',
      "'y*2'",
      '{v(a)}',
      'sin(0 1 {f})',
      'v(a,b)=2',
      '(a b)',
      'poly (2)',
      '"x y"',
      'k="s"',
      'p=a+1',
    ],
    ...['t={v(a)>1?2:3}', '{TABLE {x} (0,1)}', 'q=(1,2)'],
  );
  it('is undone by parsing', () => {
    const shape = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, inner: unknown) =>
          /span/i.test(key) || key === 'text' ? undefined : inner,
        ),
      );
    const read = (text: string): ReturnType<typeof parseCard> =>
      parseCard(
        { text, span: { source: { name: 'a', text }, start: 0, end: text.length } },
        new Diagnostics(),
      );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 8 }), (segments) => {
        const card = read(['X1', ...segments].join(' '));
        fc.pre(card !== undefined);
        const again = card && read(printCard(card));
        expect(shape(again)).toEqual(shape(card));
      }),
      { seed: 21, numRuns: 2000 },
    );
  });
});

describe('robustness', () => {
  const words = fc.constantFrom(
    ...[
      '.subckt',
      '.ends',
      '.if',
      '.else',
      '.endif',
      '.func',
      '.param',
      '.step',
      '.meas',
      '.control',
      '.endc',
      '.lib',
      '.four',
      '.dc',
    ],
    ...[
      '.global',
      '.temp',
      '.print',
      '.save',
      '.ac',
      '.options',
      '.model',
      '.tran',
      'X1',
      'E1',
      'B1',
      'K1',
      'F1',
      'W1',
      'Q1',
      'R1',
      'V1',
    ],
    ...[
      'a',
      'b',
      '0',
      '1',
      'v(a)',
      'i(v1)',
      '{x+1}',
      'f(x)',
      'x={y}',
      'y={x}',
      'f(x)={f(x)}',
      'V={v(a)}',
      'POLY(2)',
      'TABLE',
      'LAPLACE',
    ],
    ...[
      '(1,2)',
      '=',
      'params:',
      'm=2',
      '\n',
      '\n',
      '\n+',
      'list',
      'when',
      'at=1',
      'trig',
      'targ',
      'pwl',
      'file="x"',
      '(',
      '{',
      '"',
      "'",
    ],
  );

  it('never throws on random cards', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 80 }), (segments) => {
        const { circuit, diagnostics } = elaborate({ name: 'a', text: `t\n${segments.join(' ')}` }, LANGUAGE);
        expect(circuit === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
      }),
      { seed: 22, numRuns: 3000 },
    );
  });

  it.each([
    [
      'nested doubling',
      (n: number) => Array.from({ length: n }, (_, k) => `.param p${k}={p${k + 1}*p${k + 1}+time}`),
    ],
    [
      'functions that double',
      (n: number) => Array.from({ length: n }, (_, k) => `.func f${k}(x) {f${k + 1}(x)+f${k + 1}(x)}`),
    ],
    [
      'calls in a row',
      (n: number) => [
        '.func g(x) {x}',
        `R9 a 0 {${'g('.repeat(Math.min(n, 150))}1${')'.repeat(Math.min(n, 150))}}`,
      ],
    ],
    ['unclosed brackets', (n: number) => [`R9 a 0 ${'('.repeat(n)}`]],
    ['a library card a line', (n: number) => Array.from({ length: n }, () => '.lib x')],
  ])('does not hang on %s', (_, lines) => {
    const text = ['t', 'V1 a 0 1', 'B1 a b V={p0+f0(v(a))}', '.tran 1u 1m', ...lines(400)].join('\n');
    const start = performance.now();
    elaborate({ name: 'a', text }, LANGUAGE);
    // Milliseconds; anything exponential would take years.
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
