/**
 * `.tf`: with everything linearized at the operating point, capacitors open and coils short,
 *
 *     gain = d output / d source,
 *     input resistance: what the source sees, output resistance: what 1 A, or for a current 1 V, meets at the output.
 *
 * Mechanics are in equilibrium; a position and a force have a compliance, m/N, in place of a resistance.
 *
 * Source: [Nagel 1975], 3.3. A resistance that nothing bounds is 1e20, as SPICE writes it.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { displacement, displacementOfPosition } from '../../circuit/devices/mechanical/equilibrium.js';
import { ground } from '../../circuit/compiler/tree.js';
import type { TransferCard } from '../../netlist/flat-cards.js';
import type { AnalysisJob, AnalysisReport } from '../analysis.js';
import { CircuitResponse } from './circuit-response.js';
import { linearizedCircuit } from './linearized-circuit.js';
import { smallSignalColumns } from './small-signal-columns.js';
import { writeSingleRow } from '../single-row.js';

const plotName = 'Transfer Function';

/** Ohms of an open circuit. */
const open = 1e20;

/** Runs `.tf`: a plot of one row. */
export function runTransferFunction(job: AnalysisJob<TransferCard>): AnalysisReport {
  const { flat, card, sinks } = job;
  const { output, source } = card;
  const diagnostics = new Diagnostics();
  const nothing: AnalysisReport = { name: plotName, diagnostics: diagnostics.items, final: [] };
  const [first = '', second = ground] = output.names;
  const inputs = output.quantity === 'i' ? [source, first] : [source];
  const circuit = linearizedCircuit(job, inputs, diagnostics);
  if (!circuit) return { ...nothing, diagnostics: diagnostics.items };
  const port = flat.elements.find(({ name }) => name === source);
  const seen = port?.letter === 'V' || port?.letter === 'YPOSITION' ? 'i' : 'v';
  // A force drives its first node, a current leaves it.
  const ends =
    seen === 'v' && port?.letter.startsWith('Y') ? port.nodes.map(displacement).reverse() : [source];
  const outputs = [output, { text: `${seen}(${source})`, quantity: seen, names: ends, span: card.span }];
  const columns = smallSignalColumns(circuit.circuit, { ...flat, outputs }, circuit.z, diagnostics);
  const response = new CircuitResponse(circuit, diagnostics, card.span);
  const [ofOutput, ofPort] = columns;
  if (!ofOutput || !ofPort || !response.at(0) || diagnostics.hasErrors)
    return { ...nothing, diagnostics: diagnostics.items };
  const driven = response.toSources([{ name: source, re: 1, im: 0 }]);
  const [gain] = ofOutput.value.read(driven, 0);
  const [atPort] = ofPort.value.read(driven, 0);
  // Both references: a current flows through a source from n+ to n-.
  const input = seen === 'i' ? quotient(-1, atPort) : -atPort;
  let resistance: number;
  if (output.quantity === 'i') {
    if (circuit.inputOf(first) < 0) {
      diagnostics.error(
        'transfer-syntax',
        `.tf: ${output.text} is not the current of a voltage source`,
        output.span,
        {
          hint: output.text.startsWith('f(')
            ? 'ask for the position of a node, x(node)'
            : 'put a source of 0 V in its path',
        },
      );
      return { ...nothing, diagnostics: diagnostics.items };
    }
    const [current] = ofOutput.value.read(response.toSources([{ name: first, re: 1, im: 0 }]), 0);
    resistance = quotient(-1, current);
  } else {
    [resistance] = ofOutput.value.read(
      response.toCurrent(displacementOfPosition(first), displacementOfPosition(second)),
      0,
    );
  }
  const final = [
    { name: 'transfer_function', unit: '' as const, value: gain },
    { name: `output_impedance_at_${output.text}`, unit: '' as const, value: resistance },
    { name: `${source}#input_impedance`, unit: '' as const, value: input },
  ];
  writeSingleRow(flat.title, plotName, final, sinks);
  return { ...nothing, diagnostics: diagnostics.items, final };
}

function quotient(a: number, b: number): number {
  return b === 0 ? open : a / b;
}
