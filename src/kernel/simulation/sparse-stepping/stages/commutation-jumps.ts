/**
 * Whether pairs that turn over within a step move unknowns at once. Where a pair commutates both its y and its z are 0, so what charges and
 * fluxes determine goes on as it was; what only their rates determine jumps (index 2): the voltage of a coil whose diode opens, the
 * current of a capacitor that is laid across a source. So does, seen from a step that is long beside L / R or R C, what a leakage
 * alone keeps from it. Of J = k' + b s' at the end of the step such responses to what the pair is given are those that grow as b,
 *
 *     J x = e,     b dx/db = -J^-1 b s' x.
 *
 * Cost: two solutions with the factors of the step, however many pairs have turned over.
 */
import { addProduct } from '../descriptor/descriptor-evaluation.js';
import { kindsOfPairs, quantityKinds } from '../descriptor/quantity-kinds.js';
import type { StageSolver } from './stage-solver.js';
import { stepNumbers } from './trial-loop.js';

/** Part of its change by which a stage is off the line where it is more than a bend: of a parabola that begins flat it is a quarter. */
const RUSH = 0.35;
/** From so many reltol of its size on a move counts. */
const LEAST = 2;
/** From this part of a response on that grows as b the step passes its rise in time as a jump. */
const GROWS = 0.3;
/**
 * Part of its largest value that a pair which has turned over does not come to within a step but by a jump: another pair may have taken over
 * what it left, and nothing in J grows.
 */
const LEAP = 0.3;
/**
 * What one that has closed carries is nothing below this part of its largest, as at the peak of a sine: a stage that mirrors it is off by two
 * fifths of that.
 */
export const CARRIES = 0.04;

export class CommutationJumps {
  readonly #response: Float64Array;
  readonly #growth: Float64Array;
  /** Kinds of what is between the ends of pairs, y, and of nothing that they carry, z. */
  readonly #keptApart: ReadonlySet<number>;
  readonly #kinds: Int32Array;
  /** 1 for pairs that steps end at. */
  readonly #isMet: Uint8Array;

  constructor(
    private readonly solver: StageSolver,
    /** Unknowns that are what inputs are: steps pass their corners. */
    private readonly passed: ReadonlyMap<number, unknown>,
  ) {
    const { size, system } = solver.assembly;
    const kinds = quantityKinds(system);
    this.#keptApart = kindsOfPairs(kinds, solver.rows, solver.rows.pairCount).apart;
    this.#kinds = kinds.unknown;
    this.#isMet = Uint8Array.from(system.pairs, ({ met, relay }) =>
      Number(met === true || relay !== undefined),
    );
    const length = solver.rows.pairCount > 0 ? size : 0;
    this.#response = new Float64Array(length);
    this.#growth = new Float64Array(length);
  }

  /** Whether unknowns jump within the step that was solved last, which began with pairs as in `before`. */
  within(before: Uint8Array): boolean {
    return this.#jump(before, CARRIES);
  }

  /**
   * The same of pairs that have closed and carry next to nothing, since the step ends next to where they did: what they carry from then
   * on is another thing, and a stage would mirror the difference.
   */
  atEnd(before: Uint8Array): boolean {
    return this.#jump(before, 0);
  }

  #jump(before: Uint8Array, carries: number): boolean {
    const { solver } = this;
    const { newton, rows, assembly } = solver;
    const { row, pairCount } = rows;
    const [x, growth] = [this.#response.fill(0), this.#growth.fill(0)];
    let any = false;
    for (let p = 0; p < pairCount; p++) {
      if (!this.#hasTurned(p, before, carries)) continue;
      if (this.#exceeds(p, LEAP)) return true;
      x[row[p]!] = this.#unit(p);
      any = true;
    }
    if (!any) return false;
    newton.factors.solve(x);
    const { numbers, method } = solver;
    const b = 1 / (method.gamma * (numbers[stepNumbers.end]! - numbers[stepNumbers.t]!));
    addProduct(assembly.storage, x, 0, growth);
    for (let i = 0; i < growth.length; i++) growth[i] = -b * growth[i]!;
    newton.correct(growth);
    for (let p = 0; p < pairCount; p++)
      if (this.#hasTurned(p, before, carries) && this.#answer(p, growth) / this.#answer(p, x) > GROWS)
        return true;
    return false;
  }

  /** Whether pair p has opened within the step, or closed and carries something that counts. Steps end at contacts and friction anyway. */
  #hasTurned(p: number, before: Uint8Array, carries: number): boolean {
    const { forced } = this.solver.rows;
    if (forced[p] === before[p]) return false;
    return forced[p] === 1 || (this.#isMet[p] === 0 && this.#exceeds(p, carries));
  }

  /** Whether what pair p has since it turned over is at a stage more than a part of its largest value: y where it opened, z where it closed. */
  #exceeds(p: number, part: number): boolean {
    const { rows, points, newton, arrays } = this.solver;
    const { largestY, largestZ } = newton.signs;
    if (rows.forced[p] === 1) return arrays.y.some((y) => y[p]! > part * largestY[p]!);
    const z = rows.unknown[p]!;
    return points.some((w) => Math.abs(w[z]!) > part * largestZ[p]!);
  }

  /** What pair p is given, of the size that it has had: what it carries while it is open, what is between its ends while it is closed. */
  #unit(p: number): number {
    const { rows, newton, assembly } = this.solver;
    const z = rows.unknown[p]!;
    if (rows.forced[p] === 1) return Math.max(newton.sizes[z]!, assembly.system.absolute[z]!);
    return newton.signs.largestY[p]! || 1;
  }

  /** What pair p answers with: y while it is open, z while it is closed. */
  #answer(p: number, x: Float64Array): number {
    const { rows } = this.solver;
    return rows.forced[p] === 1 ? rows.rowOf(p, x) : x[rows.unknown[p]!]!;
  }

  /**
   * Whether what no charge determines runs at once from its value at the start to another in the step that was solved last: its
   * first stage is far from the line between both ends.
   */
  rushes(): boolean {
    const { points, newton, assembly, arrays } = this.solver;
    if (this.#keptApart.size === 0) return false;
    const [first, stage, end, c] = [points[0]!, points[1]!, points.at(-1)!, arrays.c[1]!];
    const { absolute } = assembly.system;
    const rushes = (i: number): boolean => {
      if (!this.#keptApart.has(this.#kinds[i]!) || this.passed.has(i)) return false;
      const change = end[i]! - first[i]!;
      const off = Math.abs(stage[i]! - first[i]! - c * change);
      const size = Math.max(Math.abs(end[i]!), newton.sizes[i]!);
      return off > RUSH * Math.abs(change) && off > LEAST * (newton.reltol * size + absolute[i]!);
    };
    return assembly.algebraicUnknowns.some(rushes) || arrays.groupMembers.some(rushes);
  }
}
