/**
 * `.meas [analysis] name question`: MAX MIN PP AVG RMS INTEG ..., FIND ... AT|WHEN, DERIV, WHEN, TRIG ... TARG ..., PARAM, ERR,
 * ERROR, as ngspice, LTspice and Xyce write them. What one question needs of another becomes a measure of its own whose name
 * has "#": the ends of an interval between TRIG and TARG, the maximum of which FRAC_MAX is a part.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Expression } from '../../expression/ast.js';
import { numberAt } from '../../expression/simplify.js';
import { readNumberRows } from '../data-file.js';
import {
  MEASURE_PROBE,
  type IntervalMeasure,
  type MeasureCard,
  type MeasureNorm,
  type MeasurePoint,
  type MeasureQuestion,
} from '../flat-cards.js';
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import type { DotCard } from './dot-card.js';
import {
  type Clause,
  ClauseReader,
  clausesOf,
  QUESTION_WORDS,
  refusedWords,
  splitInTwo,
} from './measure-clauses.js';

export const MEASURE: DotCard<Session> = {
  name: '.meas',
  aliases: ['.measure'],
  usage:
    '.meas [tran|dc|ac] name max|min|pp|avg|rms|integ|find|deriv|when|trig|duty|freq|period|param|err|error ...',
  doc: 'Measures a waveform.',
  phase: 'control',
  request: true,
  read: readMeasure,
};

const ANALYSES: ReadonlySet<string> = new Set(['tran', 'dc', 'ac', 'op']);
const INTERVAL: ReadonlyMap<string, IntervalMeasure> = new Map([
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
  ['period', 'period'],
  ['duty', 'duty'],
  ['on_time', 'on_time'],
  ['off_time', 'off_time'],
] as const);
const EDGES: ReadonlySet<string> = new Set(['rise', 'fall', 'cross']);
/** Clauses of points, which an interval would forget. */
const NO_INTERVAL: ReadonlySet<string> = new Set(['at', 'val', 'when', 'targ']);
type IntervalQuestion = Extract<MeasureQuestion, { kind: IntervalMeasure }>;
const INTERVAL_KINDS: ReadonlySet<IntervalMeasure> = new Set(INTERVAL.values());
const NORMS: readonly MeasureNorm[] = ['l1norm', 'l2norm', 'infnorm'];
/** The smallest denominator of a relative error, as in Xyce. */
const MINVAL = 1e-12;
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
  if (name === '') {
    session.diagnostics.error('measure-syntax', '.meas needs a name and a question', card.span, {
      hint: `write: ${MEASURE.usage}`,
    });
    return;
  }
  const from = card0.length + first.length + (hasAnalysis ? second.length : 0);
  const known = (hasAnalysis ? analysis : 'tran') as MeasureCard['analysis'];
  const base = { name, analysis: known, span: card.span };
  const reader = new MeasureReader(
    base,
    new ClauseReader(card, clausesOf(card.text, from), session),
    session,
  );
  const question = reader.question();
  session.measureNames.add(name);
  const earlier = session.measures.findIndex((other) => other.name === name && other.analysis === known);
  if (earlier >= 0) {
    session.diagnostics.warning(
      'repeated-measure',
      `.meas ${name} is written twice: the last one counts`,
      card.span,
      {
        related: [{ span: session.measures[earlier]?.span ?? card.span, message: 'the first' }],
      },
    );
    session.measures.splice(earlier, 1);
  }
  session.measures.push({ ...base, ...(question ?? { question: { kind: 'left-out' } }) });
}

type Ends = Pick<MeasureCard, 'from' | 'to' | 'until'>;
type Asked = Pick<MeasureCard, 'question'> & Ends;

class MeasureReader {
  constructor(
    private readonly base: Pick<MeasureCard, 'name' | 'analysis' | 'span'>,
    private readonly reader: ClauseReader,
    private readonly session: Session,
  ) {}

  /** What is asked for; undefined after reporting what is wrong. */
  question(): Asked | undefined {
    const { reader } = this;
    const before = this.session.diagnostics.problemCount;
    const refused = refusedWords(reader.clauses);
    if (refused.length > 0) reader.report(`${refused.join(', ')} is not supported`, this.base.span);
    const [head] = reader.clauses;
    const isKnown = head !== undefined && QUESTION_WORDS.includes(head.word);
    if (!isKnown) this.#reportUnknown();
    const question = isKnown ? this.#questionOf(head) : undefined;
    const interval = question && this.#interval(question);
    const failed = this.session.diagnostics.problemCount > before;
    return failed || !question || !interval ? undefined : { question, ...interval };
  }

  #reportUnknown(): void {
    const { reader } = this;
    const { text } = reader.card;
    const words = text.split(/[\s=]+/).slice(1);
    const word = words.find(
      (each) => !ANALYSES.has(each.toLowerCase()) && each.toLowerCase() !== this.base.name,
    );
    const nearest = word === undefined ? undefined : nearestName(word.toLowerCase(), QUESTION_WORDS);
    const hint = nearest === undefined ? `write: ${MEASURE.usage}` : `did you mean "${nearest}"?`;
    const span = { ...this.base.span };
    const at =
      word === undefined
        ? -1
        : text.indexOf(word, text.toLowerCase().indexOf(this.base.name) + this.base.name.length);
    if (word !== undefined && at > 0)
      Object.assign(span, { start: span.start + at, end: span.start + at + word.length });
    reader.report(
      `${this.base.name} asks for ${word === undefined ? 'nothing' : `"${word}", which is no measure`}`,
      span,
      hint,
    );
  }

  #questionOf(head: Clause): MeasureQuestion | undefined {
    const { reader } = this;
    const interval = INTERVAL.get(head.word);
    if (interval) {
      const of = reader.expression(head);
      const [on, off] = [this.#number('on'), this.#number('off')];
      const isTime = /^m(ax|in)$/.test(interval) && /^\s*time\s*$/i.test(reader.find('output')?.text ?? '');
      const kind = isTime ? (`${interval}_at` as IntervalMeasure) : interval;
      return of && { kind, of, ...(on && { on }), ...(off && { off }) };
    }
    switch (head.word) {
      case 'find':
      case 'deriv':
      case 'derivative': {
        const of = reader.expression(head);
        const point = this.#point(1, reader.clauses.length);
        return of && point && { kind: head.word === 'find' ? 'find' : 'deriv', of, point };
      }
      case 'when': {
        const point = this.#point(0, reader.clauses.length);
        return point && { kind: 'find', point };
      }
      case 'trig': {
        const [trig, targ] = this.#events(0);
        return trig && targ && { kind: 'trig', trig, targ };
      }
      case 'error':
        return this.#errorOfFile(head);
      case 'param':
      case 'eqn': {
        const expression = reader.expression(head);
        return expression && { kind: 'param', expression };
      }
      default:
        return this.#relativeError(head);
    }
  }

  /** FROM and TO, or TRIG and TARG behind a measure of an interval; TD where it stands alone. */
  #interval(question: MeasureQuestion): Ends | undefined {
    const { reader, base, session } = this;
    const { kind } = question;
    const trig = kind === 'trig' ? -1 : reader.clauses.findIndex(({ word }) => word === 'trig');
    if (trig >= 0) {
      const ends = this.#events(trig);
      const [from, to] = ends.map((point, k) => {
        const name = `${base.name}#${k === 0 ? 'trig' : 'targ'}`;
        if (point) session.measures.push({ ...base, name, question: { kind: 'find', point } });
        return point && this.#result(name);
      });
      return from && to && { from, to };
    }
    const hasOwnDelay = kind === 'find' || kind === 'deriv' || kind === 'trig';
    const from = this.#number('from') ?? (hasOwnDelay ? undefined : this.#number('td'));
    const to = this.#number('to');
    const ends = { ...(from && { from }), ...(to && { to }) };
    if (isInterval(question)) return this.#window(question.of, ends);
    if (reader.find('rfc_level')) {
      const hint = 'state the level in when left=right';
      reader.report('rfc_level belongs to a measure of an interval', base.span, hint);
    }
    return ends;
  }

  /** Xyce's RISE=n RFC_LEVEL=level behind a measure of an interval: from that rise to the next one, or to the end. */
  #window(of: Expression, ends: Ends): Ends | undefined {
    const { reader, base, session } = this;
    const senseless = reader.clauses.find(({ word }) => NO_INTERVAL.has(word));
    if (senseless) {
      const hint = 'from=, to= and td= choose the interval';
      reader.report(`${senseless.word} says nothing to a measure of an interval`, base.span, hint);
    }
    const edge = reader.clauses.find(({ word }) => EDGES.has(word));
    if (!edge) return ends;
    const level = this.#number('rfc_level');
    if (!level)
      reader.report(
        `${edge.word} counts passages through a level`,
        base.span,
        'add rfc_level=0.5, the level',
      );
    const count = this.#count(edge);
    if (!level || count === undefined) return undefined;
    const which = edge.word as 'rise' | 'fall' | 'cross';
    const begin = (part: string, nth: number): Expression => {
      const name = `${base.name}#${part}`;
      const point = { kind: 'when', left: of, right: level, edge: which, count: nth } as const;
      session.measures.push({ ...base, ...ends, name, question: { kind: 'find', point } });
      return this.#result(name);
    };
    const from = begin('window', count);
    return { ...ends, from, ...(count !== -1 && { until: begin('next', count + 1) }) };
  }

  #number(word: string, clauses: readonly Clause[] = this.reader.clauses): Expression | undefined {
    const clause = clauses.find((each) => each.word === word);
    return clause && this.reader.expression(clause);
  }

  /** The result of another measure. */
  #result(name: string): Expression {
    return { kind: 'probe', quantity: MEASURE_PROBE, names: [name], span: this.base.span };
  }

  /** AT=place, or WHEN left=right with what follows it, among some clauses. */
  #point(from: number, to: number): MeasurePoint | undefined {
    const { reader } = this;
    const clauses = reader.clauses.slice(from, to);
    const at = this.#number('at', clauses);
    if (at) return { kind: 'at', at };
    const when = clauses.find(({ word }) => word === 'when');
    if (when) return this.#condition(when, clauses);
    reader.report(`${this.base.name} says neither at= nor when`, this.base.span, 'add at=1m or when v(a)=1');
    return undefined;
  }

  /** left=right, or left with VAL=right or FRAC_MAX=part. */
  #condition(clause: Clause, clauses: readonly Clause[]): MeasurePoint | undefined {
    const { reader, base, session } = this;
    const { text, at, word } = clause;
    const equals = /(?<![=<>!])=(?!=)/.exec(text)?.index ?? -1;
    const left = reader.expression(equals < 0 ? clause : { ...clause, text: text.slice(0, equals) });
    let right: Expression | undefined;
    const fraction = this.#number('frac_max', clauses);
    if (equals >= 0) right = reader.expression({ word, text: text.slice(equals + 1), at: at + equals + 1 });
    else if (fraction && left) {
      const name = `${base.name}#max${session.measures.length}`;
      session.measures.push({ ...base, name, question: { kind: 'max', of: left } });
      right = { kind: 'binary', operator: '*', left: fraction, right: this.#result(name), span: base.span };
    } else right = this.#number('val', clauses);
    if (!left) return undefined;
    if (!right) {
      reader.report(
        'a condition needs left=right, or val=',
        reader.spanOf(clause),
        'write when v(a)=1, or trig v(a) val=1',
      );
      return undefined;
    }
    const delay = this.#number('td', clauses);
    const edge = clauses.find(
      (each) => each.word === 'rise' || each.word === 'fall' || each.word === 'cross',
    );
    const count = edge ? this.#count(edge) : 1;
    if (count === undefined) return undefined;
    const which = (edge?.word ?? 'cross') as 'rise' | 'fall' | 'cross';
    return { kind: 'when', left, right, edge: which, count, ...(delay && { delay }) };
  }

  #count(clause: Clause): number | undefined {
    const { reader } = this;
    if (/^\s*last\s*$/i.test(clause.text)) return -1;
    const count = reader.expression(clause);
    if (!count) return undefined;
    if (count.kind === 'number' && Number.isInteger(count.value) && count.value !== 0) return count.value;
    reader.report(
      `${clause.word} counts 1, 2 ... or last`,
      reader.spanOf(clause),
      `write ${clause.word}=1 or ${clause.word}=last`,
    );
    return undefined;
  }

  /** TRIG and TARG with what follows each, from a clause on. */
  #events(from: number): readonly [MeasurePoint | undefined, MeasurePoint | undefined] {
    const { reader } = this;
    const targ = reader.clauses.findIndex(({ word }) => word === 'targ');
    if (targ < 0) {
      reader.report(`${this.base.name} has trig, but no targ`, this.base.span, 'add targ v(a) val=1 rise=1');
      return [undefined, undefined];
    }
    return [this.#event(from, targ), this.#event(targ, reader.clauses.length)];
  }

  #event(from: number, to: number): MeasurePoint | undefined {
    const [head, ...more] = this.reader.clauses.slice(from, to);
    if (!head) return undefined;
    if (head.text.trim() === '') return this.#point(from + 1, to);
    return this.#condition(head, more);
  }

  /** ERR1 and ERR2 of two waveforms: the rms and the mean of |(m - c)/m|. */
  #relativeError(head: Clause): MeasureQuestion | undefined {
    const { reader } = this;
    const { span } = this.base;
    const [one, other] = splitInTwo(head.text);
    const m = reader.expression({ ...head, text: one });
    const c =
      m && reader.expression({ ...head, text: other, at: head.at + head.text.indexOf(other, one.length) });
    const least = this.#number('minval') ?? numberAt(MINVAL, span);
    if (!m || !c) return undefined;
    const call = (name: string, ...args: Expression[]): Expression => ({ kind: 'call', name, args, span });
    const difference: Expression = { kind: 'binary', operator: '-', left: m, right: c, span };
    const size = call('max', call('abs', m), least);
    const of: Expression = { kind: 'binary', operator: '/', left: difference, right: size, span };
    return head.word === 'err2' ? { kind: 'avg', of: call('abs', of) } : { kind: 'rms', of };
  }

  #errorOfFile(head: Clause): MeasureQuestion | undefined {
    const { reader, session } = this;
    const of = reader.expression(head);
    const file = reader.find('file');
    const name = file?.text.trim().replace(/^["'](.*)["']$/, '$1') ?? '';
    if (name === '') {
      reader.report(
        'error needs file=',
        this.base.span,
        'write error v(a) file=points.prn indepvarcol=0 depvarcol=1',
      );
      return undefined;
    }
    const column = (word: string, otherwise: number): number => {
      const value = this.#number(word);
      if (!value) return otherwise;
      if (value.kind === 'number' && Number.isInteger(value.value) && value.value >= 0) return value.value;
      reader.report(`${word} is 0, 1, 2 ...`, reader.spanOf(reader.find(word)));
      return otherwise;
    };
    const [at, value] = [column('indepvarcol', 0), column('depvarcol', 1)];
    const written = (reader.find('comp_function')?.text ?? 'l2norm').trim().toLowerCase();
    const norm = NORMS.find((each) => each === written);
    if (!norm) {
      const span = reader.spanOf(reader.find('comp_function'));
      reader.report(`comp_function is l1norm, l2norm or infnorm, not ${written}`, span);
      return undefined;
    }
    const rows = readNumberRows(name, reader.spanOf(file), session);
    if (!rows || !of) return undefined;
    const points = rows
      .map((row) => [row[at] ?? NaN, row[value] ?? NaN] as const)
      .filter((point) => point.every(Number.isFinite))
      .toSorted((a, b) => a[0] - b[0]);
    if (points.length > 0) return { kind: 'error', of, points, norm };
    reader.report(`"${name}" has no numbers in columns ${at} and ${value}`, reader.spanOf(file));
    return undefined;
  }
}

/** Whether a question is one number of a waveform over an interval. */
function isInterval(question: MeasureQuestion): question is IntervalQuestion {
  return (INTERVAL_KINDS as ReadonlySet<string>).has(question.kind);
}
