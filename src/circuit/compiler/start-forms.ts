/**
 * The consistent states after a jump from any values s = M1 w- of the storage rows: one backward-Euler step over h -> 0,
 *
 *     x = (s + A1 w^) of the kept rows,      w^ = sum_k impulse_k (mu_k F2 u - nu_k s)
 *
 * with the equations of jumps of the shuffle. Charge and flux are conserved, and an impulse moves what it flows through and
 * nothing else: a capacitor that an ideal amplifier drives takes its charge from the amplifier, whatever the amplifier
 * reads stays. Without controlled sources it is the projection in the energy norm. Cost O(n N d), d equations.
 */
import { DoubleDoubleSum, slicedWide } from '../../numerics/dense/double-double.js';
import { wideFromTriplets } from '../../numerics/sparse/sparse-matrix.js';
import type { Descriptor, StartForms } from './compiled-circuit.js';
import { addEntry } from './dense-rows.js';
import type { Recovery } from './recovery.js';
import type { ShuffledSystem } from './shuffle.js';

/** Sums of this part of their terms are rounding. */
const cancelled = 1e-14;

export function startForms(
  { storage, A }: Descriptor,
  { kept, jumps }: ShuffledSystem,
  { n, p, size, impulses }: Recovery,
): StartForms {
  const count = storage.length;
  const forms = { storage: new Float64Array(n * count), inputs: new Float64Array(n * p) };
  kept.forEach((k, i) => (forms.storage[i * count + k] = 1));
  if (jumps.length === 0) return forms;
  const wide = wideFromTriplets(size, size, A);
  const sum = new DoubleDoubleSum();
  kept.forEach((k, i) => {
    const row = slicedWide(wide, (storage[k]?.row ?? 0) * size, size);
    jumps.forEach(({ storage: nu, inputs }, jump) => {
      sum.clear();
      for (let j = 0; j < size; j++) {
        const at = j * jumps.length + jump;
        sum.addProduct(
          row.hi[j] as number,
          row.lo[j] as number,
          impulses.hi[at] as number,
          impulses.lo[at] as number,
        );
      }
      if (Math.abs(sum.hi) <= cancelled * sum.terms) return;
      for (let l = 0; l < count; l++) addEntry(forms.storage, count, i, l, -sum.hi * (nu[l] as number));
      for (const [input, factor] of inputs) addEntry(forms.inputs, p, i, input, sum.hi * factor);
    });
  });
  return forms;
}
