/**
 * Ends a run that would not end in reasonable time, or whose files would not fit their disks, after a few
 * seconds, when the estimate has said so for a while and the run has not become faster meanwhile: exact events begin with
 * transients of picoseconds. `--allow-long` lifts both limits.
 */
import type { Estimate } from './estimate.js';
import { formatDuration } from './estimate.js';

/** Seconds that a run may take: four hours. */
export const longestRun = 4 * 3600;
/** The estimate must say for so long that the run is too long, seconds. */
const patience = 3;
/** A run that becomes faster by so much from one half of this time to the other says nothing of its end. */
const accelerating = 2;
/** Bytes of a file that are worth a word, and bytes below which nothing can be said of its size. */
const largeFile = 4e9;
const tellingBytes = 1e6;

/** A file that grows with the run. */
export interface GrowingFile {
  readonly path: string;
  readonly bytes: number;
  /** Bytes that its disk still has. */
  free(): number;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Which part of a run is done at a time. */
interface Place {
  readonly now: number;
  readonly part: number;
}

const rateBetween = (a: Place, b: Place): number => (b.part - a.part) / (b.now - a.now);

export class RunLimits {
  /** Where the estimate began to say so, and where half of the patience was over. */
  #since: { readonly first: Place; half?: Place } | undefined;
  readonly #told = new Set<string>();

  /** `warn` is told of every large file once. */
  constructor(private readonly warn: (message: string) => void) {}

  /** Why the run has to end now; undefined as long as it may go on. */
  check(now: number, estimate: Estimate, files: readonly GrowingFile[]): Refusal | undefined {
    const refusal = tooLong(estimate) ?? this.#tooLarge(estimate, files);
    const { part } = estimate;
    const since = refusal ? (this.#since ??= { first: { now, part } }) : (this.#since = undefined);
    if (!since) return undefined;
    const { first, half } = since;
    if (!half && now - first.now >= patience / 2) since.half = { now, part };
    if (!half || now - first.now < patience) return undefined;
    const isFaster = rateBetween(half, { now, part }) > accelerating * rateBetween(first, half);
    if (!isFaster) return refusal;
    this.#since = { first: { now, part } };
    return undefined;
  }

  #tooLarge({ part, elapsed }: Estimate, files: readonly GrowingFile[]): Refusal | undefined {
    if (elapsed < 1) return undefined;
    for (const file of files) {
      const size = file.bytes / part;
      if (file.bytes < tellingBytes || size < largeFile) continue;
      const free = file.free();
      const missing = size - file.bytes > free;
      const message = `${file.path} grows to about ${formatBytes(size)}`;
      if (missing)
        return { code: 'large-file', message: `${message}; ${formatBytes(free)} are free on its disk`, hint };
      if (!this.#told.has(file.path) && elapsed >= patience) this.warn(message);
      if (elapsed >= patience) this.#told.add(file.path);
    }
    return undefined;
  }
}

const hint =
  'write fewer rows (a larger tstep, a later tstart) or fewer columns (.print), or permit it: --allow-long';

function tooLong({ left, elapsed, part }: Estimate): Refusal | undefined {
  if (elapsed + left <= longestRun) return undefined;
  const whole = formatDuration(elapsed + left);
  return {
    code: 'long-run',
    message: `the run would take about ${whole}: ${Number((100 * part).toPrecision(2))} % are done after ${formatDuration(elapsed)}; runs of more than ${formatDuration(longestRun)} are not gone on with`,
    hint: 'take a larger step or a shorter time, or permit it: --allow-long, .options allowlong=1',
  };
}

/** "12 GB", "1.2 TB". */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${Number((bytes / 1000 ** power).toPrecision(2))} ${units[power] ?? ''}`;
}
