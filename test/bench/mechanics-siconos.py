"""Mechanical models in Siconos: Moreau-Jean, theta = 0.5, its default solvers (Lemke, NSGS in the plane).

Usage: python3 mechanics-siconos.py MODEL SKIP STEPS
Prints one line of JSON: CPU seconds of the C++ loop over STEPS steps after SKIP of them, the final positions.
"""

import json
import sys
import time

import numpy as np
import siconos.kernel as sk

MODEL, SKIP, STEPS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
GRAVITY = 9.81


def mass(q, v, m=((1.0,),), force=(-GRAVITY,)):
    system = sk.LagrangianLinearTIDS(q, v, np.array(m))
    system.setFExtPtr(list(force))
    return system


def ball():
    model = sk.NonSmoothDynamicalSystem(0, 1e9)
    system = mass([1.0], [0.0])
    model.insertDynamicalSystem(system)
    model.link(sk.Interaction(sk.NewtonImpactNSL(0.9), sk.LagrangianLinearTIR([[1.0]], [0.0])), system)
    return model, [system], 5e-3, sk.LCP()


def beads(count, radius, first, pitch, e):
    model = sk.NonSmoothDynamicalSystem(0, 1e9)
    systems = [mass([first + pitch * i], [0.0]) for i in range(count)]
    for system in systems:
        model.insertDynamicalSystem(system)
    law = sk.NewtonImpactNSL(e)
    model.link(sk.Interaction(law, sk.LagrangianLinearTIR([[1.0]], [-radius])), systems[0])
    for below, above in zip(systems, systems[1:]):
        relation = sk.LagrangianLinearTIR([[-1.0, 1.0]], [-2 * radius])
        model.link(sk.Interaction(law, relation), below, above)
    return model, systems, 5e-4, sk.LCP()


def woodpecker():
    r_o, r_m, h_m, l_m, l_g, h_s, l_s = 0.0025, 0.0031, 0.0058, 0.01, 0.015, 0.02, 0.0201
    m_m, m_s, j_m, j_s, c = 3e-4, 4.5e-3, 5e-9, 7e-7, 0.0056
    m = [
        [m_s + m_m, m_s * l_m, m_s * l_g],
        [m_s * l_m, j_m + m_s * l_m**2, m_s * l_m * l_g],
        [m_s * l_g, m_s * l_m * l_g, j_s + m_s * l_g**2],
    ]
    force = -GRAVITY * np.array([m_s + m_m, m_s * l_m, m_s * l_g])
    system = mass([0, -0.1036, -0.2788], [-0.3411, 4.8572e-15, -7.4583], m, force)
    system.setKPtr(np.array([[0, 0, 0], [0, c, -c], [0, -c, c]]))
    model = sk.NonSmoothDynamicalSystem(0, 1e9)
    model.insertDynamicalSystem(system)
    contacts = [
        ([[0, 0, -h_s], [1, l_m, l_g - l_s]], l_m + l_g - l_s - r_o, 0.5),
        ([[0, h_m, 0], [1, r_m, 0]], r_m - r_o, 0.0),
        ([[0, -h_m, 0], [1, r_m, 0]], r_m - r_o, 0.0),
    ]
    for h, b, e in contacts:
        law = sk.NewtonImpactFrictionNSL(e, 0.0, 0.3, 2)
        model.link(sk.Interaction(law, sk.LagrangianLinearTIR(np.array(h, dtype=float), [b, 0.0])), system)
    return model, [system], 2e-5, sk.FrictionContact(2)


models = {
    "ball": ball,
    "woodpecker": woodpecker,
    "beads100": lambda: beads(100, 0.1, 1.0, 0.25, 0.9),
    # Radius 1/8 m: gaps of touching beads are zero without rounding; e = 0: forecasts do not hang on it.
    "beads1000": lambda: beads(1000, 0.125, 0.125, 0.25, 0.0),
}
model, systems, h, problem = models[MODEL]()
simulation = sk.TimeStepping(model, sk.TimeDiscretisation(0.0, h), sk.MoreauJeanOSI(0.5), problem)
for _ in range(SKIP):
    simulation.computeOneStep()
    simulation.nextStep()
start = time.process_time()
for _ in range(STEPS):
    simulation.computeOneStep()
    simulation.nextStep()
seconds = time.process_time() - start
print(json.dumps({"seconds": seconds, "state": [float(x) for s in systems for x in s.q()]}))
