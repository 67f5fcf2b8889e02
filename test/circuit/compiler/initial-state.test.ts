/** The consistent start of linear networks: what backward Euler over a tiny step does, and closed forms. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompiledCircuit } from '../../../src/circuit/compiler/compiled-circuit.js';
import { denseFromTriplets } from '../../../src/numerics/sparse/sparse-matrix.js';
import { solveWide, doubleDoubles, widened } from '../../../src/numerics/dense/double-double.js';
import { compileText, tryCompile } from '../compile-text.js';

/** Values z of all capacitors and inductors in the consistent start. */
function started({ system, x0 }: CompiledCircuit): Float64Array {
  const { n, p, storage, storageX, storageU, inputs } = system;
  return Float64Array.from(storage, (_, k) => {
    let z = 0;
    for (let i = 0; i < n; i++) z += storageX[k * n + i]! * x0[i]!;
    for (let j = 0; j < p; j++) z += storageU[k * p + j]! * inputs[j]!.value(0);
    return z;
  });
}

/** G z: charges and fluxes. */
function charges({ system }: CompiledCircuit, z: Float64Array): Float64Array {
  const { storage, storageMatrix } = system;
  return Float64Array.from(storage, (_, k) =>
    z.reduce((sum, value, j) => sum + storageMatrix[k * storage.length + j]! * value, 0),
  );
}

/** z after one step of backward Euler on the descriptor, with twice the digits. */
function stepped({ descriptor, system, given }: CompiledCircuit, h: number): Float64Array | undefined {
  const { unknowns, inputs, storage, branches, currentUnknown, tree } = descriptor;
  const size = unknowns.length;
  const M = denseFromTriplets(size, size, descriptor.M);
  const A = denseFromTriplets(size, size, descriptor.A);
  const p = inputs.signals.length;
  const F = denseFromTriplets(size, p, descriptor.F);
  const count = storage.length;
  const right = doubleDoubles(size);
  storage.forEach(({ row, combined }, k) => {
    let held = given[k]!;
    if (combined) {
      held = 0;
      for (let j = 0; j < count; j++) held += system.storageMatrix[k * count + j]! * given[j]!;
      held /= combined.inductance;
    }
    right.hi[row] = held;
  });
  const stores = new Set(storage.map(({ row }) => row));
  const step = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    const factor = stores.has(i) ? h : 1;
    for (let j = 0; j < size; j++) step[i * size + j] = M[i * size + j]! - factor * A[i * size + j]!;
    for (let j = 0; j < p; j++) right.hi[i]! += factor * F[i * p + j]! * inputs.signals[j]!.value(0);
  }
  if (!solveWide(size, widened(step), 1, right)) return undefined;
  const nodeVoltage = (name: string): number => right.hi[tree.nodeIndex.get(name)! - 1] ?? 0;
  return Float64Array.from(storage, ({ branch, quantity }) => {
    const { a, b } = branches[branch]!;
    return quantity === 'v' ? nodeVoltage(a) - nodeVoltage(b) : right.hi[currentUnknown[branch]!]!;
  });
}

/** The limit over h -> 0 of what is smooth in h. */
function limit(at: (h: number) => Float64Array | undefined): Float64Array | undefined {
  const [coarse, fine] = [at(2e-7), at(1e-7)];
  return coarse && fine?.map((value, k) => 2 * value - coarse[k]!);
}

const value = fc.integer({ min: 1, max: 30 }).map((tenths) => tenths / 10);
const node = fc.integer({ min: 0, max: 4 });
const start = fc.integer({ min: -3, max: 3 });
const gain = fc.integer({ min: -25, max: 25 }).map((tenths) => tenths / 10 || 0.3);
const networks = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom('R', 'C', 'C', 'L', 'L', 'V', 'I'), node, node, value, start), {
      minLength: 4,
      maxLength: 10,
    }),
    fc.array(fc.tuple(fc.constantFrom('E', 'G', 'F', 'H'), node, node, node, node, gain), { maxLength: 3 }),
    fc.constantFrom(undefined, 0.5, -0.9, 1),
  )
  .map(([elements, controlled, coefficient]) => {
    const parts = elements.filter(([, a, b]) => a !== b);
    const coils = parts.flatMap(([letter], k) => (letter === 'L' ? [`L${k}`] : []));
    return [
      ...parts.map(([letter, a, b, size, ic], k) => {
        if (letter === 'V' || letter === 'I') return `${letter}${k} ${a} ${b} sin(${size} 1 1)`;
        // Squares: mutual inductances are exact, so that rounding of K = 1 is nothing over h.
        const exact = letter === 'L' ? 4 ** (Math.round(size) - 1) : size;
        return `${letter}${k} ${a} ${b} ${exact}${letter === 'R' ? '' : ` ic=${ic}`}`;
      }),
      ...controlled
        .filter(([, a, b, c, d]) => a !== b && c !== d)
        .map(([letter, a, b, c, d, k], n) =>
          letter === 'E' || letter === 'G'
            ? `${letter}x${n} ${a} ${b} ${c} ${d} ${k}`
            : `${letter}x${n} ${a} ${b} Vs ${k}`,
        ),
      'Vs 1 s 0',
      'Rs s 0 2',
      ...(coefficient !== undefined && coils.length > 1 ? [`K1 ${coils[0]} ${coils[1]} ${coefficient}`] : []),
      ...[1, 2, 3, 4].map((k) => `Rg${k} ${k} 0 ${k}`),
    ].join('\n');
  });

test('an inconsistent start jumps as one step of backward Euler over h -> 0', () => {
  let jumped = 0;
  let controlledJumps = 0;
  fc.assert(
    fc.property(networks, (cards) => {
      const { compiled } = tryCompile(cards);
      if (compiled === undefined) return;
      const euler = limit((h) => stepped(compiled, h));
      if (euler === undefined) return;
      const want = charges(compiled, euler);
      const got = charges(compiled, started(compiled));
      const size = Math.max(...want.map(Math.abs), ...charges(compiled, compiled.given).map(Math.abs), 1e-3);
      if (compiled.initialJump) {
        jumped++;
        if (/^[EGFH]x/m.test(cards)) controlledJumps++;
      }
      // Richardson leaves h^2 over the fastest time constants squared, which gains may make short.
      got.forEach((q, k) => expect(Math.abs(q - want[k]!) / size).toBeLessThan(1e-6));
    }),
    { seed: 4711, numRuns: 3000 },
  );
  expect(jumped).toBeGreaterThan(500);
  expect(controlledJumps).toBeGreaterThan(300);
});

test('a capacitor that an amplifier drives leaves what the amplifier reads alone', () => {
  const { system, x0 } = compileText(
    'V1 in 0 10\nL1 in y 1m ic=2\nR1 y 0 1\nE1 s 0 y 0 2\nC1 s 0 1u\n.tran 1u 1m uic',
  );
  expect(system.states.map(({ name }) => name)).toEqual(['i(l1)']);
  expect(x0[0]).toBeCloseTo(2, 14);
});

test('the choice of the state that is given up does not matter: L1 stays, C1 gets what E1 asks for', () => {
  // Two capacitors behind each other: v(s) = 2 v(y), v(y) = 3 V stays, C1 takes charge from E1.
  const compiled = compileText('C0 y 0 1u ic=3\nR1 y 0 1k\nE1 s 0 y 0 2\nC1 s 0 1u ic=1');
  expect([...started(compiled)].map((v) => v.toFixed(12))).toEqual(['3.000000000000', '6.000000000000']);
});

test('ideal coils beside a loop of capacitors that they close have index 2', () => {
  // K = 1, turns 1 : 2: the flux makes v2 = 2 v1, which binds C1 to C2; 4 uF at 1 V and 1 uF at 0 V share 4 uC + 2 * 0.
  const compiled = compileText(
    'L1 a 0 1m\nL2 b 0 4m\nK1 L1 L2 1\nC1 a 0 4u ic=1\nC2 b 0 1u\nR1 a 0 1k\nR2 b 0 1k',
  );
  expect(compiled.system.index).toBe(2);
  // An impulse i1 = -2 i2 through the coils: 4 (v1 - 1) + 2 (2 v1 - 0) = 0.
  const [v1 = NaN, v2 = NaN] = started(compiled);
  expect(v1).toBeCloseTo(0.5, 14);
  expect(v2).toBeCloseTo(1, 14);
});
