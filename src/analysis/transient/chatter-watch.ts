/**
 * Follows how ideal switches turn, for the message of a run that does not get on: a switch without hysteresis that its own
 * circuit controls may reach a state from which it turns back at once, for ever. Between turns it is on and off for times
 * whose ratio is that of the equivalent control,
 *
 *     duty = t_on / (t_on + t_off),
 *
 * while no motion of the circuit with the switch on or off exists: it would have to slide between both. So many turns
 * with hardly any progress in time end the run.
 */
import { formatEngineering } from '../../base/units.js';
import type { CompiledCircuit } from '../../circuit/compiler/compiled-circuit.js';
import type { Branch, IdealSwitchBranch } from '../../circuit/primitives.js';
import { EventDrivenFailure } from '../../kernel/simulation/event-driven/event-driven-failure.js';
import type { Observer, SimulationEvent } from '../../kernel/simulation/stream.js';

/** Turns over which the duty is taken: whole cycles. */
const turnsKept = 200;
/** A switch without hysteresis that turns so often, each time after this many evtol on the average, gets nowhere. */
const turnsInVain = 2000;
const evtolsATurn = 100;

/** A switch without hysteresis that would have to slide. */
export interface Chatter {
  readonly row: number;
  /** What to do about it. */
  readonly hint: string;
  /** A comparison turns it, not its own control. */
  readonly isCompared: boolean;
}

export class ChatterWatch implements Observer {
  /** Times of the last turns of each row, the oldest first. */
  readonly #turns = new Map<number, number[]>();

  constructor(
    private readonly circuit: Pick<CompiledCircuit, 'system' | 'guards'>,
    /** Seconds. */
    private readonly evtol: number,
  ) {}

  /** Turns that follow each other closely are always told. */
  skippable(): number {
    return Infinity;
  }

  event({ kind, rows, time }: SimulationEvent): void {
    if (kind !== 'switch') return;
    for (const row of rows) {
      let turns = this.#turns.get(row);
      if (!turns) this.#turns.set(row, (turns = []));
      turns.push(time);
      if (turns.length <= turnsInVain) continue;
      const progress = time - (turns[turns.length - 1 - turnsInVain] ?? -Infinity);
      if (progress <= turnsInVain * evtolsATurn * this.evtol && this.#contact(row)) {
        throw new EventDrivenFailure('too-many-events', time, [row]);
      }
      if (turns.length > 2 * turnsInVain) turns.splice(0, turnsInVain);
    }
  }

  /** The first of these rows that is an ideal switch without hysteresis, where one is. */
  found(rows: readonly number[], isOn: (row: number) => boolean): Chatter | undefined {
    for (const row of rows) {
      const branch = this.#contact(row);
      if (!branch) continue;
      const duty = this.#duty(row, isOn(row));
      const told = duty === undefined ? '' : ` with an equivalent duty of about ${duty.toPrecision(2)}`;
      const comparison = this.#comparison(row);
      if (comparison !== undefined) {
        const hint =
          `${branch.element} follows the comparison in ${comparison.element}, which it turns back at once${told}: give the comparison ` +
          `hysteresis by a part of its own output, such as v(x)+0.01*v(${comparison.a}) > v(y), or control ${branch.element} by the ` +
          `difference itself, v(x)-v(y), and give its model vh > 0`;
        return { row, hint, isCompared: true };
      }
      const at = formatEngineering(branch.on, '');
      const hint =
        `${branch.element} has no hysteresis and would have to slide at its threshold ${at}${told}: give its model ` +
        `vh > 0 (ih of a current switch), or drive the node by a comparator (B source), which can slide`;
      return { row, hint, isCompared: false };
    }
    return undefined;
  }

  /** The comparison, an ideal relay, that decides the control of a contact. */
  #comparison(row: number): Branch | undefined {
    const { system, guards } = this.circuit;
    const control = guards.find((guard) => guard.row === row)?.control;
    const relay = system.rows.findIndex(
      ({ beginsRelay }, k) => beginsRelay === true && (control?.[system.n + k] ?? 0) !== 0,
    );
    return system.branches[system.rows[relay]?.branch ?? -1];
  }

  /** The contact without hysteresis to which a row belongs. */
  #contact(row: number): IdealSwitchBranch | undefined {
    const { branches, rows } = this.circuit.system;
    const branch = branches[rows[row]?.branch ?? -1];
    return branch?.kind === 'ideal-switch' && branch.on === branch.off ? branch : undefined;
  }

  /** Part of the last cycles spent on; undefined where there were too few. */
  #duty(row: number, on: boolean): number | undefined {
    const turns = (this.#turns.get(row) ?? []).slice(-turnsKept - 1);
    if (turns.length <= turnsKept) return undefined;
    let [asNow, otherwise] = [0, 0];
    for (let k = turns.length - 1; k > 0; k--) {
      const length = (turns[k] ?? NaN) - (turns[k - 1] ?? NaN);
      // The interval before the last turn was spent in the other state.
      if ((turns.length - 1 - k) % 2 === 0) otherwise += length;
      else asNow += length;
    }
    const total = asNow + otherwise;
    if (!(total > 0)) return undefined;
    return (on ? asNow : otherwise) / total;
  }
}
