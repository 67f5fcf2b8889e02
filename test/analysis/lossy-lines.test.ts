/** Lines with losses against the chain matrix of the telegrapher's equations, and SPICE's lumps against ngspice. */
import { describe, expect, test } from 'vitest';
import { prepare } from '../../src/index.js';
import { diffusiveSections, sectionCount } from '../../src/circuit/devices/lines/line-sections.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../peers/ngspice.js';
import { messages, netlist, run } from './run-netlist.js';

interface Complex {
  readonly re: number;
  readonly im: number;
}
const c = (re: number, im = 0): Complex => ({ re, im });
const times = (a: Complex, b: Complex): Complex => c(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
const plus = (a: Complex, b: Complex): Complex => c(a.re + b.re, a.im + b.im);
const over = (a: Complex, b: Complex): Complex => {
  const size = b.re ** 2 + b.im ** 2;
  return c((a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size);
};
const root = ({ re, im }: Complex): Complex => {
  const size = Math.hypot(re, im);
  return c(Math.sqrt((size + re) / 2), (im < 0 ? -1 : 1) * Math.sqrt((size - re) / 2));
};

interface Totals {
  readonly r: number;
  readonly l: number;
  readonly g: number;
  readonly c: number;
}

interface Answer {
  readonly value: Complex;
  /** By which sections may miss it. */
  readonly bound: number;
}

/**
 * Voltage at the load of a line behind a source of 1 V and a resistance, 1 / (A + B/Rl + Rs (C + D/Rl)), and the error of the
 * sectioned line: the head of `line-sections.ts` says what n sections do to the propagation and to the impedance.
 */
function atLoad(totals: Totals, omega: number, source: number, load: number): Answer {
  const { r, l, g, c: cap } = totals;
  const series = c(r, omega * l);
  const shunt = c(g, omega * cap);
  const gamma = root(times(series, shunt));
  const impedance = over(gamma, shunt);
  const grown = times(c(Math.exp(gamma.re)), c(Math.cos(gamma.im), Math.sin(gamma.im)));
  const shrunk = over(c(1), grown);
  const cosh = times(c(0.5), plus(grown, shrunk));
  const sinh = times(c(0.5), plus(grown, times(c(-1), shrunk)));
  const input = plus(cosh, times(c(1 / load), times(impedance, sinh)));
  const current = plus(over(sinh, impedance), times(c(1 / load), cosh));
  const value = over(c(1), plus(input, times(c(source), current)));
  const reflected = (end: number): Complex =>
    over(plus(c(end), times(c(-1), impedance)), plus(c(end), impedance));
  const [near, far] = [reflected(source), reflected(load)];
  const back = times(shrunk, shrunk);
  const round = times(times(near, far), back);
  const { propagation, ofImpedance } = sectionErrors(totals, omega);
  const sent = (sizeOf(plus(near, far)) * sizeOf(plus(c(1), times(c(-1), back)))) / 2;
  const relative =
    (sizeOf(plus(c(1), round)) * propagation + sent * ofImpedance) / sizeOf(plus(c(1), times(c(-1), round)));
  return { value, bound: sizeOf(value) * Math.expm1(relative) };
}

/** |d(n Gamma)| and |d ln Z|. */
function sectionErrors(
  { r, l, g, c: cap }: Totals,
  omega: number,
): { readonly propagation: number; readonly ofImpedance: number } {
  if (l === 0) {
    const share = Math.sqrt(r * Math.hypot(g, omega * cap)) / diffusiveSections;
    // Of the leading terms of a series in share^2.
    const more = 1 + share * share;
    return {
      propagation: (diffusiveSections * share ** 3 * more) / 24,
      ofImpedance: (share ** 2 * more) / 8,
    };
  }
  const z0 = Math.sqrt(l / cap);
  const loss = r / z0 + g * z0;
  const n = sectionCount(loss);
  const phi = (omega * Math.sqrt(l * cap)) / n;
  const s = loss / (2 * n);
  // Of the leading terms of a series in s; the next ones are s of them.
  const kappa = (1 / phi - 1 / Math.tan(phi)) * (1 + 2 * s);
  return { propagation: (n * s * s * kappa) / 2, ofImpedance: s * kappa + s * s };
}

const sizeOf = ({ re, im }: Complex): number => Math.hypot(re, im);

/** Checks v(name) at every frequency against the bound that it has there. */
function expectWithin(body: string, name: string, exact: (omega: number) => Answer): void {
  const { column } = run(netlist(body));
  const values = column(name);
  const frequencies = column('frequency');
  expect(values.length).toBeGreaterThan(20);
  for (let k = 0; k < values.length; k += 2) {
    const { value, bound } = exact(2 * Math.PI * (frequencies[k] ?? NaN));
    const error = sizeOf(plus(c(values[k] ?? NaN, values[k + 1]), times(c(-1), value)));
    expect(error).toBeLessThan(bound);
  }
}

const wire = { r: 12.45, l: 8.972e-9, g: 0, c: 0.468e-12 };
const model = (type: string, { r, l, g, c: cap }: Totals): string =>
  `.model lm ${type} r=${r} l=${l} g=${g} c=${cap}`;
const drive = 'V1 s 0 dc 1 ac 1\nR1 s a 50\nR2 b 0 1k\n';

describe('a line with losses', () => {
  test('of small losses resonates where and as high as these allow', () => {
    const line = '.model lm ltra r=2 l=250n c=100p len=2';
    const body = `V1 a 0 ac 1\nO1 a 0 b 0 lm\n${line}\n.ac lin 3 25meg 125meg\n.print ac vm(b) vp(b)`;
    const { column } = run(netlist(body));
    // 1/cosh(gamma l) at odd multiples of a quarter of a wave, where it turns by a rad a hundredth of the frequency.
    column('frequency').forEach((frequency, k) => {
      const omega = 2 * Math.PI * frequency;
      const size = 2 * Math.sqrt(Math.hypot(2, omega * 250e-9) * omega * 100e-12);
      const angle = (Math.atan2(omega * 250e-9, 2) + Math.PI / 2) / 2;
      const [alpha, beta] = [size * Math.cos(angle), size * Math.sin(angle)];
      const [re, im] = [Math.cosh(alpha) * Math.cos(beta), Math.sinh(alpha) * Math.sin(beta)];
      expect((column('vm(b)')[k] ?? NaN) * Math.hypot(re, im)).toBeCloseTo(1, 3);
      expect(Math.abs((column('vp(b)')[k] ?? NaN) + Math.atan2(im, re))).toBeLessThan(2e-3);
    });
  });

  test.each([
    { what: 'O', card: 'O1 a 0 b 0 lm', type: 'ltra', line: wire },
    { what: 'Y', card: 'Ymass1 a 0 b 0 lm', type: 'txl', line: wire },
    { what: 'O with a shunt', card: 'O1 a 0 b 0 lm', type: 'ltra', line: { ...wire, g: 2e-4 } },
  ])('$what transmits as the telegrapher says, within the error of its sections', ({ card, type, line }) => {
    const body = `${drive}${card} len=16\n${model(type, line)}\n.ac dec 10 100k 2g\n.print ac v(b)`;
    const all = { r: 16 * line.r, l: 16 * line.l, g: 16 * line.g, c: 16 * line.c };
    expectWithin(body, 'v(b)', (w) => atLoad(all, w, 50, 1000));
  });

  test('without inductance it is a distributed RC', () => {
    const line = { r: 1e3, l: 0, g: 1e-6, c: 1e-9 };
    const body = `${drive}O1 a 0 b 0 lm len=2\n${model('ltra', line)}\n.ac dec 10 1k 3meg\n.print ac v(b)`;
    expectWithin(body, 'v(b)', (w) => atLoad({ r: 2e3, l: 0, g: 2e-6, c: 2e-9 }, w, 50, 1000));
  });

  test('without losses it is T to the last bits, and at rest its resistance alone', () => {
    const lossless = `${drive}O1 a 0 b 0 lm len=2\n.model lm ltra l=2.5u c=1n`;
    const ideal = `${drive}T1 a 0 b 0 z0=50 td=100n`;
    const of = (body: string): readonly number[] => [
      ...run(netlist(`${body}\n.ac lin 31 1meg 9meg\n.print ac v(b)`)).column('v(b)'),
    ];
    const reference = of(ideal);
    // Another name, so another order of the same equations.
    of(lossless).forEach((value, k) => {
      expect(value).toBeCloseTo(reference[k] ?? NaN, 12);
    });
    const rest = run(netlist(`${drive}O1 a 0 b 0 lm\n${model('ltra', wire)} len=16\n.op`));
    expect(rest.column('v(b)')[0]).toBeCloseTo(1000 / (1050 + 16 * wire.r), 12);
  });
});

describe('coupled lines', () => {
  const coupled = '.model cm cpl r=2 0 2\n+ l = 250n 40n\n+ 250n\n+ c= 30p -4p 30p\n+ g=0 0 0 length=0.5';

  test.each([
    { what: 'even', back: '1', sign: 1 },
    { what: 'odd', back: '-1', sign: -1 },
  ])('two alike are two lines of their $what mode', ({ back, sign }) => {
    const sources = `V1 s 0 ac 1\nV2 t 0 ac ${back}\nR1 s a 50\nR3 t c 50\nR2 b 0 1k\nR4 d 0 1k\n`;
    const body = `${sources}P1 a c 0 b d 0 cm\n${coupled}\n.ac dec 10 1meg 300meg\n.print ac v(b)`;
    const mode = { r: 1, l: 0.5 * (250e-9 + sign * 40e-9), g: 0, c: 0.5 * (30e-12 - sign * 4e-12) };
    // One section, up to five sixths of half a wave long.
    expectWithin(body, 'v(b)', (w) => atLoad(mode, w, 50, 1000));
  });

  test('what is no such line is told', () => {
    const told = (body: string): string => messages(prepare(netlist(`${body}\n.op`)));
    const nodes = told(`V1 a 0 1\nP1 a 0 b c 0 cm\n${coupled}\nR1 b 0 1\nR2 c 0 1`);
    expect(nodes).toContain('p1 needs as many nodes at one end as at the other, its references included');
    const sized = told(`V1 a 0 1\nP1 a 0 b 0 cm\n${coupled}\nR1 b 0 1`);
    expect(sized).toContain('p1 needs matrices of 1 numbers, l and c positive definite');
  });
});

describe(`the uniform RC line as SPICE lumps it${ngspiceReason}`, () => {
  test.skipIf(skipWithoutNgspice).each([
    { card: 'U1 s b 0 um l=50u', parameters: 'rperl=1g cperl=1n fmax=1g k=2' },
    { card: 'U1 s b 0 um l=50u n=5', parameters: 'rperl=1g cperl=1n' },
    { card: 'U1 s b 0 um l=50u', parameters: '' },
  ])('$card $parameters', ({ card, parameters }) => {
    const body = `V1 s 0 dc 1 ac 1\n${card}\nR2 b 0 10k\n.model um urc ${parameters}\n.ac dec 5 1meg 1g\n.save v(b)`;
    const text = netlist(body);
    const theirs = runNgspice(text);
    const reference = theirs.columns[theirs.header.columns.findIndex(({ name }) => name === 'v(b)')];
    const ours = run(text).column('v(b)');
    expect(ours.length).toBe(reference?.length);
    ours.forEach((value, k) => {
      expect(value).toBeCloseTo(reference?.[k] ?? NaN, 9);
    });
  });
});

test('T with r, l, g, c and len, on its card or in a model TRN of PSpice, is O with a model LTRA of the same', () => {
  const ends = 'V1 in 0 pulse(0 1 0 1n 1n 20n 100n)\nR1 in a 30\nR2 b 0 200\n.tran 1n 40n';
  const words = 'r=10 l=250n g=0 c=100p len=0.5';
  const of = (line: string): Float64Array => run(netlist(`${line}\n${ends}`), {}, 'v(b)').column('v(b)');
  const reference = of(`O1 a 0 b 0 m\n.model m ltra(${words})`);
  const others = [words, `m\n.model m trn(${words})`, 'm=2 r=20 l=500n g=0 c=50p len=0.5'];
  for (const other of others) {
    const found = of(`T1 a 0 b 0 ${other}`);
    expect(found.length).toBe(reference.length);
    // But for the rounding of impedances.
    found.forEach((value, row) => expect(value).toBeCloseTo(reference[row] ?? NaN, 9));
  }
});

test.each([
  ['z0=50 td=1n r=10', 't1 has r per unit of length, but no length'],
  ['z0=50 td=1n l=250n c=100p len=1', 't1 has both len and z0'],
])('T %s is told: nothing of it is left out', (words, message) => {
  expect(messages(prepare(netlist(`V1 a 0 1\nT1 a 0 b 0 ${words}\nR1 b 0 50\n.op`)))).toContain(message);
});
