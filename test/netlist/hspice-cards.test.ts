/** What HSPICE and ngspice write beside the cards of others: `sweep` behind an analysis, and par('...') among outputs. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

const circuit = (...cards: string[]) =>
  ['title', '.param k=1', 'V1 a 0 {k} ac 1', 'R1 a b 1k', 'R2 b 0 1k', ...cards, '.end'].join('\n');

/** V(b) at the end of each run. */
function endsOf(text: string): number[] {
  const { runs } = simulate(text);
  // Time, then the only quantity that is written.
  return runs.map(({ plot }) => plot!.columns[1]!.at(-1)!);
}

describe('sweep behind an analysis', () => {
  it.each([
    ['sweep k 1 3 1', [1, 2, 3]],
    ['sweep k lin 4 1 7', [1, 3, 5, 7]],
    ['sweep k poi 3 2 10 4', [2, 10, 4]],
    ['sweep k dec 1 1 100', [1, 10, 100]],
  ])('%s', (sweep, values) => {
    const ends = endsOf(circuit(`.tran 1u 10u ${sweep}`, '.print tran v(b)'));
    expect(ends.length).toBe(values.length);
    values.forEach((value, run) => {
      expect(ends[run]).toBeCloseTo(value / 2, 9);
    });
  });

  it('is one of all analyses: a second one that differs is refused, an equal one is the same', () => {
    const errors = (text: string): string[] =>
      simulate(text)
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ message }) => message);
    const tran = '.tran 1u 10u sweep k 1 2 1';
    expect(errors(circuit(tran, '.ac dec 1 1 10 sweep k 1 2 1'))).toEqual([]);
    expect(errors(circuit(tran, '.ac dec 1 1 10 sweep k 1 3 1'))).toEqual([
      'a second sweep, which differs from the first: they repeat all analyses here',
    ]);
  });
});

describe("par('...')", () => {
  it('is an expression that is written', () => {
    const { runs } = simulate(circuit('.tran 1u 10u', ".print tran v(b) par('v(a)-3*v(b)')"));
    expect(runs[0]!.plot!.columns.at(-1)!.at(-1)).toBeCloseTo(-0.5, 9);
  });

  it('has harmonics', () => {
    const text = circuit('V2 c 0 sin(0 2 1k)', 'R3 c 0 1k', '.tran 1u 2m', ".four 1k par('v(c)*v(c)')");
    const { fourier = [] } = simulate(text).runs[0]!.report;
    // 4 sin^2 = 2 - 2 cos of twice the frequency.
    expect(fourier[0]!.harmonics[2]!.magnitude).toBeCloseTo(2, 6);
  });
});

describe('.alter', () => {
  const files: Readonly<Record<string, string>> = {
    'corners.lib': '.lib tt\n.param rb=1k\n.endl tt\n.lib ss\n.param rb=3k\n.endl ss\n',
    'inner.inc': '.alter\n.param k=2\n',
  };
  const textSource = {
    resolve: (path: string) => path,
    read: (name: string) => ({ name, text: files[name] ?? '' }),
  };
  /** Of each run what stands in its name, and V(b) at its end. */
  const runsOf = (...cards: string[]) => {
    const { runs, diagnostics } = simulate(circuit(...cards), { textSource });
    const told = diagnostics.filter(({ severity }) => severity !== 'note').map(({ message }) => message);
    const ends = runs.map(({ plot }) => plot!.columns.at(-1)!.at(-1)!);
    return { ends, told, values: runs.map(({ values }) => values) };
  };

  it('replaces elements, parameters and analyses, and adds up', () => {
    const { ends, told, values } = runsOf(
      ...['.op', '.print v(b)', '.alter', '.param k=2', '.alter twice', 'R2 b 0 3k', 'R3 b 0 3k', '.alter'],
      ...['R3 b 0 1g', '.tran 1u 10u'],
    );
    expect(told).toEqual([]);
    expect(values).toEqual([[['alter', 0]], [['alter', 1]], [['alter', 2]], [['alter', 3]], [['alter', 3]]]);
    [0.5, 1, 2 * 0.6, 1.5, 1.5].forEach((end, k) => expect(ends[k]).toBeCloseTo(end, 5));
  });

  it('takes libraries, models, subcircuits and sweeps of its own', () => {
    const { ends, told } = runsOf(
      ...[".lib 'corners.lib' tt", '.subckt load n', 'R1 n 0 rb', '.ends', 'X1 b load', '.op', '.print v(b)'],
      ...['.alter', ".del lib 'corners.lib' tt", ".lib 'corners.lib' ss"],
      ...['.alter', '.subckt load n', 'R1 n 0 {rb/3}', '.ends', '.step param k list 1 3'],
    );
    expect(told).toEqual([]);
    [1 / 3, 3 / 7, 1 / 3, 1].forEach((end, k) => expect(ends[k]).toBeCloseTo(end, 9));
  });

  it('says what cannot be taken out, and is refused in an included file', () => {
    expect(runsOf('.op', '.alter', '.del lib x tt').told).toEqual([
      '.del lib: no .lib card before it is that of x tt',
    ]);
    expect(runsOf('.op', '.include inner.inc').told).toContain('.alter is not supported');
  });
});

it('.dc has a sweep around it', () => {
  expect(endsOf(circuit('.dc V1 0 2 1 sweep k lin 2 1 3', '.print dc v(b)')).length).toBe(2);
});

describe('power', () => {
  it('is what turns into heat: what sources deliver less what is stored', () => {
    const text = [
      ...['heat', 'V1 a 0 pulse(0 1 0 1n 1n 1 2)', 'R1 a b 1k', 'C1 b 0 1u', 'L1 b c 1m', 'R2 c 0 1k'],
      ...[".print tran power par('p(r1)+p(r2)')", '.measure tran heat integ power', '.tran 10u 5m', '.end'],
    ].join('\n');
    const { plot, report } = simulate(text).runs[0]!;
    const [, power, resistors] = plot!.columns;
    power!.forEach((value, row) => expect(value).toBeCloseTo(resistors![row]!, 9));
    // At the end half a millivolt ampere in the resistors, behind the charge of C1.
    expect(power!.at(-1)).toBeCloseTo(0.5e-3, 6);
    expect(report.measures?.[0]?.value).toBeGreaterThan(2.5e-6);
  });

  it('is a parameter where there is one', () => {
    const { runs } = simulate(circuit('.param power=7', '.op', ".print op par('2*power')"));
    expect(runs[0]!.report.final.map(({ value }) => value)).toEqual([14]);
  });
});

it('pwl repeats behind r, from a time or from the begin', () => {
  const at = (source: string): number => {
    const text = `again\nV1 a 0 pwl(0 0 1u 1 2u 0${source})\nR1 a 0 1\n.tran 0.1u 4.5u\n.print v(a)\n.end\n`;
    return simulate(text).runs[0]!.plot!.columns[1]!.at(-1)!;
  };
  expect(at('')).toBeCloseTo(0, 12);
  expect(at(' r')).toBeCloseTo(0.5, 9);
  // From 1 us on: 1 to 0 in every microsecond.
  expect(at(' R 1u')).toBeCloseTo(0.5, 9);
  expect(at(' r=0')).toBeCloseTo(0.5, 9);
});

it('a sweep goes through counted points, and text may be protected', () => {
  expect(endsOf(circuit('.prot', '.unprot', '.dc V1 poi 3 0 1 4', '.print dc v(b)'))[0]).toBeCloseTo(2, 9);
});

it('frequencies are counted points too, and coils have a resistance', () => {
  const text = 'coil\nV1 a 0 ac 1\nL1 a b 1u r=3\nR1 b 0 1\n.ac poi 2 1 2k\n.print ac v(b)\n.end\n';
  const { plot } = simulate(text).runs[0]!;
  expect(Array.from(plot!.columns[0]!).filter((_, k) => k % 2 === 0)).toEqual([1, 2000]);
  expect(plot!.columns[1]![0]).toBeCloseTo(0.25, 9);
});
