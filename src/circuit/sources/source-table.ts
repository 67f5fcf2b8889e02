/** The table of source functions, and the signal of an independent source. */
import type { ClosedFormSignal } from './closed-form-signal.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { EmissionContext } from '../device.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import { am } from './am.js';
import { exp } from './exp.js';
import { pat } from './pat.js';
import { pulse } from './pulse.js';
import { pwl, pwlSignal } from './pwl.js';
import { sffm } from './sffm.js';
import { sin } from './sin.js';
import { trnoise } from './trnoise.js';
import { trrandom } from './trrandom.js';
import type { SourceFunction } from './source-function.js';

/** Seconds in which LTspice's `startup` brings sources to their values. */
const startupTime = 20e-6;

export const sourceFunctions: readonly SourceFunction[] = Object.freeze([
  sin,
  pulse,
  pwl,
  exp,
  sffm,
  am,
  pat,
  trnoise,
  trrandom,
]);

/**
 * Returns the signal of a V or I card: the one that is swept in its place, else its function when there is one, else its DC
 * value, else 0. With `context.sources = "dc"` (all analyses but transients) a written DC value wins, as in SPICE; without one
 * it is what the function was before t = 0. With "startup" (LTspice) a constant one is off before t = 0 and rises in a straight line.
 */
export function sourceSignal(element: FlatElement, context: EmissionContext): ClosedFormSignal {
  const own = ownSignal(element, context);
  return context.swept?.get(element.name)?.inPlaceOf(own.value(0)) ?? own;
}

function ownSignal({ name, waveform, dc }: FlatElement, context: EmissionContext): ClosedFormSignal {
  if (waveform === undefined || (context.sources === 'dc' && dc !== undefined)) {
    const value = dc ?? 0;
    const rises = context.sources === 'startup' && value !== 0;
    return rises ? pwlSignal([0, startupTime], [0, value]) : constantSignal(value);
  }
  const known = sourceFunctions.find(({ syntax }) => syntax.name === waveform.name);
  if (known === undefined) {
    const names = sourceFunctions.map(({ syntax }) => syntax.name.toUpperCase()).join(', ');
    context.diagnostics.error(
      'unknown-source-function',
      `${name} has the unknown source function ${waveform.name.toUpperCase()}`,
      waveform.span,
      { hint: `use one of ${names}` },
    );
    return constantSignal(0);
  }
  const signal = known.signal(waveform, context) ?? constantSignal(0);
  return context.sources === 'dc' ? constantSignal(signal.valueLeft(0)) : signal;
}
