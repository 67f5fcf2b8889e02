import { DormandPrince } from '../../../src/numerics/ode/dormand-prince.js';
import { Radau } from '../../../src/numerics/ode/radau.js';
import { odeIntegratorSuite } from '../../suites/ode-integrator-suite.js';

odeIntegratorSuite({
  method: 'dormand-prince',
  create: (problem) => new DormandPrince(problem),
  order: 5,
  denseOrder: 4,
});
odeIntegratorSuite({ method: 'radau', create: (problem) => new Radau(problem), order: 5, denseOrder: 3 });
