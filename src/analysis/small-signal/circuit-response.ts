/** Responses of a linearized circuit to inputs and to currents into nodes; what nothing determines is tied to ground, and told. */
import type { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import type { Span } from '../../base/span.js';
import {
  type ComplexVector,
  FrequencyResponse,
} from '../../kernel/simulation/small-signal/frequency-response.js';
import type { LinearizedCircuit } from './linearized-circuit.js';

export class CircuitResponse {
  #response: FrequencyResponse;
  /** (dz, du). */
  readonly #changes: Float64Array;
  readonly #dz: Float64Array;
  readonly #du: Float64Array;

  constructor(
    private readonly circuit: LinearizedCircuit,
    private readonly diagnostics: Diagnostics,
    private readonly span: Span,
  ) {
    const { size, inputCount } = circuit.linear;
    this.#response = new FrequencyResponse(circuit.linear);
    this.#changes = new Float64Array(2 * (size + inputCount));
    this.#dz = this.#changes.subarray(0, 2 * size);
    this.#du = this.#changes.subarray(2 * size);
  }

  /** Prepares a frequency in hertz; false after reporting where nothing determines the response. */
  at(frequency: number): boolean {
    for (;;) {
      const open = this.#response.factor(2 * Math.PI * frequency);
      if (open < 0) return true;
      const grounded = this.circuit.ground(open);
      if (grounded === undefined) {
        const { system } = this.circuit.circuit.model;
        const message = `nothing determines ${system.unknownName(open)} at ${formatEngineering(frequency, 'Hz', 6)}`;
        this.diagnostics.error('no-response', message, this.span, {
          hint: 'look for a loop of sources and coils, or a resonance without loss at this frequency',
        });
        return false;
      }
      this.diagnostics.note('undetermined', `nothing determines ${grounded}: it got 1e-12 S to ground`);
      this.#response = new FrequencyResponse(this.circuit.linear);
    }
  }

  /** Changes (dz, du) where sources change by complex values; reused by the next call. */
  toSources(
    sources: readonly { readonly name: string; readonly re: number; readonly im: number }[],
  ): ComplexVector {
    this.#du.fill(0);
    for (const { name, re, im } of sources) {
      const at = 2 * this.circuit.inputOf(name);
      if (at >= 0) this.#du.set([re, im], at);
    }
    this.#response.respond(this.#du, this.#dz);
    return this.#changes;
  }

  /** Changes where 1 A enters the circuit at one node and leaves it at another; reused by the next call. */
  toCurrent(into: string, outOf: string): ComplexVector {
    this.#placeBetween(into, outOf);
    this.#response.solve(this.#dz);
    return this.#changes;
  }

  /**
   * The voltage between two nodes for 1 A into every other: conjugates of it, in the place of the node's voltage, all by one
   * solution of the transposed system; reused by the next call.
   */
  ofCurrents(plus: string, minus: string): ComplexVector {
    this.#placeBetween(plus, minus);
    this.#response.solveAdjoint(this.#dz);
    return this.#changes;
  }

  #placeBetween(into: string, outOf: string): void {
    const { node } = this.circuit.circuit.model.numbering;
    this.#changes.fill(0);
    for (const [name, current] of [
      [into, 1],
      [outOf, -1],
    ] as const) {
      const row = node(name);
      if (row >= 0) this.#dz[2 * row] = (this.#dz[2 * row] ?? 0) + current;
    }
  }
}
