/**
 * ERR, ERR1, ERR2, ERR3 and ERROR of `.meas`: how far a waveform m is from another one, c, or from the points of a file.
 *
 *     ERR = ERR1   rms of (m - c) / max(minval, |m|)
 *     ERR2         mean of |m - c| / max(minval, |m|)
 *     ERR3         mean of ln(max(minval, |m|) / max(minval, |c|)), negative where m and c differ in sign
 *
 * over what of the interval has ymin <= |m| <= ymax (IGNORE is another word for YMIN), as in HSPICE; there means are taken over
 * points, here over the scale.
 */
import type { Expression } from '../../expression/ast.js';
import { ExpressionBuilder } from '../../expression/build.js';
import { numberAt } from '../../expression/simplify.js';
import { readNumberRows } from '../data-file.js';
import type { MeasureNorm, MeasureQuestion } from '../flat-cards.js';
import type { Session } from '../session.js';
import { type Clause, type ClauseReader, splitInTwo } from './measure-clauses.js';

const NORMS: readonly MeasureNorm[] = ['l1norm', 'l2norm', 'infnorm'];
/** The smallest denominator of a relative error, as in Xyce. */
const MINVAL = 1e-12;

/** ERR1, ERR2 or ERR3 of two waveforms; undefined after reporting. */
export function relativeError(head: Clause, reader: ClauseReader): MeasureQuestion | undefined {
  const { span } = reader.card;
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
  const [zero, unit] = [build.number(0), build.number(1)];
  const size = (x: Expression): Expression => build.call('max', build.call('abs', x), least);
  const relative = build.divide(build.subtract(m, c), size(m));
  const ratio = build.call('ln', build.divide(size(m), size(c)));
  const signed = build.choose(
    build.compare('<', build.multiply(m, c), zero),
    build.subtract(zero, ratio),
    ratio,
  );
  const of = { err2: build.call('abs', relative), err3: signed }[head.word] ?? relative;
  const kind = head.word === 'err2' || head.word === 'err3' ? 'avg' : 'rms';
  const floor = ymin ?? ignore ?? ignor;
  if (!floor && !ymax) return { kind, of };
  const isBelow = floor && build.compare('<', build.call('abs', m), floor);
  const isAbove = ymax && build.compare('>', build.call('abs', m), ymax);
  const counted = (then: Expression): Expression => {
    const upper = isAbove ? build.choose(isAbove, zero, then) : then;
    return isBelow ? build.choose(isBelow, zero, upper) : upper;
  };
  return { kind, of: counted(of), where: counted(unit) };
}

/** ERROR against the points of a file; undefined after reporting. */
export function errorOfFile(
  head: Clause,
  reader: ClauseReader,
  session: Session,
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
