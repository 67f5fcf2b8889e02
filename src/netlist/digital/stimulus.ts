/**
 * STIM: levels over time. A time is absolute, behind "+" one since the last, with C in TIMESTEPs; a value has a digit a format number (1
 * binary, 3 octal, 4 hexadecimal). LABEL= with GOTO n TIMES, REPEAT n TIMES and REPEAT FOREVER ... ENDREPEAT repeat, within them times
 * are since the one that is written before; INCR BY and DECR BY count.
 */
import { parseNumber } from '../../base/units.js';
import type { DigitalPrimitive } from './digital-primitive.js';
import { ShortCard, type PrimitiveCard } from './primitive-card.js';

/** What a card may come to; it is a slip otherwise. */
const mostRows = 200_000;
const [unknown, highImpedance] = [2, 8];

type Step =
  | { readonly kind: 'set'; readonly after: number; readonly levels: readonly number[] }
  | { readonly kind: 'add'; readonly after: number; readonly by: number }
  | { readonly kind: 'wait'; readonly after: number }
  | { readonly kind: 'loop'; readonly times: number; readonly steps: Step[] };

export const stimulus: DigitalPrimitive = {
  name: 'stim',
  usage: 'STIM(width,format) power ground node ... interface [TIMESTEP=s] time value ...',
  doc: 'Levels over time; LABEL, GOTO, REPEAT, INCR BY and DECR BY are modelled.',
  read(card) {
    const width = card.count(0);
    const format = formatOf(card, width);
    const nodes = card.nodes(width, 'a node');
    const timestep = card.settings().get('timestep') ?? NaN;
    const recorder = new Recorder(width);
    recorder.run(new StepReader(card, format, timestep).steps());
    const { times, levels, loop } = recorder;
    card.listed('d_pattern', [nodes.flatMap((net) => card.at(net))], {
      times,
      levels,
      ...(loop && { loop }),
    });
  },
};

/** Bits a digit. */
function formatOf(card: PrimitiveCard, width: number): readonly number[] {
  const digits = Array.from(String(card.counts[1] ?? '1'.repeat(width)), Number);
  const bits = digits.reduce((sum, digit) => sum + digit, 0);
  if (bits === width && digits.every((digit) => [1, 3, 4].includes(digit))) return digits;
  // A format that does not fit is one of single bits.
  if (digits.length === 1 && digits[0] === 1) return Array.from({ length: width }, () => 1);
  throw new ShortCard(`the digits of its format (1, 3, 4) do not add up to ${width}`);
}

class StepReader {
  /** The time that was written last. */
  #written = 0;

  constructor(
    private readonly card: PrimitiveCard,
    private readonly format: readonly number[],
    private readonly timestep: number,
  ) {}

  steps(): Step[] {
    const steps: Step[] = [];
    const labels = new Map<string, number>();
    const { rest } = this.card;
    for (let word = this.#take(); word !== undefined; word = this.#take()) {
      if (word === 'endrepeat') return steps;
      if (word === 'repeat') steps.push({ kind: 'loop', times: this.#times(), steps: this.steps() });
      else if (rest[0]?.text === '=') {
        rest.shift();
        const name = this.#take() ?? '';
        if (word !== 'label') throw new ShortCard(`${word.toUpperCase()}= is not supported`);
        labels.set(name, steps.length);
      } else this.#timed(word, steps, labels);
    }
    return steps;
  }

  #timed(word: string, steps: Step[], labels: ReadonlyMap<string, number>): void {
    const after = this.#since(word);
    const value = this.#take() ?? '';
    if (value === 'goto') {
      const from = labels.get(this.#take() ?? '');
      if (from === undefined) throw new ShortCard('GOTO needs a label that stands before it');
      const times = this.#times();
      const body = steps.slice(from);
      steps.push({ kind: 'wait', after }, { kind: 'loop', times, steps: [...body, { kind: 'wait', after }] });
    } else if (value === 'incr' || value === 'decr') {
      if (this.card.rest[0]?.text.toLowerCase() === 'by') this.#take();
      const by = this.#levels(this.#take() ?? '').reduce((sum, bit) => 2 * sum + (bit === 1 ? 1 : 0), 0);
      steps.push({ kind: 'add', after, by: value === 'incr' ? by : -by });
    } else steps.push({ kind: 'set', after, levels: this.#levels(value) });
  }

  #take(): string | undefined {
    return this.card.rest.shift()?.text.toLowerCase();
  }

  #times(): number {
    const word = this.#take() ?? '';
    if (word === 'until') throw new ShortCard('GOTO ... UNTIL is not supported');
    if (word === 'forever') return Infinity;
    if (this.card.rest[0]?.text.toLowerCase() === 'times') this.#take();
    const times = parseNumber(word) ?? NaN;
    if (Number.isNaN(times)) throw new ShortCard(`"${word}" is no number of times`);
    return times < 0 ? Infinity : times;
  }

  /** Seconds since the time before. */
  #since(word: string): number {
    const isRelative = word.startsWith('+');
    const text = isRelative ? word.slice(1) : word;
    const cycles = /^([\d.]+)c$/.exec(text);
    const seconds = cycles ? Number(cycles[1]) * this.timestep : (parseNumber(text) ?? NaN);
    if (!(seconds >= 0)) throw new ShortCard(`"${word}" is no time`);
    const after = isRelative ? seconds : Math.max(0, seconds - this.#written);
    this.#written += after;
    return after;
  }

  #levels(text: string): readonly number[] {
    const signs = Array.from(text.replace(/^[bohx]'/, '')).slice(-this.format.length);
    const padded = [...Array.from({ length: this.format.length - signs.length }, () => '0'), ...signs];
    return padded.flatMap((sign, k) => bitsOf(sign, this.format[k] ?? 1));
  }
}

/** Levels as a code model's: 0, 1, 2 unknown, 8 of high impedance; R and F are on their way, unknown. */
function bitsOf(sign: string, bits: number): readonly number[] {
  const special = { x: unknown, '?': unknown, r: unknown, f: unknown, z: highImpedance }[sign];
  if (special !== undefined) return Array.from({ length: bits }, () => special);
  const value = Number.parseInt(sign, 16);
  if (!(value < 2 ** bits)) throw new ShortCard(`"${sign}" is no digit of ${bits} bits`);
  return Array.from({ length: bits }, (_, k) => (value >> (bits - 1 - k)) & 1);
}

/** Walks through the steps and notes what is when; a loop without end is noted by its first row and its period. */
class Recorder {
  readonly times: number[] = [];
  readonly levels: number[] = [];
  loop: readonly [number, number] | undefined;
  #t = 0;
  #now: readonly number[];

  constructor(width: number) {
    this.#now = Array.from({ length: width }, () => unknown);
  }

  run(steps: readonly Step[]): void {
    for (const step of steps) {
      if (this.loop) return;
      if (step.kind === 'loop') this.#repeat(step);
      else this.#take(step);
      if (this.times.length > mostRows) throw new ShortCard(`it comes to more than ${mostRows} changes`);
    }
  }

  #take(step: Exclude<Step, { kind: 'loop' }>): void {
    this.#t += step.after;
    if (step.kind === 'wait') return;
    if (step.kind === 'set') this.#now = step.levels;
    else {
      const width = this.#now.length;
      const sum = this.#now.reduce((whole, bit) => 2 * whole + (bit === 1 ? 1 : 0), 0) + step.by;
      const value = ((sum % 2 ** width) + 2 ** width) % 2 ** width;
      this.#now = this.#now.map((_, k) => Math.floor(value / 2 ** (width - 1 - k)) % 2);
    }
    this.times.push(this.#t);
    this.levels.push(...this.#now);
  }

  #repeat({ times, steps }: Extract<Step, { kind: 'loop' }>): void {
    if (times !== Infinity) {
      for (let k = 0; k < times && !this.loop; k++) this.run(steps);
      return;
    }
    // Once before, so that the loop begins as it goes on: counts within it repeat after all their values only.
    const begin = this.#t;
    const first = this.times.length;
    this.run(steps);
    const counts = steps.some(({ kind }) => kind === 'add');
    for (let k = 1; counts && k < 2 ** this.#now.length && this.times.length < mostRows; k++) this.run(steps);
    const period = this.#t - begin;
    if (this.loop) return;
    if (!(period > 0)) throw new ShortCard('a loop without end takes no time');
    this.loop = [first, period];
  }
}
