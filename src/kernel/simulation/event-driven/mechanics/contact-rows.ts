/**
 * What the rows of a mechanical model are to its events, [lecture] 1.3:
 *
 *     contact     0 <= y  _|_  lambda >= 0 with y'+ = -e y'-: a gap, the normal row of a contact
 *     joint       y = 0, lambda free
 *     friction    -y' in N_[l,u](lambda): of a contact in the plane l = -mu lambda_N, u = mu lambda_N, its tangential row; of a
 *                 relay constant bounds, dry friction without impact
 *
 * and in which mode each of them is. Contacts of mode held are I_s of [lecture], friction rows of mode held I_r (20), those of
 * mode forward or backward I_t (21).
 */
import { ModelError } from '../../../modeling/model-error.js';
import type { ModelLayout, PlacedLink } from '../../../modeling/model-layout.js';
import { boxesOf } from '../../../modeling/laws/nonsmooth-law.js';
import { levelsOf } from '../../../modeling/relations/relation.js';

export const rowRole = Object.freeze({ contact: 0, joint: 1, friction: 2 });

/** Free: lambda = 0. Held: y'' = 0. Forward, backward: sliding with y' > 0, y' < 0, lambda at its bound against it. */
export const rowMode = Object.freeze({ free: 0, held: 1, forward: 2, backward: 3 });

export class ContactRows {
  readonly m: number;
  /** One of `rowRole` a row. */
  readonly role: Uint8Array;
  readonly restitution: Float64Array;
  /** Of a friction row of a contact: its normal row, and of a normal row with friction: its tangential one; else -1. */
  readonly partner: Int32Array;
  /** Of a friction row with a partner: mu; else its bounds are those of `lower` and `upper`. */
  readonly mu: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** One of `rowMode` a row: the only thing that changes. */
  readonly mode: Uint8Array;
  readonly hasFriction: boolean;

  /** Throws `ModelError` where a law is none of these. */
  constructor({ m, links }: Pick<ModelLayout, 'm' | 'links'>) {
    this.m = m;
    this.role = new Uint8Array(m);
    this.restitution = new Float64Array(m);
    this.partner = new Int32Array(m).fill(-1);
    this.mu = new Float64Array(m);
    this.lower = new Float64Array(m);
    this.upper = new Float64Array(m);
    this.mode = new Uint8Array(m);
    links.forEach((link, k) => this.#place(link, k));
    this.hasFriction = this.role.includes(rowRole.friction);
    this.mode.set(this.role.map((role) => (role === rowRole.joint ? rowMode.held : rowMode.free)));
  }

  #place({ interaction: { relation, law }, row }: PlacedLink, k: number): void {
    const levels = levelsOf(relation);
    if (!levels.includes(1) || !levels.includes(0)) {
      throw new ModelError(
        `LagrangianFlow: the ${relation.name} of interaction ${k} has no velocity; a compliant contact goes with TimeStepping`,
      );
    }
    for (const { first, size, mu } of law.coulomb ?? []) {
      if (size === 3) {
        throw new ModelError(
          `LagrangianFlow: interaction ${k} has Coulomb friction in space, where the direction of sliding turns all the time ` +
            'and no event separates sticking from sliding; TimeStepping with MoreauJeanOSI takes it',
        );
      }
      this.role[row + first + 1] = rowRole.friction;
      this.partner[row + first + 1] = row + first;
      this.partner[row + first] = row + first + 1;
      this.mu[row + first + 1] = mu;
    }
    const { lower, upper } = boxesOf(law);
    lower.forEach((low, i) => {
      const at = row + i;
      const high = upper[i]!;
      this.restitution[at] = law.restitution?.[i] ?? 0;
      if (this.role[at] === rowRole.friction) return;
      if (low === -Infinity && high === Infinity) {
        this.role[at] = rowRole.joint;
      } else if (low > -Infinity && high < Infinity) {
        this.role[at] = rowRole.friction;
        [this.lower[at], this.upper[at]] = [low, high];
      } else if (!(low === 0 && high === Infinity)) {
        throw new ModelError(
          `LagrangianFlow: interaction ${k} bounds a force by [${low}, ${high}]; it takes contacts, joints and friction, ` +
            'TimeStepping with MoreauJeanOSI takes others',
        );
      }
    });
  }

  isSliding(i: number): boolean {
    return this.mode[i]! >= rowMode.forward;
  }

  /** The bounds of lambda of a friction row, given the multipliers. */
  bound(i: number, side: 'lower' | 'upper', lambda: Float64Array): number {
    const normal = this.partner[i]!;
    if (normal < 0) return this[side][i]!;
    return (side === 'lower' ? -1 : 1) * this.mu[i]! * Math.max(0, lambda[normal]!);
  }

  /** A sliding row's lambda is slope lambda_partner + constant. */
  slope(i: number): number {
    if (this.partner[i]! < 0) return 0;
    return this.mode[i] === rowMode.forward ? -this.mu[i]! : this.mu[i]!;
  }

  constant(i: number): number {
    if (this.partner[i]! >= 0) return 0;
    return this.mode[i] === rowMode.forward ? this.lower[i]! : this.upper[i]!;
  }
}
