"""The diode bridge in Siconos: Euler-Moreau, theta = 0.5, h = 1 us, LCP with Lemke.

Usage: python3 bridge-siconos.py STEPS
Prints one line of JSON: seconds of the C++ loop alone (import and model are not timed), the final state.
"""

import json
import sys
import time

import siconos.kernel as sk

STEPS = int(sys.argv[1])
L, C, R, H = 1e-2, 1e-6, 1e3, 1e-6

dynamics = sk.FirstOrderLinearDS([10.0, 0.0], [[0.0, -1 / C], [1 / L, 0.0]])
relation = sk.FirstOrderLinearTIR(
    [[0.0, 0.0], [0.0, 0.0], [-1.0, 0.0], [1.0, 0.0]],
    [[0.0, 0.0, -1 / C, 1 / C], [0.0, 0.0, 0.0, 0.0]],
)
relation.setDPtr(
    [[1 / R, 1 / R, -1.0, 0.0], [1 / R, 1 / R, 0.0, -1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]
)
system = sk.NonSmoothDynamicalSystem(0.0, (STEPS + 0.5) * H)
system.insertDynamicalSystem(dynamics)
system.link(sk.Interaction(sk.ComplementarityConditionNSL(4), relation), dynamics)
simulation = sk.TimeStepping(system, sk.TimeDiscretisation(0.0, H), sk.EulerMoreauOSI(0.5), sk.LCP())

start = time.perf_counter()
simulation.run()
seconds = time.perf_counter() - start
print(json.dumps({"seconds": seconds, "state": [float(v) for v in dynamics.x()]}))
