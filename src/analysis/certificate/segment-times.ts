/** Times of a segment at which a switch may stand on either side of its event, and one at which it does not. */
import type { Segment } from '../../kernel/simulation/stream.js';

/** Whether a time is an end of the segment but for what times of events are known to, `evtol` seconds. */
export function isNearEnd({ t0, t1 }: Pick<Segment, 't0' | 't1'>, t: number, evtol: number): boolean {
  return t - t0 <= 2 * evtol || t1 - t <= 2 * evtol;
}

/** The middle of a segment, seconds; NaN where no double lies between its ends. */
export function middleOf({ t0, t1 }: Pick<Segment, 't0' | 't1'>): number {
  const middle = t0 + (t1 - t0) / 2;
  return middle > t0 && middle < t1 ? middle : NaN;
}
