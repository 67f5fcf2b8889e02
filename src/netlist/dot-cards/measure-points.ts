/**
 * Where a measure looks: AT=place, or a condition - left=right, left VAL=right, FRAC_MAX of the maximum - with RISE FALL CROSS and
 * TD, alone or twice, behind TRIG and TARG; and windows from one passage to the next. What this needs of another measure becomes
 * a measure of its own whose name has "#".
 */
import type { Expression } from '../../expression/ast.js';
import { ExpressionBuilder } from '../../expression/build.js';
import { numberAt } from '../../expression/simplify.js';
import { MEASURE_PROBE, type MeasureCard, type MeasureCondition, type MeasurePoint } from '../flat-cards.js';
import type { Session } from '../session.js';
import { type Clause, type ClauseReader, splitInTwo } from './measure-clauses.js';
import { EDGES } from './measure-leftovers.js';

/** What is the same in a measure and in those that it needs. */
export type MeasureBase = Pick<MeasureCard, 'name' | 'analysis' | 'assumed' | 'continuous' | 'span'>;
export type Ends = Pick<MeasureCard, 'from' | 'to' | 'until' | 'before'>;

/** A waveform begins to rise or to fall where it then goes on by more than this part of its range. */
const LEAST_TURN = 1e-9;

/** Where a condition has its "=", or the blank before a number that stands for it; -1 where it has neither. */
function equalsIn(text: string, clauses: readonly Clause[]): number {
  const equals = /(?<![=<>!])=(?!=)/.exec(text)?.index ?? -1;
  if (equals >= 0 || clauses.some(({ word }) => word === 'val' || word === 'frac_max')) return equals;
  const [left, level] = splitInTwo(text);
  return /^(?:[-+]?\.?\d|[{'])/.test(level) ? left.length : -1;
}

export class PointReader {
  constructor(
    private readonly base: MeasureBase,
    private readonly reader: ClauseReader,
    private readonly session: Session,
  ) {}

  /** AT=place, or WHEN left=right with what follows it, among some clauses. */
  point(from: number, to: number): MeasurePoint | undefined {
    const { reader } = this;
    const clauses = reader.clauses.slice(from, to);
    const at = reader.number('at', clauses);
    if (at) return { kind: 'at', at };
    // An AT that cannot be read is told.
    if (reader.find('at', clauses)) return undefined;
    const when = reader.find('when', clauses);
    if (when) return this.#condition(when, clauses);
    if (this.base.analysis === 'op') return { kind: 'at', at: numberAt(0, this.base.span) };
    reader.report(`${this.base.name} says neither at= nor when`, this.base.span, 'add at=1m or when v(a)=1');
    return undefined;
  }

  /** TRIG and TARG with what follows each, from a clause on. */
  events(from: number): readonly [MeasurePoint | undefined, MeasurePoint | undefined] {
    const { reader } = this;
    const targ = reader.clauses.findIndex(({ word }) => word === 'targ');
    if (targ < 0) {
      reader.report(`${this.base.name} has trig, but no targ`, this.base.span, 'add targ v(a) val=1 rise=1');
      return [undefined, undefined];
    }
    const end = reader.clauses.length;
    if (this.session.dialect !== 'xyce') return [this.#event(from, targ), this.#event(targ, end)];
    // In Xyce TD of TRIG is that of TARG too, unless it has its own; places have none.
    const delays = reader.clauses.slice(from).filter(({ word }) => word === 'td');
    const [delay] = delays.filter(({ start }) => start < (reader.clauses[targ]?.start ?? 0));
    const points = [this.#event(from, targ), this.#event(targ, end, delay)] as const;
    for (const each of delays) reader.use(each);
    return points;
  }

  /** From TRIG to TARG behind a measure of an interval. */
  between(trig: number): Ends | undefined {
    const [from, to] = this.events(trig).map((point, k) => {
      return point && this.#found(k === 0 ? 'trig' : 'targ', point);
    });
    return from && to && { from, to };
  }

  /**
   * Xyce's RISE=n behind a measure of an interval: from that rise to the next one, or to the end. With RFC_LEVEL=level it is
   * a passage through that; without, where the waveform begins to rise, and CROSS a passage through 0.
   */
  window(of: Expression, ends: Ends): Ends | undefined {
    const { reader, base } = this;
    const edge = reader.clauses.find(({ word }) => EDGES.has(word));
    if (!edge) return ends;
    const level = reader.number('rfc_level');
    const count = this.#count(edge);
    if (count === undefined) return undefined;
    const which = edge.word as MeasureCondition['edge'];
    const passage =
      level || which === 'cross'
        ? { left: of, right: level ?? numberAt(0, base.span) }
        : { left: of, least: this.#leastTurn(of) };
    const begin = (part: string, nth: number): Expression =>
      this.#found(part, { kind: 'when', ...passage, edge: which, count: nth }, ends);
    const from = begin('window', count);
    return { ...ends, from, ...(count !== -1 && { until: begin('next', count + 1) }) };
  }

  /** The result of a measure of a point that this one needs. */
  #found(part: string, point: MeasurePoint, ends: Ends = {}): Expression {
    const name = `${this.base.name}#${part}`;
    this.session.measures.push({ ...this.base, ...ends, name, question: { kind: 'find', point } });
    return this.#result(name);
  }

  #leastTurn(of: Expression): Expression {
    const { base, session } = this;
    const name = `${base.name}#range`;
    session.measures.push({ ...base, name, question: { kind: 'pp', of } });
    const build = new ExpressionBuilder(base.span);
    return build.multiply(build.number(LEAST_TURN), this.#result(name));
  }

  /** The result of another measure. */
  #result(name: string): Expression {
    return { kind: 'probe', quantity: MEASURE_PROBE, names: [name], span: this.base.span };
  }

  /** `delay`: what stands for TD where there is none. */
  #event(from: number, to: number, delay?: Clause): MeasurePoint | undefined {
    const [head, ...more] = this.reader.clauses.slice(from, to);
    if (!head) return undefined;
    this.reader.use(head);
    if (head.text.trim() === '') return this.point(from + 1, to);
    return this.#condition(head, delay ? [...more, delay] : more);
  }

  /** left=right, or left with VAL=right or FRAC_MAX=part; Xyce takes a number behind left as well. */
  #condition(clause: Clause, clauses: readonly Clause[]): MeasurePoint | undefined {
    const { reader } = this;
    const { text, at } = clause;
    const equals = equalsIn(text, clauses);
    const left = reader.expression(equals < 0 ? clause : { ...clause, text: text.slice(0, equals) });
    const other = { ...clause, text: text.slice(equals + 1), at: at + equals + 1 };
    const fraction = equals < 0 ? reader.number('frac_max', clauses) : undefined;
    const isStated = equals >= 0 || clauses.some(({ word }) => word === 'val' || word === 'frac_max');
    if (!isStated) {
      const hint = 'write when v(a)=1, or trig v(a) val=1';
      reader.report('a condition needs left=right, or val=', reader.spanOf(clause), hint);
      return undefined;
    }
    const right =
      equals >= 0
        ? reader.expression(other)
        : fraction && left
          ? this.#part(fraction, left)
          : reader.number('val', clauses);
    const delay = reader.number('td', clauses);
    const edge = clauses.find(({ word }) => EDGES.has(word));
    const count = edge ? this.#count(edge) : 1;
    if (!left || !right || count === undefined) return undefined;
    const which = (edge?.word ?? 'cross') as MeasureCondition['edge'];
    return { kind: 'when', left, right, edge: which, count, ...(delay && { delay }) };
  }

  /** A part of the maximum of a waveform. */
  #part(fraction: Expression, of: Expression): Expression {
    const { base, session } = this;
    const name = `${base.name}#max${session.measures.length}`;
    session.measures.push({ ...base, name, question: { kind: 'max', of } });
    return new ExpressionBuilder(base.span).multiply(fraction, this.#result(name));
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
}
