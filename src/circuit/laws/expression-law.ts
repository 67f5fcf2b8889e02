/**
 * A law that is written down: it adds -f(a) to one row, a_k = sum g v being sums of what it reads. f and its slopes by a_k are one tape
 * (`expression/tape.ts`), which stands among the parameters of the instance:
 *
 *     arguments, constants, operations | register of f | where vertical points begin, and how many | of each argument its terms, the
 *     register of its slope, and place and gain of each term | constants | operations | of each vertical point its terms, whether it has
 *     one side, up to where f is straight, the constant, and place and gain of each term
 *
 * Where Newton's method crosses a point u = c + sum g v = 0 at which f is vertical (`expression/vertical-points.ts`), it goes on from
 * close behind it: from there on it comes to a solution on that side without another crossing, since f is concave. A step far beyond
 * leads there anyway. Where nothing is behind it, it goes on from close before.
 */
import { OPERATION_LENGTH, runTape } from '../../expression/tape-loop.js';
import type { Tape } from '../../expression/tape.js';
import type { VerticalPoint } from '../../expression/vertical-points.js';
import type { SparseForm } from '../../kernel/modeling/descriptor-system.js';
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';

/** Where the counts stand, the register of f, vertical points, and the first argument. */
const places = Object.freeze({
  arguments: 0,
  constants: 1,
  operations: 2,
  value: 3,
  verticalsAt: 4,
  verticals: 5,
  first: 6,
});

/** How close to a vertical point Newton's method goes on, and from where on it is far, in parts of the distance that it came from. */
const CLOSE = 1e-6;
const FAR = 30;
/** What rounding leaves of a difference, as part of its terms. */
const ROUNDING = 64 * Number.EPSILON;
/** A step by more than this part of the distance that is left says nothing yet of how well f is known, however small it is for v. */
const SURE = 0.1;

/** The law of instances of one tape; sizes are those of the instance (`writtenLaw`). */
export const expressionLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'expression',
  reads: 0,
  rows: 1,
  parameterCount: 0,
  conducts: new Uint8Array(0),
  stores: new Uint8Array(0),
  evaluate(p, at, v, { f, df, work }) {
    const count = (p[at + places.arguments] as number) | 0;
    const constants = (p[at + places.constants] as number) | 0;
    const operations = (p[at + places.operations] as number) | 0;
    let place = at + places.first;
    for (let k = 0; k < count; k++) {
      const end = place + 2 + 2 * ((p[place] as number) | 0);
      let sum = 0;
      for (let e = place + 2; e < end; e += 2)
        sum += (p[e + 1] as number) * (v[(p[e] as number) | 0] as number);
      work[k] = sum;
      place = end;
    }
    for (let c = 0; c < constants; c++) work[count + c] = p[place + c] as number;
    runTape(p, place + constants, operations, work);
    f[0] = -(work[(p[at + places.value] as number) | 0] as number);
    df.fill(0);
    place = at + places.first;
    for (let k = 0; k < count; k++) {
      const end = place + 2 + 2 * ((p[place] as number) | 0);
      const slope = work[(p[place + 1] as number) | 0] as number;
      for (let e = place + 2; e < end; e += 2) {
        const j = (p[e] as number) | 0;
        df[j] = (df[j] as number) - slope * (p[e + 1] as number);
      }
      place = end;
    }
  },
  limit(p, at, v, last) {
    const verticals = (p[at + places.verticals] as number) | 0;
    let place = at + ((p[at + places.verticalsAt] as number) | 0);
    let part = 1;
    let isLimited = false;
    for (let k = 0; k < verticals; k++) {
      const first = place + 4;
      const end = first + 2 * ((p[place] as number) | 0);
      const isOneSided = (p[place + 1] as number) > 0;
      const straight = p[place + 2] as number;
      let before = p[place + 3] as number;
      let u = before;
      let largest = Math.abs(u);
      for (let e = first; e < end; e += 2) {
        const j = (p[e] as number) | 0;
        before += (p[e + 1] as number) * (last[j] as number);
        u += (p[e + 1] as number) * (v[j] as number);
        largest = Math.max(largest, Math.abs((p[e + 1] as number) * (v[j] as number)));
      }
      place = end;
      const from = Math.abs(before);
      const size = Math.abs(u);
      const isCrossed = before < 0 ? u > 0 : before > 0 && u < 0;
      const nothing = Math.max(straight, ROUNDING * largest);
      const isFree = from < nothing || (isOneSided ? before < 0 : size <= CLOSE * from || size > FAR * from);
      if (isCrossed && !isFree) {
        const way = isOneSided ? from - CLOSE * from : from + CLOSE * from;
        part = Math.min(part, way / (from + size));
      }
      if (size > nothing && Math.abs(u - before) > SURE * size) isLimited = true;
    }
    if (part === 1) return isLimited;
    for (let j = 0; j < v.length; j++)
      v[j] = (last[j] as number) + part * ((v[j] as number) - (last[j] as number));
    return true;
  },
});

/**
 * The law of one instance and its parameters; `forms` are those of the arguments over what it reads, the tape f and its slopes, and
 * `verticals` the points of the arguments where f is vertical.
 */
export function writtenLaw(
  { constants, operations, registers, results }: Tape,
  forms: readonly SparseForm[],
  reads: number,
  verticals: readonly VerticalPoint[] = [],
): { readonly law: LocalLaw; readonly parameters: Float64Array } {
  const [value = 0, ...slopes] = results;
  const terms = forms.flatMap(({ index, gain }, k) => [
    ...[index.length, slopes[k] ?? NaN],
    ...Array.from(index).flatMap((place, e) => [place, gain[e] as number]),
  ]);
  const program = [...terms, ...constants, ...operations];
  const parameters = Float64Array.of(
    ...[forms.length, constants.length, operations.length / OPERATION_LENGTH, value],
    ...[places.first + program.length, verticals.length],
    ...program,
    ...verticals.flatMap((point) => verticalOf(point, forms)),
  );
  const [conducts, stores] = [new Uint8Array(reads).fill(1), new Uint8Array(reads)];
  const parameterCount = parameters.length;
  const mayBeVertical = verticals.length > 0;
  const law = { ...expressionLaw, reads, parameterCount, conducts, stores, mayBeVertical, work: registers };
  return { law, parameters };
}

/** A vertical point over what a law reads. */
function verticalOf(
  { constant, gains, isOneSided, nothing }: VerticalPoint,
  forms: readonly SparseForm[],
): number[] {
  const over = new Map<number, number>();
  forms.forEach(({ index, gain }, k) =>
    index.forEach((place, e) =>
      over.set(place, (over.get(place) ?? 0) + (gains[k] ?? 0) * (gain[e] as number)),
    ),
  );
  const terms = [...over].filter(([, gain]) => gain !== 0);
  return [terms.length, Number(isOneSided), nothing, constant, ...terms.flat()];
}
