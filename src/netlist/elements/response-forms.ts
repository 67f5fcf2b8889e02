/**
 * Responses of controlled sources by frequency, as PSpice writes them:
 *
 *     FREQ {input} = [DB | MAG] [DEG | RAD] [R_I] (frequency, magnitude, phase) ... [DELAY=seconds]
 *     CHEBYSHEV {input} = LP | HP | BP | BR  frequencies  ripple  attenuation
 */
import type { Expression } from '../../expression/ast.js';
import type { Span } from '../../base/span.js';
import type { FlatLaw } from '../flat-circuit.js';
import type { Session } from '../session.js';
import type { Item } from '../syntax.js';
import { readValue } from '../values.js';
import { chebyshevFilter, cutoffCounts, type FilterKind } from './chebyshev.js';
import { takeAssignment, type ElementDraft } from './element-draft.js';
import { leavesOf } from './law-forms.js';

type Output = 'v' | 'i';

/** Words of FREQ, each with what it changes. */
const words = ['db', 'mag', 'deg', 'rad', 'r_i'] as const;

interface Point {
  readonly frequency: number;
  readonly magnitude: number;
  readonly phase: number;
}

export function readFrequencies(
  input: Expression,
  items: readonly Item[],
  output: Output,
  draft: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const { element, nameSpan } = draft;
  const said = new Set<string>();
  const numbers: Item[] = [];
  for (const item of items.flatMap(wordsAndNumbers)) {
    const word = item.kind === 'word' ? words.find((one) => one === item.text.toLowerCase()) : undefined;
    if (word) said.add(word);
    else numbers.push(item);
  }
  const delayItem = takeAssignment(draft, ['delay']);
  const delay =
    delayItem === undefined
      ? 0
      : readValue(delayItem.value, { name: 'delay', unit: 's', range: 'finite' }, element.name, session);
  const read = numbers.map((item) =>
    readValue(item, { name: 'point of FREQ', range: 'finite' }, element.name, session),
  );
  const values = read.filter((value) => value !== undefined);
  if (values.length < read.length || delay === undefined) return undefined;
  const points = pointsOf(values, said);
  const back = points.findIndex(({ frequency }, k) => k > 0 && frequency <= (points[k - 1]?.frequency ?? -1));
  const span = numbers[3 * Math.max(back, 0)]?.span ?? nameSpan;
  if (values.length === 0 || values.length % 3 !== 0 || back > 0) {
    const message =
      back > 0
        ? `${element.name}: FREQ does not rise at ${points[back]?.frequency ?? 0} Hz`
        : `${element.name}: FREQ needs points (frequency, magnitude, phase)`;
    session.diagnostics.error('frequency-points', message, span, {
      hint: 'write FREQ {expression} = (f1,dB1,degrees1) (f2,dB2,degrees2) ... with ascending frequencies',
    });
    return undefined;
  }
  if ((points[0]?.frequency ?? 0) > 0)
    session.diagnostics.warning(
      'frequencies-begin',
      `${element.name}: FREQ begins at ${points[0]?.frequency ?? 0} Hz: nothing passes below it, nor at rest`,
      span,
      { hint: 'begin the table at 0 Hz' },
    );
  return { kind: 'response', output, input, form: 'FREQ', span, response: { kind: 'table', points, delay } };
}

/** `RAD (0,1,0)` is a word and a point, not a call. */
function wordsAndNumbers(item: Item): readonly Item[] {
  if (item.kind !== 'group' || item.name === '') return leavesOf(item);
  return [{ kind: 'word', text: item.name, span: item.nameSpan }, ...leavesOf(item)];
}

function pointsOf(values: readonly number[], said: ReadonlySet<string>): readonly Point[] {
  const points: Point[] = [];
  for (let k = 0; k + 2 < values.length; k += 3) {
    const [frequency = 0, first = 0, second = 0] = values.slice(k, k + 3);
    if (said.has('r_i')) {
      // The turn that is nearest to that of the point before.
      const phase = Math.atan2(second, first);
      const before = points.at(-1)?.phase ?? phase;
      const turns = Math.round((before - phase) / (2 * Math.PI));
      points.push({ frequency, magnitude: Math.hypot(first, second), phase: phase + 2 * Math.PI * turns });
      continue;
    }
    const magnitude = said.has('mag') ? first : 10 ** (first / 20);
    points.push({ frequency, magnitude, phase: said.has('rad') ? second : (second * Math.PI) / 180 });
  }
  return points;
}

export function readChebyshev(
  input: Expression,
  items: readonly Item[],
  output: Output,
  { element, nameSpan }: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const leaves = items.flatMap(leavesOf);
  const [first, ...rest] = leaves;
  const word = first?.kind === 'word' ? first.text.toLowerCase() : '';
  const kind = (['lp', 'hp', 'bp', 'br'] as const).find((one): one is FilterKind => one === word);
  const fail = (message: string, span: Span): undefined => {
    session.diagnostics.error('chebyshev', `${element.name}: ${message}`, span, {
      hint: 'write CHEBYSHEV {expression} = LP 800 1.2k .1 50: LP or HP and 2 frequencies, BP or BR and 4, ripple and attenuation in dB',
    });
  };
  if (!kind) return void fail('CHEBYSHEV says no kind of filter', first?.span ?? nameSpan);
  const count = cutoffCounts[kind];
  if (rest.length !== count + 2)
    return void fail(`CHEBYSHEV needs ${count} frequencies and 2 attenuations`, first?.span ?? nameSpan);
  const read = rest.map((item, k) =>
    readValue(
      item,
      k < count
        ? { name: 'frequency', unit: 'Hz', range: 'positive' }
        : { name: 'attenuation', unit: 'dB', range: 'positive' },
      element.name,
      session,
    ),
  );
  const values = read.filter((value) => value !== undefined);
  if (values.length < read.length) return undefined;
  const [ripple = 0, stop = 0] = values.slice(count);
  const filter = chebyshevFilter(kind, values.slice(0, count), [ripple, stop]);
  if (filter) return { kind: 'laplace', output, input, ...filter };
  return void fail('no CHEBYSHEV filter up to order 20 has these bands', first?.span ?? nameSpan);
}
