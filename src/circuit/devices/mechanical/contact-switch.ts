/**
 * YCONTACTSWITCH: an ideal electrical switch that a motion closes: on where x_a - x_b has come down to `at`, off where it is above
 * (with `above` the reverse); or by an expression, such as a contact force, closed where that is positive.
 */
import { scaled } from '../../behavioural/form-arithmetic.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { Device, EmissionContext } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { contactSwitch } from '../switch-parts.js';
import { formOfControl } from '../switch.js';
import { distanceState } from './equilibrium.js';
import { mechanical, mechanicalEnds, stateOf } from './mechanical-parts.js';
import { startDistance } from './start-position.js';
import { closingOf, endsOfStop } from './stop.js';

export const contactSwitchDevice: Device = {
  syntax: {
    letter: 'YCONTACTSWITCH',
    name: 'contact',
    doc: 'Ideal electrical contact, closed while x(n+) - x(n-) <= at, and while a stop that ends there touches; with the word above while it is >= at. Instead of n+ n- an expression may close it where it is positive: control={...}.',
    terminals: ['e+', 'e-', 'n+', 'n-'],
    domains: ['electrical', 'electrical', mechanical, mechanical],
    onOneNode: 'no motion turns it',
    forceless: true,
    replacedTerminals: { count: 2, parameter: 'control' },
    value: { kind: 'none' },
    parameters: [
      { name: 'at', unit: 'm or rad', default: 0, range: 'finite', doc: 'distance at which it closes' },
      {
        ...{ name: 'ron', unit: 'Ohm', default: 0, range: 'non-negative', copies: 'share' },
        doc: 'closed resistance',
      },
      {
        ...{
          name: 'roff',
          unit: 'Ohm',
          default: Infinity,
          range: 'positive',
          infinite: true,
          copies: 'share',
        },
        doc: 'open resistance',
      },
      {
        ...{ name: 'control', unit: 'N', range: 'any', expression: true },
        doc: 'what closes it where positive, such as -f(ystop1)',
      },
    ],
    flags: ['above'],
  },
  models: [],
  branches: (element, context) => contactBranches(element, context, exact),
  smooth: (element, context) => contactBranches(element, context, stepped),
};

/** In parts of the gap at the start: half the hysteresis, and how near a stop what has come to rest on it touches. */
interface Band {
  readonly width: number;
  readonly touching: number;
}

const exact: Band = { width: 0, touching: 1e-12 };
/** Steps end at events but for their tolerance. */
const stepped: Band = { width: 1e-6, touching: 4e-6 };

function contactBranches(element: FlatElement, context: EmissionContext, band: Band): Branch[] {
  const { name, nodes, parameters, flags } = element;
  const ron = parameters.get('ron') ?? 0;
  const roff = parameters.get('roff') ?? Infinity;
  if (!(ron < roff)) {
    context.diagnostics.error(
      'switch-resistances',
      `contact ${name} has ron = ${ron} Ohm, not below roff = ${roff} Ohm`,
      element.span,
      { hint: 'make ron smaller than roff' },
    );
    return [];
  }
  const grading = { on: 0, off: 0, ron, roff };
  if (element.expressions?.has('control') || parameters.has('control')) {
    const control = formOfControl(element, context);
    return control ? contactSwitch(element, control, grading) : [];
  }
  const [, , a = '0', b = '0'] = nodes;
  const sign = flags.has('above') ? 1 : -1;
  const state = `${name}#gap`;
  const gap = startDistance(a, b, context) - (parameters.get('at') ?? 0);
  const closing = band === stepped ? stopThatCloses(element, context, sign) : undefined;
  if (closing) {
    const start = new Set(sign * gap >= 0 ? ['on'] : []);
    const levels = { on: 0, off: -closing.opens };
    return contactSwitch({ ...element, flags: start }, scaled(-1, stateOf(closing.state)), {
      ...grading,
      ...levels,
    });
  }
  const size = Math.max(Math.abs(gap), 1e-6);
  const width = band.width * size;
  const reach = isAtStop(element, context) ? band.touching * size : 0;
  const start = new Set(sign * gap >= -reach ? ['on'] : []);
  return [
    ...contactSwitch({ ...element, flags: start }, scaled(sign, stateOf(state)), {
      ...grading,
      on: width - reach,
      off: -width - reach,
    }),
    ...distanceState(state, a, b, gap, context),
  ];
}

/** Whether a stop between the same nodes ends where the contact closes: rounding says nothing there, and what touches is closed. */
function isAtStop(element: FlatElement, context: EmissionContext): boolean {
  return stopsAt(element, context).length > 0;
}

interface StopEnd {
  readonly stop: FlatElement;
  readonly end: 'lower' | 'upper';
  /** Whether its nodes stand as those of the contact do. */
  readonly isAlong: boolean;
}

/** Ends of stops between the nodes of a contact that are where it closes. */
function stopsAt({ nodes, parameters }: FlatElement, { elements }: EmissionContext): StopEnd[] {
  const [, , a, b] = nodes;
  const at = parameters.get('at') ?? 0;
  return [...elements().values()].flatMap((stop) => {
    if (stop.letter !== 'YSTOP' && stop.letter !== 'YBACKLASH') return [];
    const ends = mechanicalEnds(stop);
    const isAlong = ends.a === a && ends.b === b;
    if (!isAlong && !(ends.a === b && ends.b === a)) return [];
    const places = endsOfStop(stop);
    return (['lower', 'upper'] as const).flatMap((end) => {
      const place = places[end];
      return place !== undefined && isSame(isAlong ? place : -place, at) ? [{ stop, end, isAlong }] : [];
    });
  });
}

/** The closing of a rigid stop that is one with that of the contact: where steps let it rest, the contact is closed. */
function stopThatCloses(
  element: FlatElement,
  context: EmissionContext,
  sign: number,
): ReturnType<typeof closingOf> {
  if (context.moved || context.still) return undefined;
  for (const { stop, end, isAlong } of stopsAt(element, context)) {
    // sign (x - at) = -(gap of the stop).
    const isOne = sign * (isAlong ? 1 : -1) * (end === 'lower' ? 1 : -1) < 0;
    const closing = isOne ? closingOf(stop, end, context) : undefined;
    if (closing) return closing;
  }
  return undefined;
}

/** Equal up to the rounding of numbers as they are written and computed. */
function isSame(end: number, at: number): boolean {
  return Math.abs(end - at) <= 1e-12 * Math.max(Math.abs(end), Math.abs(at));
}
