/**
 * The generic switch of Xyce (model type SWITCH): a conductance that follows its control u smoothly,
 *
 *     x = (u - off) / (on - off),  s = 2 x - 1,   ln R = ln sqrt(ron roff) + ln(ron / roff) (3 s - s^3) / 4,
 *
 * R = roff for x <= 0, ron for x >= 1. With `offh` a switch that has been open stays open until u passes offh, with
 * `onh` one that has been closed stays closed until u falls back behind onh: two latches with hysteresis,
 *
 *     leaves "open" at offh, returns to it at off;      reaches "closed" at on, leaves it at onh.
 *
 * The conductance times the voltage is a smooth row; the latches are forced rows of the same branch. VSWITCH and ISWITCH with
 * vhon, vhoff or ihon, ihoff are the same.
 */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { ModelSyntax } from '../../netlist/language.js';
import { scaled, sum, constantForm, termForm } from '../behavioural/form-arithmetic.js';
import type { EmissionContext } from '../device.js';
import type { AuxiliaryRow, Branch, LinearForm, SmoothFunction } from '../primitives.js';
import { endsOf, isOpen, modelValues } from './parts/element-parts.js';
import { contactSwitch, reportOrder } from './switch-parts.js';

export const genericSwitchModel: ModelSyntax = {
  type: 'switch',
  doc: 'Switch whose resistance follows its control between two values, with latches (Xyce).',
  parameters: [
    { name: 'on', unit: '', default: 1, range: 'finite', doc: 'control at which it is closed' },
    { name: 'off', unit: '', default: 0, range: 'finite', doc: 'control at which it is open' },
    {
      name: 'onh',
      unit: '',
      range: 'finite',
      doc: 'control at which a closed one begins to open; absent: on',
    },
    {
      name: 'offh',
      unit: '',
      range: 'finite',
      doc: 'control at which an open one begins to close; absent: off',
    },
    { name: 'ron', unit: 'Ohm', default: 1, range: 'non-negative', doc: 'closed resistance; 0: a short' },
    {
      name: 'roff',
      unit: 'Ohm',
      default: 1e6,
      range: 'positive',
      infinite: true,
      doc: 'open resistance; >= 1e30: open',
    },
  ],
};

interface Characteristic {
  readonly on: number;
  readonly off: number;
  readonly onh: number;
  readonly offh: number;
  readonly ron: number;
  readonly roff: number;
}

/** Whether a VSWITCH ("v") or ISWITCH ("i") has latches. */
export function hasLatches({ model }: FlatElement, quantity: 'v' | 'i'): boolean {
  return (
    model?.parameters.has(`${quantity}hon`) === true || model?.parameters.has(`${quantity}hoff`) === true
  );
}

/** Emits a generic switch; as one ideal switch, half-way, where its conductance has no smooth way from roff to ron. */
export function genericSwitchBranches(
  element: FlatElement,
  control: LinearForm,
  context: EmissionContext,
  quantity: '' | 'v' | 'i' = '',
): Branch[] {
  const value = modelValues(element);
  const on = value(`${quantity}on`, quantity === 'i' ? 1e-3 : 1);
  const off = value(`${quantity}off`, 0);
  const [onh, offh] = quantity === '' ? ['onh', 'offh'] : [`${quantity}hon`, `${quantity}hoff`];
  const ideal = context.options.ideal === 'all' || context.options.ideal === 'switches';
  const ron = ideal ? 0 : value('ron', 1);
  const roff = ideal ? Infinity : value('roff', 1e6);
  const given: Characteristic = { on, off, onh: value(onh, on), offh: value(offh, off), ron, roff };
  if (!(ron < roff)) {
    reportOrder(element, ron, roff, context);
    return [];
  }
  // Every u is signed so that on lies above off.
  const sign = on < off ? -1 : 1;
  const u = scaled(sign, control);
  const way: Characteristic = {
    ...given,
    on: sign * on,
    off: sign * off,
    onh: sign * given.onh,
    offh: sign * given.offh,
  };
  if (!isOrdered(way, element, context)) return [];
  if (on === off || ron === 0 || isOpen(roff)) {
    const middle = (way.on + way.off) / 2;
    const thresholds = { on: Math.max(middle, way.offh), off: Math.min(middle, way.onh) };
    return contactSwitch(element, u, { ...thresholds, ron, roff });
  }
  return smoothSwitch(element, u, way);
}

function isOrdered(
  { on, off, onh, offh }: Characteristic,
  { model, span, name }: FlatElement,
  { diagnostics }: EmissionContext,
): boolean {
  const within = (level: number): boolean => level >= off && level <= on;
  if (within(onh) && within(offh)) return true;
  diagnostics.error(
    'switch-thresholds',
    `switch ${name} has onh or offh outside of the range from off to on`,
    model?.span ?? span,
    { hint: `put onh and offh of model ${model?.name ?? ''} between off and on` },
  );
  return false;
}

function smoothSwitch(element: FlatElement, u: LinearForm, way: Characteristic): Branch[] {
  const { on, off, onh, offh } = way;
  const initially = element.flags.has('on') ? 'on' : 'off';
  const rows: AuxiliaryRow[] = [];
  const next = (): LinearForm => termForm({ gain: 1, quantity: 'auxiliary', index: rows.length });
  const latch = (from: number, to: number): LinearForm => {
    const state = next();
    rows.push({
      y: sum(state, constantForm(-1)),
      guard: { control: u, on: from, off: to, initially },
    });
    return state;
  };
  const left = offh > off ? latch(offh, off) : constantForm(1);
  const closed = onh < on ? latch(on, onh) : constantForm(0);
  const { a, b } = endsOf(element);
  const voltage = termForm({ gain: 1, quantity: 'voltage', a, b });
  const current = next();
  rows.push({ y: current, smooth: conductance(way, [voltage, u, left, closed]) });
  const ends = { ...endsOf(element), output: 'current' } as const;
  return [{ kind: 'controlled', ...ends, form: current, auxiliaries: rows, dissipates: true }];
}

/** v G(u) with the latches "has left open" and "has reached closed" as further arguments, each 0 or 1. */
function conductance({ on, off, ron, roff }: Characteristic, args: readonly LinearForm[]): SmoothFunction {
  const middle = Math.log(ron * roff) / 2;
  const ratio = Math.log(ron / roff);
  const graded = (u: number): number => {
    const s = Math.min(1, Math.max(-1, (2 * (u - off)) / (on - off) - 1));
    return Math.exp(-(middle + (ratio * s * (3 - s * s)) / 4));
  };
  const slope = (u: number): number => {
    const s = (2 * (u - off)) / (on - off) - 1;
    return Math.abs(s) >= 1 ? 0 : (-graded(u) * ratio * 0.75 * (1 - s * s) * 2) / (on - off);
  };
  // left in {0, 1}: 1/roff + left (G - 1/roff); closed in {0, 1}: the rest of the way to 1/ron.
  const opened = (u: number, left: number): number => 1 / roff + left * (graded(u) - 1 / roff);
  return {
    text: 'the conductance of the switch',
    arguments: args,
    value(at) {
      const [v = NaN, u = NaN, left = NaN, closed = NaN] = at;
      const g = opened(u, left);
      return v * (g + closed * (1 / ron - g));
    },
    gradient(at, out) {
      const [v = NaN, u = NaN, left = NaN, closed = NaN] = at;
      const g = opened(u, left);
      out[0] = g + closed * (1 / ron - g);
      out[1] = v * (1 - closed) * left * slope(u);
      out[2] = v * (1 - closed) * (graded(u) - 1 / roff);
      out[3] = v * (1 / ron - g);
    },
  };
}
