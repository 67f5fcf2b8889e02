/**
 * A uniform line with losses, as n equal sections. With inductance and capacitance a section is the lossless line of its
 * share, exact by its waves, between two halves of its series resistance and of its shunt conductance:
 *
 *     o--- R/2n ---+---[ z0 = sqrt(L/C), td = sqrt(L C)/n ]---+--- R/2n ---o
 *                G/2n                                       G/2n
 *
 * Without inductance it is R/n between two capacitances C/2n and conductances G/2n.
 *
 * Error. With a = R/(2 n z0), b = G z0/(2 n), s = a + b and theta = j w td/n = j phi the chain matrix of a section has
 *
 *     cosh Gamma = (1 + 2ab) cosh theta + (s + a b^2) sinh theta,    Z^2/z0^2 = a^2 + (1 + 2a coth theta + 2ab)/(1 + 2b coth theta + b^2),
 *
 * the telegrapher's equations Gamma^2 = (2a + theta)(2b + theta) and Z^2/z0^2 = (1 + 2a/theta)/(1 + 2b/theta). To leading order in s,
 * with kappa = |coth theta - 1/theta| = 1/phi - cot phi (phi/3 where that is small, 2/pi at a quarter of a wave, a pole at half of one),
 *
 *     |d(n Gamma)| <= n s^2 kappa/2,    |d ln Z| <= s kappa + s^2:
 *
 * both fall as 1/n^2. Between ends that reflect p and q, with Q = p q exp(-2 n Gamma), a transmitted voltage is off by the factor
 * exp(x), |x| <= (|1 + Q| |d(n Gamma)| + |p + q| |1 - exp(-2 n Gamma)| |d ln Z|/2)/|1 - Q|. In time an edge that rises faster than
 * 2 td/n comes back as n stairs of s each where the line has a slope: off by s/2. That this be at most 1 % is what n is chosen by:
 * s <= 1/50 (up to losses of 8, where no more sections are made); up to a quarter of a wave a section, w <= pi n/(2 td), it reflects
 * within |d ln Z|/2 <= 0.7 % then. The stairs of few sections are as long as edges and pulses, and what they miss adds up: a line of few
 * sections has up to four times as many.
 *
 * For a line of R and C alone, with g = gamma l/n, |d(n Gamma)| <= n |g|^3/24 and |d ln Z| <= |g|^2/8: up to |g| = 1/4 the propagation is
 * off by at most 1/384 of itself, what is reflected by 1/256. Sources: [Branin 1967] for the waves, the chain matrices of
 * the telegrapher's equations for the errors.
 */
import type { Branch } from '../../primitives.js';
import { linePorts } from './line-ports.js';

/** Of the whole line: ohms, henries, siemens, farads. */
export interface LineTotals {
  readonly r: number;
  readonly l: number;
  readonly g: number;
  readonly c: number;
}

/** A port: a node and its reference. */
export interface LineEnd {
  readonly node: string;
  readonly reference: string;
}

/** What an edge that comes back may be off by: half a stair. */
const stairError = 0.01;
const maxSections = 200;
/** So many sections at most are made for a quarter of that. */
const fewSections = 16;
/** Of a line of resistance and capacitance. */
export const diffusiveSections = 48;

/** Returns how many sections a line with losses of R/z0 + G z0 is given. */
export function sectionCount(loss: number): number {
  const needed = Math.ceil(loss / (4 * stairError));
  const finer = Math.min(fewSections, Math.ceil(loss / stairError));
  return Math.min(maxSections, Math.max(1, needed, finer));
}

/** Returns the branches of a line; with l = 0 its ends share their reference. */
export function lineBranches(name: string, first: LineEnd, second: LineEnd, totals: LineTotals): Branch[] {
  return totals.l > 0 ? wavingLine(name, first, second, totals) : diffusiveLine(name, first, second, totals);
}

function wavingLine(name: string, first: LineEnd, second: LineEnd, { r, l, g, c }: LineTotals): Branch[] {
  const z0 = Math.sqrt(l / c);
  const n = sectionCount(r / z0 + g * z0);
  const delay = Math.sqrt(l * c) / n;
  const ladder = new Ladder(name, first);
  for (let k = 1; k <= n; k++) {
    const into = ladder.series(r / (k === 1 ? 2 * n : n));
    const isEnd = k === n;
    const out = isEnd && r === 0 ? second : ladder.next(isEnd ? second.reference : '0');
    ladder.shunts(into, g / (2 * n), 0);
    ladder.shunts(out, g / (2 * n), 0);
    const port = { a: into.node, b: into.reference, initial: 0 };
    const far = { a: out.node, b: out.reference, initial: 0 };
    // A line without losses is one element, whose current is that into its first port.
    const own = r === 0 && k === 1 ? name : `${name}#${k}`;
    ladder.branches.push(...linePorts({ name: own, ...port }, { name: `${name}#${k}b`, ...far }, z0, delay));
    ladder.at = out;
  }
  if (r > 0) ladder.seriesTo(second, r / (2 * n));
  return ladder.branches;
}

function diffusiveLine(name: string, first: LineEnd, second: LineEnd, { r, g, c }: LineTotals): Branch[] {
  const n = diffusiveSections;
  const ladder = new Ladder(name, first);
  for (let k = 1; k <= n; k++) {
    ladder.shunts(ladder.at, g / (2 * n), c / (2 * n));
    if (k < n) ladder.at = ladder.series(r / n);
    else ladder.seriesTo(second, r / n);
    ladder.shunts(ladder.at, g / (2 * n), c / (2 * n));
  }
  return ladder.branches;
}

/** What is laid from the first end on. */
class Ladder {
  readonly branches: Branch[] = [];
  at: LineEnd;
  #nodes = 0;
  #parts = 0;
  #isBegun = false;

  constructor(
    private readonly name: string,
    first: LineEnd,
  ) {
    this.at = first;
  }

  next(reference: string): LineEnd {
    return { node: `${this.name}#n${++this.#nodes}`, reference };
  }

  /** A resistance from where the ladder stands to a new node over the same reference; none where it is 0. */
  series(resistance: number): LineEnd {
    if (resistance === 0) return this.at;
    const inner = this.next(this.at.reference);
    this.seriesTo(inner, resistance);
    return inner;
  }

  seriesTo(end: LineEnd, resistance: number): void {
    // The first is part of the element: its current is that into the line.
    const name = this.#isBegun ? this.#part() : this.name;
    this.#isBegun = true;
    const ends = { name, element: name, a: this.at.node, b: end.node };
    this.branches.push({ kind: 'resistance', ...ends, resistance });
    this.at = end;
  }

  shunts({ node, reference }: LineEnd, conductance: number, capacitance: number): void {
    if (node === reference) return;
    const ends = { a: node, b: reference };
    if (conductance > 0) {
      const name = this.#part();
      this.branches.push({ kind: 'resistance', name, element: name, ...ends, resistance: 1 / conductance });
    }
    if (capacitance > 0) {
      const name = this.#part();
      this.branches.push({ kind: 'capacitance', name, element: name, ...ends, capacitance });
    }
  }

  #part(): string {
    return `${this.name}#p${++this.#parts}`;
  }
}
