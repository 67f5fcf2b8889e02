/** A certificate by samples says no more than one of every point: what a diode carries between samples is its size too. */
import { expect, it } from 'vitest';
import { netlist, run } from '../run-netlist.js';

/** Its diodes carry amperes in the dead time alone, a hundredth of a period, and where these are sampled they are about to end. */
const dualActiveBridge = netlist(`.model m1 d(Ron=.1 Roff=1e6 Vfwd=.3)
.model m2 sw(ron=10m roff=1e9 vt=0.5 vh=0)
V1 p 0 220
V2 ga 0 pulse(0 1 1e-7 1e-8 1e-8 0.00000479 0.00001)
V3 gb 0 pulse(0 1 0.0000051 1e-8 1e-8 0.00000479 0.00001)
V4 gc 0 pulse(0 1 0.000001092 1e-8 1e-8 0.00000479 0.00001)
V5 gd 0 pulse(0 1 0.000006092 1e-8 1e-8 0.00000479 0.00001)
S1 p x ga 0 m2
D1 x p m1
S2 x 0 gb 0 m2
D2 0 x m1
S3 p y gb 0 m2
D3 y p m1
S4 y 0 ga 0 m2
D4 0 y m1
S5 o u gc 0 m2
D5 u o m1
S6 u 0 gd 0 m2
D6 0 u m1
S7 o w gd 0 m2
D7 w o m1
S8 w 0 gc 0 m2
D8 0 w m1
L1 x t 0.0000068
L2 t y 0.001
L3 u w 0.0001
K1 L2 L3 0.999
C1 o 0 0.000015 ic=68
R1 o 0 22
.tran 6e-7 0.00003 uic`);

it('holds for the diodes of a dual active bridge, whichever points are checked', () => {
  const residuals = ['sampled', 'full'].map((certificate) => {
    const { certificate: found } = run(dualActiveBridge, { method: 'stepping', reltol: 1e-5, certificate });
    expect(found.missed).toEqual([]);
    return found.complementarity.value;
  });
  expect(residuals[0]).toBeLessThanOrEqual(residuals[1]!);
});
