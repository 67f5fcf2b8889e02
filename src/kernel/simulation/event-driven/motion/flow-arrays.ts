/** The arrays over which the plain programs of a flow run (`flow-programs.ts`): the regions of its memory, and room for registers. */
import { FirstNegative } from '../../../../numerics/polynomial/first-negative.js';
import type {
  AdmissibleMemory,
  EvaluateAllMemory,
  EvaluateMemory,
  ExpandMemory,
  FireMemory,
  LocateMemory,
} from './flow-programs.gen.js';
import type { FlowMemory } from './flow-memory.js';
import { pairCount } from './motion-arrays.js';
import { maxTerms } from './series-terms.js';

export interface FlowArrays
  extends ExpandMemory, EvaluateMemory, EvaluateAllMemory, LocateMemory, FireMemory, AdmissibleMemory {
  readonly weights: Float64Array;
  readonly formValues: Float64Array;
}

export function flowArrays(memory: FlowMemory): FlowArrays {
  const size = memory.array('xi').length;
  const guards = memory.array('bounds').length;
  const pairs = pairCount(size);
  const entries = (): Float64Array => new Float64Array(2 * pairs);
  const factors = memory.array('factors');
  for (let k = 0, factorial = 1; k <= maxTerms; factorial *= ++k) factors[k] = 1 / factorial;
  const coefficients = memory.array('coefficients');
  const subdivision = new FirstNegative();
  return {
    ...{
      v: memory.pairs('v'),
      end: memory.pairs('end'),
      point: memory.pairs('point'),
      parts: memory.array('parts'),
      points: memory.pairs('points'),
      formValues: memory.array('formValues'),
      xi: memory.pairs('xi'),
    },
    ...{ least: memory.pairs('least'), floors: memory.pairs('floors'), weights: memory.pairs('weights') },
    ...{ factors, coefficients, bounds: memory.array('bounds'), scales: memory.array('scales') },
    ...{ frame: memory.array('frame'), rowLargest: memory.array('rowLargest') },
    ...{ bernstein: memory.array('bernstein'), proved: memory.array('proved') },
    ...{ w: entries(), term: entries(), reach: entries(), odd: entries(), even: entries() },
    ...{ magnitudes: entries(), magnitude: entries(), matrix: new Float64Array(2 * pairs * size) },
    ...{ bound: new Float64Array(guards), roots: new Float64Array(guards) },
    other: (at, terms, rounding, resolution) =>
      subdivision.subdivide(coefficients, terms, rounding, resolution, at),
  };
}
