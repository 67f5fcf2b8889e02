/**
 * A circuit and its tangent at the operating point, with chosen sources as inputs: what small-signal analyses begin with.
 *
 * An ideal part at its kink (a diode with neither voltage nor current) has no tangent: of its two modes the one is taken in
 * which the circuit is right after t = 0, the active set of an implicit step over a short h, and that is told.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import type { EmissionSettings } from '../../circuit/device.js';
import { displacementsAt } from '../../circuit/devices/mechanical/equilibrium.js';
import { positionInput } from '../../circuit/devices/mechanical/mechanical-parts.js';
import { SweptSignal } from '../../circuit/sources/swept-signal.js';
import {
  type DescriptorMode,
  linearizeDescriptor,
  type LinearizedDescriptor,
} from '../../kernel/simulation/small-signal/linearized-descriptor.js';
import { CompiledDescriptor } from '../../kernel/simulation/sparse-stepping/compiled-descriptor.js';
import { UndeterminedUnknowns } from '../../kernel/simulation/sparse-stepping/descriptor/undetermined-unknowns.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import type { AnalysisJob } from '../analysis.js';
import { compileAtRest, isLarge } from '../operating-point/compile-at-rest.js';
import { stablePoint } from '../operating-point/stable-point.js';
import { machineCodeOf } from '../preparation/machine-code-of.js';
import { listed } from '../preparation/run-failure.js';
import { steppingCircuit, type SteppingCircuit } from '../preparation/stepping-circuit.js';
import { guardsOf } from '../preparation/stepping-start.js';
import { stillCircuit } from '../preparation/still-circuit.js';
import { transientOptionsFrom } from '../preparation/transient-options.js';
import { frequencyDependence, smallSignalCircuit } from './small-signal-circuit.js';

export interface LinearizedCircuit {
  readonly circuit: SteppingCircuit;
  readonly z: Float64Array;
  readonly linear: LinearizedDescriptor;
  /** Which pairs and guards rest there. */
  readonly mode: DescriptorMode;
  /** The input that a source is. */
  readonly inputOf: (source: string) => number;
  /** Ties what belongs to an unknown that nothing determines to ground; its name, or undefined where that is no help. */
  readonly ground: (unknown: number) => string | undefined;
}

/** Finds the operating point and its tangent; problems become diagnostics and undefined. */
export function linearizedCircuit(
  job: AnalysisJob,
  sources: readonly string[],
  diagnostics: Diagnostics,
): LinearizedCircuit | undefined {
  const { flat, circuitOptions, devices, card } = job;
  const mechanics = mechanicsOf(job, diagnostics);
  if (!mechanics) return undefined;
  const { reltol, code, ...tolerances } = transientOptionsFrom(flat.options);
  const swept = new Map(sources.map((name) => [name, new SweptSignal()]));
  const emission = new Diagnostics();
  const emitted = (of: FlatCircuit): SteppingCircuit | undefined =>
    steppingCircuit(of, circuitOptions, tolerances, emission, {
      devices,
      sources: 'dc',
      swept,
      ...(hasFrequencies(card.kind) && { lags: 'by-frequency' }),
      ...mechanics,
    });
  const frequencyDependent = hasFrequencies(card.kind) ? frequencyDependence(flat) : undefined;
  if (frequencyDependent) {
    const message = `${frequencyDependent.name} depends on hertz: values that change with the frequency are not supported in .${card.kind}`;
    const hint = 'write the transfer function: E1 out 0 laplace {v(in)} {1/(1+s*1m)}';
    diagnostics.error('frequency-dependence', message, frequencyDependent.span, { hint });
    return undefined;
  }
  const resting = emitted(flat);
  const small = hasFrequencies(card.kind) ? smallSignalCircuit(flat) : flat;
  const circuit = small === flat ? resting : emitted(small);
  // All else was told when the circuit was prepared.
  for (const item of emission.items) if (item.severity === 'error') diagnostics.add(item);
  if (!resting || !circuit) return undefined;
  const { system, numbering } = circuit.model;
  const still = stillCircuit(resting, reltol, diagnostics, machineCodeOf(code));
  const settling = new Diagnostics();
  const found = still.solve(settling);
  // What carries the force that holds a body is open as long as the body is held.
  for (const item of settling.items) if (!mechanics.moved || item.severity !== 'note') diagnostics.add(item);
  if (!found) return undefined;
  const followed = still.follow(found) ?? found;
  const isEquilibrium = mechanics.mechanics === 'equilibrium';
  const point = isEquilibrium ? stablePoint(resting, still, followed, diagnostics) : followed;
  const z = point.z.slice(0, system.size);
  const u = Float64Array.from(system.inputs, (signal) => signal.value(0));
  const compiled = new CompiledDescriptor(system, { reltol });
  let kinks = kinksAt(compiled, z);
  const pairs = Uint8Array.from(system.pairs, ({ unknown }) => (z[unknown] === 0 ? 1 : 0));
  const on = guardsOf(still.model.system, system, point.guards);
  const guards = Uint8Array.from(system.guards, ({ onMeans }, g) =>
    (onMeans === 'lambda=0') === (on[g] === 1) ? 1 : 0,
  );
  let mode: DescriptorMode = { pairs, guards };
  if (kinks.length > 0 || (mechanics.moved && system.pairs.length > 0)) {
    const moving = steppingCircuit(flat, circuitOptions, tolerances, new Diagnostics(), {
      ...{ devices, sources: 'waveform', ...mechanics },
    });
    const after = moving && pairsAfter(moving, z, on, reltol);
    if (after) mode = { pairs: after.resting, guards };
    const all = mechanics.moved ? system.pairs.map((_, pair) => pair) : kinks;
    kinks = all.filter((pair) => (after ? after.vanishing[pair] === 1 : kinks.includes(pair)));
  }
  if (kinks.length > 0) {
    const names = listed(kinks.map((pair) => system.rowName(system.pairs[pair]?.row ?? -1)));
    diagnostics.warning(
      'at-a-kink',
      `at the operating point ${names} stand${kinks.length === 1 ? 's' : ''} at a kink, where there is no small-signal value: that of right after t = 0 is taken`,
      card.span,
      { hint: 'give the sources DC values that make the parts conduct or block' },
    );
  }
  const linear = linearizeDescriptor(system, z, u, mode);
  const undetermined = new UndeterminedUnknowns(compiled.assembly);
  return {
    ...{ circuit, z, linear, mode },
    inputOf(source) {
      const { names } = numbering.inputs;
      const position = names.indexOf(positionInput(source));
      return position < 0 ? names.indexOf(source) : position;
    },
    ground(unknown) {
      if (!undetermined.ground(unknown)) return undefined;
      const at = undetermined.grounded.at(-1) ?? unknown;
      linear.G.add(system.grounds?.[at] ?? at, at, compiled.assembly.shunts[at] ?? 0);
      return system.unknownName(at);
    },
  };
}

/**
 * Mechanics stand at their equilibrium. The static `.tf` asks for no more than the circuit that finds it, all others for the
 * masses, springs and contacts that move about it. Undefined after reporting that there is none.
 */
function mechanicsOf(
  job: AnalysisJob,
  diagnostics: Diagnostics,
): Pick<EmissionSettings, 'mechanics' | 'moved'> | undefined {
  const { flat, circuitOptions, devices, card } = job;
  if (!flat.domains) return {};
  if (card.kind === 'tf') return { mechanics: 'equilibrium' };
  const found = compileAtRest({ flat, circuitOptions, devices }, isLarge(job), new Diagnostics());
  const point = found?.find(diagnostics);
  return found && point && { moved: displacementsAt(found.nodes, found.voltages(point)) };
}

/** Pairs both sides of which are 0 within what counts as nothing. */
function kinksAt({ assembly, system, inputs }: CompiledDescriptor, z: Float64Array): number[] {
  const w = new Float64Array(assembly.pointLength);
  inputs.begin(0, w);
  w.set(z);
  assembly.evaluate(w, 0, false);
  return system.pairs.flatMap(({ row, unknown }, pair) => {
    const isNone = Math.abs(assembly.k[row] ?? 0) <= (system.residual[row] ?? 0);
    return isNone && Math.abs(z[unknown] ?? 0) <= (system.absolute[unknown] ?? 0) ? [pair] : [];
  });
}

/** Steps in seconds, each a tenth of the one before it: the mode of two neighbours that agree is that of a vanishing one. */
const firstStep = 1e-6;
const maxSteps = 5;

interface PairsAfter {
  /** 1 for every pair that rests. */
  readonly resting: Uint8Array;
  /** 1 for every pair neither side of which stays as the step vanishes. */
  readonly vanishing: Uint8Array;
}

/** Part of itself that is left of what vanishes with a step, for a tenth of the step: at most about 0.1. */
const left = 0.3;

/** Pairs right after t = 0; undefined where no step shows it. What holds a body at rest, a force, is there at once. */
function pairsAfter(
  { model: { system } }: SteppingCircuit,
  z: Float64Array,
  on: Uint8Array,
  reltol: number,
): PairsAfter | undefined {
  const compiled = new CompiledDescriptor(system, { reltol });
  const { assembly, newton, rows, inputs, options } = compiled;
  const w = new Float64Array(assembly.pointLength);
  let last: string | undefined;
  let lastSizes = new Float64Array(0);
  for (let k = 0, h = firstStep; k < maxSteps; k++, h /= 10) {
    on.forEach((state, g) => {
      rows.setGuard(g, state);
    });
    inputs.begin(h, w);
    w.set(z);
    assembly.resetLimits(w);
    assembly.evaluate(w, 1 / h, false);
    const history = assembly.s.slice();
    const status = newton.solve(w, history, 1 / h, options.maxStartIterations);
    const pairs = rows.forced.slice(0, rows.pairCount);
    const found = status === 'converged' ? pairs.join('') : undefined;
    const sizes = Float64Array.from(system.pairs, ({ row, unknown }) =>
      Math.max(Math.abs(assembly.k[row] ?? 0), Math.abs(w[unknown] ?? 0)),
    );
    if (found !== undefined && found === last) {
      const vanishing = Uint8Array.from(system.pairs, ({ row, unknown }, pair) => {
        const size = sizes[pair] ?? 0;
        const isNone = size <= Math.min(system.residual[row] ?? 0, system.absolute[unknown] ?? 0);
        return isNone || size <= left * (lastSizes[pair] ?? Infinity) ? 1 : 0;
      });
      return { resting: pairs, vanishing };
    }
    last = found;
    lastSizes = sizes;
  }
  return undefined;
}

/** Whether an analysis has a frequency. */
function hasFrequencies(kind: AnalysisJob['card']['kind']): boolean {
  return kind === 'ac' || kind === 'noise' || kind === 'sp';
}
