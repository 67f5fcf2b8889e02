/** `nscircuit check FILE`: parse, elaborate, compile, and say what kind of circuit it is; no run. */
import { checkNetlist, type PreparedCircuit } from '../analysis/simulate.js';
import { diagnosticToJson } from '../base/diagnostic.js';
import { type Arguments, hasFlag } from './command.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { netlistExitCode, prepareFile, printDiagnostics } from './netlist-file.js';
import { noteLines } from './summary.js';
import { printObject, printOut } from './terminal.js';

export function check(args: Arguments): Promise<ExitCode> {
  const { circuit, diagnostics } = prepareFile(args, checkNetlist);
  printDiagnostics(diagnostics, args);
  const facts = circuit && circuitFacts(circuit);
  if (hasFlag(args, 'json')) {
    printObject({ ...facts, diagnostics: diagnostics.map(diagnosticToJson) });
  } else if (facts && !hasFlag(args, 'quiet')) {
    const { elements, nodes, states, multipliers, index, analyses } = facts;
    printOut(
      `${args.file}: fine\n` +
        `  ${count(elements, 'element')}, ${count(nodes, 'node')} besides ground, analyses: ${analyses.join(' ')}\n` +
        `  ${count(states, 'state')}, ${count(multipliers, 'multiplier')}, index ${index}\n${noteLines(diagnostics)}`,
    );
  }
  return Promise.resolve(circuit ? exitCodes.fine : netlistExitCode(diagnostics));
}

function circuitFacts({ flat, compiled: { system, descriptor } }: PreparedCircuit) {
  return {
    title: flat.title,
    elements: flat.elements.length,
    nodes: descriptor.tree.nodes.length - 1,
    analyses: flat.analyses.map(({ kind }) => `.${kind}`),
    states: system.n,
    multipliers: system.m,
    index: system.index,
  };
}

function count(value: number, thing: string): string {
  return `${value} ${thing}${value === 1 ? '' : 's'}`;
}
