import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import type { TextSource } from '../../src/base/host.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import type { FlatCircuit } from '../../src/netlist/flat-circuit.js';
import type { Overrides } from '../../src/netlist/session.js';
import { circuitOf, messagesOf, SMALL_LANGUAGE } from './small-language.js';

function around(...lines: string[]): string {
  return ['title', 'V0 a 0 1', 'R0 a b 1k', 'R00 b 0 1k', '.tran 1u 5m', ...lines].join('\n');
}

/** Name, nodes and value of every element behind those of `around`. */
function rowsOf({ elements }: FlatCircuit): readonly (readonly (string | number | undefined)[])[] {
  return elements.slice(3).map(({ name, nodes, value }) => [name, ...nodes, value]);
}

function filesOf(files: Readonly<Record<string, string>>): TextSource {
  return {
    resolve: (path) => path,
    read: (name) => {
      const text = files[name];
      if (text === undefined) throw new Error('no such file');
      return { name, text };
    },
  };
}

function messagesWith(
  text: string,
  files: Readonly<Record<string, string>>,
  overrides: Overrides = {},
): string[] {
  const { diagnostics } = elaborate({ name: 'a.cir', text }, SMALL_LANGUAGE, filesOf(files), overrides);
  return diagnostics.map(formatDiagnostic);
}

describe('subcircuits', () => {
  it('puts nodes and parameters of the call in', () => {
    const text = around(
      '.subckt div in out params: r=1k k=2',
      'R1 in out {r}',
      'R2 out mid {k*r}',
      'R3 mid 0 1',
      '.ends',
      'X1 a b div',
      'X2 a c div PARAMS: r=5 k={r+1}',
      'R9 c 0 1',
      '.param r=7',
    );
    expect(rowsOf(circuitOf(text))).toEqual([
      ['x1.r1', 'a', 'b', 1000],
      ['x1.r2', 'b', 'x1.mid', 2000],
      ['x1.r3', 'x1.mid', '0', 1],
      ['x2.r1', 'a', 'c', 5],
      ['x2.r2', 'c', 'x2.mid', 40],
      ['x2.r3', 'x2.mid', '0', 1],
      ['r9', 'c', '0', 1],
    ]);
  });

  it('nests definitions, calls, models, parameters and globals', () => {
    const text = around(
      '.global vcc',
      '.subckt outer p',
      '.subckt inner q',
      'R1 q vcc {2*r}',
      'D1 q 0 dm',
      '.ends',
      '.param r={x*10}',
      '.model dm d(ron={r})',
      'X1 p inner',
      '.ends outer',
      '.param x=3',
      'Xa a outer',
      'Rv vcc 0 1',
    );
    const circuit = circuitOf(text);
    expect(rowsOf(circuit)).toEqual([
      ['xa.x1.r1', 'a', 'vcc', 60],
      ['xa.x1.d1', 'a', '0', undefined],
      ['rv', 'vcc', '0', 1],
    ]);
    expect(circuit.elements[4]?.model?.parameters).toEqual(new Map([['ron', 30]]));
    expect(circuit.globals).toEqual(new Set(['vcc']));
  });

  it('finds probes and initial voltages by dots and colons, ports included', () => {
    const text = around(
      '.subckt s p',
      'R1 p m 1',
      'R2 m 0 1',
      '.ends',
      'X1 b s',
      '.print v(x1.m) v(X1:m) v(x1:p) i(x1:r1)',
      '.ic v(x1:m)=2',
    );
    const circuit = circuitOf(text);
    expect(circuit.outputs.map(({ text: name, names }) => [name, ...names])).toEqual([
      ['v(x1.m)', 'x1.m'],
      ['v(x1:m)', 'x1.m'],
      ['v(x1:p)', 'b'],
      ['i(x1:r1)', 'x1.r1'],
    ]);
    expect(circuit.initialVoltages.get('x1.m')?.value).toBe(2);
  });

  it.each([
    [
      ['X1 a b nix', '.subckt nic p q', 'R1 p q 1', '.ends'],
      '6:8: error: x1 calls the unknown subcircuit "nix"\n  X1 a b nix\n         ^^^\n  hint: did you mean "nic"?',
    ],
    [
      ['X1 a s', '.subckt s p q', 'R1 p q 1', '.ends'],
      '6:1: error: x1 names 1 node, but "s" has 2 ports (p q)\n  X1 a s\n  ^^^^^^\n  7:9: "s" is defined here\n  .subckt s p q\n          ^\n  hint: write: x1 p q s',
    ],
    [
      ['X1 a s', '.subckt s p', 'X1 p s', '.ends'],
      '8:6: error: subcircuit "s" calls itself\n  X1 p s\n       ^\n  7:9: "s" is defined here\n  .subckt s p\n          ^\n  hint: end the chain: let one of them be made of elements alone',
    ],
    [
      ['X1 b s rr=5', '.subckt s p r=1', 'R1 p 0 {r}', '.ends'],
      '6:8: warning: x1: subcircuit "s" has no parameter "rr"\n  X1 b s rr=5\n         ^^\n  hint: did you mean "r"?',
    ],
    [
      ['.subckt s p', 'R1 p 0 1'],
      '6:1: error: .subckt is never closed\n  .subckt s p\n  ^^^^^^^\n  hint: add .ends',
    ],
    [
      ['X1 a s', '.subckt s p', 'X2 p t', '.subckt t q', 'R1 q 0 1', '.ends s', 'R2 p 0 1', '.ends'],
      '11:1: warning: .ends s closes "t", which is open within it\n  .ends s\n  ^^^^^\n  hint: add .ends t before it',
    ],
    [
      '.ends'.split(';'),
      '6:1: error: .ends closes nothing: no .subckt is open\n  .ends\n  ^^^^^\n  hint: remove it',
    ],
  ])('%j', (lines, message) => {
    expect(messagesOf(around(...lines)).map((text) => text.replaceAll('a.cir:', ''))).toEqual([message]);
  });

  it('lets one call itself as long as its .if says', () => {
    const ladder = [
      '.subckt lad a n=1',
      'R1 a b {n}',
      '.if (n > 1)',
      'X1 b lad n={n-1}',
      '.endif',
      'C1 b 0 1n',
      '.ends',
    ];
    expect(
      rowsOf(circuitOf(around('X1 a lad n=3', ...ladder))).map(([name, ...rest]) => [name, rest.at(-1)]),
    ).toEqual([
      ['x1.r1', 3],
      ['x1.c1', 1e-9],
      ['x1.x1.r1', 2],
      ['x1.x1.c1', 1e-9],
      ['x1.x1.x1.r1', 1],
      ['x1.x1.x1.c1', 1e-9],
    ]);
  });

  it('refuses mutual recursion and deep nesting without overflowing', () => {
    const mutual = around('X1 a p', '.subckt p n', 'X1 n q', '.ends', '.subckt q n', 'X1 n p', '.ends');
    expect(messagesOf(mutual)).toHaveLength(1);
    // Two calls a level would be 2^100 of them.
    const doubled = around(
      'X1 a p',
      '.subckt p n',
      'X1 n q',
      'X2 n q',
      '.ends',
      '.subckt q n',
      'X1 n p',
      '.ends',
    );
    expect(messagesOf(doubled).map((text) => text.split('\n')[0])).toEqual([
      'a.cir:12:6: error: subcircuit "p" calls itself',
    ]);
    const undecided = around(
      'X1 a p',
      '.subckt p n k=1',
      '.if (k > 0)',
      'X1 n p k={k+1}',
      'X2 n p',
      '.endif',
      '.ends',
    );
    expect(messagesOf(undecided).map((text) => text.split('\n')[0])).toEqual([
      'a.cir:9:6: error: subcircuit "p" calls itself, or calls nest more than 100 deep',
    ]);
    const deep = around(...Array.from({ length: 5000 }, (_, k) => `.subckt s${k} n`));
    expect(messagesOf(deep).some((text) => text.includes('nested more than 100 levels'))).toBe(true);
  });
});

describe('.if', () => {
  const text = (x: number): string =>
    around(
      `.param x=${x}`,
      '.if (x > 2)',
      'R1 a 0 {y}',
      '.param y=1',
      '.elseif {x == 2}',
      'R1 a 0 2',
      '.else',
      'R1 a 0 3',
      '.endif',
    );

  it.each([
    [3, 1],
    [2, 2],
    [1, 3],
  ])('chooses for x = %d the resistor of %d Ohm', (x, value) => {
    expect(rowsOf(circuitOf(text(x)))).toEqual([['r1', 'a', '0', value]]);
  });
});

describe('libraries', () => {
  const library = '.lib one\n.model dm d(ron=1)\n.endl\n.lib two\n.model dm d(ron=2)\n.endl';

  it('reads the section that is asked for', () => {
    const { circuit } = elaborate(
      { name: 'a.cir', text: around('.lib "parts.lib" two', 'D1 a 0 dm') },
      SMALL_LANGUAGE,
      filesOf({ 'parts.lib': library }),
    );
    expect(circuit?.elements[3]?.model?.parameters).toEqual(new Map([['ron', 2]]));
  });

  it('reads a section that reads one of a further file, though its file is called as it is', () => {
    const files = {
      fast: '.lib fast\n.model dm d(ron={r})\n.lib "values" low\n.endl fast\n',
      values: '.lib low\n.param r=2\n.endl low\n',
    };
    const text = around('.include fast', ".lib 'fast' fast", 'D1 a 0 dm');
    const { circuit } = elaborate({ name: 'a.cir', text }, SMALL_LANGUAGE, filesOf(files));
    expect(circuit?.elements[3]?.model?.parameters).toEqual(new Map([['ron', 2]]));
  });

  it('ends with its own .end alone: what stands behind the card that names it is read', () => {
    const files = { 'part.cir': '.subckt half a b\nR1 a b 500\n.ends\n.end\n\n* no more\n' };
    const text = around('.include part.cir', 'X1 b 0 half');
    const { circuit } = elaborate({ name: 'a.cir', text }, SMALL_LANGUAGE, filesOf(files));
    expect(rowsOf(circuit!)).toEqual([['x1.r1', 'b', '0', 500]]);
    expect(messagesWith(text, files)).toEqual([]);
  });

  it('tells where a file has more behind its .end', () => {
    const files = { 'part.cir': 'R1 b 0 500\n.end\nR2 b 0 1k\n' };
    expect(messagesWith(around('.include part.cir'), files)).toEqual([
      'part.cir:3:1: warning: what stands behind .end of "part.cir" is not read\n  R2 b 0 1k\n  ^^\n  hint: remove .end from the file',
    ]);
  });

  it('is told where nothing calls a subcircuit of the netlist itself, in one note', () => {
    const body = (name: string): readonly string[] => [`.subckt ${name} a b`, 'R1 a b 500', '.ends'];
    const files = { 'part.cir': body('third').join('\n') };
    const own = [...body('first'), ...body('second'), ...body('used')];
    const told = messagesWith(around('.include part.cir', ...own, 'X1 b 0 used'), files);
    expect(told.map((text) => text.split('\n')[0])).toEqual([
      'a.cir:7:9: note: nothing calls the subcircuits first, second',
    ]);
  });

  it('names the sections when one is missing', () => {
    expect(messagesWith(around('.lib parts.lib three'), { 'parts.lib': library })).toEqual([
      'a.cir:6:1: error: "parts.lib" has no section "three"\n  .lib parts.lib three\n  ^^^^^^^^^^^^^^^^^^^^\n  hint: use one of: one, two',
    ]);
  });

  it.each(['/home/else/models/part.cir', 'C:\\else\\part.cir', '../else/part.cir', 'models/part.cir'])(
    'takes the file of that name beside the netlist where a path leads nowhere: %s',
    (path) => {
      const text = around(`.include "${path}"`, 'X1 b 0 half');
      const found = { 'part.cir': '.subckt half a b\nR1 a b 1\n.ends\n' };
      expect(messagesWith(text, found)).toEqual([
        `a.cir:6:1: warning: cannot read "${path}" where it should be; the file of that name beside the netlist is taken\n` +
          `  .include "${path}"\n  ${'^'.repeat(11 + path.length)}\n  hint: write: .include part.cir`,
      ]);
    },
  );

  it("does without PSpice's names of a schematic", () => {
    expect(messagesWith(around('.INC "part.als"'), {})).toEqual([
      'note: read as pspice, because of an .als file (--dialect decides)',
      `a.cir:6:1: warning: cannot include "part.als": no such file\n  .INC "part.als"\n  ${'^'.repeat(15)}\n` +
        '  hint: it has names of a schematic only: the circuit is the same without it',
    ]);
  });

  it.each(['.include vendor.lib', '.inc vendor.lib'])(
    'refuses a netlist of which a part is not there: %s',
    (line) => {
      expect(messagesWith(around(line), {})).toEqual([
        `a.cir:6:1: error: cannot include "vendor.lib": no such file\n  ${line}\n  ${'^'.repeat(line.length)}\n` +
          '  hint: paths are read from the folder of the file that names them; name the folder of a library with --lib DIR (or NSCIRCUIT_LIB); remove the card if nothing needs it',
      ]);
    },
  );

  // What is missing changes the circuit, or hides that something was to be in it.
  it.each(['.lib vendor.lib', '.lib "vendor.lib" tt', '.LIB vendor.lib'])(
    'refuses a netlist whose library is not there: %s',
    (line) => {
      expect(messagesWith(around(line), {})).toEqual([
        `a.cir:6:1: error: cannot include "vendor.lib": no such file\n  ${line}\n  ${'^'.repeat(line.length)}\n` +
          '  hint: name the folder of a library with --lib DIR (or NSCIRCUIT_LIB); remove the card if nothing needs it',
      ]);
    },
  );

  it("lets LTspice's own libraries be missed by those who need them", () => {
    const own = 'C:\\Users\\me\\LTspice\\lib\\cmp\\standard.dio';
    expect(
      messagesWith(around(`.lib ${own}`, 'D1 a 0 1n4148'), {}).map((text) => text.split('\n')[0]),
    ).toEqual([
      'note: read as ltspice, because of standard.* (--dialect decides)',
      `a.cir:6:1: warning: cannot include "${own}": it lies outside of the folder of the netlist`,
      'a.cir:7:8: error: d1 names the unknown model "1n4148"',
    ]);
  });

  it.each(['../x.inc', '/etc/x.inc', 'C:\\x.inc', 'b/../../x.inc', '~/x.inc'])(
    'does not leave the folder for %s',
    (path) => {
      const files = { [path]: 'R9 a 0 1' };
      expect(messagesWith(around(`.include "${path}"`), files)).toEqual([
        `a.cir:6:1: error: cannot include "${path}": it lies outside of the folder of the netlist\n  .include "${path}"\n  ${'^'.repeat(11 + path.length)}\n  hint: allow it with --allow-outside, or name its folder with --lib DIR`,
      ]);
      expect(messagesWith(around(`.include "${path}"`), files, { allowOutside: true })).toEqual([]);
    },
  );
});
