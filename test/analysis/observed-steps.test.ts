/** Steps that one call makes and shows to rows and certificate are those that script makes and shows one by one. */
import { describe, expect, test } from 'vitest';
import { run } from './run-netlist.js';
import { simulate } from '../../src/analysis/simulate.js';

/** A corner of a source now and then, jumps, and long smooth parts in between. */
const circuits = {
  rectifier: `rectifier with a pulsed load
V1 in 0 sin(0 5 1k)
D1 in out d1
C1 out 0 1u
R1 out 0 10k
I1 out 0 pulse(0 1m .3m 0 20u .2m .7m)
.model d1 d(is=1n cjo=10p tt=1u)`,
  multivibrator: `multivibrator
.model qn npn(is=1e-14 bf=100 cje=5p cjc=3p tf=.3n)
Vcc v 0 pulse(0 5 0 10u)
R1 v c1 1k
R2 v b2 47k
R3 v b1 47k
R4 v c2 1k
C1 c1 b2 1n
C2 c2 b1 1.2n
Q1 c1 b1 0 qn
Q2 out b2 0 qn
V2 c2 out 0`,
};
const nodes = { rectifier: 'out', multivibrator: 'c2' };
const ends = { rectifier: '5m', multivibrator: '.3m' };

function ofPrinted(name: keyof typeof circuits, printed: string, tstart = '0'): string {
  return `${circuits[name]}\n.tran 20u ${ends[name]} ${tstart}\n.print tran v(${nodes[name]}) ${printed}\n.end\n`;
}

describe.each(['rectifier', 'multivibrator'] as const)('%s', (name) => {
  const node = nodes[name];
  const text = (printed: string, tstart?: string): string => ofPrinted(name, printed, tstart);

  // A product is no polynomial of second degree: script reads it step by step. Without rows of its own it chooses none.
  test.each(['compiled', 'plain'])('has the rows and the certificate of single steps (code=%s)', (code) => {
    for (const certificate of ['full', 'sampled']) {
      const options = { method: 'stepping', rowtol: 0, certificate, code };
      const many = run(text(''), options);
      const single = run(text(`v(${node})*v(${node})`), options);
      expect(many.certificate.missed).toEqual([]);
      expect(many.certificate).toEqual(single.certificate);
      expect(many.column('time')).toEqual(single.column('time'));
      expect(many.column(`v(${node})`)).toEqual(single.column(`v(${node})`));
      expect(many.final(`v(${node})`)).toBe(single.final(`v(${node})`));
      expect(many.certificate.steps).toBeGreaterThan(200);
    }
  });

  test('has the rows of single steps where they begin late', () => {
    const options = { method: 'stepping', rowtol: 0 };
    const [many, single] = ['', `v(${node})*v(${node})`].map((printed) => run(text(printed, '.1m'), options));
    expect(many!.column('time')[0]).toBe(1e-4);
    expect(many!.column(`v(${node})`)).toEqual(single!.column(`v(${node})`));
  });
});

/** Rows of all kinds: sources, coils that are coupled, an ideal diode, a switch, and a smooth function. */
const rowsOfAllKinds = `rows of all kinds
V1 in 0 sin(0 5 1k)
R1 in p 10
L1 p 0 1m
L2 s 0 4m
K1 L1 L2 .98
D1 s out ideal
.model ideal d
C1 out 0 1u
S1 out load in 0 sw
.model sw sw(vt=1 vh=.1 ron=1 roff=1meg)
R2 load 0 1k
B1 e 0 v=tanh(v(out))
R3 e f 1k
C2 f 0 10n
D2 f 0 d2
.model d2 d(is=1n cjo=10p)
.tran 20u 3m
.print tran v(out) v(f)
.end
`;

test('checks of laws are the same by machine code', () => {
  const texts = [
    ...(['rectifier', 'multivibrator'] as const).map((name) => ofPrinted(name, '')),
    rowsOfAllKinds,
  ];
  for (const text of texts) {
    const [compiled, plain] = ['compiled', 'plain'].map(
      (code) => run(text, { method: 'stepping', code }).certificate,
    );
    expect(compiled).toEqual(plain);
    expect(compiled!.kirchhoff.time).toBeGreaterThan(0);
    expect(compiled!.elementLaws.time).toBeGreaterThan(0);
  }
});

test('a run that breaks off in the middle of many steps keeps the rows of those that were made', () => {
  const text = `a logarithm that runs out of its range
I1 0 c 1m
C1 c 0 1u
R1 c 0 1meg
B1 a 0 v=ln(1-v(c))
R2 a 0 1k
.tran 10u 2m uic
.print tran PRINTED
.end
`;
  const [many, single] = ['v(c)', 'v(c) v(a)*v(a)'].map((printed) => {
    const { report, plot } = simulate(text.replace('PRINTED', printed), {
      options: { method: 'stepping', rowtol: 0 },
    }).runs[0]!;
    const { certificate, final } = report;
    return { certificate, last: final[0], rows: plot?.columns.slice(0, 2).map((column) => [...column]) };
  });
  expect(many).toEqual(single);
  expect(many!.certificate?.incomplete).toBeDefined();
  expect(many!.rows![0]!.length).toBeGreaterThan(10);
});
