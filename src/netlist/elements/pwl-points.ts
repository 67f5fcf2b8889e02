/**
 * The points of a piecewise-linear source as PSpice and LTspice write them -> times and values:
 *
 *     (t v) (t v) ... REPEAT FOR n (t v) ... ENDREPEAT ... REPEAT FOREVER (t v) ... ENDREPEAT
 *
 * Times between REPEAT and ENDREPEAT count from where the points before them end; a time with "+" counts from the point
 * before it. REPEAT FOREVER is the parameter r= of the source function.
 */
import type { Span } from '../../base/span.js';
import { readNumbers } from '../data-file.js';
import type { Session } from '../session.js';
import { textOf, type Item } from '../syntax.js';
import { readValue, type ValueSpec } from '../values.js';

export interface PwlPoints {
  readonly args: readonly number[];
  readonly argSpans: readonly Span[];
  /** From when on the points repeat without end. */
  readonly repeat?: number;
}

const TIME: ValueSpec = { name: 't', range: 'finite' };

/** Points that repetitions may make. */
const MAX_NUMBERS = 2_000_000;

/** Whether the list is written with words or relative times. */
export function hasPwlWords(items: readonly Item[]): boolean {
  return items.some((item) => item.kind === 'word' && /^(?:repeat|\+)/i.test(item.text));
}

/** Reads the points, their values in `unit`; undefined after reporting. */
export function readPwlPoints(
  items: readonly Item[],
  owner: string,
  unit: string,
  session: Session,
): PwlPoints | undefined {
  return new PointReader(items, owner, { name: 'v', range: 'finite', unit }, session).read();
}

class PointReader {
  #at = 0;
  #repeat: number | undefined;
  readonly #args: number[] = [];
  readonly #spans: Span[] = [];

  constructor(
    private readonly items: readonly Item[],
    private readonly owner: string,
    private readonly value: ValueSpec,
    private readonly session: Session,
  ) {}

  read(): PwlPoints | undefined {
    while (this.#at < this.items.length) if (!this.#part()) return undefined;
    const repeat = this.#repeat;
    return { args: this.#args, argSpans: this.#spans, ...(repeat !== undefined && { repeat }) };
  }

  get #lastTime(): number {
    return this.#args.at(-2) ?? 0;
  }

  #word(): string {
    const item = this.items[this.#at];
    return item?.kind === 'word' ? item.text.toLowerCase() : '';
  }

  #part(): boolean {
    if (this.#word() === 'repeat') return this.#block();
    return this.#point(0);
  }

  /** One pair; its time counts from `origin`. */
  #point(origin: number): boolean {
    const { items, owner, session } = this;
    // A plus may stand before an expression.
    const hasSign = this.#word() === '+' && items[this.#at + 1]?.kind === 'expression';
    if (hasSign) this.#at++;
    const [timeItem, valueItem] = [items[this.#at], items[this.#at + 1]];
    if (!timeItem) return false;
    if (!valueItem || this.#repeat !== undefined) {
      const what = valueItem
        ? 'has points behind REPEAT FOREVER'
        : 'takes pairs, but the last one is incomplete';
      session.diagnostics.error('odd-arguments', `${owner} ${what}`, timeItem.span);
      return false;
    }
    const time = readValue(timeItem, TIME, owner, session);
    const value = readValue(valueItem, this.value, owner, session);
    if (time === undefined || value === undefined) return false;
    const isRelative = hasSign || (timeItem.kind === 'word' && timeItem.text.startsWith('+'));
    this.#args.push(isRelative ? this.#lastTime + time : origin + time, value);
    this.#spans.push(timeItem.span, valueItem.span);
    this.#at += 2;
    return true;
  }

  #block(): boolean {
    const { items, owner, session } = this;
    const start = items[this.#at];
    this.#at++;
    const forever = this.#word() === 'forever';
    if (forever || this.#word() === 'for') this.#at++;
    const countItem = forever ? undefined : items[this.#at++];
    const count = countItem ? readValue(countItem, { name: 'n', range: 'positive' }, owner, session) : 1;
    const begin = this.#at;
    const origin = this.#lastTime;
    const ended = (): boolean => this.#at >= items.length || this.#word() === 'endrepeat';
    for (let round = 0; round < (count ?? 0); round++) {
      this.#at = begin;
      const from = round === 0 ? origin : this.#lastTime;
      while (!ended()) if (!(this.#word() === 'repeat' ? this.#block() : this.#point(from))) return false;
      if (this.#args.length <= MAX_NUMBERS) continue;
      session.diagnostics.error('too-many-points', `${owner} repeats too many points`, start && start.span);
      return false;
    }
    if (count === undefined) return false;
    this.#at++;
    if (forever) this.#repeat = origin;
    return true;
  }
}

/** LTspice: `REPEAT FOREVER (FILE=name) ENDREPEAT`. The items with the numbers of files in their places; undefined after reporting. */
export function withPointsOfFiles(items: readonly Item[], session: Session): readonly Item[] | undefined {
  const all: Item[] = [];
  for (const item of items) {
    if (item.kind !== 'assignment') all.push(item);
    else if (textOf(item.key.span).toLowerCase() === 'file') {
      const { value, span } = item;
      const name = value.kind === 'string' || value.kind === 'word' ? value.text : textOf(value.span);
      const numbers = readNumbers(name, value.span, session);
      if (!numbers) return undefined;
      for (const number of numbers) all.push({ kind: 'word', text: String(number), span });
    }
  }
  return all;
}

/** Whether an item that follows the points belongs to them. */
export function isPwlPart(item: Item): boolean {
  if (item.kind === 'word') return /^(?:repeat|for|forever|endrepeat)$/i.test(item.text);
  return (
    item.kind === 'group' &&
    (item.name === '' || /^(?:repeat|for|forever|[\d.]\w*)$/i.test(textOf(item.nameSpan)))
  );
}

/** HSPICE's `r` or `r 1n` behind the points: r=0, r=1n. */
export function withRepeatSetting(items: readonly Item[]): readonly Item[] {
  const at = items.findIndex((item) => item.kind === 'word' && item.text.toLowerCase() === 'r');
  const key = items[at];
  if (key?.kind !== 'word') return items;
  const next = items[at + 1];
  const source = { ...key.span.source, text: '0' };
  const zero = { kind: 'word', text: '0', span: { source, start: 0, end: 1 } } as const;
  const isTime = next !== undefined && next.kind !== 'assignment';
  const value = isTime ? next : zero;
  const setting = { kind: 'assignment', key, value, span: key.span } as const;
  return [...items.slice(0, at), setting, ...items.slice(at + (isTime ? 2 : 1))];
}
