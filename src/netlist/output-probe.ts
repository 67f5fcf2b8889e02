/** Finds what expressions that are written or measured name: also what devices tell of themselves (`device-quantities.ts`). */
import type { ProbeResolver } from '../expression/substitute.js';
import type { Session } from './session.js';

export function outputProbe(session: Session): ProbeResolver {
  return (probe) => session.resolveProbe(probe, session.frame, undefined, 'output');
}
