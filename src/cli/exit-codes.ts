/** What the command's exit status means (DESIGN 6); the largest of several outcomes is not taken: the first is. */
export const exitCodes = Object.freeze({
  fine: 0,
  /** The netlist is wrong, or cannot be read. */
  netlist: 1,
  /** The command line is wrong. */
  usage: 2,
  /** A numerical failure, a missed certificate, or a file that could not be finished. */
  failure: 3,
  interrupted: 130,
});

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
