/**
 * A law that is written down: it adds -f(a) to one row, a_k = sum g v being sums of what it reads. f and its slopes by a_k are one tape
 * (`expression/tape.ts`), which stands among the parameters of the instance:
 *
 *     arguments, constants, operations | register of f | of each argument its terms, the register of its slope, and place and gain of each
 *     term | constants | operations
 */
import { OPERATION_LENGTH, runTape } from '../../expression/tape-loop.js';
import type { Tape } from '../../expression/tape.js';
import type { SparseForm } from '../../kernel/modeling/descriptor-system.js';
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';

/** Where the counts stand, the register of f, and the first argument. */
const places = Object.freeze({ arguments: 0, constants: 1, operations: 2, value: 3, first: 4 });

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
});

/** The law of one instance and its parameters; `forms` are those of the arguments over what it reads, the tape f and its slopes. */
export function writtenLaw(
  { constants, operations, registers, results }: Tape,
  forms: readonly SparseForm[],
  reads: number,
): { readonly law: LocalLaw; readonly parameters: Float64Array } {
  const [value = 0, ...slopes] = results;
  const parameters = Float64Array.of(
    ...[forms.length, constants.length, operations.length / OPERATION_LENGTH, value],
    ...forms.flatMap(({ index, gain }, k) => [
      ...[index.length, slopes[k] ?? NaN],
      ...Array.from(index).flatMap((place, e) => [place, gain[e] as number]),
    ]),
    ...constants,
    ...operations,
  );
  const [conducts, stores] = [new Uint8Array(reads).fill(1), new Uint8Array(reads)];
  const parameterCount = parameters.length;
  return { law: { ...expressionLaw, reads, parameterCount, conducts, stores, work: registers }, parameters };
}
