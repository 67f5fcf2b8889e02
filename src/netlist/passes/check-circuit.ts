/**
 * What can only be checked when everything is known: that there is a circuit, a ground and an analysis,
 * that something is computed from its results, parameters that nothing uses, and nodes to which only one
 * element is connected.
 */
import { nodePlace } from '../element-places.js';
import type { Span } from '../../base/span.js';
import type { MeasureCard } from '../flat-cards.js';
import type { FlatElement } from '../flat-circuit.js';
import { warnOfClosedElements } from '../closed-elements.js';
import type { ElementSyntax } from '../language.js';
import { measuresOfResponses } from '../measure-expressions.js';
import { isMechanical, mechanicalDomains } from '../node-domains.js';
import { sensedNodes } from '../sensed-nodes.js';
import type { IgnoredKind, Session } from '../session.js';
import { textOf } from '../syntax.js';

export function checkCircuit(session: Session): void {
  reportIgnored(session);
  if (session.elementCount === 0 || session.content.elements.length === 0) {
    reportNoElements(session);
    return;
  }
  reportUnusedModelTypes(session);
  reportMissingAnalysis(session);
  reportFourier(session);
  reportMeasures(session);
  reportUnsupported(session);
  setGround(session);
  findDomains(session);
  reportUnusedParameters(session);
  reportUnusedModels(session);
  reportUncalled(session);
  reportUnusedOverrides(session);
  if (!session.diagnostics.hasErrors) reportDangling(session);
}

/** Elements in bodies of subcircuits alone are no circuit. */
function reportNoElements({ text, content, elementCount, diagnostics }: Session): void {
  const start = { source: text, start: 0, end: Math.max(text.text.indexOf('\n'), 0) };
  const [name] = content.subcircuits.keys();
  const isLibrary = elementCount > 0 && name !== undefined;
  const message = `the netlist has no elements${isLibrary ? ' outside of its subcircuits' : ''}`;
  diagnostics.error('no-elements', message, start, {
    hint: isLibrary ? `call one: X1 node ... ${name}` : 'remember that the first line is the title',
  });
}

/** What a kind is instead of heeded. A netlist from elsewhere decides about no file of its user's. */
const instead: Partial<Record<IgnoredKind, string>> = Object.freeze({
  'output files': ' (a netlist writes no files, -o FILE does)',
});

function reportIgnored({ ignored, diagnostics }: Session): void {
  for (const [kind, names] of ignored) {
    const [first] = names.values();
    const list = [...names.keys()].join(', ');
    diagnostics.note('ignored', `ignored ${kind}: ${list}${instead[kind] ?? ''}`, first);
  }
}

/** A model that nothing uses may be of any type. */
function reportUnusedModelTypes({ unknownModelTypes, frame, diagnostics }: Session): void {
  for (const [name, span] of unknownModelTypes) {
    if (frame.models.has(name)) continue;
    const message = `model "${name}" is of unknown type "${textOf(span).toLowerCase()}"; nothing uses it`;
    diagnostics.warning('unknown-model-type', message, span);
  }
}

function reportMissingAnalysis({ analysisSeen, analyses, diagnostics, content }: Session): void {
  const last = content.elements.at(-1);
  if (analysisSeen || analyses.length > 0 || !last) return;
  diagnostics.error('missing-analysis', 'the netlist asks for no analysis', last.span, {
    hint: 'add a card such as ".tran 1u 5m" or ".op"',
  });
}

/** Left out where there is no transient. */
function reportFourier({ analyses, fourier, diagnostics, analysisSeen }: Session): void {
  const [first] = fourier;
  if (!first) return;
  const hasTransient = analyses.some(({ kind }) => kind === 'tran');
  if (hasTransient || !analysisSeen) return;
  diagnostics.warning('no-transient', '.four looks at transients only: left out', first.span, {
    hint: 'add a .tran card',
  });
}

/** Analyses that are measured. */
const MEASURED: ReadonlySet<string> = new Set(['tran', 'dc', 'ac', 'noise', 'op']);

/**
 * A card that names no analysis measures the transient, else the last analysis. One of an analysis that is not run is told:
 * nobody would look at it.
 */
function reportMeasures({ analyses, measures, diagnostics, analysisSeen }: Session): void {
  if (!analysisSeen && analyses.length === 0) return;
  const kinds = new Set<string>(analyses.map(({ kind }) => kind));
  const last = analyses.findLast(({ kind }) => MEASURED.has(kind))?.kind as
    MeasureCard['analysis'] | undefined;
  const ofResponses = kinds.has('ac') ? measuresOfResponses(measures) : new Set<string>();
  measures.forEach((card, k) => {
    if (!card.assumed) return;
    if (ofResponses.has(card.name)) measures[k] = { ...card, analysis: 'ac' };
    else if (!kinds.has(card.analysis) && last) measures[k] = { ...card, analysis: last };
  });
  for (const { name, analysis, span } of measures) {
    if (name.includes('#') || kinds.has(analysis)) continue;
    const message = `.meas ${analysis} ${name} is not measured: no .${analysis} is run`;
    const others = kinds.size > 0 ? `, or measure what is run: ${[...kinds].join(', ')}` : '';
    const hint = `add a .${analysis} card${others}`;
    diagnostics.warning('no-such-analysis', message, span, { hint });
  }
}

/** Refused alone, left out beside an analysis that runs. */
function reportUnsupported({ unsupported, analyses, diagnostics }: Session): void {
  for (const { name, hint, span } of unsupported) {
    const message = `${name} is not supported`;
    if (analyses.length > 0) diagnostics.warning('unsupported-card', `${message}: left out`, span, { hint });
    else diagnostics.error('unsupported-card', message, span, { hint });
  }
}

/** Nothing touches node 0: voltages are then those against one node, which SPICE users mean by their first source. */
function setGround({ elements, elementCount, diagnostics, content, elementNames, index }: Session): void {
  const [first] = elements;
  // Digital parts alone have levels, no voltages.
  if (elements.every(({ nodes }) => nodes.length === 0)) return;
  // A ground may stand on a card that is already reported as wrong.
  if (!first || diagnostics.hasErrors || elementNames.size < content.elements.length || elementCount === 0)
    return;
  // What moves alone does so against the frame, which is ground.
  const isAlone = ({ letter }: FlatElement): boolean => index.element(letter)?.syntax.domains?.length === 1;
  if (elements.some((element) => element.nodes.includes('0') || isAlone(element))) return;
  const source = elements.find(({ letter, nodes }) => letter === 'V' && nodes.length > 1) ?? first;
  const reference = source.nodes[1] ?? source.nodes[0];
  const domains = index.element(source.letter)?.syntax.domains;
  if (domains?.some(isMechanical)) {
    diagnostics.error('missing-ground', 'nothing is connected to the frame (node 0)', source.span, {
      hint: 'tie one node to node 0, or put a mass (YMASS, YINERTIA) on it: a mass moves against the frame',
    });
    return;
  }
  if (reference === undefined || index.element('r')?.syntax.letter !== 'R') {
    diagnostics.error('missing-ground', 'no element is connected to the ground node "0"', first.span, {
      hint: 'name the reference node "0"',
    });
    return;
  }
  const message = `no element is connected to the ground node "0": voltages are those against node "${reference}"`;
  const span = nodePlace(source, 1);
  diagnostics.warning('missing-ground', message, span, { hint: 'name the reference node "0"' });
  // It carries nothing: no other way leads to ground.
  elements.push({
    name: 'ground#',
    letter: 'R',
    nodes: [reference, '0'],
    value: 1,
    parameters: new Map(),
    flags: new Set(),
    span: source.span,
    nodeSpans: [span, span],
  });
}

/** What nodes carry; a node that carries two kinds of quantities is an error. */
function findDomains(session: Session): void {
  const { elements, index, diagnostics } = session;
  const syntaxOf = (letter: string): ElementSyntax | undefined => index.element(letter)?.syntax;
  session.domains = mechanicalDomains(elements, syntaxOf, diagnostics);
  if (session.domains) warnOfClosedElements(elements, syntaxOf, diagnostics);
}

/** A parameter that nothing uses is often a misspelt one. Those of other files are their authors' affair. */
function reportUnusedParameters(session: Session): void {
  const { content, used, text, frame, diagnostics } = session;
  if (diagnostics.hasErrors) return;
  const swept = sweptAlone(session);
  for (const definition of content.definitions.values()) {
    // --set and .step put another definition over the one in the text.
    const effective = frame.scope.definitions.get(definition.name) ?? definition;
    if (used.has(effective) || definition.span.source !== text || definition.maybeUnused === true) continue;
    const sweep = swept.get(definition.name);
    // Each point draws anew: a sweep of a parameter that only counts the draws is a Monte Carlo analysis.
    if (sweep && session.scope.context.random?.hasDrawn === true) continue;
    if (sweep) {
      const message = `the sweep sets parameter "${definition.name}", which nothing uses: all its points are the same`;
      diagnostics.warning('sweep-of-nothing', message, sweep, {
        hint: `let a value use it, {${definition.name}}, or check its spelling`,
      });
      continue;
    }
    // What is replaced by an .alter may have used it.
    if ((session.overrides.alteration ?? 0) > 0) continue;
    const message = `parameter "${definition.name}" is never used`;
    diagnostics.warning('unused-parameter', message, definition.span, {
      hint: 'remove it, or check its spelling',
    });
  }
}

/** Parameters that `.step` or `.dc` sets with nothing else beside them, and where. */
function sweptAlone({ steps, analyses }: Session): ReadonlyMap<string, Span> {
  const sweeps = analyses.flatMap((card) => (card.kind === 'dc' ? card.sweeps : []));
  return new Map(
    [...steps, ...sweeps].flatMap(({ target, together, span }) =>
      target.kind === 'parameter' && together === undefined ? [[target.name, span] as const] : [],
    ),
  );
}

/**
 * A model that nothing uses is often a misspelt one; those of other files are their authors' affair, and LTspice writes
 * `.model NPN NPN` and the like into every netlist.
 */
function reportUnusedModels(session: Session): void {
  const { content, dialect, text, usedModels, unknownModelTypes, diagnostics } = session;
  if (diagnostics.hasErrors) return;
  for (const [name, { card }] of content.models) {
    if (usedModels.has(card) || card.span.source !== text || unknownModelTypes.has(name)) continue;
    // One that is named by a number is chosen by a parameter, at another point of its sweep.
    if (/^\d+(?: |$)/.test(name)) continue;
    const [item, kind] = card.items;
    if (dialect === 'ltspice' && kind && textOf(kind.span).toLowerCase() === name) continue;
    diagnostics.warning(
      'unused-model',
      `model "${name.split(' ', 1)[0] ?? name}" is used by no element`,
      item?.span ?? card.span,
    );
  }
}

/** Subcircuits of the netlist's own text that nothing calls, in one note: pasted libraries have many. */
function reportUncalled({ content, text, calledSubcircuits, diagnostics }: Session): void {
  if (diagnostics.hasErrors) return;
  const uncalled = [...content.subcircuits.values()].filter(
    (block) => block.span.source === text && !calledSubcircuits.has(block),
  );
  const [first] = uncalled;
  if (!first) return;
  const some = uncalled.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = uncalled.length > MOST_NAMED ? ` and ${uncalled.length - MOST_NAMED} more` : '';
  const message = `nothing calls the subcircuit${uncalled.length > 1 ? 's' : ''} ${some.join(', ')}${more}`;
  diagnostics.note('uncalled-subcircuit', message, first.span);
}

/** Longer lists are read by nobody. */
const MOST_NAMED = 5;

/** What a step or a script sets and nothing takes: the sweep would be a repetition. */
function reportUnusedOverrides({ overrides, appliedOverrides, diagnostics }: Session): void {
  if (diagnostics.hasErrors) return;
  for (const key of Object.keys({ ...overrides.elements, ...overrides.models })) {
    if (appliedOverrides.has(key)) continue;
    diagnostics.error('unknown-target', `"${key}" changes nothing in this circuit`, undefined, {
      hint: 'name a parameter, an element or a parameter of a model that the circuit uses',
    });
  }
}

/** The node that an element holds itself; undefined where it holds none. */
function heldNode({ nodes, model }: FlatElement, syntax: ElementSyntax | undefined): string | undefined {
  if (!syntax?.heldTerminal) return undefined;
  const { parameter, ofLevel, ...usual } = syntax.heldTerminal;
  const isOther = ofLevel !== undefined && model?.parameters.get('level') === ofLevel.level;
  const terminal = isOther ? ofLevel.terminal : usual.terminal;
  const at = [...syntax.terminals, ...(syntax.optionalTerminals ?? [])].indexOf(terminal);
  return (model?.parameters.get(parameter) ?? 0) > 0 ? nodes[at] : undefined;
}

function reportDangling(session: Session): void {
  const { elements, nodeNames, measuredNodes, fourier, index, diagnostics } = session;
  // Of each node the connections, and the element of the last one.
  const connections = new Uint32Array(nodeNames.size);
  const last = new Uint32Array(nodeNames.size);
  elements.forEach((element, k) => {
    for (const node of element.nodes) {
      const number = nodeNames.find(node);
      connections[number] = (connections[number] as number) + 1;
      last[number] = k;
    }
  });
  // A voltage that controls something, or is measured, needs no second connection.
  const isRead = (node: string): void => {
    connections[nodeNames.find(node)] = 0;
  };
  for (const element of elements) {
    sensedNodes(element).forEach(isRead);
    const held = heldNode(element, index.element(element.letter)?.syntax);
    if (held !== undefined) isRead(held);
  }
  measuredNodes.forEach(isRead);
  for (const { outputs } of fourier) for (const { names } of outputs) names.forEach(isRead);
  for (let number = 0; number < connections.length; number++) {
    const element = elements[last[number] as number];
    const node = nodeNames.names[number] as string;
    if (connections[number] !== 1 || !element || node === '0') continue;
    const span = nodePlace(element, element.nodes.indexOf(node));
    diagnostics.warning('dangling-node', `node "${node}" is connected to ${element.name} only`, span, {
      hint: 'check its spelling, or connect it to something',
    });
  }
}
