/** Draws the parts of a random circuit: values of the E6 row, models as people write them, names that never clash. */
import { RandomStream } from '../../src/base/random.js';

const row = [1, 1.5, 2.2, 3.3, 4.7, 6.8] as const;

/** Finite Roff beside inductors, the default Roff of 1e12, ideal ones, drops and fits. */
const diodeModels = [
  'd',
  'd',
  'd(Ron=1m)',
  'd(Ron=10m Roff=1e6 Vfwd=.6)',
  'd(Ron=10m Roff=10meg Vfwd=.6)',
  'd(Ron=.05 Roff=1e9 Vfwd=.7)',
  'd(Ron=20m Roff=1e12 Vfwd=.3)',
  'd(Ron=0 Roff=inf Vfwd=.7)',
  'd(Ron=.1 Roff=inf)',
  'd(IS=1e-14 N=1)',
  'd(IS=1n N=1.5 RS=.05)',
] as const;

const switchLevels = [
  'ron=0 roff=inf',
  'ron=1m roff=1e9',
  'ron=10m roff=1e6',
  'ron=10m roff=10meg',
  'ron=.1 roff=1e12',
] as const;

export class Draw {
  readonly cards: string[] = [];
  readonly #random: RandomStream;
  readonly #counts = new Map<string, number>();
  readonly #models = new Map<string, string>();
  readonly #shared: { diode?: string; levels?: string } = {};

  constructor(
    seed: number,
    /** Stands before every name and node: two circuits side by side. */
    readonly prefix = '',
  ) {
    this.#random = new RandomStream(seed);
  }

  chance(part: number): boolean {
    return this.#random.uniform() < part;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random.uniform() * items.length)]!;
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.#random.uniform() * (to - from + 1));
  }

  /** Log-uniform in [from, to], rounded to the E6 row. */
  value(from: number, to: number): number {
    const wanted = from * (to / from) ** this.#random.uniform();
    const decade = 10 ** Math.floor(Math.log10(wanted));
    const near = row.reduce((best, item) =>
      Math.abs(Math.log(item * decade) - Math.log(wanted)) <
      Math.abs(Math.log(best * decade) - Math.log(wanted))
        ? item
        : best,
    );
    return Number((near * decade).toPrecision(3));
  }

  node(name: string): string {
    return name === '0' || name === '' ? name : `${this.prefix}${name}`;
  }

  /** A card of the next name of its letter; nodes are those of this circuit. */
  card(letter: string, nodes: string, rest: string | number): string {
    const count = (this.#counts.get(letter) ?? 0) + 1;
    this.#counts.set(letter, count);
    const name = `${letter}${this.prefix}${count}`;
    const ends = nodes.split(' ').map((node) => this.node(node));
    this.cards.push(`${name} ${ends.join(' ')} ${typeof rest === 'number' ? text(rest) : rest}`);
    return name;
  }

  resistor(a: string, b: string, from: number, to: number): void {
    this.card('R', `${a} ${b}`, this.value(from, to));
  }

  /** A model card, one a text. */
  model(text: string): string {
    let name = this.#models.get(text);
    if (name === undefined) {
      name = `m${this.prefix}${this.#models.size + 1}`;
      this.#models.set(text, name);
      this.cards.push(`.model ${name} ${text}`);
    }
    return name;
  }

  /** A diode; nine of ten circuits have one model of them. */
  diode(anode: string, cathode: string): void {
    this.#shared.diode ??= this.pick(diodeModels);
    const model = this.chance(0.1) ? this.pick(diodeModels) : this.#shared.diode;
    this.card('D', `${anode} ${cathode}`, this.model(model));
  }

  /** A switch between a and b that is controlled by v(c, d) at `threshold` with `band` on both sides. */
  switch(ends: string, control: string, threshold: number, band: number): void {
    this.#shared.levels ??= this.pick(switchLevels);
    this.card('S', `${ends} ${control}`, this.model(`sw(${this.#shared.levels} vt=${threshold} vh=${band})`));
  }

  /** A source of gate pulses, 0 .. 1 V, that is on from `from` to `to`, parts of the period. */
  gate(node: string, period: number, from: number, to: number, edges: number): void {
    const width = (to - from) * period - edges;
    const wave = `pulse(0 1 ${text(from * period)} ${text(edges)} ${text(edges)} ${text(width)} ${text(period)})`;
    this.card('V', `${node} 0`, wave);
  }
}

/** A number without digits of rounding. */
export function text(value: number): string {
  return Number(value.toPrecision(6)).toString();
}
