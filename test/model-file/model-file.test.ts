/** Model files: the examples of [intro] 9.1 against closed forms and reference trajectories, and what is wrong told with its place. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Diagnostics } from '../../src/base/diagnostic.js';
import { pluginsBeside } from '../../src/cli/input/plugin-files.js';
import { readModelFile } from '../../src/model-file/model-file.js';
import { modelSteps, type ModelReport } from '../../src/model-file/model-run.js';
import { MemoryPlot } from '../../src/waveform/memory-plot.js';
import type { Plot } from '../../src/waveform/plot.js';
import { readReference } from '../data/reference.js';

const folder = fileURLToPath(new URL('./models/', import.meta.url));

interface Outcome {
  readonly plot: Plot | undefined;
  readonly report: ModelReport | undefined;
  /** "line: message" of each problem. */
  readonly problems: readonly string[];
}

async function outcome(name: string, change: (text: string) => string = (text) => text): Promise<Outcome> {
  const path = `${folder}${name}`;
  const source = { name, text: change(readFileSync(path, 'utf8')) };
  const diagnostics = new Diagnostics();
  const file = await readModelFile(source, { plugins: pluginsBeside(path) }, diagnostics);
  const sink = new MemoryPlot();
  let report: ModelReport | undefined;
  if (file) {
    const steps = modelSteps(file, [sink], diagnostics);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done !== true) continue;
      report = step.value;
      break;
    }
  }
  const problems = diagnostics.items
    .filter(({ severity }) => severity !== 'note')
    .map(({ message, span }) => {
      const line = span ? span.source.text.slice(0, span.start).split('\n').length : 0;
      return `${line}: ${message}`;
    });
  return { plot: report && sink.plot, report, problems };
}

function column({ plot }: Outcome, name: string): Float64Array {
  const at = plot?.header.columns.findIndex((each) => each.name === name) ?? -1;
  return plot?.columns[at] ?? new Float64Array();
}

const certified = (run: Outcome): string | undefined =>
  run.report?.checks.find(({ label }) => label === 'certificate')?.value;

describe('the bouncing ball', () => {
  test('by steps has the trajectory of the reference implementation', async () => {
    const run = await outcome('ball-time-stepping.xml');
    expect(run.problems).toEqual([]);
    const reference = readReference('ball-h5ms.csv');
    const [times, expected] = [reference.column('t'), reference.column('q')];
    const q = column(run, 'q1(ball)');
    times.forEach((t, k) => {
      // The bound: sums in another order over 2000 steps.
      expect(Math.abs(q[Math.round(t / 0.005)]! - expected[k]!)).toBeLessThan(1e-9);
    });
    expect(certified(run)).toBe('holds (tolerance 1e-9)');
  });

  test('by events rests at t1 (1 + e) / (1 - e)', async () => {
    const run = await outcome('ball-events.xml');
    const [t, v] = [column(run, 'time'), column(run, 'v1(ball)')];
    const limit = (Math.sqrt(2 / 9.81) * 1.9) / 0.1;
    const last = v.findLastIndex((value) => Math.abs(value) > 1e-9);
    // What is left of speeds is below 1e-9 m/s some 1e-9 s before.
    expect(Math.abs(t[last]! - limit)).toBeLessThan(1e-8);
    expect(certified(run)).toBe('holds (tolerance 1e-9)');
  });
});

test('a mass on a spring and a rough floor loses 2 mu m g / k a half period, and stops within mu m g / k', async () => {
  const run = await outcome('friction-oscillator.xml');
  const x = column(run, 'q1(mass)');
  // 1 - 6 * 0.16 = 0.04 < 0.08; Moreau-Jean with theta = 1/2 has order 1 at the changes of direction.
  expect(Math.abs(x.at(-1)! - 0.04)).toBeLessThan(1e-5);
  expect(column(run, 'v1(mass)').at(-1)).toBe(0);
  expect(certified(run)).toBe('holds (tolerance 1e-9)');
});

test.each(['Direct', 'Combined'])('%s projection: the ball stays above the floor', async (kind) => {
  const run = await outcome('ball-time-stepping.xml', (text) =>
    text.replace(/(<Simulation type=.)TimeStepping/, `$1TimeStepping${kind}Projection`),
  );
  expect(run.problems).toEqual([]);
  // Positions are projected to 1e-10; without, the ball enters by the order of v h = 0.02.
  const lowest = (of: Outcome): number => Math.min(...column(of, 'y1(ball-ground)'));
  expect(lowest(run)).toBeGreaterThanOrEqual(-1e-10);
  expect(lowest(await outcome('ball-time-stepping.xml'))).toBeLessThan(-1e-3);
  expect(certified(run)).toBe('holds (tolerance 1e-9)');
});

test('by events the same mass turns after every half period of pi s, and stops where it must', async () => {
  const run = await outcome('friction-oscillator.xml', (text) => text.replace('TimeStepping', 'EventDriven'));
  expect(run.problems).toEqual([]);
  expect(Math.abs(column(run, 'q1(mass)').at(-1)! - 0.04)).toBeLessThan(1e-9);
  expect(certified(run)).toBe('holds (tolerance 1e-9)');
});

test('the diode bridge of [intro] I as a first-order model', async () => {
  const run = await outcome('bridge.xml');
  const reference = readReference('bridge-theta05-h1us.csv').column('vL');
  const v = column(run, 'x1(oscillator)');
  expect(Math.abs(v.at(-1)! - reference.at(-1)!)).toBeLessThan(1e-9);
  expect(certified(run)).toBe('holds (tolerance 1e-9)');
});

test.each([
  ['js', 'const api = {};\napi.weight = (t, F) => void (F[0] = -t);\nmodule.exports = api;'],
  ['mjs', 'export const weight = (t, F) => void (F[0] = -t);'],
  ['ts', 'export const weight = (t: number, F: Float64Array): void => void (F[0] = -t);'],
])('a plugin is a file .%s', async (extension, text) => {
  const beside = mkdtempSync(join(tmpdir(), 'plugins-'));
  try {
    writeFileSync(join(beside, `Load.${extension}`), text);
    const { weight } = (await pluginsBeside(join(beside, 'm.xml')).load('Load')) as {
      weight: (t: number, F: Float64Array) => void;
    };
    const F = new Float64Array(1);
    weight(3, F);
    expect(F[0]).toBe(-3);
  } finally {
    rmSync(beside, { recursive: true });
  }
});

describe('what is wrong is told with its place:', () => {
  const replaced =
    (from: string | RegExp, to: string) =>
    (text: string): string =>
      text.replace(from, to);

  test.each<[string, (text: string) => string, RegExp]>([
    ['text that is no XML', replaced('</NSDS>', ''), /^\d+: this is no XML: unexpected close tag$/],
    [
      'restitution above 1',
      replaced('0.9', '1.5'),
      /^\d+: NewtonImpactNSL: the coefficient of restitution e is 1\.5/,
    ],
    [
      'a mass below zero',
      replaced('<row>1.0 0.0 0.0</row>', '<row>-1 0 0</row>'),
      /^\d+: LagrangianLinearTIDS: M\(0,0\) is -1; a mass/,
    ],
    [
      'a matrix of another size',
      replaced('<row> 1.0 0.0 0.0</row>', '<row>1 0</row>'),
      /^\d+: H has 2 numbers in row 1; it must be 1 x 3$/,
    ],
    [
      'a word for a number',
      replaced('1.0 0.0 0.0</q0>', '1.0 zero 0.0</q0>'),
      /^10: q0: "zero" is no finite number$/,
    ],
    [
      'a plugin that is not there',
      replaced('BallPlugin:', 'Missing:'),
      /^12: FExt: there is no Missing\.js, Missing\.mjs, Missing\.ts beside the file$/,
    ],
    [
      'a function that is not there',
      replaced(':ballFExt', ':weight'),
      /^12: FExt: BallPlugin exports no function weight; it has ballFExt$/,
    ],
    [
      'a plugin elsewhere',
      replaced('BallPlugin:', '../x:'),
      /^12: FExt: the plugin "\.\.\/x" is no plain name$/,
    ],
    ['an unknown law', replaced(/NewtonImpactLaw/g, 'GlueLaw'), /^\d+: there is no nonsmooth law GlueLaw$/],
    ['an unknown system', replaced("all='true'>", '>Balloon'), /^\d+: there is no dynamical system Balloon$/],
    ['a step of zero', replaced('<h>0.005</h>', '<h>0</h>'), /^\d+: the step is 0 s; it must be positive$/],
    ['no end', replaced('<T>10</T>', ''), /^2: the model has no final time$/],
    ['an end before the start', replaced('<t0>0.0</t0>', '<t0>20</t0>'), /^2: .*20.*10/],
    [
      'parts one behind the other',
      (text) => text.replace('<SiconosModel>', '').replace('</SiconosModel>', ''),
      /^\d+: \w+ stands behind \w+: a file is one element$/,
    ],
    [
      'two interactions of one name',
      (text) => text.replace(/<Interaction .*<\/Interaction>/s, '$&$&'),
      /^\d+: there are two interactions ball-ground$/,
    ],
    ['an entity', replaced('Bouncing ball', '&bomb;'), /^\d+: this is no XML: invalid character entity$/],
  ])('%s', async (_, change, message) => {
    const { problems, report } = await outcome('ball-time-stepping.xml', change);
    expect(report).toBeUndefined();
    expect(problems.join('\n')).toMatch(new RegExp(message.source, 'm'));
  });

  test('a plugin in TypeScript that is wrong', async () => {
    const beside = mkdtempSync(join(tmpdir(), 'plugins-'));
    try {
      writeFileSync(join(beside, 'Broken.ts'), 'export const force = (: number) => 1;');
      await expect(pluginsBeside(join(beside, 'm.xml')).load('Broken')).rejects.toThrow(
        /^Broken cannot be loaded: /,
      );
    } finally {
      rmSync(beside, { recursive: true });
    }
  });

  test.each([
    [
      'throws',
      'export const weight = () => { throw new Error("no table"); };',
      'Load:weight throws: no table',
    ],
    [
      'returns its values',
      'export const weight = (t) => [-9.81, 0, 0];',
      'Load:weight returns its values; it must write them into the array that it is given',
    ],
  ])('a plugin that %s', async (_, text, message) => {
    const plugin = { load: () => import(`data:text/javascript,${encodeURIComponent(text)}`) as never };
    const model = readFileSync(`${folder}ball-time-stepping.xml`, 'utf8').replace(
      'BallPlugin:ballFExt',
      'Load:weight',
    );
    const diagnostics = new Diagnostics();
    const file = await readModelFile({ name: 'm.xml', text: model }, { plugins: plugin }, diagnostics);
    const steps = modelSteps(file!, [], diagnostics);
    while (steps.next().done !== true);
    expect(diagnostics.items.map((item) => item.message)).toContain(message);
  });

  test('an element without effect is named, with what may be meant', async () => {
    const { problems, report } = await outcome(
      'ball-time-stepping.xml',
      replaced('</q0>', '</q0><Fext2>1</Fext2>'),
    );
    expect(report).toBeDefined();
    expect(problems).toEqual(['10: Fext2 in LagrangianLinearTIDS has no effect']);
  });
});
