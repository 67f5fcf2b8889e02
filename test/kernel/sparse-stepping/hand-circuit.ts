/** Descriptor systems of small circuits, stamped by hand: nodes, then a current for every source, coil and ideal part. */
import { constantSignal } from '../../../src/kernel/modeling/signals/constant-signal.js';
import type {
  ComplementarityPair,
  DescriptorGuard,
  DescriptorSystem,
} from '../../../src/kernel/modeling/descriptor-system.js';
import type { LocalGroup, LocalLaw } from '../../../src/kernel/modeling/laws/local-law.js';
import type { Signal } from '../../../src/kernel/modeling/signals/signal.js';
import { Triplets } from '../../../src/numerics/sparse/sparse-matrix.js';

export class HandCircuit {
  readonly #unknowns: string[] = [];
  readonly #absolute: number[] = [];
  readonly #residual: number[] = [];
  readonly #nodes = new Map<string, number>([['0', -1]]);
  readonly #inputs: Signal[] = [];
  readonly #K = new Triplets();
  readonly #Q = new Triplets();
  readonly #S = new Triplets();
  readonly #pairs: ComplementarityPair[] = [];
  readonly #guards: DescriptorGuard[] = [];
  readonly #groups = new Map<
    LocalLaw,
    { reads: number[]; rows: number[]; parameters: number[]; names: string[] }
  >();

  /** The unknown of a node, or of a branch current called i(name). */
  index(name: string): number {
    const at = this.#unknowns.indexOf(name);
    if (at < 0) throw new Error(`no unknown ${name}`);
    return at;
  }

  node(name: string): number {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const at = this.#unknown(`v(${name})`, 1e-6, 1e-12);
    this.#nodes.set(name, at);
    return at;
  }

  resistor(a: string, b: string, ohms: number): this {
    this.#pairOfNodes(this.#K, a, b, 1 / ohms);
    return this;
  }

  capacitor(a: string, b: string, farads: number): this {
    this.#pairOfNodes(this.#Q, a, b, farads);
    return this;
  }

  inductor(name: string, a: string, b: string, henries: number): this {
    const i = this.#branch(name, a, b);
    this.#Q.add(i, i, -henries);
    return this;
  }

  source(name: string, a: string, b: string, value: number | Signal): this {
    const i = this.#branch(name, a, b);
    this.#S.add(i, this.#input(value), -1);
    return this;
  }

  /** Current from a through the source to b. */
  currentSource(a: string, b: string, value: number | Signal): this {
    const u = this.#input(value);
    const [p, n] = [this.node(a), this.node(b)];
    if (p >= 0) this.#S.add(p, u, 1);
    if (n >= 0) this.#S.add(n, u, -1);
    return this;
  }

  /** 0 <= i _|_ -v >= 0, y = -(v_a - v_b). */
  idealDiode(name: string, anode: string, cathode: string): this {
    const i = this.#branch(name, cathode, anode, -1);
    this.#pairs.push({ row: i, unknown: i });
    return this;
  }

  /** A switch: v = 0 above `on`, i = 0 below `off`, of v(ca) - v(cb). */
  idealSwitch(name: string, a: string, b: string, ca: string, cb: string, on: number, off: number): this {
    const i = this.#branch(name, a, b);
    const ends = [
      { at: this.node(ca), gain: 1 },
      { at: this.node(cb), gain: -1 },
    ].filter(({ at }) => at >= 0);
    const control = {
      index: Int32Array.from(ends, ({ at }) => at),
      gain: Float64Array.from(ends, ({ gain }) => gain),
    };
    this.#guards.push({ row: i, unknown: i, control, on, off, initially: 'off', onMeans: 'y=0' });
    return this;
  }

  /** An instance of a law that reads voltages of nodes and adds to rows of nodes. */
  law(
    law: LocalLaw,
    name: string,
    reads: readonly string[],
    rows: readonly string[],
    parameters: number[],
  ): this {
    const group = this.#groups.get(law) ?? { reads: [], rows: [], parameters: [], names: [] };
    this.#groups.set(law, group);
    group.reads.push(...reads.map((node) => this.node(node)));
    group.rows.push(...rows.map((node) => this.node(node)));
    group.parameters.push(...parameters);
    group.names.push(name);
    return this;
  }

  system(): DescriptorSystem {
    const size = this.#unknowns.length;
    const groups: LocalGroup[] = [...this.#groups].map(([law, { reads, rows, parameters, names }]) => ({
      law,
      count: names.length,
      reads: Int32Array.from(reads),
      rows: Int32Array.from(rows),
      parameters: Float64Array.from(parameters),
      names,
    }));
    const nodes = new Set(this.#nodes.values());
    return {
      size,
      inputs: this.#inputs,
      K: this.#K,
      Q: this.#Q,
      S: this.#S,
      groups,
      pairs: this.#pairs,
      guards: this.#guards,
      delays: [],
      absolute: Float64Array.from(this.#absolute),
      residual: Float64Array.from(this.#residual),
      grounds: Int32Array.from({ length: size }, (_, k) => (nodes.has(k) ? k : -1)),
      unknownName: (k) => this.#unknowns[k]!,
      rowName: (k) => `of ${this.#unknowns[k]!}`,
    };
  }

  #unknown(name: string, absolute: number, residual: number): number {
    this.#absolute.push(absolute);
    this.#residual.push(residual);
    return this.#unknowns.push(name) - 1;
  }

  /** A current from a to b and the row v_a - v_b. */
  #branch(name: string, a: string, b: string, current = 1): number {
    const [p, n] = [this.node(a), this.node(b)];
    const i = this.#unknown(`i(${name})`, 1e-12, 1e-6);
    if (p >= 0) this.#K.add(p, i, current);
    if (n >= 0) this.#K.add(n, i, -current);
    if (p >= 0) this.#K.add(i, p, 1);
    if (n >= 0) this.#K.add(i, n, -1);
    return i;
  }

  #input(value: number | Signal): number {
    return this.#inputs.push(typeof value === 'number' ? constantSignal(value) : value) - 1;
  }

  #pairOfNodes(to: Triplets, a: string, b: string, value: number): void {
    const [p, n] = [this.node(a), this.node(b)];
    if (p >= 0) to.add(p, p, value);
    if (n >= 0) to.add(n, n, value);
    if (p >= 0 && n >= 0) to.add(p, n, -value);
    if (n >= 0 && p >= 0) to.add(n, p, -value);
  }
}

/** A signal of a smooth function; breakpoints where told. */
export function signalOf(f: (t: number) => number, breakpoints: readonly number[] = []): Signal {
  return {
    constant: false,
    value: f,
    valueLeft: f,
    integral: () => NaN,
    nextBreakpoint: (t) => breakpoints.find((at) => at > t) ?? Infinity,
  };
}

/** low until `at`, then high. */
export function stepSignal(at: number, low: number, high: number): Signal {
  return {
    constant: false,
    value: (t) => (t >= at ? high : low),
    valueLeft: (t) => (t > at ? high : low),
    integral: () => NaN,
    nextBreakpoint: (t) => (t < at ? at : Infinity),
  };
}

/** A periodic trapezoid: rise from 0, high for `width`, fall; corners are breakpoints. */
export function pulseSignal(
  low: number,
  high: number,
  delay: number,
  rise: number,
  fall: number,
  width: number,
  period: number,
): Signal {
  const corners = [0, rise, rise + width, rise + width + fall];
  const value = (t: number): number => {
    if (t < delay) return low;
    const x = (t - delay) % period;
    if (x < rise) return low + ((high - low) * x) / rise;
    if (x < rise + width) return high;
    if (x < rise + width + fall) return high + ((low - high) * (x - rise - width)) / fall;
    return low;
  };
  return {
    constant: false,
    value,
    valueLeft: value,
    integral: () => NaN,
    nextBreakpoint: (t) => {
      const first = Math.max(0, Math.floor((t - delay) / period) - 1);
      for (let k = first; ; k++)
        for (const corner of corners) {
          const at = delay + k * period + corner;
          if (at > t + 1e-12 * period) return at;
        }
    },
  };
}
