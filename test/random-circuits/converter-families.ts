/** Switched circuits: choppers, bridges, isolated converters, resonant ones. Each returns the time that is simulated, seconds. */
import { text, type Draw } from './draw.js';

const periods = 20;

interface Clock {
  readonly period: number;
  readonly duty: number;
  readonly edges: number;
}

function clock(draw: Draw): Clock {
  const period = draw.pick([5e-6, 1e-5, 2e-5, 1e-4]);
  return { period, duty: draw.whole(4, 16) / 20, edges: draw.pick([0, period / 1e3, period / 100]) };
}

/** The switch of a chopper with what stands beside it: inductance in its leg, a snubber. */
function leg(draw: Draw, a: string, b: string, gate: string, { period }: Clock): void {
  const inside = draw.chance(0.25) ? `${a}l` : a;
  if (inside !== a) draw.card('L', `${a} ${inside}`, period * draw.value(1e-3, 0.1));
  draw.switch(`${inside} ${b}`, `${gate} 0`, 0.5, draw.pick([0, 0.1]));
  if (draw.chance(0.2)) {
    draw.resistor(a, `${a}s`, 1, 100);
    draw.card('C', `${a}s ${b}`, draw.value(1e-10, 1e-8));
  }
}

function output(draw: Draw, a: string, { period }: Clock): void {
  const series = draw.chance(0.3) ? `${a}e` : a;
  if (series !== a) draw.resistor(a, series, 0.005, 0.2);
  draw.card('C', `${series} 0`, period * draw.value(0.1, 50));
  draw.resistor(a, '0', 1, 200);
}

export function buck(draw: Draw): number {
  const clocked = clock(draw);
  draw.card('V', 'in 0', draw.value(5, 400));
  draw.gate('g', clocked.period, 0.05, 0.05 + clocked.duty, clocked.edges);
  leg(draw, 'in', 'x', 'g', clocked);
  draw.diode('0', 'x');
  draw.card('L', 'x o', clocked.period * draw.value(1, 100));
  output(draw, 'o', clocked);
  return periods * clocked.period;
}

export function boost(draw: Draw): number {
  const clocked = clock(draw);
  draw.card('V', 'in 0', draw.value(5, 100));
  draw.gate('g', clocked.period, 0.05, 0.05 + clocked.duty, clocked.edges);
  draw.card('L', 'in x', clocked.period * draw.value(1, 100));
  leg(draw, 'x', '0', 'g', clocked);
  draw.diode('x', 'o');
  output(draw, 'o', clocked);
  return periods * clocked.period;
}

/** Inverting buck-boost, SEPIC or Cuk. */
export function buckBoost(draw: Draw): number {
  const clocked = clock(draw);
  const { period } = clocked;
  draw.card('V', 'in 0', draw.value(5, 100));
  draw.gate('g', period, 0.05, 0.05 + clocked.duty, clocked.edges);
  const kind = draw.whole(0, 2);
  if (kind === 0) {
    leg(draw, 'in', 'x', 'g', clocked);
    draw.card('L', 'x 0', period * draw.value(1, 100));
    draw.diode('o', 'x');
    output(draw, 'o', clocked);
    return periods * period;
  }
  draw.card('L', 'in x', period * draw.value(1, 100));
  leg(draw, 'x', '0', 'g', clocked);
  draw.card('C', 'x y', period * draw.value(0.1, 20));
  if (kind === 1) {
    draw.card('L', 'y 0', period * draw.value(1, 100));
    draw.diode('y', 'o');
  } else {
    draw.diode('y', '0');
    draw.card('L', 'y o', period * draw.value(1, 100));
  }
  output(draw, 'o', clocked);
  return periods * period;
}

/** Half or full bridge with dead time and antiparallel diodes into R L, R L C or a resonant tank. */
export function bridge(draw: Draw): number {
  const { period, edges } = clock(draw);
  const dead = draw.pick([0.02, 0.05]);
  const full = draw.chance(0.5);
  draw.card('V', 'p 0', draw.value(10, 400));
  draw.gate('ga', period, dead, 0.5, edges);
  draw.gate('gb', period, 0.5 + dead, 1, edges);
  const half = (middle: string, upper: string, lower: string): void => {
    draw.switch(`p ${middle}`, `${upper} 0`, 0.5, 0);
    draw.switch(`${middle} 0`, `${lower} 0`, 0.5, 0);
    draw.diode(middle, 'p');
    draw.diode('0', middle);
  };
  half('x', 'ga', 'gb');
  let back = 'y';
  if (full) half('y', 'gb', 'ga');
  else if (draw.chance(0.5)) {
    const capacitance = period * draw.value(1, 50);
    draw.card('C', 'p y', `${text(capacitance)} ic=5`);
    draw.card('C', 'y 0', `${text(capacitance)} ic=5`);
  } else back = '0';
  const reactance = draw.value(1, 50);
  draw.card('L', 'x t', period * reactance);
  if (draw.chance(0.5)) {
    draw.card('C', 't u', (period / reactance) * draw.value(0.01, 0.3));
    draw.resistor('u', back, 0.5, 100);
  } else draw.resistor('t', back, 0.5, 100);
  return periods * period;
}

/** Flyback or forward converter with coupled coils, with or without leakage and a clamp. */
export function isolated(draw: Draw): number {
  const clocked = clock(draw);
  const { period } = clocked;
  const coupling = draw.pick([1, 0.995, 0.98]);
  const inductance = period * draw.value(5, 100);
  const ratio = draw.pick([0.1, 0.25, 0.5, 1]);
  const forward = draw.chance(0.4);
  draw.card('V', 'in 0', draw.value(10, 400));
  draw.gate('g', period, 0.05, 0.05 + Math.min(clocked.duty, 0.5), clocked.edges);
  const primary = draw.card('L', 'in d', inductance);
  draw.switch('d 0', 'g 0', 0.5, 0);
  const ends = forward ? 's 0' : '0 s';
  const secondary = draw.card('L', ends, inductance * ratio ** 2);
  draw.card('K', '', `${primary} ${secondary} ${coupling}`);
  if (coupling < 1 || forward || draw.chance(0.3)) {
    draw.diode('d', 'c');
    draw.card('C', 'c in', period * draw.value(0.01, 1));
    draw.resistor('c', 'in', 100, 1e4);
  }
  draw.diode('s', forward ? 'f' : 'o');
  if (forward) {
    draw.diode('0', 'f');
    draw.card('L', 'f o', period * draw.value(1, 50));
  }
  output(draw, 'o', clocked);
  return periods * period;
}

/** LLC: half bridge, resonant tank, coupled or not, rectifier. */
export function resonant(draw: Draw): number {
  const { period, edges } = clock(draw);
  const dead = 0.03;
  draw.card('V', 'p 0', draw.value(48, 400));
  draw.gate('ga', period, dead, 0.5, edges);
  draw.gate('gb', period, 0.5 + dead, 1, edges);
  draw.switch('p x', 'ga 0', 0.5, 0);
  draw.switch('x 0', 'gb 0', 0.5, 0);
  draw.diode('x', 'p');
  draw.diode('0', 'x');
  const impedance = draw.value(5, 50);
  const omega = (2 * Math.PI * draw.pick([0.7, 0.9, 1, 1.2])) / period;
  const tank = impedance / omega;
  draw.card('C', 'x r', 1 / (impedance * omega));
  draw.card('L', 'r t', tank);
  if (draw.chance(0.5)) {
    const primary = draw.card('L', 't 0', tank * 5);
    const first = draw.card('L', 's1 0', tank * 0.5);
    const second = draw.card('L', '0 s2', tank * 0.5);
    draw.card('K', '', `${primary} ${first} ${second} ${draw.pick([1, 0.999, 0.99])}`);
    draw.diode('s1', 'o');
    draw.diode('s2', 'o');
  } else {
    draw.card('L', 't b', tank * 3);
    draw.card('V', 'b 0', 0);
    draw.diode('t', 'o');
    draw.diode('nn', 't');
    draw.diode('0', 'o');
    draw.diode('nn', '0');
    draw.card('C', 'o nn', period * draw.value(0.1, 10));
    draw.resistor('nn', '0', 10, 1e3);
  }
  draw.card('C', 'o 0', period * draw.value(0.1, 10));
  draw.resistor('o', '0', 5, 200);
  return periods * period;
}
