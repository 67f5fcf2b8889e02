/**
 * `.meas [analysis] name question`: MAX MIN PP AVG RMS INTEG ..., FIND ... AT|WHEN, DERIV, WHEN, TRIG ... TARG ..., PARAM, ERR,
 * ERROR, FOUR, as ngspice, LTspice and Xyce write them. What one question needs of another becomes a measure of its own whose name
 * has "#": the ends of an interval between TRIG and TARG, the maximum of which FRAC_MAX is a part.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Span } from '../../base/span.js';
import type { Expression } from '../../expression/ast.js';
import { numberAt } from '../../expression/simplify.js';
import {
  MEASURE_PROBE,
  type IntervalMeasure,
  type MeasureCard,
  type MeasurePoint,
  type MeasureQuestion,
} from '../flat-cards.js';
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import type { DotCard } from './dot-card.js';
import { DEFAULT_HARMONICS } from './four.js';
import { type Clause, ClauseReader, clausesOf, QUESTION_WORDS } from './measure-clauses.js';
import { EDGES, isInterval, isOfPoint, isPlace, reportUnused } from './measure-leftovers.js';
import { countedBetween, errorOfFile, relativeError } from './measure-errors.js';

export const MEASURE: DotCard<Session> = {
  name: '.meas',
  aliases: ['.measure'],
  usage:
    '.meas [tran|dc|ac|noise|op] name max|min|pp|avg|rms|integ|find|deriv|when|trig|duty|freq|period|param|err|error|four ...',
  doc: 'Measures a waveform.',
  phase: 'control',
  request: true,
  read: readMeasure,
  unread: leaveOut,
};

const ANALYSES: ReadonlySet<string> = new Set(['tran', 'dc', 'ac', 'noise', 'op']);
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
  const isContinuous = hasAnalysis && /_cont\s*$/i.test(first);
  if (isContinuous)
    session.diagnostics.note(
      'first-of-many',
      `.meas ${first.trim()} gives the first of its values`,
      card.span,
      {
        hint: 'ask for further ones by cross=2, cross=3 ...',
      },
    );
  // Without an analysis, the first word is the name.
  const name = (hasAnalysis ? second : first).trim().toLowerCase();
  if (name === '') {
    session.diagnostics.error('measure-syntax', '.meas needs a name and a question', card.span, {
      hint: `write: ${MEASURE.usage}`,
    });
    leaveOut(card.span, session);
    return;
  }
  const from = card0.length + first.length + (hasAnalysis ? second.length : 0);
  const clauses = clausesOf(card.text, from);
  const known = (hasAnalysis ? analysis : 'tran') as MeasureCard['analysis'];
  const base = {
    ...{ name, analysis: known, span: card.span },
    ...(!hasAnalysis && { assumed: true as const }),
    ...(isContinuous && { continuous: true as const }),
  };
  const between = clauses[0] && card.text.slice(from, clauses[0].start).replace(/=/, ' ').trim();
  const text = new ClauseReader(card, clauses, session, known === 'noise', known === 'ac' || !hasAnalysis);
  const reader = new MeasureReader(base, text, session);
  let question: Asked | undefined;
  if (between === undefined || between === '') question = reader.question();
  else reportBetween(card, between, hasAnalysis, session);
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

/** A card that cannot be read, or has no name, is a measure that fails. */
function leaveOut(span: Span, session: Session): void {
  session.measures.push({
    name: '.meas',
    analysis: 'tran',
    assumed: true,
    question: { kind: 'left-out' },
    span,
  });
}

/** Words between the name and the question: the first one was no analysis, or another one is too many. */
function reportBetween(
  { text, span }: ParsedCard,
  between: string,
  hasAnalysis: boolean,
  session: Session,
): void {
  const words = text.split(/\s+/);
  const word = hasAnalysis || /\s/.test(between) ? between : (words[1] ?? between);
  const start = span.start + text.indexOf(word, words[0]?.length);
  const isAnalysis = word === words[1];
  const message = isAnalysis ? `"${word}" is no analysis that is measured` : `"${word}" says nothing here`;
  const hint = isAnalysis ? 'measured are tran, dc, ac, noise and op' : `write: ${MEASURE.usage}`;
  session.diagnostics.error(
    'measure-syntax',
    `.meas: ${message}`,
    { ...span, start, end: start + word.length },
    { hint },
  );
}

type Ends = Pick<MeasureCard, 'from' | 'to' | 'until' | 'before'>;
type Asked = Pick<MeasureCard, 'question'> & Ends;

class MeasureReader {
  constructor(
    private readonly base: Pick<MeasureCard, 'name' | 'analysis' | 'assumed' | 'span'>,
    private readonly reader: ClauseReader,
    private readonly session: Session,
  ) {}

  /** What is asked for; undefined after reporting what is wrong. */
  question(): Asked | undefined {
    const { reader } = this;
    const before = this.session.diagnostics.problemCount;
    const [head] = reader.clauses;
    const isKnown = head !== undefined && QUESTION_WORDS.includes(head.word);
    if (!isKnown) this.#reportUnknown();
    const question = isKnown ? this.#questionOf(head) : undefined;
    if (question && this.base.analysis === 'op' && !isOfPoint(question))
      reader.report(
        `${head?.word ?? ''} needs a scale, and .op has none`,
        this.base.span,
        'write find, param, max, min, avg or rms',
      );
    const interval = question && this.#interval(question);
    if (question && interval) reportUnused(question, reader, this.session);
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
      const [on, off] = [reader.number('on'), reader.number('off')];
      const where = interval === 'avg' ? this.#threshold(of) : undefined;
      const isTime = /^m(ax|in)$/.test(interval) && /^\s*time\s*$/i.test(reader.find('output')?.text ?? '');
      const kind = isTime ? (`${interval}_at` as IntervalMeasure) : interval;
      return of && { kind, of, ...(on && { on }), ...(off && { off }), ...where };
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
        return errorOfFile(head, reader, this.session);
      case 'four':
        return this.#spectrum(head);
      case 'param':
      case 'eqn':
      case 'equation': {
        const expression = reader.expression(head);
        return expression && { kind: 'param', expression };
      }
      default:
        return relativeError(head, reader);
    }
  }

  /** Xyce's MIN_THRESH and MAX_THRESH of AVG: where the waveform is not between them nothing counts. */
  #threshold(of: Expression | undefined): { of: Expression; where: Expression } | undefined {
    const [least, most] = ['min_thresh', 'max_thresh'].map((word) => this.reader.number(word));
    return of && (least ?? most) && countedBetween(of, of, { least, most });
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
    const before = reader.number('default_val');
    const value = before && { before };
    if (isPlace(question)) return { ...value };
    const hasOwnDelay = kind === 'find' || kind === 'deriv' || kind === 'trig';
    const from = reader.number('from') ?? (hasOwnDelay ? undefined : reader.number('td'));
    const to = reader.number('to');
    const ends = { ...value, ...(from && { from }), ...(to && { to }) };
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
    const edge = reader.clauses.find(({ word }) => EDGES.has(word));
    if (!edge) return ends;
    const level = reader.number('rfc_level');
    if (!level) {
      const hint = 'add rfc_level=0.5, the level';
      reader.report(`${edge.word} counts passages through a level`, reader.wordSpan(edge), hint);
      return undefined;
    }
    const count = this.#count(edge);
    if (count === undefined) return undefined;
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

  /** The result of another measure. */
  #result(name: string): Expression {
    return { kind: 'probe', quantity: MEASURE_PROBE, names: [name], span: this.base.span };
  }

  /** AT=place, or WHEN left=right with what follows it, among some clauses. */
  #point(from: number, to: number): MeasurePoint | undefined {
    const { reader } = this;
    const clauses = reader.clauses.slice(from, to);
    const at = reader.number('at', clauses);
    if (at) return { kind: 'at', at };
    const when = reader.find('when', clauses);
    if (when) return this.#condition(when, clauses);
    if (this.base.analysis === 'op') return { kind: 'at', at: numberAt(0, this.base.span) };
    reader.report(`${this.base.name} says neither at= nor when`, this.base.span, 'add at=1m or when v(a)=1');
    return undefined;
  }

  /** left=right, or left with VAL=right or FRAC_MAX=part. */
  #condition(clause: Clause, clauses: readonly Clause[]): MeasurePoint | undefined {
    const { reader, base, session } = this;
    const { text, at } = clause;
    const equals = /(?<![=<>!])=(?!=)/.exec(text)?.index ?? -1;
    const left = reader.expression(equals < 0 ? clause : { ...clause, text: text.slice(0, equals) });
    let right: Expression | undefined;
    const fraction = reader.number('frac_max', clauses);
    if (equals >= 0)
      right = reader.expression({ ...clause, text: text.slice(equals + 1), at: at + equals + 1 });
    else if (fraction && left) {
      const name = `${base.name}#max${session.measures.length}`;
      session.measures.push({ ...base, name, question: { kind: 'max', of: left } });
      right = { kind: 'binary', operator: '*', left: fraction, right: this.#result(name), span: base.span };
    } else right = reader.number('val', clauses);
    if (!left) return undefined;
    if (!right) {
      reader.report(
        'a condition needs left=right, or val=',
        reader.spanOf(clause),
        'write when v(a)=1, or trig v(a) val=1',
      );
      return undefined;
    }
    const delay = reader.number('td', clauses);
    const edge = clauses.find(
      (each) => each.word === 'rise' || each.word === 'fall' || each.word === 'cross',
    );
    const count = edge ? this.#count(edge) : 1;
    if (count === undefined) return undefined;
    const which = (edge?.word ?? 'cross') as 'rise' | 'fall' | 'cross';
    return { kind: 'when', left, right, edge: which, count, ...(delay && { delay }) };
  }

  /** Xyce's FOUR ... AT=frequency NUMFREQ=n: the mean and n - 1 harmonics. */
  #spectrum(head: Clause): MeasureQuestion | undefined {
    const { reader } = this;
    const of = reader.expression(head);
    const frequency = reader.number('at');
    const count = reader.number('numfreq');
    if (this.base.analysis !== 'tran') reader.report('four looks at transients only', reader.wordSpan(head));
    if (!frequency) reader.report('four needs a frequency', reader.wordSpan(head), 'add at=1k');
    const harmonics = count?.kind === 'number' ? count.value - 1 : DEFAULT_HARMONICS;
    const isCount =
      count === undefined || (count.kind === 'number' && harmonics >= 1 && Number.isInteger(harmonics));
    if (!isCount) reader.report('numfreq is 2, 3 ...', reader.spanOf(reader.find('numfreq')));
    return of && frequency && isCount ? { kind: 'four', of, frequency, harmonics } : undefined;
  }

  #count(clause: Clause): number | undefined {
    const { reader } = this;
    reader.use(clause);
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
    this.reader.use(head);
    if (head.text.trim() === '') return this.#point(from + 1, to);
    return this.#condition(head, more);
  }
}
