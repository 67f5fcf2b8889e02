/**
 * One-step methods of diagonally implicit stages, first stage explicit, the last one the end of the step:
 *
 *     s_i = s_0 + h sum_{j < i} a_ij d_j + h gamma d_i,     d = ds/dt,     error h sum_j e_j d_j.
 *
 * All implicit stages of one step have the same Jacobian k' + s'/(h gamma); the last equation is that of a backward
 * difference of what came before, so that algebraic rows hold exactly at the end (stiffly accurate, L-stable) and loops of
 * capacitors and sources do not ring. TR-BDF2 is the default: on the suite of the tests
 * (`circuit-suite.ts`) at reltol = 1e-3 it needs the fewest solves at equal error where laws bend; the third-order method
 * does on smooth circuits and at tight tolerances.
 * Sources: TR-BDF2 [Bank et al. 1985], [Hosea-Shampine 1996]; the others [Kennedy-Carpenter 2016, NASA TM-2016-219173].
 */
export interface StageMethod {
  readonly name: string;
  /** Stages, the explicit one among them. */
  readonly stages: number;
  readonly gamma: number;
  /** Of each stage, in parts of the step. */
  readonly c: readonly number[];
  /** a_ij of the implicit stages without their diagonal: row i has i entries. */
  readonly a: readonly (readonly number[])[];
  /** b - b of the embedded method. */
  readonly e: readonly number[];
  /** The error of a run goes as h to this power, */
  readonly order: number;
  /** and the estimated one of a step as h to this. */
  readonly errorPower: number;
}

/** Second order, two solves: trapezoidal rule to 2 - sqrt 2 of the step, then the second backward difference. */
export const trBdf2: StageMethod = (() => {
  const stage = 2 - Math.SQRT2;
  const w = Math.SQRT2 / 4;
  const gamma = stage / 2;
  return Object.freeze({
    name: 'TR-BDF2',
    stages: 3,
    gamma,
    c: [0, stage, 1],
    a: [[], [gamma], [w, w]],
    e: [(4 * w - 1) / 3, -1 / 3, (2 * gamma) / 3],
    order: 2,
    errorPower: 3,
  });
})();

/** Third order, three solves. */
export const esdirk3: StageMethod = (() => {
  const gamma = 1767732205903 / 4055673282236;
  const b = [
    1471266399579 / 7840856788654,
    -4482444167858 / 7529755066697,
    11266239266428 / 11593286722821,
    gamma,
  ];
  const embedded = [
    2756255671327 / 12835298489170,
    -10771552573575 / 22201958757719,
    9247589265047 / 10645013368117,
    2193209047091 / 5459859503100,
  ];
  return Object.freeze({
    name: 'ESDIRK3(2)4L[2]SA',
    stages: 4,
    gamma,
    c: [0, 2 * gamma, 3 / 5, 1],
    a: [[], [gamma], [2746238789719 / 10658868560708, -640167445237 / 6845629431997], b.slice(0, 3)],
    e: b.map((value, i) => value - embedded[i]!),
    order: 3,
    errorPower: 3,
  });
})();
