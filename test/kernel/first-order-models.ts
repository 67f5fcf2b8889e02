/** Relay systems and other first-order models of the reference implementation's examples, for the tests of this room. */
import { ComplementarityConditionNSL } from '../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import {
  FirstOrderLinearDS,
  FirstOrderLinearTIDS,
} from '../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearR } from '../../src/kernel/modeling/relations/first-order-linear-r.js';
import { FirstOrderLinearTIR } from '../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { FirstOrderNonLinearDS } from '../../src/kernel/modeling/systems/first-order-nonlinear-ds.js';
import { FirstOrderNonLinearR } from '../../src/kernel/modeling/relations/first-order-nonlinear-r.js';
import type { FirstOrderRelation } from '../../src/kernel/modeling/relations/first-order-relation.js';
import type { FirstOrderSystem } from '../../src/kernel/modeling/systems/first-order-system.js';
import { FirstOrderType1R } from '../../src/kernel/modeling/relations/first-order-type1-r.js';
import { FirstOrderType2R } from '../../src/kernel/modeling/relations/first-order-type2-r.js';
import { Interaction } from '../../src/kernel/modeling/interaction.js';
import { NonSmoothDynamicalSystem } from '../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import type { NonSmoothLaw } from '../../src/kernel/modeling/laws/nonsmooth-law.js';
import { RelayNSL } from '../../src/kernel/modeling/laws/relay-nsl.js';
import { matrix, multiplyAdd, multiplyVector } from '../../src/numerics/dense/matrix.js';

export function oneSystem(
  T: number,
  dynamics: FirstOrderSystem,
  relation: FirstOrderRelation,
  law: NonSmoothLaw,
): NonSmoothDynamicalSystem {
  const system = new NonSmoothDynamicalSystem(0, T);
  system.insertDynamicalSystem(dynamics);
  system.link(new Interaction(law, relation), dynamics);
  return system;
}

/** x' = 2 lambda, y = x, two relays: x0 = (1, -1) reaches 0 at t = 1/2 and stays. */
export function simpleRelay(T: number, law: NonSmoothLaw = new RelayNSL(2)): NonSmoothDynamicalSystem {
  const dynamics = new FirstOrderLinearTIDS(Float64Array.of(1, -1), new Float64Array(4));
  const [C, B] = [matrix([[1, 0], [0, 1]]), matrix([[2, 0], [0, 2]])]; // prettier-ignore
  return oneSystem(T, dynamics, new FirstOrderLinearTIR(2, C, B), law);
}

/** The Filippov system x' = B lambda, y = x, with B not symmetric: it spirals into the origin in finite time. */
export function filippovSystem(T: number): NonSmoothDynamicalSystem {
  const a = 0.01;
  const dynamics = new FirstOrderLinearTIDS(Float64Array.of(10, 10), new Float64Array(4));
  const [C, B] = [matrix([[1, 0], [0, 1]]), matrix([[500 * a, 500 * (1 - a)], [-500 * (1 - a), 500 * a]])]; // prettier-ignore
  return oneSystem(T, dynamics, new FirstOrderLinearTIR(2, C, B), new RelayNSL(2));
}

const [xi, omega, damping, k, sigma, rho] = [-0.07, 10, 0.05, 1, -1, 1];
export const oscillatorA = matrix([
  [-(2 * xi * omega + damping), 1, 0],
  [-(2 * xi * omega * damping + omega * omega), 0, 1],
  [-damping * omega * omega, 0, 0],
]);
const oscillatorB = Float64Array.of(k, 2 * k * sigma * rho, k * rho * rho);
const oscillatorC = Float64Array.of(1, 0, 0);

/** The ways in which the same equations can be written. */
export const systemKinds = ['linear', 'A(t)', 'f(x)', 'f(x) with Jacobian'] as const;
export const relationKinds = [
  'TIR',
  'R',
  'type 1',
  'type 2',
  'nonlinear',
  'nonlinear with Jacobians',
] as const;

/** The relay oscillator with sliding (di Bernardo, Johansson, Vasca), its parts written in any of these ways. */
export function relayOscillator(
  T: number,
  kind: (typeof systemKinds)[number] = 'linear',
  relation: (typeof relationKinds)[number] = 'TIR',
  law: NonSmoothLaw = new RelayNSL(1),
): NonSmoothDynamicalSystem {
  return oneSystem(T, oscillatorDynamics(kind), oscillatorRelation(relation), law);
}

function oscillatorDynamics(kind: (typeof systemKinds)[number]): FirstOrderSystem {
  const x0 = Float64Array.of(0, 0.5, 0);
  const f = (_t: number, x: Float64Array, out: Float64Array): void =>
    multiplyVector(3, 3, oscillatorA, x, out);
  switch (kind) {
    case 'linear':
      return new FirstOrderLinearDS(x0, oscillatorA);
    case 'A(t)':
      return new FirstOrderLinearDS(x0, (_t, out) => out.set(oscillatorA));
    case 'f(x)':
      return new FirstOrderNonLinearDS(x0, f);
    case 'f(x) with Jacobian':
      return new FirstOrderNonLinearDS(x0, f, { jacobian: (_t, _x, out) => out.set(oscillatorA) });
  }
}

function oscillatorRelation(kind: (typeof relationKinds)[number]): FirstOrderRelation {
  const h = (_t: number, x: Float64Array, out: Float64Array): void =>
    multiplyVector(1, 3, oscillatorC, x, out);
  const g = (_t: number, lambda: Float64Array, out: Float64Array): void =>
    multiplyVector(3, 1, oscillatorB, lambda, out);
  switch (kind) {
    case 'TIR':
      return new FirstOrderLinearTIR(1, oscillatorC, oscillatorB);
    case 'R':
      return new FirstOrderLinearR(3, 1, { C: (_t, out) => out.set(oscillatorC), B: oscillatorB });
    case 'type 1':
      return new FirstOrderType1R(3, 1, { h, g });
    case 'type 2':
      return new FirstOrderType2R(3, 1, { h: (t, x, _lambda, out) => h(t, x, out), g });
    case 'nonlinear':
      return new FirstOrderNonLinearR(3, 1, {
        h: (t, x, _lambda, out) => h(t, x, out),
        g: (t, _x, lambda, out) => g(t, lambda, out),
      });
    case 'nonlinear with Jacobians':
      return new FirstOrderNonLinearR(3, 1, {
        h: (t, x, _lambda, out) => h(t, x, out),
        g: (t, _x, lambda, out) => g(t, lambda, out),
        C: (_t, _x, _lambda, out) => out.set(oscillatorC),
        D: () => undefined,
        K: () => undefined,
        B: (_t, _x, _lambda, out) => out.set(oscillatorB),
      });
  }
}

/** The Colpitts oscillator with an ideal Ebers-Moll transistor: x = (v1, v2, iL), two diodes. */
export function colpittsOscillator(T: number): NonSmoothDynamicalSystem {
  const [L, C1, C2, Rc, Re, alphaF, alphaR, Vcc, Vee] = [0.1, 2, 0.8, 10, 20, 0.99, 0.015, 10, 20];
  const A = matrix([
    [-1 / (Rc * C1), -1 / (Rc * C1), 1 / C1],
    [-1 / (Rc * C2), -(1 / Rc + 1 / Re) / C2, 1 / C2],
    [-1 / L, -1 / L, 0],
  ]);
  const b = Float64Array.of(Vcc / (Rc * C1), (Vcc / Rc - Vee / Re) / C2, Vcc / L);
  const C = matrix([
    [1, 1, 0],
    [0, 1, 0],
  ]);
  const B = matrix([
    [1 / C1, -alphaF / C1],
    [(1 - alphaR) / C2, (1 - alphaF) / C2],
    [0, 0],
  ]);
  const dynamics = new FirstOrderLinearDS(new Float64Array(3), A, { b });
  return oneSystem(T, dynamics, new FirstOrderLinearTIR(2, C, B), new ComplementarityConditionNSL(2));
}

/** The RLC circuit with a diode, period 1: x = (v, i), lambda = the diode's current, y = R lambda - v. */
export function rlcdCircuit(T: number): NonSmoothDynamicalSystem {
  const [L, C, R] = [1, 1 / (4 * Math.PI ** 2), 10];
  const dynamics = new FirstOrderLinearDS(Float64Array.of(1, 0), Float64Array.of(0, -1 / C, 1 / L, 0));
  const relation = new FirstOrderLinearTIR(1, Float64Array.of(-1, 0), Float64Array.of(-1 / C, 0), {
    D: Float64Array.of(R),
  });
  return oneSystem(T, dynamics, relation, new ComplementarityConditionNSL(1));
}

/** y = C x + D lambda, r = B lambda as a relation whose callbacks also write what depends on nothing. */
export function nonlinearForm(
  m: number,
  C: Float64Array,
  B: Float64Array,
  D: Float64Array,
): FirstOrderNonLinearR {
  const n = C.length / m;
  return new FirstOrderNonLinearR(n, m, {
    h: (_t, x, lambda, out) => {
      multiplyVector(m, n, C, x, out);
      multiplyAdd(m, m, 1, D, lambda, out);
    },
    g: (_t, _x, lambda, out) => multiplyVector(n, m, B, lambda, out),
  });
}
