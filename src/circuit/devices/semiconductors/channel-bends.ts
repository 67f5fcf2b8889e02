/**
 * The bends of a transistor's channel in its circuit: how far its square has to be good follows from the current that what
 * hangs at drain and source can carry for long (`channel.ts`), and is noted with the error that remains.
 */
import { formatEngineering } from '../../../base/units.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { noteOnce } from '../../diagnose.js';
import type { EmissionContext } from '../../device.js';
import { type Channel, seedBends, squareBends } from './channel.js';
import { modelValues } from '../parts/element-parts.js';

interface ChannelPlace {
  /** A/V^2. */
  readonly k: number;
  /** Nodes of the element. */
  readonly drain: string;
  readonly source: string;
}

/** Part of the range below which no limit counts: a channel at a current source of 0 A. */
const minLimit = 1e-3;

/** Returns the bends of x^2 that the options ask for, and what they are good for. */
export function channelBends(
  element: FlatElement,
  { k, drain, source }: ChannelPlace,
  context: EmissionContext,
): Pick<Channel, 'bends' | 'use'> {
  const { options, supply, currentInto, diagnostics } = context;
  if (options.mos === 'seed') return { bends: seedBends };
  const given = modelValues(element);
  const current = Math.min(
    currentInto(drain, element),
    currentInto(source, element),
    supply / given('rd', 0),
    supply / given('rs', 0),
  );
  const limit = Math.min(supply, Math.max(minLimit * supply, Math.sqrt(current / k)));
  const use = { range: supply, limit, tolerance: options.mostol };
  const bends = squareBends(use);
  const error = formatEngineering(options.mostol * supply, 'V');
  const { model, span } = element;
  noteOnce(
    diagnostics,
    'channel-fit',
    `transistor model ${model?.name ?? ''}: channels are piecewise linear, within ${error} at the gate and across what limits their current`,
    model?.span ?? span,
  );
  return { bends, use };
}
