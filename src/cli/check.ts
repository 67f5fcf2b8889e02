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

function circuitFacts(circuit: PreparedCircuit) {
  const { flat, parts = [circuit] } = circuit;
  const systems = parts.map(({ compiled }) => compiled.system);
  const nodes = new Set(parts.flatMap(({ compiled }) => compiled.descriptor.tree.nodes));
  return {
    title: flat.title,
    elements: flat.elements.length,
    nodes: nodes.size - 1,
    analyses: flat.analyses.map(({ kind }) => `.${kind}`),
    states: systems.reduce((sum, { n }) => sum + n, 0),
    multipliers: systems.reduce((sum, { m }) => sum + m, 0),
    index: Math.max(...systems.map(({ index }) => index)),
  };
}

function count(value: number, thing: string): string {
  return `${value} ${thing}${value === 1 ? '' : 's'}`;
}
