import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/base/diagnostic.js';
import { printExpression } from '../../../src/expression/print.js';
import { targetName } from '../../../src/netlist/step-points.js';
import { circuitOf, messagesOf } from '../small-language.js';
import { simulate } from '../../../src/analysis/simulate.js';

function script(...commands: string[]): string {
  return `t\nV1 a 0 1\nR1 a b 1k\nR2 b 0 1k\n.param p=2\nR3 b 0 {p*1k}\n.control\n${commands.join('\n')}\n.endc\n.end`;
}

function analysesOf(text: string): readonly string[] {
  return circuitOf(text).analyses.map(({ kind, changes = [] }) =>
    [kind, ...changes.map(({ target, value }) => `${targetName(target)}=${value}`)].join(' '),
  );
}

describe('commands of .control', () => {
  it('understands analyses and outputs, and lists the rest', () => {
    const text = `t\nV1 a 0 1\nR1 a 0 1\n.control\nrun\ntran 1u 1m uic\nplot v(a) vs time\nwrdata out.txt v(a) i(v1)\necho "done" > log.txt\nfoo bar\nquit\nafter\n.endc`;
    const circuit = circuitOf(text);
    expect(circuit.analyses).toMatchObject([{ kind: 'tran', tstop: 1e-3, uic: true }]);
    expect(circuit.outputs.map(({ text: name }) => name)).toEqual(['v(a)', 'i(v1)']);
    expect(circuit.actions).toMatchObject([{ kind: 'echo', text: 'done' }]);
    expect(messagesOf(text).map((message) => message.split('\n', 1)[0])).toEqual([
      'a.cir:8:1: note: ignored output files: out.txt, log.txt (a netlist writes no files, -o FILE does)',
      'a.cir:10:1: note: ignored commands: foo',
    ]);
  });

  it('goes the way of the text though what it sets would lead it another way', () => {
    const cards = 'loop\nV1 a 0 1\nR1 a b {p}\nR2 b 0 1k\n.param p=3k\n.csparam start={p}\n';
    const loop = 'let r = start\nwhile r >= 1k\nalterparam p = $&r\nreset\nop\nlet r = r - 1k\nend';
    const { runs, diagnostics } = simulate({ name: 'a.cir', text: `${cards}.control\n${loop}\n.endc` });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const middle = runs.map(({ report }) => report.final.find(({ name }) => name === 'v(b)')?.value);
    for (const [k, wanted] of [1 / 4, 1 / 3, 1 / 2].entries()) expect(middle[k]).toBeCloseTo(wanted, 12);
    expect(middle).toHaveLength(3);
  });

  it('asks for the same behind each of its runs without a word, for another with one', () => {
    const meas = 'meas tran top max v(b)\nlet twice = 2*top';
    const text = (again: string): string =>
      script('tran 1u 10u', ...meas.split('\n'), 'alter r1 = 3k', 'tran 1u 10u', ...again.split('\n'));
    expect(messagesOf(text(meas))).toEqual([]);
    const told = messagesOf(text('meas tran top min v(b)\nlet twice = 3*top'));
    expect(told.map((message) => message.split('\n', 1)[0])).toEqual([
      'a.cir:13:1: warning: .meas top is written twice: the last one counts',
      'a.cir:14:1: warning: "twice" is the name of a measure already: left out',
    ]);
  });

  it('says that a run does not stop within, and that nothing is altered there', () => {
    const text = script('stop when time = 1m', 'tran 1u 2m uic', 'alter r1 = 100', 'resume');
    const told = messagesOf(text).map((message) => message.split('\n', 1)[0]);
    const message = 'is left out: a run goes on to its end, and what is altered counts from the next one';
    expect(told).toEqual([`a.cir:8:1: warning: stop ${message}`, `a.cir:11:1: warning: resume ${message}`]);
  });

  it('takes the words of all analyses behind .print', () => {
    const text = (word: string): string => `t\nV1 a 0 1\nR1 a 0 1\n.op\n.print ${word} v(a)`;
    for (const word of ['pz', 'tf', 'disto']) expect(messagesOf(text(word))).toEqual([]);
  });

  it('alter sets the AC value of a source, altermod the model of an element', () => {
    const cards = 't\nV1 a 0 dc 1 ac 1\nR1 a b rm\nR2 b 0 1k\nC1 b 0 1f\n.model rm r(r=3k)\n.save v(b)';
    const commands = 'ac lin 1 1 1\nalter v1 ac = 4\nac lin 1 1 1\nalter @v1[acphase] = 90\nac lin 1 1 1\n';
    const text = `${cards}\n.control\n${commands}altermod r1 r = 1k\nac lin 1 1 1\n.endc\n`;
    const { runs, diagnostics } = simulate({ name: 'a.cir', text });
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
    const values = runs.map(({ plot }) => [...(plot?.columns[1] ?? [])]);
    for (const [k, wanted] of [
      [0.25, 0],
      [1, 0],
      [0, 1],
      [0, 2],
    ].entries())
      wanted.forEach((part, at) => expect(values[k]?.[at]).toBeCloseTo(part, 9));
  });

  it('alter sets all arguments of a source function', () => {
    const commands = ['alter @v2[sin] = [ 0.5 {p} 2k ]', 'op', 'alter @v2[sin] [ 1 ]', 'op'];
    const text = script(...commands).replace('.param', 'V2 c 0 sin(0 1 1k)\nR4 c 0 1\n.param');
    const { runs, diagnostics } = simulate({
      name: 'a.cir',
      text: text.replaceAll('op\n', 'tran 1u .125m\n'),
    });
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
    // A quarter of 2 kHz: offset and amplitude.
    const last = runs.map(({ report }) => report.final.find(({ name }) => name === 'v(c)')?.value);
    expect(last[0]).toBeCloseTo(2.5, 6);
    expect(last[1]).toBeCloseTo(3, 6);
  });

  it('parts of complex vectors have the names of nutmeg', () => {
    const text = `t\nV1 a 0 ac 1\nR1 a b 1k\nC1 b 0 1u\n.control\nac lin 1 1k 1k\nlet p = vp(b)\nlet s = vm(b)^2 - vr(b)^2 - vi(b)^2\nlet q = phase(v(b)) - ph(v(b)) + real(v(b)) - vr(b)\nprint p s q\n.endc`;
    const { runs, diagnostics } = simulate({ name: 'a.cir', text });
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
    const final = new Map(runs[0]?.report.final.map(({ name, value }) => [name, value]));
    expect(final.get('p')).toBeCloseTo(-Math.atan(2 * Math.PI), 9);
    expect(final.get('s')).toBeCloseTo(0, 9);
    expect(final.get('q')).toBeCloseTo(0, 9);
  });

  it('reads scripts behind .end, as ngspice does, and nothing else there', () => {
    const text = 't\nV1 a 0 1\nR1 a 0 1\n.end\nR1 a 0 2\n.control\nop\n.endc\n.tran 1u 1m';
    expect(analysesOf(text)).toEqual(['op']);
    const told = 'a.cir:9:1: note: what stands behind .end is not read\n  .tran 1u 1m\n  ^^^^^';
    expect(messagesOf(text)).toEqual([told]);
  });

  it.each<[string, string[], string[]]>([
    [
      'alter holds for what follows, until reset',
      ['op', 'alter r1 = 2k', 'op', 'reset', 'tran 1u 1m'],
      ['op', 'op r1=2000', 'tran'],
    ],
    ['alter writes @r1[resistance], too', ['alter @r1[r] = 2k', 'op'], ['op r1:r=2000']],
    ['alterparam counts after reset', ['alterparam p = 3', 'op', 'reset', 'tran 1u 1m'], ['op', 'tran p=3']],
    ['the same analysis is run once', ['op', 'op', 'run'], ['op']],
    ['the temperature is a variable', ['set temp = 50', 'op'], ['op temp=50']],
    [
      'foreach goes through its words',
      ['foreach r 1k 2k', 'alter r1 = $r', 'op', 'end'],
      ['op r1=1000', 'op r1=2000'],
    ],
    [
      'repeat and let count',
      ['let k = 1', 'repeat 2', 'alter r1 = $&k', 'let k = k * 10', 'op', 'end'],
      ['op r1=1', 'op r1=10'],
    ],
    [
      'while asks numbers',
      ['let k = 0', 'while k < 3', 'let k = k + 1', 'if k eq 2', 'alter r1 = k', 'op', 'end', 'end'],
      ['op r1=2'],
    ],
    ['else is the other branch', ['if 1 > 2', 'op', 'else', 'tran 1u 1m', 'end'], ['tran']],
    ['break leaves a loop', ['foreach r 1 2 3', 'alter r1 = $r', 'op', 'break', 'end'], ['op r1=1']],
    ['quit ends the script', ['op', 'quit', 'tran 1u 1m'], ['op']],
  ])('%s', (_, commands, expected) => {
    expect(analysesOf(script(...commands))).toEqual(expected);
  });

  it('the cards run as they stand in the text, where no run says otherwise', () => {
    const cards = (commands: string): readonly string[] =>
      analysesOf(script(commands).replace('.control', '.op\n.control'));
    expect(cards('run')).toEqual(['op']);
    expect(cards('alter r1 = 2k\nrun')).toEqual(['op r1=2000']);
    expect(cards('run\nalter r1 = 2k\nrun')).toEqual(['op', 'op r1=2000']);
    expect(cards('alter r1 = 2k')).toEqual(['op']);
  });

  it('vectors are expressions that print and further vectors use', () => {
    const { outputs, actions } = circuitOf(
      script(
        'op',
        'let half = 0.5',
        'let x = v(a,b) * half',
        'let y = x + b - op1.v(a)',
        'print y v1#branch half',
      ),
    );
    expect(outputs.map(({ text, expression }) => (expression ? printExpression(expression) : text))).toEqual([
      'v(a,b) * 0.5 + v(b) - v(a)',
      'i(v1)',
    ]);
    expect(actions).toMatchObject([{ text: 'half = 0.5' }]);
  });

  it('names what it leaves out', () => {
    expect(
      messagesOf(
        script('op', 'while v(a) < 2', 'op', 'end', 'alter r9 = 1', 'let z = nosuch(b)', 'alterparam p = 1'),
      ).map((message) => message.split('\n', 1)[0]),
    ).toEqual([
      'a.cir:8:1: warning: alterparam counts after a reset only, and none follows',
      'a.cir:9:1: warning: while of .control depends on what is not known before the run: the block is left out',
      'a.cir:12:1: warning: there is no element and no model parameter "r9": left out',
      'a.cir:13:9: warning: unknown function "nosuch": left out',
    ]);
  });

  it('a loop without end is ended', () => {
    const text = script('op', 'while 1', 'let k = 1', 'end');
    expect(messagesOf(text).join('\n')).toContain('the .control block has more than 100000 commands');
  });
});

describe('a script', () => {
  it('runs its analyses with what it has set, and measures them', () => {
    // v(b) = p / (2p + ... ): dividers of 1k against 1k || p k
    const { runs, diagnostics } = simulate(
      script(
        'op',
        'alter r2 = 2k',
        'op',
        'alterparam p = 1',
        'reset',
        'tran 1u 10u',
        'let twice = 2 * v(b)',
        'meas tran m max twice',
      ),
    );
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    const values = runs.map(({ report }) => report.final.find(({ name }) => name === 'v(b)')?.value);
    // 1k against 1k || 2k, 2k || 2k, 1k || 1k: dividers to rounding
    expect(values).toEqual([0.4, 0.5, 1 / 3].map((value) => expect.closeTo(value, 12) as number));
    expect(runs.map(({ report }) => report.name)).toEqual([
      'Operating Point',
      'Operating Point, r2 = 2000',
      'Transient Analysis, p = 1',
    ]);
    expect(runs[2]?.report.measures).toMatchObject([
      { name: 'm', value: expect.closeTo(2 / 3, 12) as number },
    ]);
  });
});
