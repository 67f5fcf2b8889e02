/**
 * `.noise`: the noise of a voltage about the operating point. Every source of noise is a current of density S_k
 * between two nodes, independent of all others (`circuit/noise`):
 *
 *     onoise^2(f) = sum_k |H_k(f)|^2 S_k(f),      inoise = onoise / |H_source(f)|,
 *
 * H_k from all H to the output at once by one solution of the transposed system: its cost a frequency is one
 * factorization and two solutions, whatever the number of sources. Totals are integrals over the frequencies, each
 * part as a power of f from one point to the next, which is exact for white and 1/f noise of a flat response.
 * Source: [Nagel 1975] 3.4; [Vlach-Singhal 1994] ch. 15 (adjoint network).
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import { deviceTable } from '../../circuit/devices/device-table.js';
import { type CircuitNoise, type ElementNoise, noiseOf } from '../../circuit/noise/element-noise.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { NoiseCard } from '../../netlist/flat-cards.js';
import type { Column, ColumnUnit } from '../../waveform/plot.js';
import type { AnalysisJob, AnalysisReport, FinalValue } from '../analysis.js';
import { noiseQuantity } from '../measures/noise-quantities.js';
import { SweepIntervals } from '../measures/sweep-intervals.js';
import { writeSingleRow } from '../single-row.js';
import { CircuitResponse } from './circuit-response.js';
import { type LinearizedCircuit, linearizedCircuit } from './linearized-circuit.js';

const plotName = 'Noise Spectral Density Curves';
/** Of the totals, as ngspice calls it. */
const totalsName = 'Integrated Noise';
const scale: Column = Object.freeze({ name: 'frequency', unit: 'Hz' });

/** Frequencies between pauses. */
const pause = 16;
/** Names in one warning. */
const namesTold = 10;

/** Runs `.noise`: a plot of densities, and totals in one of their own and in the report. */
export function* noiseSteps(job: AnalysisJob<NoiseCard>): Steps<AnalysisReport> {
  const { flat, card, sinks } = job;
  const { source, frequencies, summary } = card;
  const diagnostics = new Diagnostics();
  const circuit = linearizedCircuit(job, [source], diagnostics);
  if (!circuit || diagnostics.hasErrors) return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const { noisy: elements, unmodelled } = noiseOfElements(job, circuit);
  if (unmodelled.length > 0)
    diagnostics.warning(
      'noise-not-modelled',
      `${unmodelled.slice(0, namesTold).join(', ')}${unmodelled.length > namesTold ? ` and ${unmodelled.length - namesTold} more` : ''}: the noise of ${unmodelled.length === 1 ? 'this element' : 'these elements'} is not modelled: the totals are without it`,
      card.span,
      { hint: 'noise is known of R, S, W, D, Q, J and M with SPICE models' },
    );
  const spectrumOf = (own: CircuitResponse): NoiseSpectrum => new NoiseSpectrum(circuit, own, elements, card);
  const unit = flat.elements.find(({ name }) => name === source)?.letter === 'I' ? 'A' : 'V';
  const isReferred = reachesOutput(spectrumOf, frequencies, { circuit, card, diagnostics });
  const columns = columnsOf(summary === undefined ? [] : elements, isReferred ? unit : undefined);
  const width = columns.length + 1;
  const ofRow = noiseQuantity([scale, ...columns]);
  const asked = flat.outputs
    .filter(({ analyses }) => analyses?.includes('noise'))
    .flatMap((item) => {
      const found = ofRow(item);
      if (found) return [found];
      const message = `${item.text}: there is no such part of the noise: left out`;
      diagnostics.warning('unknown-output', message, item.span, {
        hint: 'it has the columns of .noise with a summary: onoise_r1',
      });
      return [];
    });
  const row = new Float64Array(width + asked.length);
  const head = [scale, ...columns, ...asked.map(({ column }) => column)];
  for (const sink of sinks) sink.begin({ title: flat.title, name: plotName, columns: head, complex: false });
  const spectrum = spectrumOf(new CircuitResponse(circuit, diagnostics, card.span));
  const writeRow = (from: NoiseSpectrum, frequency: number, to: Float64Array): void => {
    to[0] = frequency;
    from.write(to.subarray(1, width), { isReferred, withParts: summary !== undefined });
  };
  // Places between the points have factors of their own, so that no bit of a row depends on who measures.
  const between = spectrumOf(new CircuitResponse(circuit, diagnostics, card.span));
  const measured =
    job.watch &&
    new SweepIntervals(job.watch, ofRow, width, (frequency, to) => {
      if (!between.at(frequency) || (isReferred && !between.reaches)) return false;
      writeRow(between, frequency, to);
      return true;
    });
  let incomplete: string | undefined;
  let steps = 0;
  for (const frequency of frequencies) {
    const isFound = spectrum.at(frequency) && (spectrum.reaches || !isReferred);
    if (isFound) measured?.point(frequency);
    const missing = isFound ? measured?.unsolved : frequency;
    if (missing !== undefined) {
      incomplete = `there is no noise at ${formatEngineering(missing, 'Hz', 6)}`;
      if (!diagnostics.hasErrors)
        diagnostics.error('no-response', `${incomplete}: ${source} does not reach the output`, card.span, {
          hint: 'take a source that the output depends on',
        });
      break;
    }
    if (steps % (summary ?? 1) === 0) {
      writeRow(spectrum, frequency, row);
      asked.forEach((quantity, k) => (row[width + k] = quantity.read(row)));
      for (const sink of sinks) sink.rows(row, 1);
    }
    if (++steps % pause === 0 && (yield { t: 0, steps }) === 'stop') {
      incomplete = 'interrupted';
      break;
    }
  }
  for (const sink of sinks) sink.end(incomplete);
  measured?.end();
  const final: FinalValue[] =
    steps === 0 ? [] : totals(spectrum, summary === undefined ? [] : elements, isReferred ? unit : undefined);
  if (incomplete === undefined) writeSingleRow(flat.title, totalsName, final, sinks, { totals: true });
  return { name: plotName, diagnostics: diagnostics.items, final };
}

/**
 * Whether the source reaches the output at the first frequency: noise is referred to it then. One that does not, as a source that is there
 * because the card must name one, leaves the noise of the output.
 */
function reachesOutput(
  spectrumOf: (own: CircuitResponse) => NoiseSpectrum,
  frequencies: NoiseCard['frequencies'],
  of: { readonly circuit: LinearizedCircuit; readonly card: NoiseCard; readonly diagnostics: Diagnostics },
): boolean {
  const { circuit, card, diagnostics } = of;
  const [first] = frequencies;
  // What does not determine the response is told where the rows are made.
  const spectrum = spectrumOf(new CircuitResponse(circuit, new Diagnostics(), card.span));
  if (first === undefined || !spectrum.at(first) || spectrum.reaches) return true;
  diagnostics.warning(
    'no-response',
    `${card.source} does not reach the output: no noise is referred to it: inoise is left out`,
    card.span,
    { hint: 'take a source that the output depends on' },
  );
  return false;
}

function noiseOfElements(
  { flat, circuitOptions, devices }: AnalysisJob,
  linearized: LinearizedCircuit,
): CircuitNoise {
  const { circuit, z, mode } = linearized;
  const { numbering, system } = circuit.model;
  const resting = new Map(system.guards.map(({ unknown }, g) => [unknown, mode.guards[g] === 1]));
  return noiseOf({
    elements: circuit.flat.elements,
    branches: circuit.branches,
    devices: devices ?? deviceTable,
    options: { ...circuitOptions, temp: flat.temperature },
    voltage(node) {
      const at = numbering.node(node);
      return at < 0 ? 0 : (z[at] ?? NaN);
    },
    isClosed: (branch) => resting.get(numbering.currentUnknown[branch] ?? -1) === false,
  });
}

/** Names behind "onoise_": every element, and its parts where they have names. */
function partNames({ element, generators }: ElementNoise): string[] {
  return [element, ...generators.flatMap(({ part }) => (part === '' ? [] : [`${element}_${part}`]))];
}

/** `unit` is that of the source that noise is referred to; undefined where there is none. */
function columnsOf(elements: readonly ElementNoise[], unit: 'V' | 'A' | undefined): Column[] {
  const output: ColumnUnit = 'V/sqrt(Hz)';
  return [
    { name: 'onoise_spectrum', unit: output },
    ...(unit ? [{ name: 'inoise_spectrum', unit: `${unit}/sqrt(Hz)` } as const] : []),
    ...elements.flatMap(partNames).map((name) => ({ name: `onoise_${name}`, unit: output })),
  ];
}

function totals(
  spectrum: NoiseSpectrum,
  elements: readonly ElementNoise[],
  unit: 'V' | 'A' | undefined,
): FinalValue[] {
  const names = elements.flatMap(partNames).map((name) => `_${name}`);
  const sides = [
    ['onoise', 'V'],
    ['inoise', unit],
  ] as const;
  return sides.flatMap(([side, of]) => {
    if (of === undefined) return [];
    const row = new Float64Array(1 + names.length);
    spectrum.writeTotals(side, row);
    return ['', ...names].map((name, k) => ({
      name: `${side}_total${name}`,
      unit: of,
      value: row[k] ?? NaN,
    }));
  });
}

/** Densities of all sources of noise at one frequency after the other, and their integrals. */
class NoiseSpectrum {
  /** Per source of noise, at this frequency and at the one before: V^2/Hz of the output. */
  readonly #density: Float64Array;
  readonly #last: Float64Array;
  /** Integrals of these, and of these by the squared gain. */
  readonly #sums: { readonly onoise: Float64Array; readonly inoise: Float64Array };
  readonly #ends: Int32Array;
  /** |H|^2 of the source. */
  #gain = NaN;
  #frequency = NaN;

  constructor(
    private readonly circuit: LinearizedCircuit,
    private readonly response: CircuitResponse,
    private readonly elements: readonly ElementNoise[],
    private readonly asked: Pick<NoiseCard, 'output' | 'source'>,
  ) {
    const { node } = circuit.circuit.model.numbering;
    const all = elements.flatMap(({ generators }) => generators);
    this.#density = new Float64Array(all.length);
    this.#last = new Float64Array(all.length);
    this.#sums = { onoise: new Float64Array(all.length), inoise: new Float64Array(all.length) };
    this.#ends = Int32Array.from(all.flatMap(({ a, b }) => [node(a), node(b)]));
  }

  /** Whether the source reaches the output at the last frequency. */
  get reaches(): boolean {
    return this.#gain > 0 && Number.isFinite(this.#gain);
  }

  /** Solves for a unit source, then the adjoint; false where there is no response. */
  at(frequency: number): boolean {
    const { node } = this.circuit.circuit.model.numbering;
    const { source, output } = this.asked;
    const [plus, minus] = output;
    if (!this.response.at(frequency)) return false;
    const driven = this.response.toSources([{ name: source, re: 1, im: 0 }]);
    const lastGain = this.#gain;
    const lastFrequency = this.#frequency;
    this.#gain = squaredBetween(driven, node(plus), node(minus));
    this.#frequency = frequency;
    if (Number.isNaN(this.#gain)) return false;
    const changes = this.response.ofCurrents(...output);
    this.#last.set(this.#density);
    let k = 0;
    for (const { generators } of this.elements)
      for (const { density, exponent } of generators) {
        const [a = -1, b = -1] = this.#ends.subarray(2 * k, 2 * k + 2);
        this.#density[k++] = (squaredBetween(changes, a, b) * density) / frequency ** exponent;
      }
    if (Number.isNaN(lastFrequency)) return true;
    const { onoise, inoise } = this.#sums;
    this.#density.forEach((now, j) => {
      const before = this.#last[j] ?? 0;
      onoise[j] = (onoise[j] ?? 0) + powerIntegral(lastFrequency, frequency, before, now);
      inoise[j] =
        (inoise[j] ?? 0) + powerIntegral(lastFrequency, frequency, before / lastGain, now / this.#gain);
    });
    return true;
  }

  /** Writes onoise, and where asked for inoise and the parts of the output. */
  write(
    row: Float64Array,
    { isReferred, withParts }: { readonly isReferred: boolean; readonly withParts: boolean },
  ): void {
    const parts = Number(isReferred);
    const onoise = this.#roots(this.#density, row.subarray(parts, withParts ? row.length : parts + 1));
    row[0] = onoise;
    if (isReferred) row[1] = onoise / Math.sqrt(this.#gain);
  }

  /** Writes the whole, then the parts as far as there is room. */
  writeTotals(side: 'onoise' | 'inoise', row: Float64Array): void {
    row[0] = this.#roots(this.#sums[side], row);
  }

  /** Returns the root of the sum; writes behind the first place those of elements and of their parts, as `partNames`. */
  #roots(squares: Float64Array, to: Float64Array): number {
    let [k, at, whole] = [0, 1, 0];
    for (const { generators } of this.elements) {
      const place = at++;
      let sum = 0;
      for (const { part } of generators) {
        const square = squares[k++] ?? 0;
        sum += square;
        if (part !== '') to[at++] = Math.sqrt(square);
      }
      to[place] = Math.sqrt(sum);
      whole += sum;
    }
    return Math.sqrt(whole);
  }
}

/** |changes at a - changes at b|^2; ground has none. */
function squaredBetween(changes: Float64Array, a: number, b: number): number {
  const part = (node: number, which: 0 | 1): number => (node < 0 ? 0 : (changes[2 * node + which] ?? NaN));
  return (part(a, 0) - part(b, 0)) ** 2 + (part(a, 1) - part(b, 1)) ** 2;
}

/** The integral from f to g of the power of frequency through both values; straight where one of them is 0. */
function powerIntegral(f: number, g: number, atF: number, atG: number): number {
  if (!(atF > 0 && atG > 0 && f > 0 && g > f)) return ((atF + atG) / 2) * (g - f);
  const octaves = Math.log(g / f);
  const x = Math.log(atG / atF) + octaves;
  return atF * f * octaves * (Math.abs(x) < 1e-8 ? 1 + x / 2 : Math.expm1(x) / x);
}
