/** Lines with losses against the chain matrix of the telegrapher's equations, and SPICE's lumps against ngspice. */
import { describe, expect, test } from 'vitest';
import { prepare } from '../../src/index.js';
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

/** Voltage at the load of a line behind a source of 1 V and a resistance: 1 / (A + B/Rl + Rs (C + D/Rl)). */
function atLoad({ r, l, g, c: cap }: Totals, omega: number, source: number, load: number): Complex {
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
  return over(c(1), plus(input, times(c(source), current)));
}

/** The largest error of v(name) over all frequencies, of the source's 1 V. */
function worst(body: string, name: string, exact: (omega: number) => Complex): number {
  const { column } = run(netlist(body));
  const values = column(name);
  const frequencies = column('frequency');
  let error = 0;
  for (let k = 0; k < values.length; k += 2) {
    const { re, im } = exact(2 * Math.PI * (frequencies[k] ?? NaN));
    error = Math.max(error, Math.hypot((values[k] ?? NaN) - re, (values[k + 1] ?? NaN) - im));
  }
  expect(values.length).toBeGreaterThan(20);
  return error;
}

const wire = { r: 12.45, l: 8.972e-9, g: 0, c: 0.468e-12 };
const model = (type: string, { r, l, g, c: cap }: Totals): string =>
  `.model lm ${type} r=${r} l=${l} g=${g} c=${cap}`;
const drive = 'V1 s 0 dc 1 ac 1\nR1 s a 50\nR2 b 0 1k\n';

describe('a line with losses', () => {
  test.each([
    { what: 'O', card: 'O1 a 0 b 0 lm', type: 'ltra', line: wire },
    { what: 'Y', card: 'Ymass1 a 0 b 0 lm', type: 'txl', line: wire },
    { what: 'O with a shunt', card: 'O1 a 0 b 0 lm', type: 'ltra', line: { ...wire, g: 2e-4 } },
  ])('$what transmits as the telegrapher says, below half a wave a section', ({ card, type, line }) => {
    const body = `${drive}${card} len=16\n${model(type, line)}\n.ac dec 10 100k 2g\n.print ac v(b)`;
    const all = { r: 16 * line.r, l: 16 * line.l, g: 16 * line.g, c: 16 * line.c };
    const error = worst(body, 'v(b)', (w) => atLoad(all, w, 50, 1000));
    // Lumps of R/2nz0 = 1/40 whose phase is off by half a section, at 2 GHz 1/14 of a half wave: of second order, (pi/14)^2 / 40.
    expect(error).toBeLessThan(1.3e-3);
  });

  test('without inductance it is a distributed RC', () => {
    const line = { r: 1e3, l: 0, g: 1e-6, c: 1e-9 };
    const body = `${drive}O1 a 0 b 0 lm len=2\n${model('ltra', line)}\n.ac dec 10 1k 3meg\n.print ac v(b)`;
    // |gamma l| <= 9: errors (gamma l)^3 / 24 n^2 of what arrives.
    const exact = (w: number): Complex => atLoad({ r: 2e3, l: 0, g: 2e-6, c: 2e-9 }, w, 50, 1000);
    expect(worst(body, 'v(b)', exact)).toBeLessThan(1e-3);
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
    // One section, up to many waves long: what its lumps reflect at once, R/2z0.
    const bound = mode.r / (2 * Math.sqrt(mode.l / mode.c));
    expect(worst(body, 'v(b)', (w) => atLoad(mode, w, 50, 1000))).toBeLessThan(bound);
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
