/**
 * Microseconds a step of first-order models against Siconos: cold over 50 000 steps (of the multiplier, 10 000: 2 ms) in a
 * fresh process, warm in the second run of 1e6 steps in one process. Siconos, compiled ahead, costs the same a step in both;
 * b(t) of the resonant converter is compiled C there, a JavaScript callback here. The multiplier is also measured
 * against a point of ngspice with its step as cap.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ngspiceDeck } from './ngspice.mjs';
import { mustAgree, nodeScript, pythonScript, root } from './peers.mjs';

const warmSteps = 1_000_000;

/** Largest differences of the final states. Siconos' AVI solver stops at 1e-6: the oscillator's phase drifts. */
const models = [
  { name: 'bridge', coldSteps: 50_000, tolerance: 1e-10, peer: 'Siconos (Lemke), a step' },
  {
    ...{ name: 'resonant-converter', coldSteps: 50_000, tolerance: 1e-10 },
    peer: 'Siconos (Lemke, b(t) in C), a step',
  },
  { name: 'multiplier', coldSteps: 10_000, tolerance: 1e-9, peer: 'Siconos (Lemke), a step' },
  { name: 'simple-relay', coldSteps: 50_000, tolerance: 1e-10, peer: 'Siconos (AVI), a step' },
  { name: 'relay-oscillator', coldSteps: 50_000, tolerance: 1e-3, peer: 'Siconos (AVI), a step' },
];

/** Adds the rows to the results. */
export function firstOrderRounds(results, rounds, python) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const plugin = compileSource(folder);
    if (!plugin) console.error('no C compiler: the resonant converter in Siconos is left out');
    for (const { name, coldSteps, tolerance, peer } of models) {
      if (name === 'resonant-converter' && !plugin) continue;
      for (let round = 1; round <= rounds; round++) {
        const siconos = pythonScript(python, 'first-order-siconos.py', name, String(coldSteps), plugin ?? '');
        const ngspice = name === 'multiplier' ? ngspiceMultiplier(folder) : undefined;
        const cold = nodeScript('first-order-run.mjs', name, String(coldSteps));
        const { warm } = nodeScript('first-order-run.mjs', name, String(warmSteps), '2');
        mustAgree(`${name}, Siconos`, cold.state, siconos.state, tolerance);
        const peers = [[peer, siconos.seconds / coldSteps]];
        if (ngspice) {
          // Ours is the sum over the output's column; ngspice's diodes drop some tenths of a volt.
          const output = cold.state.slice(10, 20).reduce((sum, v) => sum + v);
          mustAgree('multiplier, ngspice', [output], [ngspice.output], 5);
          peers.push(['ngspice (cap 200ns), a point', ngspice.point]);
        }
        const what = `${name.replace('-', ' ')} by hand`;
        const count = String(coldSteps).replace(/000$/, ' 000');
        for (const [who, step] of peers) {
          for (const [steps, how, seconds] of [
            [count, 'cold', cold.seconds / coldSteps],
            ['1e6', 'warm', warm / warmSteps],
          ]) {
            const figure = `${what}, ${steps} steps | ${how}, in process | no file | none`;
            results.ratio(figure, round, who, step, seconds);
          }
        }
      }
    }
    if (plugin) inverterChainRounds(results, Math.min(rounds, 3), python, plugin);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The chain of ten inverters, 200 multipliers, from its netlist: its first 75 ns, and 10 us in which modes recur. */
function inverterChainRounds(results, rounds, python, plugin) {
  const coldSteps = 1500;
  for (let round = 1; round <= rounds; round++) {
    const siconos = pythonScript(
      python,
      'first-order-siconos.py',
      'inverter-chain',
      String(coldSteps),
      plugin,
    );
    for (const [tstop, steps] of [
      ['75n', coldSteps],
      ['10u', 200_000],
    ]) {
      const own = nodeScript('netlist-cold.mjs', 'netlists/inverter-chain.cir', tstop, 'sampled');
      if (steps === coldSteps) {
        mustAgree('inverter chain', own.state, [siconos.state[4], siconos.state[9]], 1e-9);
      }
      const what = `inverter chain netlist, ${steps} steps | cold, in process | no file | sampled`;
      results.ratio(what, round, 'Siconos (Lemke), a step', siconos.seconds / coldSteps, own.seconds / steps);
    }
  }
}

/** Compiles the b(t) for Siconos; undefined without a compiler. */
function compileSource(folder) {
  const library = join(folder, 'firstOrderPlugin.so');
  const source = join(root, 'test/bench/first-order-sources.c');
  const { status } = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-lm']);
  return status === 0 ? library : undefined;
}

/** The multiplier's first 2 ms in ngspice: seconds a point, the output at the end. */
function ngspiceMultiplier(folder) {
  const deck = readFileSync(join(root, 'test/bench/cockcroft.cir'), 'utf8').replace(
    /^\.tran .*$/m,
    '.tran 10u 2m uic',
  );
  const file = join(folder, 'multiplier.cir');
  writeFileSync(file, deck);
  const setting = { n: 0.01, reltol: 1e-3, cap: '200n', expressions: ['v(b10)'] };
  const { seconds, points, table } = ngspiceDeck(file, setting);
  return { point: seconds / points, output: table.at(-1).values[0] };
}
