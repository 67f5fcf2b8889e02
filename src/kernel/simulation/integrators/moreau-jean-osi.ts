/**
 * The Moreau-Jean scheme, [notes] 10.2, 11.2: velocities are the unknowns, contacts are stated at their level, no impact is
 * located. With z_theta = theta z_k+1 + (1 - theta) z_k
 *
 *     M (v_k+1 - v_k) = h F + G^T p_k+1,      q_k+1 = q_k + h T(q_theta) v_theta,
 *     p = 0 for contacts that stay open by forecast, y_k + h/2 y_k' > 0 (11.52),
 *     otherwise the law of impact between y'_k+1 + e y'_k and the impulse p.
 *
 * The force of the step and the place of T, M and G tell its forms apart:
 *
 *     "nearly-implicit" (11.55)  theta F(t_k+1, q, v) + (1 - theta) F(t_k, q_k, v_k);  G at q_k+1, M at q_theta
 *     "implicit"        (11.51)  F(t_theta, q_theta, v_theta);                         G at q_k+1, M at q_theta
 *     "semi-explicit"   (11.53)  F(t_k, q_k, v_k);                                     G, M and T at q_k
 *
 * Order 2 for theta = 1/2 while nothing touches (semi-explicit: 1), 1 across impacts. theta = 1/2 in the implicit form keeps
 * the energy and the momentum of a free body to rounding. Forces of other laws (joints, dry friction) act as h lambda.
 */
import { DenseLinearSolver } from '../../../numerics/dense/dense-linear-solver.js';
import type { LinearSolver } from '../../../numerics/linear-solver.js';
import type { DynamicalSystem } from '../../modeling/systems/dynamical-system.js';
import { ModelError } from '../../modeling/model-error.js';
import type { NonSmoothLaw } from '../../modeling/laws/nonsmooth-law.js';
import { levelsOf, type Relation } from '../../modeling/relations/relation.js';
import { isSecondOrder } from '../../modeling/systems/second-order-system.js';
import { MoreauJeanStep } from './moreau-jean-step.js';
import type { ContactScheme, OneStepIntegrator, SystemStep } from './one-step-integrator.js';

export interface MoreauJeanOptions {
  /** Default "nearly-implicit". */
  readonly form?: 'nearly-implicit' | 'implicit' | 'semi-explicit';
}

const forms: readonly string[] = Object.freeze(['nearly-implicit', 'implicit', 'semi-explicit']);

export class MoreauJeanOSI implements OneStepIntegrator {
  readonly name = 'MoreauJeanOSI';
  readonly instead =
    'it takes mechanical systems (LagrangianDS and its kinds, NewtonEulerDS) and relations of their velocities';
  readonly relationWeight = 1;
  readonly hasMemory = false;
  readonly form: NonNullable<MoreauJeanOptions['form']>;
  readonly contactScheme: ContactScheme | undefined;

  /** Throws `ModelError` unless theta lies in [0, 1]. */
  constructor(
    readonly theta = 0.5,
    options: MoreauJeanOptions = {},
  ) {
    if (!(theta >= 0 && theta <= 1)) {
      throw new ModelError(`MoreauJeanOSI: theta is ${theta}; it must lie in [0, 1]`);
    }
    this.form = options.form ?? 'nearly-implicit';
    if (!forms.includes(this.form)) {
      throw new ModelError(
        `MoreauJeanOSI: there is no form "${this.form}"; the forms are ${forms.join(', ')}`,
      );
    }
    if (this.form === 'semi-explicit') return;
    this.contactScheme = { theta, forceAt: this.form === 'implicit' ? 'midpoint' : 'ends' };
  }

  get isImplicit(): boolean {
    return this.theta === 1;
  }

  /** Velocities where the relation has them; a compliant contact at the level of its gap. */
  outputLevel(relation: Relation, { restitution, impulsive }: NonSmoothLaw): number | undefined {
    const levels = levelsOf(relation);
    if (levels.includes(1)) return 1;
    const impacts = restitution !== undefined || impulsive === true;
    return levels.includes(0) && !impacts ? 0 : undefined;
  }

  stepOf(system: DynamicalSystem): SystemStep | undefined {
    return isSecondOrder(system) ? new MoreauJeanStep(system, this.theta, this.form) : undefined;
  }

  implicit(): MoreauJeanOSI {
    return new MoreauJeanOSI(1, { form: this.form });
  }

  newSolver(): LinearSolver {
    return new DenseLinearSolver();
  }
}
