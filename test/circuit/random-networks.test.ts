/** Laws that every compiled circuit must satisfy, on random networks of all primitives. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReducedSystem } from '../../src/circuit/compiler/compiled-circuit.js';
import { factorLU, solveLU } from '../../src/numerics/dense/lu.js';
import type { FlatControl } from '../../src/netlist/flat-circuit.js';
import { type Added, coupled, current, linear, tryCompileWith, voltage } from './with-elements.js';

const value = fc.double({ min: 0.1, max: 10, noNaN: true });
const node = fc.integer({ min: 0, max: 5 });
const letter = fc.constantFrom('R', 'R', 'C', 'C', 'L', 'L', 'D', 'D', 'V', 'I');
const controlledLetter = fc.constantFrom('e', 'g', 'f', 'h');

const networks = fc
  .array(fc.tuple(letter, node, node, value), { minLength: 4, maxLength: 14 })
  .map((elements) => elements.filter(([, a, b]) => a !== b))
  .map((elements) => [
    '.model d d(ron=0.5 roff=100 vfwd=0.25)',
    '.model e d',
    ...elements.map(([kind, a, b, size], k) => {
      const what =
        kind === 'D' ? (size > 5 ? 'd' : 'e') : kind === 'V' || kind === 'I' ? `sin(1 ${size} 1)` : size;
      return `${kind}${k} n${a} n${b} ${what}`.replaceAll('n0 ', '0 ');
    }),
    // A path to ground for every node, so that most networks are well posed.
    ...[1, 2, 3, 4, 5].map((k) => `Rg${k} n${k} 0 ${k}`),
  ]);

/** zeta = (x, lambda, u) at random. */
const coordinates = fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true }));

function next(stream: Iterator<number, undefined>): number {
  const result = stream.next();
  if (result.done === true) throw new Error('the stream is endless');
  return result.value;
}

function at(form: Float64Array | undefined, zeta: readonly number[]): number {
  return (form ?? new Float64Array()).reduce((sum, factor, k) => sum + factor * (zeta[k] ?? NaN), 0);
}

/** x' at zeta. */
function rateOfChange(system: ReducedSystem, zeta: readonly number[]): Float64Array {
  const { n, m, p, A, B, F } = system;
  const rate = Float64Array.from({ length: n }, (_, i) =>
    at(
      Float64Array.from([
        ...A.subarray(i * n, (i + 1) * n),
        ...B.subarray(i * m, (i + 1) * m),
        ...F.subarray(i * p, (i + 1) * p),
      ]),
      zeta,
    ),
  );
  const pivots = new Int32Array(n);
  const M = system.M.slice();
  expect(factorLU(n, M, pivots, new Float64Array(2 * n))).toBe(-1);
  solveLU(n, M, pivots, rate, rate);
  return rate;
}

/** Controlled sources between nodes of the network, and couplings of its first inductors. */
const additions = fc
  .tuple(
    fc.array(
      fc.tuple(
        controlledLetter,
        node,
        node,
        node,
        node,
        fc.integer({ min: -30, max: 30 }).map((tenths) => tenths / 10),
      ),
      {
        maxLength: 4,
      },
    ),
    fc.constantFrom(undefined, 0.5, -0.9, 1),
  )
  .map(([sources, coefficient]) => ({ sources: sources.filter(([, a, b]) => a !== b), coefficient }));

function named(node: number): string {
  return node === 0 ? '0' : `n${node}`;
}

function elementsOf(
  cards: readonly string[],
  {
    sources,
    coefficient,
  }: { sources: [string, number, number, number, number, number][]; coefficient: number | undefined },
): Added[] {
  const list = sources.map(([kind, a, b, c, d, gain], k) => {
    const byVoltage = kind === 'e' || kind === 'g';
    const control = byVoltage ? voltage(named(c), named(d)) : current(`rg${Math.max(1, c)}`);
    return linear(`${kind}${k}`, [named(a), named(b)], control, gain);
  });
  const inductors = cards.flatMap((card) =>
    /^L/i.test(card) ? [card.split(' ')[0]?.toLowerCase() ?? ''] : [],
  );
  const [first, second] = inductors;
  if (first === undefined || second === undefined || coefficient === undefined) return list;
  return [...list, coupled('k1', [first, second], coefficient)];
}

test('Kirchhoff, Tellegen and every element law hold at any state, multiplier and input', () => {
  let compiledCount = 0;
  let controlledCount = 0;
  fc.assert(
    fc.property(networks, additions, coordinates, (cards, more, stream) => {
      const elements = elementsOf(cards, more);
      const { compiled, diagnostics } = tryCompileWith(cards.join('\n'), elements);
      if (compiled === undefined) {
        const legal = ['voltage-loop', 'current-cutset'];
        // Controlled sources may contradict each other, or cancel; sources alone may not.
        if (elements.length > 0) legal.push('singular-circuit');
        expect(
          diagnostics.filter(({ severity, code }) => severity === 'error' && !legal.includes(code)),
        ).toEqual([]);
        return;
      }
      compiledCount++;
      if (elements.length > 0) controlledCount++;
      const { system, descriptor } = compiled;
      const { n, m, p, forms, branches } = system;
      const zeta = Array.from({ length: n + m + p }, (_, k) =>
        system.inputNames[k - n - m] === '1' ? 1 : next(stream),
      );
      const v = forms.map((form) => at(form.v, zeta));
      const i = forms.map((form) => at(form.i, zeta));
      // Values span two decades and solves have at most 30 unknowns: rounding stays below 1e-9 of the largest.
      const tolerance = 1e-9 * (1 + Math.max(...v.map(Math.abs)) + Math.max(...i.map(Math.abs)));

      for (const name of descriptor.tree.nodes) {
        const sum = branches.reduce(
          (total, { a, b }, k) => total + (a === name ? (i[k] ?? NaN) : 0) - (b === name ? (i[k] ?? NaN) : 0),
          0,
        );
        expect(Math.abs(sum)).toBeLessThan(tolerance);
      }
      expect(Math.abs(v.reduce((sum, volts, k) => sum + volts * (i[k] ?? NaN), 0))).toBeLessThan(
        tolerance ** 2 * 1e9 + tolerance * 20,
      );

      const y = (row: number): number =>
        at(
          Float64Array.from([
            ...system.C.subarray(row * n, (row + 1) * n),
            ...system.D.subarray(row * m, (row + 1) * m),
            ...system.E.subarray(row * p, (row + 1) * p),
          ]),
          zeta,
        );
      system.rows.forEach(({ branch, multiplier }, row) => {
        const law = branches[branch];
        if (law?.kind !== 'unilateral') throw new Error('a row belongs to a diode');
        const reverse = law.threshold + law.resistance * (i[branch] ?? NaN) - (v[branch] ?? NaN);
        const [first, second] = multiplier === 'voltage' ? [reverse, i[branch]] : [i[branch], reverse];
        expect(Math.abs((first ?? NaN) - (zeta[n + row] ?? NaN))).toBeLessThan(tolerance);
        expect(Math.abs((second ?? NaN) - y(row))).toBeLessThan(tolerance);
      });

      const rate = rateOfChange(system, zeta);
      const largestRate = 1 + Math.max(0, ...rate.map(Math.abs));
      const rates = system.storage.map((_, k) => {
        let z = at(system.storageX.subarray(k * n, (k + 1) * n), [...rate]);
        for (let j = 0; j < p; j++) {
          const factor = system.storageU[k * p + j] ?? 0;
          const slope = system.inputNames.indexOf(`d/dt ${system.inputNames[j] ?? ''}`);
          if (factor !== 0 && slope >= 0) z += factor * (zeta[n + m + slope] ?? NaN);
        }
        return z;
      });
      const count = system.storage.length;
      const largestCharge = Math.max(1, ...rates.map(Math.abs)) * 10;
      system.storage.forEach(({ branch, quantity }, k) => {
        const flow = (quantity === 'v' ? i[branch] : v[branch]) ?? NaN;
        const charge = at(system.storageMatrix.subarray(k * count, (k + 1) * count), rates);
        expect(Math.abs(charge - flow)).toBeLessThan(tolerance * (largestRate + largestCharge) * 10);
      });

      const control = (control: FlatControl | undefined): number => {
        if (control?.quantity === 'i') {
          return i[branches.findIndex(({ element }) => element === control.element)] ?? NaN;
        }
        const potential = (name = '0'): number => {
          const row = system.unknowns.findIndex((origin) => origin.quantity === 'v' && origin.name === name);
          if (row < 0) return 0;
          return (
            at(system.recoverX.subarray(row * n, (row + 1) * n), zeta.slice(0, n)) +
            at(system.recoverLambda.subarray(row * m, (row + 1) * m), zeta.slice(n, n + m)) +
            at(system.recoverU.subarray(row * p, (row + 1) * p), zeta.slice(n + m))
          );
        };
        return potential(control?.plus) - potential(control?.minus);
      };
      for (const { name, law } of elements) {
        if (law?.kind !== 'linear') continue;
        const branch = branches.findIndex(({ element }) => element === name);
        const output = (/^[eh]/.test(name) ? v[branch] : i[branch]) ?? NaN;
        expect(Math.abs(output - law.gain * control(law.control))).toBeLessThan(tolerance * 10);
      }

      branches.forEach((branch, k) => {
        if (branch.kind !== 'voltage' && branch.kind !== 'current') return;
        const given = zeta[n + m + system.inputNames.indexOf(branch.name)] ?? NaN;
        expect(Math.abs(((branch.kind === 'voltage' ? v[k] : i[k]) ?? NaN) - given)).toBeLessThan(tolerance);
      });
    }),
    { seed: 5, numRuns: 500 },
  );
  expect(compiledCount).toBeGreaterThan(200);
  expect(controlledCount).toBeGreaterThan(120);
});
