/** Options of the compiler and of the devices (conventions: defaults). */
export interface CircuitOptions {
  /** Makes diodes and/or switches ideal whatever their parameters. */
  readonly ideal: 'none' | 'all' | 'diodes' | 'switches';
  /** Bound in volts of a piecewise-linear fit of an exponential diode; 0: 1 mV, or 1e-4 of the largest source. */
  readonly pwltol: number;
  /** SPICE ramps over tstep where PULSE has no rise time; ours jumps. */
  readonly edges: 'ideal' | 'spice';
  /** A PULSE whose width is 0: without a top, or at v2 up to the end of its period, as ngspice reads it. */
  readonly zerowidth: 'none' | 'tstop';
  /** What a bare D means: the ideal diode, or SPICE's silicon default. */
  readonly diode: 'ideal' | 'spice';
  /** VSWITCH and ISWITCH: levels or the smooth law; `auto`: levels for exact events, the smooth law in sparse steps. */
  readonly vswitch: 'auto' | 'levels' | 'smooth';
  /** Degrees Celsius, from which the thermal voltage and IS of exponential diodes follow. */
  readonly temp: number;
  /** Degrees Celsius at which values are given that do not say it themselves. */
  readonly tnom: number;
  /** Segments of transistor channels: as many as `mostol` needs, or the six of [notes] 10.1.1. */
  readonly mos: 'fit' | 'seed';
  /** Bound of the error of a channel in volts at its gate, at its load or across it, relative to the range of the circuit's voltages. */
  readonly mostol: number;
  /** Voltages of expressions (B, and VALUE and TABLE of E and H) follow them with a lag, as in Xyce. */
  readonly smoothbsrc: boolean;
  /** Time constant of that lag, seconds. */
  readonly rcconst: number;
  /** Least RS in ohms and CJO in farads of exponential diodes. */
  readonly minres: number;
  readonly mincap: number;
  /** The charge of a junction: a piecewise-linear function of its voltage, or that of a constant capacitance. */
  readonly charge: 'pwl' | 'constant';
  /** Bound of a fitted charge's error, relative to the charge between the voltages of the circuit. */
  readonly chargetol: number;
  /** Seed of noise sources, a whole number. */
  readonly seed: number;
  /** Elements whose comparisons have a small hysteresis, where the circuit would leave their duty open without one. */
  readonly hysteretic: ReadonlySet<string>;
}

export const defaultCircuitOptions: CircuitOptions = Object.freeze({
  ideal: 'none',
  pwltol: 0,
  edges: 'ideal',
  zerowidth: 'none',
  diode: 'ideal',
  vswitch: 'auto',
  temp: 27,
  tnom: 27,
  mos: 'fit',
  mostol: 5e-3,
  smoothbsrc: false,
  rcconst: 1e-9,
  minres: 0,
  mincap: 0,
  charge: 'pwl',
  chargetol: 1e-3,
  seed: 1,
  hysteretic: new Set<string>(),
});

/** What `ideal=` may be written as. */
const idealWords: Readonly<Record<string, CircuitOptions['ideal']>> = Object.freeze({
  '0': 'none',
  none: 'none',
  '1': 'all',
  all: 'all',
  diodes: 'diodes',
  switches: 'switches',
});

const switchLaws: readonly CircuitOptions['vswitch'][] = Object.freeze(['auto', 'levels', 'smooth']);

/** Picks the circuit's options out of all that were written; values are those that the language table allows. */
export function circuitOptionsFrom(
  written: ReadonlyMap<string, { readonly value: number | string }>,
): CircuitOptions {
  const word = (name: string): string => String(written.get(name)?.value ?? '');
  const number = (name: string, otherwise: number): number => {
    const value = written.get(name)?.value;
    return typeof value === 'number' ? value : otherwise;
  };
  return {
    ideal: idealWords[word('ideal')] ?? defaultCircuitOptions.ideal,
    pwltol: number('pwltol', defaultCircuitOptions.pwltol),
    edges: word('edges') === 'spice' ? 'spice' : defaultCircuitOptions.edges,
    zerowidth: word('zerowidth') === 'tstop' ? 'tstop' : defaultCircuitOptions.zerowidth,
    diode: word('diode') === 'spice' ? 'spice' : defaultCircuitOptions.diode,
    vswitch: switchLaws.find((law) => law === word('vswitch')) ?? defaultCircuitOptions.vswitch,
    temp: number('temp', defaultCircuitOptions.temp),
    tnom: number('tnom', defaultCircuitOptions.tnom),
    mos: word('mos') === 'seed' ? 'seed' : defaultCircuitOptions.mos,
    mostol: number('mostol', defaultCircuitOptions.mostol),
    smoothbsrc: word('smoothbsrc') === '1',
    rcconst: number('rcconst', defaultCircuitOptions.rcconst),
    minres: number('minres', defaultCircuitOptions.minres),
    mincap: number('mincap', defaultCircuitOptions.mincap),
    charge: word('charge') === 'constant' ? 'constant' : defaultCircuitOptions.charge,
    chargetol: number('chargetol', defaultCircuitOptions.chargetol),
    seed: number('seed', defaultCircuitOptions.seed),
    hysteretic: defaultCircuitOptions.hysteretic,
  };
}
