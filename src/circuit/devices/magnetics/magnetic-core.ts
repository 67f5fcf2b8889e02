/**
 * Windings on a core with hysteresis: K with a model of type core, its inductors' values being numbers of turns N_j.
 * With the flux rate e = S dB/dt, in volts a turn, and the magnetomotive force F = sum of N_j i_j,
 *
 *     v_j = N_j e                                                      (Faraday)
 *     H_a = F / PATH,   B = mu0 (H_a + (1 - gap) M),   gap = GAP/PATH  (Ampere; the field in the iron is H_a - gap M)
 *     e   = L0 F' + e_M,   L0 = mu0 S / PATH,   e_M = mu0 S (1 - gap) M'
 *
 * so that a winding is an inductance N_j^2 L0 without iron, all of a core coupled with 1, in series with the source
 * N_j e_M. M is the state of a capacitor from a hidden node to ground, in units that make it an energy:
 *
 *     w = PATH q M ampere turns,   Cm = mu0 S (1 - gap) / (PATH q),   Cm w' = e_M = e - L0 F'
 *     L0 F' = g(H_a, M, s) e
 *
 * g = mu0 dH_a/dB is the law of the material (`jiles-atherton.ts`), s the sign of e, which a complementarity chooses:
 * g e = g(1) r - g(-1) (r - e) with 0 <= r _|_ r - e >= 0. It is the only nonlinear row; its value is the small part of
 * e, so that F keeps its digits where e_M is nearly all of e. With
 * q = A/MS + gap - ALPHA, where that is positive, else A/MS + gap, Cm w^2 / 2 is what the magnetization of small fields
 * and the gap store; with L0 F^2 / 2 it is the stored energy. What else the windings absorb counts as dissipated: over a
 * closed loop that is S PATH times the area of the B-H loop, in between also what the material gives back. The core
 * starts without magnetization.
 *
 * The coefficient k of the card scales S: all N_i N_j L0 alike, the own ones too. That is how Xyce takes it: no leakage
 * follows from k < 1.
 */
import { valuePlace } from '../../../netlist/element-places.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { PiecewiseLinearBuilder } from '../../behavioural/piecewise-linear-form.js';
import { scaled, sum, termForm, zeroForm } from '../../behavioural/form-arithmetic.js';
import type { EmissionContext } from '../../device.js';
import type { Branch, Coupling, LinearForm, SmoothFunction } from '../../primitives.js';
import { ground } from '../../compiler/tree.js';
import { type CoreParameters, coreParameters } from './core-model.js';
import { type Ferromagnet, fieldShare } from './jiles-atherton.js';
import { insideEnds, type StoragePlace } from '../parts/storage-parts.js';

const mu0 = 4e-7 * Math.PI;

/** The part of a winding that carries its current alone, without what is parallel to the winding. */
function sourceName(winding: string): string {
  return `${winding}#core`;
}

/** The node whose voltage is w. */
function stateNode(core: string): string {
  return `${core}#m`;
}

/** The constant q of the magnetization's units. */
function stiffness({ ms, a, alpha, gap }: CoreParameters['material']): number {
  const q = a / ms + gap;
  return q > alpha ? q - alpha : q;
}

/** The inductance of one turn without iron, in henries. */
function airInductance({ area, path }: CoreParameters): number {
  return (mu0 * area) / path;
}

/** F, of windings with their turns. */
function force(windings: readonly FlatElement[]): LinearForm {
  return windings.reduce(
    (total, { name, value = NaN }) =>
      sum(total, termForm({ gain: value, quantity: 'current', element: sourceName(name) })),
    zeroForm,
  );
}

/** A quantity of a core as it is written: factors of F and of w. */
export interface CoreQuantity {
  readonly windings: readonly { readonly element: string; readonly factor: number }[];
  readonly state: { readonly node: string; readonly factor: number };
}

/**
 * What b, h and m of a core mean: the flux density, the field H_a of the windings, and M. Xyce writes H_a where its guide
 * says H_a - gap M.
 */
export function coreQuantity(
  core: FlatElement,
  quantity: string,
  elements: ReadonlyMap<string, FlatElement>,
): CoreQuantity | undefined {
  const read = coreParameters(core);
  if ('problem' in read) return undefined;
  const { path, material, written } = read;
  const magnetization = 1 / (path * stiffness(material));
  const [ofForce, ofState] =
    quantity === 'h'
      ? [written.h / path, 0]
      : quantity === 'm'
        ? [0, written.m * magnetization]
        : [(written.b * mu0) / path, written.b * mu0 * (1 - material.gap) * magnetization];
  return {
    windings: (core.controls ?? []).map((name) => ({
      element: sourceName(name),
      factor: ofForce * (elements.get(name)?.value ?? NaN),
    })),
    state: { node: stateNode(core.name), factor: ofState },
  };
}

/** The branches of an inductor that is wound on a core, between the ends inside its parasitics. */
export function windingBranches(
  { name, value: turns, parameters }: FlatElement,
  core: FlatElement,
  { a, b }: StoragePlace,
): Branch[] {
  const read = coreParameters(core);
  if ('problem' in read || turns === undefined) return [];
  const source = sourceName(name);
  const initial = parameters.get('ic');
  return [
    {
      kind: 'inductance',
      name,
      element: name,
      a,
      b: source,
      across: { a, b },
      inductance: turns * turns * airInductance(read),
      ...(initial !== undefined && { initial }),
    },
    {
      kind: 'controlled',
      name: source,
      element: source,
      a: source,
      b,
      output: 'voltage',
      form: termForm({ gain: turns, quantity: 'current', element: core.name }),
      dissipates: true,
    },
  ];
}

/** The branches of the magnetization; what is wrong with the card goes to the diagnostics. */
export function coreBranches(core: FlatElement, context: EmissionContext): Branch[] {
  const read = coreParameters(core);
  if ('problem' in read) {
    context.diagnostics.error('core', read.problem, valuePlace(core), { hint: read.hint });
    return [];
  }
  const windings = windingsOf(core, context);
  const [first] = windings;
  if (!first) return [];
  const { material, path, area } = read;
  const node = stateNode(core.name);
  const q = stiffness(material);
  return [
    {
      kind: 'capacitance',
      name: core.name,
      element: core.name,
      a: node,
      b: ground,
      capacitance: (mu0 * area * (1 - material.gap)) / (path * q),
      initial: 0,
      held: true,
    },
    magnetizingSource(
      core.name,
      read,
      scaled(1 / path, force(windings)),
      scaled(1 / (path * q), stateForm(core)),
      first,
    ),
  ];
}

function stateForm({ name }: FlatElement): LinearForm {
  return termForm({ gain: 1, quantity: 'voltage', a: stateNode(name), b: ground });
}

/** The current e_M into the state's node: e - g e, e being v / N of the first winding. */
function magnetizingSource(
  name: string,
  core: CoreParameters,
  field: LinearForm,
  magnetization: LinearForm,
  first: FlatElement,
): Branch {
  const { a, b } = insideEnds(first);
  const turns = first.value ?? NaN;
  const rate = termForm({ gain: 1 / turns, quantity: 'voltage', a, b });
  // A part of the row is linear: at rest, where L0 is a short, e follows from it.
  const atRest = fieldShare(core.material, 0, 0, 1).value;
  const builder = new PiecewiseLinearBuilder();
  const state = [field, magnetization, rate];
  const change = builder.smooth({
    text: `the magnetization of ${name}`,
    ...(core.signSlope < Infinity
      ? smoothDirection(core.material, state, turns * core.signSlope, atRest)
      : sharpDirection(core.material, [...state, builder.ramp(rate)], atRest)),
  });
  const source = `${name}#source`;
  return {
    kind: 'controlled',
    name: source,
    element: source,
    a: ground,
    b: stateNode(name),
    output: 'current',
    form: sum(scaled(1 - atRest, rate), change, -1),
    auxiliaries: builder.rows,
    dissipates: true,
  };
}

type Law = Omit<SmoothFunction, 'text'>;

/** g(1) r + g(-1) (e - r) - g0 e of H_a, M, e and r = max(0, e). */
function sharpDirection(material: Ferromagnet, args: readonly LinearForm[], atRest: number): Law {
  return {
    arguments: args,
    value([h = NaN, m = NaN, e = NaN, up = NaN]) {
      const [rising, falling] = [fieldShare(material, h, m, 1), fieldShare(material, h, m, -1)];
      return rising.value * up + falling.value * (e - up) - atRest * e;
    },
    gradient([h = NaN, m = NaN, e = NaN, up = NaN], out) {
      const [rising, falling] = [fieldShare(material, h, m, 1), fieldShare(material, h, m, -1)];
      out[0] = rising.byField * up + falling.byField * (e - up);
      out[1] = rising.byMagnetization * up + falling.byMagnetization * (e - up);
      out[2] = falling.value - atRest;
      out[3] = rising.value - falling.value;
    },
  };
}

/** (g(s) - g0) e of H_a, M and e, with s = tanh(slope e). */
function smoothDirection(
  material: Ferromagnet,
  args: readonly LinearForm[],
  slope: number,
  atRest: number,
): Law {
  return {
    arguments: args,
    value: ([h = NaN, m = NaN, e = NaN]) =>
      e * (fieldShare(material, h, m, Math.tanh(slope * e)).value - atRest),
    gradient([h = NaN, m = NaN, e = NaN], out) {
      const s = Math.tanh(slope * e);
      const share = fieldShare(material, h, m, s);
      out[0] = e * share.byField;
      out[1] = e * share.byMagnetization;
      out[2] = share.value - atRest + e * share.bySign * slope * (1 - s * s);
    },
  };
}

/** The windings, coupled with 1: their flux without iron is one, too. */
export function coreCouplings(core: FlatElement, context: EmissionContext): Coupling[] {
  if ('problem' in coreParameters(core)) return [];
  const windings = (core.controls ?? []).filter((name) => !windingProblem(name, core, context));
  return windings.flatMap((one, k) =>
    windings
      .slice(k + 1)
      .map((other): Coupling => ({ element: core.name, inductors: [one, other], coefficient: 1 })),
  );
}

/** The windings of the card; what can be none is reported. */
function windingsOf(core: FlatElement, context: EmissionContext): FlatElement[] {
  return (core.controls ?? []).flatMap((name) => {
    const element = context.elements().get(name);
    const problem = windingProblem(name, core, context);
    if (element && !problem) return [element];
    if (problem) {
      context.diagnostics.error('winding', problem.message, element?.span ?? core.span, {
        related: element ? [{ span: core.span, message: `${core.name} stands here` }] : [],
        hint: problem.hint,
      });
    }
    return [];
  });
}

function windingProblem(
  name: string,
  core: FlatElement,
  { elements, windings }: EmissionContext,
): { readonly message: string; readonly hint: string } | undefined {
  const element = elements().get(name);
  if (element?.letter !== 'L') {
    return { message: `${core.name} has ${name} on its core, which is no inductor`, hint: 'name inductors' };
  }
  const other = windings.get(name);
  if (other !== core) {
    const message = `${name} is wound on the cores of ${other?.name ?? ''} and ${core.name}`;
    return { message, hint: 'give each core a winding of its own' };
  }
  if (element.value !== undefined) return undefined;
  return {
    message: `${name} is wound on the core of ${core.name}, but its value is no number of turns`,
    hint: `write the turns as a number: ${name} ${element.nodes.join(' ')} 100`,
  };
}
