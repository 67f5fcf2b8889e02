/** `code=plain` runs without machine code, and gives what machine code gives. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import type { AnalysisReport } from '../../src/analysis/analysis.js';
import { netlist, netlistText } from './run-netlist.js';

/** The engine's WebAssembly; its types know no DOM. */
const engine = (
  globalThis as unknown as { readonly WebAssembly: { Module: new (bytes: Uint8Array) => object } }
).WebAssembly;

function run(text: string, options: Readonly<Record<string, string>>): AnalysisReport {
  const [only] = simulate(text, { openSinks: () => [], options }).runs;
  if (!only) throw new Error('no run');
  return only.report;
}

const report = (file: string, options: Readonly<Record<string, string>>): AnalysisReport =>
  run(netlistText(file), options);

const finals = ({ final }: AnalysisReport): number[] => final.map(({ value }) => value);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('code=plain', () => {
  test.each(['events', 'theta'])('compiles nothing (method=%s)', (method) => {
    const compiled = vi.spyOn(engine, 'Module');
    report('parallel-resonant.cir', { method, code: 'plain' });
    expect(compiled).not.toHaveBeenCalled();
    report('parallel-resonant.cir', { method, code: 'compiled' });
    expect(compiled).toHaveBeenCalled();
  });

  test('steps of a fixed grid end at the same bits', () => {
    const [plain, compiled] = ['plain', 'compiled'].map((code) =>
      finals(report('parallel-resonant.cir', { method: 'theta', code })),
    );
    expect(plain).toEqual(compiled);
  });

  test.each([
    'parallel-resonant.cir',
    'buck.cir',
    'cuk.cir',
    'class-e.cir',
    'h-bridge-pwm.cir',
    'schmitt-oscillator.cir',
    'bridge.cir',
  ])('exact events end at the same bits, after the same segments and events (%s)', (file) => {
    const [plain, compiled] = ['plain', 'compiled'].map((code) => report(file, { code }));
    expect(plain?.certificate?.missed).toEqual([]);
    expect(plain?.final).toEqual(compiled?.final);
    const counts = [plain, compiled].map((run) => {
      const { steps, events, modeChanges, lcpSolves } = run?.certificate ?? {};
      return { steps, events, modeChanges, lcpSolves };
    });
    expect(counts[0]).toEqual(counts[1]);
  });

  // Corners of sources, switches, coupled coils, smooth laws with charges.
  test.each(['buck.cir', 'common-emitter.cir', 'bridge.cir', 'hysteresis-core.cir', 'cockcroft-walton.cir'])(
    'sparse steps end at the same bits, with the same energies and laws (%s)',
    (file) => {
      const [plain, compiled] = ['plain', 'compiled'].map((code) =>
        report(file, { method: 'stepping', code }),
      );
      expect(plain?.certificate?.steps).toBeGreaterThan(100);
      expect(plain?.final).toEqual(compiled?.final);
      const facts = [plain, compiled].map((run) => {
        const { energy, kirchhoff, elementLaws, complementarity, switches } = run?.certificate ?? {};
        return { energy, kirchhoff, elementLaws, complementarity, switches };
      });
      expect(facts[0]).toEqual(facts[1]);
    },
  );

  test('nor do laws that keep their tangents', () => {
    const inverters = Array.from(
      { length: 9 },
      (_, k) =>
        `Mp${k} n${k + 1} n${k} vdd vdd mp w=4u l=.5u ad=4p as=4p pd=6u ps=6u\nMn${k} n${k + 1} n${k} 0 0 mn w=2u l=.5u ad=2p as=2p pd=4u ps=4u`,
    );
    const models = '.model mn nmos(level=8 vth0=.6 tox=8n)\n.model mp pmos(level=8 vth0=-.7 tox=8n)';
    const sources = 'Vdd vdd 0 2.5\nVin n0 0 pulse(0 2.5 .2n .1n .1n 2n 4n)';
    const text = netlist(`${models}\n${sources}\n${inverters.join('\n')}\n.save v(n1) v(n9)\n.tran 10p 3n`);
    const [plain, compiled] = ['plain', 'compiled'].map((code) => run(text, { method: 'stepping', code }));
    expect(plain?.certificate?.missed).toEqual([]);
    expect(plain?.final).toEqual(compiled?.final);
    expect(plain?.certificate?.energy).toEqual(compiled?.certificate?.energy);
  });

  test('nor does a part of thousands of unknowns run otherwise', () => {
    const cells = Array.from(
      { length: 2500 },
      (_, k) => `R${k} n${k} n${k + 1} 1k\nC${k} n${k + 1} 0 1p\nD${k} n${k + 1} 0 d`,
    );
    const source = '.model d d(is=1e-14 cjo=1p)\nV1 n0 0 pulse(0 2 1n 1n 1n 20n 50n)';
    const text = netlist(`${source}\n${cells.join('\n')}\n.save v(n1) v(n9)\n.tran 1n 60n`);
    const [plain, compiled] = ['plain', 'compiled'].map((code) => run(text, { method: 'stepping', code }));
    expect(plain?.certificate?.steps).toBeGreaterThan(20);
    expect(plain?.final).toEqual(compiled?.final);
    expect(plain?.certificate?.energy).toEqual(compiled?.certificate?.energy);
  });
});
