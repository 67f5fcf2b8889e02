/**
 * Impacts in exact events: at a jump the contacts that approach have Newton's law as an input of the jump (`impact-signal.ts`).
 * One at the limit of accumulating impacts is inelastic.
 */
import { clearImpacts, setImpacts, type Impact } from '../../modeling/signals/impact-signal.js';
import type { LinearSystem } from '../linear/linear-model.js';
import type { GeneratorBank } from './modes/generator-bank.js';

/** Part of the velocities so far, 1e-12 of their energy: a thousandth of what certificates ask. */
const roundingOfVelocity = 1e-6;

export class Collision {
  /** Contacts stay closed where they meet. */
  inelastic = false;

  constructor(
    private readonly system: Pick<LinearSystem, 'n' | 'm' | 'p'>,
    private readonly impacts: readonly Impact<Float64Array>[],
    private readonly bank: GeneratorBank,
  ) {}

  /** Sets the laws for a jump from xi; false where none is needed. */
  begin(t: number, xi: Float64Array): boolean {
    if (this.impacts.length === 0 || this.inelastic) return false;
    const approaches = setImpacts(this.impacts, (form) => this.#velocity(form, xi));
    if (approaches) this.bank.stateAt(t, xi, this.system.n);
    return approaches;
  }

  /**
   * Whether all that approaches has come down to rounding of the velocities so far. `largest`: what a state has been so far, by
   * the energies of all.
   */
  isRounding(xi: Float64Array, largest: (entry: number) => number): boolean {
    const { n } = this.system;
    return this.impacts.every(({ velocity }) => {
      let size = 0;
      for (let j = 0; j < n; j++) if (velocity[j] !== 0) size += Math.abs(velocity[j]!) * largest(j);
      return this.#velocity(velocity, xi) >= -roundingOfVelocity * size;
    });
  }

  /** Ends it. */
  end(t: number, xi: Float64Array): void {
    clearImpacts(this.impacts);
    this.bank.stateAt(t, xi, this.system.n);
  }

  #velocity(form: Float64Array, xi: Float64Array): number {
    const { n, m, p } = this.system;
    const { order, c } = this.bank;
    let sum = 0;
    for (let j = 0; j < n; j++) sum += form[j]! * xi[j]!;
    for (let j = 0; j < p; j++) {
      const factor = form[n + m + j]!;
      if (factor === 0) continue;
      for (let k = 0; k < order; k++) sum += factor * c[j * order + k]! * xi[n + k]!;
    }
    return sum;
  }
}
