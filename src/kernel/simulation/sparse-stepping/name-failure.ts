/** Says by name what a failed Newton iteration was about. */
import type { DescriptorAssembly } from './descriptor/assembly.js';
import { nearestUnknown } from './descriptor/nearest-unknown.js';
import type { DescriptorNewton } from './newton/newton.js';
import { SteppingFailure, type SteppingFailureStatus } from './newton/stepping-failure.js';

/** More names than these help nobody. */
const NAMES = 5;
/** Volts, amperes: no circuit has as much that does not grow without bound. */
const UNBOUNDED = 1e30;

/** Returns the error of a status at time t, with the unknowns, rows and elements concerned; `limiting` is what asks for short steps. */
export function failureOf(
  status: SteppingFailureStatus,
  assembly: DescriptorAssembly,
  { singularColumn, worstUnknown, rows, sizes }: DescriptorNewton,
  t: number,
  limiting = -1,
  /** Rows of what switched last. */
  switched: readonly number[] = [],
): SteppingFailure {
  const { system, groups } = assembly;
  if ((status === 'chattering' || status === 'unsettled') && switched.length > 0) {
    const names = switched.map((row) => system.rowName(row).replace(/[:#].*/, ''));
    const elements = [...new Set(names)].slice(0, NAMES);
    return new SteppingFailure(status, { time: t, unknowns: [], rows: [], elements });
  }
  const largest = sizes.reduce((most, size, i) => (size > (sizes[most] ?? 0) ? i : most), -1);
  if (!Number.isNaN(t) && (sizes[largest] ?? 0) > UNBOUNDED) {
    const unknowns = [system.unknownName(largest)];
    return new SteppingFailure('unbounded', { time: t, unknowns, rows: [], elements: [] });
  }
  const unknown =
    status === 'singular'
      ? singularColumn
      : status === 'creeping'
        ? limiting
        : status === 'diverged' || status === 'struggling'
          ? nearestRead(assembly, worstUnknown)
          : worstUnknown;
  const elements = groups.flatMap(({ names, limited, reads, law }) =>
    names.filter(
      (_name, k) => limited[k] === 1 || reads.subarray(k * law.reads, (k + 1) * law.reads).includes(unknown),
    ),
  );
  const concerned =
    status === 'cycling'
      ? Array.from(rows.row.subarray(0, rows.pairCount)).filter((_row, p) => rows.turns[p]! > 1)
      : [];
  return new SteppingFailure(status, {
    time: t,
    unknowns: unknown < 0 ? [] : [system.unknownName(unknown)],
    rows: concerned.slice(0, NAMES).map((row) => system.rowName(row)),
    elements: [...new Set(elements)].slice(0, NAMES),
  });
}

/** What moves most may follow from what laws read, such as the current of a source: nobody can change a law there. */
function nearestRead({ pattern, groups }: DescriptorAssembly, unknown: number): number {
  if (unknown < 0) return unknown;
  const read = new Set(groups.flatMap(({ reads }) => Array.from(reads)));
  const nearest = nearestUnknown(pattern, unknown, (column) => read.has(column));
  return nearest < 0 ? unknown : nearest;
}
