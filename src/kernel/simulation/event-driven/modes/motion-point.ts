/**
 * A point xi in the coordinates in which a mode's guards and multipliers keep their digits: those of a slow manifold where
 * it lies on one, those of the whole motion beside it, d = off xi and s, where it is near (`slow-manifolds.ts`), xi itself
 * elsewhere. Cost: size^2 a manifold.
 */
import type { ExactMode } from './exact-mode.js';
import type { LinearMotion } from '../motion/linear-motion.js';
import { liesOn, type PointContext } from './manifold-test.js';
import { guardRounding, stateFloor, stateRounding } from '../motion/rounding.js';
import type { SlowManifold } from './slow-manifolds.js';
import { StateRemainder } from './state-remainder.js';

/**
 * What is off a manifold by this part of its terms is no difference of large terms: xi itself says it as well. States count with
 * the floor below which rounding of the largest hides them, else what is left of a state of 1e-11 A would be judged as
 * unknown to volts behind 1 TOhm.
 */
const farPart = 0.1;
/** What a state is off its manifold by, over the state: beyond this the difference has lost digits of the state. */
const farBeyond = 1e3;

export class MotionPoint {
  /** Coordinates of the point, and magnitudes up to which they are rounding. */
  readonly v: Float64Array;
  readonly least: Float64Array;
  slow: SlowManifold | undefined;
  #motion: LinearMotion | undefined;
  #mode: ExactMode | undefined;

  /** `weight`: sqrt(M_ii) of each state, which makes states comparable. */
  constructor(
    size: number,
    private readonly weight: Float64Array,
    private readonly remainder = new StateRemainder(size),
    v: Float64Array = new Float64Array(size),
    least: Float64Array = new Float64Array(size),
  ) {
    this.v = v;
    this.least = least;
  }

  get motion(): LinearMotion {
    if (!this.#motion) throw new RangeError('the point was not placed');
    return this.#motion;
  }

  /**
   * Takes a point; `largest` is the largest weighted state so far, `patient` for how long it has been followed without an
   * event, undefined where that is not long enough to look for manifolds of modes that are not stiff.
   */
  place(mode: ExactMode, xi: Float64Array, largest: number, patient?: number): LinearMotion {
    this.#mode = mode;
    this.slow = undefined;
    const { weight, remainder } = this;
    const context = { weight, largest, settledFor: patient ?? 0, remainder };
    for (const manifold of mode.slow(patient !== undefined) ?? noManifolds) {
      if (!liesOn(manifold, xi, context)) continue;
      if (isFar(manifold, xi, context)) continue;
      this.slow = manifold;
      break;
    }
    this.#motion = this.slow ?? mode.full;
    if (this.slow) this.#project(this.slow, xi, largest);
    else this.#copy(xi, largest);
    return this.#motion;
  }

  /** Writes the model's multipliers there. */
  multipliers(lambda: Float64Array): void {
    const { v, slow } = this;
    const mode = this.#mode;
    if (!mode) return;
    const { multipliers, carries } = mode;
    const forms = slow ? slow.multipliers : multipliers;
    const size = slow ? slow.size : mode.size;
    for (let i = 0; i < lambda.length; i++) {
      let sum = 0;
      if (carries[i] === 1) for (let j = 0; j < size; j++) sum += forms[i * size + j]! * v[j]!;
      lambda[i] = sum;
    }
  }

  #copy(xi: Float64Array, largest: number): void {
    const { v, least, weight } = this;
    const n = weight.length;
    for (let i = 0; i < xi.length; i++) v[i] = xi[i]!;
    for (let i = 0; i < n; i++) least[i] = (stateFloor * largest) / weight[i]!;
    for (let i = n; i < xi.length; i++) least[i] = 0;
  }

  #project(
    { project, wide, size, followed, decaying }: SlowManifold,
    xi: Float64Array,
    largest: number,
  ): void {
    const n = this.weight.length;
    for (let c = 0; c < size; c++) {
      let value = 0;
      let magnitude = 0;
      for (let j = 0; j < xi.length; j++) {
        const factor = project[c * xi.length + j]!;
        if (factor === 0) continue;
        value += factor * xi[j]!;
        const floor = j < n ? (stateFloor * largest) / this.weight[j]! : 0;
        magnitude += Math.abs(factor) * Math.max(Math.abs(xi[j]!), floor);
      }
      if (decaying[c] === 1 && this.remainder.knows(wide.project, c, xi, n)) {
        this.v[c] = this.remainder.product(wide.project, c, xi);
        this.least[c] = Math.abs(this.v[c]!);
        continue;
      }
      // What is off a manifold by rounding of the states lies on it.
      const isRounding = c < followed && Math.abs(value) <= stateRounding * magnitude;
      this.v[c] = isRounding ? 0 : value;
      this.least[c] = c < followed ? (stateRounding / guardRounding) * magnitude : magnitude;
    }
    if (followed > 0) this.#meetGuards();
  }

  /**
   * d is known to the rounding of the states only: within that it is taken so that no guard is negative (a diode whose current
   * has come to 0 blocks 0 V at first, not the rounding of 25 A over 1 TOhm). Kaczmarz's projections, a few rounds.
   */
  #meetGuards(): void {
    const { v, least, slow } = this;
    if (!slow) return;
    const { G, guards, size, followed } = slow;
    const known = (c: number): number => guardRounding * least[c]!;
    for (let round = 0; round < guardRounds; round++) {
      let moved = false;
      for (let g = 0; g < guards; g++) {
        let value = 0;
        for (let c = 0; c < size; c++) value += G[g * size + c]! * v[c]!;
        if (!(value < 0)) continue;
        let reach = 0;
        let square = 0;
        for (let c = 0; c < followed; c++) {
          const part = Math.abs(G[g * size + c]!) * known(c);
          reach += part;
          square += part * part;
        }
        if (!(-value <= reach)) continue;
        for (let c = 0; c < followed; c++) {
          v[c]! -= (value * G[g * size + c]! * known(c) * known(c)) / square;
        }
        moved = true;
      }
      if (!moved) return;
    }
  }
}

/** Rounds of projections onto guards that are off by rounding of d. */
const guardRounds = 4;

const noManifolds: readonly SlowManifold[] = Object.freeze([]);

/**
 * Whether what is followed beside a manifold says no more than xi itself: all of it is far off, or a state is a small difference of
 * where its manifold is and how far it is off that (a capacitor of 10 uV that 1 GOhm would charge to kilovolts in hours).
 */
function isFar(
  { project, lift, followed, size }: SlowManifold,
  xi: Float64Array,
  { weight, largest }: Pick<PointContext, 'weight' | 'largest'>,
): boolean {
  const width = xi.length;
  const magnitude = (j: number): number =>
    Math.max(Math.abs(xi[j]!), j < weight.length ? (stateFloor * largest) / weight[j]! : 0);
  const d = new Float64Array(followed);
  let allFar = followed > 0;
  for (let r = 0; r < followed; r++) {
    let terms = 0;
    for (let j = 0; j < width; j++) {
      const factor = project[r * width + j]!;
      d[r]! += factor * xi[j]!;
      terms += Math.abs(factor) * magnitude(j);
    }
    allFar &&= Math.abs(d[r]!) > farPart * terms;
  }
  if (allFar) return true;
  return weight.some((_, i) => {
    let lifted = 0;
    for (let r = 0; r < followed; r++) lifted += Math.abs(lift[i * size + r]! * d[r]!);
    return lifted > farBeyond * magnitude(i);
  });
}
