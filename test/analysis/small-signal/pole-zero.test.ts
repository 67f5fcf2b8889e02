/** `.pz` against closed forms and ngspice. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../../peers/ngspice.js';
import { messages, netlist } from '../run-netlist.js';

type Root = readonly [re: number, im: number];

function roots(text: string): { pole: Root[]; zero: Root[] } {
  const { runs, diagnostics } = simulate({ name: 't.cir', text });
  const [only] = runs;
  if (!only) throw new Error(messages({ diagnostics }));
  const errors = only.report.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(messages({ diagnostics: errors }));
  const { final } = only.report;
  const of = (kind: string): Root[] =>
    final.flatMap(({ name, value }, k): Root[] =>
      name.startsWith(`re(${kind}(`) ? [[value, final[k + 1]!.value]] : [],
    );
  return { pole: of('pole'), zero: of('zero') };
}

/** Equal lists to a relative error of each root; order by size, then by imaginary part. */
function expectRoots(found: readonly Root[], wanted: readonly Root[], tolerance: number): void {
  const sorted = (list: readonly Root[]): Root[] =>
    list.toSorted((a, b) => {
      const [p, q] = [Math.hypot(...a), Math.hypot(...b)];
      return Math.abs(p - q) > 1e-6 * (p + q) ? p - q : a[1] - b[1];
    });
  expect(found.length).toBe(wanted.length);
  const [a, b] = [sorted(found), sorted(wanted)];
  a.forEach(([re, im], k) => {
    const [x, y] = b[k]!;
    expect(Math.hypot(re - x, im - y)).toBeLessThanOrEqual(tolerance * Math.hypot(x, y));
  });
}

// What is asked for is well conditioned: rounding of some ten operations.
const exact = 1e-12;

describe('.pz', () => {
  test('a lead network has its pole and its zero, driven by a voltage or by a current', () => {
    const lead = 'V1 in 0 0 AC 1\nR1 in out 9k\nC1 in out 1u\nR2 out 0 1k';
    const vol = roots(netlist(`${lead}\n.pz in 0 out 0 vol pz`));
    expectRoots(vol.pole, [[-1 / (900 * 1e-6), 0]], exact);
    expectRoots(vol.zero, [[-1 / (9e3 * 1e-6), 0]], exact);
    // With an open input nothing loads the capacitor but its resistor.
    const cur = roots(netlist(`${lead}\n.pz in 0 out 0 cur pz`));
    expectRoots(cur.pole, [[-1 / (9e3 * 1e-6), 0]], exact);
    expectRoots(cur.zero, [[-1 / (9e3 * 1e-6), 0]], exact);
  });

  test('a series resonance, a notch, and what a source without AC holds', () => {
    const [r, l, c] = [100, 1e-3, 1e-9];
    const w = Math.sqrt(1 / (l * c) - (r / (2 * l)) ** 2);
    const rlc = roots(netlist('R1 a b 100\nL1 b o 1m\nC1 o 0 1n\n.pz a 0 o 0 vol pz'));
    expectRoots(
      rlc.pole,
      [
        [-r / (2 * l), w],
        [-r / (2 * l), -w],
      ],
      exact,
    );
    expect(rlc.zero).toEqual([]);
    // Across L and C in series: zeros on the imaginary axis.
    const notch = roots(
      netlist(
        'V1 a 0 1\nR1 a o 100\nL1 o m 1m\nC1 m 0 1n\nRx x 0 1\n.pz a 0 o 0 vol zer'.replace(
          'V1 a 0 1',
          'V1 a 0 1 AC 1',
        ),
      ),
    );
    const w0 = 1 / Math.sqrt(l * c);
    expectRoots(
      notch.zero,
      [
        [0, w0],
        [0, -w0],
      ],
      1e-11,
    );
  });

  test('capacitors in a loop and coils in a cut count once; time constants from years to picoseconds stand side by side', () => {
    // C1, C2 and C3 close a loop: two states.
    const loop = roots(netlist('C1 a 0 1u\nC2 a b 2u\nC3 b 0 3u\nR1 a 0 1k\nR2 b 0 1k\n.pz a 0 b 0 cur pol'));
    // (C + G/s) with C = [[3, -2], [-2, 5]] u, G = 1 mS: s = -1e3 eig(C'^-1), C' in units of u.
    const d = Math.sqrt(64 - 4 * 11);
    expectRoots(
      loop.pole,
      [
        [-1e3 / ((8 + d) / 2), 0],
        [-1e3 / ((8 - d) / 2), 0],
      ],
      exact,
    );
    const cut = roots(netlist('L1 a b 1m\nL2 b c 2m\nR1 a 0 1\nR2 c 0 2\n.pz a 0 c 0 cur pol'));
    expectRoots(cut.pole, [[-3 / 3e-3, 0]], exact);
    const wide = roots(
      netlist(
        'R1 a 0 1\nC1 a 0 1p\nE1 b 0 a 0 1\nR2 b c 1meg\nC2 c 0 1000\nE2 d 0 c 0 1\nR3 d e 1k\nC3 e 0 1u\n.pz a 0 e 0 cur pol',
      ),
    );
    expectRoots(
      wide.pole,
      [
        [-1e-9, 0],
        [-1e3, 0],
        [-1e12, 0],
      ],
      1e-9,
    );
  });

  test('a ladder of twenty equal sections has the roots of its characteristic polynomial', () => {
    const n = 20;
    const cards = Array.from({ length: n }, (_, k) => `R${k} n${k} n${k + 1} 1k\nC${k} n${k + 1} 0 1n`);
    const found = roots(netlist(`${cards.join('\n')}\n.pz n0 0 n${n} 0 vol pol`));
    const wanted = Array.from({ length: n }, (_, k): Root => {
      const angle = ((2 * k + 1) * Math.PI) / (2 * n + 1);
      return [-2e6 * (1 - Math.cos(angle)), 0];
    });
    // The smallest root is 1/700 of the largest, to whose rounding the whole matrix is solved.
    expectRoots(found.pole, wanted, 1e-11);
  });

  test('multiplicities count: two alike sections apart from each other', () => {
    const one = (k: number): string => `E${k} a${k} 0 b${k - 1} 0 2\nR${k} a${k} b${k} 1k\nC${k} b${k} 0 1u`;
    const found = roots(netlist(`R0 b0 0 1\n${one(1)}\n${one(2)}\n.pz b0 0 b2 0 vol pz`));
    // A double root is known to half of the digits.
    expectRoots(
      found.pole,
      [
        [-1e3, 0],
        [-1e3, 0],
      ],
      1e-7,
    );
    expect(found.zero).toEqual([]);
  });

  test.each([
    ['.pz a 0 b 0 vol', '.pz needs four nodes'],
    ['.pz a 0 b 0 foo pz', '.pz: "foo" is neither cur nor vol'],
    ['.pz a 0 b 0 vol foo', '.pz: "foo" is none of pol, zer and pz'],
    ['.pz a 0 z 0 vol pz', 'there is no node "z"'],
    ['.pz a a b 0 vol pz', '.pz: both nodes of the input are one'],
    ['.pz a 0 b b vol pz', '.pz: both nodes of the output are one'],
    ['.pz c 0 b 0 cur zer', '.pz: every s is a zero: nothing leads from the input to the output'],
    [
      'T1 a 0 d 0 z0=50 td=1n\nRd d 0 50\n.pz a 0 b 0 vol pz',
      'delays (T elements) and responses by frequency give infinitely many poles',
    ],
  ])('%s is told', (card, message) => {
    const text = netlist(`R1 a b 1k\nC1 b 0 1u\nR2 c 0 1k\nV3 e 0 1\nR3 e 0 1\n${card}`);
    const { runs, diagnostics } = simulate({ name: 't.cir', text });
    const all = [...diagnostics, ...runs.flatMap(({ report }) => report.diagnostics)];
    expect(messages({ diagnostics: all })).toContain(message);
  });

  test.skipIf(skipWithoutNgspice).each([
    [
      'a Sallen-Key filter',
      'V1 in 0 0 AC 1\nR1 in a 10k\nR2 a b 15k\nC1 a o 2n\nC2 b 0 1n\nE1 o 0 b 0 1.3\n.pz in 0 o 0 vol pz',
    ],
    [
      'a twin T',
      'R1 in m 10k\nR2 m o 10k\nC3 m 0 2n\nC1 in n 1n\nC2 n o 1n\nR3 n 0 5k\nR4 o 0 1meg\n.pz in 0 o 0 vol pz',
    ],
    [
      'a common emitter with capacitances',
      'VCC vcc 0 12\nVI in 0 0 AC 1\nRS in s 1k\nCI s b 1u\nRB1 vcc b 100k\nRB2 b 0 22k\nRC vcc c 4.7k\nRE e 0 1k\nQ1 c b e QN\n' +
        '.model QN npn(is=1e-15 bf=150 cje=4p cjc=2p tf=.4n)\n.options reltol=1e-7 abstol=1e-16 vntol=1e-10\n.pz in 0 c 0 vol pz',
    ],
  ])(`%s agrees with ngspice${ngspiceReason}`, (_, cards) => {
    const text = netlist(cards);
    const plot = runNgspice(text);
    const of = (kind: string): Root[] =>
      plot.header.columns.flatMap(({ name }, k): Root[] => {
        const column = plot.columns[k]!;
        return name.includes(`${kind}(`) ? [[column[0]!, column[1]!]] : [];
      });
    const found = roots(text);
    // ngspice's roots are those of an iteration that ends at a relative 1e-6, and its kT/q differs by 1e-6. It gives up on
    // a root now and then (of the transistor's three poles it finds two): each of its roots is one of ours.
    for (const kind of ['pole', 'zero'] as const) {
      expect(of(kind).length).toBeGreaterThan(kind === 'pole' ? 1 : -1);
      for (const [x, y] of of(kind)) {
        const distance = Math.min(...found[kind].map(([re, im]) => Math.hypot(re - x, im - y)));
        expect(distance).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.hypot(x, y)));
      }
      expect(found[kind].length).toBeGreaterThanOrEqual(of(kind).length);
    }
  });
});
