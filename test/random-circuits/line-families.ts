/** Circuits on the mains: rectifiers, filters, multipliers, clippers. Each returns the time that is simulated, seconds. */
import type { Draw } from './draw.js';

/** Cycles of a sine that is drawn. */
const cycles = 5;

function mains(draw: Draw, nodes: string, phase = 0, frequency = 50, peak = 325): void {
  draw.card('V', nodes, `sin(0 ${peak} ${frequency} 0 0 ${phase})`);
}

/** Line impedance from a to b: R, L or both. */
function line(draw: Draw, a: string, b: string): void {
  const kind = draw.whole(0, 2);
  if (kind === 0) draw.resistor(a, b, 0.01, 10);
  else if (kind === 1) draw.card('L', `${a} ${b}`, draw.value(2e-5, 2e-2));
  else {
    draw.resistor(a, `${a}${b}`, 0.01, 10);
    draw.card('L', `${a}${b} ${b}`, draw.value(2e-5, 2e-2));
  }
}

/** R, RC, RL or an LC filter with a resistor from a to b. */
function load(draw: Draw, a: string, b: string): void {
  const kind = draw.whole(0, 3);
  if (kind === 2) {
    draw.card('L', `${a} x${a}`, draw.value(1e-4, 0.1));
    draw.resistor(`x${a}`, b, 2, 200);
    return;
  }
  if (kind === 3) {
    draw.card('L', `${a} x${a}`, draw.value(1e-4, 0.1));
    draw.card('C', `x${a} ${b}`, draw.value(1e-6, 1e-3));
    draw.resistor(`x${a}`, b, 5, 500);
    return;
  }
  draw.resistor(a, b, 5, 5e3);
  if (kind === 1) draw.card('C', `${a} ${b}`, draw.value(1e-6, 1e-3));
}

export function halfWave(draw: Draw): number {
  mains(draw, 'in 0');
  line(draw, 'in', 'a');
  draw.diode('a', 'k');
  if (draw.chance(0.4)) draw.diode('0', 'k');
  load(draw, 'k', '0');
  return cycles / 50;
}

export function fullBridge(draw: Draw): number {
  mains(draw, 'in n');
  line(draw, 'in', 'a');
  draw.diode('a', 'p');
  draw.diode('0', 'a');
  draw.diode('n', 'p');
  draw.diode('0', 'n');
  load(draw, 'p', '0');
  return cycles / 50;
}

export function centreTap(draw: Draw): number {
  mains(draw, 'in1 0');
  mains(draw, '0 in2');
  line(draw, 'in1', 'a');
  line(draw, 'in2', 'b');
  draw.diode('a', 'p');
  draw.diode('b', 'p');
  load(draw, 'p', '0');
  return cycles / 50;
}

/** Three phases, three or six pulses. */
export function threePhase(draw: Draw): number {
  const six = draw.chance(0.7);
  const inductance = draw.value(2e-5, 5e-3);
  ['a', 'b', 'c'].forEach((phase, k) => {
    mains(draw, `s${phase} 0`, -120 * k);
    if (draw.chance(0.8)) draw.card('L', `s${phase} ${phase}`, inductance);
    else draw.resistor(`s${phase}`, phase, 0.05, 2);
    draw.diode(phase, 'p');
    if (six) draw.diode('n', phase);
  });
  load(draw, 'p', six ? 'n' : '0');
  if (six && draw.chance(0.3)) draw.resistor('n', '0', 1e3, 1e6);
  return 3 / 50;
}

/** A transformer whose secondary feeds a rectifier. */
export function transformer(draw: Draw): number {
  mains(draw, 'in 0');
  draw.resistor('in', 'a', 0.1, 5);
  const first = draw.card('L', 'a 0', draw.value(0.2, 2));
  const second = draw.card('L', 's1 0', draw.value(0.01, 0.2));
  draw.card('K', '', `${first} ${second} ${draw.pick([1, 0.99, 0.95])}`);
  draw.diode('s1', 'p');
  if (draw.chance(0.5)) draw.diode('0', 'p');
  load(draw, 'p', '0');
  return cycles / 50;
}

export function multiplier(draw: Draw): number {
  const frequency = draw.pick([50, 1e3, 5e4]);
  const charge = 1 / (frequency * draw.value(200, 5e3));
  mains(draw, 'in 0', 0, frequency, draw.value(10, 300));
  if (draw.chance(0.7)) line(draw, 'in', 'a0');
  else draw.card('R', 'in a0', draw.value(0.1, 10));
  const stages = draw.whole(1, 4);
  const capacitance = draw.value(charge, 10 * charge);
  let last = '0';
  let pumped = 'a0';
  for (let k = 1; k <= stages; k++) {
    draw.card('C', `${pumped} p${k}`, capacitance);
    draw.diode(last, `p${k}`);
    draw.diode(`p${k}`, `q${k}`);
    draw.card('C', `${last} q${k}`, capacitance);
    last = `q${k}`;
    pumped = `p${k}`;
  }
  draw.resistor(last, '0', 1e4, 1e6);
  return 8 / frequency;
}

/** Clippers and clamps: diodes to bias voltages behind a resistor, a capacitor or a coil. */
export function clipper(draw: Draw): number {
  const frequency = draw.pick([50, 1e3, 1e5]);
  mains(draw, 'in 0', 0, frequency, draw.value(3, 50));
  const series = draw.whole(0, 2);
  if (series === 0) draw.resistor('in', 'a', 10, 1e4);
  else if (series === 1) draw.card('C', 'in a', 1 / (frequency * draw.value(100, 1e4)));
  else draw.card('L', 'in a', draw.value(1, 1e3) / frequency);
  draw.card('V', 'b 0', draw.value(1, 10));
  draw.diode('a', 'b');
  if (draw.chance(0.6)) draw.diode(draw.pick(['0', 'c']), 'a');
  if (draw.chance(0.3)) draw.card('V', 'c 0', -draw.value(1, 10));
  else draw.resistor('c', '0', 1, 1e3);
  draw.resistor('a', '0', 100, 1e5);
  return 8 / frequency;
}
