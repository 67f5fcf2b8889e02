/**
 * Every mechanical card under every analysis, by what these have to say of each other, where u drives a circuit with damping:
 *
 *     .op = closed form,     .tran at its end = .op,     .ac at a low frequency = slope of .op over u,     .meas, mean of .four = .op
 *
 * and what JSON, raw, CSV and a page have is what the run has.
 */
import { describe, expect, test } from 'vitest';
import { checkNetlist } from '../../src/analysis/preparation.js';
import { type SimulationRun, simulate } from '../../src/analysis/simulate.js';
import { mechanicalDevices } from '../../src/circuit/devices/mechanical/mechanical-table.js';
import { outputWriters } from '../../src/report/report-writers.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import { readerFor } from '../../src/waveform/readers.js';
import { writerFor } from '../../src/waveform/writers.js';
import { MemorySink } from '../waveform/sinks.js';
import { netlist } from './run-netlist.js';

interface Bench {
  readonly cards: string;
  /** Values of u, in the middle the one about which small signals are. */
  readonly u: readonly [number, number, number];
  readonly quantity: string;
  readonly truth: (u: number) => number;
  /** Its slope over u where that is not the one of the closed form: 0 of what a stop or friction holds is exact. */
  readonly end: number;
  /** Relative: of smooth laws what reltol leaves. */
  readonly off?: number;
}

const two = [1.999, 2, 2.001] as const;
const force = 'YFORCE1 a 0 {u} ac=1\n';
const body = 'YMASS1 a 0.5\nYSPRING1 a 0 100\nYDAMPER1 a 0 14\n';
const turning = 'YINERTIA1 w 1m\nYSPRING1 w 0 0.1\nYDAMPER1 w 0 0.02\n';
const volts = 'V1 p 0 {u} ac=1\n';

/** The root in (a, b) of a function that rises. */
function root(f: (x: number) => number, a: number, b: number): number {
  for (let k = 0; k < 200; k++) {
    const middle = (a + b) / 2;
    if (f(middle) > 0) b = middle;
    else a = middle;
  }
  return a;
}

const permittivity = 8.8541878128e-12;

const benches: Readonly<Record<string, Bench>> = {
  'YMASS YSPRING YDAMPER YFORCE YX': {
    ...{ cards: `${force}${body}YX1 a`, u: two, quantity: 'x(a)', truth: (u) => u / 100, end: 2 },
  },
  'YSPRING force': {
    cards: `${force}YMASS1 a 0.5\nYSPRING1 a 0 force={100*x+1e5*x^3}\nYDAMPER1 a 0 14`,
    ...{ u: two, quantity: 'x(a)', truth: (u) => root((x) => 100 * x + 1e5 * x ** 3 - u, 0, 1), end: 2 },
    off: 1e-6,
  },
  'YSPRING preload, l0': {
    cards: `${force}YMASS1 a 0.5 x0=10m\nYSPRING1 a 0 100 preload=3\nYSPRING2 a 0 50 l0=20m\nYDAMPER1 a 0 14`,
    ...{ u: two, quantity: 'f(yspring1)', end: 2 },
    // 3 + 100 x + 50 (x - 20 mm) = u.
    truth: (u) => 3 + 100 * ((u - 2) / 150),
  },
  'YINERTIA YTORQUE': {
    cards: `YTORQUE1 w 0 {u} ac=1\n${turning}`,
    ...{ u: two, quantity: 'x(w)', truth: (u) => u / 0.1, end: 4 },
  },
  YPOSITION: {
    cards:
      'YPOSITION1 a 0 {u} ac=1\nYSPRING1 a b 300\nYMASS1 b 0.5 x0=1.5\nYSPRING2 b 0 100\nYDAMPER1 b 0 30',
    ...{ u: two, quantity: 'x(b)', truth: (u) => 0.75 * u, end: 2 },
  },
  YVELOCITY: {
    cards: `YVELOCITY1 c 0 0\nYDAMPER2 a c 3\n${force}${body}`,
    ...{ u: two, quantity: 'x(a)', truth: (u) => u / 100, end: 2 },
  },
  YLEVER: {
    cards: `${force}YMASS1 a 0.5\nYLEVER1 a b 4\nYSPRING1 b 0 100\nYDAMPER1 a 0 3.5`,
    ...{ u: two, quantity: 'f(yspring1)', truth: (u) => 4 * u, end: 8 },
  },
  YGEAR: {
    cards: `YTORQUE1 w 0 {u} ac=1\nYINERTIA1 w 1m\nYGEAR1 w b 4\nYSPRING1 b 0 10\nYDAMPER1 w 0 0.05`,
    ...{ u: two, quantity: 'x(w)', truth: (u) => (16 * u) / 10, end: 4 },
  },
  YRACK: {
    cards: `${force}YMASS1 a 0.5\nYRACK1 a w 0.2\nYSPRING1 w 0 4\nYDAMPER1 a 0 14`,
    ...{ u: two, quantity: 'x(w)', truth: (u) => (u * 0.2) / 4, end: 2 },
  },
  'YMOTOR k': {
    cards: `${volts}YMOTOR1 p 0 w k=0.1 r=5 l=1m\n${turning}`,
    ...{ u: two, quantity: 'x(w)', truth: (u) => (0.1 * u) / 5 / 0.1, end: 4 },
  },
  'YMOTOR bl': {
    cards: `${volts}YMOTOR1 p 0 a bl=3 r=5 l=1m\n${body}`,
    ...{ u: two, quantity: 'f(yspring1)', truth: (u) => (3 * u) / 5, end: 2 },
  },
  YSOLENOID: {
    cards: `${volts}YSOLENOID1 p 0 a l={0.1/(1+20*x)} r=5\nYMASS1 a 0.5\nYSPRING1 a 0 100\nYDAMPER1 a 0 14`,
    ...{ u: two, quantity: 'x(a)', end: 3, off: 1e-5 },
    // i^2 L'/2 pulls towards smaller x.
    truth: (u) => -root((d) => 100 * d - ((u / 5) ** 2 * 2) / (1 - 20 * d) ** 2 / 2, 0, 0.01),
  },
  YGAP: {
    cards: `${volts}R1 p b 1k\nYGAP1 b 0 a area=1e-8\nYMASS1 a 1n x0=2u\nYSPRING1 a 0 1 l0=2u\nYDAMPER1 a 0 40u`,
    ...{ u: two, quantity: 'x(a)', end: 1e-3, off: 1e-5 },
    truth: (u) => 2e-6 - root((d) => d - (permittivity * 1e-8 * u ** 2) / (2 * (2e-6 - d) ** 2), 0, 0.5e-6),
  },
  YPIEZO: {
    cards: `${volts}R1 p b 10\nYPIEZO1 b 0 a alpha=2 cp=1u k=1e5\nYMASS1 a 0.01\nYDAMPER1 a 0 60`,
    ...{ u: two, quantity: 'x(a)', truth: (u) => (2 * u) / 1e5, end: 0.1 },
  },
  YFRICTION: {
    cards: `${force}${body}YFRICTION1 a 0 3`,
    ...{ u: two, quantity: 'f(yfriction1)', truth: (u) => u, end: 1 },
  },
  'YFRICTION fs': {
    cards: `${force}${body}YFRICTION1 a 0 1 fs=3`,
    ...{ u: two, quantity: 'f(yfriction1)', truth: (u) => u, end: 1 },
  },
  YCLUTCH: {
    cards: `VC c 0 0.5\nYTORQUE1 w 0 {u} ac=1\n${turning}YCLUTCH1 w 0 6 engage=v(c)`,
    ...{ u: two, quantity: 'f(yclutch1)', truth: (u) => u, end: 1 },
  },
  YSTOP: {
    cards: `${force}YMASS1 a 0.5 x0=-10m\nYSPRING1 a 0 100\nYDAMPER1 a 0 14\nYSTOP1 a 0 upper=5m e=0.4`,
    ...{ u: two, quantity: 'f(ystop1)', truth: (u) => u - 0.5, end: 2 },
  },
  'YSTOP k': {
    cards: `${force}YMASS1 a 0.5\nYSPRING1 a 0 100\nYDAMPER1 a 0 14\nYSTOP1 a 0 upper=5m k=900 d=10`,
    ...{ u: two, quantity: 'x(a)', truth: (u) => (u + 900 * 0.005) / 1000, end: 2 },
  },
  YBACKLASH: {
    cards: `${force}YMASS1 a 0.5\nYDAMPER1 a 0 14\nYBACKLASH1 a b 4m e=0.2\nYMASS2 b 0.1\nYSPRING1 b 0 100`,
    ...{ u: two, quantity: 'x(a)', truth: (u) => u / 100 + 2e-3, end: 3 },
  },
  YCONTACTSWITCH: {
    cards: `${volts}R1 p s 3\nYCONTACTSWITCH1 s 0 a 0 at=5m ron=1\nYFORCE1 a 0 0.2\n${body}`,
    ...{ u: two, quantity: 'v(s)', truth: (u) => u / 4, end: 2 },
  },
};

/** Cards that are no straight lines, and those beside them: only sparse steps take these. */
const refusedBy: Readonly<Record<string, readonly string[]>> = {
  events: ['YSPRING force', 'YSOLENOID', 'YGAP'],
  theta: ['YSPRING force', 'YSOLENOID', 'YGAP'],
};
/** Where a grid meets a rigid end within a step, the body stands beyond it by what a step has moved it, order 1 in h. */
const metWithinStep = ['YSTOP', 'YBACKLASH'];

function text({ cards, u, quantity, end }: Bench): string {
  return netlist(`.param u=${u[1]}
.step param u list ${u.join(' ')}
${cards}
.op
.ac lin 1 1u 1u
.tran {${end}/200} ${end}
.print op ${quantity}
.print ac ${quantity}
.print tran ${quantity}
.meas tran last FIND ${quantity} AT=${end}
.meas tran mean AVG ${quantity} FROM={${end}*0.9} TO=${end}
.four {20/${end}} ${quantity}`);
}

test('the benches have every mechanical card', () => {
  const words = Object.keys(benches).join(' ').split(/[ ,]+/);
  for (const { syntax } of mechanicalDevices) expect(words).toContain(syntax.letter);
});

describe.each(Object.entries(benches))('%s', (cards, bench) => {
  const { u, quantity, truth, off = 1e-9 } = bench;
  const source = { name: 't.cir', text: text(bench) };
  const { runs, diagnostics } = simulate(source, { options: { reltol: 1e-7 } });
  const [points, all] = [['op', 'ac', 'tran'], u.length * 3];
  const at = (point: number, analysis: string): SimulationRun => {
    const run = runs[3 * point + points.indexOf(analysis)];
    if (!run) throw new Error(`no ${analysis} at point ${point}`);
    return run;
  };
  const rest = (point: number): number => {
    const { final } = at(point, 'op').report;
    return final.find(({ name }) => name === quantity)?.value ?? NaN;
  };

  test('is checked and runs without errors', () => {
    const problems = [...diagnostics, ...checkNetlist(source).diagnostics];
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(runs).toHaveLength(all);
  });

  test('.op at every point of .step is the closed form', () => {
    u.forEach((value, k) => {
      expect(Math.abs(rest(k) / truth(value) - 1)).toBeLessThan(off);
    });
  });

  test('.tran, its .meas and .four end where .op is, and its certificate holds', () => {
    u.forEach((_value, k) => {
      const { report } = at(k, 'tran');
      expect(report.certificate?.missed).toEqual([]);
      const allowed = Math.max(off, 1e-6) * Math.abs(rest(k));
      const { measures = [], fourier = [], final } = report;
      for (const { value } of [...measures, final[0]!])
        expect(Math.abs(value! - rest(k))).toBeLessThan(allowed);
      expect(measures).toHaveLength(2);
      const mean = Math.abs(fourier[0]!.harmonics[0]!.magnitude);
      expect(Math.abs(mean - Math.abs(rest(k)))).toBeLessThan(allowed);
    });
  });

  test.each(['events', 'theta', 'stepping'])(
    'method=%s ends where .op is, or is refused by name',
    (method) => {
      const { end } = bench;
      const text = netlist(
        `.param u=${u[1]}\n${bench.cards}\n.tran {${end}/2000} ${end}\n.print tran ${quantity}`,
      );
      const alone = simulate({ name: 't.cir', text }, { options: { method } });
      const errors = alone.diagnostics.filter(({ severity }) => severity === 'error');
      if (refusedBy[method]?.includes(cards)) {
        expect(errors).toHaveLength(1);
        expect(errors[0]!.message).toContain(`which method=${method} does not take here`);
        expect(errors[0]!.span).toBeDefined();
        expect(errors[0]!.hint).toContain('method=stepping');
        return;
      }
      expect(errors).toEqual([]);
      const [only] = alone.runs;
      expect(only?.report.certificate?.missed).toEqual([]);
      const { value } = only!.report.final.find(({ name }) => name === quantity)!;
      // At rest no scheme is off: what is left of the motion is below a millionth.
      const allowed = method === 'theta' && metWithinStep.includes(cards) ? 1e-3 : Math.max(off, 1e-6);
      expect(Math.abs(value / truth(u[1]) - 1)).toBeLessThan(allowed);
    },
  );

  test('.ac at a low frequency is the slope of .op', () => {
    const [re, im] = [0, 1].map((part) => at(1, 'ac').report.final[part]?.value ?? NaN);
    const slope = (rest(2) - rest(0)) / (u[2] - u[0]);
    // Differences of .op lose six digits and have the curvature in them.
    expect(Math.abs(re! - slope)).toBeLessThan(1e-4 * Math.max(Math.abs(slope), Math.abs(rest(1)) * 1e-3));
    expect(Math.abs(im!)).toBeLessThan(1e-4 * Math.abs(re!) + 1e-12);
  });

  test.each(['json', 'raw', 'csv', 'html'])('.%s has the numbers of the run', async (format) => {
    const plot = at(1, 'tran').plot!;
    const sink = new MemorySink();
    const writer = await writerFor(`a.${format}`, outputWriters)!.create(sink, {});
    playPlot(plot, writer);
    writer.finish();
    const column = plot.header.columns.findIndex(({ name }) => name === quantity);
    const values = plot.columns[column]!;
    if (format === 'html') {
      expect(sink.text).toContain(`{"name":"${quantity}","unit":"${plot.header.columns[column]!.unit}"}`);
      return;
    }
    const read =
      format === 'json'
        ? (JSON.parse(sink.text) as { plots: { rows: number[][] }[] }).plots[0]!.rows.map(
            (row) => row[column]!,
          )
        : readerFor(`a.${format}`)!(sink.bytes, `a.${format}`)[0]!.columns[column]!;
    expect(read).toHaveLength(values.length);
    const largest = Math.max(...values.map(Math.abs));
    values.forEach((value, k) => expect(Math.abs(read[k]! - value)).toBeLessThanOrEqual(1e-8 * largest));
  });
});
