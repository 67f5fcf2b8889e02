import { describe, expect, it } from 'vitest';
import type { Overrides } from '../../src/netlist/session.js';
import { messagesOf } from './small-language.js';

/** The diagnostics of some lines (from line 6 on) in a netlist that is otherwise right. */
function errorsOf(lines: readonly string[], overrides: Overrides = {}): string[] {
  const text = ['title', 'V0 a 0 1', 'R0 a b 1k', 'R00 b 0 1k', '.tran 1u 5m', ...lines].join('\n');
  return messagesOf(text, overrides).map((message) => message.replaceAll('a.cir:', ''));
}

describe('elements in error', () => {
  it.each([
    [
      'R1 a 1k',
      '6:6: error: r1 needs 2 nodes (n+ n-); "1k" stands where n- should\n  R1 a 1k\n       ^^\n  hint: write: r1 n+ n- resistance',
    ],
    [
      'R1 a',
      '6:1: error: r1 needs 2 nodes (n+ n-); n- is missing\n  R1 a\n  ^^^^\n  hint: write: r1 n+ n- resistance',
    ],
    ['R1 a b', '6:1: error: r1 has no resistance\n  R1 a b\n  ^^\n  hint: write: r1 n+ n- resistance'],
    [
      'R1 a b 0',
      '6:8: error: r1: resistance must be positive, not 0\n  R1 a b 0\n         ^\n  hint: use a 0 V source for a short',
    ],
    [
      'C1 a b {1u-2u}',
      '6:8: error: c1: capacitance must be positive, not -0.000001\n  C1 a b {1u-2u}\n         ^^^^^^^',
    ],
    [
      'C1 a b nan',
      '6:8: error: c1: capacitance "nan" is not a number\n  C1 a b nan\n         ^^^\n  hint: write a number such as 10k, or an expression in braces',
    ],
    [
      'C1 a b 1e999',
      '6:8: error: the number is not finite\n  C1 a b 1e999\n         ^^^^^\n  hint: write "inf" where infinity is meant',
    ],
    ['C1 a b inf', '6:8: error: c1: capacitance must be finite, not inf\n  C1 a b inf\n         ^^^'],
    [
      'C1 a b 1u icc=1',
      '6:11: error: c1 has no parameter "icc"\n  C1 a b 1u icc=1\n            ^^^\n  hint: did you mean "ic"?',
    ],
    [
      'C1 a b 1u ic=1 ic=2',
      '6:16: warning: c1: ic is given twice: the last counts\n  C1 a b 1u ic=1 ic=2\n                 ^^\n  6:11: given here first\n  C1 a b 1u ic=1 ic=2\n            ^^\n  hint: remove one of them',
    ],
    [
      'R1 a b 1k 2k',
      '6:11: warning: r1: resistance is given twice: the last counts\n  R1 a b 1k 2k\n            ^^\n  6:8: given here first\n  R1 a b 1k 2k\n         ^^\n  hint: remove one of them',
    ],
    [
      'R1 a b 1k two',
      '6:11: error: r1: unexpected "two"\n  R1 a b 1k two\n            ^^^\n  hint: write: r1 n+ n- resistance',
    ],
    [
      'R0 a b 1k',
      '6:1: error: element "r0" is defined twice\n  R0 a b 1k\n  ^^\n  3:1: defined here first\n  R0 a b 1k\n  ^^\n  hint: rename one of them',
    ],
    [
      'Q1 a b 0 q',
      '6:1: error: unknown element letter "Q" of "q1"\n  Q1 a b 0 q\n  ^^\n  hint: use one of: R C L V I D S YMASS',
    ],
    [
      'V1 a DC 5',
      '6:6: error: v1 needs 2 nodes (n+ n-); "DC" stands where n- should\n  V1 a DC 5\n       ^^\n  hint: write: v1 n+ n- value',
    ],
    ['V1 a b DC', '6:8: warning: v1: no value follows "DC": 0 is taken\n  V1 a b DC\n         ^^'],
    [
      'V1 a b SIN(0 1)',
      '6:8: error: v1 sin needs 3 arguments, but 2 are given\n  V1 a b SIN(0 1)\n         ^^^^^^^^\n  hint: write: sin(vo va freq td)',
    ],
    [
      'V1 a b SIN(0 1 0)',
      '6:16: error: v1 sin: freq must be positive, not 0\n  V1 a b SIN(0 1 0)\n                 ^',
    ],
    [
      'V1 a b PULSE(0 1 2 3 4)',
      '6:22: error: v1 pulse takes at most 4 arguments, but 5 are given\n  V1 a b PULSE(0 1 2 3 4)\n                       ^\n  hint: write: pulse(v1 v2 td tr)',
    ],
    [
      'V1 a b PWL(0 1 2)',
      '6:16: warning: v1 pwl: the last time has no value; it is left out, as in ngspice\n  V1 a b PWL(0 1 2)\n                 ^\n  hint: look for a number that is missing: those behind it stand in the wrong pairs',
    ],
    [
      'V1 a b PUSLE(0 1)',
      '6:8: error: v1: unexpected "PUSLE(0 1)"\n  V1 a b PUSLE(0 1)\n         ^^^^^^^^^^\n  hint: did you mean "pulse"?',
    ],
    [
      'V1 a b SINE(0 1 1)',
      '6:8: error: v1: unexpected "SINE(0 1 1)"\n  V1 a b SINE(0 1 1)\n         ^^^^^^^^^^^\n  hint: did you mean "sin"?',
    ],
    [
      '#1 a b 1',
      '6:1: error: a card cannot begin with "#"\n  #1 a b 1\n  ^^\n  hint: begin elements with a letter, cards with ".", comments with "*"',
    ],
    [
      '===== load =====',
      '6:1: warning: a card cannot begin with "=": left out\n  ===== load =====\n  ^\n  hint: begin elements with a letter, cards with ".", comments with "*"',
    ],
  ])('%s', (line, message) => {
    expect(errorsOf([line])).toEqual([message]);
  });
});

describe('models in error', () => {
  it('names the nearest model and its place', () => {
    expect(errorsOf(['D1 a b dmdo', '.model dmod d'])).toEqual([
      '6:8: error: d1 names the unknown model "dmdo"\n  D1 a b dmdo\n         ^^^^\n  7:8: "dmod" is defined here\n  .model dmod d\n         ^^^^\n  hint: did you mean "dmod"?',
    ]);
  });

  it('says how to define a model when none is near', () => {
    expect(errorsOf(['D1 a b 1N4148'])).toEqual([
      '6:8: error: d1 names the unknown model "1n4148"\n  D1 a b 1N4148\n         ^^^^^^\n  hint: define it: .model 1n4148 d(...)',
    ]);
  });

  it('refuses a model of another type', () => {
    expect(errorsOf(['D1 a b sm', '.model sm sw vt=1'])).toEqual([
      '6:8: error: d1 needs a model of type d, but "sm" is of type sw\n  D1 a b sm\n         ^^\n  7:8: "sm" is defined here\n  .model sm sw vt=1\n         ^^',
    ]);
  });

  it('takes a model name among the nodes for a missing node', () => {
    expect(errorsOf(['D1 a dm', '.model dm d'])).toEqual([
      '6:6: error: d1 needs 2 nodes (anode cathode); "dm" stands where cathode should\n  D1 a dm\n       ^^\n  hint: write: d1 anode cathode model',
    ]);
  });

  it('says of a model type that nothing here is made of what it is, and what to do', () => {
    expect(errorsOf(['D1 a b mv', '.model mv transline'])).toEqual([
      '7:11: error: model "mv": lumped lines (transline) are not supported\n  .model mv transline\n            ^^^^^^^^^\n  hint: use a lossless line (T), or some ten sections of L and C',
    ]);
  });

  it('reports a model of unknown type once, not again at every element', () => {
    expect(errorsOf(['D1 a b dm', '.model dm dd'])).toEqual([
      '7:11: error: model "dm" is of unknown type "dd"\n  .model dm dd\n            ^^\n  hint: did you mean "d"?',
    ]);
  });

  it('reports duplicates with both places and unknown parameters with the nearest', () => {
    expect(
      errorsOf(['.model dm d(ron=1)', '.model DM d', '.model d2 d(rof=1)', 'D1 a b dm', 'D2 a b d2']),
    ).toEqual([
      '7:8: warning: model "dm" is defined twice: the first definition counts\n  .model DM d\n         ^^\n  6:8: defined here first\n  .model dm d(ron=1)\n         ^^\n  hint: remove or rename one of them',
      '8:13: warning: model "d2" has parameters that are not known here: rof: left out\n  .model d2 d(rof=1)\n              ^^^\n  hint: did you mean "ron" instead of "rof"?',
    ]);
    expect(errorsOf(['.model d2 d(ron=1 rof=1)', 'D2 a b d2'])).toEqual([
      '6:19: warning: model "d2" has parameters that are not known here: rof: left out\n  .model d2 d(ron=1 rof=1)\n                    ^^^\n  hint: did you mean "roff" instead of "rof"?',
    ]);
  });

  it('takes inf only where infinity is legal', () => {
    expect(errorsOf(['.model dm d(roff=inf ron=inf)'])).toEqual([
      '6:26: error: model dm: ron must be finite, not inf\n  .model dm d(roff=inf ron=inf)\n                           ^^^',
    ]);
  });
});

describe('parameters in error', () => {
  it('reports a cycle once, with its path', () => {
    expect(errorsOf(['.param p={q} q={r+1} r={p}', 'R1 a b {p}'])).toEqual([
      '6:8: error: parameter "p" depends on itself: p -> q -> r -> p\n  .param p={q} q={r+1} r={p}\n         ^\n' +
        '  6:14: by way of "q"\n  .param p={q} q={r+1} r={p}\n               ^\n' +
        '  6:22: by way of "r"\n  .param p={q} q={r+1} r={p}\n                       ^\n  hint: give one of them a number',
    ]);
  });

  it('reports duplicates with both places', () => {
    expect(errorsOf(['.param p=1', '.param P=2', 'R1 a b {p}'])).toEqual([
      '7:8: warning: parameter "p" is given twice: the last counts\n  .param P=2\n         ^\n  6:8: given here first\n  .param p=1\n         ^\n  hint: remove one of them',
    ]);
  });

  it('reports an unknown parameter with the nearest', () => {
    expect(errorsOf(['.param rload=1', 'R1 a b {2*rlaod}'])).toEqual([
      '7:11: error: unknown parameter "rlaod"\n  R1 a b {2*rlaod}\n            ^^^^^\n  hint: did you mean "rload"?',
    ]);
  });

  it('reports a failing definition once, not at every use', () => {
    expect(errorsOf(['.param p={1/0}', 'R1 a b {p}', 'R2 a b {2*p}'])).toEqual([
      '6:13: error: division by zero: the divisor is 0\n  .param p={1/0}\n              ^',
    ]);
  });

  it('takes a parameter without braces where a value stands, and reports an unknown one as no number', () => {
    expect(errorsOf(['.param p=1', 'R1 a b p', 'V1 c 0 p', 'R2 c 0 1'])).toEqual([]);
    expect(errorsOf(['.param p=1', 'R1 a b q'])).toContain(
      '7:8: error: r1: resistance "q" is not a number\n  R1 a b q\n         ^\n  hint: write a number such as 10k, or an expression in braces',
    );
    expect(errorsOf(['.param p={1/0}', 'R1 a b p'])).toEqual([
      '6:13: error: division by zero: the divisor is 0\n  .param p={1/0}\n              ^',
    ]);
  });

  it('proposes no name for a single letter', () => {
    expect(errorsOf(['.param k=1', 'R1 a b {x*k}'])).toEqual([
      '7:9: error: unknown parameter "x"\n  R1 a b {x*k}\n          ^\n  hint: define it: .param x=...',
    ]);
  });

  it('refuses --set of a parameter that the netlist does not define', () => {
    expect(errorsOf(['.param cout=1'], { params: { cuot: 2 } })).toEqual([
      '--set:1:1: error: the netlist defines no parameter "cuot"\n  cuot=2\n  ^^^^\n  hint: did you mean "cout"?',
    ]);
  });
});

describe('cards in error', () => {
  it.each([
    [
      '.tarn 1u 5m',
      '6:1: error: unknown card ".tarn"\n  .tarn 1u 5m\n  ^^^^^\n  hint: did you mean ".tran"?',
    ],
    [
      '.tran',
      '6:1: error: .tran needs a stop time\n  .tran\n  ^^^^^\n  hint: write: .tran [tstep] tstop [tstart [tmax]] [uic] [startup]',
    ],
    ['.tran 1u 0', '6:10: error: .tran: tstop must be positive, not 0\n  .tran 1u 0\n           ^'],
    ['.tran 1u 1m 2m', '6:13: error: .tran: tstart must be before tstop\n  .tran 1u 1m 2m\n              ^^'],
    [
      '.tran 1u 1m 0 1u 7',
      '6:18: warning: .tran: "7" is no time and no word that is known here: left out\n  .tran 1u 1m 0 1u 7\n                   ^\n  hint: write: .tran [tstep] tstop [tstart [tmax]] [uic] [startup]',
    ],
    [
      '.ic a=1',
      '6:5: error: a=1 is not of the form v(node)=value\n  .ic a=1\n      ^^^\n  hint: write: .ic v(node)=value i(inductor)=value ...',
    ],
    [
      '.ic v(q9)=1',
      '6:5: warning: there is no node "q9": left out\n  .ic v(q9)=1\n      ^^^^^^^\n  hint: name one of the netlist\'s nodes',
    ],
    [
      '.print v(a) i(r9)',
      '6:13: warning: there is no element "r9": left out\n  .print v(a) i(r9)\n              ^^^^^\n  hint: did you mean "r0"?',
    ],
    [
      '.print tran a(1)',
      '6:13: warning: "a(1)" is not a quantity that can be written: left out\n  .print tran a(1)\n              ^^^^\n  hint: use v(node) or v(node,node), i(element), p(element), x(node), f(element)',
    ],
    [
      '.options metod=theta',
      '6:10: warning: unknown option "metod"\n  .options metod=theta\n           ^^^^^\n  hint: did you mean "method"?',
    ],
    [
      '.options method=thta',
      '6:17: error: option method cannot be "thta"\n  .options method=thta\n                  ^^^^\n  hint: did you mean "theta"? use one of: theta, events',
    ],
  ])('%s', (line, message) => {
    expect(errorsOf([line])).toEqual([message]);
  });

  it('refuses an unknown option of the command line', () => {
    expect(errorsOf([], { options: { metod: 'theta' } })).toEqual([
      '--option:1:1: error: unknown option "metod"\n  metod=theta\n  ^^^^^\n  hint: did you mean "method"?',
    ]);
  });
});

describe('circuits in error', () => {
  it('asks for an analysis', () => {
    expect(messagesOf('t\nV1 a 0 1\nR1 a 0 1')).toEqual([
      'a.cir:3:1: error: the netlist asks for no analysis\n  R1 a 0 1\n  ^^^^^^^^\n  hint: add a card such as ".tran 1u 5m" or ".op"',
    ]);
  });

  it('takes the reference of the first source where nothing is grounded, and says so', () => {
    expect(messagesOf('t\nV1 a b 1\nR1 a b 1\n.op')).toEqual([
      'a.cir:2:6: warning: no element is connected to the ground node "0": voltages are those against node "b"\n  V1 a b 1\n       ^\n  hint: name the reference node "0"',
    ]);
  });

  it('warns of a node with one connection', () => {
    expect(messagesOf('t\nV1 a 0 1\nR1 a 0 1\nC1 a out 1u\n.op')).toEqual([
      'a.cir:4:6: warning: node "out" is connected to c1 only\n  C1 a out 1u\n       ^^^\n  hint: check its spelling, or connect it to something',
    ]);
  });

  it.each(['.meas tran m max v(out)', '.meas tran m find {v(a)-v(out)} at=1m', '.four 1k v(out)'])(
    'a node that %s reads needs no second connection',
    (card) => {
      expect(messagesOf(`t\nV1 a 0 sin(0 1 1k)\nR1 a 0 1\nC1 a out 1u\n.tran 1u 2m\n${card}`)).toEqual([]);
    },
  );

  it('asks for elements, and says what a first line is', () => {
    expect(messagesOf('R1 a 0 1k')).toEqual([
      'a.cir:1:1: warning: the first line is the title: "r1" on it is not read\n  R1 a 0 1k\n  ^^\n  hint: put a title line before it',
      'a.cir:1:1: error: the netlist has no elements\n  R1 a 0 1k\n  ^\n  hint: remember that the first line is the title',
    ]);
  });

  it('asks for elements outside of subcircuits, where all stand within', () => {
    expect(messagesOf('t\n.subckt half a b\nR1 a b 1k\n.ends\n.tran 1u 5m')).toEqual([
      'a.cir:1:1: error: the netlist has no elements outside of its subcircuits\n  t\n  ^\n  hint: call one: X1 node ... half',
    ]);
  });

  it('warns of a card that the title line swallows', () => {
    expect(messagesOf('.tran 1u 5m\nV1 a 0 1\nR1 a 0 1\n.op')).toEqual([
      'a.cir:1:1: warning: the first line is the title: ".tran" on it is not read\n  .tran 1u 5m\n  ^^^^^\n  hint: put a title line before it',
    ]);
  });
});
