/** What of a `.meas` card no one has obeyed: nothing is read and forgotten. */
import type { IntervalMeasure, MeasureQuestion } from '../flat-cards.js';
import type { Session } from '../session.js';
import { type Clause, type ClauseReader, QUESTION_WORDS } from './measure-clauses.js';

export const EDGES: ReadonlySet<string> = new Set(['rise', 'fall', 'cross']);
const NO_INTERVAL: ReadonlySet<MeasureQuestion['kind']> = new Set([
  ...(['find', 'deriv', 'trig', 'param', 'error', 'four', 'left-out'] as const),
]);
type IntervalQuestion = Extract<MeasureQuestion, { kind: IntervalMeasure }>;

/** Whether a question is one number of a waveform over an interval. */
export function isInterval(question: MeasureQuestion): question is IntervalQuestion {
  return !NO_INTERVAL.has(question.kind);
}

const OF_POINT: ReadonlySet<MeasureQuestion['kind']> = new Set([
  'param',
  'max',
  'min',
  'avg',
  'rms',
  'pp',
] as const);

/** Whether a question can be asked of a single point. */
export function isOfPoint(question: MeasureQuestion): boolean {
  return (
    OF_POINT.has(question.kind) ||
    (question.kind === 'find' && question.point.kind === 'at' && question.of !== undefined)
  );
}

/** Whether a question looks at a place, without a condition. */
export function isPlace(question: MeasureQuestion): boolean {
  return (question.kind === 'find' || question.kind === 'deriv') && question.point.kind === 'at';
}

/** Ambiguous clauses are errors, and what an interval would forget; what says nothing to a point is left out with a warning. */
export function reportUnused(question: MeasureQuestion, reader: ClauseReader, session: Session): void {
  for (const clause of reader.silent)
    session.ignore('measure settings', clause.word, reader.wordSpan(clause));
  for (const clause of reader.unused) {
    const span = reader.wordSpan(clause);
    const fault = faultOf(clause, question, reader);
    if (fault) {
      reader.report(fault.problem, span, fault.hint);
      continue;
    }
    const what = isPlace(question) ? 'beside at=' : `to ${reader.clauses[0]?.word ?? 'this'}`;
    const hint = isPlace(question) ? { hint: 'write when left=right for a passage that is counted' } : {};
    session.diagnostics.warning(
      'measure-syntax',
      `.meas: ${clause.word} says nothing ${what}: left out`,
      span,
      hint,
    );
  }
}

/** Why a clause that is left makes a card unreadable; undefined where it does not. */
function faultOf(
  clause: Clause,
  question: MeasureQuestion,
  { clauses }: ClauseReader,
): { readonly problem: string; readonly hint?: string } | undefined {
  const { word } = clause;
  const others = clauses.filter((other) => other !== clause);
  if (QUESTION_WORDS.includes(word))
    return { problem: `${word} is a second question`, hint: 'ask one question a card' };
  // TRIG and TARG have a delay each.
  const isDelay = word === 'td' && question.kind === 'trig';
  if (!isDelay && others.some((other) => other.word === word))
    return { problem: `${word} stands there twice` };
  const edge = EDGES.has(word) && others.find((other) => EDGES.has(other.word));
  if (edge && !isPlace(question))
    return { problem: `${edge.word} and ${word} are there both`, hint: 'leave the one that counts' };
  if (!isInterval(question)) return undefined;
  const hint = 'from=, to= and td= choose the interval';
  return { problem: `${word} says nothing to a measure of an interval`, hint };
}
