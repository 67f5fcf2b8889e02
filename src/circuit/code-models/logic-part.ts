/** What digital code models share: ports as nets, inverted where their card says so, and the times of gates. */
import {
  inverse,
  levelOf,
  one,
  stateOf,
  strengthOf,
  unknown,
  zero,
} from '../../kernel/modeling/signals/logic-level.js';
import type { LogicBehaviour, LogicCall } from '../../kernel/modeling/signals/logic-network.js';
import type { FlatPort } from '../../netlist/flat-circuit.js';
import type { PortSyntax } from '../../netlist/language.js';
import type { CodePart } from './code-model.js';
import { seconds, truth } from './model-syntax.js';

export const digitalIn: PortSyntax = Object.freeze({ name: 'in', direction: 'in', types: ['d'] as const });
export const digitalOut: PortSyntax = Object.freeze({ name: 'out', direction: 'out', types: ['d'] as const });

/** A call of a digital part in terms of its ports. */
export interface StateCall extends LogicCall {
  /** 0, 1 or 2 (unknown) of the k-th port that is read. */
  state(k: number): number;
  /** The k-th output goes to a state, of a strength (0: strong), after a delay; its inverse at an inverted port. */
  output(k: number, state: number, delay: number, strength?: number): void;
}

export type StateBehaviour = (call: StateCall) => void;

/** Adds a part that reads and drives nets; returns its index. */
export function addPart(
  part: CodePart,
  reads: readonly FlatPort[],
  drives: readonly FlatPort[],
  begin: () => StateBehaviour,
): number {
  const { logic } = part.context;
  const netOf = ({ net = '' }: FlatPort): number => logic.net(net);
  const isInverted = (port: FlatPort | undefined): boolean => port?.inverted === true;
  return logic.add({
    name: part.name,
    reads: reads.map(netOf),
    drives: drives.map(netOf),
    begin: (): LogicBehaviour => {
      const behaviour = begin();
      return (call) => {
        behaviour({
          ...call,
          state: (k) => {
            const state = stateOf(call.input(k));
            return isInverted(reads[k]) ? inverse(state) : state;
          },
          output: (k, state, delay, strength = 0) => {
            const own = isInverted(drives[k]) ? inverse(state) : state;
            call.drive(k, levelOf(own, strength), delay);
          },
        });
      };
    },
  });
}

export const edgeDelays = [
  seconds('rise_delay', 1e-9, 'until its output becomes 1'),
  seconds('fall_delay', 1e-9, 'until its output becomes 0'),
];

export const inertial = truth(
  'inertial_delay',
  false,
  'whether what does not last as long as the delay passes without a trace',
);

/** Loads of inputs, which change nothing between digital parts. */
export const loads = Object.freeze([
  ...['input_load', 'family', 'load', 'data_load', 'clk_load', 'set_load', 'reset_load', 'enable_load'],
  ...['jk_load', 'sr_load', 't_load', 'freq_in_load', 'address_load', 'select_load'],
]);

/** The delay to a state from another: that of a rise or a fall; to unknown that of leaving the other. */
export function edgeDelay(from: number, to: number, rise: number, fall: number): number {
  return to === one || (to === unknown && from === zero) ? rise : fall;
}

/** Reads "0s", "1r", "Uz": a state and a strength; undefined where it is none. */
export function levelNamed(text: string): number | undefined {
  const state = '01u'.indexOf(text.charAt(0).toLowerCase());
  const strength = 'srzu'.indexOf(text.charAt(1).toLowerCase());
  return text.length === 2 && state >= 0 && strength >= 0 ? levelOf(state, strength) : undefined;
}

export { strengthOf };
