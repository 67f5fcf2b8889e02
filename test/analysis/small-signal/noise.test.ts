/** `.noise` against closed forms and ngspice. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { MemoryPlot } from '../../../src/waveform/memory-plot.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../../peers/ngspice.js';
import { messages, netlist } from '../run-netlist.js';

const boltzmann = 1.380649e-23;
const elementary = 1.602176634e-19;
const kelvin = 300.15;

function noise(text: string): { total: ReadonlyMap<string, number>; column: (name: string) => Float64Array } {
  const plot = new MemoryPlot();
  const { runs, diagnostics } = simulate({ name: 't.cir', text }, { openSinks: () => [plot] });
  const [only] = runs;
  if (!only) throw new Error(messages({ diagnostics }));
  const errors = only.report.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(messages({ diagnostics: errors }));
  const [found] = plot.plots;
  if (!found) throw new Error('no plot');
  return {
    total: new Map(only.report.final.map(({ name, value }) => [name, value])),
    column: (name) => found.columns[found.header.columns.findIndex((each) => each.name === name)]!,
  };
}

/** Of equal to a relative error. */
function expectNear(a: number, b: number, tolerance: number): void {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(tolerance * Math.abs(b));
}

// Rounding of some ten operations.
const exact = 1e-12;

describe('.noise', () => {
  test('a divider has the noise of both resistors in parallel, and referred to its source that by its gain', () => {
    const { column, total } = noise(
      netlist(
        'V1 a 0 AC 1\nR1 a b 1k\nR2 b 0 3k\n.noise v(b) V1 dec 1 1 1k\n.print noise onoise inoise_spectrum',
      ),
    );
    const wanted = Math.sqrt(4 * boltzmann * kelvin * 750);
    for (const value of column('onoise_spectrum')) expectNear(value, wanted, exact);
    for (const value of column('inoise_spectrum')) expectNear(value, wanted / 0.75, exact);
    // White noise over 999 Hz, of which the integral is exact.
    expectNear(total.get('onoise_total')!, wanted * Math.sqrt(999), exact);
  });

  test('the noise of a resistor with a capacitor is kT/C over all frequencies', () => {
    const { total } = noise(netlist('V1 a 0 AC 1\nR1 a b 1k\nC1 b 0 1n\n.noise v(b) V1 dec 200 1 100g'));
    // Below 1 Hz and above 100 GHz are 6e-6 and 1e-6 of it; powers of f between 200 points a decade leave 1e-5.
    expectNear(total.get('onoise_total')! ** 2, (boltzmann * kelvin) / 1e-9, 3e-5);
  });

  test('a transistor without resistances has the shot noise of both currents in its load', () => {
    const text =
      'V1 b 0 0.65 AC 1\nVC c 0 3\nFM 0 x VC 1\nRX x 0 1k noisy=0\nQ1 c b 0 q\n.model q npn is=1e-15 bf=100';
    const { column } = noise(netlist(`${text}\n.noise v(x) V1 dec 1 1 1k 1`));
    const current = 1e-15 * Math.expm1(0.65 / ((boltzmann * kelvin) / elementary));
    // gmin and the reversed junction are 1e-6 of it.
    expectNear(column('onoise_q1_ic')[0]!, 1e3 * Math.sqrt(2 * elementary * current), 1e-6);
    // The base is held by the source.
    expect(column('onoise_q1_ib')[0]).toBe(0);
  });

  test('1/f noise of a resistor falls with the root of f, and its total is that of the logarithm', () => {
    const text = 'I1 0 a 1m AC 1\nR1 a 0 1k m\n.model m r kf=1e-10 af=2\n.noise v(a) I1 dec 3 1 1k 1';
    const { column, total } = noise(netlist(text));
    expectNear(column('onoise_r1_1overf')[0]!, 1e3 * Math.sqrt(1e-10 * 1e-6), exact);
    expectNear(column('onoise_r1_1overf').at(-1)! * Math.sqrt(1e3), column('onoise_r1_1overf')[0]!, exact);
    expectNear(total.get('onoise_total_r1_1overf')!, 1e3 * Math.sqrt(1e-16 * Math.log(1e3)), exact);
  });
});

const parts = `V1 in 0 AC 1
VCC cc 0 12
C1 in b 10u
R1 cc b 100k
R2 b 0 20k
RC cc c 4.7k
RE e 0 1k
CE e 0 100u
Q1 c b e qn m=2
D1 cc d dm
RD d 0 10k
CD d c 1u
R5 c f 10k rm
R6 f 0 10k noisy=0
J1 cc c j jn
RJ j 0 2k
M1 m c 0 0 mn w=100u l=2u
RM cc m 2k
M2 m2 c 0 0 mo w=10u l=5u
RM2 cc m2 4k
VG g 0 1
.model rm r kf=1e-12 af=2
.model dm d is=1e-14 rs=10 kf=1e-15 af=1.2
.model qn npn bf=150 rb=100 rc=5 re=1 kf=1e-15 af=1.1 vaf=80 cje=2p cjc=2p tf=0.3n
.model jn njf vto=-2 beta=1m rd=10 rs=20 kf=1e-16 af=1.1
.model mn nmos vto=1 kp=20u rd=10 rs=5 kf=1e-26 af=1.2 tox=20n
.model mo nmos level=3 vto=1 kp=20u tox=40n kf=1e-26 af=1.1`;

describe(`.noise against ngspice${ngspiceReason}`, () => {
  test.skipIf(skipWithoutNgspice).each(['c', 'j', 'm', 'm2', 'd'])(
    'the density at node %s and all of its parts',
    (node) => {
      const text = netlist(`${parts}\n.noise v(${node}) V1 dec 2 10 100meg 1`);
      const peer = runNgspice(text);
      const { column } = noise(text);
      let compared = 0;
      peer.header.columns.forEach(({ name }, k) => {
        const ours = column(name);
        // ngspice writes parts that are none, too.
        if (!ours || name === 'frequency') {
          expect(ours || peer.columns[k]!.every((value) => value === 0)).toBeTruthy();
          return;
        }
        compared++;
        const whole = column('onoise_spectrum');
        ours.forEach((value, row) => {
          const theirs = peer.columns[k]![row]!;
          // What is nothing beside the whole hangs on gmin. Operating points agree to a relative 1e-3.
          if (theirs > 1e-6 * whole[row]!) expectNear(value, theirs, 1e-3);
        });
        expect(ours.length).toBe(peer.length);
      });
      expect(compared).toBeGreaterThan(25);
      const elements = ['r1', 'r2', 'rc', 're', 'q1', 'd1', 'rd', 'r5', 'j1', 'rj', 'm1', 'rm', 'm2', 'rm2'];
      const sum = elements.reduce((all, element) => all + column(`onoise_${element}`)[3]! ** 2, 0);
      expectNear(column('onoise_spectrum')[3]! ** 2, sum, exact);
    },
  );
});

test.each([
  ['v(nix) V1 dec 1 1 10', 'there is no node "nix"'],
  ['i(V1) V1 dec 1 1 10', '.noise is of a voltage'],
  ['v(a) V9 dec 1 1 10', '.noise: "V9" is no voltage or current source'],
  ['v(a) V1 dec 1 0 10', '.noise: frequency must be positive, not 0'],
  ['v(a) V1', '.noise needs a voltage, a source and frequencies'],
  ['v(a) V1 dec 1 1', '.noise needs points, first and last frequency'],
])('.noise %s is told', (card, message) => {
  const text = netlist(`V1 a 0 AC 1\nV2 b 0 1\nR1 a b 1k\n.noise ${card}`);
  expect(() => noise(text)).toThrow(message);
});

test('a source that does not reach the output leaves the noise of the output, without inoise', () => {
  const plot = new MemoryPlot();
  const text = netlist(
    'Vdummy x 0 AC 1\nRx x 0 1\nVdd d 0 5\nR1 d b 1k\nR2 b 0 1k\n.noise v(b) Vdummy dec 1 1 100 1',
  );
  const [run] = simulate({ name: 't.cir', text }, { openSinks: () => [plot] }).runs;
  const told = run!.report.diagnostics.map(({ severity, message }) => [severity, message]);
  expect(told).toEqual([
    ['warning', 'vdummy does not reach the output: no noise is referred to it: inoise is left out'],
  ]);
  const { header, columns } = plot.plots[0]!;
  expect(header.columns.map(({ name }) => name).slice(0, 3)).toEqual([
    'frequency',
    'onoise_spectrum',
    'onoise_rx',
  ]);
  expect(header.columns.some(({ name }) => name.includes('inoise'))).toBe(false);
  const density = Math.sqrt(4 * boltzmann * kelvin * 500);
  for (const value of columns[1]!) expectNear(value, density, 1e-9);
  const ofR1 = header.columns.findIndex(({ name }) => name === 'onoise_r1');
  expectNear(columns[ofR1]![0]!, density * Math.SQRT1_2, 1e-9);
  expect(plot.plots[1]!.header.columns.some(({ name }) => name.includes('inoise'))).toBe(false);
  // White noise over 99 Hz.
  expectNear(plot.plots[1]!.columns[0]![0]!, density * Math.sqrt(99), 1e-9);
});

test.each(['', 'AC 0', 'AC 5'])(
  'noise is referred to a unit of the source, not to its AC value: %j',
  (ac) => {
    const { column } = noise(netlist(`V1 a 0 1 ${ac}\nR1 a b 1k\nR2 b 0 1k\n.noise v(b) V1 dec 1 1 10`));
    const output = Math.sqrt(4 * boltzmann * kelvin * 500);
    expectNear(column('onoise_spectrum')[0]!, output, 1e-9);
    expectNear(column('inoise_spectrum')[0]!, 2 * output, 1e-9);
  },
);

test('the totals are a plot of one row behind the densities', () => {
  const plot = new MemoryPlot();
  const text = netlist('V1 a 0 AC 1\nR1 a b 1k\nC1 b 0 1n\n.noise v(b) V1 dec 20 1 1g');
  const [run] = simulate({ name: 't.cir', text }, { openSinks: () => [plot] }).runs;
  expect(plot.plots.map(({ header }) => header.name)).toEqual([
    'Noise Spectral Density Curves',
    'Integrated Noise',
  ]);
  const { header, columns } = plot.plots[1]!;
  expect(header.columns.map(({ name }) => name)).toEqual(['onoise_total', 'inoise_total']);
  expect(columns.map(([value]) => value)).toEqual(run!.report.final.map(({ value }) => value));
  expectNear(columns[0]![0]!, Math.sqrt((boltzmann * kelvin) / 1e-9), 1e-3);
});

test.each([
  ['.ac dec 1 10 1k\n.noise v(b) V1 2'],
  ['.noise v(b) V1 2\n.ac dec 1 10 1k'],
  ['.noise v(b) V1\n.ac dec 1 10 1k'],
])('without a spacing its frequencies are those of .ac, as in PSpice: %j', (cards) => {
  const text = netlist(`V1 a 0 AC 1\nR1 a b 1k\nR2 b 0 3k\n${cards}`);
  const plot = new MemoryPlot();
  const { diagnostics } = simulate({ name: 't.cir', text }, { openSinks: () => [plot] });
  expect(diagnostics).toEqual([]);
  const found = plot.plots.find(({ header: { name } }) => name.startsWith('Noise'))!;
  const index = found.header.columns.findIndex(({ name }) => name === 'onoise_spectrum');
  expect([...found.columns[0]!].map(Math.round)).toEqual(cards.includes('2') ? [10, 1000] : [10, 100, 1000]);
  for (const value of found.columns[index]!) expectNear(value, Math.sqrt(4 * boltzmann * kelvin * 750), 1e-9);
});

test('an unknown spacing is told beside a frequency of 0', () => {
  const text = netlist('V1 a 0 AC 1\nR1 a 0 1k\n.noise v(a) V1 decade 1 0 10');
  expect(() => noise(text)).toThrow(/needs a spacing: dec, oct or lin[^]*frequency must be positive, not 0/);
});

test('all slips of one .noise or .tf card are told at once, each at its place', () => {
  const text = netlist('V1 a 0 1\nR1 a b 1k\nR2 b 0 1k\n.noise v(c) V1 dec 10 -1 1k\n.tf v(d) V9');
  const { diagnostics } = simulate({ name: 't.cir', text });
  expect(diagnostics.map(({ message, span }) => [message, text.slice(span?.start, span?.end)])).toEqual([
    ['there is no node "c"', 'v(c)'],
    ['.noise: frequency must be positive, not -1', '-1'],
    ['there is no node "d"', 'v(d)'],
    ['.tf: "V9" is no independent source', 'V9'],
  ]);
});

test('an element that conducts by a law without known noise is named; one that blocks makes none', () => {
  const text = netlist(
    'V1 a 0 AC 1\nR1 a g 1k\nZ1 d g 0 z\nR2 d 0 1k\nD1 d 0 d\n.model z nmf\n.model d d(ron=1 vfwd=1)\n.noise v(d) V1 dec 1 1 10',
  );
  const { runs } = simulate({ name: 't.cir', text }, { openSinks: () => [new MemoryPlot()] });
  const told = runs[0]!.report.diagnostics.filter(({ code }) => code === 'noise-not-modelled');
  expect(told.map(({ message }) => message)).toEqual([
    'z1: the noise of this element is not modelled: the totals are without it',
  ]);
});

describe('quantities of .noise as outputs', () => {
  const text = (card: string): string =>
    netlist(`V1 a 0 AC 1\nR1 a b 1k\nR2 b 0 3k\n${card}\n.noise v(b) V1 dec 1 1 1k`);
  const columns = (card: string, probe = ''): { names: readonly string[]; told: string } => {
    const plot = new MemoryPlot();
    const result = simulate({ name: 't.cir', text: text(card) }, { openSinks: () => [plot], outputs: probe });
    return {
      names: plot.plots[0]?.header.columns.map(({ name }) => name) ?? [],
      told: messages(result),
    };
  };
  const densities = ['frequency', 'onoise_spectrum', 'inoise_spectrum'];
  const parts = ['onoise_r1', 'onoise_r1_thermal', 'onoise_r2', 'onoise_r2_thermal'];

  test.each(['', 'onoise_spectrum', 'inoise', 'v(onoise)', 'onoise_total', 'v(b)'])(
    'what is written anyway may be named: %s',
    (probe) => {
      expect(columns('', probe)).toEqual({ names: densities, told: '' });
    },
  );

  test.each([
    '.print noise onoise_r1',
    '.print noise dno(r2)',
    '.save onoise_r1_thermal',
    '.probe onoise_total_r1',
  ])('the part of an element is written where it is named: %s', (card) => {
    expect(columns(card)).toEqual({ names: [...densities, ...parts], told: '' });
  });

  test('a part that is not there is told', () => {
    expect(columns('', 'onoise_r7').told).toContain('there is no element "r7"');
    expect(columns('', 'dno(r8)').told).toContain('there is no element "r8"');
  });
});
