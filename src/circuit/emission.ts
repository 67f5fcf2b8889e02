/** From flat elements to branches: every device emits its own, and what they name is checked. */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Span } from '../base/span.js';
import type { FlatCircuit, FlatElement } from '../netlist/flat-circuit.js';
import type { CircuitOptions } from './circuit-options.js';
import type { Device, EmissionContext } from './device.js';
import type { Branch } from './primitives.js';
import { ground } from './tree.js';

export interface EmittedCircuit {
  readonly branches: readonly Branch[];
  /** The card of a branch's element. */
  readonly spanOf: (branch: number) => Span | undefined;
}

/** Emits all branches in netlist order; problems go to `diagnostics`. */
export function emitBranches(
  flat: FlatCircuit,
  devices: readonly Device[],
  options: CircuitOptions,
  diagnostics: Diagnostics,
): EmittedCircuit {
  const tran = flat.analyses.find((card) => card.kind === 'tran');
  const context: EmissionContext = {
    options,
    diagnostics,
    tstep: tran?.tstep ?? (tran ? tran.tstop / 1000 : 0),
    tstop: tran?.tstop ?? 0,
    sources: tran ? 'waveform' : 'dc',
  };
  const deviceOf = new Map(devices.map((device) => [device.syntax.letter, device]));
  const branches: Branch[] = [];
  const elements: FlatElement[] = [];
  for (const element of flat.elements) {
    const device = deviceOf.get(element.letter);
    if (device === undefined) {
      diagnostics.error('unknown-element', `no device is known for ${element.name}`, element.span);
      continue;
    }
    for (const branch of device.branches(element, context)) {
      branches.push(branch);
      elements.push(element);
    }
  }
  const spanOf = (branch: number): Span | undefined => elements[branch]?.span;
  reportControlNodes(branches, elements, diagnostics);
  return { branches, spanOf };
}

function reportControlNodes(
  branches: readonly Branch[],
  elements: readonly FlatElement[],
  diagnostics: Diagnostics,
): void {
  const known = new Set([ground, ...branches.flatMap(({ a, b }) => [a, b])]);
  branches.forEach((branch, index) => {
    if (branch.kind !== 'contact' || branch.control.quantity !== 'voltage') return;
    for (const node of new Set([branch.control.a, branch.control.b])) {
      if (known.has(node)) continue;
      const element = elements[index];
      const place = element?.nodes.indexOf(node) ?? -1;
      const message = `node ${node} controls ${branch.element}, but no element fixes its voltage`;
      diagnostics.error('open-control', message, element?.nodeSpans[place] ?? element?.span, {
        cure: `connect node ${node} to a source or a resistor`,
      });
    }
  });
}
