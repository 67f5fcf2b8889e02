/**
 * P (model CPL): N coupled conductors over a reference, -dv/dx = R i + L di/dt, -di/dx = G v + C dv/dt. Between the losses of
 * two sections it is N lossless lines, the modes: with C = K K^T and K^T L K = Q diag(p) Q^T,
 *
 *     v_mode = T^T v,  i = T i_mode,  T = K Q,      z_m = sqrt(p_m), delay_m = length sqrt(p_m),
 *
 * so a section is two ideal transformers and N lines (`line-ports.ts`); its resistances and conductances are split and bounded
 * as in `line-sections.ts`. Source: [Paul 2008, 7].
 */
import { symmetricEigen } from '../../../numerics/dense/symmetric-eigen.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { Device } from '../../device.js';
import type { Branch, FormTerm } from '../../primitives.js';
import { linePorts } from './line-ports.js';
import { sectionCount } from './line-sections.js';

const lists = [
  { name: 'r', unit: 'Ohm/m', doc: 'series resistances; a resistance between conductors is refused' },
  { name: 'l', unit: 'H/m', doc: 'inductances' },
  { name: 'g', unit: 'S/m', doc: 'conductances' },
  { name: 'c', unit: 'F/m', doc: 'capacitances' },
] as const;

export const coupledLines: Device = {
  syntax: {
    letter: 'P',
    name: 'coupled lines',
    doc: 'Coupled lossy lines: a node for each conductor and their reference at one end, the same at the other, the model.',
    terminals: [],
    value: { kind: 'node-list' },
    modelTypes: ['cpl'],
    parameters: [{ name: 'len', unit: 'm', range: 'positive', aliases: ['length'], doc: 'length' }],
  },
  models: [
    {
      type: 'cpl',
      doc: 'Coupled lines (P). Symmetric matrices per unit of length by rows, each from its diagonal on.',
      parameters: [
        ...lists.map(({ name, unit, doc }) => ({
          name,
          unit,
          doc,
          range: 'finite' as const,
          list: true as const,
        })),
        { name: 'len', unit: 'm', range: 'positive', aliases: ['length'], doc: 'length' },
      ],
    },
  ],
  branches(element, context) {
    const { nodes, model } = element;
    const count = nodes.length / 2 - 1;
    const length = element.parameters.get('len') ?? model?.parameters.get('len') ?? NaN;
    const [R, L, G, C] = lists.map(({ name }) => symmetric(model?.lists?.get(name) ?? [], count, length));
    const modes = L && C && transformation(L, C, count);
    const place = model?.span ?? element.span;
    const wrong =
      !Number.isInteger(count) || count < 1
        ? 'needs as many nodes at one end as at the other, its references included'
        : Number.isNaN(length)
          ? 'has no length'
          : R && G && modes
            ? R.some((value, k) => value !== 0 && k % (count + 1) !== 0)
              ? 'has resistances between conductors, which are not supported'
              : undefined
            : `needs matrices of ${(count * (count + 1)) / 2} numbers, l and c positive definite`;
    if (wrong !== undefined || !R || !G || !modes) {
      context.diagnostics.error('element-value', `${element.name} ${wrong ?? ''}`, place);
      return [];
    }
    return sections(element, { count, R, G, ...modes });
  },
};

/** Of the whole length; row-major. */
interface Conductors extends Modes {
  readonly count: number;
  readonly R: Float64Array;
  readonly G: Float64Array;
}

interface Modes {
  /** T, row-major. */
  readonly transform: Float64Array;
  /** z_m in ohms, which are the delays in seconds too: T takes the capacitance into itself. */
  readonly impedances: readonly number[];
}

/** Returns the matrix of the upper triangle, or of all entries, times the length; undefined where neither has as many. */
function symmetric(entries: readonly number[], n: number, length: number): Float64Array | undefined {
  const full = new Float64Array(n * n || 0);
  if (entries.length === 0) return full;
  const isFull = entries.length === n * n;
  if (!isFull && entries.length !== (n * (n + 1)) / 2) return undefined;
  let at = 0;
  for (let i = 0; i < n; i++) {
    for (let j = isFull ? 0 : i; j < n; j++) {
      const value = length * (entries[at++] ?? NaN);
      full[i * n + j] = value;
      full[j * n + i] = value;
    }
  }
  return full;
}

/** Returns T and the impedances of its modes; undefined where L or C is not positive definite. */
function transformation(L: Float64Array, C: Float64Array, n: number): Modes | undefined {
  const K = cholesky(C, n);
  if (!K || !cholesky(L, n)) return undefined;
  const at = (M: Float64Array, i: number, j: number): number => M[i * n + j] ?? 0;
  const product = (entry: (i: number, j: number, k: number) => number): Float64Array =>
    Float64Array.from({ length: n * n }, (_, at) => {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += entry(Math.floor(at / n), at % n, k);
      return sum;
    });
  const LK = product((i, j, k) => at(L, i, k) * at(K, k, j));
  const S = product((i, j, k) => at(K, k, i) * at(LK, k, j));
  const Q = new Float64Array(n * n);
  const values = symmetricEigen(n, S, Q);
  return {
    transform: product((i, j, k) => at(K, i, k) * at(Q, k, j)),
    impedances: Array.from(values, Math.sqrt),
  };
}

/** Returns K with M = K K^T; undefined where M is not positive definite. */
function cholesky(M: Float64Array, n: number): Float64Array | undefined {
  const K = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let rest = M[i * n + j] ?? 0;
      for (let k = 0; k < j; k++) rest -= (K[i * n + k] ?? 0) * (K[j * n + k] ?? 0);
      if (i === j && !(rest > 0)) return undefined;
      K[i * n + j] = i === j ? Math.sqrt(rest) : rest / (K[j * n + j] ?? NaN);
    }
  }
  return K;
}

function sections({ name, nodes }: FlatElement, lines: Conductors): Branch[] {
  const { count, R, G, impedances } = lines;
  const branches: Branch[] = [];
  const near = nodes.slice(0, count);
  const nearReference = nodes[count] ?? '0';
  const far = nodes.slice(count + 1, 2 * count + 1);
  const farReference = nodes[2 * count + 1] ?? '0';
  const n = sectionCount(lossOf(lines));
  const resistor = (at: string, a: string, b: string, resistance: number): void => {
    if (a === b || !Number.isFinite(resistance)) return;
    const own = `${name}#${at}`;
    branches.push({ kind: 'resistance', name: own, element: own, a, b, resistance });
  };
  /** The nodes behind the series resistances of a share of the line. */
  const behind = (from: readonly string[], to: string, share: number): string[] =>
    from.map((node, k) => {
      const resistance = share * (R[k * (count + 1)] ?? 0);
      if (resistance === 0) return node;
      const inner = `${name}#${to}${k}`;
      resistor(`r${to}${k}`, node, inner, resistance);
      return inner;
    });
  const shunt = (at: string, conductors: readonly string[], reference: string): void => {
    conductors.forEach((node, i) => {
      let own = 0;
      for (let j = 0; j < count; j++) own += G[i * count + j] ?? 0;
      resistor(`g${at}${i}`, node, reference, own > 0 ? (2 * n) / own : Infinity);
      for (let j = i + 1; j < count; j++) {
        const between = -(G[i * count + j] ?? 0);
        resistor(`g${at}${i}-${j}`, node, conductors[j] ?? '', between > 0 ? (2 * n) / between : Infinity);
      }
    });
  };
  let at = near;
  let reference = nearReference;
  for (let k = 1; k <= n; k++) {
    const isEnd = k === n;
    const into = behind(at, `a${k}`, (k === 1 ? 1 : 2) / (2 * n));
    const outReference = isEnd ? farReference : '0';
    const out = far.map((node, c) => (isEnd && R[c * (count + 1)] === 0 ? node : `${name}#b${k}${c}`));
    shunt(`a${k}`, into, reference);
    shunt(`b${k}`, out, outReference);
    transformer(branches, `${name}#${k}i`, into, reference, lines);
    transformer(branches, `${name}#${k}o`, out, outReference, lines);
    impedances.forEach((z, m) => {
      const port = (side: string): { name: string; a: string; b: string; initial: number } => ({
        ...{ name: `${name}#${k}${side}${m}`, a: modeNode(`${name}#${k}${side}`, m), b: '0', initial: 0 },
      });
      branches.push(...linePorts(port('i'), port('o'), z, z / n));
    });
    [at, reference] = [out, outReference];
  }
  far.forEach((node, k) => {
    const end = at[k] ?? '';
    if (end !== node) resistor(`rz${k}`, end, node, (R[k * (count + 1)] ?? 0) / (2 * n));
  });
  return branches;
}

/** The largest loss of a conductor, in impedances of its slowest mode. */
function lossOf({ count, R, G, impedances, transform }: Conductors): number {
  let loss = 0;
  for (let k = 0; k < count; k++) {
    // Entry k of the diagonal of Y = T diag(1 / z) T^T.
    const admittance = impedances.reduce((sum, z, m) => sum + (transform[k * count + m] ?? 0) ** 2 / z, 0);
    loss = Math.max(loss, (R[k * (count + 1)] ?? 0) * admittance + (G[k * (count + 1)] ?? 0) / admittance);
  }
  return loss;
}

const modeNode = (name: string, mode: number): string => `${name}#m${mode}`;

/** v_mode = T^T v at the modes' nodes, and the current T i_mode out of the conductors. */
function transformer(
  branches: Branch[],
  name: string,
  conductors: readonly string[],
  reference: string,
  { count, transform, impedances }: Conductors,
): void {
  const gain = (k: number, m: number): number => transform[k * count + m] ?? 0;
  impedances.forEach((_, m) => {
    const own = `${name}#v${m}`;
    const terms = conductors.map((a, k): FormTerm => ({
      gain: gain(k, m),
      quantity: 'voltage',
      a,
      b: reference,
    }));
    const place = { name: own, element: own, a: modeNode(name, m), b: '0' };
    branches.push({ kind: 'controlled', ...place, output: 'voltage', form: { constant: 0, terms } });
  });
  conductors.forEach((node, k) => {
    const own = `${name}#i${k}`;
    const terms = impedances.map((_, m): FormTerm => ({
      gain: gain(k, m),
      quantity: 'current',
      element: `${name}${m}`,
    }));
    const place = { name: own, element: own, a: node, b: reference };
    branches.push({ kind: 'controlled', ...place, output: 'current', form: { constant: 0, terms } });
  });
}
