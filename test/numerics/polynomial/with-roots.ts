/** Monomials of scale * prod (u - r). */
export function withRoots(roots: readonly number[], scale = 1): Float64Array {
  let a = [scale];
  for (const r of roots) {
    const next = new Array<number>(a.length + 1).fill(0);
    a.forEach((value, k) => {
      next[k]! -= r * value;
      next[k + 1]! += value;
    });
    a = next;
  }
  return Float64Array.from(a);
}
