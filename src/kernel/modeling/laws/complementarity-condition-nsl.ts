/**
 * Laws between y and lambda, row by row, [intro] 6.3:
 *
 *     ComplementarityConditionNSL     0 <= y  _|_  lambda >= 0                        (51)
 *     SwitchedComplementarityNSL      the same, but for the rows of switches, where a discrete state says
 *                                     which of y = 0 and lambda = 0 holds, whatever the sign of the other
 */
import { ModelError } from '../model-error.js';
import { checkLawSize, type NonSmoothLaw, type RelayPair, type SwitchGuard } from './nonsmooth-law.js';

export type { NonSmoothLaw, SwitchGuard } from './nonsmooth-law.js';

export class ComplementarityConditionNSL implements NonSmoothLaw {
  constructor(
    readonly size: number,
    readonly flowIsY: Int8Array = new Int8Array(size),
    readonly relays: readonly RelayPair[] = [],
  ) {
    checkLawSize('ComplementarityConditionNSL', size);
  }
}

export class SwitchedComplementarityNSL implements NonSmoothLaw {
  constructor(
    readonly size: number,
    readonly guards: readonly SwitchGuard[],
    readonly flowIsY: Int8Array = new Int8Array(size),
    readonly relays: readonly RelayPair[] = [],
  ) {
    checkLawSize('SwitchedComplementarityNSL', size);
    for (const { row, on, off } of guards) {
      if (!(row >= 0 && row < size)) {
        throw new ModelError(`SwitchedComplementarityNSL: a guard names row ${row} of ${size}`);
      }
      if (!(on >= off)) {
        throw new ModelError(
          `SwitchedComplementarityNSL: row ${row} switches on at ${on} but off at ${off}; on must not lie below off`,
        );
      }
    }
  }
}
