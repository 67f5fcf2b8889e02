/**
 * The times at which an expression of time alone bends or jumps.
 *
 * Where what is compared is linear in time they are known: one time for a comparison, abs, min, u ..., equal distances
 * for int, floor, mod, rand ... Where a jump hangs on another function of time, as in u(sin(w time)), its own value is
 * looked at 32 times a window and what changes is bisected. A window ends where something inside of the jump does, and
 * lasts at most the shortest period of a sine in it; without any, windows double from 1 fs on. Found times are kept. What
 * jumps within the first window jumps at 0: rounding of what is compared moved it.
 */
import type { Expression } from '../../expression/ast.js';
import { differentiate } from '../../expression/differentiate.js';
import { visitExpression } from '../../expression/map-expression.js';
import { compileExpression, type Program } from '../../expression/program.js';

type Node<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/** Functions that bend where their argument, or the difference of two, passes 0. */
const bends: ReadonlySet<string> = new Set(['abs', 'uramp', 'min', 'max', 'limit', 'u2', 'uplim', 'dnlim']);
/** Functions that jump where their argument passes a threshold, by that threshold. */
const steps: ReadonlyMap<string, number> = new Map([
  ...['sgn', 'u', 'stp', 'gt0', 'lt0', 'ge0', 'le0'].map((name) => [name, 0] as const),
  ['buf', 0.5],
  ['inv', 0.5],
]);
/** Functions that jump, or whose curves meet, where their argument plus this is an integer. */
const integers: ReadonlyMap<string, number> = new Map([
  ...['floor', 'ceil', 'int', 'rand', 'random', 'white'].map((name) => [name, 0] as const),
  ['round', 0.5],
  ['nint', 0.5],
]);
/** Of those, what is continuous. */
const continuous: ReadonlySet<string> = new Set(['random', 'white']);
const comparisons: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=']);
/** What else jumps where something passes 0 or an integer. */
const jumping: ReadonlySet<string> = new Set([...comparisons, '%', 'mod', 'fmod', 'if']);

/** Looks at the value in a window. */
const looks = 32;
const firstWindow = 1e-15;
const lastWindow = 1e9;
/** Windows that are looked through before nothing is said to be there. */
const windowsAtOnce = 100;
/** Right after 0: products with rates do not vanish. */
const afterZero = 1e-200;

/** What the rounding of an expression of time may move a jump by. */
function roundingAt(size: number): number {
  return Math.max(4 * Number.EPSILON * Math.abs(size), afterZero);
}

/** Where nothing jumps or bends, and where the next such time is. */
export class TimeBreakpoints {
  readonly #single: readonly number[];
  readonly #grids: readonly Grid[];
  readonly #searches: readonly JumpSearch[];

  constructor(expression: Expression) {
    const found = new Finder();
    visitExpression(expression, (node) => {
      found.visit(node);
    });
    this.#single = [...found.times].filter(Number.isFinite).sort((p, q) => p - q);
    this.#grids = found.grids;
    this.#searches = found.jumps.map((node) => new JumpSearch(node));
  }

  get isEmpty(): boolean {
    return this.#single.length + this.#grids.length + this.#searches.length === 0;
  }

  /** The first one after t. */
  next(t: number): number {
    let first = this.#single.find((time) => time > t) ?? Infinity;
    for (const grid of this.#grids) first = Math.min(first, nextOf(grid, t));
    for (const search of this.#searches) first = Math.min(first, search.next(t));
    return first;
  }

  /** A time at which the expression has the value that it has right after t. */
  after(t: number): number {
    return this.#neighbour(t, 1);
  }

  /** The same for the value right before t. */
  before(t: number): number {
    return this.#neighbour(t, -1);
  }

  #neighbour(t: number, sign: number): number {
    let distance = 0;
    if (this.#single.includes(t)) distance = Math.abs(t) * Number.EPSILON || afterZero;
    for (const search of this.#searches)
      if (search.has(t)) distance = Math.max(distance, roundingAt(t), t === 0 ? search.begin : 0);
    for (const grid of this.#grids) {
      if (timeOf(grid, Math.round((t - grid.start) / grid.step)) !== t) continue;
      distance = Math.max(distance, roundingAt(Math.abs(grid.start) + Math.abs(t)));
    }
    return t + sign * distance;
  }
}

/** Times start + k step, step > 0. */
interface Grid {
  readonly start: number;
  readonly step: number;
}

function timeOf({ start, step }: Grid, k: number): number {
  return start + k * step;
}

function nextOf(grid: Grid, t: number): number {
  let k = Math.floor((t - grid.start) / grid.step);
  while (timeOf(grid, k) > t) k--;
  while (timeOf(grid, k) <= t) k++;
  return timeOf(grid, k);
}

/** Offset and slope of what is linear in time and not constant. */
function lineOf(expression: Expression): { readonly offset: number; readonly slope: number } | undefined {
  const slope = differentiate(expression, 'time');
  if (slope?.kind !== 'number' || slope.value === 0 || jumpsAnywhere(expression)) return undefined;
  const offset = compileExpression(expression, ['time'])?.evaluate(Float64Array.of(0));
  return offset === undefined ? undefined : { offset, slope: slope.value };
}

/** Whether the slope does not tell the whole course. */
function jumpsAnywhere(expression: Expression): boolean {
  let found = false;
  visitExpression(expression, (node) => {
    found ||= node.kind === 'conditional' || (node.kind === 'binary' && jumping.has(node.operator));
    found ||=
      node.kind === 'call' && (jumping.has(node.name) || steps.has(node.name) || integers.has(node.name));
  });
  return found;
}

function dependsOnTime(expression: Expression): boolean {
  let found = false;
  visitExpression(expression, (node) => {
    found ||= node.kind === 'name' && node.name === 'time';
  });
  return found;
}

class Finder {
  readonly times = new Set<number>();
  readonly grids: Grid[] = [];
  /** What jumps at times that are not known beforehand. */
  readonly jumps: Expression[] = [];

  visit(node: Expression): void {
    if (node.kind === 'binary') {
      if (comparisons.has(node.operator)) this.#crossing(node.left, node.right, node);
      if (node.operator === '%') this.#remainder(node.left, node.right);
    }
    if (node.kind === 'call') this.#call(node);
  }

  #call(node: Node<'call'>): void {
    const { name, args, span } = node;
    const [first, ...others] = args;
    if (!first) return;
    const number = (value: number): Expression => ({ kind: 'number', value, span });
    const [second] = others;
    const offset = integers.get(name);
    const threshold = steps.get(name);
    if (threshold !== undefined) this.#crossing(first, number(threshold), node);
    else if (offset !== undefined) this.#integer(first, offset, continuous.has(name) ? undefined : node);
    else if ((name === 'mod' || name === 'fmod') && second) this.#remainder(first, second);
    else if (name === 'table' || name === 'pwl') {
      for (let k = 0; k < others.length; k += 2) this.#crossing(first, others[k] ?? first);
    } else if (name === 'u2') [0, 1].forEach((value) => this.#crossing(first, number(value)));
    else if (bends.has(name)) {
      for (const other of others.length > 0 ? others : [number(0)]) this.#crossing(first, other);
    }
  }

  /** Where left = right; `jump` is what jumps there. */
  #crossing(left: Expression, right: Expression, jump?: Expression): void {
    const line = lineOf({ kind: 'binary', operator: '-', left, right, span: left.span });
    if (line) this.times.add(-line.offset / line.slope);
    else if (jump && dependsOnTime(jump)) this.jumps.push(jump);
  }

  /** Where the quotient is an integer. */
  #remainder(left: Expression, right: Expression): void {
    const { span } = left;
    const quotient: Expression = { kind: 'binary', operator: '/', left, right, span };
    this.#integer(quotient, 0, { kind: 'call', name: 'int', args: [quotient], span });
  }

  /** Where x + offset is an integer. */
  #integer(x: Expression, offset: number, jump?: Expression): void {
    const line = lineOf(x);
    if (line) {
      const step = 1 / Math.abs(line.slope);
      this.grids.push({ start: -(line.offset + offset) / line.slope, step });
    } else if (jump && dependsOnTime(jump)) this.jumps.push(jump);
  }
}

/** The times at which something that is constant in between jumps, found as they are asked for. */
class JumpSearch {
  readonly #program: Program;
  readonly #inner: TimeBreakpoints;
  readonly #longest: number;
  readonly #at = new Float64Array(1);
  readonly #found: number[] = [0];
  #end = 0;
  #last: number | undefined;
  #begin = 0;

  constructor(node: Expression) {
    const program = compileExpression(node, ['time']);
    if (!program) throw new RangeError('an expression of time alone contains a quantity of the circuit');
    this.#program = program;
    this.#inner = new TimeBreakpoints(withoutItself(node));
    this.#longest = shortestPeriod(node);
  }

  /** How long after 0 the value is what it is then. */
  get begin(): number {
    if (this.#end === 0) this.#look();
    return this.#begin;
  }

  has(t: number): boolean {
    return this.#found[this.#countBefore(t)] === t;
  }

  /** The next jump, or the end of what was looked through without one. */
  next(t: number): number {
    for (let windows = 0; ; windows++) {
      const k = this.#countBefore(t);
      const found = this.#found[this.#found[k] === t ? k + 1 : k];
      if (found !== undefined) return found;
      if (this.#end >= lastWindow) return Infinity;
      if (this.#end > t && windows >= windowsAtOnce) return this.#end;
      this.#look();
    }
  }

  #countBefore(t: number): number {
    let [low, high] = [0, this.#found.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#found[middle] ?? Infinity) < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #value(t: number): number {
    this.#at[0] = t;
    return this.#program.evaluate(this.#at);
  }

  #look(): void {
    const from = this.#end;
    const longest = Math.min(this.#longest, Math.max(firstWindow, from));
    const to = Math.min(from + longest, this.#inner.next(from));
    let low = Math.max(this.#inner.after(from), from + roundingAt(from));
    let value = this.#value(low);
    if (this.#last !== undefined && !isSame(this.#last, value)) this.#found.push(from);
    for (let k = 1; k <= looks; k++) {
      const high =
        k < looks ? from + (k / looks) * (to - from) : Math.min(this.#inner.before(to), to - roundingAt(to));
      while (low < high && !isSame(this.#value(high), value)) {
        low = this.#bisect(low, high, value);
        value = this.#value(low);
        if (from === 0) this.#begin = low;
        else this.#found.push(low);
      }
      low = high;
    }
    this.#last = value;
    this.#end = to;
  }

  /** The first number of which the value is another. */
  #bisect(from: number, to: number, value: number): number {
    let [low, high] = [from, to];
    for (;;) {
      const middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) return high;
      if (isSame(this.#value(middle), value)) low = middle;
      else high = middle;
    }
  }
}

function isSame(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** The parts of what jumps, so that its own jumps are not among them. */
function withoutItself(node: Expression): Expression {
  const { span } = node;
  if (node.kind === 'binary') return { ...node, operator: '-' };
  const args = node.kind === 'call' ? node.args : [];
  return args.reduce((left, right) => ({ kind: 'binary', operator: '+', left, right, span }));
}

/** Of the sines and cosines of what is linear in time. */
function shortestPeriod(expression: Expression): number {
  let shortest = Infinity;
  visitExpression(expression, (node) => {
    if (node.kind !== 'call' || (node.name !== 'sin' && node.name !== 'cos')) return;
    const line = node.args[0] && lineOf(node.args[0]);
    if (line) shortest = Math.min(shortest, (2 * Math.PI) / Math.abs(line.slope));
  });
  return shortest;
}
