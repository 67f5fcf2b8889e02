/**
 * Dynamical systems of a model file, one line a tag; tags of older files beside those of today. A matrix or vector is given by
 * numbers or by a plugin: FExt(t, out, z), Mass(q, out, z), NNL(q, v, out, z), FInt(t, q, v, out, z), A(t, out, z),
 * b(t, out, z), f(t, x, out, z), and Jacobians with the arguments of their functions. Source: [intro] 9.1.
 */
import type { DynamicalSystem } from '../kernel/modeling/systems/dynamical-system.js';
import { FirstOrderLinearDS } from '../kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderNonLinearDS } from '../kernel/modeling/systems/first-order-nonlinear-ds.js';
import { LagrangianDS } from '../kernel/modeling/systems/lagrangian-ds.js';
import { LagrangianLinearTIDS } from '../kernel/modeling/systems/lagrangian-linear-tids.js';
import type { ElementReader } from './element-reader.js';
import type { PluginFunction } from './plugins.js';

type SystemReader = (element: ElementReader) => DynamicalSystem | undefined;

export const systemTable: Readonly<Record<string, SystemReader>> = Object.freeze({
  LagrangianLinearTIDS: lagrangianLinear,
  LagrangianDS: lagrangian,
  LagrangianNLDS: lagrangian,
  FirstOrderLinearTIDS: firstOrderLinear,
  FirstOrderLinearDS: firstOrderLinear,
  LinearTIDS: firstOrderLinear,
  LinearDS: firstOrderLinear,
  FirstOrderNonLinearDS: firstOrderNonLinear,
  NonLinearDS: firstOrderNonLinear,
});

function lagrangianLinear(element: ElementReader): DynamicalSystem | undefined {
  const start = motionStart(element);
  if (!start) return undefined;
  const { q0, v0 } = start;
  const n = q0.length;
  const M = element.required('Mass', 'M')?.matrix(n, n);
  const K = element.child('K')?.matrix(n, n);
  const C = element.child('C')?.matrix(n, n);
  const FExt = vectorOrPlugin(element.child('FExt', 'Fext'), n);
  if (!M) return undefined;
  const options = { ...(K && { K }), ...(C && { C }), ...(FExt && { FExt }) };
  return element.make(() => new LagrangianLinearTIDS(q0, v0, M, options));
}

function lagrangian(element: ElementReader): DynamicalSystem | undefined {
  const start = motionStart(element);
  if (!start) return undefined;
  const { q0, v0 } = start;
  const n = q0.length;
  const massOf = element.child('Mass', 'M');
  const mass = massOf?.isPlugin ? massOf.plugin() : massOf?.matrix(n, n);
  const FExt = vectorOrPlugin(element.child('FExt', 'Fext'), n);
  const callbacks = {
    FInt: element.child('FInt', 'Fint')?.plugin(),
    jacobianFIntq: element.child('JacobianQFInt', 'JacobianFIntq')?.plugin(),
    jacobianFIntv: element.child('JacobianVelocityFInt', 'JacobianFIntVelocity')?.plugin(),
    NNL: element.child('NNL', 'QNLInertia')?.plugin(),
    jacobianNNLq: element.child('JacobianQNNL', 'JacobianQQNLInertia')?.plugin(),
    jacobianNNLv: element.child('JacobianVelocityNNL', 'JacobianVelocityQNLInertia')?.plugin(),
  };
  const options = { ...(mass && { mass }), ...(FExt && { FExt }), ...given(callbacks) };
  return element.make(() => new LagrangianDS(q0, v0, options));
}

function firstOrderLinear(element: ElementReader): DynamicalSystem | undefined {
  const x0 = element.required('x0')?.vector();
  const matrixOf = element.required('A');
  if (!x0 || !matrixOf) return undefined;
  const n = x0.length;
  const A = matrixOf.isPlugin ? matrixOf.plugin() : matrixOf.matrix(n, n);
  const M = element.child('M')?.matrix(n, n);
  const b = vectorOrPlugin(element.child('b'), n);
  if (!A) return undefined;
  return element.make(() => new FirstOrderLinearDS(x0, A, { ...(M && { M }), ...(b && { b }) }));
}

function firstOrderNonLinear(element: ElementReader): DynamicalSystem | undefined {
  const x0 = element.required('x0')?.vector();
  const f = element.required('f')?.plugin();
  if (!x0 || !f) return undefined;
  const M = element.child('M')?.matrix(x0.length, x0.length);
  const jacobian = element.child('Jacobianfx', 'JacobianfX', 'jacobianXF')?.plugin();
  const options = { ...(M && { M }), ...(jacobian && { jacobian }) };
  return element.make(() => new FirstOrderNonLinearDS(x0, f, options));
}

function motionStart(
  element: ElementReader,
): { readonly q0: Float64Array; readonly v0: Float64Array } | undefined {
  const q0 = element.required('q0')?.vector();
  const v0 = element.required('Velocity0', 'v0')?.vector(q0?.length);
  return q0 && v0 && { q0, v0 };
}

function vectorOrPlugin(
  element: ElementReader | undefined,
  n: number,
): Float64Array | PluginFunction | undefined {
  return element?.isPlugin === true ? element.plugin() : element?.vector(n);
}

/** Without what is undefined. */
function given<Key extends string>(
  callbacks: Readonly<Record<Key, PluginFunction | undefined>>,
): Partial<Record<Key, PluginFunction>> {
  return Object.fromEntries(Object.entries(callbacks).filter(([, value]) => value !== undefined)) as Partial<
    Record<Key, PluginFunction>
  >;
}
