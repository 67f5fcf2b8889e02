/**
 * What can only be checked when everything is known: that there is a circuit, a ground and an analysis,
 * that outputs and initial voltages name what exists, and nodes to which only one element is connected.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Span } from '../../base/span.js';
import { namesOf } from '../dot-cards/outputs.js';
import type { FlatElement } from '../flat-circuit.js';
import type { Session } from '../session.js';

export function checkCircuit(session: Session): void {
  reportIgnored(session);
  if (session.elementCards.length === 0) {
    const { text } = session;
    const start = { source: text, start: 0, end: Math.max(text.text.indexOf('\n'), 0) };
    session.diagnostics.error('no-elements', 'the netlist has no elements', start, {
      cure: 'remember that the first line is the title',
    });
    return;
  }
  reportMissingAnalysis(session);
  reportUnknownNames(session);
  reportMissingGround(session);
  if (!session.diagnostics.hasErrors) reportDangling(session);
}

function reportIgnored({ ignored, diagnostics }: Session): void {
  for (const [kind, names] of ignored) {
    const [first] = names.values();
    diagnostics.note('ignored', `ignored ${kind}: ${[...names.keys()].join(', ')}`, first);
  }
}

function reportMissingAnalysis({ analysisSeen, diagnostics, elementCards }: Session): void {
  const last = elementCards.at(-1);
  if (analysisSeen || !last) return;
  diagnostics.error('missing-analysis', 'the netlist asks for no analysis', last.span, {
    cure: 'add a card such as ".tran 1u 5m" or ".op"',
  });
}

function reportUnknownNames(session: Session): void {
  const { outputs, initialVoltages } = session;
  for (const output of outputs.values()) {
    for (const name of output.names) reportUnknown(namesOf(output), name, output.span, session);
  }
  for (const [node, { span }] of initialVoltages) reportUnknown('node', node, span, session);
}

function reportUnknown(of: 'node' | 'element', name: string, span: Span, session: Session): void {
  const known = of === 'node' ? session.nodeNames : new Set(session.elementNames.keys());
  if (known.has(name)) return;
  const nearest = nearestName(
    name,
    [...known].filter((other) => other !== '0'),
  );
  session.diagnostics.error(`unknown-${of}`, `there is no ${of} "${name}"`, span, {
    cure: nearest === undefined ? `name one of the netlist's ${of}s` : `did you mean "${nearest}"?`,
  });
}

function reportMissingGround({ elements, elementCards, diagnostics }: Session): void {
  const [first] = elements;
  // A ground may stand on a card that is already reported as wrong.
  if (!first || elements.length < elementCards.length) return;
  if (elements.some(({ nodes }) => nodes.includes('0'))) return;
  diagnostics.error('missing-ground', 'no element is connected to the ground node "0"', first.span, {
    cure: 'name the reference node "0"',
  });
}

function reportDangling({ elements, diagnostics }: Session): void {
  // Elements by the node that they alone touch so far; false from the second connection on.
  const ends = new Map<string, FlatElement | false>();
  for (const element of elements) {
    for (const node of element.nodes) ends.set(node, ends.has(node) ? false : element);
  }
  for (const [node, element] of ends) {
    if (element === false || node === '0') continue;
    const span = element.nodeSpans[element.nodes.indexOf(node)];
    diagnostics.warning('dangling-node', `node "${node}" is connected to ${element.name} only`, span, {
      cure: 'check its spelling, or connect it to something',
    });
  }
}
