/**
 * The schemes of [lecture] for linear complementarity systems, as Euler-Moreau integrators:
 *
 *     (37)  (x_k+1 - x_k)/h = A x_k+1 + B lambda_k+1                                     theta = gamma = 1
 *     (41)  (x_k+1 - x_k)/h = A x_k+theta + B (theta lambda_k+1 + (1 - theta) lambda_k)    gamma = theta
 *
 * (37) converges where D is nonnegative definite or the system is positive real (relative degree 0 or 1, and
 * C x0 >= 0 in the second case); (41) is meant for degree 0, where trajectories are continuously
 * differentiable; with theta = 1/2 it conserves energy.
 */
import { ModelError } from '../../modeling/model-error.js';
import { EulerMoreauOSI, type EulerMoreauOptions } from './euler-moreau-osi.js';

/** The backward Euler scheme (37) for linear complementarity systems. */
export function lcsScheme(options: Pick<EulerMoreauOptions, 'source' | 'linearSolver'> = {}): EulerMoreauOSI {
  return new EulerMoreauOSI(1, 1, options);
}

/** The theta-method (41); throws `ModelError` unless theta lies in [1/2, 1], where the lecture tested it. */
export function thetaMethod(
  theta: number,
  options: Pick<EulerMoreauOptions, 'source' | 'linearSolver'> = {},
): EulerMoreauOSI {
  if (!(theta >= 0.5 && theta <= 1)) {
    throw new ModelError(
      `thetaMethod: theta is ${theta}; it must lie in [1/2, 1] (EulerMoreauOSI takes any in [0, 1])`,
    );
  }
  return new EulerMoreauOSI(theta, theta, options);
}
