/** `nscircuit check FILE`: parse, elaborate, compile, and say what kind of circuit it is; no run. */
import { checkNetlist } from '../../analysis/preparation.js';
import type { PreparedCircuit } from '../../analysis/preparation/prepared-circuit.js';
import { diagnosticToJson } from '../../base/diagnostic.js';
import { type Arguments, hasFlag } from '../command.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { netlistExitCode, prepareFile, printDiagnostics } from '../input/netlist-file.js';
import { noteLines } from '../lines/summary.js';
import { printObject, printOut } from '../terminal.js';

export function check(args: Arguments): Promise<ExitCode> {
  const { circuit, diagnostics } = prepareFile(args, checkNetlist);
  printDiagnostics(diagnostics, args);
  const facts = circuit && circuitFacts(circuit);
  if (hasFlag(args, 'json')) {
    printObject({ ...facts, diagnostics: diagnostics.map(diagnosticToJson) });
  } else if (facts && !hasFlag(args, 'quiet')) {
    const { elements, nodes, analyses } = facts;
    printOut(
      `${args.file}: fine\n` +
        `  ${count(elements, 'element')}, ${count(nodes, 'node')} besides ground, analyses: ${analyses.join(' ')}\n` +
        `  ${systemLine(facts)}\n${noteLines(diagnostics)}`,
    );
  }
  return Promise.resolve(circuit ? exitCodes.fine : netlistExitCode(diagnostics));
}

type CircuitFacts = ReturnType<typeof circuitFacts>;

function circuitFacts(circuit: PreparedCircuit) {
  const { flat, stepping } = circuit;
  const common = {
    title: flat.title,
    elements: flat.elements.length,
    analyses: flat.analyses.map(({ kind }) => `.${kind}`),
  };
  if (!stepping) return { ...common, ...compiledFacts(circuit) };
  const { numbering, system } = stepping.circuit.model;
  const { size: unknowns, pairs, guards } = system;
  return { ...common, nodes: numbering.nodes.length, unknowns, multipliers: pairs.length + guards.length };
}

/** What only a compilation knows, which circuits that run by sparse steps have none of. */
function compiledFacts(circuit: PreparedCircuit) {
  const { parts = [circuit] } = circuit;
  const systems = parts.map(({ compiled }) => compiled.system);
  const nodes = new Set(parts.flatMap(({ compiled }) => compiled.descriptor.tree.nodes));
  return {
    nodes: nodes.size - 1,
    states: systems.reduce((sum, { n }) => sum + n, 0),
    multipliers: systems.reduce((sum, { m }) => sum + m, 0),
    index: Math.max(...systems.map(({ index }) => index)),
  };
}

function systemLine(facts: CircuitFacts): string {
  const multipliers = count(facts.multipliers, 'multiplier');
  return 'unknowns' in facts
    ? `${count(facts.unknowns, 'unknown')}, ${multipliers}, by sparse steps`
    : `${count(facts.states, 'state')}, ${multipliers}, index ${facts.index}`;
}

function count(value: number, thing: string): string {
  return `${value} ${thing}${value === 1 ? '' : 's'}`;
}
