import type { DescriptorSystem } from '../kernel/modeling/descriptor-system.js';
import { ActiveRows } from '../kernel/simulation/sparse-stepping/active-rows.js';
import { DescriptorAssembly } from '../kernel/simulation/sparse-stepping/assembly.js';
import { factorsOf } from '../kernel/simulation/sparse-stepping/linear-factors.js';
import { failureOf } from '../kernel/simulation/sparse-stepping/name-failure.js';
import { DescriptorNewton } from '../kernel/simulation/sparse-stepping/newton.js';
import { SteppingCounters } from '../kernel/simulation/sparse-stepping/stepping-counters.js';
import { UndeterminedUnknowns } from '../kernel/simulation/sparse-stepping/undetermined-unknowns.js';
import { readForm } from '../circuit/sparse-forms.js';

export interface StaticPoint {
  readonly z: Float64Array;
  readonly on: Uint8Array;
  readonly notes: readonly string[];
  readonly counters: SteppingCounters;
}

export function solveStatic(system: DescriptorSystem, reltol: number): StaticPoint {
  const counters = new SteppingCounters();
  const assembly = new DescriptorAssembly(system);
  const rows = new ActiveRows(system, assembly.pattern);
  const undetermined = new UndeterminedUnknowns(assembly);
  const newton = new DescriptorNewton(
    assembly,
    rows,
    factorsOf(assembly.pattern),
    undetermined,
    counters,
    reltol,
  );
  const w = new Float64Array(assembly.pointLength);
  const size = system.size;
  const u = Float64Array.from(system.inputs, (s) => s.value(0));
  const zero = new Float64Array(size);
  const solveAt = (scale: number, iterations: number): string => {
    for (let j = 0; j < u.length; j++) w[size + j] = scale * u[j]!;
    return newton.solve(w, zero, 0, iterations);
  };
  const gmin = (g: number): void => {
    system.grounds?.forEach((_, k) => (assembly.shunts[k] = assembly.canShunt(k) ? g : 0));
    assembly.forgetLinearPart();
    newton.invalidate();
  };
  for (let round = 0; round < 100; round++) {
    assembly.resetLimits(w);
    let status = solveAt(1, 100);
    if (status !== 'converged') {
      counters.fallback('gmin stepping');
      w.fill(0);
      assembly.resetLimits(w);
      for (let e = 2; e <= 12; e++) {
        gmin(10 ** -e);
        status = solveAt(1, 200);
        if (status !== 'converged') break;
      }
      if (status === 'converged') {
        gmin(0);
        status = solveAt(1, 200);
      }
    }
    if (status !== 'converged') {
      counters.fallback('source stepping');
      gmin(0);
      w.fill(0);
      assembly.resetLimits(w);
      let at = 0;
      let rise = 0.1;
      let last = w.slice();
      status = solveAt(0, 100);
      last = w.slice();
      while (at < 1 && rise > 1e-4) {
        const next = Math.min(1, at + rise);
        status = solveAt(next, 100);
        if (status === 'converged') {
          at = next;
          rise *= 2;
          last = w.slice();
        } else {
          w.set(last);
          assembly.resetLimits(w);
          rise /= 2;
        }
      }
      if (at < 1) throw failureOf('diverged', assembly, newton, NaN);
    }
    let turned = false;
    const z = w.subarray(0, size);
    system.guards.forEach((guard, g) => {
      const control = readForm(guard.control, z, u);
      const on = rows.on[g] === 1;
      if (on ? control < guard.off : control > guard.on) {
        rows.setGuard(g, on ? 0 : 1);
        turned = true;
      }
    });
    if (!turned) return { z: w.slice(0, size), on: rows.on.slice(), notes: undetermined.notes(), counters };
  }
  throw failureOf('unsettled', assembly, newton, NaN);
}
