/**
 * A monotone multivalued piecewise-linear graph between s = -y and lambda in every row, [intro] 6.3, Fig. 8:
 * saturation, relay, relay with dead zone, and any other. Each segment along which lambda grows becomes one
 * box (numerics/relay/piecewise-linear.ts), segments of constant lambda none; monotonicity is kept.
 */
import {
  deadZoneRelayLaw,
  lawRamps,
  saturationLaw,
  type LawRamps,
  type PiecewiseLinearLaw,
} from '../../../numerics/relay/piecewise-linear.js';
import { ModelError } from '../model-error.js';
import { checkLawSize, type BoxRows, type NonSmoothLaw } from './nonsmooth-law.js';

export type { PiecewiseLinearLaw } from '../../../numerics/relay/piecewise-linear.js';

export class PiecewiseLinearNSL implements NonSmoothLaw {
  readonly size: number;
  readonly boxes: BoxRows;

  /** Takes one graph (s = -y, lambda) a row; throws `ModelError` where one is not monotone. */
  constructor(readonly graphs: readonly PiecewiseLinearLaw[]) {
    this.size = graphs.length;
    const parts = graphs.map(rampsOf);
    const ramps = parts.flatMap((part, row) => part.ramps.map((ramp) => ({ row, ...ramp })));
    this.boxes = {
      row: Int32Array.from(ramps, ({ row }) => row),
      lower: Float64Array.from(ramps, ({ lb }) => lb),
      upper: Float64Array.from(ramps, ({ ub }) => ub),
      shift: Float64Array.from(ramps, ({ s }) => s),
      slope: Float64Array.from(ramps, ({ rho }) => rho),
      offset: Float64Array.from(parts, ({ constant }) => constant),
    };
  }

  /** lambda = -gain y between -bound and bound, constant beyond. */
  static saturation(size: number, bound = 1, gain = 1): PiecewiseLinearNSL {
    return repeat(size, saturationLaw(-bound, bound, -bound / gain, bound / gain));
  }

  /** A relay of +-bound that rests at lambda = 0 while |y| < zone. */
  static relayWithDeadZone(size: number, zone: number, bound = 1): PiecewiseLinearNSL {
    return repeat(size, deadZoneRelayLaw(-bound, bound, -zone, zone));
  }
}

function repeat(size: number, graph: PiecewiseLinearLaw): PiecewiseLinearNSL {
  checkLawSize('PiecewiseLinearNSL', size);
  return new PiecewiseLinearNSL(new Array<PiecewiseLinearLaw>(size).fill(graph));
}

function rampsOf(graph: PiecewiseLinearLaw, row: number): LawRamps {
  try {
    return lawRamps(graph);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ModelError(`PiecewiseLinearNSL: row ${row}: ${error.message}; s is -y`, {
      cause: error,
    });
  }
}
