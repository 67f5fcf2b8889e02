/**
 * `.meas [analysis] name question`: MAX MIN PP AVG RMS INTEG ..., FIND ... AT|WHEN, DERIV, WHEN, TRIG ... TARG ..., PARAM, ERR,
 * ERROR, FOUR, as ngspice, LTspice and Xyce write them. The head of the card is read by `measure-header.ts`, places and conditions
 * by `measure-points.ts`.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Span } from '../../base/span.js';
import type { Expression } from '../../expression/ast.js';
import { ExpressionBuilder } from '../../expression/build.js';
import { cardKey } from '../card-key.js';
import type { IntervalMeasure, MeasureCard, MeasureQuestion } from '../flat-cards.js';
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import type { DotCard } from './dot-card.js';
import { DEFAULT_HARMONICS } from './four.js';
import { type Clause, ClauseReader, QUESTION_WORDS } from './measure-clauses.js';
import { countedBetween, errorOfFile, relativeError } from './measure-errors.js';
import { announceMeasure, MEASURE_USAGE, measureHeader, reportHeader } from './measure-header.js';
import { isInterval, isOfPoint, isPlace, reportUnused } from './measure-leftovers.js';
import { type Ends, type MeasureBase, PointReader } from './measure-points.js';

export const MEASURE: DotCard<Session> = {
  name: '.meas',
  aliases: ['.measure'],
  usage: MEASURE_USAGE,
  doc: 'Measures a waveform.',
  phase: 'control',
  request: true,
  read: readMeasure,
  unread: leaveOut,
};

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
/** In which direction MINVAL moves OFF; it lowers ON. */
const SIGN_OF_MINVAL: ReadonlyMap<IntervalMeasure, 1 | -1> = new Map([
  ['duty', -1],
  ['freq', 1],
  ['period', 1],
  ['on_time', 1],
  ['off_time', 1],
] as const);
/** What OUTPUT=... of a maximum or minimum may say: its place, by the name of the scale, or its value. */
const OUTPUTS: ReadonlySet<string> = new Set(['time', 'freq', 'sv', 'value']);

function readMeasure(card: ParsedCard, session: Session): void {
  const header = measureHeader(card);
  const { word, name, clauses, isContinuous } = header;
  if (isContinuous) {
    const hint = { hint: 'ask for further ones by cross=2, cross=3 ...' };
    session.diagnostics.note(
      'first-of-many',
      `.meas ${word ?? ''} gives the first of its values`,
      card.span,
      hint,
    );
  }
  if (name === '') {
    session.diagnostics.error('measure-syntax', '.meas needs a name and a question', card.span, {
      hint: `write: ${MEASURE_USAGE}`,
    });
    leaveOut(card.span, session);
    return;
  }
  announceMeasure(card, session);
  const isOfNoise = word === undefined && measuresNoiseAlone(session);
  const analysis = isOfNoise ? 'noise' : (header.analysis ?? 'tran');
  const base = {
    ...{ name, analysis, span: card.span },
    ...(word === undefined && !isOfNoise && { assumed: true as const }),
    ...(isContinuous && { continuous: true as const }),
  };
  const text = new ClauseReader(
    card,
    clauses,
    session,
    analysis === 'noise',
    analysis === 'ac' ? 'yes' : word === undefined ? 'maybe' : 'no',
  );
  const reader = new MeasureReader(base, text, session);
  const question = reportHeader(card, header, session) ? undefined : reader.question();
  const earlier = session.measures.findIndex((other) => other.name === name && other.analysis === analysis);
  const known = session.measures[earlier];
  if (known) {
    const { span: first } = known;
    // A loop of a script comes to one card again and again, and scripts ask for the same behind each of their runs.
    const isSame = question !== undefined && cardKey(known) === cardKey({ ...base, ...question });
    if (!isSame && (first.source !== card.span.source || first.start !== card.span.start))
      session.diagnostics.warning(
        'repeated-measure',
        `.meas ${name} is written twice: the last one counts`,
        card.span,
        { related: [{ span: first, message: 'the first' }] },
      );
    session.measures.splice(earlier, 1);
  }
  session.measures.push({ ...base, ...(question ?? { question: { kind: 'left-out' } }) });
}

/** Whether nothing else is run that is measured: a card that names no analysis asks for quantities of that one. */
function measuresNoiseAlone({ content }: Session): boolean {
  const names = new Set(content.cards.map(({ reader }) => reader.name));
  return names.has('.noise') && !['.tran', '.ac', '.dc'].some((name) => names.has(name));
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

type Asked = Pick<MeasureCard, 'question'> & Ends;

class MeasureReader {
  readonly #points: PointReader;

  constructor(
    private readonly base: MeasureBase,
    private readonly reader: ClauseReader,
    private readonly session: Session,
  ) {
    this.#points = new PointReader(base, reader, session);
  }

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
    const { reader, base } = this;
    const { text } = reader.card;
    const name = text.toLowerCase().indexOf(base.name, text.indexOf(' '));
    const from = name + base.name.length;
    const word = /[^\s=]+/.exec(text.slice(from))?.[0];
    const nearest = word === undefined ? undefined : nearestName(word.toLowerCase(), QUESTION_WORDS);
    const hint = nearest === undefined ? `write: ${MEASURE_USAGE}` : `did you mean "${nearest}"?`;
    const { span } = base;
    const start = span.start + text.indexOf(word ?? '', from);
    reader.report(
      `${base.name} asks for ${word === undefined ? 'nothing' : `"${word}", which is no measure`}`,
      word === undefined ? span : { ...span, start, end: start + word.length },
      hint,
    );
  }

  #questionOf(head: Clause): MeasureQuestion | undefined {
    const { reader } = this;
    const interval = INTERVAL.get(head.word);
    if (interval) {
      const of = reader.expression(head);
      const { on, off } = this.#thresholds(interval);
      const where = interval === 'avg' ? this.#threshold(of) : undefined;
      const kind = this.#output(interval);
      return of && { kind, of, ...(on && { on }), ...(off && { off }), ...where };
    }
    switch (head.word) {
      case 'find':
      case 'deriv':
      case 'derivative': {
        const of = reader.expression(head);
        const point = this.#points.point(1, reader.clauses.length);
        return of && point && { kind: head.word === 'find' ? 'find' : 'deriv', of, point };
      }
      case 'when': {
        const point = this.#points.point(0, reader.clauses.length);
        return point && { kind: 'find', point };
      }
      case 'trig': {
        const [trig, targ] = this.#points.events(0);
        return trig && targ && { kind: 'trig', trig, targ };
      }
      case 'error':
        return errorOfFile(head, reader, this.session, this.base.analysis);
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

  /** ON and OFF, and Xyce's MINVAL by which they are less strict. */
  #thresholds(measure: IntervalMeasure): { readonly on?: Expression; readonly off?: Expression } {
    const { reader } = this;
    const [on, off] = [reader.number('on'), reader.number('off')];
    const sign = SIGN_OF_MINVAL.get(measure);
    const minval = sign === undefined ? undefined : reader.number('minval');
    if (!minval || sign === undefined) return { ...(on && { on }), ...(off && { off }) };
    const build = new ExpressionBuilder(this.base.span);
    const level = on ?? build.number(0);
    const less = build.scaled(minval, sign);
    return { on: build.subtract(level, minval), off: build.add(off ?? level, less) };
  }

  /** Xyce's OUTPUT=TIME, SV or FREQ of MAX and MIN: the place. */
  #output(measure: IntervalMeasure): IntervalMeasure {
    const { reader } = this;
    if (measure !== 'max' && measure !== 'min') return measure;
    const output = reader.find('output');
    const what = output?.text.trim().toLowerCase();
    if (what === undefined || what === 'value') return measure;
    if (!OUTPUTS.has(what)) reader.report('output is time, freq, sv or value', reader.spanOf(output));
    return `${measure}_at`;
  }

  /** Xyce's MIN_THRESH and MAX_THRESH of AVG: where the waveform is not between them nothing counts. */
  #threshold(of: Expression | undefined): { of: Expression; where: Expression } | undefined {
    const [least, most] = ['min_thresh', 'max_thresh'].map((word) => this.reader.number(word));
    return of && (least ?? most) && countedBetween(of, of, { least, most });
  }

  /** FROM and TO, or TRIG and TARG behind a measure of an interval; TD where it stands alone. */
  #interval(question: MeasureQuestion): Ends | undefined {
    const { reader, base } = this;
    const { kind } = question;
    const trig = kind === 'trig' ? -1 : reader.clauses.findIndex(({ word }) => word === 'trig');
    if (trig >= 0) return this.#points.between(trig);
    const before = reader.number('default_val');
    const value = before && { before };
    if (isPlace(question)) return { ...value };
    const hasOwnDelay = kind === 'find' || kind === 'deriv' || kind === 'trig';
    const [begin, delay] = [reader.number('from'), hasOwnDelay ? undefined : reader.number('td')];
    const from =
      begin && delay ? new ExpressionBuilder(base.span).call('max', begin, delay) : (begin ?? delay);
    const to = reader.number('to');
    const ends = { ...value, ...(from && { from }), ...(to && { to }) };
    if (isInterval(question)) return this.#points.window(question.of, ends);
    if (reader.find('rfc_level')) {
      const hint = 'state the level in when left=right';
      reader.report('rfc_level belongs to a measure of an interval', base.span, hint);
    }
    return ends;
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
}
