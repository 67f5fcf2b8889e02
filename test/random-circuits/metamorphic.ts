/**
 * Other circuits that have to do the same as a given one, and whether they do:
 *
 *     shuffled     the cards in another order
 *     renamed      other names of nodes and elements, so that nothing follows from their order
 *     accompanied  an unrelated circuit beside it, which shares ground alone
 *     faster       L, C and all times by 1e-3: the same at t / 1000
 *     heavier      R, L times 10, C / 10: the same voltages, a tenth of the currents
 *     mirrored     every polarity turned: all voltages and currents change their signs
 *
 * Waveforms are compared where both have rows: at the multiples of the output step.
 */
import { RandomStream } from '../../src/base/random.js';
import { parseNumber } from '../../src/base/units.js';
import type { Plot } from '../../src/waveform/plot.js';
import { runText, type ExactRun } from './judge.js';
import { textOf, type RandomCircuit } from './random-circuit.js';

/** A circuit, and what its quantities are in the one that it was made of. */
export interface Variant {
  readonly cards: readonly string[];
  readonly control: string;
  /** Name of a column of the given circuit, and by how much that of the variant is larger. */
  readonly column: (name: string) => { readonly name: string; readonly factor: number };
  /** Other currents flow in it. */
  readonly changesCurrents?: true;
}

type Circuit = Pick<RandomCircuit, 'cards' | 'control'>;

const same = (name: string) => ({ name, factor: 1 });
const isCurrent = (name: string): boolean => name.startsWith('i(');

export const variants: Readonly<Record<string, (circuit: Circuit, seed: number) => Variant>> = Object.freeze({
  shuffled: ({ cards, control }, seed) => ({ cards: shuffled(cards, seed), control, column: same }),
  renamed: ({ cards, control }, seed) => {
    const names = new Names(cards, seed);
    return {
      cards: cards.map((card) => names.card(card)),
      control,
      column: (name) => ({ name: names.text(name), factor: 1 }),
    };
  },
  accompanied: ({ cards, control }) => ({ cards: [...cards, ...companion(control)], control, column: same }),
  faster: ({ cards, control }) => ({
    cards: cards.map((card) => scaled(card, { time: 1e-3, impedance: 1 })),
    control: control.replace(numbers, (text) => written(valueOf(text) * 1e-3)),
    column: same,
  }),
  heavier: ({ cards, control }) => ({
    cards: withSilicon(cards).map((card) => scaled(card, { time: 1, impedance: 10 })),
    control,
    column: (name) => ({ name, factor: isCurrent(name) ? 0.1 : 1 }),
    changesCurrents: true,
  }),
  mirrored: ({ cards, control }) => ({
    cards: cards.map(mirrored),
    control,
    column: (name) => ({ name, factor: -1 }),
  }),
});

/** Numbers as people write them, with a scale. */
const numbers = /(?<![\w.])-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[a-z]*/giu;

function valueOf(text: string): number {
  const value = parseNumber(text);
  if (value === undefined) throw new Error(`no number: ${text}`);
  return value;
}

function written(value: number): string {
  return Number(value.toPrecision(12)).toString();
}

function scaleNumbers(text: string, factor: number): string {
  return text.replace(numbers, (number) => written(valueOf(number) * factor));
}

function shuffled(cards: readonly string[], seed: number): string[] {
  const random = new RandomStream(seed + 1);
  const order = cards.map((card) => ({ card, at: random.uniform() }));
  return order.sort((a, b) => a.at - b.at).map(({ card }) => card);
}

/** Two letters stand before what follows the letter of an element; nodes are numbered at random. */
class Names {
  readonly #nodes = new Map<string, string>();
  readonly #elements = new Map<string, string>();

  constructor(cards: readonly string[], seed: number) {
    const random = new RandomStream(seed + 2);
    for (const card of cards) {
      const [name = '', ...rest] = card.split(' ');
      if (name.startsWith('.')) continue;
      this.#elements.set(
        name.toLowerCase(),
        `${name[0] ?? ''}${Math.floor(random.uniform() * 1e6)}${name.slice(1)}`,
      );
      for (const node of rest.slice(0, nodeCount(name))) {
        if (node !== '0' && !this.#nodes.has(node))
          this.#nodes.set(node, `k${Math.floor(random.uniform() * 1e6)}${node}`);
      }
    }
  }

  card(card: string): string {
    const [name = '', ...rest] = card.split(' ');
    if (name.startsWith('.')) return card;
    const count = nodeCount(name);
    const nodes = rest.slice(0, count).map((node) => this.#nodes.get(node) ?? node);
    const coils = (name[0] ?? '').toUpperCase() === 'K';
    const tail = rest
      .slice(count)
      .map((word) => (coils ? this.#elements.get(word.toLowerCase()) : undefined) ?? word);
    const own = this.#elements.get(name.toLowerCase()) ?? name;
    return [own, ...nodes, this.text(tail.join(' '))].join(' ');
  }

  /** Nodes and elements that v() and i() name. */
  text(text: string): string {
    return text.replace(/\b([vi])\(([^()]*)\)/giu, (_, kind: string, inner: string) => {
      const own = kind.toLowerCase() === 'v' ? this.#nodes : this.#elements;
      const names = inner.split(',').map((name) => own.get(name.trim()) ?? name.trim());
      return `${kind}(${names.join(',').toLowerCase()})`;
    });
  }
}

function nodeCount(name: string): number {
  const letter = (name[0] ?? '').toUpperCase();
  if (letter === 'K') return 0;
  return letter === 'M' || letter === 'S' || letter === 'E' ? 4 : 2;
}

/** A rectifier of the same time scale. */
function companion(control: string): string[] {
  const stop = valueOf(control.split(' ')[2] ?? '');
  return [
    `Vww wwa 0 sin(0 7 ${written(6.3 / stop)})`,
    'Rww wwa wwb 13',
    'Dww wwb wwc mww',
    `Cww wwc 0 ${written(stop / 900)}`,
    'Rwx wwc 0 330',
    '.model mww d(Ron=20m Roff=1e9 Vfwd=.4)',
  ];
}

interface Scales {
  readonly time: number;
  readonly impedance: number;
}

/** What numbers of a model by name become with the impedance. */
const impedances: Readonly<Record<string, 1 | -1>> = { ron: 1, roff: 1, rs: 1, is: -1, kp: -1 };
/** LTspice's and SPICE's values where none is written. */
const usualOff = 'Roff=1e12';

function scaled(card: string, { time, impedance }: Scales): string {
  const [name = '', ...rest] = card.split(' ');
  const letter = (name[0] ?? '').toUpperCase();
  const nodes = rest.slice(0, nodeCount(name)).join(' ');
  const tail = rest.slice(nodeCount(name)).join(' ');
  const by = (factor: number): string => {
    const [value = '', ...more] = tail.split(' ');
    // What starts an element is a voltage or a current.
    const start = more
      .join(' ')
      .replace(/(?<=ic=)\S+/iu, (text) => scaleNumbers(text, letter === 'L' ? 1 / impedance : 1));
    return [name, nodes, scaleNumbers(value, factor), start].join(' ').trimEnd();
  };
  if (letter === 'R') return by(impedance);
  if (letter === 'L') return by(time * impedance);
  if (letter === 'C') return by(time / impedance);
  if (letter === 'V') return `${name} ${nodes} ${slower(tail, time)}`;
  if (name.toLowerCase() !== '.model') return card;
  const isBare = /\bd\(/iu.test(card) && /ron=/iu.test(card) && !/roff=/iu.test(card);
  const whole = isBare ? card.replace(/\)$/u, ` ${usualOff})`) : card;
  return whole.replace(/\b(\w+)=([^\s()]+)/gu, (text, key: string, value: string) => {
    const power = impedances[key.toLowerCase()];
    return power === undefined
      ? text
      : `${key}=${value === 'inf' ? value : written(valueOf(value) * impedance ** power)}`;
  });
}

/** Where transistors are a diode without parameters is SPICE's silicon diode, whose current is written then. */
function withSilicon(cards: readonly string[]): readonly string[] {
  if (!cards.some((card) => /^\.model \S+ [np]mos\b/iu.test(card))) return cards;
  return cards.map((card) => card.replace(/^(\.model \S+ d)$/iu, '$1(IS=1e-14)'));
}

/** A source whose times are longer by a factor. */
function slower(wave: string, time: number): string {
  const match = /^(sin|pulse)\((.*)\)$/iu.exec(wave);
  if (!match) return wave;
  const [, kind = '', inner = ''] = match;
  const isSine = kind.toLowerCase() === 'sin';
  // sin(offset amplitude frequency delay damping phase), pulse(low high delay rise fall width period).
  const powers = isSine ? [0, 0, -1, 1, -1, 0] : [0, 0, 1, 1, 1, 1, 1];
  const values = inner.split(/\s+/u).map((text, k) => written(valueOf(text) * time ** (powers[k] ?? 0)));
  return `${kind}(${values.join(' ')})`;
}

function mirrored(card: string): string {
  const [name = '', ...rest] = card.split(' ');
  const letter = (name[0] ?? '').toUpperCase();
  if (name.toLowerCase() === '.model') return card.replace(/nmos\(vto=/iu, 'pmos(vto=-');
  const [a = '', b = '', c = '', d = '', ...more] = rest;
  if (letter === 'D') return [name, b, a, ...rest.slice(2)].join(' ');
  if (letter === 'S') return [name, a, b, d, c, ...more].join(' ');
  if (letter === 'V') return [name, a, b, negativeWave(rest.slice(2).join(' '))].join(' ');
  if (letter === 'C' || letter === 'L')
    return card.replace(/(?<=ic=)\S+/iu, (text) => scaleNumbers(text, -1));
  if (letter !== 'B') return card;
  const turned = rest
    .slice(2)
    .join(' ')
    .replace(/\b([vi]\([^()]*\))/giu, '(-$1)');
  return [name, a, b, turned.replace(/V=\{(.*)\}/iu, 'V={-($1)}')].join(' ');
}

function negativeWave(wave: string): string {
  const match = /^(sin|pulse)\((\S+) (\S+)(.*)\)$/iu.exec(wave);
  if (!match) return scaleNumbers(wave, -1);
  const [, kind = '', low = '', high = '', more = ''] = match;
  return `${kind}(${scaleNumbers(low, -1)} ${scaleNumbers(high, -1)}${more})`;
}

/**
 * Distances of means below this part of a range are rounding. Exponential laws are fitted within 1 mV from 1e-12 A on, channels within
 * 5e-3, and with other currents these are other fits.
 */
const tolerated = { rounding: 1e-6, fits: 2e-3 };

/** What a variant does otherwise; empty where it does the same. */
export function otherwise(
  circuit: RandomCircuit,
  variant: Variant,
  options: Readonly<Record<string, string | number>>,
  own: ExactRun = runText(circuit.text, options),
): string {
  const other = runText(textOf(circuit.family, variant.cards, variant.control), options);
  if (other.verdict !== own.verdict) return `${own.verdict} ${own.says} -> ${other.verdict} ${other.says}`;
  if (!own.plot || !other.plot || own.verdict !== 'ok') return '';
  const isFitted =
    variant.changesCurrents === true && circuit.cards.some((card) => /\b(?:is|kp)=/iu.test(card));
  const rows: Rows = [own.plot, stepOf(circuit.control)];
  const others: Rows = [other.plot, stepOf(variant.control)];
  // How often a small hysteresis lets something turn depends on the fit, and after some turns they are at other places of them.
  const { worst, column } =
    isFitted && own.isHysteretic
      ? distanceOfMeans(own, other, variant.column)
      : distance(rows, others, variant.column);
  return worst > (isFitted ? tolerated.fits : tolerated.rounding)
    ? `${column}: off by ${worst.toPrecision(2)}`
    : '';
}

interface Distance {
  readonly worst: number;
  readonly column: string;
}

/** The largest distance of means over the run, by the range of the quantity. */
function distanceOfMeans(own: ExactRun, other: ExactRun, column: Variant['column']): Distance {
  const [a, b] = [own.plot!, other.plot!];
  const ranges = rangesOf(a);
  let found: Distance = { worst: 0, column: '' };
  a.header.columns.forEach(({ name }, k) => {
    if (k === 0) return;
    const { name: wanted, factor } = column(name);
    const from = columnOf(b, wanted);
    const worst = Math.abs(factor * own.mean[k - 1]! - other.mean[from - 1]!) / ranges[k]! / Math.abs(factor);
    if (worst > found.worst) found = { worst, column: name };
  });
  return found;
}

/** Ranges below this part of the largest of their unit are no signal. */
const silent = 1e-3;

/** By column the range of its values, at least a part of the largest of its unit. */
function rangesOf({ header, columns }: Plot): readonly number[] {
  const own = columns.map(
    (values) =>
      values.reduce((m, v) => Math.max(m, v), -Infinity) - values.reduce((m, v) => Math.min(m, v), Infinity),
  );
  const largest = new Map<string, number>();
  header.columns.forEach(({ unit }, k) => largest.set(unit, Math.max(largest.get(unit) ?? 0, own[k]!)));
  return own.map((range, k) => Math.max(range, silent * (largest.get(header.columns[k]!.unit) ?? 0), 1e-9));
}

function columnOf({ header }: Plot, wanted: string): number {
  const found = header.columns.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found < 0) throw new Error(`no column ${wanted}`);
  return found;
}

/** The largest mean of |a - b| over the rows of the output steps, by the range of the quantity. */
function distance([own, step]: Rows, [other, otherStep]: Rows, column: Variant['column']): Distance {
  const ranges = rangesOf(own);
  const [at, theirs] = [rowsAt(own.columns[0]!, step), rowsAt(other.columns[0]!, otherStep)];
  const count = at.length;
  let found: Distance = { worst: 0, column: '' };
  own.header.columns.forEach(({ name }, k) => {
    if (k === 0) return;
    const { name: wanted, factor } = column(name);
    const [a, b] = [own.columns[k]!, other.columns[columnOf(other, wanted)]!];
    let sum = 0;
    for (let j = 0; j < count; j++) sum += apart(a, at[j]!, b, theirs[j]!, factor);
    const worst = sum / count / ranges[k]!;
    if (worst > found.worst) found = { worst, column: name };
  });
  return found;
}

/** A plot and its output step, seconds. */
type Rows = readonly [plot: Plot, step: number];

function stepOf(control: string): number {
  return valueOf(control.split(' ')[1] ?? '');
}

/** First and last row of each multiple of the step. */
function rowsAt(times: Float64Array, step: number): (readonly [number, number])[] {
  const found: [number, number][] = [];
  let row = 0;
  for (let k = 0; (k - 0.5) * step < times.at(-1)! - step; k++) {
    const [from, to] = [(k - 1e-6) * step, (k + 1e-6) * step];
    while (row < times.length - 1 && times[row]! < from) row++;
    let end = row;
    while (end < times.length - 1 && times[end + 1]! <= to) end++;
    found.push([row, end]);
  }
  return found;
}

/** Where one of both has an event at the same time, its nearer limit counts. */
function apart(
  a: Float64Array,
  [a0, a1]: readonly [number, number],
  b: Float64Array,
  [b0, b1]: readonly [number, number],
  factor: number,
): number {
  const off = (i: number, j: number): number => Math.abs(a[i]! - b[j]! / factor);
  return Math.min(off(a0, b0), off(a1, b1), off(a0, b1), off(a1, b0));
}
