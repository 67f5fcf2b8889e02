/** Says by name what a failed Newton iteration was about. */
import type { DescriptorAssembly } from './assembly.js';
import type { DescriptorNewton } from './newton.js';
import { SteppingFailure, type SteppingFailureStatus } from './stepping-failure.js';

/** More names than these help nobody. */
const NAMES = 5;

/** Returns the error of a status at time t, with the unknowns, rows and elements concerned; `limiting` is what asks for short steps. */
export function failureOf(
  status: SteppingFailureStatus,
  assembly: DescriptorAssembly,
  { singularColumn, worstUnknown, rows }: DescriptorNewton,
  t: number,
  limiting = -1,
): SteppingFailure {
  const { system, groups } = assembly;
  const unknown = status === 'singular' ? singularColumn : status === 'creeping' ? limiting : worstUnknown;
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
