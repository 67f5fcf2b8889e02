/** Bytes that a run may take: the least of V8's heap, the container's limit and what `ulimit -v` leaves. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Of Linux. */
const PAGE = 4096;

export function availableMemory(): number {
  // Loaded here: it loads node's streams, which takes longer than a short run.
  const { getHeapStatistics } = process.getBuiltinModule('node:v8');
  return Math.min(
    getHeapStatistics().heap_size_limit,
    process.constrainedMemory() || Infinity,
    addressSpaceLeft(textOf('/proc/self/limits'), textOf('/proc/self/statm')),
  );
}

/** What the limit of the address space leaves, by the kernel's two files; Infinity where they name none. */
export function addressSpaceLeft(limits: string, statm: string): number {
  const most = Number(/^Max address space\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  const [pages = NaN, resident = NaN] = statm.split(' ').map(Number);
  // What is in memory already is part of what a run takes.
  const taken = PAGE * (pages - resident);
  return Number.isFinite(taken) ? Math.max(0, most - taken) : most;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
