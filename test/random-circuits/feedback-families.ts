/** Circuits whose switching feeds back, and meshes without a plan. Each returns the time that is simulated, seconds. */
import { text, type Draw } from './draw.js';

/** A buck whose switch looks at its output through a band. */
export function hysteretic(draw: Draw): number {
  const period = draw.pick([1e-5, 1e-4]);
  const supply = draw.value(10, 100);
  const wanted = Number((supply * draw.pick([0.3, 0.5, 0.7])).toPrecision(3));
  draw.card('V', 'in 0', supply);
  draw.card('V', 'r 0', wanted);
  draw.switch('in x', 'r o', 0, Number((wanted * draw.pick([0.01, 0.05, 0.1])).toPrecision(2)));
  draw.diode('0', 'x');
  draw.card('L', 'x o', period * draw.value(1, 20));
  draw.card('C', 'o 0', period * draw.value(0.1, 5));
  draw.resistor('o', '0', 1, 50);
  return 20 * period;
}

/** A comparator with hysteresis that charges its own capacitor. */
export function oscillator(draw: Draw): number {
  const resistance = draw.value(100, 1e5);
  const capacitance = draw.value(1e-10, 1e-6);
  const level = draw.value(1, 20);
  const [plus, minus] = [draw.node('p'), draw.node('m')];
  draw.card('B', 'out 0', `V={if(v(${plus}) > v(${minus}), ${level}, ${-level})}`);
  draw.card('R', 'out m', resistance);
  draw.card('C', 'm 0', capacitance);
  draw.resistor('out', 'p', 1e3, 1e4);
  draw.resistor('p', '0', 1e3, 1e4);
  if (draw.chance(0.4)) {
    draw.diode('out', 'k');
    draw.resistor('k', 'm', resistance / 5, resistance);
  }
  return 20 * resistance * capacitance;
}

/** A relay without hysteresis: it slides, or crosses. */
export function relay(draw: Draw): number {
  const tau = draw.pick([1e-5, 1e-3]);
  const level = draw.value(5, 50);
  const [ref, sense] = [draw.node('ref'), draw.node('o')];
  if (draw.chance(0.5)) draw.card('V', 'ref 0', Number((level * draw.pick([0.2, 0.5, 0.8])).toPrecision(3)));
  else draw.card('V', 'ref 0', `sin(${level / 2} ${level / 4} ${text(0.05 / tau)})`);
  const low = draw.pick([0, 0, -level]);
  draw.card('B', 'x 0', `V={if(v(${ref},${sense}) > 0, ${level}, ${low})}`);
  const kind = draw.whole(0, 2);
  if (kind === 0) {
    draw.resistor('x', 'o', 10, 1e3);
    draw.card('C', 'o 0', tau / 100);
  } else if (kind === 1) {
    draw.card('L', 'x o', tau * draw.value(1, 10));
    draw.card('C', 'o 0', tau / draw.value(1, 10));
  } else {
    draw.diode('x', 'y');
    draw.resistor('y', 'o', 1, 100);
    draw.card('C', 'o 0', tau / 100);
  }
  draw.resistor('o', '0', 50, 5e3);
  return 20 * tau;
}

/** A comparator of a clocked or sinusoidal voltage that switches a load with diodes. */
export function comparator(draw: Draw): number {
  const frequency = draw.pick([1e3, 1e5]);
  const wave = draw.pick([
    `pulse(0 5 0 ${text(0.1 / frequency)} ${text(0.1 / frequency)} ${text(0.4 / frequency)} ${text(1 / frequency)})`,
    `sin(0 5 ${frequency})`,
  ]);
  draw.card('V', 'a 0', wave);
  draw.diode('a', 'k');
  draw.resistor('k', '0', 10, 1e4);
  if (draw.chance(0.5)) draw.card('C', 'k 0', draw.value(1e-2, 1) / frequency / 1e3);
  const [sense] = [draw.node(draw.pick(['a', 'k']))];
  draw.card('B', 'b 0', `V={if(v(${sense}) > ${draw.pick([0, 1, 2])}, 10, 0)}`);
  draw.resistor('b', 'c', 10, 1e3);
  if (draw.chance(0.5)) draw.card('C', 'c 0', draw.value(1e-2, 1) / frequency / 1e2);
  else draw.card('L', 'c l', draw.value(1, 1e3) / frequency / 10);
  draw.resistor(draw.chance(0.5) ? 'c' : 'l', '0', 100, 1e4);
  draw.resistor('l', '0', 100, 1e4);
  return 10 / frequency;
}

/** A chopper whose switch is a MOSFET. */
export function mosfet(draw: Draw): number {
  const period = draw.pick([1e-5, 1e-4]);
  const model = draw.model(`nmos(vto=${draw.pick([1, 2, 3])} kp=${draw.pick([0.1, 0.5, 2])})`);
  draw.card('V', 'in 0', draw.value(5, 50));
  draw.card(
    'V',
    'g 0',
    `pulse(0 ${draw.pick([10, 12])} 0 ${text(period / 50)} ${text(period / 50)} ${text(period * 0.4)} ${period})`,
  );
  if (draw.chance(0.5)) {
    draw.resistor('in', 'd', 1, 100);
    if (draw.chance(0.5)) draw.card('C', 'd 0', period * draw.value(1e-4, 1e-2));
  } else {
    draw.card('L', 'in d', period * draw.value(1, 50));
    draw.diode('d', 'o');
    draw.card('C', 'o 0', period * draw.value(0.1, 5));
    draw.resistor('o', '0', 5, 100);
  }
  draw.card('M', 'd g 0 0', `${model} w=100u l=10u`);
  return 10 * period;
}

/** Random R, L, C, diodes and sources between a few nodes, each with a way to ground. */
export function mesh(draw: Draw): number {
  const frequency = draw.pick([100, 1e4, 3e5]);
  const omega = 2 * Math.PI * frequency;
  const count = draw.whole(2, 5);
  const nodes = ['0', ...Array.from({ length: count }, (_, k) => `n${k + 1}`)];
  const wave = draw.pick([
    `sin(0 10 ${frequency})`,
    `pulse(-5 5 0 ${text(0.02 / frequency)} ${text(0.02 / frequency)} ${text(0.48 / frequency)} ${text(1 / frequency)})`,
  ]);
  draw.card('V', 'n1 0', wave);
  const parts = draw.whole(count + 1, 2 * count + 3);
  for (let k = 0; k < parts; k++) {
    const a = draw.pick(nodes);
    const b = draw.pick(nodes.filter((node) => node !== a));
    const kind = draw.pick(['R', 'R', 'L', 'C', 'D', 'D', 'D']);
    const z = draw.value(1, 1e3);
    if (kind === 'D') draw.diode(a, b);
    else if (kind === 'R') draw.card('R', `${a} ${b}`, z);
    else draw.card(kind, `${a} ${b}`, kind === 'L' ? z / omega : 1 / (z * omega));
  }
  for (const node of nodes.slice(2)) draw.resistor(node, '0', 10, 1e4);
  return 8 / frequency;
}
