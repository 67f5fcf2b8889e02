/**
 * Larger circuits of power electronics, a mode of which depends on the state of many others: bridges of many valves, converters with
 * two sides, latching thyristors. Each draws its cards and returns the time that is simulated, seconds. They are apart from those of
 * `random-circuit.ts`, whose numbers stay what they are.
 */
import { text, type Draw } from './draw.js';

const diodes = [
  'd',
  'd(Ron=10m Roff=1e9 Vfwd=.6)',
  'd(Ron=1m Roff=1e12)',
  'd(Ron=.1 Roff=1e6 Vfwd=.3)',
] as const;
const levels = ['ron=10m roff=1e9', 'ron=1m roff=1e6', 'ron=.1 roff=1e12'] as const;

/** The valves of one circuit: one model of diodes, one of switches. */
class Valves {
  readonly #diode: string;
  readonly #switch: string;

  constructor(
    private readonly draw: Draw,
    band?: number,
    threshold = 0.5,
  ) {
    this.#diode = draw.model(draw.pick(diodes));
    this.#switch = draw.model(
      `sw(${draw.pick(levels)} vt=${threshold} vh=${band ?? draw.pick([0, 0, 0.1])})`,
    );
  }

  diode(anode: string, cathode: string): void {
    this.draw.card('D', `${anode} ${cathode}`, this.#diode);
  }

  /** `control`: both nodes. */
  switch(a: string, b: string, control: string): void {
    this.draw.card('S', `${a} ${b} ${control}`, this.#switch);
  }

  /** A switch that conducts backwards. */
  reverse(a: string, b: string, control: string): void {
    this.switch(a, b, control);
    this.diode(b, a);
  }
}

function between(draw: Draw, from: number, to: number): number {
  return from + (to - from) * draw.whole(0, 1000) * 1e-3;
}

/** Six diodes on the mains with inductance in front. */
export function sixPulse(draw: Draw): number {
  const valves = new Valves(draw);
  const inductance = draw.value(1e-6, 2e-3);
  ['a', 'b', 'c'].forEach((phase, k) => {
    draw.card('V', `s${phase} 0`, `sin(0 325 50 0 0 ${-120 * k})`);
    draw.card('L', `s${phase} ${phase}`, inductance);
    valves.diode(phase, 'p');
    valves.diode('n', phase);
  });
  const kind = draw.whole(0, 4);
  if (kind === 0) draw.resistor('p', 'n', 5, 500);
  else if (kind === 1) {
    draw.card('C', 'p n', draw.value(1e-5, 3e-3));
    draw.resistor('p', 'n', 10, 500);
  } else {
    draw.card('L', 'p x', draw.value(1e-4, 0.1));
    if (kind === 2) draw.card('C', 'x n', draw.value(1e-5, 1e-3));
    draw.resistor('x', kind === 4 ? 'y' : 'n', 5, 100);
    if (kind === 4) draw.card('V', 'y n', 400);
  }
  draw.card('R', 'n 0', 1e6);
  return 60e-3;
}

/** Two full bridges on both sides of a transformer, turned against each other by a phase. */
export function dualActiveBridge(draw: Draw): number {
  const period = 1e-5;
  const valves = new Valves(draw);
  const phase = between(draw, 0.02, 0.2);
  const dead = 0.01;
  draw.card('V', 'p 0', draw.value(24, 400));
  const gates = { a: 0, b: 0.5, c: phase, d: phase + 0.5 };
  for (const [name, from] of Object.entries(gates))
    draw.gate(`g${name}`, period, from + dead, from + 0.5 - dead, 1e-8);
  const leg = (x: string, plus: string, upper: string, lower: string): void => {
    valves.reverse(plus, x, `g${upper} 0`);
    valves.reverse(x, '0', `g${lower} 0`);
  };
  leg('x', 'p', 'a', 'b');
  leg('y', 'p', 'b', 'a');
  leg('u', 'o', 'c', 'd');
  leg('w', 'o', 'd', 'c');
  draw.card('L', 'x t', draw.value(1e-6, 5e-5));
  const first = draw.card('L', 't y', 1e-3);
  const second = draw.card('L', 'u w', draw.value(1e-4, 3e-3));
  draw.card('K', '', `${first} ${second} ${draw.pick([1, 0.999])}`);
  draw.card('C', 'o 0', `${text(draw.value(1e-6, 1e-4))} ic=${text(draw.value(5, 100))}`);
  draw.resistor('o', '0', 1, 100);
  return 30 * period;
}

/** A half bridge that follows a sine by comparison with a triangle. */
export function pwmInverter(draw: Draw): number {
  const valves = new Valves(draw);
  draw.card('V', 'p 0', 200);
  draw.card('V', '0 m', 200);
  draw.card('V', 'r 0', `sin(0 ${text(between(draw, 0.3, 0.95))} 50)`);
  draw.card('V', 't 0', 'pulse(-1 1 0 249u 249u 1u 500u)');
  const [wanted, carrier] = [draw.node('r'), draw.node('t')];
  draw.card('B', 'gh 0', `V={if(v(${wanted}) > v(${carrier})+.02, 1, 0)}`);
  draw.card('B', 'gl 0', `V={if(v(${wanted}) < v(${carrier})-.02, 1, 0)}`);
  valves.reverse('p', 'x', 'gh 0');
  valves.reverse('x', 'm', 'gl 0');
  draw.card('L', 'x y', draw.value(1e-3, 5e-2));
  draw.resistor('y', '0', 1, 50);
  if (draw.chance(0.5)) draw.card('C', 'y 0', draw.value(1e-7, 1e-5));
  return 20e-3;
}

/** Buck or boost whose switch looks at its filtered output through a band. */
export function filteredHysteresis(draw: Draw): number {
  const valves = new Valves(draw, draw.value(0.02, 0.2), 0);
  draw.card('V', 'in 0', draw.value(15, 48));
  const isBoost = draw.chance(0.4);
  draw.card('V', 'c 0', isBoost ? 60 : 5);
  const inductance = draw.value(1e-5, 1e-3);
  if (isBoost) {
    valves.switch('x', '0', 'c f');
    draw.card('L', 'in x', inductance);
    valves.diode('x', 'o');
  } else {
    valves.switch('in', 'x', 'c f');
    valves.diode('0', 'x');
    draw.card('L', 'x o', inductance);
  }
  draw.card('C', 'o e', draw.value(1e-5, 1e-3));
  draw.resistor('e', '0', 0.01, 0.2);
  draw.card('R', 'o f', 1e3);
  draw.card('C', 'f 0', draw.value(1e-10, 1e-8));
  draw.resistor('o', '0', 2, 50);
  return 2e-3;
}

/** A flyback converter with two outputs and a snubber. */
export function twoOutputs(draw: Draw): number {
  const period = 2e-5;
  const valves = new Valves(draw);
  const coupling = draw.pick([1, 0.99, 0.95]);
  draw.card('V', 'in 0', draw.value(12, 300));
  draw.gate('g', period, 0, between(draw, 0.1, 0.6), 2e-8);
  const coils = [draw.card('L', 'in d', 1e-3), draw.card('L', '0 s1', draw.value(1e-5, 1e-3))];
  coils.push(draw.card('L', '0 s2', draw.value(1e-5, 1e-3)));
  draw.card('K', '', `${coils.join(' ')} ${coupling}`);
  valves.switch('d', '0', 'g 0');
  draw.resistor('d', 'sn', 10, 1e3);
  draw.card('C', 'sn 0', draw.value(1e-10, 1e-8));
  for (const k of [1, 2]) {
    valves.diode(`s${k}`, `o${k}`);
    draw.card('C', `o${k} 0`, draw.value(1e-6, 1e-4));
    draw.resistor(`o${k}`, '0', 3, 300);
  }
  return 50 * period;
}

/** A ladder of diodes and capacitors that two clocks pump. */
export function chargePump(draw: Draw): number {
  const valves = new Valves(draw);
  const stages = draw.whole(2, 4);
  draw.card('V', 'in 0', 5);
  draw.card('V', 'a 0', 'pulse(0 5 0 50n 50n .45u 1u)');
  draw.card('V', 'b 0', 'pulse(5 0 0 50n 50n .45u 1u)');
  draw.resistor('a', 'aa', 1, 50);
  draw.resistor('b', 'bb', 1, 50);
  valves.diode('in', 'n0');
  for (let k = 0; k < stages; k++) {
    draw.card('C', `n${k} ${k % 2 === 0 ? 'aa' : 'bb'}`, draw.value(1e-9, 1e-7));
    valves.diode(`n${k}`, `n${k + 1}`);
  }
  draw.card('C', `n${stages} 0`, draw.value(1e-8, 1e-6));
  draw.resistor(`n${stages}`, '0', 1e3, 1e5);
  return 1e-4;
}

/** Cuk, SEPIC or Zeta. */
export function fourthOrder(draw: Draw): number {
  const period = 1e-5;
  const valves = new Valves(draw);
  const kind = draw.pick(['cuk', 'sepic', 'zeta']);
  draw.card('V', 'in 0', draw.value(5, 48));
  draw.gate('g', period, 0, between(draw, 0.2, 0.7), 2e-8);
  const [first, second] = [draw.value(2e-5, 1e-3), draw.value(2e-5, 1e-3)];
  const transfer = draw.value(1e-6, 5e-5);
  if (kind === 'zeta') {
    valves.switch('in', 'x', 'g 0');
    draw.card('L', 'x 0', first);
  } else {
    draw.card('L', 'in x', first);
    valves.switch('x', '0', 'g 0');
  }
  draw.card('C', 'x y', transfer);
  if (kind === 'cuk') valves.diode('y', '0');
  else if (kind === 'sepic') valves.diode('y', 'o');
  else valves.diode('0', 'y');
  draw.card('L', kind === 'sepic' ? 'y 0' : 'y o', second);
  draw.card('C', 'o 0', draw.value(1e-5, 3e-4));
  draw.resistor('o', '0', 2, 100);
  return 100 * period;
}

/** LLC with a capacitance at the middle of its half bridge and four rectifiers. */
export function fullBridgeLlc(draw: Draw): number {
  const [capacitance, inductance] = [between(draw, 10, 60) * 1e-9, between(draw, 5, 40) * 1e-6];
  const period = (2 * Math.PI * Math.sqrt(capacitance * inductance)) / between(draw, 0.6, 1.4);
  const valves = new Valves(draw);
  draw.card('V', 'p 0', 100);
  draw.gate('ga', period, 0.01, 0.49, 1e-8);
  draw.gate('gb', period, 0.51, 0.99, 1e-8);
  valves.reverse('p', 'x', 'ga 0');
  valves.reverse('x', '0', 'gb 0');
  draw.card('C', 'x 0', draw.value(1e-11, 1e-9));
  draw.card('C', 'x r', capacitance);
  draw.card('L', 'r t', inductance);
  const first = draw.card('L', 't 0', inductance * between(draw, 3, 8));
  const second = draw.card('L', 'a b', inductance * between(draw, 0.3, 2));
  draw.card('K', '', `${first} ${second} ${draw.pick([1, 0.995])}`);
  valves.diode('a', 'o');
  valves.diode('b', 'o');
  valves.diode('0', 'a');
  valves.diode('0', 'b');
  draw.card('C', 'o 0', draw.value(1e-6, 3e-5));
  draw.resistor('o', '0', 2, 60);
  return 40 * period;
}

/** A switch that its own current keeps on, in series with a diode: fired once a period. */
export function thyristor(draw: Draw): number {
  const valves = new Valves(draw, 0);
  draw.card('V', 'a 0', `sin(0 ${text(draw.value(30, 300))} 50)`);
  draw.card('V', 'g 0', `pulse(0 1 ${text(between(draw, 1e-3, 8e-3))} 1u 1u .2m 20m)`);
  const current = draw.card('V', 'y z', 0);
  draw.card(
    'B',
    'c 0',
    `V={if(v(${draw.node('g')})>.5 | i(${current})>${text(draw.value(1e-3, 0.05))}, 1, 0)}`,
  );
  valves.switch('a', 'x', 'c 0');
  valves.diode('x', 'y');
  draw.card('L', 'z o', draw.value(1e-3, 5e-2));
  draw.resistor('o', '0', 3, 50);
  if (draw.chance(0.5)) valves.diode('0', 'z');
  return 60e-3;
}

/** Three phases, each on the same node for a third of the time. */
export function matrixConverter(draw: Draw): number {
  const valves = new Valves(draw);
  ['a', 'b', 'c'].forEach((phase, k) => {
    draw.card('V', `${phase} 0`, `sin(0 100 50 0 0 ${120 * k})`);
    draw.card('V', `g${phase} 0`, `pulse(0 1 ${text((k * 1e-4) / 3)} 10n 10n 33.3u 100u)`);
    valves.switch(phase, 'x', `g${phase} 0`);
  });
  draw.card('R', 'x q', 10);
  draw.card('C', 'q 0', draw.value(1e-9, 1e-7));
  draw.card('L', 'x y', draw.value(1e-3, 5e-2));
  draw.resistor('y', '0', 1, 30);
  return 20e-3;
}

/** Two switched-capacitor sections with a follower between. */
export function switchedCapacitor(draw: Draw): number {
  const period = 1e-5;
  const valves = new Valves(draw);
  draw.card('V', 'in 0', `sin(0 1 ${text(draw.value(200, 5e3))})`);
  draw.gate('pa', period, 0, 0.48, 1e-8);
  draw.gate('pb', period, 0.5, 0.98, 1e-8);
  const section = (from: string, middle: string, to: string): void => {
    valves.switch(from, middle, 'pa 0');
    draw.card('C', `${middle} 0`, draw.value(1e-12, 1e-10));
    valves.switch(middle, to, 'pb 0');
    draw.card('C', `${to} 0`, draw.value(1e-11, 1e-9));
  };
  section('in', 'x', 'y');
  draw.card('E', 'z 0 y 0', 1);
  section('z', 'w', 'o');
  return 200 * period;
}

/** Three valves of a Vienna rectifier, turned by a clock, with a neutral point between two capacitors. */
export function vienna(draw: Draw): number {
  const valves = new Valves(draw);
  const inductance = draw.value(2e-4, 5e-3);
  ['a', 'b', 'c'].forEach((phase, k) => {
    draw.card('V', `s${phase} 0`, `sin(0 325 50 0 0 ${-120 * k})`);
    draw.card('L', `s${phase} ${phase}`, inductance);
    valves.diode(phase, 'p');
    valves.diode('n', phase);
    draw.gate(`g${phase}`, 1e-4, k / 3, k / 3 + between(draw, 0.1, 0.5), 1e-7);
    valves.switch(phase, 'm', `g${phase} 0`);
  });
  const capacitance = text(draw.value(1e-5, 1e-3));
  draw.card('C', 'p m', `${capacitance} ic=350`);
  draw.card('C', 'm n', `${capacitance} ic=350`);
  draw.resistor('p', 'n', 20, 500);
  draw.card('R', 'm 0', 1e5);
  return 20e-3;
}
