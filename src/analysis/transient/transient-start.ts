/** Where a transient starts: initial values under `uic`, the operating point otherwise (conventions: initial conditions, jumps). */
import type { Diagnostics } from '../../base/diagnostic.js';
import type {
  CompiledCircuit,
  MultiplierRow,
  ReducedSystem,
} from '../../circuit/compiler/compiled-circuit.js';
import { delayedWaves } from '../../circuit/compiler/delayed-waves.js';
import { consistentStart } from '../../circuit/compiler/initial-state.js';
import { compileOperatingPoint } from '../../circuit/operating-point.js';
import type { MechanicalDomains, TransientCard } from '../../netlist/flat-circuit.js';
import type { AnalysisJob } from '../analysis.js';
import type { Impulse } from '../certificate/certificate.js';
import { dot } from '../certificate/energy/energy-ledger.js';
import { impulseUnit } from '../certificate/impacts/impact-list.js';
import { warnOfIgnoredStart } from '../preparation/ignored-start.js';
import { guessedPoint } from '../operating-point/guessed-point.js';
import { solveOperatingPoint } from '../operating-point/operating-point.js';

type Rows = Pick<ReducedSystem, 'rows' | 'branches'>;

export interface Start {
  readonly compiled: CompiledCircuit;
  readonly impulses: readonly Impulse[];
  /** 1 for every row with y = 0 at the point that `.nodeset` chose, where there was a choice; length `rows`. */
  readonly begins?: Uint8Array;
}

/** Finds the consistent start; problems become diagnostics and undefined. */
export function findStart(job: AnalysisJob<TransientCard>, diagnostics: Diagnostics): Start | undefined {
  const { flat, card, compiled, circuitOptions, devices } = job;
  const waves = delayedWaves(compiled);
  if (card.uic) {
    for (const { signal, initial } of waves) signal.begin(0, initial);
    return { compiled, impulses: compiled.initialJump ? initialImpulses(compiled, flat.domains) : [] };
  }
  warnOfIgnoredStart(flat, diagnostics);
  const { compiled: statics, diagnostics: found } = compileOperatingPoint(flat, circuitOptions, { devices });
  found.forEach((diagnostic) => diagnostics.add(diagnostic));
  const guessed = statics && guessedPoint(statics, flat.nodesets, diagnostics);
  const point = guessed ?? (statics && solveOperatingPoint(statics, diagnostics));
  if (!statics || !point) return undefined;
  for (const { signal, branch } of waves) {
    const current = statics.system.forms[branch]?.i;
    if (current) signal.begin(0, dot(current, point.zeta));
  }
  const { x0 } = consistentStart(compiled.system, point.storage, 0);
  const { rows, branches } = compiled.system;
  const guards = compiled.guards.map((guard) => {
    // Masses are held there: the forces that stiction bears say nothing, and it sticks as it does at any start.
    const branch = branches[rows[guard.row]?.branch ?? -1];
    if (branch?.kind === 'controlled' && branch.dissipates === true) return guard;
    if (branch?.kind === 'ideal-switch' && branch.strikes === true) return guard;
    const at = statics.guards.findIndex(({ name }) => name === guard.name);
    return { ...guard, initially: point.on[at] === 1 ? ('on' as const) : ('off' as const) };
  });
  const begins = guessed?.mode && modeAt(guessed.mode.key, statics.system, compiled.system);
  return { compiled: { ...compiled, x0, guards }, impulses: [], ...(begins && { begins }) };
}

/** A mode of the static system as rows with y = 0 of the one that begins there: where one has -v for its multiplier, 'voltage', y is i. */
function modeAt(key: string, statics: Rows, { rows, branches }: Rows): Uint8Array {
  const named = ({ branch, auxiliary = 0 }: MultiplierRow, of: Rows): string =>
    `${of.branches[branch]?.name ?? ''}:${auxiliary}`;
  const found = new Map(
    statics.rows.map((row, k) => [named(row, statics), { row, active: key.charAt(k) !== '0' }]),
  );
  return Uint8Array.from(rows, (row) => {
    const { row: its = row, active = false } = found.get(named(row, { rows, branches })) ?? {};
    return Number((its.multiplier === row.multiplier) === active);
  });
}

/**
 * The jump dz from the given initial values to the consistent ones: the charge or flux G dz that each element took.
 * In the limit of a backward-Euler step dz^T G dz / 2 is lost, whatever sources deliver.
 */
function initialImpulses({ system, given, x0 }: CompiledCircuit, domains?: MechanicalDomains): Impulse[] {
  const { n, p, storage, storageX, storageU, storageMatrix, inputs } = system;
  const count = storage.length;
  const after = Float64Array.from(storage, (_, k) => {
    let value = 0;
    for (let j = 0; j < n; j++) value += (storageX[k * n + j] ?? 0) * (x0[j] ?? 0);
    for (let j = 0; j < p; j++) {
      const factor = storageU[k * p + j] ?? 0;
      if (factor !== 0) value += factor * (inputs[j]?.value(0) ?? 0);
    }
    return value;
  });
  // Charges and fluxes, mutual ones included: what an impulse changes.
  const charge = (z: Float64Array, k: number): number =>
    dot(storageMatrix.subarray(k * count, (k + 1) * count), z);
  const impulses: Impulse[] = [];
  storage.forEach(({ branch, quantity }, k) => {
    const size = charge(after, k) - charge(given, k);
    if (size === 0) return;
    const element = system.branches[branch]?.element ?? '';
    impulses.push({
      ...{ time: 0, element, size },
      unit: impulseUnit(quantity === 'v', domains?.ports.get(element)),
      energyLost: 0.5 * size * ((after[k] ?? 0) - (given[k] ?? 0)),
      start: true,
    });
  });
  return impulses;
}
