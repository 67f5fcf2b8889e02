/**
 * Further operating points of a circuit with smooth laws, from those that are known. Each node that smooth laws read is driven
 * (`driven-node.ts`) from the point upwards and downwards, beyond all voltages of the circuit; where the current of the driving source
 * changes its sign another point lies, to which Newton's method goes on without the source. Besides, Newton's method starts from the point with the
 * node at either end. So is each displacement, up to a thousand times that of the point, in steps that grow with it. What is found is looked at in the same way, until nothing new comes.
 *
 * It proves nothing: a circuit of several loops of feedback may have points that no single node leads to. Each point is a solution to
 * rounding, stable or not. Cost: some hundred solutions a node and point, at most `maxSolutions`, fewer of large circuits.
 */
import { nodeOfDisplacement } from '../../circuit/devices/mechanical/equilibrium.js';
import type { OperatingPoint } from '../../kernel/simulation/sparse-stepping/operating-point.js';
import type { StillCircuit } from '../preparation/still-circuit.js';
import type { DrivenNode, DrivenPoint } from '../preparation/driven-node.js';

type Place = Pick<OperatingPoint, 'z' | 'guards'>;

/** Solutions in all of a circuit of up to `small` unknowns. */
const maxSolutions = 40_000;
const small = 50;
/** Parts of the range of voltages: the largest and the least step along a characteristic. */
const largestStep = 1 / 64;
const leastStep = 1e-7;
/** Beyond the voltages of the circuit, in parts of their range and in volts. */
const beyond = { part: 0.1, volts: 1 };
/** Halvings that close in a change of sign, before Newton's method goes on by itself. */
const halvings = 12;
/** Points closer than this part of the range are one. */
const same = 1e-6;
/** Of displacements: the least that counts, in metres or radians; how far they are driven, and the longest step, in parts of what was gone. */
const way = { least: 1e-6, times: 1e3, step: 1 / 16, first: 1e-3 };

export interface FurtherPoints {
  readonly points: readonly Place[];
  /** Characteristics that were followed. */
  readonly traced: number;
  /** All that was to be looked at has been. */
  readonly finished: boolean;
}

/** Looks for points besides the known ones, which come first; `nodes` are those to be driven. */
export function furtherPoints(
  still: StillCircuit,
  known: readonly Place[],
  nodes: readonly string[],
  accepts: (place: Place) => boolean,
): FurtherPoints {
  return new FurtherSearch(still, nodes, accepts).from(known);
}

class FurtherSearch {
  readonly #points: Place[] = [];
  #low = 0;
  #high = 0;
  #left: number;
  #traced = 0;

  constructor(
    private readonly still: StillCircuit,
    private readonly nodes: readonly string[],
    private readonly accepts: (place: Place) => boolean,
  ) {
    const { size } = still.model.system;
    this.#left = Math.ceil(maxSolutions * Math.min(1, (small / size) ** 2));
  }

  from(known: readonly Place[]): FurtherPoints {
    for (const place of known) this.#add(place);
    const driven = this.nodes.flatMap((node) => this.still.driven(node) ?? []);
    const direct = this.nodes.flatMap((node) => {
      const unknown = this.still.model.numbering.node(node);
      return this.#isWay(unknown) ? [] : [unknown];
    });
    for (let k = 0; k < this.#points.length && this.#left > 0; k++) {
      const start = this.#points[k];
      if (!start) break;
      this.#widen();
      for (const unknown of direct) this.#restart(unknown, start);
      for (const node of driven) for (const towards of [1, -1]) this.#trace(node, start, towards);
    }
    return { points: this.#points, traced: this.#traced, finished: this.#left > 0 };
  }

  /** The range in which nodes are driven: that of all voltages so far, and some more. */
  #widen(): void {
    const { nodes } = this.still.model.numbering;
    let [low, high] = [0, 0];
    for (const { z } of this.#points)
      nodes.forEach((_, k) => {
        if (this.#isWay(k)) return;
        low = Math.min(low, z[k] ?? 0);
        high = Math.max(high, z[k] ?? 0);
      });
    const more = beyond.volts + beyond.part * (high - low);
    [this.#low, this.#high] = [low - more, high + more];
  }

  /** Newton's method from the point with one voltage at either end. */
  #restart(unknown: number, start: Place): void {
    for (const voltage of [this.#low, this.#high]) {
      const z = start.z.slice();
      z[unknown] = voltage;
      this.#release({ z, guards: start.guards });
    }
  }

  #isWay(unknown: number): boolean {
    return nodeOfDisplacement(this.still.model.numbering.nodes[unknown] ?? '') !== undefined;
  }

  /** How large displacements are at the points so far. */
  get #way(): number {
    const { nodes } = this.still.model.numbering;
    const sizes = this.#points.flatMap(({ z }) =>
      nodes.map((_, k) => (this.#isWay(k) ? Math.abs(z[k] ?? 0) : 0)),
    );
    return Math.max(way.least, ...sizes);
  }

  /** Goes along a characteristic from a point, and looks at every change of sign. */
  #trace(node: DrivenNode, start: Place, towards: number): void {
    this.#traced++;
    const isWay = this.#isWay(node.unknown);
    const scale = isWay ? this.#way : this.#high - this.#low;
    let voltage = start.z[node.unknown] ?? 0;
    const begin = voltage;
    const ends = isWay ? [begin - way.times * scale, begin + way.times * scale] : [this.#low, this.#high];
    const end = ends[towards > 0 ? 1 : 0] ?? begin;
    const longest = (): number =>
      isWay ? way.step * (scale + Math.abs(voltage - begin)) : largestStep * scale;
    let place: Place = start;
    let last: DrivenPoint | undefined;
    let step = scale * (isWay ? way.first : largestStep ** 2);
    while (this.#left > 0 && (end - voltage) * towards > 0) {
      const next = towards > 0 ? Math.min(end, voltage + step) : Math.max(end, voltage - step);
      const found = this.#solve(node, next, place);
      if (!found) {
        step /= 4;
        if (step >= leastStep * scale) continue;
        // The way ends at a stop, against which it may rest.
        if (isWay) this.#release(place);
        return;
      }
      if (last && found.current * last.current < 0) this.#close(node, voltage, last, next, found);
      [voltage, place, last] = [next, found, found];
      step = Math.min(1.5 * step, longest());
    }
  }

  /** Closes in a change of sign between two voltages, and lets the node go there. */
  #close(node: DrivenNode, from: number, one: DrivenPoint, to: number, other: DrivenPoint): void {
    let [a, b] = [
      { voltage: from, point: one },
      { voltage: to, point: other },
    ];
    for (let k = 0; k < halvings; k++) {
      const voltage = (a.voltage + b.voltage) / 2;
      const point = this.#solve(node, voltage, a.point);
      if (!point) break;
      if (point.current * a.point.current > 0) a = { voltage, point };
      else b = { voltage, point };
    }
    const nearest = Math.abs(a.point.current) < Math.abs(b.point.current) ? a : b;
    this.#release(nearest.point);
  }

  #solve(node: DrivenNode, voltage: number, near: Place): DrivenPoint | undefined {
    this.#left--;
    return node.at(voltage, near);
  }

  #release({ z, guards }: Place): void {
    this.#left--;
    const found = this.still.follow({ z: z.slice(0, this.still.model.system.size), guards });
    if (found) this.#add(found);
  }

  #add(place: Place): void {
    const { length } = this.still.model.numbering.nodes;
    const close = same * Math.max(1e-3, this.#high - this.#low);
    const closeWay = this.#points.length === 0 ? 0 : same * this.#way;
    const isKnown = this.#points.some(
      ({ z, guards }) =>
        guards.every((on, g) => on === place.guards[g]) &&
        z
          .subarray(0, length)
          .every((v, k) => Math.abs(v - (place.z[k] ?? NaN)) <= (this.#isWay(k) ? closeWay : close)),
    );
    if (!isKnown && place.z.every(Number.isFinite) && this.accepts(place)) this.#points.push(place);
  }
}
