/**
 * The charge of a junction that depends on its voltage, as a circuit: a capacitor C in series with a controlled voltage,
 *
 *     z = q / C,     C z' = current,     v = z + e + sum of d_k r_k,     r_k = max(0, z - z_k) or max(0, z_k - z)
 *
 * for q(v), rising and piecewise linear with slope C at 0 V: v(z) is its inverse, steeper below (d_k < 0 in either case) and
 * flatter above. The ramps are rows of the state alone: their part of D is the identity. Charge is conserved whatever the
 * step, and in jumps; the energy W(q) = integral of v dq is a function of the state (`analysis/certificate/energy/charge-energy.ts`).
 *
 * The depletion charge has bends (`charge-fit.ts`). With a transit time T >= 0 each segment (v - v_k) / r_k of the static law
 * adds T / r_k to dq/dv, and its current follows from the same ramps, i = sum of g_k r_k: left as an element across v, it
 * would have a voltage (q - T i) / C, the difference of numbers that are larger by T / (r C), 1e7 for a rectifier.
 *
 * A junction charged across a loop of sources and capacitors has a current that no row fixes, C z' with z given: the series
 * resistance breaks such loops, and where there is none an ideal switch that is always closed, whose current is a multiplier.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import type { GraphPlace } from '../../compiler/graph.js';
import type { Branch, ControlledBranch, FormTerm, ResistanceBranch } from '../../primitives.js';
import { type ChargeRange, type DepletionLaw, fitCharge } from './charge-fit.js';

export interface JunctionCharge extends DepletionLaw {
  /** Seconds: diffusion charge over the static current. */
  readonly transit: number;
}

/** A junction between two nodes. */
export interface Junction {
  /** The element whose current is that of the junction; its parts have names that begin so. */
  readonly name: string;
  readonly a: string;
  readonly b: string;
  /** Ohms between a and the junction; a constant capacitance lies across both. */
  readonly series: number;
  /** The branches of the static law at a place, with a resistance in series. */
  readonly law: (place: GraphPlace, series: number) => Branch[];
  /** The current of the charge is none of the element's: others depend on the static one. */
  readonly apart?: true;
  readonly charge: JunctionCharge;
  /** Where it works, and the error of the charge relative to that range. */
  readonly range: ChargeRange;
  readonly tolerance: number;
}

export interface JunctionBranches {
  readonly branches: Branch[];
  /** The element whose current is that of the static law, with a constant capacitance's unless that is apart. */
  readonly carrier: string;
}

/**
 * Siemens: the least capacitance over the transit time, for junctions without CJO: 10 V of reverse voltage store a
 * thousandth of what 1 mA does.
 */
const minSlope = 1e-7;

/**
 * Returns a charge as the options want it: with `charge=constant` a capacitance. Undefined after reporting that FC leaves no
 * room for the graded capacitance.
 */
export function junctionCharge(
  { name, model, span }: FlatElement,
  { options, diagnostics }: EmissionContext,
  charge: JunctionCharge,
): JunctionCharge | undefined {
  if (!(charge.linearFrom < 1)) {
    diagnostics.error(
      'junction-charge',
      `${name}: FC = ${charge.linearFrom} is not below 1`,
      model?.span ?? span,
      {
        hint: 'take 0.5, which SPICE takes',
      },
    );
    return undefined;
  }
  return options.charge === 'constant' ? { ...charge, grading: 0, transit: 0 } : charge;
}

/** Whether the charge is more than that of a constant capacitance. */
function chargeVaries({ capacitance, grading, transit }: JunctionCharge): boolean {
  return (capacitance > 0 && grading > 0) || transit > 0;
}

/** Returns the branches of a junction; none where its law has none. */
export function junctionBranches(junction: Junction): JunctionBranches {
  const { name, a, b, series, charge } = junction;
  const { capacitance } = charge;
  if (!chargeVaries(charge)) {
    const branches = junction.law({ element: name, a, b }, series);
    const element = junction.apart ? `${name}#cjo` : name;
    if (branches.length > 0 && capacitance > 0)
      branches.push({ kind: 'capacitance', name: `${name}#cjo`, element, a, b, capacitance });
    return { branches, carrier: name };
  }
  // The junction lies behind the lead, which carries the current of both.
  const inner = `${name}#j`;
  const law = junction.law({ element: inner, a: inner, b }, 0);
  if (law.length === 0) return { branches: [], carrier: inner };
  const lead = leadBranch({ name, element: name, a, b: inner, across: { a, b } }, series);
  return { branches: [lead, ...varyingCharge(law, inner, junction)], carrier: inner };
}

/** What a junction lies behind: its series resistance, or the closed ideal switch. */
function leadBranch(ends: Omit<ResistanceBranch, 'kind' | 'resistance'>, resistance: number): Branch {
  if (resistance > 0) return { kind: 'resistance', ...ends, resistance };
  const control = { constant: 1, terms: [] };
  return { kind: 'ideal-switch', ...ends, resistance, control, on: 0, off: 0, initially: 'on' };
}

/** The static law with its forward segments replaced by one source of their current, and the charge. */
function varyingCharge(
  law: readonly Branch[],
  a: string,
  { name, b, charge, range, tolerance, ...outer }: Junction,
): Branch[] {
  const { transit } = charge;
  const fit = fitCharge(charge, range, tolerance);
  const least = Math.max(fit.least, minSlope * transit);
  const own = { name: `${name}#cjo`, element: `${name}#cjo` };
  const steps: Step[] = fit.bends.map(({ at, more }) => ({ at, capacitance: more, conductance: 0 }));
  const [segments, others] = parted(law, transit);
  for (const { threshold, resistance } of segments) {
    steps.push({
      at: threshold,
      capacitance: transit === 0 ? 0 : transit / resistance,
      conductance: 1 / resistance,
    });
  }
  const curve = chargeCurve(least, steps, transit);
  const { capacitance, excess, knots } = curve;
  const inner = `${name}#charge`;
  const ramps = (factors: readonly number[]): FormTerm[] =>
    factors.map((gain, index) => ({ gain, quantity: 'auxiliary', index, branch: inner }));
  const state = (gain: number): FormTerm => ({ gain, quantity: 'voltage', a, b: inner });
  const source: ControlledBranch = {
    kind: 'controlled',
    ...{ name: inner, element: inner, a: inner, b, output: 'voltage' },
    form: { constant: excess, terms: ramps(knots.map(({ voltage }) => voltage)) },
    auxiliaries: knots.map(({ z, side }, index) => ({
      y: { constant: side * z, terms: [{ gain: 1, quantity: 'auxiliary', index }, state(-side)] },
    })),
    charge: { capacitor: own.name, excess, knots },
  };
  const startsFrom = (voltageOf: (node: string) => number): number =>
    curve.stateAt(voltageOf(outer.a) - voltageOf(b));
  const capacitor: Branch = { kind: 'capacitance', ...own, a, b: inner, capacitance, startsFrom };
  const branches: Branch[] = [...others, capacitor, source];
  const [first] = segments;
  if (first === undefined) return branches;
  const rest = curve.conductance === 0 ? [] : [state(curve.conductance)];
  const form = { constant: curve.current, terms: [...rest, ...ramps(knots.map(({ current }) => current))] };
  const conduction: Branch = {
    ...{ kind: 'controlled', name: first.name, element: first.element, a, b, output: 'current', form },
    dissipates: true,
  };
  return [conduction, ...branches];
}

type LawSegment = Extract<Branch, { kind: 'unilateral' }>;

/** The forward segments of a law that are functions of the charge, and its other branches. */
function parted(law: readonly Branch[], transit: number): [LawSegment[], Branch[]] {
  const isFunction = (branch: Branch): branch is LawSegment =>
    branch.kind === 'unilateral' && branch.reversed !== true && (branch.resistance > 0 || transit > 0);
  return [law.filter(isFunction), law.filter((branch) => !isFunction(branch))];
}

/** Above `at` volts dq/dv grows by a capacitance and di/dv by a conductance; Infinity: the voltage stays there. */
interface Step {
  readonly at: number;
  readonly capacitance: number;
  readonly conductance: number;
}

/** A straight segment of the curves from `v` on, where the charge is `q` and the current `i`. */
interface Segment {
  readonly v: number;
  readonly q: number;
  readonly i: number;
  /** dq/dv and di/dv. */
  readonly capacitance: number;
  readonly conductance: number;
}

/** A ramp max(0, side (z - z_k)) of v(z) and i(z), with its factors. */
interface Knot {
  readonly z: number;
  readonly side: 1 | -1;
  readonly voltage: number;
  readonly current: number;
}

interface ChargeCurve {
  /** dq/dv of the segment at 0 V, where z = 0, or of the last one below a bound that lies lower. */
  readonly capacitance: number;
  /** v and i at z = 0, di/dz there. */
  readonly excess: number;
  readonly current: number;
  readonly conductance: number;
  readonly knots: readonly Knot[];
  /** z at v volts. */
  readonly stateAt: (v: number) => number;
}

function chargeCurve(least: number, steps: readonly Step[], transit: number): ChargeCurve {
  const segments = straightSegments(least, steps);
  // The lowest begins below 0 V.
  const base = segments.reduce((best, segment) =>
    segment.v <= 0 && segment.capacitance < Infinity ? segment : best,
  );
  const at = segments.indexOf(base);
  const bound = segments[at + 1];
  const excess = bound?.capacitance === Infinity ? Math.min(0, bound.v) : 0;
  const zero = base.q + base.capacitance * (excess - base.v);
  // dv/dz and di/dz of a segment; where the voltage stays, the current is what charges within the transit time.
  const rise = ({ capacitance }: Segment): number => base.capacitance / capacitance;
  const rate = (segment: Segment): number =>
    segment.capacitance < Infinity ? segment.conductance * rise(segment) : base.capacitance / transit;
  const knots = segments.slice(1).map((after, k): Knot => {
    const before = segments[k] as Segment;
    return {
      z: (after.q - zero) / base.capacitance,
      side: k < at ? -1 : 1,
      voltage: rise(after) - rise(before),
      current: rate(after) - rate(before),
    };
  });
  const current = base.i + base.conductance * (excess - base.v);
  const lowest = segments[0] as Segment;
  const stateAt = (v: number): number => {
    const segment = segments.filter((one) => one.v <= v).at(-1) ?? lowest;
    const beyond = segment.capacitance < Infinity ? segment.capacitance * (v - segment.v) : 0;
    return (segment.q + beyond - zero) / base.capacitance;
  };
  return { capacitance: base.capacitance, excess, current, conductance: rate(base), knots, stateAt };
}

/** The segments from the lowest on, which begins a volt below the first step; a vertical one is the last. */
function straightSegments(least: number, steps: readonly Step[]): Segment[] {
  const rising = [...steps].sort((one, other) => one.at - other.at);
  const start = Math.min(0, rising[0]?.at ?? 0) - 1;
  let last: Segment = { v: start, q: least * start, i: 0, capacitance: least, conductance: 0 };
  const segments = [last];
  for (const { at, capacitance, conductance } of rising) {
    if (last.capacitance === Infinity) break;
    last = {
      v: at,
      q: last.q + last.capacitance * (at - last.v),
      i: last.i + last.conductance * (at - last.v),
      capacitance: last.capacitance + capacitance,
      conductance: last.conductance + conductance,
    };
    segments.push(last);
  }
  return segments;
}
