/**
 * The floor plan's checker catches wrong imports. Each case is a small house of its own in a temporary
 * folder, checked with the project's own configuration.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Importing file, imported module, the rule that is broken. */
const wrong: readonly (readonly [string, string, string])[] = [
  ['src/base/a.ts', '../circuit/part.js', 'base-imports-only-from-floors-below-it'],
  ['src/expression/a.ts', '../waveform/part.js', 'expression-imports-only-from-floors-below-it'],
  ['src/netlist/a.ts', '../kernel/modeling/part.js', 'netlist-imports-only-from-floors-below-it'],
  ['src/kernel/modeling/a.ts', '../../netlist/part.js', 'kernel-imports-only-from-floors-below-it'],
  ['src/kernel/modeling/b.ts', '../simulation/part.js', 'kernel-modeling-imports-only-from-floors-below-it'],
  ['src/kernel/simulation/a.ts', '../control/part.js', 'kernel-simulation-imports-only-from-floors-below-it'],
  ['src/analysis/rows/a.ts', '../transient/part.js', 'analysis-rows-imports-only-from-floors-below-it'],
  [
    'src/kernel/simulation/event-driven/motion/a.ts',
    '../modes/part.js',
    'kernel/simulation/event-driven-motion-imports-only-from-floors-below-it',
  ],
  ['src/circuit/a.ts', '../analysis/part.js', 'circuit-imports-only-from-floors-below-it'],
  ['src/report/a.ts', '../cli/part.js', 'report-imports-only-from-floors-below-it'],
  ['src/analysis/a.ts', '../index.js', 'analysis-imports-only-from-floors-below-it'],
  ['src/analysis/b.ts', 'node:fs', 'node-imports-only-in-cli'],
  ['src/index.ts', './cli/part.js', 'the-public-api-does-not-know-the-command'],
  ['src/report/b.ts', './page/part.js', 'the-script-of-the-report-is-imported-by-a-generator-only'],
  ['src/report/c.ts', 'chart.js', 'chart-only-in-the-script-of-the-report'],
  ['src/analysis/c.ts', 'commander', 'commander-only-in-cli'],
  ['src/base/b.ts', 'vitest', 'src-imports-no-development-packages'],
  ['src/base/c.ts', './absent.js', 'every-import-is-found'],
  ['src/circuit/b.ts', '../attic/part.js', 'every-folder-of-src-is-a-room-of-the-house'],
  ['src/circuit/c.ts', '../../test/part.js', 'src-imports-neither-tests-nor-generators'],
];

const right: readonly (readonly [string, string])[] = [
  ['src/circuit/d.ts', '../kernel/modeling/part.js'],
  ['src/circuit/e.ts', '../netlist/part.js'],
  ['src/analysis/transient/a.ts', '../rows/part.js'],
  ['src/analysis/rows/b.ts', '../part.js'],
  ['src/kernel/control/a.ts', '../simulation/part.js'],
  ['src/cli/a.ts', 'node:fs'],
  ['src/cli/b.ts', '../index.js'],
  ['test/a.ts', '../src/cli/part.js'],
];

const parts = [
  'src/analysis',
  'src/analysis/rows',
  'src/analysis/transient',
  'src/attic',
  'src/circuit',
  'src/cli',
  'src/kernel/control',
  'src/kernel/modeling',
  'src/kernel/simulation',
  'src/kernel/simulation/event-driven/modes',
  'src/netlist',
  'src/report/page',
  'src/waveform',
  'test',
];

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

let house = '';
let violations: readonly Violation[] = [];

beforeAll(async () => {
  house = mkdtempSync(join(tmpdir(), 'floor-plan-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  };
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  write('package.json', '{"dependencies":{"chart.js":"*","commander":"*"},"devDependencies":{"vitest":"*"}}');
  for (const folder of parts) write(`${folder}/part.ts`, 'export const part = 1;\n');
  for (const [path, target] of [...wrong, ...right]) {
    write(path, `import type * as it from '${target}';\nexport type It = typeof it;\n`);
  }
  write('src/base/round.ts', "import type { B } from './trip.js';\nexport type A = B | 1;\n");
  write('src/base/trip.ts', "import type { A } from './round.js';\nexport type B = A | 2;\n");
  violations = await check();
});

afterAll(() => {
  rmSync(house, { recursive: true });
});

async function check(): Promise<readonly Violation[]> {
  const config = join(root, '.dependency-cruiser.cjs');
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { stdout } = await run(
    process.execPath,
    [command, '--config', config, '--output-type', 'json', 'src', 'test'],
    { cwd: house, maxBuffer: 1 << 24 },
  );
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

const rulesBrokenBy = (path: string): readonly string[] =>
  violations.filter(({ from }) => from === path).map(({ rule }) => rule.name);

describe('the floor plan', () => {
  for (const [path, target, rule] of wrong) {
    it(`refuses that ${path} imports ${target}`, () => {
      expect(rulesBrokenBy(path)).toContain(rule);
    });
  }

  for (const [path, target] of right) {
    it(`allows that ${path} imports ${target}`, () => {
      expect(rulesBrokenBy(path)).toEqual([]);
    });
  }

  it('refuses a cycle, also one of types alone', () => {
    expect(rulesBrokenBy('src/base/round.ts')).toEqual(['no-cycles']);
  });
});
