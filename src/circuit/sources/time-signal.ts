/**
 * A function of time written as an expression: `B1 a 0 v={if(time < 1m, 0, sin(2*pi*50*time))}`.
 *
 * c + d t and sums of sines (`sines-of-time.ts`) are generated in closed form. Any other expression is evaluated; its breakpoints are where it
 * bends or jumps (`time-breakpoints.ts`), its integral is taken by Gauss-Legendre quadrature between them (panels halved
 * until two estimates agree), its derivative symbolically.
 */
import type { Expression } from '../../expression/ast.js';
import { differentiate } from '../../expression/differentiate.js';
import { printExpression } from '../../expression/print.js';
import { compileExpression, type Program } from '../../expression/program.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import { ModelError } from '../../kernel/modeling/model-error.js';
import type { Signal, SignalGenerator } from '../../kernel/modeling/signals/signal.js';
import { affineGenerator } from './generators.js';
import { SineSumSignal } from './sine-sum-signal.js';
import { sinesOfTime } from './sines-of-time.js';
import { TimeBreakpoints } from './time-breakpoints.js';
import { firstTimePole, type TimePole } from './time-poles.js';

/** A signal that knows its derivative without a generator. */
export interface DifferentiableSignal extends Signal {
  derivative(): Signal;
}

/** Returns the signal of an expression of `time` alone; a RangeError where it has no value. */
export function timeSignal(expression: Expression): Signal {
  const program = programOf(expression);
  if (!program) throw new RangeError('an expression of time alone contains a quantity of the circuit');
  const slope = differentiate(expression, 'time');
  const curvature = slope && differentiate(slope, 'time');
  const breakpoints = new TimeBreakpoints(expression);
  if (breakpoints.isEmpty && slope?.kind === 'number' && curvature?.kind === 'number') {
    const start = program.evaluate(Float64Array.of(0));
    return slope.value === 0 ? constantSignal(start) : new LineSignal(start, slope.value);
  }
  const sines = breakpoints.isEmpty ? sinesOfTime(expression) : undefined;
  if (sines) return new SineSumSignal({ ...sines, td: -Infinity, before: sines.offset });
  return new ExpressionSignal(expression, program, slope, breakpoints);
}

function programOf(expression: Expression): Program | undefined {
  return compileExpression(expression, ['time']);
}

class LineSignal implements Signal {
  readonly constant = false;
  readonly generator: SignalGenerator = affineGenerator;

  constructor(
    private readonly start: number,
    private readonly slope: number,
  ) {}

  value(t: number): number {
    return this.start + this.slope * t;
  }

  valueLeft(t: number): number {
    return this.value(t);
  }

  integral(t0: number, t1: number): number {
    return (t1 - t0) * this.value(t0 + (t1 - t0) / 2);
  }

  nextBreakpoint(): number {
    return Infinity;
  }

  generate(t: number, z: Float64Array, offset: number): void {
    z[offset] = this.value(t);
    z[offset + 1] = this.slope;
  }
}

/** Two estimates of a panel's integral that differ by less than this, relative to the integral of |s|, agree. */
const quadratureTolerance = 1e-13;
/** The same relative to the largest |s| met so far: near a zero of s its rounding is no smaller than elsewhere. */
const roundingTolerance = 1e-14;
/** A panel is halved at most this often, and an integral has at most so many: a pole would go on for ever. */
const deepestPanel = 30;
const maxPanels = 4000;
/**
 * What is left open of an integral, relative to that of |s|, where s has a pole: the last panels at a jump or at |t|^-1/2 have 1e-9
 * or 3e-5 of it, those at 1/t as much as any other.
 */
const poleShare = 1e-3;

class ExpressionSignal implements DifferentiableSignal {
  readonly constant = false;
  readonly #at = new Float64Array(1);
  #largest = 0;
  #panels = 0;
  #unsettled = 0;

  constructor(
    private readonly expression: Expression,
    private readonly program: Program,
    private readonly slope: Expression | undefined,
    private readonly breakpoints: TimeBreakpoints,
  ) {}

  get text(): string {
    return printExpression(this.expression);
  }

  pole(until: number): TimePole | undefined {
    return firstTimePole(this.expression, until);
  }

  value(t: number): number {
    // At a breakpoint itself a comparison may still be false: the right limit is that just after it.
    this.#at[0] = this.breakpoints.after(t);
    return this.program.evaluate(this.#at);
  }

  valueLeft(t: number): number {
    this.#at[0] = this.breakpoints.before(t);
    return this.program.evaluate(this.#at);
  }

  nextBreakpoint(t: number): number {
    return this.breakpoints.next(t);
  }

  integral(t0: number, t1: number): number {
    if (t1 < t0) return -this.integral(t1, t0);
    let sum = 0;
    let size = 0;
    this.#panels = 0;
    this.#unsettled = 0;
    for (let from = t0; from < t1;) {
      const to = Math.min(t1, this.nextBreakpoint(from));
      const whole = this.#gauss(from, to);
      sum += this.#panel(from, to, whole, deepestPanel);
      size += whole.size;
      from = to;
    }
    if (this.#unsettled > poleShare * size || !Number.isFinite(this.#largest)) {
      const message = `${this.text} has no integral from t = ${t0} s to ${t1} s: it does not stay finite there`;
      throw new ModelError(message);
    }
    return sum;
  }

  derivative(): Signal {
    if (!this.slope) throw new RangeError('a function of time has no derivative');
    const program = programOf(this.slope);
    if (!program) throw new RangeError('the derivative of a function of time has no value');
    const base = (t0: number, t1: number): number => this.value(t1) - this.value(t0);
    const own = new ExpressionSignal(
      this.slope,
      program,
      differentiate(this.slope, 'time'),
      this.breakpoints,
    );
    return {
      constant: false,
      value: (t) => own.value(t),
      valueLeft: (t) => own.valueLeft(t),
      integral: base,
      impulse: (t) => this.value(t) - this.valueLeft(t),
      nextBreakpoint: (t) => own.nextBreakpoint(t),
    };
  }

  #panel(from: number, to: number, whole: { sum: number; size: number }, depth: number): number {
    const middle = from + (to - from) / 2;
    const left = this.#gauss(from, middle);
    const right = this.#gauss(middle, to);
    const error = Math.abs(left.sum + right.sum - whole.sum);
    const rounding = roundingTolerance * this.#largest * (to - from);
    const isGood = !(error > Math.max(quadratureTolerance * whole.size, rounding));
    if (!isGood && depth === 0) this.#unsettled += error;
    if (isGood || depth === 0 || ++this.#panels > maxPanels) return left.sum + right.sum;
    return this.#panel(from, middle, left, depth - 1) + this.#panel(middle, to, right, depth - 1);
  }

  /** Five-point Gauss-Legendre rule; `size` is the integral of |s| by it. */
  #gauss(from: number, to: number): { sum: number; size: number } {
    const half = (to - from) / 2;
    let sum = 0;
    let size = 0;
    for (const [node, weight] of gaussRule) {
      const value = weight * this.value(from + half * (1 + node));
      sum += value;
      size += Math.abs(value);
      this.#largest = Math.max(this.#largest, Math.abs(value / weight));
    }
    return { sum: sum * half, size: size * half };
  }
}

const inner = Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3;
const outer = Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3;
const innerWeight = (322 + 13 * Math.sqrt(70)) / 900;
const outerWeight = (322 - 13 * Math.sqrt(70)) / 900;
const gaussRule: readonly (readonly [number, number])[] = Object.freeze([
  [-outer, outerWeight],
  [-inner, innerWeight],
  [0, 128 / 225],
  [inner, innerWeight],
  [outer, outerWeight],
] as const);
