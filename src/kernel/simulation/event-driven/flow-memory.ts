/** The numbers that an exact flow and its generated code share. */
import { clearDegree } from '../../../numerics/polynomial/first-negative.js';
import { CodeMemory } from '../code-memory.js';
import { mostTerms } from './series-terms.js';

export type FlowMemory = CodeMemory<
  | 'v' // the series: terms x size
  | 'least' // magnitude below which an entry of v_0 is rounding
  | 'coefficients' // of the guards' polynomials
  | 'bounds'
  | 'scales'
  | 'point' // where the series was evaluated last
  | 'xi' // the present point of generated pieces
  | 'rowLargest' // largest |y| and |lambda| of each row so far, side by side
  | 'frame' // see `frame`
  | 'bernstein' // of the polynomial that was bounded last
  | 'quotient' // of a polynomial by one of its roots
  | 'ends' // what the ends of pieces have contributed to the integrals of hot modes, a slot each
>;

/** Entries of the region "frame". */
export const frame = Object.freeze({
  /** Largest sqrt(M_ii) |x_i| so far. */
  largest: 0,
  /** Part of the series at which the piece ended. */
  part: 1,
  /** evtol as a part of the piece: what cannot be told apart. */
  resolution: 2,
  /** Terms of the series behind v_0. */
  terms: 3,
  size: 4,
});

/** Modes that gather their integrals in this memory. */
export const hotModes = 32;

/** `size` of xi, of which `order` belong to the inputs; guards of a mode; rows that are tested. */
export function flowMemory(size: number, order: number, guards: number): FlowMemory {
  return new CodeMemory({
    v: (mostTerms + 1) * size,
    least: size,
    coefficients: (mostTerms + 1) * guards,
    bounds: guards,
    scales: guards,
    point: size,
    xi: size,
    rowLargest: 2 * guards,
    frame: frame.size,
    bernstein: clearDegree + 1,
    quotient: mostTerms + 1,
    ends: hotModes * endsLength(size, order),
  });
}

/** Upper triangles of the change of xi xi^T and of the integral of z z^T. */
export function endsLength(size: number, order: number): number {
  return triangleLength(size) + triangleLength(order);
}

export function triangleLength(size: number): number {
  return (size * (size + 1)) / 2;
}
