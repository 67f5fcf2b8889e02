import { describe, expect, test } from 'vitest';
import { cardSteps, simulate } from '../../src/analysis/simulate.js';
import { prepare } from '../../src/analysis/preparation.js';
import { MemoryPlot } from '../../src/waveform/memory-plot.js';
import { netlist, type NetlistRun, run } from './run-netlist.js';

const stepping = { method: 'stepping' };

function steps(body: string, options: Record<string, number | string> = {}, outputs?: string): NetlistRun {
  return run(netlist(body), { ...stepping, ...options }, outputs);
}

/** The largest distance of a column from a function of time. */
function distance(result: NetlistRun, name: string, exact: (t: number) => number): number {
  const time = result.column('time');
  const error = result.column(name).map((value, k) => Math.abs(value - exact(time[k] ?? NaN)));
  return error.reduce((largest, value) => Math.max(largest, value), 0);
}

describe('method=stepping', () => {
  test('a capacitor charges exponentially, the better the smaller reltol', () => {
    const error = (reltol: number): number =>
      distance(
        steps('V1 a 0 1\nR1 a b 1k\nC1 b 0 1u\n.tran 10u 5m uic', { reltol }),
        'v(b)',
        (t) => 1 - Math.exp(-1e3 * t),
      );
    // Errors of some steps add up: a few reltol.
    expect(error(1e-3)).toBeLessThan(3e-3);
    expect(error(1e-6)).toBeLessThan(3e-6);
  });

  test('starts from the operating point, from .ic and from what is stored', () => {
    const divider = 'V1 a 0 6\nR1 a b 1\nR2 b 0 2\nC1 b 0 1m\n';
    expect(steps(`${divider}.tran 1u 10u`).column('v(b)')[0]).toBeCloseTo(4, 9);
    expect(steps(`${divider}.ic v(b)=1\n.tran 1u 10u`).column('v(b)')[0]).toBeCloseTo(1, 6);
    expect(steps(`${divider}.ic v(b)=1\n.tran 1u 10u uic`).column('v(b)')[0]).toBeCloseTo(1, 6);
    const coil = steps('L1 a 0 1m ic=2\nR1 a 0 1\n.tran 1u 1m uic\n.print i(l1)');
    expect(distance(coil, 'i(l1)', (t) => 2 * Math.exp(-1e3 * t))).toBeLessThan(6e-3);
  });

  test('an exponential diode carries IS (exp(v / (n VT)) - 1)', () => {
    const { column } = steps(
      'V1 a 0 pwl(0 0.3 1m 0.7)\nD1 a 0 m\n.model m d(is=1e-14 n=1)\n.tran 10u 1m\n.print v(a) i(d1) p(d1) {v(a)*i(v1)}',
    );
    const thermal = (1.380649e-23 * 300.15) / 1.602176634e-19;
    const v = column('v(a)');
    const i = column('i(d1)');
    v.forEach((value, k) => {
      const exact = 1e-14 * Math.expm1(value / thermal);
      // The constants of physics that SPICE has, and reltol of the voltage.
      expect(i[k]).toBeGreaterThan(0.99 * exact);
      expect(i[k]).toBeLessThan(1.01 * exact);
      expect(column('p(d1)')[k]).toBeCloseTo(value * (i[k] ?? NaN), 12);
      // Between the ends of steps a current of its own is read off the step's polynomial.
      expect(column('{v(a)*i(v1)}')[k]).toBeCloseTo(-value * (i[k] ?? NaN), 6);
    });
  });

  test('a bridge of diodes that all block leaves its load alone, whose steps stay as long as before', () => {
    const { column, certificate } = steps(
      `V1 a b sin(0 10 1k)\nRg b 0 1\nR1 p n 1k\nC1 p n 1u
D1 a p m\nD2 b p m\nD3 n a m\nD4 n b m\n.model m d(is=1e-12)\n.tran 1u 590u\n.print v(p,n)`,
    );
    const [time, v] = [column('time'), column('v(p,n)')];
    const [from, to] = [time.findIndex((t) => t >= 4e-4), time.findIndex((t) => t >= 5.8e-4)];
    // Errors of some steps add up: a few reltol.
    expect(v[to]! / v[from]! / Math.exp(-1e3 * (time[to]! - time[from]!))).toBeCloseTo(1, 2);
    // The voltage of the load against ground is determined by 1e-80 S, which is rounding beside the rest.
    expect(certificate.stepping?.failed).toBeLessThan(10);
  });

  test('what rounding of fluxes makes of voltages behind a jump shortens no step', () => {
    const star = `V1 a 0 pulse(-10 10 0 0 0 1m 2m)\nL1 a u 2m ic=1\nC1 u out 2m\nL2 out b 2m ic=0.5\nR2 b 0 1
L3 out c 5m ic=0.5\nR3 c 0 10\n.tran 100u 10m uic`;
    // Three coils at a node: its voltage is that of a difference of fluxes. Nothing here is faster than 100 us.
    expect(steps(star).certificate.stepping?.smallestStep).toBeGreaterThan(1e-12);
  });

  test('ideal diodes stay ideal', () => {
    const half = steps('V1 a 0 sin(0 1 1k)\nD1 a b m\nR1 b 0 1\n.model m d\n.tran 10u 2m', { reltol: 1e-6 });
    // Within the step in which the diode turns a row is read off a polynomial, which rounds the corner.
    expect(distance(half, 'v(b)', (t) => Math.max(0, Math.sin(2e3 * Math.PI * t)))).toBeLessThan(2e-2);
  });

  test('currents of capacitors, and into terminals', () => {
    const { column } = steps(
      'V1 a 0 pwl(0 0 1m 1)\nC1 a 0 1u\nQ1 c b 0 q\nV2 c 0 5\nR1 a b 10k\n.model q npn(is=1e-15 bf=100)\n.tran 10u 1m\n.print i(c1) ic(q1) ib(q1) ie(q1) i(v2)',
    );
    expect(column('i(c1)').at(-2)).toBeCloseTo(1e-3, 8);
    const at = column('ic(q1)').length - 1;
    const [ic = 0, ib = 0, ie = 0] = ['ic(q1)', 'ib(q1)', 'ie(q1)'].map((name) => column(name)[at]);
    expect(ic + ib + ie).toBeCloseTo(0, 9);
    expect(ic).toBeCloseTo(-(column('i(v2)')[at] ?? NaN), 9);
    expect(ic / ib).toBeGreaterThan(90);
    expect(ic / ib).toBeLessThan(101);
  });

  test('a transistor that is connected as a diode has both currents apart', () => {
    const { final } = steps(
      'I1 0 c 1m\nQ1 c c 0 q\n.model q npn(is=1e-15 bf=100)\n.tran 10u 1m\n.print ic(q1) ib(q1)',
    );
    expect(final('ic(q1)')).toBeCloseTo(1e-3 / 1.01, 7);
    expect(final('ib(q1)')).toBeCloseTo(1e-3 / 101, 7);
  });

  test('the certificate has the work, the laws and the energy', () => {
    const { certificate } = steps(
      'V1 a 0 sin(0 5 1k)\nD1 a b m\nR1 b 0 1k\nC1 b 0 1u\n.model m d(is=1e-14 cjo=4p tt=10n)\n.tran 10u 5m',
    );
    // Newton's method ends on voltages: a tenth of reltol of 0.6 V may leave hundredths of an exponential current.
    expect(certificate.kirchhoff.value).toBeLessThan(5e-2);
    expect(certificate.elementLaws.value).toBeLessThan(1e-6);
    expect(certificate.stepping?.newtonIterations).toBeGreaterThan(certificate.steps);
    expect(certificate.kirchhoff.time).toBeGreaterThan(0);
    const { delivered, dissipated, stored, numerical } = certificate.energy;
    expect(Math.abs(delivered - dissipated - stored - numerical)).toBeLessThan(1e-2 * delivered);
    // What the steps err at reltol = 1e-3.
    expect(Math.abs(numerical)).toBeLessThan(0.05 * delivered);
  });

  test('a circuit of L and C loses only what the steps lose', () => {
    const { certificate } = steps('L1 a 0 1m ic=1\nC1 a 0 1u\n.tran 1u 1m uic', { reltol: 1e-6 });
    expect(certificate.energy.delivered).toBe(0);
    expect(Math.abs(certificate.energy.stored)).toBeLessThan(1e-3 * 0.5e-3);
    expect(certificate.energy.numerical).toBeCloseTo(-certificate.energy.stored, 12);
  });

  test('a stop keeps the rows so far', () => {
    const { circuit } = prepare(netlist('V1 a 0 sin(0 1 1k)\nR1 a b 1k\nC1 b 0 1u\n.tran 1u 1'), {
      options: stepping,
    });
    const [card] = circuit?.flat.analyses ?? [];
    if (!circuit || !card) throw new Error('no circuit');
    const memory = new MemoryPlot();
    const work = cardSteps(circuit, card, [memory]);
    work.next();
    const { done, value } = work.next('stop');
    expect(done).toBe(true);
    expect(memory.plot.length).toBeGreaterThan(10);
    expect(memory.plot.incomplete).toMatch(/^stopped at t = /);
    expect('certificate' in value && value.certificate?.incomplete).toMatch(/^stopped/);
  });

  test('.op writes the point of the smooth laws', () => {
    const { runs } = simulate(netlist('V1 a 0 5\nR1 a b 1k\nD1 b 0 m\n.model m d(is=1e-14)\n.op'), {
      options: stepping,
    });
    const value = (name: string): number =>
      runs[0]?.report.final.find((one) => one.name === name)?.value ?? NaN;
    const thermal = (1.380649e-23 * 300.15) / 1.602176634e-19;
    expect(value('i(v1)')).toBeCloseTo(-(5 - value('v(b)')) / 1e3, 12);
    expect(value('v(b)')).toBeCloseTo(thermal * Math.log(-value('i(v1)') / 1e-14), 3);
  });
});

describe('method=auto', () => {
  const ladder = (stages: number): string =>
    Array.from({ length: stages }, (_, k) => `R${k} n${k} n${k + 1} 1k\nC${k} n${k + 1} 0 1p`).join('\n');

  test('takes sparse steps for many states, and says so', () => {
    const { certificate, report } = run(netlist(`V1 n0 0 1\n${ladder(80)}\n.tran 1n 100n\n.print v(n80)`));
    expect(certificate.stepping).toBeDefined();
    expect(report.diagnostics.map(({ message }) => message)).toContain(
      'there are 80 capacitors and inductors, more than the 60 up to which exact events are worth their cost; sparse steps with error control are taken',
    );
  });

  test('a circuit beyond the dense reduction runs', () => {
    const line = Array.from({ length: 1600 }, (_, k) => `R${k} n${k} n${k + 1} 1`).join('\n');
    const { final } = run(netlist(`V1 n0 0 1601\n${line}\nRL n1600 0 1\n.tran 1u 10u\n.print v(n1600)`));
    expect(final('v(n1600)')).toBeCloseTo(1, 6);
  });

  test('takes sparse steps for laws whose fits have many segments', () => {
    const model = '.model q npn(is=1e-15 bf=100)';
    const body = `V1 c 0 5\nV2 a 0 sin(0 1 1k)\nR1 a b 1k\nQ1 c b e q\nQ2 c e f q\nR2 f 0 1k\n${model}\n.tran 10u 2m\n.print v(f)`;
    const { certificate } = run(netlist(body));
    expect(certificate.stepping).toBeDefined();
    expect(run(netlist(body), { method: 'events' }).certificate.stepping).toBeUndefined();
  });

  test('counts the segments of what belongs together', () => {
    const rectifiers = (load: (k: number) => string): string =>
      `${[1, 2, 3].map((k) => `V${k} a${k} 0 sin(0 1 1k)\nD${k} a${k} ${load(k)} m\nR${k} ${load(k)} 0 1k`).join('\n')}
.model m d(is=1e-15)\n.tran 10u 1m\n.print v(${load(1)})`;
    const apart = run(netlist(rectifiers((k) => `b${k}`)));
    expect(apart.certificate.method).toMatch(/^exact events/);
    const together = run(netlist(rectifiers(() => 'b')));
    expect(together.report.diagnostics.map(({ message }) => message)).toContain(
      'the fits of exponential laws have more than the 60 segments up to which exact events are worth their cost; sparse steps with error control are taken with the smooth laws',
    );
  });

  test('takes sparse steps where a fitted diode bends beside what is stored, unless options say how to fit', () => {
    const method = (storage: string, options = ''): string =>
      run(
        netlist(
          `V1 a 0 sin(0 1 1k)\nD1 a b m\n${storage}\nR1 b 0 1k\n.model m d(is=1e-15)\n${options}\n.tran 10u 1m\n.print v(b)`,
        ),
      ).certificate.method;
    expect(method('C1 b 0 1u')).toMatch(/^steps of order 2/);
    expect(method('')).toMatch(/^exact events/);
    expect(method('C1 b 0 1u', '.options pwltol=5m')).toMatch(/^exact events/);
  });

  test('keeps exact events for ideal parts', () => {
    const { certificate } = run(netlist('V1 a 0 sin(0 1 1k)\nD1 a b m\nR1 b 0 1\n.model m d\n.tran 10u 2m'));
    expect(certificate.method).toMatch(/^exact events/);
  });
});

/** Circuits whose nodes stand at many times the voltage that their junctions answer to. */
describe("Kirchhoff's law at junctions far above ground", () => {
  const bipolar =
    '.model n npn(is=1e-15 bf=100 cjc=2p cje=2p tf=1n)\n.model p pnp(is=1e-15 bf=20 cjc=2p cje=2p tf=1n)\n';
  test.each([
    [
      'a rectifier of two transistors at 100 V',
      `${bipolar}V1 in 0 sin(0 100 50)\nRL in a 100\nQ1 g2 g1 0 n\nQ2 g1 g2 a p\nRg g1 0 1k\nRg2 a g2 10k
Vg t 0 pulse(0 5 3m 1u 1u 100u 10m)\nRt t g1 1k\n.tran 20u 60m`,
    ],
    [
      'a trigger of two transistors',
      `${bipolar}V1 vcc 0 10\nVin in 0 sin(2.5 2.5 1k)\nRin in b1 1k\nQ1 c1 b1 e n\nQ2 c2 b2 e n\nR1 vcc c1 4.7k
R2 vcc c2 2.2k\nR3 c1 b2 10k\nR4 b2 0 10k\nRe e 0 470\n.tran 5u 3m`,
    ],
    [
      // At t = 0 charges of the gate are conserved to their digits only: rows there hold to rounding.
      'a converter whose gate floats at 24 V',
      `.model m vdmos(vto=2.5 kp=30 rd=20m rs=5m rg=2 cgs=800p cgdmax=1n cgdmin=30p a=1 cjo=300p is=1e-12 rb=10m)
.model d d(is=1e-8 n=1.05 rs=20m cjo=200p vj=.5 m=.4)\nVin in 0 24\nM1 in g sw m\nVg gg sw pulse(0 10 0 20n 20n 2u 5u)
Rg gg g 5\nD1 0 sw d\nL1 sw out 47u\nC1 out 0 47u\nR1 out 0 5\n.tran 50n 20u`,
    ],
    [
      'a ladder of diodes with 2 pF at 400 V',
      `.model d d(is=1e-12 n=1.5 cjo=2p rs=1)\nV1 in 0 sin(0 100 10k)\nC1 in 1 10n\nC2 1 3 10n\nC4 0 2 10n\nC5 2 4 10n
D1 0 1 d\nD2 1 2 d\nD3 2 3 d\nD4 3 4 d\nRL 4 0 10meg\n.tran 1u 1m`,
    ],
  ])('%s', (_name, body) => {
    const { certificate } = steps(body);
    // What Newton's method is asked for.
    expect(certificate.kirchhoff.value).toBeLessThan(1e-3);
  });
});

test('transistors run by the laws of SPICE unless something beside them is ideal, or segments are asked for', () => {
  const stage = (more: string): string =>
    netlist(
      `V1 d 0 5\nR1 d o 10k\nV2 g 0 sin(2 .5 1k)\nM1 o g 0 0 n w=10u l=10u\n.model n nmos(vto=1 kp=200u)\n.model id d(ron=1)\n${more}\n.tran 10u 1m`,
    );
  const bySteps = (more: string): boolean => run(stage(more)).certificate.stepping !== undefined;
  expect(bySteps('')).toBe(true);
  expect(bySteps('.options mos=fit')).toBe(false);
  expect(bySteps('D1 o d id')).toBe(false);
});
