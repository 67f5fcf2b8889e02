/**
 * Voltages and currents of all branches at a point (z | u), from the flat list of branches rather than from the stamped
 * matrices: what Kirchhoff's laws, element laws and powers are evaluated with. Currents of charges are left out: their sum by
 * row is what the engine carries as rates. Cost: O(branches), and one evaluation a smooth law where that is asked for.
 */
import { type LocalLaw, localPoint } from '../../../kernel/modeling/laws/local-law.js';
import type { SparseForm } from '../../../kernel/modeling/descriptor-system.js';
import type { LawBranch, SmoothBranch } from '../../../circuit/primitives.js';
import { FormSum } from '../../../circuit/sparse/sparse-forms.js';
import type { SparseModel } from '../../../circuit/sparse/sparse-model.js';
import type { SparseNumbering } from '../../../circuit/sparse/sparse-numbering.js';
import { type MachineCode, MachineRoom } from '../../../numerics/code/machine-room.js';
import { floatsIn, integersIn, type NumberRoom, plainRoom } from '../../../numerics/code/number-room.js';
import { type BranchArrays, currentSources, type LawArrays } from './branch-loops.js';
import { type EnergyShare, energyShare } from '../energy/energy-share.js';

export class SparseBranches {
  /** Voltages and currents are those at the point that was read last. */
  readonly arrays: BranchArrays;
  /** All smooth laws, those of one kind together. */
  readonly laws: readonly LawArrays[];

  constructor(
    { numbering, system }: SparseModel,
    readonly room: NumberRoom,
  ) {
    const { branches, currentUnknown, inputs } = numbering;
    const count = branches.length;
    const source = room.integers(count);
    const place = integersIn(room, currentUnknown);
    const factor = room.floats(count);
    const formStart = room.integers(count + 1);
    const forms: SparseForm[] = [];
    for (let k = 0; k < count; k++) {
      const branch = branches[k] as SmoothBranch;
      formStart[k + 1] = formStart[k] as number;
      if ((currentUnknown[k] as number) >= 0 && branch.kind !== 'law') continue;
      source[k] = currentSources.nothing;
      if (branch.kind === 'resistance') {
        source[k] = currentSources.conductance;
        factor[k] = 1 / branch.resistance;
      } else if (branch.kind === 'current') {
        const { input, coefficient } = inputs.source(branch.name, branch.signal);
        source[k] = currentSources.input;
        place[k] = system.size + input;
        factor[k] = coefficient;
      } else if (branch.kind === 'controlled') {
        source[k] = currentSources.form;
        const form = new FormSum(numbering).add(branch.form, k).form(system.size);
        forms.push(form);
        formStart[k + 1] = (formStart[k] as number) + form.index.length;
      }
    }
    this.arrays = {
      count,
      ...{ a: integersIn(room, numbering.firstNode), b: integersIn(room, numbering.secondNode) },
      ...{ source, place, factor, formStart },
      formIndex: integersIn(
        room,
        forms.flatMap(({ index }) => [...index]),
      ),
      formGain: floatsIn(
        room,
        forms.flatMap(({ gain }) => [...gain]),
      ),
      ...{ v: room.floats(count), i: room.floats(count) },
    };
    this.laws = lawArrays(numbering, room);
  }
}

/** The term of the energy balance in which each branch counts. */
export function energyShares({ numbering: { branches } }: SparseModel): (EnergyShare | 'law')[] {
  return branches.map((branch) => (branch.kind === 'law' ? 'law' : energyShare(branch)));
}

/** Bytes for any circuit, for each of its branches, and for each unknown, node and input. */
const LEAST = 1 << 16;
const EACH_BRANCH = 300;
const EACH_UNKNOWN = 120;

/** A room of machine code for the branches of a circuit whose steps have none for all of it. */
export function roomOfBranches(
  { numbering, system }: SparseModel,
  code: MachineCode | undefined,
): NumberRoom {
  if (!code) return plainRoom;
  const { branches, nodes } = numbering;
  let bytes = LEAST + EACH_BRANCH * branches.length;
  bytes += EACH_UNKNOWN * (system.size + nodes.length + system.inputs.length);
  for (const { law, count } of system.groups)
    bytes += count * (8 * law.parameterCount + 4 * (law.reads + law.rows));
  return MachineRoom.of(code, bytes) ?? plainRoom;
}

function lawArrays(numbering: SparseNumbering, room: NumberRoom): LawArrays[] {
  const { branches } = numbering;
  const members = new Map<LocalLaw, number[]>();
  for (let index = 0; index < branches.length; index++) {
    const branch = branches[index] as SmoothBranch;
    if (branch.kind !== 'law') continue;
    const known = members.get(branch.law);
    if (known) known.push(index);
    else members.set(branch.law, [index]);
  }
  return Array.from(members, ([law, indices]) => arraysOf(law, indices, numbering, room));
}

/** All branches of one law. */
function arraysOf(
  law: LocalLaw,
  indices: readonly number[],
  { branches, currentUnknown, rates, lawStart, lawNodes }: SparseNumbering,
  room: NumberRoom,
): LawArrays {
  const count = indices.length;
  const [parameters, reads] = [room.floats(count * law.parameterCount), room.integers(count * law.reads)];
  const [rows, own] = [room.integers(count * law.rows), room.integers(count)];
  const ratesRead = law.rates?.between.length ?? 0;
  const nodesRead = law.reads - ratesRead;
  for (let k = 0; k < count; k++) {
    const index = indices[k] as number;
    parameters.set((branches[index] as LawBranch).parameters, k * law.parameterCount);
    own[k] = currentUnknown[index] as number;
    let at = lawStart[index] as number;
    for (let j = 0; j < nodesRead; j++) reads[k * law.reads + j] = lawNodes[at++] as number;
    for (let r = 0; r < law.rows; r++) rows[k * law.rows + r] = lawNodes[at++] as number;
    for (let j = 0; j < ratesRead; j++) reads[k * law.reads + nodesRead + j] = rates.unknown(index, j);
  }
  return {
    ...{
      code: law.name,
      evaluate: law.evaluate,
      count,
      hasRates: ratesRead > 0,
      stores: law.stores.includes(1),
    },
    ...{ readCount: law.reads, rowCount: law.rows, parameterCount: law.parameterCount },
    ...{ parameters, reads, rows, own, v: room.floats(law.reads), point: localPoint(law, room) },
  };
}

/** The value of a form over w = (z | u | ...). */
export function formValue({ index, gain }: SparseForm, w: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < index.length; k++) sum += (gain[k] as number) * (w[index[k] as number] as number);
  return sum;
}
