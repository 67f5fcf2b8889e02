/**
 * Bytes that `work` leaves on the heap: the least of `rounds` readings, each behind a collection. A compiler that works
 * beside, and interpreted code that boxes numbers until what is compiled takes over, leave something in some rounds; what a
 * call allocates is there in every one. A reading itself takes a few kB. A collection amid `work` makes a round negative:
 * it does not count. Needs --expose-gc.
 */
export function leastHeapGrowth(rounds: number, work: () => void): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('tests of memory use run with --expose-gc');
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    work();
    const grown = process.memoryUsage().heapUsed - before;
    if (grown >= 0) least = Math.min(least, grown);
  }
  return least;
}
