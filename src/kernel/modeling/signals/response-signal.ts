/**
 * What a response by frequency makes of an output of the circuit: small signals take it as they take a delay, by its factor at
 * each omega. It has no values by time.
 */
import { DelayedSignal } from './delayed-signal.js';

/** [re, im] at omega in rad/s. */
export type Transfer = (omega: number) => readonly [number, number];

export class ResponseSignal extends DelayedSignal {
  constructor(readonly response: Transfer) {
    super(1, 0);
  }
}
