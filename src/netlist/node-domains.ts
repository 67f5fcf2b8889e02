/**
 * What every node carries: an electrical node a voltage, a translational one a velocity, a rotational one an angular velocity.
 * Terminals say it (`TerminalDomain`); those that are mechanical of either kind make all nodes of their card alike, and a
 * parameter may say which kind (bl= of a voice coil). The frame and the electrical ground are one node, "0", and tie nothing.
 */
import { nodePlace } from './element-places.js';
import type { Diagnostics } from '../base/diagnostic.js';
import type { Span } from '../base/span.js';
import type { FlatElement, MechanicalDomain, MechanicalDomains } from './flat-circuit.js';
import type { ElementSyntax, ParameterSpec, TerminalDomain } from './language.js';

/** Names of the elements that X() adds begin so. */
export const positionPrefix = 'yx#';

/** The hidden node whose voltage is the displacement of a node at rest ends so. */
export const displacementSuffix = '#moved';

type Said = Exclude<TerminalDomain, 'any'>;

/** The first element that says what a set of nodes carries. */
interface Claim {
  readonly domain: Said;
  readonly by: string;
  readonly span: Span;
}

/** Finds the domains of all nodes; what contradicts itself goes to `diagnostics`. Undefined where nothing is mechanical. */
export function mechanicalDomains(
  elements: readonly FlatElement[],
  syntaxOf: (letter: string) => ElementSyntax | undefined,
  diagnostics: Diagnostics,
): MechanicalDomains | undefined {
  const syntaxes = new Map<string, ElementSyntax | undefined>();
  for (const { letter } of elements) if (!syntaxes.has(letter)) syntaxes.set(letter, syntaxOf(letter));
  if (![...syntaxes.values()].some((syntax) => syntax?.domains?.some(isMechanical))) return undefined;
  const finder = new DomainFinder(diagnostics);
  for (const element of elements) finder.add(element, syntaxes.get(element.letter));
  const nodes = new Map<string, MechanicalDomain>();
  for (const node of new Set(elements.flatMap(({ nodes: ends }) => ends))) {
    const domain = finder.of(node);
    if (domain) nodes.set(node, domain);
  }
  const ports = new Map<string, MechanicalDomain>();
  for (const { name, letter, nodes: ends } of elements) {
    const domains = syntaxes.get(letter)?.domains ?? [];
    const first = domains.findIndex(isMechanical);
    if (first < 0) continue;
    const own = domains[first];
    const domain = nodes.get(ends[first] ?? '') ?? (own === 'rotational' ? own : 'translational');
    ports.set(first === 0 ? name : `${name}#f`, domain);
  }
  return { nodes, ports };
}

/** Whether a terminal carries motion. */
export function isMechanical(domain: TerminalDomain): boolean {
  return domain !== 'electrical' && domain !== 'any';
}

class DomainFinder {
  readonly #parent = new Map<string, string>();
  readonly #claims = new Map<string, Claim>();

  constructor(private readonly diagnostics: Diagnostics) {}

  add(element: FlatElement, syntax: ElementSyntax | undefined): void {
    const meant = syntax && meantDomain(element, syntax);
    let first: string | undefined;
    element.nodes.forEach((node, k) => {
      const domain = syntax?.domains?.[k] ?? 'electrical';
      if (node === '0' || domain === 'any') return;
      const own = domain === 'mechanical' ? (meant ?? domain) : domain;
      this.#claim(node, { domain: own, by: element.name, span: nodePlace(element, k) });
      if (domain !== 'mechanical') return;
      if (first !== undefined) this.#join(first, node, element);
      first ??= node;
    });
  }

  of(node: string): MechanicalDomain | undefined {
    const domain = this.#claims.get(this.#root(node))?.domain;
    if (domain === undefined || domain === 'electrical') return undefined;
    return domain === 'rotational' ? domain : 'translational';
  }

  #root(node: string): string {
    let at = node;
    for (let next = this.#parent.get(at); next !== undefined; next = this.#parent.get(at)) at = next;
    return at;
  }

  #claim(node: string, claim: Claim): void {
    const root = this.#root(node);
    const known = this.#claims.get(root);
    const both = known ? agreed(known, claim) : claim;
    if (both) this.#claims.set(root, both);
    else if (known) this.#report(node, known, claim);
  }

  /** Makes two nodes of one card alike. */
  #join(a: string, b: string, { name, span }: FlatElement): void {
    const [p, q] = [this.#root(a), this.#root(b)];
    const [one, other] = [this.#claims.get(p), this.#claims.get(q)];
    if (p === q || !one || !other) return;
    const both = agreed(one, other);
    if (!both) {
      this.#report(b, other, { ...one, by: name, span });
      return;
    }
    this.#parent.set(p, q);
    this.#claims.set(q, both);
  }

  #report(node: string, known: Claim, claim: Claim): void {
    const position = [known, claim].find(({ by }) => by.startsWith(positionPrefix));
    if (position && [known, claim].some(({ domain }) => domain === 'electrical')) {
      const message = `node ${node} is electrical: it has no position`;
      this.diagnostics.error('mixed-node', message, position.span, { hint: `ask for v(${node})` });
      return;
    }
    const isElectrical = known.domain === 'electrical' || claim.domain === 'electrical';
    const kind = ({ domain }: Claim): string =>
      isElectrical ? (domain === 'electrical' ? domain : 'mechanical') : domain;
    const message = `node ${node} is ${kind(known)} for ${known.by} and ${kind(claim)} for ${claim.by}`;
    this.diagnostics.error('mixed-node', message, claim.span, {
      related: [{ span: known.span, message: `${known.by} stands here` }],
      hint: isElectrical
        ? 'use two nodes, and an element such as YMOTOR that has terminals of both kinds'
        : 'units do not fit: use two nodes, and YRACK between them',
    });
  }
}

/** The more telling one of two claims that do not contradict each other. */
function agreed(one: Claim, other: Claim): Claim | undefined {
  if (one.domain === other.domain) return one;
  if (one.domain === 'electrical' || other.domain === 'electrical') return undefined;
  if (one.domain === 'mechanical') return other;
  return other.domain === 'mechanical' ? one : undefined;
}

/** The kind of motion that the parameters of a card speak of. */
function meantDomain(
  { value, parameters, expressions }: FlatElement,
  syntax: ElementSyntax,
): 'translational' | 'rotational' | undefined {
  const own = 'parameter' in syntax.value && value !== undefined ? [syntax.value.parameter] : [];
  const others = syntax.value.kind === 'number' ? (syntax.value.alternatives ?? []) : [];
  const given: readonly ParameterSpec[] = [...others, ...syntax.parameters].filter(
    ({ name }) => parameters.has(name) || expressions?.has(name) === true,
  );
  return [...own, ...given].find(({ meansDomain }) => meansDomain !== undefined)?.meansDomain;
}
