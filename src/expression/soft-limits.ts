/**
 * LTspice's soft limits. uplim(x, y, z) is x below y - z and approaches y above, value and slope being continuous:
 *
 *     uplim = x where x <= y - z, else y - z exp(-w),  w = (x - (y - z)) / z;     dnlim(x, y, z) = -uplim(-x, -y, z)
 */
import type { FunctionSpec } from './function-spec.js';

function uplim(x: number, y: number, z: number): number {
  return x <= y - z ? x : y - z * Math.exp(-(x - (y - z)) / z);
}

function dnlim(x: number, y: number, z: number): number {
  return -uplim(-x, -y, z);
}

/** s = exp(-w): the slopes by x, y and z are s, 1 - s and -s w. */
function uplimSlope(x: number, y: number, z: number): number {
  return x <= y - z ? 1 : Math.exp(-(x - (y - z)) / z);
}

function dnlimSlope(x: number, y: number, z: number): number {
  return uplimSlope(-x, -y, z);
}

const spec = (name: string, doc: string, apply: FunctionSpec['apply']): FunctionSpec => ({
  name,
  doc,
  least: 3,
  most: 3,
  apply,
});

export const SOFT_LIMITS: readonly FunctionSpec[] = [
  spec('uplim', 'x limited to at most y, exponentially from y - z on', uplim),
  spec('uplim_slope', 'slope of uplim by x', uplimSlope),
  spec('dnlim', 'x limited to at least y, exponentially from y + z on', dnlim),
  spec('dnlim_slope', 'slope of dnlim by x', dnlimSlope),
];
