/**
 * What quantities of a circuit are as forms over its point zeta = (x, lambda, u). Of a circuit in parts the points of the
 * parts stand side by side, (x_1, x_2, ... | lambda_1, ... | u_1, ...): a node is in any part that has it, the current of a
 * source that feeds several is the sum.
 */
import type { CompiledCircuit, ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';
import type { Branch } from '../../circuit/primitives.js';
import { probeForm } from '../../circuit/compiler/probes.js';
import { ground, type Tree } from '../../circuit/compiler/tree.js';
import type { PreparedCircuit } from './prepared-circuit.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';

export interface ProbedSystem {
  /** Lengths of x and lambda, and the inputs u. */
  readonly n: number;
  readonly m: number;
  readonly inputs: readonly Signal[];
  /** Each once, ground included. */
  readonly nodes: readonly string[];
  readonly branches: readonly Branch[];
  /** The form of v(node), v(node,node), v(element), i(element); undefined where a name is unknown. */
  form(quantity: 'v' | 'i', names: readonly string[]): Float64Array | undefined;
}

/** Of a whole circuit, or of its parts where it has some. */
export function probedCircuit(circuit: Pick<PreparedCircuit, 'compiled' | 'parts'>): ProbedSystem {
  if (circuit.parts) return probedParts(circuit.parts.map(({ compiled }) => compiled));
  const { system, descriptor } = circuit.compiled;
  return probedSystem(system, descriptor.tree);
}

export function probedSystem(system: ReducedSystem, tree: Tree): ProbedSystem {
  const { n, m, inputs, branches } = system;
  return {
    ...{ n, m, inputs, branches, nodes: tree.nodes },
    form: (quantity, names) => probeForm({ tree }, system, quantity, names),
  };
}

export function probedParts(parts: readonly CompiledCircuit[]): ProbedSystem {
  const probed = parts.map(({ system, descriptor }) => probedSystem(system, descriptor.tree));
  const places = placesOf(probed);
  const { n, m, inputs } = places;
  const width = n + m + inputs.length;
  const add = (out: Float64Array, k: number, form: Float64Array, sign: number): void => {
    const place = places.of[k];
    if (!place) return;
    form.forEach((value, j) => {
      if (value !== 0) out[place[j] ?? 0] = (out[place[j] ?? 0] ?? 0) + sign * value;
    });
  };
  const partsOf = new Map<string, number[]>();
  const note = (key: string, k: number): void => {
    const known = partsOf.get(key);
    if (!known) partsOf.set(key, [k]);
    else if (known.at(-1) !== k) known.push(k);
  };
  probed.forEach(({ nodes, branches }, k) => {
    for (const node of nodes) note(`v ${node}`, k);
    for (const { element } of branches) note(`i ${element}`, k);
  });
  const current = (names: readonly string[]): Float64Array | undefined => {
    const owners = names.length === 1 ? partsOf.get(`i ${names[0] ?? ''}`) : undefined;
    if (!owners) return undefined;
    const out = new Float64Array(width);
    for (const k of owners) {
      const form = probed[k]?.form('i', names);
      if (form) add(out, k, form, 1);
    }
    return out;
  };
  const nodeVoltages = (names: readonly string[]): Float64Array | undefined => {
    const out = new Float64Array(width);
    for (const [index, node] of names.entries()) {
      const [owner] = partsOf.get(`v ${node}`) ?? [];
      const form = owner === undefined ? undefined : probed[owner]?.form('v', [node]);
      if (node !== ground && (owner === undefined || !form)) return undefined;
      if (form && owner !== undefined && node !== ground) add(out, owner, form, index === 0 ? 1 : -1);
    }
    return out;
  };
  const elementVoltage = (names: readonly string[]): Float64Array | undefined => {
    const [owner] = (names.length === 1 ? partsOf.get(`i ${names[0] ?? ''}`) : undefined) ?? [];
    const form = owner === undefined ? undefined : probed[owner]?.form('v', names);
    if (!form || owner === undefined) return undefined;
    const out = new Float64Array(width);
    add(out, owner, form, 1);
    return out;
  };
  return {
    ...{ n, m, inputs },
    nodes: [...new Set(probed.flatMap(({ nodes }) => nodes))],
    branches: probed.flatMap(({ branches }) => branches),
    form: (quantity, names) => {
      if (quantity === 'i') return current(names);
      return (names.length <= 2 ? nodeVoltages(names) : undefined) ?? elementVoltage(names);
    },
  };
}

/** Where the points of parts stand in the common point: lengths, and of each part the place of each entry. */
export function placesOf(
  parts: readonly { readonly n: number; readonly m: number; readonly inputs: readonly Signal[] }[],
): {
  readonly n: number;
  readonly m: number;
  readonly inputs: readonly Signal[];
  readonly of: readonly Int32Array[];
} {
  const n = parts.reduce((sum, part) => sum + part.n, 0);
  const m = parts.reduce((sum, part) => sum + part.m, 0);
  const inputs = parts.flatMap((part) => part.inputs);
  let [x, lambda, u] = [0, n, n + m];
  const of = parts.map((part) => {
    const { n: states, m: rows } = part;
    const place = Int32Array.from({ length: states + rows + part.inputs.length }, (_, j) => {
      if (j < states) return x + j;
      return j < states + rows ? lambda + j - states : u + j - states - rows;
    });
    x += states;
    lambda += rows;
    u += part.inputs.length;
    return place;
  });
  return { n, m, inputs, of };
}
