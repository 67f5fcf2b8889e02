/**
 * Up to which current a diode is fitted: what the circuit can drive through it,
 *
 *     I = 2 X / R + sum of |current sources| + X sqrt(sum of C / least L) + sum of |initial currents of coils|
 *
 * with X the range of the voltages and R the least resistance of the circuit, switches that are on included, or the diode's
 * own where that is larger; twice, because coils and capacitors in series may double a voltage. It is rounded up to a decade, so
 * that notes do not follow every digit: at least 10 A, at most `endOfRange`, where a decade costs three segments.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { Diagnostics } from '../../../base/diagnostic.js';
import type { EmissionContext } from '../../device.js';
import { sourceSignal } from '../../sources/source-table.js';
import { largestCurrent } from './diode-fit.js';

/** Amperes: no fit goes further. */
const endOfRange = 1e6;

/** Returns the largest current in amperes that a junction with this series resistance is fitted for. */
export function currentRange(series: number, context: EmissionContext): number {
  const { elements, supply } = context;
  const all = [...elements().values()];
  const resistance = Math.max(series, Math.min(...all.map(onResistance)));
  const charge = total(all, 'C', ({ value }) => value ?? 0);
  const coil = Math.min(
    ...all.map(({ letter, value }) => (letter === 'L' && value ? Math.abs(value) : Infinity)),
  );
  const driven =
    (2 * supply) / resistance +
    total(all, 'I', (element) => sourceSize(element, context)) +
    supply * Math.sqrt(charge / coil) +
    total(all, 'L', ({ parameters }) => Math.abs(parameters.get('ic') ?? 0));
  const decade = 10 ** Math.ceil(Math.log10(driven) - decadeRounding);
  return Math.min(endOfRange, Math.max(largestCurrent, decade));
}

/** Of a logarithm: 10 A exactly need no decade more. */
const decadeRounding = 1e-9;

/** Ohms of resistors and of switches and diodes that are on; Infinity of everything else. */
function onResistance({ letter, value, model }: FlatElement): number {
  if (letter === 'R') return value === undefined || value === 0 ? Infinity : Math.abs(value);
  const ron = model?.parameters.get('ron');
  return ron === undefined || ron <= 0 ? Infinity : ron;
}

function total(
  elements: readonly FlatElement[],
  letter: string,
  size: (element: FlatElement) => number,
): number {
  return elements.reduce((sum, element) => (element.letter === letter ? sum + size(element) : sum), 0);
}

/** The largest value at the start and at the first breakpoints of an independent current source. */
function sourceSize(element: FlatElement, context: EmissionContext): number {
  const signal = sourceSignal(element, { ...context, diagnostics: new Diagnostics() });
  let size = Math.abs(signal.value(0));
  if (signal.constant) return size;
  let t = 0;
  for (let k = 0; k < breakpoints; k++) {
    t = signal.nextBreakpoint(t);
    if (!(t <= context.tstop)) break;
    size = Math.max(size, Math.abs(signal.valueLeft(t)), Math.abs(signal.value(t)));
  }
  // What has no breakpoints is looked at evenly.
  for (let k = 1; k <= breakpoints; k++)
    size = Math.max(size, Math.abs(signal.value((k / breakpoints) * context.tstop)));
  return size;
}

const breakpoints = 100;
