/**
 * `.sens`: derivatives of a quantity at the operating point by every value of the circuit that it may depend on there: sources,
 * resistances, gains, and the parameters that elements and models were given,
 *
 *     f'(p) = (4 D(h/2) - D(h)) / 3 + O(h^4),    D(h) = (f(p + h) - f(p - h)) / 2 h,
 *
 * each point found from the one at p, to rounding. With h = 1e-3 p both errors are some 1e-12 of f'' and f / p.
 * Cost: four operating points a value. Source: Richardson's extrapolation.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { SweptSignal } from '../../circuit/sources/swept-signal.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { SensitivityCard } from '../../netlist/flat-cards.js';
import type { FlatCircuit, FlatElement } from '../../netlist/flat-circuit.js';
import type { AnalysisJob, AnalysisReport, FinalValue } from '../analysis.js';
import { compileAtRest, isLarge } from './compile-at-rest.js';
import { writeSingleRow } from '../single-row.js';
import type { RestingCircuit, RestingPoint } from './resting-circuit.js';

const plotName = 'Sensitivity Analysis';

/** Change of a value, relative, and of one that is 0. */
const change = 1e-3;

/** Parameters whose change means nothing: initial values, counts and temperatures of measurement. */
const fixed: ReadonlySet<string> = new Set([
  ...['ic', 'ic1', 'ic2', 'icvbe', 'icvce', 'icvds', 'icvgs', 'icvbs'],
  ...['level', 'tnom', 'off'],
]);

/** A value of the circuit, and the circuit with another one. */
interface Knob {
  readonly name: string;
  readonly value: number;
  readonly set: (value: number) => FlatCircuit;
}

/** Runs `.sens`: a plot of one row, a column a value. */
export function* sensitivitySteps(job: AnalysisJob<SensitivityCard>): Steps<AnalysisReport> {
  const { circuitOptions, devices, card, sinks } = job;
  const diagnostics = new Diagnostics();
  // The quantity alone, whatever else `.print all` asks for.
  const { everything: _, ...wholly } = job.flat;
  const flat: FlatCircuit = { ...wholly, outputs: [card.output] };
  const large = isLarge(job);
  // Sources of 0 V are inputs as others are: a point is followed among circuits that differ in numbers alone.
  const compiled = (circuit: FlatCircuit, found: Diagnostics): RestingCircuit | undefined => {
    const swept = new Map(flat.elements.filter(isSource).map(({ name }) => [name, new SweptSignal()]));
    return compileAtRest({ flat: circuit, circuitOptions, devices, swept }, large, found);
  };
  const base = compiled(flat, diagnostics);
  const start = base?.find(diagnostics);
  const report = (final: readonly FinalValue[]): AnalysisReport => ({
    ...{ name: plotName, diagnostics: diagnostics.items, final },
  });
  if (!base || !start || diagnostics.hasErrors) return report([]);
  const final: FinalValue[] = [];
  const skipped: string[] = [];
  for (const knob of knobsOf(flat)) {
    const at = (value: number): number => valueAt(knob.set(value), start);
    const h = change * (knob.value === 0 ? 1 : Math.abs(knob.value));
    const [wide, narrow] = [h, h / 2].map(
      (step) => (at(knob.value + step) - at(knob.value - step)) / (2 * step),
    );
    const value = (4 * (narrow ?? NaN) - (wide ?? NaN)) / 3;
    if (Number.isFinite(value)) final.push({ name: knob.name, unit: '', value });
    else skipped.push(knob.name);
    if ((yield { t: 0, steps: final.length }) === 'stop') break;
  }
  if (skipped.length > 0) {
    const message = `${card.output.text} has no derivative by ${skipped.join(', ')}: left out`;
    diagnostics.warning('no-derivative', message, card.span);
  }
  writeSingleRow(flat.title, plotName, final, sinks);
  return report(final);

  function valueAt(changed: FlatCircuit, near: RestingPoint): number {
    const circuit = compiled(changed, new Diagnostics());
    const point = circuit?.follow(near);
    const row = new Float64Array(1);
    if (!circuit || !point) return NaN;
    circuit.read(point, row);
    return row[0] ?? NaN;
  }
}

/** All values that a point at rest may depend on. */
function knobsOf(flat: FlatCircuit): readonly Knob[] {
  const models = new Map(flat.elements.flatMap(({ model }) => (model ? [[model.name, model] as const] : [])));
  const ofModels = [...models].flatMap(([name, model]) =>
    [...model.parameters].filter(isContinuous).map(([parameter, value]): Knob => {
      const set = (other: number): FlatCircuit => {
        const changed = { ...model, parameters: new Map(model.parameters).set(parameter, other) };
        return replaced(flat, (element) =>
          element.model === model ? { ...element, model: changed } : element,
        );
      };
      return { name: `${name}:${parameter}`, value, set };
    }),
  );
  return [...flat.elements.flatMap((element) => knobsOfElement(element, flat)), ...ofModels];
}

function knobsOfElement(element: FlatElement, flat: FlatCircuit): readonly Knob[] {
  const { name, letter, law, value, dc, waveform } = element;
  const knobs: Knob[] = [];
  const add = (text: string, present: number, change: (value: number) => FlatElement): void => {
    const set = (other: number): FlatCircuit =>
      replaced(flat, (one) => (one === element ? change(other) : one));
    knobs.push({ name: text, value: present, set });
  };
  if (letter === 'R' && value !== undefined) add(name, value, (other) => ({ ...element, value: other }));
  if (isSource(element) && (dc !== undefined || !waveform))
    add(name, dc ?? 0, (other) => ({ ...element, dc: other }));
  if (law?.kind === 'linear')
    add(`${name}:gain`, law.gain, (other) => ({ ...element, law: { ...law, gain: other } }));
  for (const [parameter, present] of [...element.parameters].filter(isContinuous)) {
    if (letter === 'C' || letter === 'L') continue;
    add(`${name}:${parameter}`, present, (other) => ({
      ...element,
      parameters: new Map(element.parameters).set(parameter, other),
    }));
  }
  return knobs;
}

function isSource({ letter }: FlatElement): boolean {
  return letter === 'V' || letter === 'I';
}

function isContinuous([name, value]: readonly [string, number]): boolean {
  return !fixed.has(name) && Number.isFinite(value);
}

function replaced(flat: FlatCircuit, change: (element: FlatElement) => FlatElement): FlatCircuit {
  return { ...flat, elements: flat.elements.map(change) };
}
