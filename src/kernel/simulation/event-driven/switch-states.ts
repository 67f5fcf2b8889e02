/** The switches of a flow: which are on, which rows that forces, and when sources will turn them. */
import type { LinearSystem } from '../linear-model.js';
import { controlledOutside } from './broken-guards.js';
import { SwitchClocks } from './switch-clocks.js';

export class SwitchStates {
  readonly on: Uint8Array;
  /** By row: 1 an equation y = 0, -1 lambda = 0, 0 as its law says. */
  readonly forced: Int8Array;
  readonly clocks: SwitchClocks;

  /** `gates`: inputs that turn switches and nothing else; turns within `evtol` are one; `changed` is told of every turn. */
  constructor(
    private readonly system: LinearSystem,
    gates: Uint8Array,
    evtol: number,
    private readonly changed: () => void,
  ) {
    this.on = Uint8Array.from(system.guards, ({ guard }) => (guard.initially === 'on' ? 1 : 0));
    this.forced = new Int8Array(system.m);
    this.clocks = new SwitchClocks(system, gates, this.on, evtol);
  }

  /** Turns switches at t. */
  turn(switches: readonly number[], t: number): void {
    if (switches.length === 0) return;
    for (let k = 0; k < switches.length; k++) this.on[switches[k]!] = this.on[switches[k]!] === 1 ? 0 : 1;
    this.clocks.turned(switches, t);
    this.changed();
  }

  /** Takes states and times of the next turns as somebody has followed them. */
  adopt(on: Uint8Array, times: Float64Array): void {
    this.on.set(on);
    this.clocks.adopt(times);
    this.changed();
  }

  /** Switches without clocks outside their bands by inputs and states alone: they turn before anything else is decided. */
  outside(xi: Float64Array, c: Float64Array): readonly number[] {
    const { guards, n, p } = this.system;
    if (guards.length === 0) return none;
    const { clocked } = this.clocks;
    return controlledOutside(guards, this.on, xi, { n, p, c, clocked });
  }

  /** Writes `forced`. */
  force(): void {
    const { forced, on } = this;
    const { equations, guards } = this.system;
    if (equations) forced.set(equations);
    else forced.fill(0);
    guards.forEach(({ row, guard }, g) => {
      forced[row] = (on[g] === 1) === (guard.onMeans === 'y=0') ? 1 : -1;
    });
  }

  /** Rows of switches. */
  rowsOf(switches: readonly number[]): number[] {
    return switches.map((g) => this.system.guards[g]?.row ?? -1);
  }
}

const none: readonly number[] = Object.freeze([]);
