/** How a `.meas` card begins: the analysis that it measures, its name, and where its question stands. */
import type { MeasureCard } from '../flat-cards.js';
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import { type Clause, clausesOf } from './measure-clauses.js';

export const MEASURE_USAGE =
  '.meas [tran|dc|ac|noise|op] name max|min|pp|avg|rms|integ|find|deriv|when|trig|duty|freq|period|param|err|error|four ...';

const ANALYSES: ReadonlySet<string> = new Set(['tran', 'dc', 'ac', 'noise', 'op']);
/** Analyses of other simulators, and what to write here. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  ['fft', 'sp', 'hb'].map((name) => [name, 'harmonics and distortion: tran name four v(a) at=1k, or .four']),
);
/** Card, analysis and name with the blanks behind them. */
const HEADER = /^(\S+\s+)(\S+\s*)(\S+\s*)?/;

export interface MeasureHeader {
  /** As written, lower case; undefined where the card names none. */
  readonly word: string | undefined;
  /** What is measured as long as the card does not say otherwise is a transient; undefined: nothing that is measured. */
  readonly analysis: MeasureCard['analysis'] | undefined;
  /** Xyce's TRAN_CONT and the like. */
  readonly isContinuous: boolean;
  /** Lower case; '' where there is none. */
  readonly name: string;
  readonly clauses: readonly Clause[];
  /** What stands between the name and the question. */
  readonly between: string;
}

export function measureHeader({ text }: ParsedCard): MeasureHeader {
  const [, card = '', first = '', second = ''] = HEADER.exec(text) ?? [];
  const word = first.trim().toLowerCase();
  const analysis = word.replace(/_cont$/, '').replace(/^tr$/, 'tran');
  const question = (start: number): Pick<MeasureHeader, 'clauses' | 'between'> => {
    const clauses = clausesOf(text, start);
    return {
      clauses,
      between: text
        .slice(start, clauses[0]?.start ?? start)
        .replace(/=/, ' ')
        .trim(),
    };
  };
  const behindFirst = card.length + first.length;
  const behindSecond = question(behindFirst + second.length);
  const name = second.trim().toLowerCase();
  if (ANALYSES.has(analysis)) {
    const known = analysis as MeasureCard['analysis'];
    return { word, analysis: known, isContinuous: word.endsWith('_cont'), name, ...behindSecond };
  }
  // The first word is the name, unless another one stands before the question.
  const own = question(behindFirst);
  const isElsewhere = ELSEWHERE.has(word) && own.clauses.length === 0;
  return own.between === '' && !isElsewhere
    ? { word: undefined, analysis: 'tran', isContinuous: false, name: word, ...own }
    : { word, analysis: undefined, isContinuous: false, name, ...behindSecond };
}

/** Notes the names of a card and of all others, before any is read: a measure may name one that stands below it. */
export function announceMeasure(card: ParsedCard, session: Session): void {
  const { name } = measureHeader(card);
  if (name !== '') session.measureNames.add(name);
}

/** Tells what stands before the question and is neither an analysis that is measured nor a name; whether there is anything. */
export function reportHeader(card: ParsedCard, header: MeasureHeader, session: Session): boolean {
  const { word = '', analysis, between } = header;
  if (analysis === undefined) {
    const hint = ELSEWHERE.get(word) ?? 'measured are tran, dc, ac, noise and op';
    report(card, word, `"${word}" is no analysis that is measured`, hint, session);
  } else if (between !== '')
    report(card, between, `"${between}" says nothing here`, `write: ${MEASURE_USAGE}`, session);
  return analysis === undefined || between !== '';
}

function report(
  { text, span }: ParsedCard,
  what: string,
  problem: string,
  hint: string,
  session: Session,
): void {
  const start = span.start + text.toLowerCase().indexOf(what.toLowerCase(), text.indexOf(' '));
  const place = { ...span, start, end: start + what.length };
  session.diagnostics.error('measure-syntax', `.meas: ${problem}`, place, { hint });
}
