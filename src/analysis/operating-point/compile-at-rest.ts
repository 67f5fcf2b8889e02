/**
 * Which program finds a circuit's points at rest. With smooth laws, graphs that are vertical somewhere, or too many parts for dense
 * matrices, the sparse one; without, and where exact events or a grid are asked for (with the fits that those run with), the one by
 * complementarity.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import type { CircuitOptions } from '../../circuit/circuit-options.js';
import type { EmissionSettings } from '../../circuit/device.js';
import type { FlatCircuit, FlatElement } from '../../netlist/flat-circuit.js';
import type { AnalysisJob } from '../analysis.js';
import { piecewiseLinearRest } from './piecewise-linear-rest.js';
import type { RestingCircuit, RestingProgram } from './resting-circuit.js';
import { smoothRest } from './smooth-rest.js';
import { hasVerticalRow } from '../preparation/method-choice.js';
import { type SteppingCircuit, steppingCircuit } from '../preparation/stepping-circuit.js';
import { transientOptionsFrom } from '../preparation/transient-options.js';

/** What is compiled: a circuit, how its sources stand, and what is written of it. */
export interface CircuitAtRest {
  readonly flat: FlatCircuit;
  readonly circuitOptions: CircuitOptions;
  readonly devices: EmissionSettings['devices'];
  /** Those that are swept. */
  readonly swept?: EmissionSettings['swept'];
  /** The same as it was prepared for sparse steps, where it was. */
  readonly stepping?: SteppingCircuit | undefined;
  /** Fits in place of smooth laws, whatever the method and the size. */
  readonly piecewiseLinear?: boolean;
  /** Which program took the same circuit with other values of its linear elements: asked for once. */
  readonly program?: RestingProgram;
  /** For one point alone: machine code would take longer to set up than to run. */
  readonly passing?: boolean;
}

/** Compiles a circuit at rest; undefined where something is wrong with it. */
export function compileAtRest(
  { flat, circuitOptions, devices, swept, stepping, piecewiseLinear, program, passing }: CircuitAtRest,
  large: boolean,
  diagnostics: Diagnostics,
): RestingCircuit | undefined {
  const { method, ...tolerances } = transientOptionsFrom(flat.options);
  const settings: EmissionSettings = {
    ...{ devices, sources: 'dc', mechanics: 'equilibrium' },
    ...(swept && { swept }),
  };
  if (
    !piecewiseLinear &&
    program !== 'piecewise-linear' &&
    (large || method === 'auto' || method === 'stepping')
  ) {
    const found = new Diagnostics();
    // Without a transient sources stand as they do at rest.
    const isAtRest = !swept && !flat.domains && !flat.analyses.some(({ kind }) => kind === 'tran');
    const circuit =
      isAtRest && stepping
        ? { ...stepping, flat }
        : steppingCircuit(flat, circuitOptions, tolerances, found, settings);
    const isSmooth =
      !circuit ||
      large ||
      program === 'smooth' ||
      method === 'stepping' ||
      circuit.branches.some((branch) => branch.kind === 'law' || hasVerticalRow(branch)) ||
      flat.elements.some(hasCurvedForce);
    if (isSmooth) {
      // All else was told when the circuit was prepared.
      for (const item of found.items) if (item.severity === 'error') diagnostics.add(item);
      const code = passing ? 'plain' : tolerances.code;
      return circuit && smoothRest(circuit, { ...tolerances, code }, diagnostics);
    }
  }
  return piecewiseLinearRest({ flat, circuitOptions, settings }, tolerances.certtol, diagnostics);
}

/** The balance of a force that an expression gives has no stiffness of its own to be eliminated by. */
function hasCurvedForce({ letter, expressions }: FlatElement): boolean {
  return letter === 'YSPRING' && expressions !== undefined;
}

/** Whether a job's circuit is too large for dense matrices, or has too many fits. */
export function isLarge({ stepping }: Pick<AnalysisJob, 'stepping'>): boolean {
  return stepping !== undefined && stepping.exactToo !== true;
}
