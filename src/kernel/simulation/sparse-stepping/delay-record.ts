/** What a run records of itself because it comes back as inputs a delay later. */
import type { DescriptorDelay } from '../../modeling/descriptor-system.js';

export class DelayRecord {
  constructor(private readonly delays: readonly DescriptorDelay[]) {}

  get count(): number {
    return this.delays.length;
  }

  /** Time up to which all of them are known. */
  get knownUntil(): number {
    let known = Infinity;
    for (const { signal } of this.delays) known = Math.min(known, signal.knownUntil);
    return known;
  }

  /** Records their forms at w = (z | u | 0). */
  record(t: number, w: Float64Array): void {
    for (const { form, signal } of this.delays) {
      let sum = 0;
      for (let i = 0; i < form.index.length; i++) sum += form.gain[i]! * w[form.index[i]!]!;
      signal.record(t, sum);
    }
  }
}
