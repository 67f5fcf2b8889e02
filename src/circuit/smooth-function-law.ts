/**
 * A smooth function of forms as a local law: it adds -f(arguments) to the row of its value, so that the row says y - f = 0.
 * The law reads the unknowns and inputs of which its arguments are sums, each once.
 */
import { tapeOf } from '../expression/tape.js';
import { verticalPoints } from '../expression/vertical-points.js';
import type { SparseForm } from '../kernel/modeling/descriptor-system.js';
import type { LocalGroup, LocalLaw } from '../kernel/modeling/laws/local-law.js';
import { writtenLaw } from './laws/expression-law.js';
import type { SmoothFunction } from './primitives.js';

/** Returns the group of one instance. */
export function smoothFunctionGroup(
  smooth: SmoothFunction,
  forms: readonly SparseForm[],
  row: number,
  name: string,
): LocalGroup {
  const reads = [...new Set(forms.flatMap(({ index }) => [...index]))];
  const place = new Map(reads.map((index, k) => [index, k]));
  const placed = forms.map(({ index, gain }) => ({
    index: Int32Array.from(index, (j) => place.get(j) ?? 0),
    gain,
  }));
  const { written } = smooth;
  const tape = written && tapeOf([written.value, ...written.slopes], written.variables);
  const verticals = written && verticalPoints(written.value, written.variables);
  const own = tape
    ? writtenLaw(tape, placed, reads.length, verticals)
    : { law: smoothFunctionLaw(smooth, placed, reads.length), parameters: new Float64Array(0) };
  return { ...own, count: 1, reads: Int32Array.from(reads), rows: Int32Array.of(row), names: [name] };
}

/** The law of a function whose arguments are sums over the values that are read. */
export function smoothFunctionLaw(
  smooth: SmoothFunction,
  forms: readonly SparseForm[],
  reads: number,
): LocalLaw {
  const at = new Float64Array(forms.length);
  const gradient = new Float64Array(forms.length);
  return {
    name: smooth.text,
    reads,
    rows: 1,
    parameterCount: 0,
    conducts: new Uint8Array(reads).fill(1),
    stores: new Uint8Array(reads),
    evaluate(_parameters, _at, v, { f, df }) {
      forms.forEach(({ index, gain }, k) => {
        let sum = 0;
        for (let j = 0; j < index.length; j++) sum += (gain[j] as number) * (v[index[j] as number] as number);
        at[k] = sum;
      });
      f[0] = -smooth.value(at);
      smooth.gradient(at, gradient);
      df.fill(0);
      forms.forEach(({ index, gain }, k) => {
        for (let j = 0; j < index.length; j++) {
          const place = index[j] as number;
          df[place] = (df[place] as number) - (gradient[k] as number) * (gain[j] as number);
        }
      });
    },
  };
}
