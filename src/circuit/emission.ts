/** From flat elements to branches: every device emits its own, and what they name is checked. */
import { nodePlace } from '../netlist/element-places.js';
import { Diagnostics } from '../base/diagnostic.js';
import { nearestName } from '../base/nearest-name.js';
import type { Span } from '../base/span.js';
import { LogicNetwork } from '../kernel/modeling/signals/logic-network.js';
import type { FlatCircuit, FlatElement } from '../netlist/flat-circuit.js';
import type { CircuitOptions } from './circuit-options.js';
import type { Device, EmissionContext, SourceSettings } from './device.js';
import { floatingParts } from './compiler/floating-parts.js';
import { coupleInductors, type PlacedCoupling } from './compiler/couple.js';
import { withInitialCurrents } from './compiler/initial-currents.js';
import { fromInitialVoltages } from './compiler/initial-voltages.js';
import { balances, looseNodes, stillNodes, warnOfUnheldMasses } from './devices/mechanical/equilibrium.js';
import { InstanceMemo } from './instance-memo.js';
import { inNameOrder, treeOrder } from './name-order.js';
import type { Branch, ControlledBranch, LinearForm, SmoothBranch } from './primitives.js';
import { sourceSignal } from './sources/source-table.js';
import { SweptSignal } from './sources/swept-signal.js';
import { ground } from './compiler/tree.js';

export interface EmittedCircuit<Kind extends SmoothBranch = Branch> {
  readonly branches: readonly Kind[];
  /** The card of a branch's element. */
  readonly spanOf: (branch: number) => Span | undefined;
  /** The branches of one element as if nothing were connected to it: node k is `terminals[k]`, called by a letter. */
  readonly emitAlone: (name: string) => ElementAlone<Kind> | undefined;
  /** The digital parts, where there are any. */
  readonly logic?: LogicNetwork;
}

export interface ElementAlone<Kind extends SmoothBranch = Branch> {
  readonly branches: readonly Kind[];
  readonly terminals: readonly string[];
  readonly letters: readonly string[];
}

/** Emits all branches, in the order of the names of their elements (`name-order.ts`); problems go to `diagnostics`. */
export function emitBranches(
  flat: FlatCircuit,
  devices: readonly Device[],
  options: CircuitOptions,
  diagnostics: Diagnostics,
  sources: SourceSettings = {},
): EmittedCircuit {
  return emitAll(flat, devices, options, diagnostics, sources, (device, element, context) =>
    joined(
      fromInitialVoltages(device.branches(element, context), device, element, context),
      balances(element, context),
    ),
  );
}

/** The same; undefined as soon as the branches have more than `maxRows` rows of complementarity, the others not being emitted. */
export function emitBranchesUpTo(
  maxRows: number,
  flat: FlatCircuit,
  devices: readonly Device[],
  options: CircuitOptions,
  diagnostics: Diagnostics,
): EmittedCircuit | undefined {
  let rows = 0;
  try {
    return emitAll(flat, devices, options, diagnostics, {}, (device, element, context) => {
      const branches = device.branches(element, context);
      for (const branch of branches) rows += rowsOf(branch);
      if (rows > maxRows) throw new TooManyRows();
      return branches;
    });
  } catch (error) {
    if (error instanceof TooManyRows) return undefined;
    throw error;
  }
}

/** Ends an emission whose result nobody would use. */
class TooManyRows extends Error {}

/** Rows of complementarity of a branch. */
export function rowsOf(branch: SmoothBranch): number {
  if (branch.kind === 'unilateral' || branch.kind === 'ideal-switch') return 1;
  return branch.kind === 'controlled' ? (branch.auxiliaries?.length ?? 0) : 0;
}

/** The same with SPICE's smooth laws where a device has them. */
export function emitSmoothBranches(
  flat: FlatCircuit,
  devices: readonly Device[],
  options: CircuitOptions,
  diagnostics: Diagnostics,
  sources: SourceSettings = {},
): EmittedCircuit<SmoothBranch> {
  return emitAll(flat, devices, options, diagnostics, sources, (device, element, context) =>
    joined<SmoothBranch>(
      fromInitialVoltages<SmoothBranch>(
        device.smooth?.(element, context) ?? device.branches(element, context),
        device,
        element,
        context,
      ),
      balances(element, context, true),
    ),
  );
}

/** Both lists, the first one itself where there is no more, as nearly everywhere. */
function joined<Item>(items: readonly Item[], more: readonly Item[]): readonly Item[] {
  return more.length === 0 ? items : [...items, ...more];
}

function emitAll<Kind extends SmoothBranch>(
  flat: FlatCircuit,
  devices: readonly Device[],
  options: CircuitOptions,
  diagnostics: Diagnostics,
  { mechanics, ...sources }: SourceSettings,
  emit: (device: Device, element: FlatElement, context: EmissionContext) => readonly Kind[],
): EmittedCircuit<Kind> {
  const tran = flat.analyses.find((card) => card.kind === 'tran');
  let byName: ReadonlyMap<string, FlatElement> | undefined;
  const basis: EmissionContext = {
    options,
    diagnostics,
    tstep: tran?.tstep ?? (tran ? tran.tstop / 1000 : 0),
    tstop: tran?.tstop ?? 0,
    supply: 1,
    voltageSize: () => 1,
    currentInto: () => Infinity,
    dialect: flat.dialect,
    elements: () => (byName ??= elementsByName(flat.elements)),
    windings: windingsIn(flat),
    uic: tran?.uic === true,
    sources: tran ? (tran.startup ? 'startup' : 'waveform') : 'dc',
    logic: new LogicNetwork(),
    memo: new InstanceMemo(),
    ...sources,
  };
  const rests = flat.domains && flat.analyses.some(({ kind }) => kind === 'op' || kind === 'dc');
  if (rests && mechanics !== 'equilibrium') warnOfUnheldMasses(flat.elements, basis);
  const { low, high, sizes } = supplyRange(flat, basis);
  const pwltol = options.pwltol > 0 ? options.pwltol : junctionTolerance(Math.max(-low, high));
  const supply = Math.max(1, high - low);
  const sizeAt = (node: string): number =>
    node === ground ? 0 : Math.max(sizes.get(node) ?? supply, minSize * supply);
  const context: EmissionContext = {
    ...basis,
    supply,
    voltageSize: (a, b) => sizeAt(a) + sizeAt(b),
    currentInto: (node, except) => currentInto(node, except),
    options: { ...options, pwltol },
    ...(mechanics === 'equilibrium' &&
      flat.domains && {
        still: stillNodes(flat.elements, basis),
        loose: looseNodes(flat.elements, basis),
      }),
  };
  const deviceOf = new Map(devices.map((device) => [device.syntax.letter, device]));
  const currentInto = currentLimits(flat, deviceOf, context);
  // In the order of the text, in which problems are told: those of element k are emitted[ends[k - 1] .. ends[k]).
  const emitted: Kind[] = [];
  const ends = new Uint32Array(flat.elements.length);
  const couplings: PlacedCoupling[] = [];
  flat.elements.forEach((element, k) => {
    const device = deviceOf.get(element.letter);
    if (device === undefined) {
      diagnostics.error('unknown-element', `no device is known for ${element.name}`, element.span);
    } else {
      for (const branch of emit(device, element, context)) emitted.push(branch);
      for (const coupling of device.couplings?.(element, context) ?? []) {
        couplings.push({ ...coupling, span: element.span });
      }
    }
    ends[k] = emitted.length;
  });
  const branches: Kind[] = [];
  const elementOf = new Uint32Array(emitted.length);
  for (const k of treeOrder(flat.elements)) {
    for (let at = k === 0 ? 0 : (ends[k - 1] as number); at < (ends[k] as number); at++) {
      elementOf[branches.length] = k;
      branches.push(emitted[at] as Kind);
    }
  }
  const elementAt = (branch: number): FlatElement | undefined => flat.elements[elementOf[branch] ?? -1];
  const spanOf = (branch: number): Span | undefined => elementAt(branch)?.span;
  reportControls(branches, elementAt, diagnostics);
  const started = withInitialCurrents(branches, flat.initialCurrents, diagnostics);
  const emitAlone = (name: string): ElementAlone<Kind> | undefined => {
    const element = context.elements().get(name);
    const device = element && deviceOf.get(element.letter);
    if (!element || !device) return undefined;
    const terminals = element.nodes.map((_, k) => `${name}:${k + 1}`);
    const alone = { ...element, nodes: terminals };
    const letters = element.nodes.map((_, k) => letterOf(device, k));
    const quiet = { ...context, diagnostics: new Diagnostics(), logic: new LogicNetwork() };
    return { branches: emit(device, alone, quiet), terminals, letters };
  };
  const { logic } = context;
  const coupled = coupleInductors(started, couplings, diagnostics);
  const tied = floatingParts(coupled, spanOf, flat.domains, diagnostics);
  return {
    ...{ branches: joined<Kind | ControlledBranch>(coupled, tied) as readonly Kind[], spanOf, emitAlone },
    ...(!logic.isEmpty && { logic }),
  };
}

function elementsByName(elements: readonly FlatElement[]): ReadonlyMap<string, FlatElement> {
  return new Map(elements.map((element) => [element.name, element]));
}

/** The letter by which the current into a terminal is asked for, as in id(m1). */
function letterOf({ syntax }: Device, terminal: number): string {
  return [...syntax.terminals, ...(syntax.optionalTerminals ?? [])][terminal]?.charAt(0) ?? '';
}

/** Returns the sum of what the elements at a node carry, but for one. */
function currentLimits(
  { elements }: FlatCircuit,
  deviceOf: ReadonlyMap<string, Device>,
  context: EmissionContext,
): EmissionContext['currentInto'] {
  let ends: ReadonlyMap<string, readonly ElementEnd[]> | undefined;
  return (node, except) => {
    if (node === ground) return Infinity;
    // Few circuits ask.
    ends ??= elementEnds(elements);
    let sum = 0;
    for (const { element, terminal } of ends.get(node) ?? []) {
      if (element === except) continue;
      sum += deviceOf.get(element.letter)?.carries?.(element, terminal, context) ?? Infinity;
    }
    return sum;
  };
}

interface ElementEnd {
  readonly element: FlatElement;
  readonly terminal: number;
}

/** What stands at each node, in order of names. */
function elementEnds(elements: readonly FlatElement[]): ReadonlyMap<string, readonly ElementEnd[]> {
  const at = new Map<string, ElementEnd[]>();
  for (const element of inNameOrder(elements)) {
    element.nodes.forEach((node, terminal) => {
      const known = at.get(node);
      if (known) known.push({ element, terminal });
      else at.set(node, [{ element, terminal }]);
    });
  }
  return at;
}

/** By inductor the K with a model that names it. */
function windingsIn({ elements }: FlatCircuit): ReadonlyMap<string, FlatElement> {
  const cores = elements.filter(({ letter, model }) => letter === 'K' && model);
  return new Map(cores.flatMap((core) => (core.controls ?? []).map((name) => [name, core] as const)));
}

/** Part of the supply that any node may be off its sources' values. */
const minSize = 1e-3;

/** Points at which a source is looked at for the range of its values, spread so that no period is met in step. */
const supplySamples = 200;
const golden = (Math.sqrt(5) - 1) / 2;

/** Error of a fitted junction in volts where none is asked for: 1 mV, or 1e-4 of the largest source. */
function junctionTolerance(largest: number): number {
  return Math.max(1e-3, 1e-4 * largest);
}

/** The least and the largest voltage of independent sources, 0 among them, and the size of those between a node and ground. */
function supplyRange(
  { elements }: FlatCircuit,
  context: EmissionContext,
): { readonly low: number; readonly high: number; readonly sizes: ReadonlyMap<string, number> } {
  let [low, high] = [0, 0];
  const sizes = new Map<string, number>();
  const quiet = { ...context, diagnostics: new Diagnostics() };
  for (const element of elements) {
    if (element.letter !== 'V') continue;
    const signal = sourceSignal(element, quiet);
    let size = 0;
    const note = (value: number): void => {
      size = Math.max(size, Math.abs(value));
      low = Math.min(low, value);
      high = Math.max(high, value);
    };
    if (signal instanceof SweptSignal) [signal.least, signal.largest].forEach(note);
    const end = signal.constant ? 0 : context.tstop;
    for (let k = 0; k <= (end > 0 ? supplySamples : 0); k++) note(signal.value(((k * golden) % 1) * end));
    let t = 0;
    for (let k = 0; k < supplySamples && end > 0; k++) {
      t = signal.nextBreakpoint(t);
      if (t > end) break;
      note(signal.valueLeft(t));
      note(signal.value(t));
    }
    const [plus = '', minus = ''] = element.nodes;
    if (minus === ground) sizes.set(plus, size);
    else if (plus === ground) sizes.set(minus, size);
  }
  return { low, high, sizes };
}

/** Every node and element that controls another must be there. */
function reportControls(
  branches: readonly SmoothBranch[],
  elementAt: (branch: number) => FlatElement | undefined,
  diagnostics: Diagnostics,
): void {
  if (!branches.some((branch) => controlsOf(branch).length > 0)) return;
  const nodes = new Set([ground]);
  for (const branch of branches) {
    nodes.add(branch.a).add(branch.b);
    if (branch.kind === 'law') for (const node of branch.rows) nodes.add(node);
  }
  const carriers = new Set(branches.map(({ element }) => element));
  const reported = new Set<string>();
  branches.forEach((branch, index) => {
    const controls = controlsOf(branch);
    if (controls.length === 0) return;
    const element = elementAt(index);
    const once = (name: string, report: () => void): void => {
      const key = `${element?.name ?? ''} ${name}`;
      if (!reported.has(key)) report();
      reported.add(key);
    };
    for (const term of controls.flatMap(({ terms }) => terms)) {
      if (term.quantity === 'current' && !carriers.has(term.element)) {
        once(term.element, () => {
          reportUnknownCarrier(term.element, element, carriers, diagnostics);
        });
      }
      if (term.quantity !== 'voltage') continue;
      for (const node of new Set([term.a, term.b])) {
        if (nodes.has(node)) continue;
        once(node, () => {
          reportOpenControl(node, element, diagnostics);
        });
      }
    }
  });
}

const noControls: readonly LinearForm[] = [];

function controlsOf(branch: SmoothBranch): readonly LinearForm[] {
  if (branch.kind === 'ideal-switch') return [branch.control];
  if (branch.kind !== 'controlled') return noControls;
  const auxiliaries = (branch.auxiliaries ?? []).flatMap(({ y, guard }) => [
    y,
    ...(guard ? [guard.control] : []),
    ...(guard?.measured ? [guard.measured] : []),
  ]);
  return [branch.form, ...auxiliaries];
}

function reportOpenControl(node: string, element: FlatElement | undefined, diagnostics: Diagnostics): void {
  const place = element?.nodes.indexOf(node) ?? -1;
  const message = `node ${node} controls ${element?.name ?? ''}, but no element fixes its voltage`;
  diagnostics.error('open-control', message, element && nodePlace(element, place), {
    hint: `connect node ${node} to a source or a resistor`,
  });
}

function reportUnknownCarrier(
  name: string,
  element: FlatElement | undefined,
  carriers: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  const message = `${element?.name ?? ''} is controlled by the current of ${name}, which carries none here`;
  diagnostics.error('unknown-control', message, element?.span, () => {
    const nearest = nearestName(name, carriers);
    return {
      hint: nearest === undefined ? 'name a voltage source of 0 V in its path' : `did you mean "${nearest}"?`,
    };
  });
}
