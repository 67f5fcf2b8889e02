/**
 * CPU microseconds a Moreau-Jean step against Siconos, step by step in both, warm: a bouncing ball, the woodpecker toy, and
 * columns of beads: a hundred that fall and hit each other, a thousand that lie on each other.
 */
import { mustAgree, nodeScript, pythonScript } from './peers.mjs';

/** Steps that are passed over and that are timed; largest differences of positions. */
const models = [
  { name: 'ball', skip: 100, steps: 20_000, tolerance: 1e-10 },
  { name: 'woodpecker', skip: 100, steps: 14_900, tolerance: 1e-9 },
  { name: 'beads100', skip: 2000, steps: 1000, tolerance: 1e-6 },
  { name: 'beads1000', skip: 20, steps: 20, tolerance: 1e-3 },
];

/** Adds the rows to the results. */
export function mechanicsRounds(results, rounds, python) {
  for (const { name, skip, steps, tolerance } of models) {
    for (let round = 1; round <= rounds; round++) {
      const siconos = pythonScript(python, 'mechanics-siconos.py', name, String(skip), String(steps));
      const own = nodeScript('mechanics-run.mjs', name, String(skip), String(steps));
      mustAgree(name, own.state, siconos.state, tolerance);
      const add = (what, seconds) =>
        results.ratio(what, round, 'Siconos, a step', siconos.seconds / steps, seconds / steps);
      add(`${name}, Moreau-Jean, ${steps} steps | first run, in process | no file | none`, own.seconds);
      add(`${name}, Moreau-Jean, ${steps} steps | warm, in process | no file | none`, own.warm);
    }
  }
}
