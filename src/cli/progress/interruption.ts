/**
 * Ctrl-C, and every other signal that may be caught, ends a run at a step, not in the middle of a file. A run is synchronous work in pauses; signals
 * reach a handler only when the event loop turns, which `driveSteps` lets it do now and then. Before there are rows nothing is
 * lost: there the system's own way is left to them, which ends the process at once, however long the work has no pause.
 */
import type { Progress, Steps } from '../../kernel/simulation/time-stepping/steps.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';

/** Between two turns of the event loop: a wait nobody notices after Ctrl-C, and a cost nobody notices. */
const turnSeconds = 0.05;

/** Signals by which people, terminals that close and batch systems end a program. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

type EndingSignal = (typeof signals)[number];

export class Interruption {
  #signal: EndingSignal | undefined;
  #listens = false;
  readonly #listener = (signal: NodeJS.Signals): void => {
    this.#signal ??= signals.find((name) => name === signal);
  };

  get requested(): boolean {
    return this.#signal !== undefined;
  }

  /** What the process is to exit with; undefined where no signal came. */
  get exitCode(): ExitCode | undefined {
    return this.#signal && exitCodes[this.#signal];
  }

  /** Takes the signals over: from the first bytes of a file on, or where a run has made steps whose summary somebody may want. */
  listen(): void {
    if (this.#listens) return;
    this.#listens = true;
    for (const signal of signals) process.on(signal, this.#listener);
  }

  /** Gives the signals back to node, which ends the process on them. */
  dispose(): void {
    if (!this.#listens) return;
    for (const signal of signals) process.off(signal, this.#listener);
  }
}

/** Runs the steps to their end, or to the pause in which `stops`, asked at every turn, says so. */
export async function driveSteps<T>(
  steps: Steps<T>,
  stops: (progress: Progress, now: number) => boolean,
): Promise<T> {
  // Node loads its `performance` on first use, which takes longer than the steps of a short run.
  let turned = process.uptime();
  let stop = false;
  for (;;) {
    const { done, value } = steps.next(stop ? 'stop' : undefined);
    if (done === true) return value;
    const now = process.uptime();
    if (now - turned < turnSeconds) continue;
    await new Promise((resolve) => setImmediate(resolve));
    stop = stops(value, now);
    turned = process.uptime();
  }
}
