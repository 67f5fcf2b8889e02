/** Compiles a netlist given as text, for the tests of this room. */
import { readFileSync } from 'node:fs';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { compileCircuit, type Compilation } from '../../src/circuit/compile.js';
import type { CompiledCircuit, ReducedSystem } from '../../src/circuit/compiler/compiled-circuit.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { compileOperatingPoint, type OperatingPointSystem } from '../../src/circuit/operating-point.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import type { FlatCircuit } from '../../src/netlist/flat-circuit.js';

/** Elaborates; a text without an analysis gets `.tran 1 uic`. Line 1 is the title. */
export function flatten(text: string): FlatCircuit {
  const whole = /^\.(tran|op)\b/im.test(text) ? text : `${text}\n.tran 1m 1 uic`;
  const { circuit, diagnostics } = elaborate(
    { name: 't.cir', text: `title\n${whole}\n.end\n` },
    circuitLanguage,
  );
  if (circuit === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return circuit;
}

export function tryCompile(text: string): Compilation {
  return compileCircuit(flatten(text));
}

export function compileText(text: string): CompiledCircuit {
  const { compiled, diagnostics } = tryCompile(text);
  if (compiled === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return compiled;
}

export function compileStatic(text: string): OperatingPointSystem {
  const { compiled, diagnostics } = compileOperatingPoint(flatten(text));
  if (compiled === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return compiled;
}

export function netlistFile(name: string): CompiledCircuit {
  const text = readFileSync(new URL(`../../netlists/${name}`, import.meta.url), 'utf8');
  const { circuit, diagnostics } = elaborate({ name, text }, circuitLanguage);
  if (circuit === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const { compiled } = compileCircuit(circuit);
  if (compiled === undefined) throw new Error(`${name} does not compile`);
  return compiled;
}

/** The errors and warnings of a compilation as the terminal prints them. */
export function messages({ diagnostics }: Compilation): string {
  return diagnostics.map(formatDiagnostic).join('\n');
}

/** A dense row-major matrix as rows of numbers. */
export function rowsOf(A: Float64Array, rows: number, cols: number): number[][] {
  return Array.from({ length: rows }, (_, i) => Array.from(A.subarray(i * cols, (i + 1) * cols)));
}

/** All matrices of a reduced system as rows. */
export function matricesOf({ n, m, p, M, A, B, C, D, E, F }: ReducedSystem): Record<string, number[][]> {
  return {
    M: rowsOf(M, n, n),
    A: rowsOf(A, n, n),
    B: rowsOf(B, n, m),
    F: rowsOf(F, n, p),
    C: rowsOf(C, m, n),
    D: rowsOf(D, m, m),
    E: rowsOf(E, m, p),
  };
}
