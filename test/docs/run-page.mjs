/**
 * Runs the program of a page of docs/examples with a library that keeps what it simulates: the plots of netlists, and the
 * motions of models by hand, every step of time stepping and some points of every segment between events, with their Poincare sections.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const library = pathToFileURL(join(root, 'dist/index.js')).href;
const recorder = `import * as own from ${JSON.stringify(library)};
export * from ${JSON.stringify(library)};

export const simulations = [];
export function simulate(text, options) {
  const result = own.simulate(text, options);
  simulations.push({ text, plot: result.runs[0].plot });
  return result;
}

export const motions = [];
class Motion {
  t = [];
  x = [];
  lambda = [];
  events = [];
  keep(t, x, lambda) {
    if (t === this.t.at(-1) && this.x.at(-1).every((value, i) => value === x[i])) return;
    this.t.push(t);
    this.x.push(Array.from(x));
    this.lambda.push(Array.from(lambda));
  }
  observer(pointsOfSegment) {
    return {
      needs: 'grid',
      segment: (segment) => {
        const x = new Float64Array(this.n);
        const lambda = new Float64Array(this.m);
        const count = pointsOfSegment ?? segment.gridCount;
        for (let k = 0; k <= count; k++) {
          const t = pointsOfSegment ? segment.t0 + (k / count) * (segment.t1 - segment.t0) : segment.gridTime(k);
          if (pointsOfSegment) segment.interpolate(t, x, lambda);
          else segment.gridPoint(k, x, lambda);
          this.keep(t, x, lambda);
        }
      },
      event: ({ time, kind, left, right }) => {
        this.events.push({ time, kind, left: Array.from(left), right: Array.from(right) });
      },
    };
  }
}

export const sections = [];
export class ImpactSection extends own.ImpactSection {
  constructor(...all) {
    super(...all);
    sections.push(this);
  }
}
export class StroboscopicSection extends own.StroboscopicSection {
  constructor(...all) {
    super(...all);
    sections.push(this);
  }
}

export class TimeStepping extends own.TimeStepping {
  constructor(...all) {
    super(...all);
    this.motion = new Motion();
    Object.assign(this.motion, this.system);
    this.motion.keep(this.t, this.x, this.lambda);
    motions.push(this.motion);
  }
  nextStep() {
    super.nextStep();
    this.motion.keep(this.t, this.x, this.lambda);
  }
  run(...observers) {
    super.run(this.motion.observer(undefined), ...observers);
  }
}

export class EventDriven extends own.EventDriven {
  constructor(flow, ...rest) {
    super(flow, ...rest);
    this.motion = new Motion();
    Object.assign(this.motion, { n: flow.x.length, m: flow.lambda.length });
    motions.push(this.motion);
  }
  run(...observers) {
    return super.run(this.motion.observer(16), ...observers);
  }
}
`;

/** Returns the simulations of netlists, the motions of models and their sections, in the order of the page. */
export async function runPage(page) {
  const text = readFileSync(join(root, 'docs/examples', `${page}.md`), 'utf8');
  const [, program] = /```ts\n(.*?)```/s.exec(text);
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    const kept = join(folder, 'recorder.mjs');
    writeFileSync(kept, recorder);
    const outfile = join(folder, 'page.mjs');
    await build({
      stdin: { contents: program, loader: 'ts' },
      alias: { nscircuit: './recorder.mjs' },
      external: ['./recorder.mjs'],
      format: 'esm',
      bundle: true,
      outfile,
      logLevel: 'error',
    });
    await import(pathToFileURL(outfile).href);
    const { simulations, motions, sections } = await import(pathToFileURL(kept).href);
    return { simulations, motions, sections };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
