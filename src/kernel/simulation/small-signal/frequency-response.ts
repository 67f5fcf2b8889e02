/**
 * Solves the equations of small changes at one s = j omega after the other, as real ones of twice the size,
 *
 *     [ Re A  -Im A ] [ Re dz ]   [ Re r ]
 *     [ Im A   Re A ] [ Im dz ] = [ Im r ],      A = G + j omega C + ...,      r = -(S + j omega T) du - ...,
 *
 * entry by entry beside each other, so that one order of elimination and one list of pivots serve all frequencies.
 * Cost a frequency: a refactorisation of four times the entries. Source: [Davis 2006], ch. 6.
 */
import { compressTriplets } from '../../../numerics/sparse/compressed-columns.js';
import { SparseLu } from '../../../numerics/sparse/sparse-lu.js';
import type { LinearizedDescriptor } from './linearized-descriptor.js';

/** A complex vector: re and im of entry k at 2 k and 2 k + 1. */
export type ComplexVector = Float64Array;

export class FrequencyResponse {
  readonly #lu: SparseLu;
  readonly #values: Float64Array;
  /** Places of the four real entries of each complex one. */
  readonly #place: Int32Array;
  /** Entries of G, then C, then those of delays. */
  readonly #delayEntries: readonly { readonly delay: number; readonly gain: number }[];
  /** H of each delay at omega. */
  readonly #factors: { re: number; im: number }[];
  #omega = 0;

  constructor(private readonly system: LinearizedDescriptor) {
    const { size, G, C, delays } = system;
    const rows: number[] = [];
    const cols: number[] = [];
    const add = (row: number, col: number): void => {
      rows.push(2 * row, 2 * row + 1, 2 * row, 2 * row + 1);
      cols.push(2 * col, 2 * col + 1, 2 * col + 1, 2 * col);
    };
    for (const { row, col } of [G, C]) for (let k = 0; k < row.length; k++) add(row[k]!, col[k]!);
    const entries: { delay: number; gain: number }[] = [];
    delays.forEach(({ form, rows: targets, gains }, delay) => {
      targets.forEach((row, t) => {
        form.index.forEach((col, k) => {
          if (col >= size) return;
          add(row, col);
          entries.push({ delay, gain: gains[t]! * form.gain[k]! });
        });
      });
    });
    this.#factors = delays.map(() => ({ re: 1, im: 0 }));
    this.#delayEntries = entries;
    const { pattern, position } = compressTriplets(2 * size, 2 * size, rows, cols);
    this.#place = position;
    this.#values = new Float64Array(pattern.rowIndex.length);
    this.#lu = new SparseLu(pattern);
  }

  /** Factors at omega in rad/s; returns the unknown that nothing determines there, or -1. */
  factor(omega: number): number {
    const { G, C } = this.system;
    this.#omega = omega;
    this.#values.fill(0);
    let entry = 0;
    for (const value of G.value) this.#add(entry++, value, 0);
    for (const value of C.value) this.#add(entry++, 0, omega * value);
    this.system.delays.forEach(({ transfer }, d) => {
      [this.#factors[d]!.re, this.#factors[d]!.im] = transfer(omega);
    });
    for (const { delay, gain } of this.#delayEntries) {
      const { re, im } = this.#factors[delay]!;
      this.#add(entry++, gain * re, gain * im);
    }
    if (this.#lu.refactor(this.#values)) return -1;
    const result = this.#lu.factor(this.#values);
    return result.status === 'ok' ? -1 : result.column >> 1;
  }

  /** Writes dz for inputs du (complex, one an input) at the omega that was factored. */
  respond(du: ComplexVector, dz: ComplexVector): void {
    const { S, T, delays, size } = this.system;
    dz.fill(0);
    for (let k = 0; k < S.length; k++) subtract(dz, S.row[k]!, S.value[k]!, 0, du, S.col[k]!);
    for (let k = 0; k < T.length; k++) subtract(dz, T.row[k]!, 0, this.#omega * T.value[k]!, du, T.col[k]!);
    delays.forEach(({ form, rows, gains }, d) => {
      const { re, im } = this.#factors[d]!;
      form.index.forEach((col, k) => {
        if (col < size) return;
        rows.forEach((row, t) => {
          const gain = gains[t]! * form.gain[k]!;
          subtract(dz, row, gain * re, gain * im, du, col - size);
        });
      });
    });
    this.#lu.solve(dz);
  }

  /** Solves for a right-hand side, row by row, in place. */
  solve(r: ComplexVector): void {
    this.#lu.solve(r);
  }

  /** The same with the conjugate transpose of A. */
  solveAdjoint(r: ComplexVector): void {
    this.#lu.solveTransposed(r);
  }

  #add(entry: number, re: number, im: number): void {
    const at = 4 * entry;
    const values = this.#values;
    const place = this.#place;
    values[place[at]!]! += re;
    values[place[at + 1]!]! += re;
    values[place[at + 2]!]! -= im;
    values[place[at + 3]!]! += im;
  }
}

/** to[row] -= (re + j im) from[col]. */
function subtract(
  to: ComplexVector,
  row: number,
  re: number,
  im: number,
  from: ComplexVector,
  col: number,
): void {
  const [x, y] = [from[2 * col]!, from[2 * col + 1]!];
  to[2 * row]! -= re * x - im * y;
  to[2 * row + 1]! -= re * y + im * x;
}
