/**
 * Emitted branches as a sparse descriptor system, without tree, reduction or any dense matrix: what circuits of smooth
 * devices and circuits of any size are simulated as. Cost and memory: linear in the branches.
 */
import type { DescriptorSystem } from '../../kernel/modeling/descriptor-system.js';
import type { LogicNetwork } from '../../kernel/modeling/signals/logic-network.js';
import type { SmoothBranch } from '../primitives.js';
import {
  numberUnknowns,
  type NumberedAlike,
  type SparseNumbering,
  type UnknownOrigin,
  type UnknownUnit,
} from './sparse-numbering.js';
import { stampBranches } from './sparse-stamps.js';

/** What an error of an unknown, or a remainder of a row, is nothing next to. */
export interface SparseTolerances {
  /** Volts, amperes. */
  readonly vntol: number;
  readonly abstol: number;
}

/** What counts as nothing of a number between 0 and 1. */
const shareTolerance = 1e-6;
/** In metres: a millionth of the parts of the smallest machines, which are micrometres. */
const displacementTolerance = 1e-12;

/** Their numbers are the kinds of unknowns and rows: that of volts may be the tolerance of amperes, too. */
const quantities: readonly UnknownUnit[] = Object.freeze(['V', 'A', 'm', '']);

export interface SparseModel {
  readonly numbering: SparseNumbering;
  readonly system: DescriptorSystem;
}

/** Builds the system of branches; `atRest`: that of their operating point, where some have currents of their own. */
export function buildSparseModel(
  branches: readonly SmoothBranch[],
  { vntol, abstol }: SparseTolerances,
  atRest?: NumberedAlike,
  logic?: LogicNetwork,
): SparseModel {
  const numbering = numberUnknowns(branches, atRest);
  const stamps = stampBranches(numbering, atRest !== undefined);
  const { origins, inputs } = numbering;
  const toleranceOf: Readonly<Record<UnknownUnit, number>> = {
    ...{ V: vntol, A: abstol, m: displacementTolerance, '': shareTolerance },
  };
  const system: DescriptorSystem = {
    size: origins.length,
    inputs: inputs.signals,
    ...{ K: stamps.K, Q: stamps.Q, S: stamps.S, groups: stamps.groups },
    ...{ pairs: stamps.pairs, guards: stamps.guards, delays: stamps.delays },
    ...(logic && { logic }),
    ...(stamps.impacts.length > 0 && { impacts: stamps.impacts }),
    ...scalesOf(origins, toleranceOf),
    unknownName(unknown) {
      const { quantity = 'v', name = '' } = origins[unknown] ?? {};
      return quantity === 'auxiliary' ? name : `${quantity}(${name})`;
    },
    rowName(row) {
      const { quantity, name = '' } = origins[row] ?? {};
      return quantity === 'v' ? `node ${name}` : name;
    },
  };
  return { numbering, system };
}

/** Tolerances and kinds of unknowns and rows, one after the other. */
function scalesOf(
  origins: readonly UnknownOrigin[],
  toleranceOf: Readonly<Record<UnknownUnit, number>>,
): Required<Pick<DescriptorSystem, 'absolute' | 'residual' | 'grounds' | 'kinds'>> {
  const absolute = new Float64Array(origins.length);
  const residual = new Float64Array(origins.length);
  const grounds = new Int32Array(origins.length).fill(-1);
  const unknown = new Int32Array(origins.length);
  const row = new Int32Array(origins.length);
  origins.forEach(({ quantity, unit, rowUnit }, k) => {
    absolute[k] = toleranceOf[unit];
    residual[k] = toleranceOf[rowUnit];
    if (quantity === 'v') grounds[k] = k;
    unknown[k] = quantities.indexOf(unit);
    row[k] = quantities.indexOf(rowUnit);
  });
  return { absolute, residual, grounds, kinds: { unknown, row } };
}
