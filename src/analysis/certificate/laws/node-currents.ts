/** Which branch currents meet at each node of a circuit. */
import type { CircuitLaws } from './circuit-laws.js';

/** The currents that meet at each node: of node k the entries from start[k] to start[k + 1]. */
export interface NodeCurrents {
  readonly start: Int32Array;
  readonly form: Int32Array;
  readonly sign: Int8Array;
}

/** Of the laws of a circuit, in the order of its branches. */
export function currentsAt({ nodes, a, b, currentForm }: CircuitLaws): NodeCurrents {
  const at = nodes.map((): [form: number, sign: number][] => []);
  currentForm.forEach((form, k) => {
    at[a[k] as number]?.push([form, 1]);
    at[b[k] as number]?.push([form, -1]);
  });
  const all = at.flat();
  const start = new Int32Array(nodes.length + 1);
  at.forEach(({ length }, node) => (start[node + 1] = (start[node] as number) + length));
  return {
    start,
    form: Int32Array.from(all, ([form]) => form),
    sign: Int8Array.from(all, ([, sign]) => sign),
  };
}
