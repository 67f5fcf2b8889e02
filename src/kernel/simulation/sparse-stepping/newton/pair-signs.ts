/**
 * Which pairs have the wrong sign at a point: a free one whose multiplier is below 0, a forced one whose y is. What is
 * may be rounding is told by the largest value that each has had at the end of a step, and by the largest of all of them at this
 * point: impulses of a point that was only tried measure nothing. Rows of a gain of thousands (a comparison of 1e12 v) measure
 * those of their size alone. What of that is rounding is measured (`pair-rounding.ts`).
 */
import { RandomStream } from '../../../../base/random.js';
import type { ActiveRows } from './active-rows.js';
import { floatsIn, integersIn, type WithoutRecord } from '../../../../numerics/code/number-room.js';
import type { DescriptorSystem, QuantityKinds } from '../../../modeling/descriptor-system.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import { quantityKinds } from '../descriptor/quantity-kinds.js';
import {
  followPairs,
  hasDoubts,
  readPairs,
  SIGN,
  type SignArrays,
  signTolerance,
  signLimit,
  testedBy,
} from './pair-loops.js';
import { PROBES, type RoundingArrays } from './pair-rounding.js';

/**
 * The largest part of an absolute tolerance that tells no sign; half of reltol where that is less: by reltol signs are judged, and a
 * commutation is located a little late.
 */
const SIGN_PART = 1e-3;
const JUDGED = 0.5;

export class PairSigns {
  /** At the ends of accepted steps. */
  readonly largestY: Float64Array;
  readonly largestZ: Float64Array;
  /** Writes y where the rows as they are give k. */
  readonly read: WithoutRecord<typeof readPairs>;
  /** Takes y along to a point, to which dz led; pairs stay as they are. */
  readonly follow: WithoutRecord<typeof followPairs>;
  /** What the loops over these compute with. */
  readonly arrays: SignArrays;
  /** What rounding is measured with. */
  readonly rounding: RoundingArrays;

  constructor(
    assembly: DescriptorAssembly,
    private readonly rows: ActiveRows,
    /** y of each pair. */
    y: Float64Array,
    reltol: number,
    /** Measures rounding at a point that was just solved for. */
    private readonly measure: (w: Float64Array) => void,
  ) {
    const { room, arrays } = assembly;
    this.largestY = room.floats(rows.pairCount);
    this.largestZ = room.floats(rows.pairCount);
    const { largestY, largestZ } = this;
    const { absolute, residual } = arrays;
    const kinds = kindsOf(rows, assembly.system);
    const own = {
      ...{ rows: rows.arrays, y, largestY, largestZ, absolute, residual },
      ...{
        kindY: integersIn(room, kinds.y),
        kindZ: integersIn(room, kinds.z),
        here: room.floats(kinds.count),
        rounding: room.floats(rows.pairCount),
        part: Math.min(SIGN_PART, JUDGED * reltol),
        partner: integersIn(room, partnersOf(assembly.system)),
      },
    };
    this.arrays = own;
    this.read = room.bind('readPairs', readPairs, own);
    this.follow = room.bind('followPairs', followPairs, own);
    const size = rows.pairCount > 0 ? assembly.size : 0;
    this.rounding = {
      ...{ pattern: arrays.pattern, parts: floatsIn(room, partsOf(size)) },
      ...{ terms: room.floats(size), moved: room.floats(size) },
    };
  }

  /** How far below 0 what a pair tests may be by rounding. */
  tolerance(p: number): number {
    return signTolerance(this.arrays, p);
  }

  /** Measures rounding at w, which was solved for last, if one of the values that pair p has had there is not far above 0. */
  measured(w: Float64Array, p: number, values: Float64Array): boolean {
    const limit = signLimit(this.arrays, p);
    if (!values.some((value) => value < limit)) return false;
    this.measure(w);
    return true;
  }

  /** How far the worst sign at w is from right, in parts of the largest values of its kind; 0 where all are right. */
  worst(w: Float64Array): number {
    const { rows, arrays } = this;
    if (hasDoubts(arrays, w)) this.measure(w);
    let worst = 0;
    for (let p = 0; p < rows.pairCount; p++) {
      const value = testedBy(arrays, p, w);
      if (value < -this.tolerance(p)) worst = Math.max(worst, (-value / signLimit(arrays, p)) * SIGN);
    }
    return worst;
  }
}

/** Numbers of random signs, neither of them close to 0: one a probe and row. */
function partsOf(size: number): Float64Array {
  const random = new RandomStream(1);
  return Float64Array.from({ length: PROBES * size }, () => {
    const part = random.uniform();
    return part < 0.5 ? part - 1 : part;
  });
}

/** Of each pair the other one of its relay; -1 where it is none's. */
function partnersOf({ pairs }: DescriptorSystem): number[] {
  return pairs.map(({ relay }, p) => (relay === 'lower' ? p + 1 : relay === 'upper' ? p - 1 : -1));
}

/** Numbers what y and z of pairs are, by their quantities and sizes: impossible volts do not make amperes rounding. */
function kindsOf(
  { pairCount, row, unknown }: ActiveRows,
  system: DescriptorSystem,
): { readonly y: number[]; readonly z: number[]; readonly count: number } {
  const kinds = quantityKinds(system);
  const sizes = sizesOf(row, system, kinds);
  const numbers = new Map<string, number>();
  const numberOf = (kind: string): number => {
    const known = numbers.get(kind) ?? numbers.size;
    numbers.set(kind, known);
    return known;
  };
  const pairs = Array.from({ length: pairCount }, (_, p) => p);
  const y = pairs.map((p) => numberOf(`y ${kinds.row[row[p]!]!} ${sizes.row[row[p]!]!}`));
  const z = pairs.map((p) => numberOf(`z ${kinds.unknown[unknown[p]!]!} ${sizes.unknown[unknown[p]!]!}`));
  return { y, z, count: numbers.size };
}

/** In thousands, as powers: the largest gain of a pair's row by unknowns of its own quantity, 0 up to 1000; and what that makes of unknowns. */
function sizesOf(
  pairRows: Int32Array,
  { size, K }: DescriptorSystem,
  kinds: QuantityKinds,
): { readonly row: Int32Array; readonly unknown: Int32Array } {
  const isPair = new Uint8Array(size);
  for (const row of pairRows) isPair[row] = 1;
  const gain = new Float64Array(size);
  for (let k = 0; k < K.length; k++) {
    const [row, col] = [K.row[k]!, K.col[k]!];
    if (isPair[row] === 1 && kinds.unknown[col] === kinds.row[row])
      gain[row] = Math.max(gain[row]!, Math.abs(K.value[k]!));
  }
  const thousands = (factor: number): number => Math.max(0, Math.floor(Math.log10(factor) / 3));
  const rows = Int32Array.from(gain, (factor) => (factor > 0 ? thousands(factor) : 0));
  const unknowns = new Int32Array(size);
  for (let k = 0; k < K.length; k++) {
    const [row, col, value] = [K.row[k]!, K.col[k]!, Math.abs(K.value[k]!)];
    if (rows[row]! > 0 && value > 0) unknowns[col] = Math.max(unknowns[col]!, thousands(gain[row]! / value));
  }
  return { row: rows, unknown: unknowns };
}
