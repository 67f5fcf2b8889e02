/**
 * A root of p near a guess that is proved to be the first (`first-negative.ts`), as a program. With t_k = a_k r^k,
 * P_k = t_0 + ... + t_k and v = P_d = p(r)
 *
 *     p(u r) = (1 - u) Q(u) + v,     Q(u) = sum_{k < d} (P_k - v) u^k,
 *     sum_{12 < k < d} |P_k - v| <= sum_{k > 13} (k - 13) |t_k|,
 *
 * so that Q >= -(v + tolerance) on [0, 1] leaves nothing below -tolerance on [0, r]. Where v itself is,
 * Q >= -(v + tolerance) r / resolution leaves such values only within the resolution of r. Sums of sums give derivatives:
 * r p'(r) = d v - S, r^2 p''(r)/2 = d (d - 1)/2 v - d S + U with S = sum_{k < d} P_k, U = sum_{k < d} (P_0 + ... + P_k).
 * Halley's error is at most C(d, 3) sum |t_k| / |r p'| times the cube of the relative step, and 2 (r p''/2p')^2 times it:
 * the last step is the one behind which both are below eps sum |t_k| / |r p'|, what the rounding of the t_k does to r.
 * d is at least 13, by zeros. Cost 4 d a step; no sum waits for another longer than an addition a power.
 */
import { buildProgram, type Program, type ProgramBuilder } from '../code/program-builder.js';
import {
  absolute,
  add,
  and,
  atMost,
  divide,
  less,
  maximum,
  multiply,
  not,
  subtract,
  toNumber,
  type Num,
  type Value,
} from '../code/value.js';
import { clearDegree, coefficients, isAtLeast } from './clear-bound.js';

/** Largest degree. */
export const maxDegree = 32;
/**
 * Halley's method: the most steps; the relative step that is the last one, the part of it that p'' may have, and the
 * part of Q(1) = -r p'(r) that Q has to exceed.
 */
const halleySteps = 6;
const lastStep = 2 ** -22;
const lastTurn = 2 ** -16;
const lastBound = 2 ** -6;

/** provedRoot(at, terms, tolerance, resolution, guess): the proved first root of a polynomial that is positive at 0; else 0. */
export function provedRootProgram(): Program {
  const head = {
    name: 'provedRoot',
    parameters: [
      { name: 'at', kind: 'place' },
      { name: 'terms', kind: 'integer' },
      { name: 'tolerance', kind: 'number' },
      { name: 'resolution', kind: 'number' },
      { name: 'guess', kind: 'number' },
    ],
    result: 'number',
  } as const;
  return buildProgram(head, (program, at, terms, tolerance, resolution, guess) => {
    const d = program.keep('number', maximum(toNumber(terms), clearDegree + 1));
    const s = program.keep('number', guess);
    const left = program.keep('integer', halleySteps);
    program.while(
      () => and(and(less(0, s), less(s, 2)), less(0, left)),
      () => {
        const sums = evaluate(program, at, terms, s);
        const { value } = sums;
        const slope = program.keep('number', subtract(multiply(d, value), sums.first));
        program.when(not(less(slope, 0)), () => program.return(0));
        const half = multiply(multiply(d, subtract(d, 1)), 0.5);
        const turned = subtract(multiply(half, value), multiply(d, sums.first));
        const curve = program.keep('number', add(turned, sums.second));
        const turn = program.keep('number', multiply(value, curve));
        const square = program.keep('number', multiply(slope, slope));
        const below = maximum(subtract(square, turn), multiply(square, 0.5));
        const step = divide(multiply(multiply(s, value), slope), below);
        const root = program.keep('number', subtract(s, step));
        const bound = program.keep('number', add(value, tolerance));
        program.when(less(bound, 0), () => program.set(bound, divide(multiply(bound, s), resolution)));
        const isLast = program.all([
          atMost(absolute(value), multiply(slope, -lastStep)),
          atMost(absolute(turn), multiply(square, lastTurn)),
          atMost(multiply(slope, lastBound), bound),
        ]);
        program.when(isLast, () => {
          // Deeper than the tolerance, before the end and before p turns.
          const falls = less(multiply(slope, subtract(1, root)), multiply(multiply(tolerance, -2), root));
          const straight = less(multiply(multiply(tolerance, 4), curve), square);
          program.when(not(and(falls, straight)), () => program.return(0));
          for (let k = 0; k <= clearDegree; k++) sums.parts.set(k, subtract(sums.parts.get(k), value));
          const isFirst = isAtLeast(program, sums.parts, sums.tail, bound);
          program.when(isFirst, () => program.return(root));
          program.return(0);
        });
        program.set(s, root);
        program.set(left, subtract(left, 1));
      },
    );
    program.return(0);
  });
}

interface Sums {
  /** p(s). */
  readonly value: Value;
  /** S and U. */
  readonly first: Value;
  readonly second: Value;
  /** Bound of the tail of Q. */
  readonly tail: Value;
  /** P_k, k <= 12. */
  readonly parts: ReturnType<ProgramBuilder['registers']>;
}

function evaluate(program: ProgramBuilder, at: Value, terms: Value, s: Value): Sums {
  const power = program.keep('number', 1);
  const value = program.keep('number', program.load(coefficients, at));
  const [first, second, tail] = [0, 0, 0].map((zero) => program.keep('number', zero));
  const parts = program.registers('number', clearDegree + 1, 'parts');
  const take = (k: Num): Value => {
    program.set(first!, add(first!, value));
    program.set(second!, add(second!, first!));
    program.set(power, multiply(power, s));
    const term = program.keep('number', multiply(program.load(coefficients, add(at, k)), power));
    program.set(value, add(value, term));
    return term;
  };
  for (let k = 1; k <= clearDegree + 1; k++) {
    parts.set(k - 1, value);
    take(k);
  }
  program.block((leave) => {
    for (let k = clearDegree + 2; k <= maxDegree; k++) {
      program.when(less(terms, k), leave);
      const term = take(k);
      program.set(tail!, add(tail!, multiply(absolute(term), k - clearDegree - 1)));
    }
  });
  return { value, first: first!, second: second!, tail: tail!, parts };
}
