/**
 * The switches of a flow: which are on, and which rows that forces, y = 0 of one that is on and lambda = 0 of one that is off.
 * They change where the flow says so alone. Cost: O(switches) a commutation.
 */
import type { LinearSystem } from '../linear/linear-model.js';
import { controlledOutside } from './broken-guards.js';

export class SwitchStates {
  readonly on: Uint8Array;
  /** By row: 1 an equation y = 0, -1 lambda = 0, 0 as its law says. */
  readonly forced: Int8Array;

  /** `clocked`: 1 for a guard that is not followed; `changed` is told of every commutation. */
  constructor(
    private readonly system: LinearSystem,
    readonly clocked: Uint8Array,
    private readonly changed: () => void,
  ) {
    this.on = Uint8Array.from(system.guards, ({ guard }) => (guard.initially === 'on' ? 1 : 0));
    this.forced = new Int8Array(system.m);
  }

  /** Changes the states of switches. */
  commutate(switches: readonly number[]): void {
    if (switches.length === 0) return;
    for (let k = 0; k < switches.length; k++) this.on[switches[k]!] = 1 - this.on[switches[k]!]!;
    this.changed();
  }

  /** Takes the states of a mode. */
  adopt(on: Uint8Array): void {
    this.on.set(on);
    this.changed();
  }

  /** Switches without clocks outside their bands by inputs and states alone: they commutate before anything else is decided. */
  outside(xi: Float64Array, c: Float64Array): readonly number[] {
    const { guards, n, p } = this.system;
    if (guards.length === 0) return none;
    return controlledOutside(guards, this.on, xi, { n, p, c, clocked: this.clocked });
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
