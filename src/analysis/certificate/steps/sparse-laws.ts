/**
 * How well the ends of sparse steps satisfy the laws of the circuit, from the flat list of branches: Kirchhoff's current law at
 * every node, with the rates of charges as the engine has them; the laws of sources, coils and controlled sources; the pairs and
 * the states of switches. Residuals are relative to the largest terms of their own law so far, at least the tolerances; of
 * currents abstol is none, which Newton's method leaves where it is coarse, nor what rounding of voltages makes of the current of a
 * resistance, nor that of charges and fluxes of currents and voltages in a very short step.
 */
import { DecidedComparisons } from '../../../circuit/sparse/decided-comparisons.js';
import { FormSum } from '../../../circuit/sparse/sparse-forms.js';
import type { AuxiliaryRow, IdealSwitchBranch } from '../../../circuit/primitives.js';
import type { SparseModel, SparseTolerances } from '../../../circuit/sparse/sparse-model.js';
import type { UnknownUnit } from '../../../circuit/sparse/sparse-numbering.js';
import type { SparseForm } from '../../../kernel/modeling/descriptor-system.js';
import type { TrajectoryStep } from '../../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import { formsIn } from '../../../kernel/simulation/sparse-stepping/descriptor/form-list.js';
import {
  floatsIn,
  integersIn,
  type NumberRoom,
  plainRoom,
  type WithoutRecord,
} from '../../../numerics/code/number-room.js';
import type { WorstResidual } from '../certificate.js';
import { LargestValue } from '../largest-value.js';
import {
  checkPoint,
  missedNow,
  type NodeChecks,
  type PointChecks,
  type RowChecks,
  rowKinds,
  SHARED_PART,
} from './point-check.js';
import { SmoothValue } from './smooth-value.js';
import { SparseBranches } from './sparse-branches.js';
import { checkPlaces, isDue, noteMultipliers, type StepChecks } from './step-checks.js';

const units: readonly UnknownUnit[] = ['V', 'A', 'm', ''];

/** The law of a branch with a current of its own, or of an auxiliary row. */
interface RowLaw {
  readonly row: number;
  readonly name: string;
  readonly kind: 'equation' | 'pair' | 'switch';
  /** y over (z, u), without the rates and without a smooth function. */
  readonly form: SparseForm;
  readonly smooth?: { readonly of: AuxiliaryRow['smooth']; readonly arguments: readonly SparseForm[] };
  /** What the row is the rate of besides, where it is of something: over z. */
  readonly stored?: SparseForm;
  /** Of a switch, over (z, u). */
  readonly guard?: { readonly control: SparseForm; readonly on: number; readonly off: number };
}

export class SparseLaws {
  readonly checks: StepChecks;
  readonly #checkPoint: WithoutRecord<typeof checkPoint>;
  /** Where machine code reads points and rates that stand elsewhere. */
  readonly #w: Float64Array;
  readonly #rate: Float64Array;
  readonly #rows: readonly RowLaw[];
  readonly #node: LargestValue;
  readonly #row: LargestValue;

  constructor(
    private readonly model: SparseModel,
    private readonly tolerances: SparseTolerances,
    all: boolean,
    room: NumberRoom = plainRoom,
  ) {
    const { size, inputs } = model.system;
    this.#w = room.floats(size + inputs.length + 1);
    this.#rate = room.floats(size);
    this.#rows = rowLaws(model);
    const multiplied = this.#rows.flatMap(({ kind }, k) => (kind === 'equation' ? [] : [k]));
    this.#node = new LargestValue(model.numbering.nodes.length, room);
    this.#row = new LargestValue(this.#rows.length, room);
    const point: PointChecks = {
      nodes: nodeChecks(model, tolerances, this.#node, room),
      rows: rowChecks(model, this.#rows, this.#row, room),
      unit: unitsOf(model, room),
      largestOf: room.floats(units.length),
    };
    this.checks = {
      ...{ all, counts: room.floats(checkPlaces.count), point },
      multiplied: integersIn(room, multiplied),
    };
    this.#checkPoint = room.bind('checkPoint', checkPoint, point);
  }

  get pointsChecked(): number {
    return this.checks.counts[checkPlaces.checked] as number;
  }

  /** Begins with controls of switches as large as these, by guards. */
  begin(controlSizes: Float64Array): void {
    const { row, controls } = this.checks.point.rows;
    this.model.system.guards.forEach(
      (guard, g) => (controls[row.indexOf(guard.row)] = controlSizes[g] as number),
    );
  }

  /** Steps that meet what switches within so many seconds are no judges of it. */
  allowLate(seconds: number): void {
    this.checks.point.rows.late[0] = seconds;
  }

  step({ last, lastRates, t1, lastLength }: TrajectoryStep): void {
    if (isDue(this.checks)) this.check(last, lastRates, t1, lastLength);
    else noteMultipliers(this.checks, last);
  }

  /** Checks one point (z | u | 0) whose charges change at these rates, row by row, behind a step of h seconds. */
  check(w: Float64Array, rate: Float64Array, t: number, h = Infinity): void {
    this.#checkPoint(beside(this.#w, w), beside(this.#rate, rate), t, h);
  }

  /** Takes what flowed, by row, as currents that nodes have carried where nothing was checked. */
  noteCarried(rates: Float64Array): void {
    const { largest } = this.checks.point.nodes.currents;
    for (let n = 0; n < largest.length; n++) largest[n] = Math.max(largest[n] as number, rates[n] as number);
  }

  get kirchhoff(): WorstResidual {
    const { nodes } = this.model.numbering;
    const { largest } = this.checks.point.nodes.currents;
    const floor = this.#currentFloor(largest);
    return worst(nodes.length, (n) =>
      this.#node.over(n, Math.max(largest[n] as number, floor), nodes[n] ?? ''),
    );
  }

  get elementLaws(): WorstResidual {
    return this.#worstOf('equation');
  }

  get complementarity(): WorstResidual {
    return this.#worstOf('pair');
  }

  get switches(): WorstResidual {
    return this.#worstOf('switch');
  }

  #worstOf(kind: RowLaw['kind']): WorstResidual {
    const own = this.#rows.flatMap((law, k) => (law.kind === kind ? [k] : []));
    return worst(own.length, (n) => {
      const k = own[n] ?? -1;
      const law = this.#rows[k];
      if (kind !== 'equation') {
        const value = Math.max(0, missedNow(this.checks.point, k));
        return { value, time: this.#row.time[k] as number, name: law?.name ?? '' };
      }
      const floor = this.model.system.residual[law?.row ?? -1] ?? this.tolerances.vntol;
      return this.#row.over(k, Math.max(this.checks.point.rows.largest[k] ?? 0, floor), law?.name ?? '');
    });
  }

  /** Currents far below the largest of the circuit are the rounding of these. */
  #currentFloor(currents: Float64Array): number {
    let largest = 0;
    for (const value of currents) largest = Math.max(largest, value);
    return Math.max(this.tolerances.abstol, SHARED_PART * largest);
  }
}

function nodeChecks(
  model: SparseModel,
  { abstol }: SparseTolerances,
  { value, time }: LargestValue,
  room: NumberRoom,
): NodeChecks {
  const { numbering } = model;
  const { arrays: branches, laws } = new SparseBranches(model, room);
  const count = numbering.nodes.length;
  const isLaw = room.integers(numbering.branches.length);
  const linear: number[] = [];
  for (let k = 0; k < isLaw.length; k++) {
    const kind = numbering.branches[k]?.kind;
    if (kind === 'law') isLaw[k] = 1;
    else if (kind === 'capacitance' || kind === 'resistance') linear.push(k);
  }
  const [first, second] = [room.integers(linear.length), room.integers(linear.length)];
  const [farads, siemens] = [room.floats(linear.length), room.floats(linear.length)];
  for (let k = 0; k < linear.length; k++) {
    const index = linear[k] as number;
    const branch = numbering.branches[index];
    first[k] = numbering.firstNode[index] as number;
    second[k] = numbering.secondNode[index] as number;
    if (branch?.kind === 'capacitance') farads[k] = Math.abs(branch.capacitance);
    else if (branch?.kind === 'resistance') siemens[k] = Math.abs(1 / branch.resistance);
  }
  const [sum, terms, largest] = [room.floats(count), room.floats(count), room.floats(count)];
  return {
    currents: { branches, laws, isLaw, sum, terms, largest, charge: room.floats(count) },
    ...{ first, second, farads, siemens, current: room.floats(count) },
    ...{ abstol, worst: value, time },
  };
}

/** Of each unknown the place of its unit. */
function unitsOf({ numbering: { origins } }: SparseModel, room: NumberRoom): Int32Array {
  const out = room.integers(origins.length);
  for (let k = 0; k < out.length; k++) out[k] = units.indexOf(origins[k]?.unit ?? '');
  return out;
}

function rowChecks(
  { numbering, system }: SparseModel,
  laws: readonly RowLaw[],
  { value, time }: LargestValue,
  room: NumberRoom,
): RowChecks {
  const integers = (of: (law: RowLaw) => number): Int32Array => integersIn(room, laws.map(of));
  const unitOf = (side: 'unit' | 'rowUnit'): Int32Array =>
    integers(({ row }) => units.indexOf(numbering.origins[row]?.[side] ?? ''));
  const floors = (of: Float64Array): Float64Array =>
    floatsIn(
      room,
      laws.map(({ row }) => of[row] ?? 0),
    );
  const thresholds = (side: 'on' | 'off'): Float64Array =>
    floatsIn(
      room,
      laws.map(({ guard }) => guard?.[side] ?? 0),
    );
  const smooth = room.floats(laws.length);
  const curved = laws.flatMap(({ row, form, smooth: law }, k) =>
    law?.of ? [{ k, value: new SmoothValue(law.of, form, law.arguments, system.residual[row] ?? 0) }] : [],
  );
  return {
    row: integers(({ row }) => row),
    kind: integers(({ kind }) => rowKinds[kind]),
    y: formsIn(
      room,
      laws.map(({ form }) => form),
    ),
    stored: formsIn(
      room,
      laws.map(({ stored }) => stored),
    ),
    hasStored: integers(({ stored }) => (stored ? 1 : 0)),
    control: formsIn(
      room,
      laws.map(({ guard }) => guard?.control),
    ),
    on: thresholds('on'),
    off: thresholds('off'),
    controls: room.floats(laws.length),
    late: room.floats(1),
    ...{ smooth, smoothCount: curved.length },
    readSmooth: (w) => {
      for (const { k, value } of curved) smooth[k] = value.read(w);
    },
    ...{ largest: room.floats(laws.length), multipliers: room.floats(laws.length) },
    ...{ rowUnit: unitOf('rowUnit'), unit: unitOf('unit') },
    ...{ rowFloor: floors(system.residual), floor: floors(system.absolute), worst: value, time },
    ...{ worstY: room.floats(laws.length), worstLambda: room.floats(laws.length) },
    asked: room.integers(laws.length),
  };
}

/** The values where they are of the same memory as `own`, else their copy in it. */
function beside(own: Float64Array, values: Float64Array): Float64Array {
  if (values.buffer === own.buffer) return values;
  own.set(values);
  return own;
}

function worst(count: number, of: (index: number) => WorstResidual): WorstResidual {
  let found: WorstResidual = { value: 0, time: NaN, name: '' };
  for (let k = 0; k < count; k++) {
    const one = of(k);
    if (Number.isNaN(found.time) || one.value > found.value) found = one;
  }
  return found;
}

/** The laws of rows behind those of nodes, written down again from the branches. */
function rowLaws({ numbering, system }: SparseModel): RowLaw[] {
  const { branches, currentUnknown, firstAuxiliary, inputs } = numbering;
  const laws: RowLaw[] = [];
  const decided = new DecidedComparisons(branches);
  const formOf = (sum: FormSum): SparseForm => sum.form(system.size);
  const guardOf = (
    { control, on, off }: Pick<IdealSwitchBranch, 'control' | 'on' | 'off'>,
    own: number,
  ): NonNullable<RowLaw['guard']> => ({ control: formOf(new FormSum(numbering).add(control, own)), on, off });
  for (const { unknown, currents } of numbering.couplings.magnetizing.values()) {
    const sum = new FormSum(numbering).addUnknown(unknown, 1);
    for (const [current, ratio] of currents) sum.addUnknown(current, -ratio);
    laws.push({
      row: unknown,
      name: numbering.origins[unknown]?.name ?? '',
      kind: 'equation',
      form: formOf(sum),
    });
  }
  branches.forEach((branch, index) => {
    if ((currentUnknown[index] as number) < 0 && (firstAuxiliary[index] as number) < 0) return;
    // Their currents are what Kirchhoff's law is asked of.
    if (branch.kind === 'current' || branch.kind === 'law') return;
    const row = currentUnknown[index] as number;
    if ((branch.kind === 'capacitance' || branch.kind === 'resistance') && row < 0) return;
    const { name, a, b } = branch;
    const sum = new FormSum(numbering);
    const push = (kind: RowLaw['kind'], stored?: FormSum): void =>
      void laws.push({ row, name, kind, form: formOf(sum), ...(stored && { stored: formOf(stored) }) });
    switch (branch.kind) {
      case 'voltage': {
        const { input, coefficient } = inputs.source(name, branch.signal);
        sum.addVoltage(a, b, 1).addInput(input, -coefficient);
        push('equation');
        return;
      }
      case 'inductance': {
        sum.addVoltage(a, b, -1);
        const followed = numbering.couplings.followed.get(index);
        const leader = branches[followed?.leader ?? -1];
        if (followed && leader) {
          sum.addVoltage(leader.a, leader.b, followed.ratio);
          push('equation');
          return;
        }
        const flux = new FormSum(numbering).addUnknown(row, branch.inductance);
        for (const { branch: other, inductance } of branch.mutual ?? [])
          flux.addUnknown(currentUnknown[numbering.branchNamed.get(other) ?? -1] ?? -1, inductance);
        push('equation', flux);
        return;
      }
      case 'resistance':
        sum.addVoltage(a, b, 1).addUnknown(row, -branch.resistance);
        push('equation');
        return;
      case 'capacitance':
        sum.addUnknown(row, -1);
        push('equation', new FormSum(numbering).addVoltage(a, b, branch.capacitance));
        return;
      case 'unilateral':
        sum.addVoltage(a, b, -1).addUnknown(row, branch.resistance).addInput(0, branch.threshold);
        push('pair');
        return;
      case 'ideal-switch':
        sum.addVoltage(a, b, 1).addUnknown(row, -branch.resistance);
        laws.push({ row, name, kind: 'switch', form: formOf(sum), guard: guardOf(branch, index) });
        return;
      case 'controlled': {
        if (row >= 0) {
          if (branch.output === 'voltage') sum.addVoltage(a, b, 1);
          else sum.addUnknown(row, 1);
          sum.add(branch.form, index, -1);
          push('equation');
        }
        branch.auxiliaries?.forEach((auxiliary, k, rows) => {
          const { y, guard, smooth } = auxiliary;
          const over = (form: typeof y): SparseForm => formOf(new FormSum(numbering).add(form, index));
          const place = { row: (firstAuxiliary[index] as number) + k, name: branch.element };
          const lower = rows[k - 1];
          if (auxiliary.beginsRelay && decided.has(auxiliary, branch)) {
            const form = formOf(new FormSum(numbering).addUnknown(place.row, 1).addInput(0, -1));
            const levels = guardOf(decided.levelsOf(auxiliary, k), index);
            laws.push({ ...place, kind: 'switch', form, guard: levels });
            return;
          }
          if (lower?.beginsRelay && decided.has(lower, branch)) return;
          laws.push({
            ...place,
            kind: guard ? 'switch' : smooth ? 'equation' : 'pair',
            form: over(y),
            ...(guard && { guard: guardOf(decided.guardOf(guard, auxiliary, branch), index) }),
            ...(smooth && { smooth: { of: smooth, arguments: smooth.arguments.map(over) } }),
          });
        });
      }
    }
  });
  return laws;
}
