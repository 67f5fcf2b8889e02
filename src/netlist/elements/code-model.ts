/**
 * `A1 ports ... model`: a code model of XSPICE. A port is a node, two nodes where its type has two, several ports
 * in square brackets, null where it may be left out; %type in front says another type, ~ inverts a digital port. Round
 * brackets and commas are blanks. Ports of the type d are nets of their own, which are no nodes. Or a part of LTspice: eight
 * nodes and the part's own name, with its parameters behind it.
 */
import { elementIn, nodeIn } from '../frame.js';
import type { FlatPort } from '../flat-circuit.js';
import type { ModelSyntax, PortSyntax, PortType } from '../language.js';
import { requireName } from '../resolve-names.js';
import type { Indexed } from '../language-index.js';
import type { Session } from '../session.js';
import type { Item, WordItem } from '../syntax.js';
import { textOf } from '../syntax.js';
import { readAssignments } from '../assignments.js';
import { usageOf, type ElementDraft } from './element-draft.js';
import { findNamedModel, hasModel } from './model-reference.js';

/** Nodes of a part of LTspice. */
const builtInNodes = 8;

export function readCodeModel(draft: ElementDraft, session: Session): boolean {
  const { element, rest, indexed, nameSpan } = draft;
  const words = rest.splice(0).flatMap(wordsOf);
  const named = words[builtInNodes];
  const part = named && session.index.models.get(named.text.toLowerCase());
  if (part?.syntax.builtIn === true && !hasModel(named?.text ?? '', session)) {
    readBuiltIn(draft, part, words, session);
    return true;
  }
  const last = words.pop();
  if (!last || words.length === 0) {
    session.diagnostics.error('missing-model', `${element.name} names no ports and model`, nameSpan, {
      hint: `write: ${usageOf(element.name, indexed.syntax)}`,
    });
    return false;
  }
  const model = findNamedModel(last, draft, session);
  const ports = model && session.index.portsOf(model.type);
  if (!model || !ports) return false;
  const reader = new PortReader(words.flatMap(tokensOf), draft, session);
  const found = ports.map((port) => reader.port(port));
  if (!reader.done(ports)) return false;
  element.model = model;
  element.valueSpan = last.span;
  reader.finish(found);
  return true;
}

/** LTspice's parts: eight nodes, the last one common. */
function readBuiltIn(
  draft: ElementDraft,
  part: Indexed<ModelSyntax>,
  words: readonly WordItem[],
  session: Session,
): void {
  const { element, card } = draft;
  const { frame, globals } = session;
  const [name, ...flags] = words.slice(builtInNodes);
  const nodes = words.slice(0, builtInNodes);
  element.nodes = nodes.map(({ text }) => session.meetNode(nodeIn(frame, text, globals)));
  element.nodeSpans = nodes.map(({ span }) => span);
  const { type, ignored = [], flags: known } = part.syntax;
  const ignore = (text: string): boolean => {
    if (!ignored.includes(text.toLowerCase())) return false;
    session.ignore('element parameters', `${type} ${text.toLowerCase()}`, element.span);
    return true;
  };
  const parameters = readAssignments(
    draft.assignments.splice(0),
    { owner: element.name, parameters: part.parameters, accept: ignore },
    session,
  );
  for (const { text, span } of flags) {
    const flag = known?.get(text.toLowerCase());
    if (flag) parameters.set(flag.parameter, flag.value);
    if (flag || ignore(text)) continue;
    const message = `${element.name}: unexpected "${text}"`;
    session.diagnostics.error('too-many-arguments', message, span, { hint: 'write parameter=value' });
  }
  element.model = { name: type, type, parameters, span: card.span };
  if (name) element.valueSpan = name.span;
}

/** Brackets and commas are blanks; a word of an assignment is left to the reader of parameters. */
function wordsOf(item: Item): readonly WordItem[] {
  if (item.kind === 'word') return [item];
  if (item.kind !== 'group') return [];
  const inner = item.items.flatMap(wordsOf);
  return item.name === ''
    ? inner
    : [{ kind: 'word', text: textOf(item.nameSpan), span: item.nameSpan }, ...inner];
}

/** [ ] and ~ are tokens of their own, %type is one. */
function tokensOf({ text, span }: WordItem): readonly WordItem[] {
  const tokens: WordItem[] = [];
  for (const match of text.matchAll(/[[\]~]|%[a-z]*|[^[\]~%]+/gi)) {
    const start = span.start + match.index;
    tokens.push({ kind: 'word', text: match[0], span: { ...span, start, end: start + match[0].length } });
  }
  return tokens;
}

const nodesOfType: Readonly<Record<PortType, number>> = {
  ...{ v: 1, vd: 2, i: 1, id: 2, vnam: 1, g: 1, gd: 2, h: 1, hd: 2, d: 1 },
};

class PortReader {
  #at = 0;
  #failed = false;
  readonly #nodes: WordItem[] = [];
  readonly #controls: WordItem[] = [];

  constructor(
    private readonly tokens: readonly WordItem[],
    private readonly draft: ElementDraft,
    private readonly session: Session,
  ) {}

  port(syntax: PortSyntax): readonly FlatPort[] {
    if (this.#failed) return [];
    if (this.#at >= this.tokens.length && syntax.optional === true) return [];
    const type = this.#type() ?? syntax.types[0] ?? 'v';
    if (this.#takes('null')) {
      if (syntax.optional !== true) this.#fail(`port ${syntax.name} cannot be left out`);
      return [];
    }
    if (syntax.list !== true) return this.#single(type, syntax);
    const ports: FlatPort[] = [];
    if (!this.#takes('[')) return this.#single(type, syntax);
    while (!this.#failed && !this.#takes(']')) {
      if (this.#at >= this.tokens.length) this.#fail(`port ${syntax.name} lacks "]"`);
      else if (!this.#takes('null')) ports.push(...this.#single(this.#type() ?? type, syntax));
    }
    return ports;
  }

  /** Whether all tokens were taken; reports where not. */
  done(ports: readonly PortSyntax[]): boolean {
    if (!this.#failed && this.#at < this.tokens.length)
      this.#fail(`there are more words than its ${ports.length} ports take`);
    if (this.#failed) this.finish([]);
    return !this.#failed;
  }

  finish(ports: readonly (readonly FlatPort[])[]): void {
    const { draft, session } = this;
    const { frame, globals } = session;
    draft.element.nodes = this.#nodes.map(({ text }) => session.meetNode(nodeIn(frame, text, globals)));
    draft.element.nodeSpans = this.#nodes.map(({ span }) => span);
    draft.element.ports = ports;
    if (this.#controls.length === 0) return;
    session.defer(() => {
      const found = this.#controls.map(({ text, span }) =>
        requireName('element', text, span, frame, session),
      );
      draft.element.controls = found.filter((name) => name !== undefined);
    });
  }

  #single(type: PortType, { name, types }: PortSyntax): readonly FlatPort[] {
    const inverted = this.#takes('~') ? ({ inverted: true } as const) : {};
    const own = this.#type() ?? type;
    if (!types.includes(own)) {
      this.#fail(`port ${name} is of type ${types.join(', ')}, not ${own}`);
      return [];
    }
    const words = this.tokens.slice(this.#at, this.#at + nodesOfType[own]);
    if (words.length < nodesOfType[own] || words.some(({ text }) => '[]~'.includes(text))) {
      this.#fail(`port ${name} needs ${nodesOfType[own]} node${nodesOfType[own] > 1 ? 's' : ''}`);
      return [];
    }
    this.#at += words.length;
    const [first] = words;
    const { frame, globals } = this.session;
    if (own === 'd' && first)
      return [{ type: own, at: [], net: nodeIn(frame, first.text, globals), ...inverted }];
    if (own === 'vnam' && first) {
      return [{ type: own, at: [], control: this.#controls.push(first) - 1 }];
    }
    const at = words.map((word) => this.#nodes.push(word) - 1);
    return [{ type: own, at, ...inverted }];
  }

  #type(): PortType | undefined {
    const text = this.tokens[this.#at]?.text.toLowerCase() ?? '';
    if (!text.startsWith('%')) return undefined;
    this.#at++;
    const type = text.slice(1);
    if (type in nodesOfType) return type as PortType;
    this.#fail(`there is no port type "${text}"`);
    return undefined;
  }

  #takes(text: string): boolean {
    if (this.tokens[this.#at]?.text.toLowerCase() !== text) return false;
    this.#at++;
    return true;
  }

  #fail(what: string): void {
    if (this.#failed) return;
    this.#failed = true;
    const { element, nameSpan } = this.draft;
    const place = this.tokens[Math.min(this.#at, this.tokens.length - 1)]?.span ?? nameSpan;
    const name = elementIn({ prefix: '' }, element.name);
    this.session.diagnostics.error('port', `${name}: ${what}`, place, {
      hint: 'write the ports of the model in their order: docs/language.md lists them',
    });
  }
}
