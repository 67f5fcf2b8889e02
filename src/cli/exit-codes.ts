/** What the command's exit status means; the largest of several outcomes is not taken: the first is. */
export const exitCodes = Object.freeze({
  fine: 0,
  /** What is read is wrong, or cannot be read: a netlist, a model, a waveform file. */
  input: 1,
  /** The command line is wrong. */
  usage: 2,
  /** A numerical failure, a missed certificate, or a file that could not be written. */
  failure: 3,
  /** A measure failed, or a comparison is out of its tolerance. */
  missed: 4,
  /** Ended by a signal: 128 + its number, as shells have it. */
  SIGHUP: 129,
  SIGINT: 130,
  SIGQUIT: 131,
  SIGTERM: 143,
});

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
