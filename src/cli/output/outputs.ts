/**
 * The files of a run. Every sink is guarded: what goes wrong in a writer or on the disk names the file, and
 * the others are still finished. Nothing is visible before `finish`, and a file without a plot never is.
 */
import type { PlannedRun } from '../../analysis/run-plan.js';
import { playPlot } from '../../waveform/memory-plot.js';
import type { Plot, PlotHeader, PlotSink } from '../../waveform/plot.js';
import { StackedWriter } from '../../waveform/stacked-writer.js';
import {
  finiteRows,
  type RunSummary,
  type WaveformWriter,
  type WriterOptions,
} from '../../waveform/writer.js';
import { FileSink, freeBytes, WriteError } from './file-sink.js';
import type { PlannedOutput } from './output-requests.js';
import type { GrowingFile } from '../progress/run-limits.js';
import { standardOutput, StdoutSink } from './stdout-sink.js';

/** A run cannot go on because a file cannot be written. */
export class OutputFailure extends Error {
  override readonly name = 'OutputFailure';
}

export interface WrittenFile {
  readonly path: string;
  readonly rows: number;
}

export class Outputs {
  readonly #files: OutputFile[] = [];

  /** Prepares the files, and tells `begins` before the first of their bytes; throws the Error of one that cannot be made. */
  static async open(
    planned: readonly PlannedOutput[],
    options: WriterOptions,
    begins?: () => void,
  ): Promise<Outputs> {
    const outputs = new Outputs();
    try {
      for (const plan of planned) outputs.#files.push(await OutputFile.open(plan, options, begins));
    } catch (error) {
      outputs.discard();
      throw error;
    }
    return outputs;
  }

  sinksFor({ at }: Pick<PlannedRun, 'at'>): readonly PlotSink[] {
    return this.#files.filter(({ plan }) => plan.at === undefined || plan.at === at);
  }

  /** Plays plots into every file. */
  play(plots: readonly Plot[]): void {
    for (const plot of plots) for (const file of this.#files) playPlot(plot, file);
  }

  /** Ends the plots that a run left open. */
  endPlots(reason: string): void {
    for (const file of this.#files) file.endOpenPlot(reason);
  }

  /** The files that will be there after `finish`, unless the disk fails at the very last. */
  get written(): readonly WrittenFile[] {
    return this.#files
      .filter(({ usable, plan }) => usable && plan.path !== standardOutput)
      .map(({ plan, rowCount }) => ({ path: plan.path, rows: rowCount }));
  }

  /** The files as they grow. */
  get growing(): readonly GrowingFile[] {
    return this.#files.map((file) => file.growing);
  }

  /** Completes and shows the files; returns what went wrong, one sentence a file. */
  finish(summary?: RunSummary): readonly string[] {
    return this.#files.flatMap((file) => file.finish(summary) ?? []);
  }

  discard(): void {
    for (const file of this.#files) file.discard();
  }
}

/** Which files cannot hold so many plots, one sentence a file. */
export function problemsOfFormats(
  requests: readonly Pick<PlannedOutput, 'written' | 'entry'>[],
  plots: number,
): string[] {
  const narrow = plots > 1 ? requests.filter(({ entry }) => entry.onePlot) : [];
  return narrow.map(
    ({ written }) =>
      `${written}: the format holds one plot, and these are ${plots}: .raw, .json, .html and .svg hold several`,
  );
}

/** Writes plots that are there to files; returns what went wrong, one sentence a file. */
export async function writePlots(
  requests: readonly PlannedOutput[],
  plots: readonly Plot[],
  options: WriterOptions = {},
): Promise<readonly string[]> {
  const problems = problemsOfFormats(requests, plots.length);
  if (problems.length > 0) return problems;
  const outputs = await Outputs.open(requests, options);
  outputs.play(plots);
  return outputs.finish();
}

class OutputFile implements PlotSink {
  rowCount = 0;
  #header: PlotHeader | undefined;
  #open = false;
  #isLeftOut = false;
  #failure: string | undefined;

  private constructor(
    readonly plan: PlannedOutput,
    private readonly sink: FileSink | StdoutSink,
    private readonly writer: WaveformWriter,
  ) {}

  static async open(plan: PlannedOutput, options: WriterOptions, begins?: () => void): Promise<OutputFile> {
    const sink = plan.path === standardOutput ? new StdoutSink() : new FileSink(plan.path, begins);
    const writer = await plan.entry.create(sink, options);
    return new OutputFile(plan, sink, plan.stacked === true ? new StackedWriter(writer) : writer);
  }

  get usable(): boolean {
    return this.#header !== undefined && this.#failure === undefined;
  }

  get growing(): GrowingFile {
    const { plan, sink } = this;
    const free = (): number => (plan.path === standardOutput ? Infinity : freeBytes(plan.path));
    return { path: plan.path, bytes: sink.length, free };
  }

  begin(header: PlotHeader): void {
    this.#isLeftOut = header.totals === true && this.plan.entry.onePlot === true;
    if (this.#isLeftOut) return;
    this.#guard(() => this.writer.begin(header));
    this.#header = header;
    this.#open = true;
  }

  rows(values: Float64Array, count: number): void {
    if (this.#isLeftOut) return;
    let good = count;
    try {
      this.#guard(() => this.writer.rows(values, count));
    } catch (error) {
      if (this.#header) good = finiteRows(this.#header, values, count);
      throw error;
    } finally {
      if (this.usable) this.rowCount += good;
    }
    if (this.sink.full)
      throw new OutputFailure(`cannot write "${this.plan.path}": no space left on the disk`);
  }

  end(incomplete?: string): void {
    if (this.#isLeftOut) return;
    this.#open = false;
    this.#guard(() => this.writer.end(incomplete));
  }

  /** As `end`, for a plot that is still open; a further failure spoils the file only. */
  endOpenPlot(reason: string): void {
    if (!this.#open) return;
    try {
      this.end(reason);
    } catch (error) {
      if (!(error instanceof OutputFailure)) throw error;
    }
  }

  finish(summary?: RunSummary): string | undefined {
    try {
      if (this.usable) this.#guard(() => this.writer.finish(summary));
      if (this.usable) this.#guard(() => this.sink.commit());
    } catch (error) {
      if (!(error instanceof OutputFailure)) throw error;
    }
    if (!this.usable) this.sink.discard();
    return this.#failure;
  }

  discard(): void {
    this.sink.discard();
  }

  /** Data that a format cannot hold (a number that is not finite) leaves the rows before it usable. */
  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof WriteError) this.#failure = message;
      throw new OutputFailure(message, { cause: error });
    }
  }
}
