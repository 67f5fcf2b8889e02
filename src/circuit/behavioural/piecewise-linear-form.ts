/**
 * Piecewise-linear functions of linear forms as complementarity rows:
 *
 *     ramp    r = max(0, g)        0 <= r _|_ r - g >= 0
 *     step    s in [0, 1] with s = 0 for g < 0, s = 1 for g > 0, anything between at g = 0 (a vertical segment, relay):
 *                                  0 <= s  _|_ p - g >= 0,   0 <= p _|_ 1 - s >= 0      (p = max(0, g))
 *     limit   c = g limited to [0, h]  0 <= c _|_ p - g + c >= 0, 0 <= p _|_ h - c >= 0      (p = max(0, g - h))
 *     choice  d while the control is on, else 0, for d that does not vanish where the control turns: a forced row,
 *                                  on: c - d = 0, off: c = 0
 *
 * A step that stands for a comparison says what it is where g rests at 0 (`comparisons.ts`); with a hysteresis it is a choice of 1
 * that turns on above g = +band and off below -band.
 *
 * Everything else is made of them: |x| = 2 ramp(x) - x, max(a, b) = b + ramp(a - b), a table through (x_k, y_k) a sum of
 * ramps (changes of slope), steps (jumps) and limits (segments far steeper than those beside them, of which the difference of two
 * ramps would have no digits: a comparator of 1e6 in a loop). Source: [Vasca-Iannelli-Camlibel 2009], [notes] 9 for relays.
 */
import type { AuxiliaryRow, LinearForm, SmoothFunction, WhereEqual } from '../primitives.js';
import { asMultiple, constantForm, isConstant, scaled, sum, termForm, zeroForm } from './form-arithmetic.js';

/** A truth value as a form that is 0 or 1; `control` tells it apart: true above 0. */
export interface Condition {
  readonly form: LinearForm;
  readonly control: LinearForm;
  /** What it is where the control rests at 0; absent where it cannot. */
  readonly whereEqual?: WhereEqual;
  /** Half its hysteresis, in the unit of the control; absent: none. */
  readonly band?: number;
}

/** The size that a voltage may have, volts. */
export type VoltageSize = (a: string, b: string) => number;

/** Sides of a comparison that differ by less than this part of what they may be are equal: some times what events take for rounding. */
const equalityPart = 5e-11;
/** Half the hysteresis of comparisons that have one, as part of the same. */
const bandPart = 1e-4;
/** From this slope on by a voltage or current, and so many times those of its neighbours, a segment is a limit. */
const steepSlope = 1e3;

/** Half the hysteresis that a comparison without one would be given. */
export function hysteresisOf({ within }: WhereEqual): number {
  return within * (bandPart / equalityPart);
}

export interface TablePoint {
  readonly x: number;
  readonly y: number;
}

/** Collects the auxiliary rows of one controlled branch. */
export class PiecewiseLinearBuilder {
  readonly #rows: AuxiliaryRow[] = [];
  readonly #ramps: { readonly of: LinearForm; readonly ramp: LinearForm }[] = [];
  readonly #steps: {
    readonly of: LinearForm;
    readonly step: LinearForm;
    readonly holds: boolean | undefined;
  }[] = [];

  /** `hysteretic`: comparisons have a hysteresis. */
  constructor(
    private readonly sizeOf: VoltageSize = () => 1,
    private readonly hysteretic = false,
  ) {}

  get rows(): readonly AuxiliaryRow[] {
    return this.#rows;
  }

  /** Returns max(0, g). */
  ramp(g: LinearForm): LinearForm {
    if (isConstant(g)) return constantForm(Math.max(0, g.constant));
    const known = this.#ramps.find(
      ({ of }) => asMultiple(g, of)?.factor === 1 && sum(g, of, -1).constant === 0,
    );
    if (known) return known.ramp;
    const ramp = this.#next();
    this.#rows.push({ y: sum(ramp, g, -1) });
    this.#ramps.push({ of: g, ramp });
    return ramp;
  }

  /** Returns the unit step of g; at g = 0 any value from 0 to 1, or where it rests there what is said. */
  step(g: LinearForm, whereEqual?: WhereEqual): LinearForm {
    const holds = whereEqual?.holds;
    if (isConstant(g)) return constantForm(g.constant > 0 || (g.constant === 0 && holds === true) ? 1 : 0);
    const known = this.#steps.find(
      (one) =>
        one.holds === holds && asMultiple(g, one.of)?.factor === 1 && sum(g, one.of, -1).constant === 0,
    );
    if (known) return known.step;
    const step = this.#next();
    const positive = termForm({ gain: 1, quantity: 'auxiliary', index: this.#rows.length + 1 });
    this.#rows.push(
      { y: sum(positive, g, -1), beginsRelay: true, ...(whereEqual && { whereEqual }) },
      { y: sum(constantForm(1), step, -1) },
    );
    this.#steps.push({ of: g, step, holds });
    return step;
  }

  /** Returns g limited to the interval from 0 to h > 0. */
  limit(g: LinearForm, h: number): LinearForm {
    if (isConstant(g)) return constantForm(Math.min(Math.max(0, g.constant), h));
    const within = this.#next();
    const beyond = termForm({ gain: 1, quantity: 'auxiliary', index: this.#rows.length + 1 });
    this.#rows.push(
      { y: sum(sum(beyond, g, -1), within), beginsLimit: true },
      { y: sum(constantForm(h), within, -1) },
    );
    return within;
  }

  /** Returns the condition g > 0, or g >= 0 where it is not strict. */
  isPositive(g: LinearForm, strict: boolean): Condition {
    const size = this.#size(g);
    if (this.hysteretic && !isConstant(g)) {
      const band = bandPart * size;
      return { form: this.latched(g, band, -band, constantForm(1), 'off'), control: g, band };
    }
    const whereEqual = { holds: !strict, within: equalityPart * size };
    return { form: this.step(g, whereEqual), control: g, whereEqual };
  }

  not({ form, control, whereEqual, band }: Condition): Condition {
    return {
      ...(band !== undefined && { band }),
      ...{ form: sum(constantForm(1), form, -1), control: scaled(-1, control) },
      ...(whereEqual && { whereEqual: { ...whereEqual, holds: !whereEqual.holds } }),
    };
  }

  and(one: Condition, other: Condition): Condition {
    const form = this.ramp(sum(sum(one.form, other.form), constantForm(-1)));
    return { form, control: sum(form, constantForm(-0.5)) };
  }

  or(one: Condition, other: Condition): Condition {
    return this.not(this.and(this.not(one), this.not(other)));
  }

  /** Returns `then` where the condition holds, else `otherwise`. */
  choose(condition: Condition, then: LinearForm, otherwise: LinearForm): LinearForm {
    const difference = sum(then, otherwise, -1);
    return sum(otherwise, this.masked(condition, difference));
  }

  /** Returns d where the condition holds, else 0. */
  masked({ form, control, whereEqual, band = 0 }: Condition, d: LinearForm): LinearForm {
    if (isConstant(form)) return scaled(form.constant, d);
    if (isConstant(d)) return scaled(d.constant, form);
    // step(g) (k g + c) = k ramp(g) + c step(g): no jump but c.
    const multiple = asMultiple(d, control);
    if (multiple && band === 0) {
      const jump = multiple.rest === 0 ? zeroForm : scaled(multiple.rest, form);
      return sum(scaled(multiple.factor, this.ramp(control)), jump);
    }
    const choice = this.#next();
    const guard = { control, on: band, off: -band, initially: 'off' } as const;
    this.#rows.push({ y: sum(choice, d, -1), guard, ...(whereEqual && { whereEqual }) });
    return choice;
  }

  /** Returns d from where the control exceeds `on` to where it falls below `off`, else 0. */
  latched(control: LinearForm, on: number, off: number, d: LinearForm, initially: 'on' | 'off'): LinearForm {
    return this.latchedAbove(() => control, { on, off, initially }, d);
  }

  /** The same for a control that may read what is returned: levels that are forms themselves are part of it. */
  latchedAbove(
    controlOf: (latched: LinearForm) => LinearForm,
    levels: { readonly on: number; readonly off: number; readonly initially: 'on' | 'off' },
    d: LinearForm,
  ): LinearForm {
    const choice = this.#next();
    this.#rows.push({ y: sum(choice, d, -1), guard: { control: controlOf(choice), ...levels } });
    return choice;
  }

  maximum(a: LinearForm, b: LinearForm): LinearForm {
    return sum(b, this.ramp(sum(a, b, -1)));
  }

  minimum(a: LinearForm, b: LinearForm): LinearForm {
    return sum(a, this.ramp(sum(a, b, -1)), -1);
  }

  absolute(x: LinearForm): LinearForm {
    return sum(scaled(2, this.ramp(x)), x, -1);
  }

  /**
   * Returns straight lines through points of ascending x, constant outside (or going on with the given end slopes);
   * two points with one x are a jump, at which the last one counts.
   */
  table(x: LinearForm, points: readonly TablePoint[], ends = { left: 0, right: 0 }): LinearForm {
    const [first] = points;
    if (!first) return zeroForm;
    const from = (start: number): LinearForm => sum(x, constantForm(-start));
    let y = sum(constantForm(first.y), from(first.x), ends.left);
    let slope = ends.left;
    const bend = (at: number, next: number): void => {
      if (next !== slope) y = sum(y, this.ramp(from(at)), next - slope);
      slope = next;
    };
    const gain = x.terms.reduce((most, term) => Math.max(most, Math.abs(term.gain)), 0);
    /** Behind point k, passing over a jump. */
    const slopeAt = (k: number): number => {
      const [point, next] = [points[k], points[k + 1]];
      if (!point || !next) return ends.right;
      return next.x === point.x ? slopeAt(k + 1) : (next.y - point.y) / (next.x - point.x);
    };
    points.forEach((point, k) => {
      const next = points[k + 1];
      if (next?.x === point.x) {
        if (next.y !== point.y) y = sum(y, this.isPositive(from(point.x), false).form, next.y - point.y);
        return;
      }
      const steepness = slopeAt(k);
      const beside = Math.max(Math.abs(slope), Math.abs(slopeAt(k + 1)));
      if (next && Math.abs(steepness) > steepSlope * Math.max(1 / gain, beside)) {
        // What it rises above the slope before it, which goes on.
        const rise = steepness - slope;
        const height = Math.abs(rise) * (next.x - point.x);
        y = sum(y, this.limit(scaled(Math.abs(rise), from(point.x)), height), Math.sign(rise));
      } else bend(point.x, steepness);
    });
    return y;
  }

  /** Returns f(arguments) as an unknown of its own. */
  smooth(smooth: SmoothFunction): LinearForm {
    const value = this.#next();
    this.#rows.push({ y: value, smooth });
    return value;
  }

  /** What the terms of g may be. */
  #size({ constant, terms }: LinearForm): number {
    const sizes = terms.map((term) => {
      // Time is exact, and never rests.
      if (term.quantity === 'signal') return 0;
      return Math.abs(term.gain) * (term.quantity === 'voltage' ? this.sizeOf(term.a, term.b) : 1);
    });
    return sizes.reduce((total, size) => total + size, Math.abs(constant));
  }

  /** The multiplier of the row that is pushed next. */
  #next(): LinearForm {
    return termForm({ gain: 1, quantity: 'auxiliary', index: this.#rows.length });
  }
}
