/**
 * Voltages and currents of all branches at a point (z | u), from the flat list of branches rather than from the stamped
 * matrices: what Kirchhoff's laws, element laws and powers are evaluated with. Currents of charges are left out: their sum by
 * row is what the engine carries as rates. Cost: O(branches), and one evaluation a smooth law where that is asked for.
 */
import { type LocalLaw, localPoint } from '../../kernel/modeling/laws/local-law.js';
import type { SparseForm } from '../../kernel/modeling/descriptor-system.js';
import type { LawBranch } from '../../circuit/primitives.js';
import { FormSum } from '../../circuit/sparse/sparse-forms.js';
import type { SparseModel } from '../../circuit/sparse/sparse-model.js';
import { addLawReads, type SparseNumbering } from '../../circuit/sparse/sparse-numbering.js';
import { type MachineCode, MachineRoom } from '../../numerics/code/machine-room.js';
import { floatsIn, integersIn, type NumberRoom, plainRoom } from '../../numerics/code/number-room.js';
import { type BranchArrays, currentSources, type LawArrays } from './branch-loops.js';
import { type EnergyShare, energyShare } from './energy-share.js';

export class SparseBranches {
  /** Voltages and currents are those at the point that was read last. */
  readonly arrays: BranchArrays;
  readonly share: readonly (EnergyShare | 'law')[];
  /** All smooth laws, those of one kind together. */
  readonly laws: readonly LawArrays[];

  constructor(
    { numbering, system }: SparseModel,
    readonly room: NumberRoom,
  ) {
    const { branches, currentUnknown, inputs } = numbering;
    const count = branches.length;
    this.share = branches.map((branch) => (branch.kind === 'law' ? 'law' : energyShare(branch)));
    const source = room.integers(count);
    const place = integersIn(room, currentUnknown);
    const factor = room.floats(count);
    const formStart = room.integers(count + 1);
    const forms: SparseForm[] = [];
    branches.forEach((branch, k) => {
      formStart[k + 1] = formStart[k] as number;
      if ((currentUnknown[k] as number) >= 0 && branch.kind !== 'law') return;
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
    });
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

/** Bytes for any circuit, for each of its branches, and for each unknown, node and input. */
const LEAST = 1 << 16;
const EACH_BRANCH = 120;
const EACH_UNKNOWN = 80;

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
  const { branches, currentUnknown, node } = numbering;
  const members = new Map<LocalLaw, number[]>();
  branches.forEach((branch, index) => {
    if (branch.kind !== 'law') return;
    const known = members.get(branch.law);
    if (known) known.push(index);
    else members.set(branch.law, [index]);
  });
  return Array.from(members, ([law, indices]) => {
    const count = indices.length;
    const reads: number[] = [];
    for (const index of indices) addLawReads(numbering, index, reads);
    const arrays: LawArrays = {
      ...{ code: law.name, evaluate: law.evaluate, count, hasRates: law.rates !== undefined },
      ...{ readCount: law.reads, rowCount: law.rows, parameterCount: law.parameterCount },
      parameters: room.floats(count * law.parameterCount),
      reads: integersIn(room, reads),
      rows: integersIn(room, new Int32Array(count * law.rows).fill(-1)),
      own: integersIn(
        room,
        indices.map((index) => currentUnknown[index] as number),
      ),
      v: room.floats(law.reads),
      point: localPoint(law, room),
    };
    indices.forEach((index, k) => {
      const branch = branches[index] as LawBranch;
      arrays.parameters.set(branch.parameters, k * law.parameterCount);
      branch.rows.forEach((name, r) => (arrays.rows[k * law.rows + r] = node(name)));
    });
    return arrays;
  });
}

/** The value of a form over w = (z | u | ...). */
export function formValue({ index, gain }: SparseForm, w: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < index.length; k++) sum += (gain[k] as number) * (w[index[k] as number] as number);
  return sum;
}
