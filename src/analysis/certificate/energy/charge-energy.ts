/**
 * The energy that controlled voltages in series with capacitors store, as parts of junction charges
 * (`circuit/devices/semiconductors/junction-charge.ts`). With v = z + e + sum of d_k r_k, r_k = max(0, s_k (z - z_k)), s_k = +-1,
 * across a junction of charge q = C z,
 *
 *     W = integral of v dq = C (z^2 / 2 + e z + sum of s_k d_k r_k^2 / 2)
 *
 * but for a constant; the first term is counted with the other capacitors. It follows from the state alone, as they do.
 */
import type { ReducedSystem } from '../../../circuit/compiler/compiled-circuit.js';
import type { SeriesCharge, SmoothBranch } from '../../../circuit/primitives.js';

/** Returns the charge that a branch is a part of, if it is. */
export function chargeOf(branch: SmoothBranch | undefined): SeriesCharge | undefined {
  return branch?.kind === 'controlled' ? branch.charge : undefined;
}

/** Returns the sum of W - C z^2 / 2 over all charges at a point zeta = (x, lambda, u), joules. */
export function chargeEnergy(system: ReducedSystem, zeta: Float64Array): number {
  const { n, m, p, storage, storageX, storageU, branches } = system;
  let energy = 0;
  for (const branch of branches) {
    const charge = chargeOf(branch);
    if (!charge) continue;
    const k = storage.findIndex(({ branch: index }) => branches[index]?.name === charge.capacitor);
    let z = 0;
    for (let i = 0; i < n; i++) z += (storageX[k * n + i] ?? 0) * (zeta[i] ?? 0);
    for (let j = 0; j < p; j++) z += (storageU[k * p + j] ?? 0) * (zeta[n + m + j] ?? 0);
    const { excess, knots } = charge;
    let ramps = 0;
    for (const { side, voltage, z: at } of knots)
      ramps += (side * voltage * Math.max(0, side * (z - at)) ** 2) / 2;
    energy += (storage[k]?.coefficient ?? 0) * (excess * z + ramps);
  }
  return energy;
}
