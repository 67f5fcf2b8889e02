/**
 * Times Moreau-Jean steps of a mechanical model, theta = 0.5: CPU seconds of STEPS steps after SKIP of them, taken by one
 * `run` where none is skipped, else one by one; in the second run of one process, compiled.
 *
 * Usage: node mechanics-run.mjs MODEL SKIP STEPS
 * Prints one line of JSON: seconds of the first run, of the second (`warm`), the final positions.
 */
import {
  Interaction,
  LagrangianLinearTIDS,
  LagrangianLinearTIR,
  MoreauJeanOSI,
  NewtonImpactFrictionNSL,
  NewtonImpactNSL,
  NonSmoothDynamicalSystem,
  TimeDiscretisation,
  TimeStepping,
} from '../../dist/index.js';

const gravity = 9.81;
const [name, skip, steps] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
/** A model's last time, s. */
const until = (h) => (skip + steps) * h;
const one = (value) => Float64Array.of(value);

function mass(q0) {
  return new LagrangianLinearTIDS(one(q0), one(0), one(1), { FExt: one(-gravity) });
}

function ball() {
  const h = 5e-3;
  const model = new NonSmoothDynamicalSystem(0, until(h));
  const system = mass(1);
  model.insertDynamicalSystem(system);
  model.link(new Interaction(new NewtonImpactNSL(0.9), new LagrangianLinearTIR(1, one(1))), system);
  return { model, h };
}

function beads(count, radius, first, pitch, e) {
  const h = 5e-4;
  const model = new NonSmoothDynamicalSystem(0, until(h));
  const systems = Array.from({ length: count }, (_, i) => mass(first + pitch * i));
  for (const system of systems) model.insertDynamicalSystem(system);
  const law = new NewtonImpactNSL(e);
  model.link(new Interaction(law, new LagrangianLinearTIR(1, one(1), { e: one(-radius) })), systems[0]);
  for (let i = 1; i < count; i++) {
    const options = { e: one(-2 * radius), coordinates: [1, 1] };
    const relation = new LagrangianLinearTIR(1, Float64Array.of(-1, 1), options);
    model.link(new Interaction(law, relation), systems[i - 1], systems[i]);
  }
  return { model, h };
}

function woodpecker() {
  const [rO, rM, hM, lM, lG, hS, lS] = [0.0025, 0.0031, 0.0058, 0.01, 0.015, 0.02, 0.0201];
  const [mM, mS, jM, jS, c] = [3e-4, 4.5e-3, 5e-9, 7e-7, 0.0056];
  const coupled = mS * lM * lG;
  const M = Float64Array.of(
    ...[mS + mM, mS * lM, mS * lG],
    ...[mS * lM, jM + mS * lM ** 2, coupled],
    ...[mS * lG, coupled, jS + mS * lG ** 2],
  );
  const K = Float64Array.of(0, 0, 0, 0, c, -c, 0, -c, c);
  const FExt = Float64Array.of(mS + mM, mS * lM, mS * lG).map((value) => -gravity * value);
  const q0 = Float64Array.of(0, -0.1036, -0.2788);
  const system = new LagrangianLinearTIDS(q0, Float64Array.of(-0.3411, 4.8572e-15, -7.4583), M, { K, FExt });
  const h = 2e-5;
  const model = new NonSmoothDynamicalSystem(0, until(h));
  model.insertDynamicalSystem(system);
  for (const [H, b, e] of [
    [[0, 0, -hS, 1, lM, lG - lS], lM + lG - lS - rO, 0.5],
    [[0, hM, 0, 1, rM, 0], rM - rO, 0],
    [[0, -hM, 0, 1, rM, 0], rM - rO, 0],
  ]) {
    const relation = new LagrangianLinearTIR(2, Float64Array.from(H), { e: Float64Array.of(b, 0) });
    model.link(new Interaction(new NewtonImpactFrictionNSL(e, 0, 0.3, 2), relation), system);
  }
  return { model, h };
}

const models = {
  ball,
  woodpecker,
  beads100: () => beads(100, 0.1, 1, 0.25, 0.9),
  // Radius 1/8 m: gaps of touching beads are zero without rounding; e = 0: forecasts do not hang on it.
  beads1000: () => beads(1000, 0.125, 0.125, 0.25, 0),
};
const seconds = [];
let state = [];
for (let round = 0; round < 2; round++) {
  const { model, h } = models[name]();
  const run = new TimeStepping(model, new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5));
  const take = (count) => {
    for (let k = 0; k < count; k++) {
      run.computeOneStep();
      run.nextStep();
    }
  };
  take(skip);
  const start = process.cpuUsage();
  if (skip === 0) run.run();
  else take(steps);
  const { user, system } = process.cpuUsage(start);
  seconds.push((user + system) / 1e6);
  state = model.systems.flatMap(({ n }, i) => Array.from(run.x.subarray(i * n, i * n + n / 2)));
}
console.log(JSON.stringify({ seconds: seconds[0], warm: seconds[1], state }));
