/**
 * Random circuits that both this program and ngspice run: transistors and diodes with charges, or behavioural sources, lines and
 * switches, among resistors that reach every node, capacitors and coils. Sources have a resistance: a junction straight across one
 * carries e^300 A. Tables are left out, whose corners ngspice rounds.
 */

/** A stream of numbers in [0, 1) that a seed determines (mulberry32). */
function stream(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Draw {
  #next;
  #count = 0;

  constructor(seed) {
    this.#next = stream(seed);
    const count = 4 + this.below(5);
    this.nodes = Array.from({ length: count }, (_, k) => `n${k + 1}`);
    this.period = 10 ** -this.between(3, 6);
    this.cards = [];
  }

  between(low, high) {
    return low + (high - low) * this.#next();
  }

  below(count) {
    return Math.floor(count * this.#next());
  }

  of(...choices) {
    return choices[this.below(choices.length)];
  }

  /** Ten to an exponent between two, with four digits. */
  decades(low, high) {
    return (10 ** this.between(low, high)).toPrecision(4);
  }

  number(low, high) {
    return this.between(low, high).toPrecision(3);
  }

  node() {
    return this.of(...this.nodes);
  }

  /** Two nodes, the second of which may be ground. */
  two() {
    const a = this.node();
    return [a, this.of(...this.nodes.filter((node) => node !== a), '0')];
  }

  time(part) {
    return (part * this.period).toPrecision(4);
  }

  /** Adds a card; `#` in it is a number of its own. */
  add(...texts) {
    this.#count++;
    for (const text of texts) this.cards.push(text.replaceAll('#', String(this.#count)));
  }
}

function supplies(draw) {
  const hertz = (1 / draw.period).toPrecision(4);
  const t = (part) => draw.time(part);
  const wave = draw.of(
    `sin(${draw.of(0, 1)} ${draw.of(0.1, 1, 4)} ${hertz})`,
    `pulse(${draw.of(0, -1)} ${draw.of(1, 5)} ${t(0.1)} ${t(draw.of(0.001, 0.03))} ${t(0.02)} ${t(0.4)} ${t(1)})`,
    `pwl(0 0 ${t(0.3)} ${draw.of(2, 5)} ${t(0.8)} -1 ${t(2)} 3)`,
    `exp(0 3 ${t(0.2)} ${t(0.15)} ${t(1.2)} ${t(0.3)})`,
  );
  draw.add(`Vs sv 0 ${draw.of(3.3, 5, 12)}`, `Rs sv n1 ${draw.decades(0, 2)}`);
  draw.add(`Vi vi 0 ${wave}`, `Ri vi n2 ${draw.decades(0, 2.5)}`);
}

/** Resistors, by which every node has a way to ground, capacitors and coils. */
function linearParts(draw) {
  for (const node of draw.nodes.slice(2)) {
    const other = draw.of(...draw.nodes.filter((name) => name !== node));
    draw.add(`Ra# ${node} 0 ${draw.decades(2.5, 5)}`, `Rb# ${node} ${other} ${draw.decades(2, 4.5)}`);
  }
  for (let k = draw.below(4); k >= 0; k--) {
    const seconds = draw.period * 10 ** draw.between(-2.5, 0);
    draw.add(`C# ${draw.two().join(' ')} ${(seconds / 10 ** draw.between(2.5, 4)).toPrecision(4)}`);
  }
  if (draw.of(true, false)) {
    const [a, b] = draw.two();
    const seconds = draw.period * 10 ** draw.between(-2.5, -0.3);
    draw.add(
      `Rl# ${a} m# ${draw.decades(0, 2)}`,
      `L# m# ${b} ${(seconds * 10 ** draw.between(2, 3.5)).toPrecision(4)}`,
    );
  }
}

const transistorModels = [
  '.model dd d(is=1e-14 n=1.05 rs=1 cjo=4p tt=2n vj=.7 m=.4)',
  '.model dz d(is=1e-13 bv=5.1 ibv=1m rs=2 cjo=30p)',
  '.model qn npn(is=1e-15 bf=100 br=2 vaf=60 ikf=.1 ise=1e-14 ne=1.6 rb=50 rc=1 re=.5 cje=5p cjc=3p tf=.3n tr=20n)',
  '.model qp pnp(is=2e-15 bf=80 vaf=50 rb=20 rc=2 cje=8p cjc=6p tf=.5n tr=50n xtf=2 vtf=3 itf=.1)',
  '.model mn nmos(vto=1 kp=50u lambda=.02 gamma=.5 phi=.65 tox=50n cgso=.3n cgdo=.3n)',
  '.model mp pmos(vto=-1 kp=20u lambda=.02 gamma=.4 phi=.65 tox=50n cgso=.3n cgdo=.3n)',
  '.model m3 nmos(level=3 vto=.8 tox=20n uo=600 theta=.1 vmax=1.5e5 eta=.02 kappa=.3 nsub=1e16 xj=.2u ld=.1u)',
  '.model jn njf(vto=-2 beta=1m lambda=.01 rd=5 rs=5 cgs=3p cgd=3p)',
];

function transistor(draw) {
  const [a, b, c] = [draw.node(), draw.node(), draw.node()];
  const size = `w=${draw.decades(0, 2)}u l=${draw.of(1, 2, 10)}u`;
  draw.add(
    draw.of(
      `D# ${draw.two().join(' ')} ${draw.of('dd', 'dz')}`,
      `Q# ${a} ${b} ${c} ${draw.of('qn', 'qp')}`,
      `M# ${a} ${b} ${c} ${c} ${draw.of('mn', 'mp', 'm3')} ${size}`,
      `J# ${a} ${b} ${c} jn`,
    ),
  );
}

/** An expression of voltages and of the time that stays of their size. */
function expression(draw, depth = 0) {
  const inner = () => expression(draw, depth + 1);
  const quantity = draw.of(`v(${draw.node()})`, `v(${draw.node()},${draw.node()})`, draw.number(-2, 2));
  if (depth > 1) return quantity;
  return draw.of(
    ...[quantity, `(${inner()}+${inner()})`, `(${inner()}*${inner()}/5)`, `tanh(${inner()})`],
    ...[`sin(${inner()})`, `abs(${inner()})`, `sqrt(abs(${inner()})+.1)`, `exp(-abs(${inner()}))`],
    ...[`min(${inner()},${inner()})`, `max(${inner()},${draw.number(-1, 1)})`, `atan(${inner()})`],
    `cos(${(6.2832 / draw.period).toPrecision(5)}*time)*${inner()}`,
  );
}

const behaviouralModels = [
  '.model sm sw(vt=.7 vh=.3 ron=10 roff=1meg)',
  '.model dd d(is=1e-14 rs=2 cjo=4p tt=2n)',
];

function behavioural(draw) {
  const [a, b] = draw.two();
  const through = `Rx# x# ${draw.node()} ${draw.decades(2, 3.5)}`;
  const line = `T# ${a} 0 x# 0 z0=50 td=${draw.time(draw.of(0.02, 0.1, 0.3))}`;
  const [one, other] = [draw.number(-1, 1), draw.number(-0.1, 0.1)];
  draw.add(
    ...draw.of(
      [`B# x# 0 v=${expression(draw)}`, through],
      [`B# ${a} ${b} i=(${expression(draw)})*1m`],
      [`E# x# 0 ${a} ${b} ${draw.number(-2, 2)}`, through],
      [`E# x# 0 poly(2) ${a} 0 ${draw.node()} 0 .1 ${one} .3 .05 ${other}`, through],
      [`G# ${a} ${b} ${draw.two().join(' ')} ${one}m`],
      [`F# ${a} ${b} Vi ${one}`],
      [line, through, `Ry# x# 0 ${draw.decades(1.5, 3)}`],
      [`S# ${a} ${b} ${draw.node()} ${draw.node()} sm`],
      [`D# ${a} ${b} dd`],
    ),
  );
}

/** The circuit of a seed: its cards but for `.tran`, and the period of its source in seconds. */
export function smoothCircuit(seed, kind) {
  const draw = new Draw(2 * seed + (kind === 'transistors' ? 0 : 1));
  supplies(draw);
  linearParts(draw);
  for (let k = draw.below(5); k >= 0; k--) (kind === 'transistors' ? transistor : behavioural)(draw);
  const models = kind === 'transistors' ? transistorModels : behaviouralModels;
  return {
    cards: [`random ${kind} ${seed}`, ...draw.cards, ...models],
    nodes: draw.nodes,
    period: draw.period,
  };
}
