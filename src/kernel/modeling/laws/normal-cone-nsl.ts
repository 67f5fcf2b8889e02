/**
 * 0 in y + N_K(lambda) for a product K of simple convex sets: orthants, the whole space, boxes and
 * second-order cones |(lambda_2, ...)| <= aperture lambda_1. For a cone that means K* contains y,
 * K contains lambda, and y . lambda = 0.
 */
import { ModelError } from '../model-error.js';
import { plainBoxes, type BoxRows, type NonSmoothLaw, type SecondOrderCone } from './nonsmooth-law.js';

export type ConvexSet =
  | { readonly set: 'orthant'; readonly size: number }
  | { readonly set: 'space'; readonly size: number }
  | { readonly set: 'box'; readonly lower: readonly number[]; readonly upper: readonly number[] }
  | { readonly set: 'second-order-cone'; readonly size: number; readonly aperture?: number };

export class NormalConeNSL implements NonSmoothLaw {
  readonly size: number;
  readonly boxes: BoxRows;
  readonly cones: readonly SecondOrderCone[];

  /** Takes the factors of K in the order of the rows. */
  constructor(readonly factors: readonly ConvexSet[]) {
    const lower: number[] = [];
    const upper: number[] = [];
    const cones: SecondOrderCone[] = [];
    factors.forEach((factor, k) => {
      if (factor.set === 'second-order-cone') cones.push(coneOf(factor, lower.length, k));
      const [low, high] = boundsOf(factor, k);
      lower.push(...low);
      upper.push(...high);
    });
    this.size = lower.length;
    this.cones = cones;
    this.boxes = plainBoxes(Float64Array.from(lower), Float64Array.from(upper));
  }
}

function boundsOf(factor: ConvexSet, k: number): [readonly number[], readonly number[]] {
  if (factor.set !== 'box') {
    const { size } = factor;
    if (!Number.isInteger(size) || size < 1) {
      throw new ModelError(`NormalConeNSL: factor ${k} has the size ${size}; it must be a whole number >= 1`);
    }
    const low = factor.set === 'orthant' ? 0 : -Infinity;
    return [new Array<number>(size).fill(low), new Array<number>(size).fill(Infinity)];
  }
  const { lower, upper } = factor;
  if (lower.length !== upper.length) {
    throw new ModelError(
      `NormalConeNSL: factor ${k} has ${lower.length} lower and ${upper.length} upper bounds; they must agree`,
    );
  }
  lower.forEach((low, i) => {
    const high = upper[i] ?? NaN;
    if (!(low < high)) {
      throw new ModelError(
        `NormalConeNSL: factor ${k} bounds its entry ${i} by [${low}, ${high}]; the lower bound must lie below the upper`,
      );
    }
  });
  return [lower, upper];
}

function coneOf(
  { size, aperture = 1 }: { readonly size: number; readonly aperture?: number },
  first: number,
  k: number,
): SecondOrderCone {
  if (!(aperture > 0 && Number.isFinite(aperture))) {
    throw new ModelError(`NormalConeNSL: factor ${k} has the aperture ${aperture}; it must be positive`);
  }
  return { first, size, aperture };
}
