/**
 * Truths of every passive network of R, L, C and ideal or piecewise-linear diodes without sources: it runs,
 * its certificate holds, and its stored energy never increases. Method theta, h = 0.02 s beside time constants of
 * 0.01 to 100 s.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { storedEnergy } from '../../src/analysis/certificate/energy/energy-ledger.js';
import { nonsmoothSystem } from '../../src/circuit/compiler/nonsmooth-system.js';
import { EulerMoreauOSI } from '../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { TimeDiscretisation } from '../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../src/kernel/simulation/time-stepping/time-stepping.js';
import { circuit, messages, netlist } from './run-netlist.js';

const value = fc.integer({ min: 1, max: 100 }).map((tenths) => tenths / 10);
const start = fc.integer({ min: -5, max: 5 });
const node = fc.integer({ min: 0, max: 4 });
const letter = fc.constantFrom('R', 'R', 'C', 'C', 'L', 'D', 'D', 'D', 'E');

const networks = fc
  .array(fc.tuple(letter, node, node, value, start), { minLength: 4, maxLength: 12 })
  .map((elements) =>
    elements
      .filter(([, a, b]) => a !== b)
      .map(([kind, a, b, size, initial], k) => {
        if (kind === 'D') return `D${k} ${a} ${b} ideal`;
        if (kind === 'E') return `D${k} ${a} ${b} real`;
        return `${kind}${k} ${a} ${b} ${size}${kind === 'R' ? '' : ` ic=${initial}`}`;
      }),
  )
  .filter((cards) => cards.some((card) => /^[CL]/.test(card)))
  .map((cards) => ['.model ideal d', '.model real d(ron=0.1 roff=100 vfwd=0.5)', ...cards]);

/** A path to ground for every node that occurs, so that the netlist is well posed. */
function grounded(cards: readonly string[]): string[] {
  const nodes = new Set(
    cards.filter((card) => !card.startsWith('.')).flatMap((card) => card.split(' ').slice(1, 3)),
  );
  return [
    ...cards,
    ...[...nodes].filter((name) => name !== '0').map((name) => `Rg${name} ${name} 0 ${name}`),
  ];
}

const tran = '.tran 0.02 4 uic';

const schemes = [
  [1, 1, 'end'],
  [0.5, 0.5, 'end'],
  [0.5, 0.5, 'gamma'],
] as const;

/** Those that gain no energy at a change of mode: the ideal elements absorb h lambda^T y at one common point. */
const dissipative = schemes.filter(([theta, , relation]) => theta === 1 || relation === 'gamma');

test.each(schemes)(
  'theta = %d, gamma = %d, relation=%s: 200 steps of any passive network end with a certificate that holds',
  (theta, gamma, relation) => {
    fc.assert(
      fc.property(networks, (cards) => {
        const text = netlist([...grounded(cards), tran].join('\n'));
        const result = simulate({ name: 't.cir', text }, { options: { theta, gamma, relation } });
        const [only] = result.runs;
        const certificate = only?.report.certificate;
        expect(certificate?.missed, messages(result)).toEqual([]);
        expect(certificate?.steps, messages(result)).toBeGreaterThanOrEqual(200);
        expect(certificate?.incomplete).toBeUndefined();
        // The balance is a sum of squares of numbers below 10, 200 of them an element.
        expect(certificate?.energy.relativeError).toBeLessThan(1e-11);
      }),
      { seed: 7, numRuns: 200 },
    );
  },
);

test.each(dissipative)(
  'theta = %d, gamma = %d, relation=%s: the stored energy of a passive network never increases',
  (theta, gamma, relation) => {
    fc.assert(
      fc.property(networks, (cards) => {
        const energy = energies(
          [...grounded(cards), tran].join('\n'),
          new EulerMoreauOSI(theta, gamma, { relation }),
        );
        const [first = 0] = energy;
        energy.forEach((now, k) => {
          // A step rounds the energy by 1e-16 of the terms of which it is the sum.
          if (k > 0) expect(now - (energy[k - 1] ?? NaN)).toBeLessThan(1e-12 * (first + 1));
        });
      }),
      { seed: 8, numRuns: 200 },
    );
  },
);

/** Stored energy at every grid point. */
function energies(body: string, osi: EulerMoreauOSI): number[] {
  const { compiled } = circuit(netlist(body));
  const { system } = compiled;
  const simulation = new TimeStepping(
    nonsmoothSystem(compiled, 0, 4),
    new TimeDiscretisation(0, 0.02),
    osi,
    undefined,
    { startsWithJump: compiled.initialJump },
  );
  const x = new Float64Array(system.n);
  const lambda = new Float64Array(system.m);
  const energy: number[] = [];
  simulation.run({
    needs: 'grid',
    segment: (segment) => {
      for (let k = energy.length === 0 ? 0 : 1; k <= segment.gridCount; k++) {
        segment.gridPoint(k, x, lambda);
        energy.push(
          storedEnergy(system, Float64Array.from([...x, ...lambda, ...system.inputs.map((s) => s.value(0))])),
        );
      }
    },
  });
  return energy;
}
