/** A run of sparse steps that cannot go on; the point it reached stays valid. */
import { formatEngineering } from '../../../../base/units.js';
import type { FailedStatus } from './newton-status.js';

export type SteppingFailureStatus =
  FailedStatus | 'chattering' | 'unsettled' | 'creeping' | 'struggling' | 'endless-logic' | 'unbounded';

export interface SteppingFailureDetail {
  /** Seconds: the last accepted time, NaN at an operating point. */
  readonly time: number;
  readonly unknowns: readonly string[];
  readonly rows: readonly string[];
  /** Elements whose laws keep changing. */
  readonly elements: readonly string[];
}

const meaning: Readonly<Record<SteppingFailureStatus, string>> = Object.freeze({
  diverged: 'Newton iterations do not converge however short the step',
  cycling: 'the active rows of the pairs keep changing',
  singular: 'the equations do not determine all unknowns',
  'not-finite': 'values are no longer finite',
  chattering: 'a control switches without end',
  unsettled: 'switches do not settle',
  'endless-logic': 'digital parts change each other without end and without delay',
  unbounded: 'the solution grows without bound, up to where it is no number,',
  creeping: 'the error that is allowed asks for steps too short to get on',
  struggling: 'Newton iterations converge only in steps too short to get on',
});

export class SteppingFailure extends Error {
  override readonly name = 'SteppingFailure';

  constructor(
    readonly status: SteppingFailureStatus,
    readonly detail: SteppingFailureDetail,
  ) {
    const { time, unknowns, rows, elements } = detail;
    const parts = [
      unknowns.length > 0 ? `unknown ${unknowns.join(', ')}` : '',
      rows.length > 0 ? `row ${rows.join(', ')}` : '',
      elements.length > 0 ? `changing: ${elements.join(', ')}` : '',
    ].filter((part) => part !== '');
    const place = Number.isNaN(time) ? 'at the operating point' : `at t = ${formatEngineering(time, 's', 9)}`;
    super(`${meaning[status]} ${place}${parts.length > 0 ? ` (${parts.join('; ')})` : ''}`);
  }
}
