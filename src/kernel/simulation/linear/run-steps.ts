/**
 * The plain inner loop over steps of one mode; `step-code.ts` generates the same arithmetic, in the same
 * order of operations, as straight-line code.
 */
import type { LinearGuard } from './linear-system.js';
import type { RunSteps } from './step-map.js';

/** Makes the loop for a system with these guards; `work` space is allocated once, here. */
export function plainRunSteps(nz: number, n: number, m: number, guards: readonly LinearGuard[]): RunSteps {
  const z = new Float64Array(nz);
  const test = new Float64Array(m);
  return (buffers, map, first, count) => {
    const { x, lambda, inputs, inputWidth, guardCount, tolerance } = buffers;
    const { lambdaStart, inputStart } = map.scheme;
    const { N, T, active, tested, moments } = map;
    const stride = inputWidth + guardCount;
    let k = first;
    const end = first + count;
    steps: for (; k < end; k++) {
      const row = k * stride;
      for (let g = 0; g < guards.length; g++) {
        if (guardTurns(guards[g]!, isOn(guards[g]!, active), x, lambda, inputs[row + inputWidth + g]!))
          break steps;
      }
      for (let j = 0; j < n; j++) z[j] = x[j]!;
      if (lambdaStart >= 0) for (let j = 0; j < m; j++) z[lambdaStart + j] = lambda[j]!;
      for (let j = 0; j < inputWidth; j++) z[inputStart + j] = inputs[row + j]!;

      for (let i = 0; i < m; i += 2) {
        rowPair(T, i, m, nz, z, test);
        const last = Math.min(i + 1, m - 1);
        for (let r = i; r <= last; r++) if (tested[r] === 1 && !(test[r]! >= -tolerance[r]!)) break steps;
      }
      if (buffers.moments) {
        let at = 0;
        for (let i = 0; i < nz; i++) for (let j = i; j < nz; j++) moments[at++]! += z[i]! * z[j]!;
      }
      for (let i = 0; i < n; i += 2) rowPair(N, i, n, nz, z, x);
      for (let i = 0; i < m; i++) lambda[i] = active[i] === 1 ? test[i]! : 0;
      if (buffers.record) {
        buffers.recordX.set(x, (k + 1) * n);
        buffers.recordLambda.set(lambda, (k + 1) * m);
      }
    }
    map.steps += k - first;
    return k - first;
  };
}

/**
 * Writes rows i and i + 1, where there is one, of A z. Each sum keeps its order; two of them at a time hide the latency of
 * the additions.
 */
function rowPair(
  A: Float64Array,
  i: number,
  rows: number,
  nz: number,
  z: Float64Array,
  out: Float64Array,
): void {
  const at = i * nz;
  let first = 0;
  if (i + 1 === rows) {
    for (let j = 0; j < nz; j++) first += A[at + j]! * z[j]!;
    out[i] = first;
    return;
  }
  let second = 0;
  for (let j = 0; j < nz; j++) {
    first += A[at + j]! * z[j]!;
    second += A[at + nz + j]! * z[j]!;
  }
  out[i] = first;
  out[i + 1] = second;
}

/** The state of a switch that a mode implies. */
export function isOn({ row, guard }: LinearGuard, active: Uint8Array): boolean {
  return (active[row] === 1) === (guard.onMeans === 'y=0');
}

/** Whether the control has left the band that the state of the switch allows. */
export function guardTurns(
  { kx, kl, guard }: LinearGuard,
  on: boolean,
  x: Float64Array,
  lambda: Float64Array,
  input: number,
): boolean {
  let control = input;
  for (let j = 0; j < kx.length; j++) control += kx[j]! * x[j]!;
  for (let j = 0; j < kl.length; j++) control += kl[j]! * lambda[j]!;
  return on ? control < guard.off : control > guard.on;
}
