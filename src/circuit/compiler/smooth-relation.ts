/**
 * The relation of a circuit with nonlinear rows,
 *
 *     y = C x + D lambda + E u(t) - f(arguments over (x, lambda, u)),      r = B lambda,
 *
 * f in the smooth rows only, with exact derivatives. Over [t0, T] the inputs are right limits, but left
 * limits at T, so that a run may be cut where an input jumps.
 */
import { FirstOrderType2R } from '../../kernel/modeling/relations/first-order-type2-r.js';
import type { BoxRows, NonSmoothLaw, SwitchGuard } from '../../kernel/modeling/laws/nonsmooth-law.js';
import { plainBoxes } from '../../kernel/modeling/laws/nonsmooth-law.js';
import { SimulationFailure } from '../../kernel/simulation/simulation-failure.js';
import { multiplyAdd } from '../../numerics/dense/matrix.js';
import type { ReducedSystem, SmoothRow } from './compiled-circuit.js';

export interface SmoothScale {
  /** Factor of all smooth functions: 1, or less on the way to a solution. */
  value: number;
  /** Rows whose functions are not asked for and count as 0 on the way there. */
  left?: ReadonlySet<number>;
}

/** Builds the relation; `scale` may be changed between solves. */
export function smoothRelation(
  system: ReducedSystem,
  smooth: readonly SmoothRow[],
  T: number,
  scale: SmoothScale = { value: 1 },
): FirstOrderType2R {
  const { n, m, p, inputs, B, C, D, E } = system;
  const u = new Float64Array(p);
  const [sizes, magnitudes] = [new Float64Array(p), E.map(Math.abs)];
  const rows = smooth.map((row) => ({ ...row, evaluator: new SmoothRowEvaluator(row, n, m) }));
  const readInputs = (t: number): void => {
    inputs.forEach((signal, j) => (u[j] = t >= T ? signal.valueLeft(t) : signal.value(t)));
  };
  return new FirstOrderType2R(n, m, {
    h: (t, x, lambda, out) => {
      readInputs(t);
      out.fill(0);
      multiplyAdd(m, n, 1, C, x, out);
      multiplyAdd(m, m, 1, D, lambda, out);
      multiplyAdd(m, p, 1, E, u, out);
      for (const { row, evaluator } of rows) {
        if (scale.left?.has(row) === true) continue;
        out[row] = (out[row] ?? 0) - scale.value * requireFinite(evaluator.value(x, lambda, u), t, row);
      }
    },
    C: (t, x, lambda, out) => {
      readInputs(t);
      out.set(C);
      for (const { row, evaluator } of rows) {
        if (scale.left?.has(row) === true) continue;
        evaluator.addGradient(x, lambda, u, -scale.value, { out, at: row * n, from: 0, count: n });
        requireFiniteRow(out, row, n, t);
      }
    },
    D: (t, x, lambda, out) => {
      readInputs(t);
      out.set(D);
      for (const { row, evaluator } of rows) {
        if (scale.left?.has(row) === true) continue;
        evaluator.addGradient(x, lambda, u, -scale.value, { out, at: row * m, from: n, count: m });
        requireFiniteRow(out, row, m, t);
      }
    },
    terms: (t, _x, _lambda, out) => {
      readInputs(t);
      for (let j = 0; j < p; j++) sizes[j] = Math.abs(u[j] ?? NaN);
      out.fill(0);
      multiplyAdd(m, p, 1, magnitudes, sizes, out);
    },
    g: (_t, lambda, out) => {
      out.fill(0);
      multiplyAdd(n, m, 1, B, lambda, out);
    },
    B: (_t, _lambda, out) => void out.set(B),
  });
}

/** Throws a SimulationFailure that names the row of what is not finite: ln of a negative number, 0/0, exp(1000). */
function requireFinite(value: number, t: number, row: number): number {
  if (!Number.isFinite(value)) throw new SimulationFailure('not-finite', t, 0, NaN, [row]);
  return value;
}

function requireFiniteRow(matrix: Float64Array, row: number, columns: number, t: number): void {
  for (let j = row * columns; j < (row + 1) * columns; j++) requireFinite(matrix[j] ?? NaN, t, row);
}

/** Complementarity rows, rows that a discrete state forces, and equations y = 0 with lambda free. */
export class SmoothCircuitNSL implements NonSmoothLaw {
  readonly size: number;
  readonly boxes: BoxRows;

  constructor(
    { rows, m }: Pick<ReducedSystem, 'rows' | 'm'>,
    readonly guards: readonly SwitchGuard[],
  ) {
    this.size = m;
    const lower = Float64Array.from(rows, ({ law }) => (law === 'smooth' ? -Infinity : 0));
    this.boxes = plainBoxes(lower, new Float64Array(m).fill(Infinity));
  }
}

interface GradientPlace {
  readonly out: Float64Array;
  /** Where the row starts in `out`. */
  readonly at: number;
  /** Which part of (x, lambda, u) it is about. */
  readonly from: number;
  readonly count: number;
}

/** Evaluates f of one row at a point that is given in parts. */
export class SmoothRowEvaluator {
  readonly #arguments: Float64Array;
  readonly #gradient: Float64Array;

  constructor(
    private readonly row: SmoothRow,
    private readonly n: number,
    private readonly m: number,
  ) {
    this.#arguments = new Float64Array(row.arguments.length);
    this.#gradient = new Float64Array(row.arguments.length);
  }

  value(x: Float64Array, lambda: Float64Array, u: Float64Array): number {
    this.#read(x, lambda, u);
    return this.row.smooth.value(this.#arguments);
  }

  /** Adds `factor` times the derivatives by the part of (x, lambda, u) that `place` names. */
  addGradient(
    x: Float64Array,
    lambda: Float64Array,
    u: Float64Array,
    factor: number,
    { out, at, from, count }: GradientPlace,
  ): void {
    this.#read(x, lambda, u);
    this.row.smooth.gradient(this.#arguments, this.#gradient);
    this.row.arguments.forEach(({ form }, k) => {
      const slope = factor * (this.#gradient[k] ?? 0);
      if (slope === 0) return;
      for (let j = 0; j < count; j++) out[at + j] = (out[at + j] ?? 0) + slope * (form[from + j] ?? 0);
    });
  }

  #read(x: Float64Array, lambda: Float64Array, u: Float64Array): void {
    const { n, m } = this;
    this.row.arguments.forEach(({ form, constant }, k) => {
      let sum = constant;
      for (let j = 0; j < n; j++) sum += (form[j] ?? 0) * (x[j] ?? 0);
      for (let j = 0; j < m; j++) sum += (form[n + j] ?? 0) * (lambda[j] ?? 0);
      for (let j = 0; j < u.length; j++) {
        const factor = form[n + m + j] ?? 0;
        if (factor !== 0) sum += factor * (u[j] ?? 0);
      }
      this.#arguments[k] = sum;
    });
  }
}
