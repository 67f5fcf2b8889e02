/**
 * `.meas [analysis] name question`: MAX MIN PP AVG RMS INTEG ..., FIND ... AT|WHEN, DERIV, WHEN,
 * TRIG ... TARG ..., PARAM. Waveforms are read from the card's text between the keywords, so that LTspice's
 * bare v(a)-v(b) is as good as {v(a)-v(b)}.
 */
import type { Expression } from '../../expression/ast.js';
import { parseExpressionText } from '../../expression/parse.js';
import { evaluate } from '../../expression/evaluate.js';
import { flatExpression } from '../elements/element-draft.js';
import type {
  IntervalMeasure,
  MeasureCard,
  MeasureCondition,
  MeasurePoint,
  MeasureQuestion,
} from '../flat-cards.js';
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import type { DotCard } from './dot-card.js';

export const MEASURE: DotCard<Session> = {
  name: '.meas',
  aliases: ['.measure'],
  usage: '.meas tran name max|min|pp|avg|rms|integ|find|deriv|when|trig|param ...',
  doc: 'Measures a waveform.',
  phase: 'control',
  request: true,
  read: readMeasure,
};

const ANALYSES: ReadonlySet<string> = new Set(['tran', 'dc', 'ac', 'op']);
const PLAIN: ReadonlyMap<string, IntervalMeasure> = new Map([
  ['max', 'max'],
  ['min', 'min'],
  ['pp', 'pp'],
  ['avg', 'avg'],
  ['rms', 'rms'],
  ['integ', 'integ'],
  ['integral', 'integ'],
  ['max_at', 'max_at'],
  ['min_at', 'min_at'],
  ['freq', 'freq'],
  ['duty', 'duty'],
  ['on_time', 'on_time'],
  ['off_time', 'off_time'],
] as const);

/** A keyword with the text up to the next one, and where that text stands. */
interface Clause {
  readonly word: string;
  readonly text: string;
  readonly at: number;
}

const WORDS =
  'max_at|min_at|max|min|pp|avg|rms|integral|integ|freq|duty|on_time|off_time|find|derivative|deriv|when|trig|targ|param|eqn|from|to|at|rise|fall|cross|td|val|on|off|goal|weight|minval|precision|default_val|output|fraction|ignore';
const CLAUSE = new RegExp(`(?:^|(?<=[\\s,=)}']))(${WORDS})(?=\\s*[=({\\s'-]|$)\\s*=?`, 'gi');
/** Card, analysis and name with the blanks behind them. */
const HEADER = /^(\S+\s+)(\S+\s*)(\S+\s*)?/;

function readMeasure(card: ParsedCard, session: Session): void {
  const [, card0 = '', first = '', second = ''] = HEADER.exec(card.text) ?? [];
  const analysis = first
    .trim()
    .toLowerCase()
    .replace(/_cont$/, '')
    .replace(/^tr$/, 'tran');
  const hasAnalysis = ANALYSES.has(analysis);
  // Without an analysis, the first word is the name.
  const name = (hasAnalysis ? second : first).trim().toLowerCase();
  session.measureNames.add(name);
  const from = card0.length + first.length + (hasAnalysis ? second.length : 0);
  const clauses = clausesOf(card.text, from);
  const reader = new MeasureReader(card, clauses, session);
  const before = session.diagnostics.problemCount;
  const question = reader.question();
  if (!question) {
    if (session.diagnostics.problemCount === before) {
      const message = reader.problem ?? `.meas ${name} asks for nothing that is known`;
      session.diagnostics.error('measure-syntax', message, card.span, { hint: `write: ${MEASURE.usage}` });
    }
    return;
  }
  const interval = { ...reader.number('from', 'from'), ...reader.number('to', 'to') };
  const known = (hasAnalysis ? analysis : 'tran') as MeasureCard['analysis'];
  if (name === '') return;
  session.measures.push({ name, analysis: known, question, ...interval, span: card.span });
}

/** Splits at keywords outside of brackets. */
function clausesOf(text: string, from: number): Clause[] {
  const starts: { readonly word: string; readonly start: number; readonly at: number }[] = [];
  const depths = depthsOf(text);
  CLAUSE.lastIndex = 0;
  for (const match of text.matchAll(CLAUSE)) {
    if (match.index < from || (depths[match.index] ?? 0) > 0) continue;
    starts.push({
      word: (match[1] ?? '').toLowerCase(),
      start: match.index,
      at: match.index + match[0].length,
    });
  }
  return starts.map(({ word, at }, k) => ({ word, at, text: text.slice(at, starts[k + 1]?.start) }));
}

function depthsOf(text: string): Uint16Array {
  const depths = new Uint16Array(text.length);
  let depth = 0;
  for (let k = 0; k < text.length; k++) {
    const character = text.charAt(k);
    if ('({'.includes(character)) depth++;
    depths[k] = depth;
    if (')}'.includes(character) && depth > 0) depth--;
  }
  return depths;
}

class MeasureReader {
  problem: string | undefined;

  constructor(
    readonly card: ParsedCard,
    readonly clauses: readonly Clause[],
    readonly session: Session,
  ) {}

  question(): MeasureQuestion | undefined {
    const [head] = this.clauses;
    if (!head) return undefined;
    const plain = PLAIN.get(head.word);
    if (plain) {
      const of = this.#expression(head);
      return of && { kind: plain, of, ...this.number('on', 'on'), ...this.number('off', 'off') };
    }
    if (head.word === 'find' || head.word.startsWith('deriv')) {
      const of = this.#expression(head);
      const point = this.#point(1);
      const kind = head.word === 'find' ? 'find' : 'deriv';
      return of && point && { kind, of, point };
    }
    if (head.word === 'when') {
      const point = this.#point(0);
      return point && { kind: 'find', point };
    }
    if (head.word === 'trig') {
      const targ = this.clauses.findIndex(({ word }) => word === 'targ');
      const first = this.#event(0, targ < 0 ? this.clauses.length : targ);
      const second = targ < 0 ? undefined : this.#event(targ, this.clauses.length);
      return first && second && { kind: 'trig', trig: first, targ: second };
    }
    if (head.word === 'param' || head.word === 'eqn') {
      const expression = this.#parse(head);
      return expression && { kind: 'param', expression };
    }
    return undefined;
  }

  /** A number by keyword as a part of an object; none: an empty one. */
  number<K extends string>(word: string, key: K): { readonly [P in K]?: number } {
    const clause = this.clauses.find((candidate) => candidate.word === word);
    const value = clause && this.#value(clause);
    return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: number };
  }

  #parse({ text, at }: Clause): Expression | undefined {
    const { span } = this.card;
    const bare = text.replace(/^(\s*)[{'](.*)[}'](\s*)$/s, '$1 $2 $3').replace(/^(\s*)=/, '$1 ');
    const place = { source: span.source, base: span.start + at, rules: this.session.rules };
    return parseExpressionText(bare, place, this.session.diagnostics);
  }

  #expression(clause: Clause): Expression | undefined {
    if (clause.text.trim() === '') {
      this.problem = `.meas: no waveform follows "${clause.word}"`;
      return undefined;
    }
    const written = this.#parse(clause);
    return written && flatExpression(written, this.session);
  }

  #value(clause: Clause): number | undefined {
    const written = this.#parse(clause);
    return written && evaluate(written, this.session.scope, this.session.diagnostics);
  }

  /** AT=time, or WHEN left=right with what follows it. */
  #point(from: number): MeasurePoint | undefined {
    const at = this.clauses.find(({ word }, k) => k >= from && word === 'at');
    if (at) {
      const value = this.#value(at);
      return value === undefined ? undefined : { kind: 'at', at: value };
    }
    const when = this.clauses.findIndex(({ word }, k) => k >= from && word === 'when');
    const clause = this.clauses[when];
    if (!clause) {
      this.problem = '.meas: at= or when is missing';
      return undefined;
    }
    return this.#condition(clause, this.clauses.slice(when + 1));
  }

  /** left=right, or left and VAL=right. */
  #condition(clause: Clause, more: readonly Clause[]): MeasurePoint | undefined {
    const { text, at } = clause;
    const equals = /(?<![=<>!])=(?!=)/.exec(text)?.index ?? -1;
    const level = more.find(({ word }) => word === 'val');
    const left = this.#expression(equals < 0 ? clause : { ...clause, text: text.slice(0, equals) });
    const right =
      equals >= 0
        ? this.#expression({ word: 'when', text: text.slice(equals + 1), at: at + equals + 1 })
        : level && this.#expression(level);
    if (!left || !right) {
      if (left) this.problem = '.meas: a condition needs left=right, or val=';
      return undefined;
    }
    return { kind: 'when', left, right, ...this.#edge(more) };
  }

  #edge(more: readonly Clause[]): Pick<MeasureCondition, 'edge' | 'count' | 'delay'> {
    const edge = more.find(({ word }) => word === 'rise' || word === 'fall' || word === 'cross');
    const td = more.find(({ word }) => word === 'td');
    const delay = (td && this.#value(td)) ?? 0;
    if (!edge) return { count: 1, delay };
    const isLast = edge.text.trim().toLowerCase() === 'last';
    const count = isLast ? 'last' : (this.#value(edge) ?? 1);
    return { edge: edge.word as 'rise' | 'fall' | 'cross', count, delay };
  }

  /** TRIG or TARG with what follows it. */
  #event(from: number, to: number): MeasurePoint | undefined {
    const [head, ...more] = this.clauses.slice(from, to);
    if (!head) return undefined;
    const at = more.find(({ word }) => word === 'at');
    if (at && head.text.trim() === '') {
      const value = this.#value(at);
      return value === undefined ? undefined : { kind: 'at', at: value };
    }
    const when = more.find(({ word }) => word === 'when');
    return this.#condition(when && head.text.trim() === '' ? when : head, more);
  }
}
