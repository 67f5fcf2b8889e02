/**
 * ERR, ERR1, ERR2 and ERROR of `.meas`: how far a waveform m is from another one, c, or from the points of a file.
 *
 *     ERR = ERR1   rms of (m - c) / max(minval, |m|)
 *     ERR2         mean of |m - c| / max(minval, |m|)
 *     ERROR        norm 1, 2 or infinity of m - c over the points of the file; of .dc its rows are the points of the sweep
 *
 * ERR over what of the interval has ymin <= |m| <= ymax, 1e-15 unless said (IGNORE is another word for YMIN). Means are taken over
 * the scale; the guide takes them over its points. Source: [Xyce Reference Guide, .MEASURE, Error Functions].
 */
import type { Expression } from '../../expression/ast.js';
import { ExpressionBuilder } from '../../expression/build.js';
import { numberAt } from '../../expression/simplify.js';
import { readNumberRows } from '../data-file.js';
import type { MeasureCard, MeasureNorm, MeasureQuestion } from '../flat-cards.js';
import type { Session } from '../session.js';
import { type Clause, type ClauseReader, splitInTwo } from './measure-clauses.js';

const NORMS: readonly MeasureNorm[] = ['l1norm', 'l2norm', 'infnorm'];
/** The smallest denominator of a relative error, as in Xyce. */
const MINVAL = 1e-12;
/** Smaller values of the first waveform do not count, as in Xyce. */
const YMIN = 1e-15;

/** ERR1 or ERR2 of two waveforms; undefined after reporting. */
export function relativeError(head: Clause, reader: ClauseReader): MeasureQuestion | undefined {
  const { span } = reader.card;
  if (head.word === 'err3') {
    const hint = 'use err1 or err2, or say what is meant: avg {abs(ln(v(a)/v(b)))}';
    reader.report("err3 is HSPICE's alone, and not supported", reader.wordSpan(head), hint);
    return undefined;
  }
  const [one, other] = splitInTwo(head.text);
  const m = reader.expression({ ...head, text: one });
  const at = head.at + head.text.indexOf(other, one.length);
  if (m && other === '') {
    reader.report(`${head.word} compares two waveforms`, reader.spanOf(head), 'write err v(a) v(b)');
    return undefined;
  }
  const c = m && reader.expression({ ...head, text: other, at });
  const least = reader.number('minval') ?? numberAt(MINVAL, span);
  const [ymin, ignore, ignor, ymax] = ['ymin', 'ignore', 'ignor', 'ymax'].map((word) => reader.number(word));
  if (!m || !c) return undefined;
  const build = new ExpressionBuilder(span);
  const size = build.call('abs', m);
  const relative = build.divide(build.subtract(m, c), build.call('max', size, least));
  const isMean = head.word === 'err2';
  const bounds = { least: ymin ?? ignore ?? ignor ?? numberAt(YMIN, span), most: ymax };
  return {
    kind: isMean ? 'avg' : 'rms',
    ...countedBetween(isMean ? build.call('abs', relative) : relative, size, bounds),
  };
}

/** A waveform, 0 where a size is not within its bounds, and beside it 1 where it is and 0 elsewhere. */
export function countedBetween(
  of: Expression,
  size: Expression,
  { least, most }: { readonly least: Expression | undefined; readonly most: Expression | undefined },
): { readonly of: Expression; readonly where: Expression } {
  const build = new ExpressionBuilder(of.span);
  const zero = build.number(0);
  const counted = (then: Expression): Expression => {
    const upper = most ? build.choose(build.compare('>', size, most), zero, then) : then;
    return least ? build.choose(build.compare('<', size, least), zero, upper) : upper;
  };
  return { of: counted(of), where: counted(build.number(1)) };
}

/** ERROR against the points of a file; undefined after reporting. */
export function errorOfFile(
  head: Clause,
  reader: ClauseReader,
  session: Session,
  analysis: MeasureCard['analysis'],
): MeasureQuestion | undefined {
  const of = reader.expression(head);
  const file = reader.find('file');
  const name = file?.text.trim().replace(/^["'](.*)["']$/, '$1') ?? '';
  if (name === '') {
    const hint = 'write error v(a) file=points.prn indepvarcol=0 depvarcol=1';
    reader.report('error needs file=', reader.card.span, hint);
    return undefined;
  }
  const column = (word: string, otherwise: number): number => {
    const value = reader.number(word);
    if (!value) return otherwise;
    if (value.kind === 'number' && Number.isInteger(value.value) && value.value >= 0) return value.value;
    reader.report(`${word} is 0, 1, 2 ...`, reader.spanOf(reader.find(word)));
    return otherwise;
  };
  const [at, value] = [column('indepvarcol', 0), column('depvarcol', 1)];
  const inOrder = analysis === 'dc';
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
    .map((row, k) => [inOrder ? k : (row[at] ?? NaN), row[value] ?? NaN] as const)
    .filter((point) => point.every(Number.isFinite))
    .toSorted((a, b) => a[0] - b[0]);
  if (points.length > 0) return { kind: 'error', of, points, norm, ...(inOrder && { inOrder }) };
  const columns = inOrder ? `column ${value}` : `columns ${at} and ${value}`;
  reader.report(`"${name}" has no numbers in ${columns}`, reader.spanOf(file));
  return undefined;
}
