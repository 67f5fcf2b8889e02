/** Mechanical models of [intro] 10 and [notes] 14, written by hand against the kernel. */
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LagrangianLinearTIDS } from '../../../src/kernel/modeling/systems/lagrangian-linear-tids.js';
import { LagrangianLinearTIR } from '../../../src/kernel/modeling/relations/lagrangian-linear-tir.js';
import {
  NewtonImpactFrictionNSL,
  NewtonImpactNSL,
} from '../../../src/kernel/modeling/laws/newton-impact-nsl.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { camProfile } from './cam.js';

export const gravity = 9.81;

export function ball(T: number, e = 0.9, q0 = 1): NonSmoothDynamicalSystem {
  const model = new NonSmoothDynamicalSystem(0, T);
  const system = new LagrangianLinearTIDS(Float64Array.of(q0), Float64Array.of(0), Float64Array.of(1), {
    FExt: Float64Array.of(-gravity),
  });
  model.insertDynamicalSystem(system);
  model.link(new Interaction(new NewtonImpactNSL(e), new LagrangianLinearTIR(1, Float64Array.of(1))), system);
  return model;
}

/** A column of beads of 1 kg and radius 0.1 m above a floor, the lowest at `first` and the others `pitch` apart. */
export function beads(count: number, T: number, pitch = 0.25, first = 1, e = 0.9): NonSmoothDynamicalSystem {
  const R = 0.1;
  const model = new NonSmoothDynamicalSystem(0, T);
  const systems = Array.from(
    { length: count },
    (_, i) =>
      new LagrangianLinearTIDS(Float64Array.of(first + pitch * i), Float64Array.of(0), Float64Array.of(1), {
        FExt: Float64Array.of(-gravity),
      }),
  );
  for (const system of systems) model.insertDynamicalSystem(system);
  const floor = new LagrangianLinearTIR(1, Float64Array.of(1), { e: Float64Array.of(-R) });
  model.link(new Interaction(new NewtonImpactNSL(e), floor), systems[0]!);
  for (let i = 1; i < count; i++) {
    const relation = new LagrangianLinearTIR(1, Float64Array.of(-1, 1), {
      e: Float64Array.of(-2 * R),
      coordinates: [1, 1],
    });
    model.link(new Interaction(new NewtonImpactNSL(e), relation), systems[i - 1]!, systems[i]!);
  }
  return model;
}

/** The woodpecker toy: q = (y, phi_M, phi_S). */
export function woodpecker(T: number): NonSmoothDynamicalSystem {
  const [rO, rM, hM, lM, lG, hS, lS] = [0.0025, 0.0031, 0.0058, 0.01, 0.015, 0.02, 0.0201];
  const [mM, mS, JM, JS, stiffness] = [3e-4, 4.5e-3, 5e-9, 7e-7, 0.0056];
  const M = matrix([
    [mS + mM, mS * lM, mS * lG],
    [mS * lM, JM + mS * lM * lM, mS * lM * lG],
    [mS * lG, mS * lM * lG, JS + mS * lG * lG],
  ]);
  const K = matrix([
    [0, 0, 0],
    [0, stiffness, -stiffness],
    [0, -stiffness, stiffness],
  ]);
  const FExt = Float64Array.of(mS + mM, mS * lM, mS * lG).map((value) => -gravity * value);
  const q0 = Float64Array.of(0, -0.1036, -0.2788);
  const v0 = Float64Array.of(-0.3411, 4.8572e-15, -7.4583);
  const system = new LagrangianLinearTIDS(q0, v0, M, { K, FExt });
  const model = new NonSmoothDynamicalSystem(0, T);
  model.insertDynamicalSystem(system);
  const contacts = [
    { H: [0, 0, -hS, 1, lM, lG - lS], b: lM + lG - lS - rO, e: 0.5 },
    { H: [0, hM, 0, 1, rM, 0], b: rM - rO, e: 0 },
    { H: [0, -hM, 0, 1, rM, 0], b: rM - rO, e: 0 },
  ];
  for (const { H, b, e } of contacts) {
    const relation = new LagrangianLinearTIR(2, Float64Array.from(H), { e: Float64Array.of(b, 0) });
    model.link(new Interaction(new NewtonImpactFrictionNSL(e, 0, 0.3, 2), relation), system);
  }
  return model;
}

/** The cam follower, in the coordinate of its distance from the cam. */
export function camFollower(rpm: number, T: number, q0 = 0.4, v0 = 0.4): NonSmoothDynamicalSystem {
  const [mass, stiffness] = [1.221, 1430.8];
  const system = new LagrangianLinearTIDS(Float64Array.of(q0), Float64Array.of(v0), Float64Array.of(mass), {
    K: Float64Array.of(stiffness),
    FExt: (t, out) => {
      const { c, acceleration } = camProfile(rpm, t);
      out[0] = -(mass * acceleration + stiffness * c);
    },
  });
  const model = new NonSmoothDynamicalSystem(0, T);
  model.insertDynamicalSystem(system);
  model.link(
    new Interaction(new NewtonImpactNSL(0.8), new LagrangianLinearTIR(1, Float64Array.of(1))),
    system,
  );
  return model;
}
