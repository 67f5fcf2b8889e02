/**
 * Watches how switches that sources alone turn fall on a fixed grid. A step takes them as they stand at its end (conventions:
 * simultaneous events): one that turns at a point of the grid does so a whole step early, one that turns within a step by what that
 * step has had. Where both come, times between turns - a duty cycle - are off by the difference, which is of the first order in h.
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import type { IdealSwitchGuard, ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';
import { GateClock } from '../../kernel/modeling/signals/gate-clock.js';
import { sameInstant } from '../../kernel/simulation/linear/step-inputs.js';
import type { Observer, SimulationEvent } from '../../kernel/simulation/stream.js';

/** Halvings of a step until an edge is known. */
const halvings = 30;
/** Edges of a switch among which one that a step misses is looked for. */
const edgesLookedAt = 1e4;
/** Part of the shortest time between two turns by which it may be off without a word. */
const tolerated = 0.01;

interface Edges {
  readonly guard: IdealSwitchGuard;
  last: number;
  /** Seconds: the shortest time between two edges, by how much the steps took them early. */
  shortest: number;
  least: number;
  most: number;
}

export class EdgesOffGrid implements Observer {
  readonly #edges: ReadonlyMap<number, Edges>;

  constructor(
    private readonly system: ReducedSystem,
    guards: readonly IdealSwitchGuard[],
    /** Seconds. */
    private readonly h: number,
  ) {
    const fresh = { last: -Infinity, shortest: Infinity, least: Infinity, most: 0 };
    this.#edges = new Map(
      guards.flatMap((guard) => (guard.sourceOnly ? [[guard.row, { guard, ...fresh }]] : [])),
    );
  }

  event({ kind, rows, time }: SimulationEvent): void {
    if (kind !== 'switch') return;
    for (const row of rows) {
      const edges = this.#edges.get(row);
      if (!edges) continue;
      const edge = this.#edge(edges.guard, time);
      if (edge === undefined) continue;
      edges.least = Math.min(edges.least, edge - time);
      edges.most = Math.max(edges.most, edge - time);
      edges.shortest = Math.min(edges.shortest, edge - edges.last);
      edges.last = edge;
    }
  }

  /** Warns of the first switch that misses edges until T, or of the one of which these times are off most. */
  tell(T: number, diagnostics: Diagnostics): void {
    const hint = 'take an h of which all edges of its control are multiples, or method=events or stepping';
    for (const { guard } of this.#edges.values()) {
      const missed = this.#missed(guard, T);
      if (missed === undefined) continue;
      const [time, h] = [formatEngineering(missed, 's', 4), formatEngineering(this.h, 's', 4)];
      const message = `${guard.name} should turn at ${time} and back within the same step of ${h}: fixed steps do neither`;
      return void diagnostics.warning('edge-off-grid', message, undefined, { hint });
    }
    const part = ({ least, most, shortest }: Edges): number => (most - least) / shortest;
    const [worst] = [...this.#edges.values()].sort((a, b) => part(b) - part(a));
    if (!worst || !(part(worst) > tolerated)) return;
    const { guard, least, most, shortest } = worst;
    const [off, time, h] = [most - least, shortest, this.h].map((value) => formatEngineering(value, 's', 4));
    const message = `${guard.name} turns between points of the grid of ${h}: times between its turns, the shortest ${time}, are off by up to ${off}`;
    diagnostics.warning('edge-off-grid', message, undefined, { hint });
  }

  /** When the control passes its level in the step from a time on; undefined where it was beyond before. */
  #edge(guard: IdealSwitchGuard, time: number): number | undefined {
    const end = time + this.h * (1 + sameInstant);
    const turnsOn = this.#control(guard, end) > guard.on;
    const turned = (t: number): boolean => {
      const control = this.#control(guard, t);
      return turnsOn ? control > guard.on : control < guard.off;
    };
    if (turned(time + this.h * sameInstant)) return undefined;
    let [early, late] = [time, end];
    for (let k = 0; k < halvings; k++) {
      const middle = (early + late) / 2;
      if (turned(middle)) late = middle;
      else early = middle;
    }
    return late;
  }

  /** The first time at which a control turns and turns back within one step; undefined where none does, or nobody knows. */
  #missed({ control, on, off, initially }: IdealSwitchGuard, T: number): number | undefined {
    const { n, m, inputs } = this.system;
    const [first, ...others] = inputs.flatMap((signal, j) =>
      signal.constant || !control[n + m + j] ? [] : [{ signal, gain: control[n + m + j] ?? 0 }],
    );
    if (!first || others.length > 0) return undefined;
    const rest = this.#control({ control }, 0) - first.gain * first.signal.value(0);
    const clock = GateClock.of(first.signal, { gain: first.gain, rest, on, off });
    if (!clock) return undefined;
    let isOn = initially === 'on';
    if (clock.isBeyond(isOn, 0)) isOn = !isOn;
    const step = (t: number): number => Math.ceil(t / this.h - sameInstant);
    for (let [t, k] = [0, 0]; k < edgesLookedAt; k++, isOn = !isOn) {
      const next = clock.commutation(isOn, t);
      if (!(next < T)) return undefined;
      if (k > 0 && step(next) === step(t)) return t;
      t = next;
    }
    return undefined;
  }

  #control({ control }: Pick<IdealSwitchGuard, 'control'>, t: number): number {
    const { n, m, inputs } = this.system;
    let sum = 0;
    inputs.forEach((signal, j) => {
      const factor = control[n + m + j] ?? 0;
      if (factor !== 0) sum += factor * signal.value(t);
    });
    return sum;
  }
}
