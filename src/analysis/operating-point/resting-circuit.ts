/**
 * A circuit with all rates 0, solved again and again while its sources change: what `.op`, `.dc` and whatever else needs
 * operating points asks for. Two programs are behind it: complementarity alone (`piecewise-linear-rest.ts`), which proves where
 * there is no solution, and smooth laws (`smooth-rest.ts`). `compile-at-rest.ts` chooses.
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { ValueColumn } from '../rows/output-columns.js';
import type { SummaryRow } from '../../waveform/writer.js';
import type { CombinedValue } from '../preparation/output-value.js';

/** A solution, from which the next one can be looked for: plain data, valid in every circuit of the same structure. */
export interface RestingPoint {
  /** All unknowns and inputs of the program that found it. */
  readonly unknowns: Float64Array;
  /** 1 for every guard that is on. */
  readonly guards: Uint8Array;
  /** The mode of complementarity, where it is not plain from the unknowns. */
  readonly mode?: { readonly key: string };
}

/** Voltages by nodes, as of another program. */
export type NodeVoltages = ReadonlyMap<string, number>;

export interface AllPoints {
  readonly points: readonly RestingPoint[];
  /** It is proved that there are no others. */
  readonly complete: boolean;
  /** What was looked at: "143 sets of modes". */
  readonly searched: string;
}

/** Which program solves a circuit at rest. */
export type RestingProgram = 'piecewise-linear' | 'smooth';

export interface RestingCircuit {
  readonly program: RestingProgram;
  readonly columns: readonly ValueColumn<Pick<CombinedValue<unknown>, 'gap'>>[];
  /** Nodes of `voltages`, ground not among them. */
  readonly nodes: readonly string[];
  /** There is one solution at most, whatever the sources: none can be followed. */
  readonly linear: boolean;
  /** Solves from nothing; problems become diagnostics and undefined. */
  find(diagnostics: Diagnostics): RestingPoint | undefined;
  /** Solves from a point of slightly other values; undefined where nothing is found from there. */
  follow(near: RestingPoint): RestingPoint | undefined;
  /** Every solution of complementarity alone; with smooth laws as many as are found, those near the guesses among them. */
  readonly all?: (guesses?: readonly NodeVoltages[]) => AllPoints;
  /** Writes one number a column. */
  read(point: RestingPoint, row: Float64Array): void;
  /** What devices do at a point. */
  states(point: RestingPoint): readonly SummaryRow[];
  /** How well a point satisfies the laws of the circuit, from the flat list of branches. */
  residuals(point: RestingPoint): readonly SummaryRow[];
  /** Voltages of the nodes, in volts. */
  voltages(point: RestingPoint): Float64Array;
}

/** The line of a residual, relative to the largest term of its law. */
export function residualFact(label: string, value: number, name: string, tolerance: number): SummaryRow {
  const text = value === 0 ? '0' : `${Number(value.toPrecision(2))} (${name})`;
  return { label, value: text, verdict: value <= tolerance ? 'good' : 'bad' };
}
