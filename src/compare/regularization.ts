/** What SPICE needs where our parts are ideal: conducting resistances, slopes of diodes, edges, the largest step. */
import { dialectDefaults } from '../circuit/dialect-defaults.js';
import type { FlatCircuit, FlatElement, FlatSourceFunction } from '../netlist/flat-circuit.js';

export interface Regularization {
  /** Emission coefficient of an ideal diode: a drop of n 26 mV ln(i/is). */
  readonly n: number;
  /** Saturation current of an ideal diode, A. */
  readonly is: number;
  /** Least closed and largest open resistance of switches and diodes, Ohm. */
  readonly ron: number;
  readonly roff: number;
  /** Part of the output step that a step of SPICE has at most, where the netlist sets no largest step. */
  readonly stepPart: number;
}

export const defaultRegularization: Regularization = Object.freeze({
  n: 0.01,
  is: 1e-12,
  ron: 1e-3,
  roff: 1e9,
  stepPart: 0.1,
});

/** The same so many times finer: half the drop and half the step each time. */
export function refined(regularization: Regularization, times: number): Regularization {
  const part = 2 ** -times;
  return { ...regularization, n: regularization.n * part, stepPart: regularization.stepPart * part };
}

/** Of what a pulse lasts, its edges. */
const edgePart = 1e-3;
/** Of the shorter edge, the top of a pulse that has none: ngspice takes a width of 0 for the end of the run. */
const topPart = 1e-4;
/** Of a run, a jump of PWL. */
const jumpPart = 1e-7;

/** The circuit with an edge for every jump of a source, so that two simulators get the same waveform. */
export function withExplicitEdges(flat: FlatCircuit): FlatCircuit {
  const tstop = Math.max(...flat.analyses.map((card) => (card.kind === 'tran' ? card.tstop : 0)));
  const isHeld = (flat.options.get('zerowidth')?.value ?? dialectDefaults(flat).zerowidth) === 'tstop';
  let changed = false;
  const elements = flat.elements.map((element): FlatElement => {
    const waveform = element.waveform && explicit(element.waveform, tstop, isHeld);
    if (!waveform || waveform === element.waveform) return element;
    changed = true;
    return { ...element, waveform };
  });
  return changed ? { ...flat, elements } : flat;
}

function explicit(waveform: FlatSourceFunction, tstop: number, isHeld: boolean): FlatSourceFunction {
  if (waveform.name === 'pulse') return pulse(waveform, tstop, isHeld);
  return waveform.name === 'pwl' ? pwl(waveform, tstop) : waveform;
}

function pulse(waveform: FlatSourceFunction, tstop: number, isHeld: boolean): FlatSourceFunction {
  const [v1 = 0, v2 = 0, td = 0, tr = 0, tf = 0, written = tstop, per = 0, ...rest] = waveform.args;
  const pw = written === 0 && isHeld ? tstop : written;
  if (tr > 0 && tf > 0) {
    if (pw > 0) return waveform;
    const top = topPart * Math.min(tr, tf);
    return withArguments(waveform, [v1, v2, td, tr - top / 2, tf - top / 2, top, per, ...rest]);
  }
  const low = per > 0 ? per - pw - tr - tf : tstop;
  const least = Math.min(...[pw, low, tstop].filter((length) => length > 0));
  const edge = edgePart * least;
  const [rise, fall] = [tr > 0 ? tr : edge, tf > 0 ? tf : edge];
  const width = per > 0 ? Math.min(pw, per - rise - fall) : pw;
  const top = width > 0 ? width : topPart * Math.min(rise, fall);
  return withArguments(waveform, [v1, v2, td, rise, fall, top, ...(per > 0 ? [per, ...rest] : [])]);
}

function withArguments(waveform: FlatSourceFunction, args: readonly number[]): FlatSourceFunction {
  const [last = waveform.span] = waveform.argSpans.slice(-1);
  return { ...waveform, args, argSpans: args.map((_, k) => waveform.argSpans[k] ?? last) };
}

function pwl(waveform: FlatSourceFunction, tstop: number): FlatSourceFunction {
  const args = [...waveform.args];
  let changed = false;
  for (let k = 2; k + 1 < args.length; k += 2) {
    if ((args[k] ?? 0) > (args[k - 2] ?? 0)) continue;
    args[k] = (args[k - 2] ?? 0) + jumpPart * tstop;
    changed = true;
  }
  return changed ? { ...waveform, args } : waveform;
}
