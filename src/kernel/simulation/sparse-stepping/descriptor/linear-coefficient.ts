/**
 * The part of J = dk/dz + b ds/dz that no local law makes, for one b, over arrays that stay where they are: as it stands here, or
 * as machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import { clearNumbers } from '../../../../numerics/dense/short-arrays.js';

/** Part of an unknown that is pinned by which rounding may move it. */
const PINNED = 1e-10;

/** The arrays of a `DescriptorAssembly`, as it describes them. */
export interface CoefficientArrays {
  readonly size: Int;
  /** K and Q on the pattern of J, and K + b Q with conductances and pins. */
  readonly kValues: Float64Array;
  readonly qValues: Float64Array;
  readonly linear: Float64Array;
  readonly shunts: Float64Array;
  readonly pins: Float64Array;
  /** Of each unknown the place of its conductance, -1 where it has none. */
  readonly shuntPlace: Int32Array;
  /** b of `linear`, NaN where it is to be made anew. */
  readonly b: Float64Array;
  /** How many unknowns are pinned. */
  readonly pinned: Int32Array;
}

/** Makes `linear` that for b. */
export function setCoefficient(of: CoefficientArrays, b: number): void {
  if (of.b[0]! === b) return;
  of.b[0] = b;
  const { size, kValues, qValues, linear, shunts, pins, shuntPlace } = of;
  const entries = linear.length;
  for (let p = 0; p < entries; p++) linear[p] = kValues[p]! + b * qValues[p]!;
  for (let j = 0; j < size; j++)
    if (shunts[j] !== 0 || pins[j] !== 0) linear[shuntPlace[j]!]! += shunts[j]! + pins[j]!;
}

/** Lets go of all unknowns that are pinned. */
export function letGo(of: CoefficientArrays): void {
  if (of.pinned[0] === 0) return;
  clearNumbers(of.pins, of.size);
  of.pinned[0] = 0;
  of.b[0] = NaN;
}

/**
 * Whether unknowns that are pinned stay where they are but for rounding: what they are moved by, times the pin, is what their rows have left,
 * and where J is singular without them that is no rounding, and this no solution.
 */
export function pinsHold(
  of: CoefficientArrays,
  w: Float64Array,
  dz: Float64Array,
  sizes: Float64Array,
): boolean {
  if (of.pinned[0]! === 0) return true;
  const { pins, size } = of;
  for (let i = 0; i < size; i++)
    if (pins[i]! > 0 && Math.abs(dz[i]!) > PINNED * Math.max(Math.abs(w[i]!), sizes[i]!)) return false;
  return true;
}
