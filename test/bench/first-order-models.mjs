/**
 * The first-order models of the kernel's benchmarks, written by hand; `first-order-siconos.py` has the same with
 * the same step and scheme: theta = 0.5, gamma = 1, b sampled as theta b_k+1 + (1 - theta) b_k.
 */
import {
  ComplementarityConditionNSL,
  EulerMoreauOSI,
  FirstOrderLinearDS,
  FirstOrderLinearTIR,
  Interaction,
  LinearInput,
  matrix,
  NonSmoothDynamicalSystem,
  RelayNSL,
  TimeDiscretisation,
  TimeStepping,
} from 'nscircuit';

/** The diode bridge of [intro] part I: x = (vL, iL), lambda = (-vDR1, -vDF2, iDF1, iDR2). */
function bridge() {
  const [L, C, R] = [1e-2, 1e-6, 1e3];
  const A = [
    [0, -1 / C],
    [1 / L, 0],
  ];
  return {
    h: 1e-6,
    dynamics: new FirstOrderLinearDS(Float64Array.of(10, 0), matrix(A)),
    law: new ComplementarityConditionNSL(4),
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
  };
}

/** The parallel resonant converter, [intro] (72)-(77), n = 1: a callback makes 1 V at 55 kHz; x = (iR, vR, iL, v0). */
function resonantConverter() {
  const [Lr, Cr, Lf, Cf, RL, omega] = [150e-6, 68e-9, 0.4e-3, 2.2e-6, 33, 2 * Math.PI * 55000];
  const A = [
    [0, -1 / Lr, 0, 0],
    [1 / Cr, 0, 0, 0],
    [0, 0, 0, -1 / Lf],
    [0, 0, 1 / Cf, -1 / (RL * Cf)],
  ];
  const source = LinearInput.callback(1, (t, out) => {
    const sine = Math.sin(omega * t);
    out[0] = sine > 0 ? 1 : sine < 0 ? -1 : 0;
  });
  const b = new LinearInput(source.signals, Float64Array.of(1 / Lr, 0, 0, 0));
  return {
    h: 5e-8,
    dynamics: new FirstOrderLinearDS(new Float64Array(4), matrix(A), { b }),
    law: new ComplementarityConditionNSL(4),
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
  };
}

/** x' = 2 lambda, y = x, two relays: from (1, -1) to 0 at t = 1/2, where it slides. */
function simpleRelay() {
  const [C, B] = [1, 2].map((gain) => [
    [gain, 0],
    [0, gain],
  ]);
  return {
    h: 1e-3,
    dynamics: new FirstOrderLinearDS(Float64Array.of(1, -1), new Float64Array(4)),
    law: new RelayNSL(2),
    C,
    B,
  };
}

/** The relay oscillator with sliding of di Bernardo, Johansson and Vasca. */
function relayOscillator() {
  const [xi, omega, damping, k, sigma, rho] = [-0.07, 10, 0.05, 1, -1, 1];
  const A = [
    [-(2 * xi * omega + damping), 1, 0],
    [-(2 * xi * omega * damping + omega * omega), 0, 1],
    [-damping * omega * omega, 0, 0],
  ];
  return {
    h: 1e-2,
    dynamics: new FirstOrderLinearDS(Float64Array.of(0, 0.5, 0), matrix(A)),
    law: new RelayNSL(1),
    C: [[1, 0, 0]],
    B: [[k], [2 * k * sigma * rho], [k * rho * rho]],
  };
}

/**
 * The Cockcroft-Walton multiplier of `cockcroft.cir`, 10 stages: its diodes are a ladder 0, a1, b1, a2, ... b10, their
 * currents lambda, their blocking voltages y. x = (voltages of CA1 .. CA10, CB1 .. CB10, the source and its quadrature):
 * the source is the oscillator s' = omega c, c' = -omega s. The diodes are a tree over the capacitors, so each step's LCP
 * has one solution. At rest its q repeats one number, a tie on which Siconos' Lemke ends without an answer: y_i has a unit
 * of its own, 1 / (1 + i / 200) volts, which leaves x and lambda as they are.
 */
function multiplier() {
  const [stages, capacitance, load, amplitude, omega] = [10, 1e-6, 1e7, 100, 2 * Math.PI * 1e4];
  const [source, n] = [2 * stages, 2 * stages + 2];
  /** Voltage of the ladder's node k as a row over x. */
  const node = (k) => {
    const [first, count] = k % 2 === 1 ? [0, (k + 1) / 2] : [stages, k / 2];
    return Array.from({ length: n }, (_, j) =>
      (j >= first && j < first + count) || (k % 2 === 1 && j === source) ? 1 : 0,
    );
  };
  const ladder = Array.from({ length: 2 * stages }, (_, i) =>
    node(i + 1).map((entry, j) => entry - node(i)[j]),
  );
  const B = Array.from({ length: n }, (_, j) => ladder.map((row) => (j < source ? row[j] / capacitance : 0)));
  const C = ladder.map((row, i) => row.map((entry) => (1 + 0.005 * i) * entry));
  // The load draws from all capacitors of the output's column.
  const A = node(2 * stages).map((inColumn) =>
    node(2 * stages).map((entry) => (inColumn * entry === 1 ? -1 / (load * capacitance) : 0)),
  );
  A[source][source + 1] = omega;
  A[source + 1][source] = -omega;
  const x0 = new Float64Array(n);
  x0[source + 1] = amplitude;
  return {
    h: 2e-7,
    dynamics: new FirstOrderLinearDS(x0, matrix(A)),
    law: new ComplementarityConditionNSL(2 * stages),
    C,
    B,
  };
}

const models = {
  bridge,
  'resonant-converter': resonantConverter,
  multiplier,
  'simple-relay': simpleRelay,
  'relay-oscillator': relayOscillator,
};

/** The simulation of a model over `steps` steps. */
export function simulation(name, steps) {
  const { h, dynamics, law, C, B, D } = models[name]();
  const relation = new FirstOrderLinearTIR(C.length, matrix(C), matrix(B), D ? { D: matrix(D) } : {});
  const system = new NonSmoothDynamicalSystem(0, steps * h);
  system.insertDynamicalSystem(dynamics);
  system.link(new Interaction(law, relation), dynamics);
  const osi = new EulerMoreauOSI(0.5, 1, { source: 'sample' });
  return new TimeStepping(system, new TimeDiscretisation(0, h), osi);
}
