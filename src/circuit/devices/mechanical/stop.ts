/**
 * YSTOP: unilateral contacts that keep lower <= x_a - x_b <= upper, each with a gap g of its own,
 *
 *     0 <= g _|_ F >= 0,   where g = 0:  0 <= F _|_ g' >= 0,   at an impact:  0 <= P _|_ g'+ + e g'- >= 0      (Newton)
 *
 * as an ideal switch, closed where g has become 0, in series with an ideal diode for the force and the source of the impact law
 * (`impact-signal.ts`). The gap is a state of its own, exact near 0 however far from the origin the stop is. With a stiffness
 * k (and a damping d) the contact gives way instead:
 *
 *     F = max(0, -k g - d g') where g < 0.
 */
import { constantSignal } from '../../../kernel/modeling/signals/constant-signal.js';
import { ImpactSignal } from '../../../kernel/modeling/signals/impact-signal.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ParameterSpec } from '../../../netlist/language.js';
import { scaled, sum } from '../../behavioural/form-arithmetic.js';
import { PiecewiseLinearBuilder } from '../../behavioural/piecewise-linear-form.js';
import type { Device, EmissionContext } from '../../device.js';
import type { Branch, LinearForm } from '../../primitives.js';
import { displacedEnds, distanceState } from './equilibrium.js';
import { mechanical, mechanicalEnds, stateOf, velocity } from './mechanical-parts.js';
import { startDistance } from './start-position.js';
import { departure } from './start-velocity.js';

/** Gaps at which a contact that has closed opens: in parts of the gap at the start, rigid and soft; in metres where it touches there. */
interface Contact {
  readonly rigid: number;
  readonly soft: number;
  readonly touching: number;
}

/** Exact events find a gap of 0, a grid does but for rounding of velocities; a bounce that is lower than where it opens is none. */
const exact: Contact = { rigid: 1e-20, soft: 1e-20, touching: 1e-18 };
/** Steps end at events but for their tolerance, which has a least bounce of its own (`event-watch.ts`). */
const stepped: Contact = { rigid: 1e-14, soft: 1e-6, touching: 1e-12 };
/** Part of where it stands by which the gap of a contact that rests is off 0; as numbers are written and added, at the start. */
const touching = 1e-9;
const rounding = 4 * Number.EPSILON;
/** m/(N s) beside the diode, without which nothing says what is across it while the switch is open; nothing flows then. */
const leak = 1e9;

const contactParameters: readonly ParameterSpec[] = [
  {
    ...{ name: 'e', unit: '', default: 0, range: 'unit-interval', doc: 'coefficient of restitution' },
    hint: 'e is the velocity behind an impact over the one before: 0 stays, 1 loses nothing',
  },
  {
    ...{ name: 'k', unit: 'N/m or N m/rad', range: 'magnitude', copies: 'add' },
    doc: 'stiffness; absent: rigid',
  },
  {
    ...{ name: 'd', unit: 'N s/m or N m s/rad', default: 0, range: 'non-negative', copies: 'add' },
    doc: 'damping, with k',
  },
];

export const stop: Device = {
  syntax: {
    letter: 'YSTOP',
    name: 'stop',
    doc: 'Keeps lower <= x(n+) - x(n-) <= upper; hits with restitution e, or where k is given as a spring. F(stop) is negative at the lower end, which pushes n+ up.',
    terminals: ['n+', 'n-'],
    domains: [mechanical, mechanical],
    value: { kind: 'none' },
    parameters: [
      {
        ...{ name: 'lower', unit: 'm or rad', range: 'finite', aliases: ['at', 'min'] },
        doc: 'lower end; absent with upper: none, else 0',
      },
      {
        ...{ name: 'upper', unit: 'm or rad', range: 'finite', aliases: ['max'] },
        doc: 'upper end; absent: none',
      },
      ...contactParameters,
    ],
  },
  models: [],
  branches: (element, context) => stopBranches(element, context, exact),
  smooth: (element, context) => stopBranches(element, context, stepped),
};

function stopBranches(element: FlatElement, context: EmissionContext, contact: Contact): Branch[] {
  const { a, b, name } = mechanicalEnds(element);
  const { parameters, span } = element;
  const { lower, upper } = endsOfStop(element);
  const distance = startDistance(a, b, context);
  const report = (code: string, message: string, hint: string): Branch[] => {
    context.diagnostics.error(code, message, span, { hint });
    return [];
  };
  if (lower !== undefined && upper !== undefined && lower >= upper)
    return report(
      'stop-order',
      `${name} has lower = ${lower}, not below upper = ${upper}`,
      lower === upper ? 'leave a way between them, or hold it there with YPOSITION' : 'exchange them',
    );
  if (parameters.has('d') && !parameters.has('k'))
    return report('stop-damping', `${name} has d, but no k`, 'write k= a stiffness, or e= a restitution');
  if (parameters.has('e') && parameters.has('k'))
    return report(
      'stop-law',
      `${name} has both e and k: a stop is rigid with a restitution, or a spring`,
      'remove one of them; what a spring loses says d',
    );
  const ends = [
    ...(lower === undefined
      ? []
      : [{ part: '', low: b, high: a, end: lower, gap: distance - lower, reversed: true }]),
    ...(upper === undefined
      ? []
      : [
          {
            part: lower === undefined ? '' : '#2',
            low: a,
            high: b,
            end: upper,
            gap: upper - distance,
            reversed: false,
          },
        ]),
  ];
  return ends.flatMap(({ part, low, high, end, gap: written, reversed }) => {
    const near = context.moved
      ? touching * Math.abs(distance)
      : rounding * Math.max(Math.abs(distance), Math.abs(end));
    const touches = Math.abs(written) <= near;
    const gap = touches ? 0 : written;
    if (gap < 0 && !context.moved)
      return report(
        'stop-penetrated',
        `${name} starts penetrated by ${-gap}: x(n+) - x(n-) = ${distance} at t = 0`,
        'start with x0= of the masses between its ends',
      );
    const place = {
      name: name + part,
      element: name,
      low,
      high,
      ...(reversed && { reversed: true as const }),
    };
    const still = displacedEnds(low, high, context);
    if (still) return restingContact(element, place, gap, still);
    // Small changes about an equilibrium do not close what is open.
    if (context.moved && gap > 0) return [openContact(place)];
    return parameters.has('k')
      ? softContact(element, place, gap, contact, context)
      : rigidContact(element, place, gap, contact, context);
  });
}

/** The distances x(n+) - x(n-) between which a stop or a backlash keeps its nodes. */
export function endsOfStop(element: FlatElement): {
  readonly lower?: number;
  readonly upper?: number;
} {
  const { parameters } = element.letter === backlash.syntax.letter ? withEnds(element) : element;
  const upper = parameters.get('upper');
  const lower = parameters.get('lower') ?? (upper === undefined ? 0 : undefined);
  return { ...(lower !== undefined && { lower }), ...(upper !== undefined && { upper }) };
}

/** What closes the lower or upper end of a rigid stop in sparse steps: -state >= 0, until state > `opens`; undefined of a soft one. */
export function closingOf(
  stop: FlatElement,
  end: 'lower' | 'upper',
  context: EmissionContext,
): { readonly state: string; readonly opens: number } | undefined {
  const { a, b, name } = mechanicalEnds(stop);
  const { lower, upper } = endsOfStop(stop);
  const at = end === 'lower' ? lower : upper;
  if (at === undefined || stop.parameters.has('k')) return undefined;
  const distance = startDistance(a, b, context);
  const gap = gapAtStart(distance, at, end, rounding);
  return { state: `${name}${partOf(stop, end)}#gap`, opens: opensAt(gap, stepped) };
}

function partOf(stop: FlatElement, end: 'lower' | 'upper'): string {
  return end === 'upper' && endsOfStop(stop).lower !== undefined ? '#2' : '';
}

/** 0 where it is no more than `part` of what it is the difference of. */
function gapAtStart(distance: number, end: number, side: 'lower' | 'upper', part: number): number {
  const gap = side === 'lower' ? distance - end : end - distance;
  return Math.abs(gap) <= part * Math.max(Math.abs(distance), Math.abs(end)) ? 0 : gap;
}

function opensAt(gap: number, { rigid, touching: least }: Contact): number {
  return gap > 0 ? rigid * gap : least;
}

/** YBACKLASH: two stops about the middle of a play. */
export const backlash: Device = {
  syntax: {
    letter: 'YBACKLASH',
    name: 'backlash',
    doc: 'Play between two nodes: |x(n+) - x(n-)| <= width/2; what is behind it is rigid, hits with restitution e, or has a stiffness k.',
    terminals: ['n+', 'n-'],
    domains: [mechanical, mechanical],
    value: {
      kind: 'number',
      parameter: { name: 'width', unit: 'm or rad', range: 'positive', doc: 'the whole play' },
    },
    parameters: contactParameters,
  },
  models: [],
  branches: (element, context) => stopBranches(withEnds(element), context, exact),
  smooth: (element, context) => stopBranches(withEnds(element), context, stepped),
};

function withEnds(element: FlatElement): FlatElement {
  const half = (element.value ?? NaN) / 2;
  return { ...element, parameters: new Map([...element.parameters, ['lower', -half], ['upper', half]]) };
}

interface ContactPlace {
  readonly name: string;
  readonly element: string;
  /** The force pushes \x up and `low` down. */
  readonly low: string;
  readonly high: string;
  readonly reversed?: true;
}

/** 0 <= F _|_ gap + F / k >= 0: neither restitution nor damping matters. */
function restingContact(
  { parameters }: FlatElement,
  { name, element, reversed }: ContactPlace,
  threshold: number,
  ends: { readonly a: string; readonly b: string },
): Branch[] {
  const resistance = 1 / (parameters.get('k') ?? Infinity);
  return [
    { kind: 'unilateral', name, element, ...ends, resistance, threshold, ...(reversed && { reversed }) },
  ];
}

function openContact({ name, element, low, high }: ContactPlace): Branch {
  return { kind: 'current', name, element, a: low, b: high, signal: constantSignal(0) };
}

function rigidContact(
  { parameters }: FlatElement,
  { name, element, low, high, reversed }: ContactPlace,
  gap: number,
  contact: Contact,
  context: EmissionContext,
): Branch[] {
  const state = `${name}#gap`;
  const [behind, before] = [`${name}#law`, `${name}#closed`];
  const signal = new ImpactSignal(parameters.get('e') ?? 0);
  const approach = velocity(high, low);
  const hidden = (what: string): { name: string; element: string } => ({
    name: `${name}#${what}`,
    element: `${name}#${what}`,
  });
  const opens = opensAt(gap, contact);
  const leaves = departure(high, low, context);
  const touches = gap <= 0 && leaves <= 0;
  return [
    {
      ...{ kind: 'unilateral', name, element, a: before, b: high, resistance: 0, threshold: 0, met: true },
      ...(reversed && { reversed }),
      ...(touches && gap === 0 && { beginsHeld: true }),
    },
    { kind: 'resistance', ...hidden('leak'), a: before, b: high, resistance: leak },
    {
      ...{ kind: 'ideal-switch', ...hidden('switch'), a: behind, b: before, resistance: 0 },
      ...{ control: scaled(-1, stateOf(state)), on: 0, off: -opens },
      initially: touches ? 'on' : 'off',
      ...(touches && leaves < 0 && { strikes: true }),
    },
    {
      kind: 'voltage',
      ...hidden('impact'),
      a: behind,
      b: low,
      signal,
      impact: { signal, velocity: approach, contact: `${name}#switch` },
    },
    ...distanceState(state, high, low, gap, context),
  ];
}

function softContact(
  { parameters }: FlatElement,
  { name, element, low, high, reversed }: ContactPlace,
  gap: number,
  { soft, touching: least }: Contact,
  context: EmissionContext,
): Branch[] {
  const state = `${name}#gap`;
  const approach = velocity(high, low);
  const builder = new PiecewiseLinearBuilder();
  const push = scaled(-(parameters.get('k') ?? 0), stateOf(state));
  const damping = parameters.get('d') ?? 0;
  // Without a gap the damping would press before the ends meet.
  const closed = (): LinearForm =>
    builder.latched(
      scaled(-1, stateOf(state)),
      0,
      gap > 0 ? -soft * gap : -least,
      sum(push, approach, -damping),
      gap > 0 ? 'off' : 'on',
    );
  const force = builder.ramp(damping === 0 ? push : closed());
  return [
    {
      ...{ kind: 'controlled', name, element, a: low, b: high, output: 'current', form: force },
      ...{ auxiliaries: builder.rows, ...(reversed && { reversed }) },
    },
    ...distanceState(state, high, low, gap, context),
  ];
}
