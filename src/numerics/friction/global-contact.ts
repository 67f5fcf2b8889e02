/**
 * Contact problems in global variables, [notes] 16.2: velocities v of the bodies and impulses r of the contacts,
 *
 *     M v = G^T r + f,      u = G v + b,      the law of each contact between u and r      (G = H^T there)
 *
 * solved by Newton's method on (v, r) with U eliminated, [notes] (16.25):
 *
 *     [ M    -G^T ] [dv]     [ M v - G^T r - f ]
 *     [ A G    B  ] [dr] = - [ Phi(G v + b, r) ],     A = dPhi/du, B = dPhi/dr.
 *
 * No W is formed: right where M is large and sparse (bodies with many freedoms), wasteful where bodies are small. Bodies
 * are eliminated first, so that the diagonal blocks of sticking contacts, B = 0, have filled before they are pivots.
 * Converges as the local method does (`contact-newton.ts`), hyperstatic problems by the same proximal steps, B + alpha A / rho in the place
 * of B. Cost: one sparse factorisation a step.
 */
import { RESIDUAL_TOLERANCE } from '../lcp/linear-complementarity.js';
import { BlockLU, type BlockRows } from '../sparse/block-lu.js';
import { addBlockRow, blockEntry, blockMatrix, type BlockMatrix } from '../sparse/block-matrix.js';
import { alartCurnier } from './alart-curnier.js';
import { PROXIMAL } from './contact-newton.js';
import { contactKind, projectCoulomb, type ContactResult } from './contact-problem.js';

/** G of contact i on body j: rows of the contact x freedoms of the body, row-major. */
export interface ContactJacobian {
  readonly contact: number;
  readonly body: number;
  readonly values: Float64Array;
}

export interface GlobalContactProblem {
  /** Masses, body by body (and stiffness between them, if there is). */
  readonly M: BlockMatrix;
  readonly f: Float64Array;
  readonly G: readonly ContactJacobian[];
  /** Rows of every contact. */
  readonly sizes: readonly number[];
  readonly b: Float64Array;
  readonly kind: Uint8Array;
  readonly mu: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

const HALVINGS = 6;

/** Newton's method in global variables; v and r hold a guess and receive the answer. Never "infeasible". */
export function solveGlobalContact(
  problem: GlobalContactProblem,
  v: Float64Array,
  r: Float64Array,
  options: { readonly tolerance?: number; readonly steps?: number } = {},
): ContactResult {
  const { tolerance = RESIDUAL_TOLERANCE, steps = 50 } = options;
  const newton = new GlobalNewton(problem);
  let residual = newton.residual(v, r);
  let done = 0;
  while (!(residual <= tolerance) && done < steps && newton.step(v, r)) {
    done++;
    residual = newton.residual(v, r);
  }
  return { status: residual <= tolerance ? 'solved' : 'undecided', iterations: done, residual };
}

/**
 * Returns the residual of (v, r): momentum relative to its terms, and the natural map of the laws with u = G v + b as in
 * `ContactResidual`, u relative to the terms of which it is summed.
 */
export function globalContactResidual(
  problem: GlobalContactProblem,
  v: Float64Array,
  r: Float64Array,
): number {
  return new GlobalNewton(problem).residual(v, r);
}

class GlobalNewton implements BlockRows {
  readonly blocks: number;
  /** Bodies, then contacts; values hold M, -G^T and G. */
  readonly #K: BlockMatrix;
  readonly #bodies: number;
  readonly #nv: number;
  readonly #lu: BlockLU;
  readonly #z: Float64Array;
  readonly #right: Float64Array;
  readonly #phi: Float64Array;
  readonly #u: Float64Array;
  readonly #A: Float64Array[];
  readonly #B: Float64Array[];
  readonly #rho: Float64Array;
  /** alpha of the proximal steps; 0 while the matrix is regular. */
  #proximal = 0;

  constructor(private readonly problem: GlobalContactProblem) {
    const { M, G, sizes } = problem;
    this.#bodies = M.blocks;
    this.#nv = M.n;
    const bodySizes = Array.from({ length: M.blocks }, (_, j) => M.offset[j + 1]! - M.offset[j]!);
    const neighbours: number[][] = bodySizes.map((_, j) => [
      ...M.column.subarray(M.rowStart[j], M.rowStart[j + 1]),
    ]);
    for (const size of sizes) if (!(size >= 1)) throw new RangeError(`a contact has ${size} rows`);
    for (const { contact, body, values } of G) {
      if (values.length !== sizes[contact]! * bodySizes[body]!)
        throw new RangeError(
          `G of contact ${contact} on body ${body} has ${values.length} entries, not ${sizes[contact]} x ${bodySizes[body]}`,
        );
      neighbours[body]!.push(M.blocks + contact);
    }
    for (let i = 0; i < sizes.length; i++) neighbours.push([]);
    this.#K = blockMatrix([...bodySizes, ...sizes], neighbours);
    this.blocks = this.#K.blocks;
    this.#fill();
    this.#lu = new BlockLU(
      this.#K,
      Uint8Array.from({ length: this.blocks }, (_, k) => (k < M.blocks ? 0 : 1)),
    );
    const n = this.#K.n;
    this.#z = new Float64Array(n);
    this.#right = new Float64Array(n);
    this.#phi = new Float64Array(n);
    this.#u = new Float64Array(n - this.#nv);
    this.#A = sizes.map((size) => new Float64Array(size * size));
    this.#B = sizes.map((size) => new Float64Array(size * size));
    this.#rho = this.#stepsPerVelocity();
  }

  /** Copies M and adds -G^T and G; contacts have no block of their own. */
  #fill(): void {
    const { M, G, sizes } = this.problem;
    const K = this.#K;
    for (let j = 0; j < M.blocks; j++) {
      for (let e = M.rowStart[j]!; e < M.rowStart[j + 1]!; e++) {
        const to = K.place[blockEntry(K, j, M.column[e]!)]!;
        const size =
          (M.offset[j + 1]! - M.offset[j]!) * (M.offset[M.column[e]! + 1]! - M.offset[M.column[e]!]!);
        K.values.set(M.values.subarray(M.place[e], M.place[e]! + size), to);
      }
    }
    for (const { contact, body, values } of G) {
      const i = this.#bodies + contact;
      const rows = sizes[contact]!;
      const cols = values.length / rows;
      const own = K.place[blockEntry(K, i, body)]!;
      const mirrored = K.place[blockEntry(K, body, i)]!;
      for (let a = 0; a < rows; a++) {
        for (let c = 0; c < cols; c++) {
          K.values[own + a * cols + c]! += values[a * cols + c]!;
          K.values[mirrored + c * rows + a]! -= values[a * cols + c]!;
        }
      }
    }
  }

  /** rho of every contact row: 1 / (G_a diag(M)^-1 G_a^T), the same for both tangents. */
  #stepsPerVelocity(): Float64Array {
    const { M, G, sizes, kind } = this.problem;
    const { offset } = this.#K;
    const w = new Float64Array(this.#u.length);
    for (const { contact, body, values } of G) {
      const rows = sizes[contact]!;
      const cols = values.length / rows;
      const diagonal = M.place[M.diagonal[body]!]!;
      const first = offset[this.#bodies + contact]! - this.#nv;
      for (let a = 0; a < rows; a++) {
        for (let c = 0; c < cols; c++)
          w[first + a]! += values[a * cols + c]! ** 2 / M.values[diagonal + c * cols + c]!;
      }
    }
    const rho = w.map((value) => (value > 0 ? 1 / value : 1));
    sizes.forEach((size, i) => {
      if (kind[i] !== contactKind.coulomb) return;
      const first = offset[this.#bodies + i]! - this.#nv;
      rho.fill(Math.min(...rho.subarray(first + 1, first + size)), first + 1, first + size);
    });
    return rho;
  }

  residual(v: Float64Array, r: Float64Array): number {
    this.#evaluate(v, r);
    const { f, b, sizes, kind, mu, lower, upper } = this.problem;
    const { offset } = this.#K;
    let worst = 0;
    const note = (value: number): void => void (worst = value <= worst ? worst : value);
    const terms = this.#terms();
    for (let k = 0; k < this.#nv; k++) {
      const scale = Math.max(terms[k]!, Math.abs(f[k]!));
      note(scale > 0 ? Math.abs(this.#phi[k]!) / scale : 0);
    }
    const largest = Math.max(0, ...r.map(Math.abs));
    sizes.forEach((size, i) => {
      const first = offset[this.#bodies + i]! - this.#nv;
      if (kind[i] === contactKind.absent) return;
      const own = r.subarray(first, first + size);
      const s = Array.from(own, (_, k) =>
        Math.max(terms[this.#nv + first + k]!, Math.abs(b[first + k]!), 1e-300),
      );
      const t = Array.from(own, (value) => Math.max(Math.abs(value), 1e-3 * largest, 1e-300));
      if (kind[i] === contactKind.coulomb) {
        s.fill(Math.max(...s));
        t.fill(Math.max(...t));
      }
      const u = this.#u.subarray(first, first + size);
      const point = Float64Array.from(own, (value, k) => value / t[k]! - u[k]! / s[k]!);
      if (kind[i] === contactKind.coulomb) {
        point[0]! -= (mu[i]! * Math.hypot(...u.subarray(1))) / s[0]!;
        projectCoulomb(mu[i]!, size, point, 0);
      } else {
        point.forEach((value, k) => {
          point[k] = Math.max(lower[first + k]! / t[k]!, Math.min(upper[first + k]! / t[k]!, value));
        });
      }
      own.forEach((value, k) => note(Math.abs(value / t[k]! - point[k]!)));
    });
    return worst;
  }

  /** The largest term of every row of K z. */
  #terms(): Float64Array {
    const K = this.#K;
    const terms = new Float64Array(K.n);
    for (let i = 0; i < K.blocks; i++) {
      for (let e = K.rowStart[i]!; e < K.rowStart[i + 1]!; e++) {
        const from = K.offset[K.column[e]!]!;
        const cols = K.offset[K.column[e]! + 1]! - from;
        let at = K.place[e]!;
        for (let a = K.offset[i]!; a < K.offset[i + 1]!; a++) {
          for (let c = 0; c < cols; c++)
            terms[a] = Math.max(terms[a]!, Math.abs(K.values[at++]! * this.#z[from + c]!));
        }
      }
    }
    return terms;
  }

  /** Phi at (v, r): momentum, then the laws; A and B of every contact. Returns |Phi|. */
  #evaluate(v: Float64Array, r: Float64Array): number {
    const { f, b, sizes, kind, mu } = this.problem;
    const K = this.#K;
    const z = this.#z;
    z.set(v);
    z.set(r, this.#nv);
    const phi = this.#phi;
    phi.fill(0);
    for (let i = 0; i < K.blocks; i++) addBlockRow(K, i, z, phi);
    for (let k = 0; k < this.#nv; k++) phi[k]! -= f[k]!;
    for (let k = 0; k < r.length; k++) this.#u[k] = phi[this.#nv + k]! + b[k]!;
    const local = new Float64Array(Math.max(3, ...sizes));
    sizes.forEach((size, i) => {
      const first = K.offset[this.#bodies + i]! - this.#nv;
      if (kind[i] === contactKind.coulomb) {
        const [rhoN, rhoT] = [this.#rho[first]!, this.#rho[first + 1]!];
        alartCurnier(size, mu[i]!, rhoN, rhoT, this.#u, r, first, local, this.#A[i]!, this.#B[i]!);
      } else {
        this.#box(i, first, size, r, local);
      }
      for (let k = 0; k < size; k++) phi[this.#nv + first + k] = local[k]!;
    });
    return Math.hypot(...phi);
  }

  #box(i: number, first: number, size: number, r: Float64Array, phi: Float64Array): void {
    const { kind, lower, upper } = this.problem;
    const [A, B] = [this.#A[i]!, this.#B[i]!];
    A.fill(0);
    B.fill(0);
    for (let k = 0; k < size; k++) {
      const row = first + k;
      const absent = kind[i] === contactKind.absent;
      const x = r[row]! - this.#rho[row]! * this.#u[row]!;
      const [low, high] = absent ? [0, 0] : [lower[row]!, upper[row]!];
      const free = x > low && x < high;
      (free ? A : B)[k * size + k] = free ? this.#rho[row]! : 1;
      phi[k] = free ? this.#rho[row]! * this.#u[row]! : r[row]! - (x <= low ? low : high);
    }
  }

  /** One damped step; false where the matrix is singular even with proximal terms. */
  step(v: Float64Array, r: Float64Array): boolean {
    const before = this.#evaluate(v, r);
    const right = this.#right;
    for (let k = 0; k < right.length; k++) right[k] = -this.#phi[k]!;
    const live = new Uint8Array(this.blocks).fill(1);
    let singular = this.#lu.factor(live, this);
    if (singular >= 0 && this.#proximal === 0) {
      this.#proximal = PROXIMAL;
      singular = this.#lu.factor(live, this);
    }
    if (singular >= 0) return false;
    this.#lu.solve(right, right);
    for (let k = 0; k < v.length; k++) v[k]! += right[k]!;
    for (let k = 0; k < r.length; k++) r[k]! += right[this.#nv + k]!;
    for (let halving = 0, part = 1; halving < HALVINGS && !(this.#evaluate(v, r) <= before); halving++) {
      part /= 2;
      for (let k = 0; k < v.length; k++) v[k]! -= part * right[k]!;
      for (let k = 0; k < r.length; k++) r[k]! -= part * right[this.#nv + k]!;
    }
    return true;
  }

  write(i: number, lu: BlockLU): void {
    const K = this.#K;
    const size = K.offset[i + 1]! - K.offset[i]!;
    const contact = i - this.#bodies;
    for (let e = K.rowStart[i]!; e < K.rowStart[i + 1]!; e++) {
      const j = K.column[e]!;
      const cols = K.offset[j + 1]! - K.offset[j]!;
      const to = lu.placeOf(j);
      const from = K.place[e]!;
      if (contact < 0) {
        for (let p = 0; p < size * cols; p++) lu.values[to + p]! += K.values[from + p]!;
      } else if (j === i) {
        const [A, B] = [this.#A[contact]!, this.#B[contact]!];
        const first = K.offset[i]! - this.#nv;
        for (let p = 0; p < size * size; p++)
          lu.values[to + p]! += B[p]! + (this.#proximal * A[p]!) / this.#rho[first + (p % size)]!;
      } else {
        const A = this.#A[contact]!;
        for (let a = 0; a < size; a++) {
          for (let c = 0; c < cols; c++) {
            let sum = 0;
            for (let k = 0; k < size; k++) sum += A[a * size + k]! * K.values[from + k * cols + c]!;
            lu.values[to + a * cols + c]! += sum;
          }
        }
      }
    }
  }
}
