/**
 * Matrices with the patterns of circuits, for tests and benchmarks of sparse elimination; random numbers are seeded.
 */
import { Triplets } from '../../../src/numerics/sparse/sparse-matrix.js';

/** A generator of numbers in [0, 1): 32 bits of a linear congruence, mixed [Steele-Lea-Flood 2014]. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32;
  };
}

export interface CircuitMatrix {
  readonly n: number;
  readonly triplets: Triplets;
}

/** A conductance between nodes a and b, -1 for ground. */
function conductance(triplets: Triplets, a: number, b: number, g: number): void {
  if (a >= 0) triplets.add(a, a, g);
  if (b >= 0) triplets.add(b, b, g);
  if (a < 0 || b < 0) return;
  triplets.add(a, b, -g);
  triplets.add(b, a, -g);
}

/** A voltage source from a to b, its current the unknown `row`. */
function source(triplets: Triplets, a: number, b: number, row: number): void {
  for (const [node, sign] of [
    [a, 1],
    [b, -1],
  ] as const) {
    if (node < 0) continue;
    triplets.add(node, row, sign);
    triplets.add(row, node, sign);
  }
}

/** A mesh of width x width nodes of resistors with a capacitor's conductance at each, fed at a corner. */
export function mesh(width: number): CircuitMatrix {
  const triplets = new Triplets();
  const node = (i: number, j: number): number => i * width + j;
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < width; j++) {
      conductance(triplets, node(i, j), -1, 1e-3 * (1 + ((i + 2 * j) % 5)));
      if (i + 1 < width) conductance(triplets, node(i, j), node(i + 1, j), 1 + (j % 3));
      if (j + 1 < width) conductance(triplets, node(i, j), node(i, j + 1), 1 + (i % 4));
    }
  }
  source(triplets, node(0, 0), -1, width * width);
  return { n: width * width + 1, triplets };
}

/** A ladder of RC sections, fed at its head. */
export function ladder(sections: number): CircuitMatrix {
  const triplets = new Triplets();
  for (let k = 0; k < sections; k++) {
    conductance(triplets, k, -1, 1e-2);
    if (k + 1 < sections) conductance(triplets, k, k + 1, 1 + (k % 7));
  }
  source(triplets, 0, -1, sections);
  return { n: sections + 1, triplets };
}

/** A chain of CMOS inverters on one supply rail: gates with capacitances to the drain (Miller) and to ground. */
export function inverterChain(stages: number): CircuitMatrix {
  const triplets = new Triplets();
  const rail = stages + 1;
  for (let k = 0; k <= stages; k++) conductance(triplets, k, -1, 1e-3);
  for (let k = 0; k < stages; k++) {
    conductance(triplets, k, k + 1, 1e-4 * (1 + (k % 3)));
    conductance(triplets, k + 1, rail, 2e-3 + 1e-4 * (k % 5));
    triplets.add(k + 1, k, 5e-3);
    triplets.add(rail, k, 1e-3);
  }
  source(triplets, 0, -1, rail + 1);
  source(triplets, rail, -1, rail + 2);
  return { n: stages + 4, triplets };
}

/**
 * A random circuit: resistors over six decades, transconductances, and voltage sources that form a forest, so that the matrix is
 * regular with probability one.
 */
export function randomCircuit(nodes: number, parts: number, sources: number, seed: number): CircuitMatrix {
  const random = seeded(seed);
  const pick = (): number => Math.floor(random() * nodes);
  const size = (): number => 10 ** (6 * random() - 3);
  const triplets = new Triplets();
  for (let k = 0; k < nodes; k++) conductance(triplets, k, k === 0 ? -1 : Math.floor(random() * k), size());
  for (let k = 0; k < parts; k++) {
    const a = pick();
    const b = pick();
    if (a !== b) conductance(triplets, a, b, size());
    if (random() < 0.3) triplets.add(pick(), pick(), size());
  }
  const used = Math.min(sources, nodes);
  for (let k = 0; k < used; k++)
    source(triplets, k, k === 0 || random() < 0.5 ? -1 : Math.floor(random() * k), nodes + k);
  return { n: nodes + used, triplets };
}
