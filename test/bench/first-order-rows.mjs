/**
 * Microseconds a step of first-order models against Siconos: cold over 50 000 steps in a fresh process, warm in
 * the second run of 1e6 steps in one process. Siconos, compiled ahead, costs the same a step in both; b(t) of
 * the resonant converter is compiled C there, a JavaScript callback here.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustAgree, nodeScript, pythonScript, root } from './peers.mjs';

const coldSteps = 50_000;
const warmSteps = 1_000_000;

/** Largest differences of the final states. Siconos' AVI solver stops at 1e-6: the oscillator's phase drifts. */
const models = [
  { name: 'bridge', tolerance: 1e-10, peer: 'Siconos (Lemke), a step' },
  { name: 'resonant-converter', tolerance: 1e-10, peer: 'Siconos (Lemke, b(t) in C), a step' },
  { name: 'simple-relay', tolerance: 1e-10, peer: 'Siconos (AVI), a step' },
  { name: 'relay-oscillator', tolerance: 1e-3, peer: 'Siconos (AVI), a step' },
];

/** Adds the rows to the results. */
export function firstOrderRounds(results, rounds, python) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const plugin = compileSource(folder);
    if (!plugin) console.error('no C compiler: the resonant converter in Siconos is left out');
    for (const { name, tolerance, peer } of models) {
      if (name === 'resonant-converter' && !plugin) continue;
      for (let round = 1; round <= rounds; round++) {
        const siconos = pythonScript(python, 'first-order-siconos.py', name, String(coldSteps), plugin ?? '');
        const cold = nodeScript('first-order-run.mjs', name, String(coldSteps));
        const { warm } = nodeScript('first-order-run.mjs', name, String(warmSteps), '2');
        mustAgree(`${name}, Siconos`, cold.state, siconos.state, tolerance);
        const what = `${name.replace('-', ' ')} by hand`;
        const step = siconos.seconds / coldSteps;
        const timed = (how) => `${how}, in process | no file | none`;
        results.ratio(
          `${what}, 50 000 steps | ${timed('cold')}`,
          round,
          peer,
          step,
          cold.seconds / coldSteps,
        );
        results.ratio(`${what}, 1e6 steps | ${timed('warm')}`, round, peer, step, warm / warmSteps);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compiles b(t) for Siconos; undefined without a compiler. */
function compileSource(folder) {
  const library = join(folder, 'resonantPlugin.so');
  const source = join(root, 'test/bench/resonant-source.c');
  const { status } = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-lm']);
  return status === 0 ? library : undefined;
}
