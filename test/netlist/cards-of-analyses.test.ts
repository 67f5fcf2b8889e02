import { describe, expect, it } from 'vitest';
import { printExpression } from '../../src/expression/print.js';
import type { StepPlan } from '../../src/netlist/flat-cards.js';
import { countPoints, mergeOverrides, stepPoint, type StepPoint } from '../../src/netlist/step-points.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import { circuitOf, messagesOf, SMALL_LANGUAGE } from './small-language.js';

function pointsOf(steps: readonly StepPlan[]): readonly StepPoint[] {
  return Array.from({ length: countPoints(steps) }, (_, index) => stepPoint(steps, index));
}

function around(...lines: string[]): string {
  return ['title', 'V0 a 0 1', 'R0 a b 1k', 'R00 b 0 1k', '.tran 1u 5m', ...lines].join('\n');
}

describe('.param and .func', () => {
  it.each([
    ['.func f(x,y) {x*y+k}\n.param k=1', '{f(2,3)}', 7],
    ['.param f(x)={2*x}', "'f(f(3))'", 12],
    ['.func f(x) g(x)+1\n.func g(x) {x*x}', '{f(3)}', 10],
    ['.csparam p=4\n.global_param q={p+1}', '{q}', 5],
    ['.parameter p=6', '{p}', 6],
    ['.param t={temper}', '{t}', 27],
    ['.param t={temper}\n.temp 50', '{t}', 50],
  ])('%s', (card, value, expected) => {
    expect(circuitOf(around(card, `R1 a 0 ${value}`)).elements.at(-1)?.value).toBe(expected);
  });

  it('draws the same random numbers for the same seed', () => {
    const value = (seed: number): number | undefined =>
      circuitOf(around('R1 a 0 {agauss(1k, 100, 3)}', `.options seed=${seed}`)).elements.at(-1)?.value;
    expect(value(1)).toBe(value(1));
    expect(value(1)).not.toBe(value(2));
  });

  it('gives nominal values in the dialect of Xyce', () => {
    const text = around('R1 a 0 {agauss(1k, 100, 3)}');
    expect(circuitOf(text, { dialect: 'xyce' }).elements.at(-1)?.value).toBe(1000);
  });

  it.each([
    ['.func f(x) {f(x)+1}', 'f() calls itself, or more than 10000 functions'],
    ['.func f(x) {g(x)}\n.func g(x) {f(x)}', 'f() calls itself, or more than 10000 functions'],
  ])('refuses %s', (card, message) => {
    expect(messagesOf(around(card, 'R1 a 0 {f(1)}'))[0]).toContain(message);
  });

  it('warns of a parameter that nothing uses, but not of one for a .control block', () => {
    expect(messagesOf(around('.csparam rload=1'))).toEqual([]);
    expect(messagesOf(around('.param rload=1'))).toEqual([
      'a.cir:6:8: warning: parameter "rload" is never used\n  .param rload=1\n         ^^^^^\n  hint: remove it, or check its spelling',
    ]);
  });
});

describe('a sweep over nothing', () => {
  it.each(['.step param nil list 1 2', '.dc param nil 1 2 1'])('%s: a warning at its card', (card) => {
    expect(messagesOf(around('.param nil=1', card))).toEqual([
      `a.cir:7:1: warning: the sweep sets parameter "nil", which nothing uses: all its points are the same\n  ${card}\n  ${'^'.repeat(card.length)}\n  hint: let a value use it, {nil}, or check its spelling`,
    ]);
  });
});

describe('a point asked for several times', () => {
  it('.dc of one source twice: an error', () => {
    const [message] = messagesOf(around('.dc V0 0 1 .5 v0 1 0 -.5'));
    expect(message).toContain('a.cir:6:1: error: .dc sweeps v0 twice: it has one value at a point');
  });

  it('.ac at one frequency: it is computed once, with a warning', () => {
    const [message] = messagesOf(around('.ac lin 3 1 1'));
    expect(message).toContain(
      'a.cir:6:1: warning: .ac asks for 3 points at one frequency, 1 Hz: it is computed once',
    );
    expect(circuitOf(around('.ac lin 3 1 1')).analyses[1]).toMatchObject({ kind: 'ac', frequencies: [1] });
  });
});

describe('.step', () => {
  it.each([
    ['.step param x 1 3 1', [1, 2, 3]],
    ['.step param x list 5 7', [5, 7]],
    ['.step dec param x 1 100 1', [1, 10, 100]],
    ['.step r0 1k 2k 500', [1000, 1500, 2000]],
    ['.step temp -10 10 10', [-10, 0, 10]],
  ])('%s', (card, values) => {
    const circuit = circuitOf(around(card, 'R1 a 0 {x}', card.includes('param') ? '' : '.param x=1'));
    expect(circuit.steps[0]?.values).toEqual(values.map((value) => expect.closeTo(value, 9) as number));
  });

  it('lists the points, the first card innermost, and elaborates each', () => {
    const text = around('.step param x list 1 2', '.step r0 list 5 6', 'R1 a 0 {x}');
    const points = pointsOf(circuitOf(text).steps);
    expect(points.map(({ values }) => values.map(([, value]) => value))).toEqual([
      [1, 5],
      [2, 5],
      [1, 6],
      [2, 6],
    ]);
    const last = circuitOf(text, mergeOverrides({}, points[3]?.overrides ?? {}));
    expect(last.elements.map(({ value }) => value)).toEqual([undefined, 6, 1000, 2]);
  });

  it('goes through the rows of a .data block, all columns at once', () => {
    const table = '.data t r0 x\n1k 5\n2k 6\n.enddata\n.step data=t\n.param x=1';
    const text = around(table, 'R1 a 0 {x}');
    const points = pointsOf(circuitOf(text).steps);
    expect(points.map(({ values }) => values)).toEqual([
      [
        ['r0', 1000],
        ['x', 5],
      ],
      [
        ['r0', 2000],
        ['x', 6],
      ],
    ]);
    const last = circuitOf(text, mergeOverrides({}, points[1]?.overrides ?? {}));
    expect(last.elements.map(({ value }) => value)).toEqual([undefined, 2000, 1000, 6]);
  });

  it('reports what is wrong with a .data block', () => {
    expect(messagesOf(around('.data t r0\n+ 1 2\n.enddata', '.step data=u'))).toEqual([
      'a.cir:9:12: error: there is no table "u"\n  .step data=u\n             ^\n  hint: name one of: t',
    ]);
    expect(messagesOf(around('.data t r0 v1\n+ 1 2 3\n.enddata', '.step data=t'))[0]).toContain(
      '.data: 3 numbers do not fill rows of 2',
    );
    expect(messagesOf(around('.data t r0\n+ 1 b\n.enddata', '.step data=t'))[0]).toContain(
      '.data: "b" is not a number',
    );
  });

  it('changes arguments of source functions, and says when there is no such parameter', () => {
    const text = around('.step v2:va list 3 4', 'V2 b 0 sin(0 1 1k)', 'R1 a b 1');
    const [point] = pointsOf(circuitOf(text).steps);
    const stepped = circuitOf(text, mergeOverrides({}, point?.overrides ?? {}));
    expect(stepped.elements.find(({ name }) => name === 'v2')?.waveform?.args).toEqual([0, 3, 1000]);
    const late = circuitOf(text, { elements: { 'v2:td': 5 } });
    expect(late.elements.find(({ name }) => name === 'v2')?.waveform?.args).toEqual([0, 1, 1000, 5]);
    const { diagnostics } = elaborate({ name: 'a.cir', text }, SMALL_LANGUAGE, undefined, {
      elements: { 'v2:tau': 5 },
    });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'v2 has no parameter "tau" that a step could change',
    ]);
  });

  it('refuses what nobody knows and what never ends', () => {
    expect(messagesOf(around('.step nix 1 2 1')).join('\n')).toContain(
      '.step: "nix" is no parameter, element or model',
    );
    expect(messagesOf(around('.step r0 1 1e12 1'))[0]).toContain(
      'from 1 to 1000000000000 by 1 is no list of values',
    );
  });
});

describe('.meas', () => {
  it.each([
    ['.meas tran m MAX v(a) from=1m to=2m', { kind: 'max' }, { from: { value: 1e-3 }, to: { value: 2e-3 } }],
    ['.meas m avg v(a)-v(b)', { kind: 'avg' }, {}],
    ['.measure tran m find v(a) at=1m', { kind: 'find', point: { kind: 'at', at: { value: 1e-3 } } }, {}],
    [
      '.meas tran m when v(a)=0.5 fall=last',
      { kind: 'find', point: { kind: 'when', edge: 'fall', count: -1 } },
      {},
    ],
    [
      '.meas tran m trig v(a) val=0.5 rise=1 targ v(b) val={1/4} td=1u cross=2',
      {
        kind: 'trig',
        trig: { edge: 'rise', count: 1 },
        targ: { edge: 'cross', count: 2, delay: { value: 1e-6 } },
      },
      {},
    ],
    [".meas tran m param='2*3'", { kind: 'param' }, {}],
  ])('%s', (card, question, interval) => {
    const measure = circuitOf(around(card)).measures[0];
    expect(measure).toMatchObject({ name: 'm', analysis: 'tran', question, ...interval });
  });

  it('reads waveforms without braces', () => {
    const question = circuitOf(around('.meas tran m pp v(a) - 2*v(b) from 0 to 1m')).measures[0]?.question;
    expect(question && 'of' in question && question.of && printExpression(question.of)).toBe(
      'v(a) - 2 * v(b)',
    );
  });

  it('leaves out what it cannot read, and says so', () => {
    expect(messagesOf(around('.meas tran m sinad v(a)'))[0]).toBe(
      'a.cir:6:14: warning: .meas: m asks for "sinad", which is no measure: left out\n  .meas tran m sinad v(a)\n               ^^^^^\n  hint: write: .meas [tran|dc|ac|noise|op] name max|min|pp|avg|rms|integ|find|deriv|when|trig|duty|freq|period|param|err|error|four ...',
    );
  });
});

describe('sweeps', () => {
  it('reads .dc, .ac, .four and .nodeset beside a transient', () => {
    const circuit = circuitOf(around('.dc V0 0 2 1', '.ac dec 1 1 100', '.four 1k v(a)', '.nodeset v(a)=1'));
    expect(circuit.analyses.slice(1, 2)).toMatchObject([
      { kind: 'dc', sweeps: [{ target: { kind: 'element', name: 'v0' }, values: [0, 1, 2] }] },
    ]);
    expect(circuit.analyses.slice(2)).toMatchObject([{ kind: 'ac', frequencies: [1, 10, 100] }]);
    expect(circuit.fourier).toMatchObject([{ frequency: 1000, outputs: [{ text: 'v(a)' }] }]);
    expect(circuit.nodesets.get('a')?.value).toBe(1);
  });

  it('reads the sweeps of a .dc card in all their forms, lists up to where the next sweep begins', () => {
    const [card] = circuitOf(
      't\nV1 a 0 1\nI1 0 b 1\nR1 a b {p}\n.dc V1 list 1 {1+1} 3 dec I1 1 100 1 temp lin 0 50 25 param p list 1 2\n.param p=1',
    ).analyses;
    expect(card).toMatchObject({
      kind: 'dc',
      sweeps: [
        { target: { kind: 'element', name: 'v1' }, values: [1, 2, 3] },
        { target: { kind: 'element', name: 'i1' }, values: [1, 10, 100] },
        { target: { kind: 'temperature' }, values: [0, 25, 50] },
        { target: { kind: 'parameter', name: 'p' }, values: [1, 2] },
      ],
    });
  });
});

describe('parameters of elements in expressions', () => {
  it('are read by their path, also beside a conditional', () => {
    const text = around(
      'X1 a sub',
      '.subckt sub p',
      'C1 p 0 3u',
      '.ends',
      '.print tran {x1:c1:c*2} {1 ? x1 : 2}',
    );
    const circuit = circuitOf(`${text}\n.param x1=7`);
    expect(circuit.outputs.map(({ expression }) => expression && printExpression(expression))).toEqual([
      '0.000006',
      '7',
    ]);
  });

  it('a measure of an interval has no value while the run goes on: what uses it is not written', () => {
    const text = around('.meas tran m max v(a)', '.print tran v(b) m {2*m}');
    const circuit = circuitOf(text);
    expect(circuit.outputs.map(({ text: name }) => name)).toEqual(['v(b)']);
    expect(messagesOf(text).join('\n')).toContain('note: ignored output quantities: m');
  });
});
