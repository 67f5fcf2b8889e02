/**
 * A device is one file that exports its syntax (what the language reads) and its branches (what the
 * compiler stamps), and is one line in `devices/device-table.ts`.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { InstanceMemo } from './instance-memo.js';
import type { LogicNetwork } from '../kernel/modeling/signals/logic-network.js';
import type { Dialect, FlatElement } from '../netlist/flat-circuit.js';
import type { ElementSyntax, ModelSyntax } from '../netlist/language.js';
import type { CircuitOptions } from './circuit-options.js';
import type { NoiseGenerator, OperatingElement } from './noise/noise-generator.js';
import type { Branch, Coupling, SmoothBranch } from './primitives.js';
import type { SweptSignal } from './sources/swept-signal.js';

/** What a device may ask while it emits. */
export interface EmissionContext {
  readonly options: CircuitOptions;
  readonly diagnostics: Diagnostics;
  /** tstep and tstop of the transient in seconds, for defaults that SPICE takes from them; 0 when there is none. */
  readonly tstep: number;
  readonly tstop: number;
  /** The transient starts from initial values. */
  readonly uic?: boolean;
  /** Volts from the lowest to the highest value that any voltage source takes, ground included; at least 1. */
  readonly supply: number;
  /** Volts that the voltage between two nodes may have: of nodes that sources from ground set what those take, else `supply`. */
  readonly voltageSize: (a: string, b: string) => number;
  /** Amperes that the elements at a node, but for one, can carry for long: Infinity where a source, a coil or ground is there. */
  readonly currentInto: (node: string, except: FlatElement) => number;
  /** Whose files the circuit is of; absent: ngspice's. */
  readonly dialect?: Dialect;
  /** All elements, by name: made when it is first asked for, which few devices do. */
  readonly elements: () => ReadonlyMap<string, FlatElement>;
  /** By inductor the K on whose core it is wound: the last one that names it. */
  readonly windings: ReadonlyMap<string, FlatElement>;
  /** What transistors that are alike share; absent: each is worked out by itself. */
  readonly memo?: InstanceMemo;
  /** Where digital parts and their nets go. */
  readonly logic: LogicNetwork;
  /**
   * "dc": a source with a written DC value takes it instead of its function (all analyses but transients). "startup": one without
   * a function rises to its value.
   */
  readonly sources: 'waveform' | 'startup' | 'dc';
  /** By element, what is swept in place of its value and function. */
  readonly swept?: ReadonlyMap<string, SweptSignal>;
  /** "by-frequency": for small signals that take any response by its factor at a frequency; absent: lags are those of time. */
  readonly lags?: 'by-frequency';
  /** At an equilibrium: the mechanical nodes that have one, each with the element that emits its balance. */
  readonly still?: ReadonlyMap<string, string>;
  /** Those of them that stops or plays alone hold. */
  readonly loose?: ReadonlySet<string>;
  /** About an equilibrium: how far these mechanical nodes stand there, at rest, from where their cards have them start. */
  readonly moved?: ReadonlyMap<string, number>;
}

/** How independent sources are emitted; default: waveforms where the circuit has a transient. Mechanics: as it starts. */
export type SourceSettings = Partial<Pick<EmissionContext, 'sources' | 'swept' | 'lags' | 'moved'>> & {
  readonly mechanics?: 'start' | 'equilibrium';
};

/** How a circuit is emitted. */
export interface EmissionSettings extends SourceSettings {
  /** All devices that there are; default: the built-in table. */
  readonly devices?: readonly Device[] | undefined;
}

export interface Device {
  readonly syntax: ElementSyntax;
  readonly models: readonly ModelSyntax[];
  /** Emits the element's branches; problems go to `context.diagnostics`. */
  branches(element: FlatElement, context: EmissionContext): Branch[];
  /**
   * Emits the element by SPICE's smooth laws, for engines that take them; problems go to `context.diagnostics`. Absent where
   * `branches` is all there is to say: an ideal part stays ideal.
   */
  smooth?(element: FlatElement, context: EmissionContext): SmoothBranch[];
  /** Whether an element has `smooth` alone, without segments: `branches` reports so. Absent: none has. */
  isUnfitted?(element: FlatElement): boolean;
  /** The noise of an element at an operating point; absent: it has none. */
  noise?(operating: OperatingElement): NoiseGenerator[];
  /** Amperes that an element can carry for long into one of its nodes, by `supply`; absent: any current. */
  carries?(element: FlatElement, terminal: number, context: EmissionContext): number;
  /** Emits couplings of inductors (K). */
  couplings?(element: FlatElement, context: EmissionContext): Coupling[];
}
