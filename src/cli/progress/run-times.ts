/** Processor time of a run by its parts, all threads of the process together. */

/** Milliseconds of this process so far. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

export class RunTimes {
  readonly #begun = processorTime();
  #prepared = NaN;

  /** The netlist is read and its circuit compiled. */
  prepared(): void {
    this.#prepared = processorTime();
  }

  /** The line that is printed when the last row is written. */
  line(): string {
    const now = processorTime();
    const text = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;
    const [reading, analyses] = [this.#prepared - this.#begun, now - this.#prepared];
    return `processor time: reading ${text(reading)}, analyses ${text(analyses)}, all with node's start ${text(now)}\n`;
  }
}
