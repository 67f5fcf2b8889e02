/**
 * `.ac`: the response to small sources AC magnitude phase about the operating point, at one frequency after the other
 * (`small-signal/frequency-response.ts`). Lines, coils, controlled sources and LAPLACE are exact: delays are factors
 * exp(-j omega T). Complex columns behind the frequency; real ones alone where only parts such as vdb are asked for.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { AcCard } from '../../netlist/flat-cards.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import type { Column } from '../../waveform/plot.js';
import type { AnalysisJob, AnalysisReport, FinalValue } from '../analysis.js';
import { columnNamed, SweepIntervals } from '../measures/sweep-intervals.js';
import { CircuitResponse } from './circuit-response.js';
import { linearizedCircuit } from './linearized-circuit.js';
import { type SmallSignalColumn, smallSignalColumns } from './small-signal-columns.js';

const plotName = 'AC Analysis';
const scale: Column = Object.freeze({ name: 'frequency', unit: 'Hz' });

/** Frequencies between pauses. */
const pause = 16;

/** Runs `.ac`. */
export function* acSteps(job: AnalysisJob<AcCard>): Steps<AnalysisReport> {
  const { flat, card, sinks } = job;
  const diagnostics = new Diagnostics();
  const driven = sourcesOf(flat);
  if (driven.length === 0) {
    diagnostics.warning('no-ac-source', 'no source has an AC value: every response is 0', card.span, {
      hint: 'write AC 1 on the card of a source',
    });
  }
  const names = driven.map(({ name }) => name);
  const circuit = linearizedCircuit(job, names, diagnostics);
  const columns = circuit ? smallSignalColumns(circuit.circuit, flat, circuit.z, diagnostics) : [];
  if (!circuit || diagnostics.hasErrors) return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const complex = columns.some(({ real }) => real !== true);
  const perColumn = complex ? 2 : 1;
  const row = new Float64Array((columns.length + 1) * perColumn);
  const response = new CircuitResponse(circuit, diagnostics, card.span);
  const written: Column[] = columns.map(({ name, unit, real }) => ({
    ...{ name, unit },
    ...(complex && real === true && { real }),
  }));
  for (const sink of sinks)
    sink.begin({ title: flat.title, name: plotName, columns: [scale, ...written], complex });
  // Places between the points have factors of their own, so that no bit of a row depends on who measures.
  const between = new CircuitResponse(circuit, diagnostics, card.span);
  const measured =
    job.watch &&
    new SweepIntervals(job.watch, columnNamed([scale, ...written], perColumn), row.length, (f, to) =>
      between.at(f) ? writeRow(columns, between.toSources(driven), f, perColumn, to) : false,
    );
  let incomplete: string | undefined;
  let steps = 0;
  for (const frequency of card.frequencies) {
    const changes = response.at(frequency) ? response.toSources(driven) : undefined;
    const isFinite = changes !== undefined && writeRow(columns, changes, frequency, perColumn, row);
    if (!isFinite) {
      incomplete = `there is no response at ${formatEngineering(frequency, 'Hz', 6)}`;
      if (changes) diagnostics.error('no-response', incomplete, card.span);
      break;
    }
    for (const sink of sinks) sink.rows(row, 1);
    measured?.point(frequency);
    if (measured?.unsolved !== undefined) {
      incomplete = `there is no response at ${formatEngineering(measured.unsolved, 'Hz', 12)}`;
      if (!diagnostics.hasErrors) diagnostics.error('no-response', incomplete, card.span);
      break;
    }
    if (++steps % pause === 0 && (yield { t: 0, steps }) === 'stop') {
      incomplete = 'interrupted';
      break;
    }
  }
  for (const sink of sinks) sink.end(incomplete);
  measured?.end();
  const final = steps > 0 ? finalValues(written, row, perColumn) : [];
  const finalAt: FinalValue = { ...scale, value: row[0] ?? NaN };
  return { name: plotName, diagnostics: diagnostics.items, final, ...(steps > 0 && { finalAt }) };
}

interface DrivenSource {
  readonly name: string;
  readonly re: number;
  readonly im: number;
}

/** Sources with an AC value that is not 0; phases are written in degrees. */
function sourcesOf({ elements }: FlatCircuit): readonly DrivenSource[] {
  return elements.flatMap(({ name, ac }) => {
    if (!ac || ac.magnitude === 0) return [];
    const phase = (ac.phase * Math.PI) / 180;
    return [{ name, re: ac.magnitude * Math.cos(phase), im: ac.magnitude * Math.sin(phase) }];
  });
}

/** Writes a row; false where a number of it is not finite. */
function writeRow(
  columns: readonly SmallSignalColumn[],
  changes: Float64Array,
  frequency: number,
  perColumn: number,
  row: Float64Array,
): boolean {
  row[0] = frequency;
  if (perColumn === 2) row[1] = 0;
  columns.forEach(({ value }, k) => {
    const [re, im] = value.read(changes, 2 * Math.PI * frequency);
    row[(k + 1) * perColumn] = re;
    if (perColumn === 2) row[(k + 1) * perColumn + 1] = im;
  });
  return row.every(Number.isFinite);
}

/** What stands in the last row. */
function finalValues(columns: readonly Column[], row: Float64Array, perColumn: number): FinalValue[] {
  return columns.flatMap(({ name, unit, real }, k) => {
    const at = (k + 1) * perColumn;
    const re = row[at] ?? NaN;
    if (perColumn === 1 || real === true) return [{ name, unit, value: re }];
    return [
      { name: `re(${name})`, unit, value: re },
      { name: `im(${name})`, unit, value: row[at + 1] ?? NaN },
    ];
  });
}
