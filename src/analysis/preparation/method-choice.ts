/**
 * Which engine runs a transient where none is asked for (`method=auto`): exact events while they are cheap, sparse steps
 * elsewhere. An event costs the third power of the states and multipliers of its part until its mode is known, a sparse step
 * what its entries cost:
 *
 *     storage elements of a part    exact flows are dense matrices of the states
 *     unknowns of a part            the reduction to them costs the third power
 *     segments of fitted laws       each bend that a waveform passes is an event; the smooth law has none
 *     transistors, junctions        fits of their channels and charges are not exact, whatever their events are
 *
 * The bounds were measured where both engines take equal time (CONTRIBUTING: engines).
 */
import type { Diagnostic } from '../../base/diagnostic.js';
import type { CompiledCircuit } from '../../circuit/compiler/compiled-circuit.js';
import type { Device } from '../../circuit/device.js';
import { rowsOf } from '../../circuit/emission.js';
import type { SmoothBranch } from '../../circuit/primitives.js';
import type { FlatCircuit, FlatElement } from '../../netlist/flat-circuit.js';
import { isVertical } from '../../circuit/behavioural/own-slope.js';
import type { SteppingCircuit } from './stepping-circuit.js';

/** A circuit that runs by sparse steps, and why where nobody asked for that. */
export interface SteppingChoice {
  readonly circuit: SteppingCircuit;
  readonly reason?: string;
  /** What runs circuits of ideal parts could run it too, if slowly. */
  readonly exactToo?: true;
}

/** Above so many states exact flows cost more than steps with error control. */
export const maxExactStates = 60;
/** Unknowns of a part whose reduction takes as long as a whole run of sparse steps. */
const maxDenseUnknowns = 400;
/** Rows of complementarity in one part: segments of fitted laws, ideal elements among them. */
export const maxRows = 60;
/**
 * Segments of fitted laws in one part. Each that a waveform passes is an event and a mode that is made anew: rectifiers of
 * two diodes of 6, 11 and 23 segments each took 4, 7 and 10 times as long as with their smooth laws.
 */
export const maxFitted = 10;
/** Smooth laws of a circuit: of more the rows of all parts count together. */
const maxLaws = 8;

const instead = 'sparse steps with error control are taken';

/** Why exact events cannot run a circuit, with what is done instead. */
export function inSteps(why: string): string {
  return `${why}; ${instead}`;
}

/** Says by the elements alone why the parts of a circuit are run by sparse steps; undefined where they may be exact. */
export function tooLargeForEvents(parts: readonly FlatCircuit[]): string | undefined {
  for (const { elements } of parts) {
    const storage = elements.filter(({ letter }) => letter === 'C' || letter === 'L').length;
    if (storage > maxExactStates)
      return `there are ${storage} capacitors and inductors, more than the ${maxExactStates} up to which exact events are worth their cost; ${instead}`;
    const unknowns = unknownsOf(elements);
    if (unknowns > maxDenseUnknowns)
      return `there are some ${unknowns} unknowns, more than the ${maxDenseUnknowns} up to which exact events are worth their cost; ${instead}`;
  }
  return undefined;
}

/** Node voltages, and currents of sources and coils. */
function unknownsOf(elements: readonly FlatElement[]): number {
  const nodes = new Set<string>();
  let currents = 0;
  for (const { letter, nodes: own } of elements) {
    for (const node of own) nodes.add(node);
    if (letter !== 'R' && letter !== 'I' && letter !== 'C') currents++;
  }
  return nodes.size + currents;
}

/** The same of circuits with code models or mechanics: digital parts, or blocks that are not piecewise linear. */
export function needsStepsForBlocks(
  { elements }: FlatCircuit,
  { branches, model }: SteppingCircuit,
): string | undefined {
  if (model.system.logic) return `digital parts change at events of their own; ${instead}`;
  const blocks = new Set(elements.filter(isBlock).map(({ name }) => name));
  const curved = branches.find((branch) => blocks.has(elementOf(branch)) && hasSmoothRow(branch));
  return curved && `${curved.element}: neither linear nor piecewise linear; ${instead}`;
}

/**
 * The same of laws that are neither linear nor piecewise linear, among branches as exact events have them. Not where nothing is
 * stored: the error of a step is that of what is, and rows of mere functions of the sources would be straight between its ends; but
 * for graphs that are vertical somewhere, which Newton's method passes there alone.
 */
export function curvedLaws(branches: readonly SmoothBranch[]): string | undefined {
  const all = branches.filter(hasSmoothRow);
  if (!stores(branches) && !all.some(hasVerticalRow)) return undefined;
  const curved = all.map(({ element }) => element);
  return curved.length === 0
    ? undefined
    : `${named(curved)}: neither linear nor piecewise linear; ${instead}`;
}

function stores(branches: readonly SmoothBranch[]): boolean {
  return branches.some(({ kind }) => kind === 'capacitance' || kind === 'inductance');
}

function hasSmoothRow(branch: SmoothBranch): boolean {
  return branch.kind === 'controlled' && branch.auxiliaries?.some(({ smooth }) => smooth) === true;
}

/** Whether a branch has a law whose graph is vertical somewhere. */
export function hasVerticalRow(branch: SmoothBranch): boolean {
  const rows = branch.kind === 'controlled' ? (branch.auxiliaries ?? []) : [];
  return rows.some(({ smooth }) => smooth && isVertical(smooth));
}

/** The first names of elements, each once. */
function named(all: readonly string[]): string {
  const elements = [...new Set(all)];
  const more = elements.length > 5 ? ` and ${elements.length - 5} more` : '';
  return `${elements.slice(0, 5).join(', ')}${more}`;
}

/** Code models, and what is mechanical on one of its sides. */
export function isBlock({ letter }: FlatElement): boolean {
  return letter === 'A' || letter.startsWith('Y');
}

/**
 * The same by what a circuit is emitted as, once its fits are known to have more than `maxRows` rows: undefined without smooth
 * laws behind them, and where it has few that `inOnePart` says to be spread over several parts.
 */
export function tooManySegments(
  branches: readonly SmoothBranch[],
  inOnePart: () => boolean,
): Pick<SteppingChoice, 'reason' | 'exactToo'> | undefined {
  const laws = branches.filter(({ kind }) => kind === 'law').length;
  const isSmall = laws <= maxLaws;
  if (laws === 0 || (isSmall && !inOnePart())) return undefined;
  const reason = `the fits of exponential laws have more than the ${maxRows} segments up to which exact events are worth their cost; ${instead} with the smooth laws`;
  return { reason, ...(isSmall && { exactToo: true }) };
}

/** Options that say how laws are fitted: who writes one wants fits. */
const ofFits = ['mos', 'mostol', 'pwltol', 'charge', 'chargetol'];

/** Whether options say how laws are fitted. */
export function asksForFits({ options }: Pick<FlatCircuit, 'options'>): boolean {
  return ofFits.some((name) => options.has(name));
}

/**
 * The same of fits that have few enough rows for exact events, but in one part more than `maxFitted`, as `fitted` emits them:
 * their bends would be most of what happens. Not where nothing is stored (`curvedLaws`), nor where options say how to fit.
 */
export function bendsOften(
  { options }: FlatCircuit,
  fitted: readonly SmoothBranch[],
  parts: readonly FlatCircuit[],
  smooth: () => readonly SmoothBranch[],
): string | undefined {
  if (asksForFits({ options }) || !stores(fitted)) return undefined;
  const countOf = new Map<string, number>();
  for (const branch of fitted) {
    const name = elementOf(branch);
    countOf.set(name, (countOf.get(name) ?? 0) + rowsOf(branch));
  }
  const most = (isCounted: (name: string) => boolean): number =>
    Math.max(
      ...parts.map(({ elements }) =>
        elements.reduce((sum, { name }) => sum + (isCounted(name) ? (countOf.get(name) ?? 0) : 0), 0),
      ),
    );
  // Ideal diodes have one segment each: few circuits are emitted again.
  if (most((name) => (countOf.get(name) ?? 0) > 2) <= maxFitted) return undefined;
  const laws = new Set(smooth().flatMap((branch) => (branch.kind === 'law' ? [elementOf(branch)] : [])));
  const count = most((name) => laws.has(name));
  if (count <= maxFitted) return undefined;
  return `the fits of exponential laws have ${count} segments, more than the ${maxFitted} up to which exact events are worth their cost; ${instead} with the smooth laws`;
}

/** Codes of what is told of parameters that a law does not have. */
const leavesOut = /-left-out$/;

/**
 * The same of fits that leave out parameters which smooth laws have, by what was told of both: what a model gives counts more than
 * that commutations are exact. Not where options say how to fit.
 */
export function leftOutByFits(
  { options }: FlatCircuit,
  ofFits: readonly Diagnostic[],
  ofSmooth: () => readonly Diagnostic[],
): string | undefined {
  const told = asksForFits({ options }) ? [] : ofFits.filter(({ code }) => leavesOut.test(code));
  // Few circuits are emitted again.
  if (told.length === 0) return undefined;
  const known = new Set(ofSmooth().map(({ message }) => message));
  const lost = told.find(({ message }) => !known.has(message));
  return lost && `exact events would have segments without what is given (${lost.message}); ${instead}`;
}

/** Branches of an element are called by its name, or ELEMENT#PART. */
function elementOf({ element }: SmoothBranch): string {
  return element.replace(/#.*/, '');
}

/** Whether parts may be there that fits replace by what is not exact: transistors, and diodes whose charge has a law. */
export function hasCurvedParts({ elements }: FlatCircuit): boolean {
  return elements.some(isCurved);
}

function isCurved({ letter, model }: FlatElement): boolean {
  if (letter !== 'D') return 'MQJZ'.includes(letter);
  return ['cjo', 'tt'].some((name) => (model?.parameters.get(name) ?? 0) > 0);
}

/**
 * Says why sparse steps are taken where lines with losses consist of sections that delay, every bend of which would come back from
 * each, and where lines are beside what stores: their waves have no closed form then, and of those that come back again and again
 * few need a step of their own.
 */
export function manyDelays({ elements }: FlatCircuit): string | undefined {
  const sections = elements.find(hasSections);
  if (sections) return `${sections.name} consists of sections that delay what enters them; ${instead}`;
  const line = elements.find(({ letter }) => letter === 'T');
  const storage = line && elements.find(({ letter }) => letter === 'C' || letter === 'L');
  return storage && `${line.name} delays what ${storage.name} bends; ${instead}`;
}

/** Whether it is a line with losses; T has them with a length. */
function hasSections({ letter, parameters, model }: FlatElement): boolean {
  if (letter === 'T') return parameters.has('len') || model?.parameters.has('len') === true;
  return letter === 'O' || letter === 'Y' || letter === 'P';
}

/** The same of an element that has no segments, by all devices that there are. */
export function withoutSegments({ elements }: FlatCircuit, devices: readonly Device[]): string | undefined {
  const deviceOf = new Map(devices.map((device) => [device.syntax.letter, device]));
  const unfitted = elements.find((element) => deviceOf.get(element.letter)?.isUnfitted?.(element));
  return unfitted && `${unfitted.name} has a law that is not fitted; ${instead}`;
}

/**
 * The same of transistors and junctions with charges among nothing but smooth laws: their fits are not what SPICE computes,
 * every bend of a charge is an event, and nothing there is ideal. Not where options say how to fit.
 */
export function smoothAlone(
  { elements, options }: FlatCircuit,
  branches: readonly SmoothBranch[],
): string | undefined {
  if (asksForFits({ options })) return undefined;
  const isIdeal = branches.some(commutates);
  const laws = new Set(branches.flatMap((branch) => (branch.kind === 'law' ? [branch.element] : [])));
  const curved = elements.find(
    (element) => isCurved(element) && (element.letter !== 'D' || laws.has(element.name)),
  );
  if (!curved || isIdeal) return undefined;
  return `${curved.name} and all that is nonlinear beside it are smooth; ${instead}`;
}

/**
 * The same of a circuit that has no exact events: undefined where it has neither smooth laws nor mechanics with contacts or
 * friction, whose forces alternate about the true ones in steps with theta = gamma = 1/2, and where nothing is stored and little bends. What stores
 * costs Newton steps ten times as much, and thirty times where it commutates: at each turn they find their size anew (a table of 64
 * points behind a product a hundred times).
 */
export function smoothInstead(
  { domains }: FlatCircuit,
  branches: readonly SmoothBranch[],
  obstacle: string,
): string | undefined {
  if (branches.some(({ kind }) => kind === 'law')) return `${obstacle}; ${instead} with the smooth laws`;
  const bends = branches.filter(commutates).reduce((sum, branch) => sum + rowsOf(branch), 0);
  const steps = domains ? branches.some(isOneSided) : stores(branches) || bends > maxFitted;
  return steps ? `${obstacle}; ${instead}` : undefined;
}

/** An ideal element, or a comparison. */
function commutates(branch: SmoothBranch): boolean {
  return (
    branch.kind === 'unilateral' ||
    branch.kind === 'ideal-switch' ||
    (branch.kind === 'controlled' && branch.auxiliaries?.some(({ smooth }) => !smooth) === true)
  );
}

/** A contact or a half of friction, or an ideal diode among mechanics. */
function isOneSided(branch: SmoothBranch): boolean {
  return branch.kind === 'unilateral' || (branch.kind === 'voltage' && branch.impact !== undefined);
}

/**
 * What Newton steps with theta = gamma = 1/2 do not get right of mechanics: contacts and friction, and nonlinear couplings, whose
 * charges and positions of micrometres are below what these steps control. Undefined where nothing of that is there.
 */
export function beyondNewtonSteps(
  { domains }: FlatCircuit,
  { smooth, descriptor }: CompiledCircuit,
): string | undefined {
  if (!domains) return undefined;
  const hit = descriptor.branches.find(
    (branch) => branch.kind === 'voltage' && (branch.impact?.signal.restitution ?? 0) > 0,
  );
  if (hit) return `${elementOf(hit)} hits with restitution`;
  if (smooth.length > 0) return 'mechanics in a nonlinear circuit';
  const oneSided = descriptor.branches.find(isOneSided);
  return oneSided && `${elementOf(oneSided)} is a contact, friction or an ideal diode`;
}

/** Says why a circuit has no exact events at all, or too many states for them. */
export function noExactEvents({ smooth, system }: CompiledCircuit): string | undefined {
  if (smooth.length > 0) {
    const rows = smooth.map(({ row }) => system.branches[system.rows[row]?.branch ?? -1]?.element ?? '');
    return `${named(rows)}: neither linear nor piecewise linear`;
  }
  const line = system.branches.find((branch) => branch.kind === 'current' && branch.delayed);
  if (line) return `${line.element.replace(/#2$/, '')} delays what enters it, which has no closed form`;
  const open = system.inputs.findIndex((signal) => !signal.constant && !signal.generator);
  if (open >= 0) return `${cut(system.inputNames[open] ?? '')} has no closed form, which exact events need`;
  if (system.n <= maxExactStates) return undefined;
  return `there are ${system.n} states, more than the ${maxExactStates} up to which exact events are worth their cost`;
}

/** Most characters of an input in a message: the names of inputs of expressions are their texts. */
const longestName = 120;

function cut(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName - 3)}...`;
}
