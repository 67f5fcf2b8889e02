"""The first-order models in Siconos: Euler-Moreau, theta = 0.5, of the inverter chain 1; Lemke (LCP) or AVI (Relay).

Usage: python3 first-order-siconos.py MODEL STEPS [PLUGIN]
PLUGIN is the shared library compiled from first-order-sources.c: b(t) is compiled code as in Siconos' own example, no
Python runs in the loop.
Prints one line of JSON: seconds of the C++ loop alone (import and model are not timed), the final state.
"""

import json
import sys
import time

import numpy as np
import siconos.kernel as sk

MODEL, STEPS = sys.argv[1], int(sys.argv[2])


def bridge():
    L, C, R = 1e-2, 1e-6, 1e3
    dynamics = sk.FirstOrderLinearDS([10.0, 0.0], [[0.0, -1 / C], [1 / L, 0.0]])
    c = [[0, 0], [0, 0], [-1, 0], [1, 0]]
    b = [[0, 0, -1 / C, 1 / C], [0, 0, 0, 0]]
    d = [[1 / R, 1 / R, -1, 0], [1 / R, 1 / R, 0, -1], [1, 0, 0, 0], [0, 1, 0, 0]]
    return 1e-6, dynamics, c, b, d, sk.ComplementarityConditionNSL(4), sk.LCP()


def resonant_converter():
    Lr, Cr, Lf, Cf, RL = 150e-6, 68e-9, 0.4e-3, 2.2e-6, 33.0
    a = [[0, -1 / Lr, 0, 0], [1 / Cr, 0, 0, 0], [0, 0, 0, -1 / Lf], [0, 0, 1 / Cf, -1 / (RL * Cf)]]
    dynamics = sk.FirstOrderLinearDS([0.0] * 4, a)
    dynamics.setComputebFunction(sys.argv[3], "resonantSource")
    c = [[0, -1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0]]
    b = [[0, 0, 0, 0], [-1 / Cr, 1 / Cr, 0, 0], [0, 0, 1 / Lf, 1 / Lf], [0, 0, 0, 0]]
    d = [[0, 0, 1, 0], [0, 0, 0, 1], [-1, 0, 0, 0], [0, -1, 0, 0]]
    return 5e-8, dynamics, c, b, d, sk.ComplementarityConditionNSL(4), sk.LCP()


def simple_relay():
    dynamics = sk.FirstOrderLinearDS([1.0, -1.0], np.zeros((2, 2)))
    return 1e-3, dynamics, np.eye(2), 2 * np.eye(2), None, sk.RelayNSL(2), sk.Relay()


def relay_oscillator():
    xi, omega, damping, k, sigma, rho = -0.07, 10.0, 0.05, 1.0, -1.0, 1.0
    a = [
        [-(2 * xi * omega + damping), 1, 0],
        [-(2 * xi * omega * damping + omega * omega), 0, 1],
        [-damping * omega * omega, 0, 0],
    ]
    dynamics = sk.FirstOrderLinearDS([0.0, 0.5, 0.0], a)
    b = [[k], [2 * k * sigma * rho], [k * rho * rho]]
    return 1e-2, dynamics, [[1.0, 0, 0]], b, None, sk.RelayNSL(1), sk.Relay()


def multiplier():
    stages, capacitance, load, amplitude, omega = 10, 1e-6, 1e7, 100.0, 2e4 * np.pi
    source, n = 2 * stages, 2 * stages + 2
    node = np.zeros((2 * stages + 1, n))
    for k in range(1, 2 * stages + 1, 2):
        node[k, : (k + 1) // 2] = node[k, source] = 1
        node[k + 1, stages : stages + (k + 1) // 2] = 1
    ladder = np.diff(node, axis=0)
    b = ladder.T / capacitance
    b[source:] = 0
    c = (1 + 0.005 * np.arange(2 * stages))[:, None] * ladder
    a = -np.outer(node[-1], node[-1]) / (load * capacitance)
    a[source, source + 1], a[source + 1, source] = omega, -omega
    x0 = np.zeros(n)
    x0[source + 1] = amplitude
    dynamics = sk.FirstOrderLinearDS(x0, a)
    return 2e-7, dynamics, c, b, None, sk.ComplementarityConditionNSL(2 * stages), sk.LCP()


def inverter_chain():
    """netlists/inverter-chain.cir: x holds the outputs and the input, whose slope is b(t)."""
    stages, load, supply, threshold = 10, 50e-15, 1.8, 0.6
    changes = [0.09, 0.2238, 0.4666, 1.1605, 2.8863]
    breakpoints = [0, 0.1, 0.2487, 0.6185, 1.5383]
    x0 = [0 if k % 2 else supply for k in range(stages)] + [0]
    c, e = np.zeros((20 * stages, stages + 1)), np.zeros(20 * stages)
    b = np.zeros((stages + 1, 20 * stages))
    row = 0
    for k in range(stages):
        gate = k - 1 if k > 0 else stages
        for sign, gain, rail in ((1, 1.294924849e-4, 0), (-1, 3 * 4.31643e-5, supply)):
            for side in (1, -1):  # source, drain
                for change, breakpoint in zip(changes, breakpoints):
                    # y = lambda + VT + a - sign (VG - V), I = K / 2 sum +-change lambda
                    c[row, gate] = -sign
                    e[row] = threshold + breakpoint
                    if side == 1:
                        e[row] += sign * rail
                    else:
                        c[row, k] = sign
                    b[k, row] = -sign * side * gain / 2 * change / load
                    row += 1
    dynamics = sk.FirstOrderLinearDS(x0, np.zeros((stages + 1, stages + 1)))
    dynamics.setComputebFunction(sys.argv[3], "inverterSource")
    law = sk.ComplementarityConditionNSL(20 * stages)
    return 5e-11, dynamics, c, b, np.eye(20 * stages), law, sk.LCP(), e


MODELS = {
    "bridge": bridge,
    "resonant-converter": resonant_converter,
    "multiplier": multiplier,
    "simple-relay": simple_relay,
    "relay-oscillator": relay_oscillator,
    "inverter-chain": inverter_chain,
}

h, dynamics, C, B, D, law, problem, *offset = MODELS[MODEL]()
relation = sk.FirstOrderLinearTIR(np.array(C, dtype=float), np.array(B, dtype=float))
if D is not None:
    relation.setDPtr(np.array(D, dtype=float))
if offset:
    relation.setePtr(offset[0])
system = sk.NonSmoothDynamicalSystem(0.0, (STEPS + 0.5) * h)
system.insertDynamicalSystem(dynamics)
system.link(sk.Interaction(law, relation), dynamics)
simulation = sk.TimeStepping(system, sk.TimeDiscretisation(0.0, h), sk.EulerMoreauOSI(1.0 if offset else 0.5), problem)

start = time.perf_counter()
simulation.run()
seconds = time.perf_counter() - start
print(json.dumps({"seconds": seconds, "state": [float(v) for v in dynamics.x()]}))
