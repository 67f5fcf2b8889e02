/**
 * YFRICTION: Coulomb's dry friction, F in [-b, b] at v = 0, F = b sign(v) otherwise, as two halves in series
 *
 *     n+ --- 0 <= F + b _|_ -v1 >= 0 --- slip --- 0 <= b - F _|_ v2 >= 0 --- n-,      v = v1 + v2
 *
 * each an ideal diode beside a source of b. The bound b is fc, or mu times a normal force that may be an expression, such as
 * f(ystop1), whose magnitude counts.
 *
 * Stiction: a latch is on while the body sticks. It turns on where |F| falls below fc, which only a body does that has come to
 * rest, and off where |F| exceeds fs; while it is on the bound is beyond fs. Levels that follow a normal force N are part of what
 * turns it: mu N - |F| while it is off, mus N - |F| while it is on.
 */
import { nodePlace, valuePlace } from '../../../netlist/element-places.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { formBranches } from '../../behavioural/controlled-branch.js';
import { constantForm, scaled, sum, termForm } from '../../behavioural/form-arithmetic.js';
import type { Device, EmissionContext } from '../../device.js';
import type { Branch, ControlledBranch, LinearForm } from '../../primitives.js';
import { ground } from '../../compiler/tree.js';
import type { PiecewiseLinearBuilder } from '../../behavioural/piecewise-linear-form.js';
import { displacedEnds } from './equilibrium.js';
import { mechanical, mechanicalEnds } from './mechanical-parts.js';

/** Part of fc by which |F| has to fall below it: sliding it is fc but for tolerances. */
const clearlyBelow = 1e-6;
/** Part of fs that sums of forces may be off: a body that is pushed with fs itself stays where it is. */
const ROUNDING = 1e-12;

export const friction: Device = {
  syntax: {
    letter: 'YFRICTION',
    name: 'dry friction',
    doc: "Coulomb's friction between two nodes, or a node and the frame (0); they may turn. F(friction) opposes v(n+) - v(n-).",
    terminals: ['n+', 'n-'],
    domains: [mechanical, mechanical],
    value: {
      kind: 'number',
      parameter: {
        ...{ name: 'fc', unit: 'N or N m', range: 'non-negative', copies: 'add' },
        doc: 'force while it slides',
      },
      alternatives: [
        {
          ...{ name: 'mu', unit: '', range: 'non-negative', copies: 'add' },
          doc: 'coefficient, fc = mu normal',
        },
      ],
    },
    parameters: [
      {
        ...{ name: 'normal', unit: 'N', range: 'any', expression: true },
        doc: 'normal force that goes with mu and mus, its magnitude; it may be an expression, such as f(ystop1)',
      },
      {
        name: 'fs',
        unit: 'N or N m',
        range: 'non-negative',
        copies: 'add',
        doc: 'force at which it breaks away; absent: fc',
      },
      {
        ...{ name: 'mus', unit: '', range: 'non-negative', copies: 'add' },
        doc: 'its coefficient, fs = mus normal; absent: mu',
      },
    ],
  },
  models: [],
  branches(element, context) {
    const first = boundBranches(element, context);
    warnOfSeries(element, context);
    return first ? frictionBranches(element, first, context) : [];
  },
};

/** YCLUTCH: friction whose bound is a torque times how far the clutch is engaged. */
export const clutch: Device = {
  syntax: {
    letter: 'YCLUTCH',
    name: 'clutch',
    doc: 'Friction clutch or brake between two nodes, or a node and the frame (0): its bound is fc times engage, from 0 to 1.',
    terminals: ['n+', 'n-'],
    domains: [mechanical, mechanical],
    value: {
      kind: 'number',
      parameter: {
        ...{ name: 'fc', unit: 'N m or N', range: 'non-negative', copies: 'add' },
        doc: 'largest torque or force',
      },
    },
    parameters: [
      {
        ...{ name: 'engage', unit: '', default: 1, range: 'any', expression: true },
        doc: 'how far it is engaged, such as v(ctl); beyond 0 and 1 it is 0 and 1',
      },
    ],
  },
  models: [],
  branches(element, context) {
    const engage = element.expressions?.get('engage');
    const fixed = Math.min(1, Math.max(0, element.parameters.get('engage') ?? 1));
    const largest = element.value ?? NaN;
    return frictionBranches(
      element,
      boundSource(element, context, (builder, formOf) => {
        if (!engage) return constantForm(largest * fixed);
        const form = formOf(engage);
        const beyond = builder.ramp(sum(form, constantForm(-1)));
        return scaled(largest, sum(builder.ramp(form), beyond, -1));
      }),
      context,
    );
  },
};

/** Tells of a node that nothing but friction holds: what slides where two have one bound is open, and so is its velocity. */
function warnOfSeries(element: FlatElement, { elements, diagnostics }: EmissionContext): void {
  element.nodes.forEach((node, k) => {
    if (node === ground) return;
    const there = [...elements().values()].filter(
      ({ nodes, letter }) => letter !== 'YX' && nodes.includes(node),
    );
    const rubs = ({ letter }: FlatElement): boolean => letter === 'YFRICTION' || letter === 'YCLUTCH';
    const [first, other] = there;
    if (first !== element || !other || !there.every(rubs)) return;
    const message = `${element.name} and ${other.name} are in series at node ${node}, where there is no mass: which of them slides may not be unique`;
    diagnostics.warning('friction-in-series', message, nodePlace(element, k), {
      related: [{ span: other.span, message: `${other.name} stands here` }],
      hint: `put a mass on node ${node}`,
    });
  });
}

/** What stiction adds to the bound of sliding. */
function stiction(
  { name }: FlatElement,
  builder: PiecewiseLinearBuilder,
  sliding: number,
  breaking: number,
): LinearForm {
  const force = scaled(-1, builder.absolute(termForm({ gain: 1, quantity: 'current', element: name })));
  const on = -sliding * (1 - clearlyBelow);
  const off = -breaking * (1 + ROUNDING);
  return builder.latched(force, on, off, constantForm(2 * breaking), 'on');
}

/** The same for coefficients of a normal force that varies. */
function varyingStiction(
  { name }: FlatElement,
  builder: PiecewiseLinearBuilder,
  normal: LinearForm,
  sliding: number,
  breaking: number,
): LinearForm {
  const force = builder.absolute(termForm({ gain: 1, quantity: 'current', element: name }));
  const whileOff = sliding * (1 - clearlyBelow);
  const whileOn = breaking * (1 + ROUNDING);
  // While it is on it adds twice what breaks away, of which this part raises the level.
  const raised = (whileOn - whileOff) / (2 * breaking);
  return builder.latchedAbove(
    (latched) => sum(sum(scaled(whileOff, normal), force, -1), latched, raised),
    { on: 0, off: 0, initially: 'on' },
    scaled(2 * breaking, normal),
  );
}

/** Across the law stands the velocity, at an equilibrium the way from the start. */
function slidingEnds(element: FlatElement, context: EmissionContext) {
  const ends = mechanicalEnds(element);
  return displacedEnds(ends.a, ends.b, context) ?? ends;
}

/** Both halves, given the source of the bound; the second half reads the rows of the first. */
function frictionBranches(
  element: FlatElement,
  first: readonly ControlledBranch[],
  context: EmissionContext,
): Branch[] {
  const { name } = element;
  const { a, b } = slidingEnds(element, context);
  const slip = `${name}#slip`;
  const [source] = first;
  const second = `${name}#2`;
  const names = { name: second, element: second };
  // Where it sticks its force jumps, at velocities that are nothing beside the largest.
  const law = { kind: 'unilateral', resistance: 0, threshold: 0, met: true } as const;
  const branches: Branch[] = [
    { ...law, name, element: name, a, b: slip, across: { a, b } },
    ...first.map((branch): Branch => ({ ...branch, a: slip, b: a, reversed: true })),
    { ...law, ...names, a: b, b: slip },
  ];
  if (source) {
    const form = owned(source.form, source.name);
    const own = { name: `${second}#bound`, element: second, a: slip, b } as const;
    branches.push({ kind: 'controlled', ...own, output: 'current', dissipates: true, form });
  }
  return branches;
}

/** The source of the bound beside the first half; undefined after reporting. */
function boundBranches(element: FlatElement, context: EmissionContext) {
  const { name, parameters, expressions, value } = element;
  const normal = expressions?.get('normal');
  const number = parameters.get('normal') ?? 0;
  const mu = parameters.get('mu');
  const sliding = mu === undefined ? (value ?? 0) : mu * Math.abs(number);
  const mus = parameters.get('mus');
  const breaking = mus === undefined ? parameters.get('fs') : mus * Math.abs(number);
  const report = (message: string, hint: string): undefined => {
    context.diagnostics.error('friction', message, valuePlace(element), { hint });
    return undefined;
  };
  if (mu !== undefined && !normal && !parameters.has('normal'))
    return void report(`${name} has mu, but no normal force`, 'write normal= a force in N');
  if (mu === undefined && (normal ?? (mus === undefined && parameters.has('normal'))))
    return void report(
      `${name} has a normal force, but no mu`,
      'write mu= a coefficient in place of the force',
    );
  if (normal && mu !== undefined && parameters.has('fs'))
    return void report(
      `${name} has mu and a normal force that varies, but a fixed fs`,
      'write mus= in place of fs=',
    );
  if (normal && mus !== undefined && mus < (mu ?? 0))
    return void report(
      `${name} breaks away at mus = ${mus}, below mu = ${mu}`,
      'make mus no smaller than mu',
    );
  if (!normal && breaking !== undefined && breaking < sliding)
    return void report(
      `${name} breaks away at ${breaking} N, below the ${sliding} N at which it slides`,
      'make fs (mus) no smaller than fc (mu)',
    );
  return boundSource(element, context, (builder, formOf) => {
    if (mu !== undefined && normal) {
      const pressed = builder.absolute(formOf(normal));
      if (mus === undefined || mus === mu) return scaled(mu, pressed);
      return sum(scaled(mu, pressed), varyingStiction(element, builder, pressed, mu, mus));
    }
    const fixed = constantForm(sliding);
    if (breaking === undefined || breaking === sliding) return fixed;
    return sum(fixed, stiction(element, builder, sliding, breaking));
  });
}

/** A source of a bound, to be placed. */
function boundSource(
  element: FlatElement,
  context: EmissionContext,
  make: Parameters<typeof formBranches>[3],
): ControlledBranch[] {
  const { name } = element;
  const place = { name: `${name}#bound`, element: name, a: name, b: name, output: 'current' } as const;
  return formBranches(element, place, context, make).flatMap((branch) =>
    branch.kind === 'controlled' ? [{ ...branch, dissipates: true as const }] : [],
  );
}

/** A form whose auxiliary terms are those of a branch. */
function owned({ constant, terms }: LinearForm, branch: string): LinearForm {
  return {
    constant,
    terms: terms.map((term) => (term.quantity === 'auxiliary' ? { branch, ...term } : term)),
  };
}
