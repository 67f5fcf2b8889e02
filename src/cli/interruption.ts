/**
 * Ctrl-C ends a run at a step, not in the middle of a file. A run is synchronous work in pauses; signals
 * reach a handler only when the event loop turns, which `driveSteps` lets it do now and then.
 */
import type { Steps } from '../kernel/simulation/time-stepping.js';

/** Between two turns of the event loop: a wait nobody notices after Ctrl-C, and a cost nobody notices. */
const turnSeconds = 0.05;

export class Interruption {
  requested = false;
  readonly #listener = (): void => {
    this.requested = true;
  };

  constructor() {
    process.on('SIGINT', this.#listener);
  }

  /** Gives the signal back to node, which ends the process on it. */
  dispose(): void {
    process.off('SIGINT', this.#listener);
  }
}

/** Runs the steps to their end, or to the pause after an interruption. */
export async function driveSteps<T>(steps: Steps<T>, interruption: Interruption): Promise<T> {
  // Node loads its `performance` on first use, which takes longer than the steps of a short run.
  let turned = process.uptime();
  for (;;) {
    const { done, value } = steps.next(interruption.requested ? 'stop' : undefined);
    if (done === true) return value;
    if (process.uptime() - turned < turnSeconds) continue;
    await new Promise((resolve) => setImmediate(resolve));
    turned = process.uptime();
  }
}
