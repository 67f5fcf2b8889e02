/** A circuit that is ready to run: compiled as a whole, or in parts that have no effect on each other (`part-circuit.ts`). */
import type { Diagnostic } from '../base/diagnostic.js';
import type { CircuitOptions } from '../circuit/circuit-options.js';
import { compileCircuit } from '../circuit/compile.js';
import type { CompiledCircuit } from '../circuit/compiled-circuit.js';
import { partCircuit } from '../circuit/part-circuit.js';
import { ModelError } from '../kernel/modeling/model-error.js';
import type { FlatCircuit } from '../netlist/flat-circuit.js';
import { distinctDiagnostics } from './distinct-diagnostics.js';

/** A part of a circuit, a circuit of its own. */
export interface CircuitPart {
  readonly flat: FlatCircuit;
  readonly compiled: CompiledCircuit;
}

export interface PreparedCircuit {
  readonly flat: FlatCircuit;
  /** The whole; of a circuit in parts compiled where somebody asks, which throws `ModelError` where it is too large. */
  readonly compiled: CompiledCircuit;
  readonly circuitOptions: CircuitOptions;
  /** Absent where there is only one. */
  readonly parts?: readonly CircuitPart[];
}

export function prepareCircuit(
  flat: FlatCircuit,
  circuitOptions: CircuitOptions,
): { readonly circuit?: PreparedCircuit; readonly diagnostics: readonly Diagnostic[] } {
  const flats = partCircuit(flat);
  const compilations = flats.map((part) => compileCircuit(part, circuitOptions));
  const diagnostics = distinctDiagnostics(compilations.flatMap((each) => each.diagnostics));
  const parts: CircuitPart[] = [];
  compilations.forEach(({ compiled }, k) => {
    const part = flats[k];
    if (part && compiled) parts.push({ flat: part, compiled });
  });
  const [first] = parts;
  if (!first || parts.length < flats.length) return { diagnostics };
  if (flats.length === 1) return { circuit: { flat, compiled: first.compiled, circuitOptions }, diagnostics };
  let whole: CompiledCircuit | undefined;
  const circuit = {
    ...{ flat, circuitOptions, parts },
    get compiled(): CompiledCircuit {
      return (whole ??= compileWhole(flat, circuitOptions));
    },
  };
  return { circuit, diagnostics };
}

function compileWhole(flat: FlatCircuit, options: CircuitOptions): CompiledCircuit {
  const { compiled, diagnostics } = compileCircuit(flat, options);
  if (compiled) return compiled;
  const error = diagnostics.find(({ severity }) => severity === 'error');
  throw new ModelError(error?.message ?? 'the circuit cannot be compiled as a whole');
}
