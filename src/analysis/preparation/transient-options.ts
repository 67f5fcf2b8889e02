/** Options of a transient run (conventions: fixed steps, certificate, defaults). */

export interface TransientOptions {
  /**
   * Exact flows between located events, time stepping on a fixed grid, sparse steps with error control, or which of the first
   * and the last is cheaper.
   */
  readonly method: 'auto' | 'events' | 'theta' | 'stepping';
  readonly theta: number;
  readonly gamma: number;
  /** Step in seconds; 0: the fourth argument of .tran, else tstep, else tstop/1000. */
  readonly h: number;
  readonly relation: 'end' | 'gamma';
  readonly source: 'average' | 'sample';
  /**
   * "full": every row is checked, written or not; otherwise points that are chosen without regard to rows.
   */
  readonly certificate: 'auto' | 'full' | 'sampled';
  /** Relative bound for complementarity and Kirchhoff residuals; the energy bound is 1000 times it. */
  readonly certtol: number;
  /** Error of a step of variable length, relative; that of the whole run goes with it. */
  readonly reltol: number;
  /** Coulombs below which charges count as noise. */
  readonly chgtol: number;
  /** How often `reltol` one step may be off, in SPICE's measure. */
  readonly trtol: number;
  /** Volts and amperes below which magnitudes count as noise. */
  readonly vntol: number;
  readonly abstol: number;
  /** "1": a run of any number of steps is started. */
  readonly allowlong: '0' | '1';
  /** Events closer than this are one, seconds; 0: 1e-12 of tstop. */
  readonly evtol: number;
  /** Rows are added where a line between rows would miss a written quantity by this part of it; 0: none are. */
  readonly rowtol: number;
  /** Whether hot loops become machine code; "plain" computes the same without any. */
  readonly code: 'compiled' | 'plain';
}

export const defaultTransientOptions: TransientOptions = Object.freeze({
  method: 'auto',
  theta: 0.5,
  gamma: 1,
  h: 0,
  relation: 'end',
  source: 'average',
  certificate: 'auto',
  certtol: 1e-9,
  reltol: 1e-3,
  chgtol: 1e-14,
  trtol: 7,
  vntol: 1e-6,
  abstol: 1e-12,
  allowlong: '0',
  evtol: 0,
  rowtol: 1e-3,
  code: 'compiled',
});

/** What only a fixed grid has: whoever writes one of these without a method asks for that grid. */
const gridOptions: readonly (keyof TransientOptions)[] = ['theta', 'gamma', 'h', 'relation', 'source'];

/** Picks the transient's options out of all that were written; values are those that the language allows. */
export function transientOptionsFrom(
  written: ReadonlyMap<string, { readonly value: number | string }>,
): TransientOptions {
  const picked: Record<string, number | string> = {};
  if (gridOptions.some((key) => written.has(key))) picked['method'] = 'theta';
  for (const key of Object.keys(defaultTransientOptions)) {
    const value = written.get(key)?.value;
    if (value !== undefined) picked[key] = value;
  }
  return { ...defaultTransientOptions, ...picked };
}

/** Step of the rows that exact events write, seconds. */
export function outputStep({
  tstep = 0,
  rowStep,
  tstop,
}: {
  readonly tstep?: number;
  readonly rowStep?: number;
  readonly tstop: number;
}): number {
  return rowStep ?? (tstep > 0 ? tstep : tstop / 1000);
}

/** Step of the fixed grid, seconds. */
export function fixedStep(
  options: TransientOptions,
  card: { readonly tstep?: number; readonly tstop: number; readonly tmax?: number },
): number {
  const written = [options.h, card.tmax ?? 0, card.tstep ?? 0].find((value) => value > 0);
  return Math.min(written ?? card.tstop / 1000, card.tstop);
}
