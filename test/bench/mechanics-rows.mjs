/**
 * CPU microseconds a Moreau-Jean step against Siconos, which steps one by one: a bouncing ball, the woodpecker toy, and
 * columns of beads: a hundred that fall and hit each other, a thousand that lie on each other.
 */
import { mustAgree, nodeScript, pythonScript } from './peers.mjs';

/** Steps that are passed over and that are timed; largest differences of positions. */
const models = [
  { name: 'ball', skip: 0, steps: 500_000, tolerance: 1e-10 },
  { name: 'woodpecker', skip: 0, steps: 150_000, tolerance: 1e-6 },
  { name: 'beads100', skip: 2000, steps: 1000, tolerance: 1e-6 },
  // A contact that rounding leaves open by a hair falls for a step, g h^2, here or there.
  { name: 'beads1000', skip: 5, steps: 5, tolerance: 1e-3 },
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
