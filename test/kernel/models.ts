/** Models written by hand against the kernel, for the tests of this room. */
import { ComplementarityConditionNSL } from '../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import {
  FirstOrderLinearDS,
  FirstOrderLinearTIDS,
  type FirstOrderLinearOptions,
} from '../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { Interaction } from '../../src/kernel/modeling/interaction.js';
import { NonSmoothDynamicalSystem } from '../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { EulerMoreauOSI } from '../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import type { Observer } from '../../src/kernel/simulation/stream.js';
import { TimeDiscretisation } from '../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../src/kernel/simulation/time-stepping/time-stepping.js';
import { matrix } from '../../src/numerics/dense/matrix.js';

/** One system x' = A x + b + B lambda, y = C x + D lambda + e with complementarity, over [0, T]. */
export function complementaritySystem(
  T: number,
  x0: readonly number[],
  A: readonly (readonly number[])[],
  relation: {
    readonly C: readonly (readonly number[])[];
    readonly B: readonly (readonly number[])[];
    readonly D?: readonly (readonly number[])[];
  },
  options: FirstOrderLinearOptions = {},
): NonSmoothDynamicalSystem {
  const system = new NonSmoothDynamicalSystem(0, T);
  const dynamics = new FirstOrderLinearDS(Float64Array.from(x0), matrix(A), options);
  system.insertDynamicalSystem(dynamics);
  const { C, B, D } = relation;
  const tir = new FirstOrderLinearTIR(C.length, matrix(C), matrix(B), D ? { D: matrix(D) } : {});
  system.link(new Interaction(new ComplementarityConditionNSL(C.length), tir), dynamics);
  return system;
}

const [L, C, R] = [1e-2, 1e-6, 1e3];

/** The LC oscillator of both bridges: x = (vL, iL). */
const oscillator = [
  [0, -1 / C],
  [1 / L, 0],
];

/** [intro] part I: x = (vL, iL), lambda = (-vDR1, -vDF2, iDF1, iDR2). */
export function bridgeSystem(T: number): NonSmoothDynamicalSystem {
  return complementaritySystem(T, [10, 0], oscillator, {
    C: [
      [0, 0],
      [0, 0],
      [-1, 0],
      [1, 0],
    ],
    B: [
      [0, 0, -1 / C, 1 / C],
      [0, 0, 0, 0],
    ],
    D: [
      [1 / R, 1 / R, -1, 0],
      [1 / R, 1 / R, 0, -1],
      [1, 0, 0, 0],
      [0, 1, 0, 0],
    ],
  });
}

/** The bridge with 300 nF across the resistor, as two systems linked by one interaction; x = (vL, iL | vCf). */
export function bridgeWithCapacitor(T: number): NonSmoothDynamicalSystem {
  const Cf = 300e-9;
  const system = new NonSmoothDynamicalSystem(0, T);
  const tank = new FirstOrderLinearTIDS(Float64Array.of(10, 0), matrix(oscillator));
  const filter = new FirstOrderLinearTIDS(Float64Array.of(0), Float64Array.of(-1 / (R * Cf)));
  system.insertDynamicalSystem(tank);
  system.insertDynamicalSystem(filter);
  // lambda = (iDR1, -vDF2, iDF1, iDR2), y = (-vDR1, iDF2, -vDF1, -vDR2); vp - vn = vCf, vn = vDF2.
  const relation = new FirstOrderLinearTIR(
    4,
    matrix([
      [0, 0, 1],
      [0, 0, 0],
      [-1, 0, 1],
      [1, 0, 0],
    ]),
    matrix([
      [0, 0, -1 / C, 1 / C],
      [0, 0, 0, 0],
      [1 / Cf, 0, 1 / Cf, 0],
    ]),
    {
      D: matrix([
        [0, -1, 0, 0],
        [1, 0, 1, -1],
        [0, -1, 0, 0],
        [0, 1, 0, 0],
      ]),
    },
  );
  system.link(new Interaction(new ComplementarityConditionNSL(4), relation), tank, filter);
  return system;
}

/** [intro] (72)-(77) with n = 1: x = (iR, vR, iL, v0), lambda = (iD1, iD3, vD2, vD4); source 1 V at 55 kHz, b(0) = 0. */
export function resonantConverter(T: number): NonSmoothDynamicalSystem {
  const [Lr, Cr, Lf, Cf, RL, omega] = [150e-6, 68e-9, 0.4e-3, 2.2e-6, 33, 2 * Math.PI * 55000];
  return complementaritySystem(
    T,
    [0, 0, 0, 0],
    [
      [0, -1 / Lr, 0, 0],
      [1 / Cr, 0, 0, 0],
      [0, 0, 0, -1 / Lf],
      [0, 0, 1 / Cf, -1 / (RL * Cf)],
    ],
    {
      C: [
        [0, -1, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 0],
        [0, 0, 1, 0],
      ],
      B: [
        [0, 0, 0, 0],
        [-1 / Cr, 1 / Cr, 0, 0],
        [0, 0, 1 / Lf, 1 / Lf],
        [0, 0, 0, 0],
      ],
      D: [
        [0, 0, 1, 0],
        [0, 0, 0, 1],
        [-1, 0, 0, 0],
        [0, -1, 0, 0],
      ],
    },
    {
      b: (t, out) => {
        out.fill(0);
        out[0] = Math.sign(Math.sin(omega * t)) / Lr;
      },
    },
  );
}

/** Time stepping with the usual discretisation. */
export function timeStepping(
  system: NonSmoothDynamicalSystem,
  h: number,
  osi = new EulerMoreauOSI(0.5, 1),
  ...rest: ConstructorParameters<typeof TimeStepping> extends [unknown, unknown, unknown, ...infer Rest]
    ? Rest
    : never
): TimeStepping {
  return new TimeStepping(system, new TimeDiscretisation(system.t0, h), osi, ...rest);
}

export interface Recorded {
  readonly t: number[];
  readonly x: number[][];
  readonly lambda: number[][];
}

/** Runs to the end and keeps every grid point, the start included. */
export function record(simulation: TimeStepping): Recorded {
  const { n, m } = simulation.system;
  const kept: Recorded = { t: [], x: [], lambda: [] };
  const x = new Float64Array(n);
  const lambda = new Float64Array(m);
  const observer: Observer = {
    needs: 'grid',
    segment: (segment) => {
      for (let k = kept.t.length === 0 ? 0 : 1; k <= segment.gridCount; k++) {
        segment.gridPoint(k, x, lambda);
        kept.t.push(segment.gridTime(k));
        kept.x.push(Array.from(x));
        kept.lambda.push(Array.from(lambda));
      }
    },
  };
  simulation.run(observer);
  return kept;
}

/** Largest difference between a recorded column and a reference, at the reference's times. */
export function worstDifference(
  recorded: Recorded,
  value: (k: number) => number,
  times: readonly number[],
  expected: readonly number[],
): number {
  const h = recorded.t[1]! - recorded.t[0]!;
  return Math.max(
    ...times.map((t, row) => Math.abs(value(Math.round((t - recorded.t[0]!) / h)) - expected[row]!)),
  );
}

/** v(a) of the bridge: the diodes make R damp both half waves. */
export function bridgeVoltage(t: number): number {
  const w = Math.sqrt(1e8 - 25e4);
  return 10 * Math.exp(-500 * t) * (Math.cos(w * t) - (500 / w) * Math.sin(w * t));
}
