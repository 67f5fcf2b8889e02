/** The diode bridge of [intro] part I, written against the public API; x = (v(a), i(l1)). */
import {
  ComplementarityConditionNSL,
  EulerMoreauOSI,
  FirstOrderLinearTIDS,
  FirstOrderLinearTIR,
  Interaction,
  matrix,
  NonSmoothDynamicalSystem,
  TimeDiscretisation,
  TimeStepping,
} from 'nscircuit';

const [L, C, R, h] = [1e-2, 1e-6, 1e3, 1e-6];

/** The simulation over `steps` steps of 1 us with theta = 0.5, gamma = 1: the scheme of the Siconos script. */
export function bridge(steps) {
  const oscillator = new FirstOrderLinearTIDS(
    Float64Array.of(10, 0),
    matrix([
      [0, -1 / C],
      [1 / L, 0],
    ]),
  );
  const relation = new FirstOrderLinearTIR(
    4,
    matrix([
      [0, 0],
      [0, 0],
      [-1, 0],
      [1, 0],
    ]),
    matrix([
      [0, 0, -1 / C, 1 / C],
      [0, 0, 0, 0],
    ]),
    {
      D: matrix([
        [1 / R, 1 / R, -1, 0],
        [1 / R, 1 / R, 0, -1],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
      ]),
    },
  );
  const system = new NonSmoothDynamicalSystem(0, steps * h);
  system.insertDynamicalSystem(oscillator);
  system.link(new Interaction(new ComplementarityConditionNSL(4), relation), oscillator);
  return new TimeStepping(system, new TimeDiscretisation(0, h), new EulerMoreauOSI(0.5, 1));
}
