/**
 * Weights of the polynomial through some nodes, and of its derivative: sum w_j z_j is its value at x. Nodes are few and
 * apart. Source: [Berrut-Trefethen 2004].
 */
import type { Int } from '../../../../base/int.js';

/** Writes the weights of the value at x. */
export function lagrangeWeights(nodes: Float64Array, count: number, x: number, out: Float64Array): void {
  for (let j = 0; j < count; j++) {
    let weight = 1;
    for (let i = 0; i < count; i++) if (i !== j) weight *= (x - nodes[i]!) / (nodes[j]! - nodes[i]!);
    out[j] = weight;
  }
}

/** Writes the weights of the derivative at x. */
export function lagrangeSlopes(nodes: Float64Array, count: number, x: number, out: Float64Array): void {
  for (let j = 0; j < count; j++) {
    let sum = 0;
    for (let m = 0; m < count; m++) {
      if (m === j) continue;
      let product = 1 / (nodes[j]! - nodes[m]!);
      for (let i = 0; i < count; i++)
        if (i !== j && i !== m) product *= (x - nodes[i]!) / (nodes[j]! - nodes[i]!);
      sum += product;
    }
    out[j] = sum;
  }
}

/** What the weights make of place i of the points. */
export function combined(points: readonly Float64Array[], weights: Float64Array, i: Int): number {
  const count = points.length;
  let sum = 0;
  for (let j = 0; j < count; j++) sum += weights[j]! * points[j]![i]!;
  return sum;
}

/** A value of quantity `place` kept between the least and the largest of its stages: a polynomial through both sides of a jump runs past them. */
export function withinStages(points: readonly Float64Array[], place: Int, value: number): number {
  let least = Infinity;
  let largest = -Infinity;
  const stages = points.length;
  for (let j = 0; j < stages; j++) {
    const own = points[j]![place]!;
    least = Math.min(least, own);
    largest = Math.max(largest, own);
  }
  return Math.min(largest, Math.max(least, value));
}
