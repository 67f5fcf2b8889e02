/**
 * How well the ends of sparse steps satisfy the laws of the circuit, from the flat list of branches: Kirchhoff's current law at
 * every node, with the rates of charges as the engine has them; the laws of sources, coils and controlled sources; the pairs and
 * the states of switches. Residuals are relative to the largest terms of their own law so far, at least the tolerances; of
 * currents abstol is none, which Newton's method leaves where it is coarse, nor what rounding of voltages makes of the current of a
 * resistance, nor that of charges and fluxes of currents and voltages in a very short step.
 */
import { FormSum } from '../../circuit/sparse/sparse-forms.js';
import type { AuxiliaryRow } from '../../circuit/primitives.js';
import type { SparseModel, SparseTolerances } from '../../circuit/sparse/sparse-model.js';
import type { UnknownUnit } from '../../circuit/sparse/sparse-numbering.js';
import type { SparseForm } from '../../kernel/modeling/descriptor-system.js';
import type { TrajectoryStep } from '../../kernel/simulation/sparse-stepping/accepted-step.js';
import { ROUNDING } from '../../kernel/simulation/sparse-stepping/step-loop.js';
import { type NumberRoom, plainRoom, type WithoutRecord } from '../../numerics/code/number-room.js';
import { type CurrentArrays, sumCurrents } from './branch-loops.js';
import type { WorstResidual } from './certificate.js';
import { LargestValue } from './largest-value.js';
import { formValue, SparseBranches } from './sparse-branches.js';
import { checkIfDue, checkPlaces, type StepChecks } from './step-checks.js';

/** What never carries more than this part of the largest of the circuit is judged against that part. */
const sharedPart = 1e-3;

const units: readonly UnknownUnit[] = ['V', 'A', ''];

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
}

export class SparseLaws {
  readonly checks: StepChecks;
  readonly #currents: CurrentArrays;
  readonly #sumCurrents: WithoutRecord<typeof sumCurrents>;
  /** Where machine code reads points and rates that stand elsewhere. */
  readonly #w: Float64Array;
  readonly #rate: Float64Array;
  /** Branches that are capacitances or resistances, and their farads and siemens. */
  readonly #linear: Int32Array;
  readonly #farads: Float64Array;
  readonly #siemens: Float64Array;
  /** Of each node the sums of charges and of currents of which its own are the difference. */
  readonly #charge: Float64Array;
  readonly #current: Float64Array;
  readonly #rows: readonly RowLaw[];
  readonly #node: LargestValue;
  readonly #rowLargest: Float64Array;
  readonly #row: LargestValue;
  readonly #multiplierLargest: Float64Array;
  /** The largest unknown of each of `units`, and which of them every unknown has. */
  readonly #largestOf = new Float64Array(units.length);
  readonly #unit: Uint8Array;
  /** The present step. */
  #step: TrajectoryStep | undefined;

  constructor(
    private readonly model: SparseModel,
    private readonly tolerances: SparseTolerances,
    all: boolean,
    room: NumberRoom = plainRoom,
  ) {
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
    const [sum, terms, largest] = [room.floats(count), room.floats(count), room.floats(count)];
    this.#currents = { branches, laws, isLaw, sum, terms, largest };
    this.#sumCurrents = room.bind('sumCurrents', sumCurrents, this.#currents);
    const { size, inputs } = model.system;
    this.#w = room.floats(size + inputs.length + 1);
    this.#rate = room.floats(size);
    this.#node = new LargestValue(count);
    this.#linear = Int32Array.from(linear);
    this.#farads = new Float64Array(linear.length);
    this.#siemens = new Float64Array(linear.length);
    for (let k = 0; k < linear.length; k++) {
      const branch = numbering.branches[linear[k] as number];
      if (branch?.kind === 'capacitance') this.#farads[k] = Math.abs(branch.capacitance);
      else if (branch?.kind === 'resistance') this.#siemens[k] = Math.abs(1 / branch.resistance);
    }
    this.#current = new Float64Array(count);
    const { origins } = numbering;
    this.#unit = new Uint8Array(origins.length);
    for (let k = 0; k < origins.length; k++) this.#unit[k] = units.indexOf(origins[k]?.unit ?? '');
    this.#charge = new Float64Array(count);
    this.#rows = rowLaws(model);
    this.#rowLargest = new Float64Array(this.#rows.length);
    this.#multiplierLargest = new Float64Array(this.#rows.length);
    this.#row = new LargestValue(this.#rows.length);
    this.checks = {
      ...{ all, counts: room.floats(checkPlaces.count) },
      check: (t0, t1) => {
        if (this.#step) this.check(this.#step.last, this.#step.lastRates, t1, t1 - t0);
      },
    };
  }

  get pointsChecked(): number {
    return this.checks.counts[checkPlaces.checked] as number;
  }

  step(step: TrajectoryStep): void {
    this.watch(step);
    checkIfDue(this.checks, step.t0, step.t1);
  }

  /** Reads the points of a step from now on that is another one each time, for who calls `checkIfDue` himself. */
  watch(step: TrajectoryStep): void {
    this.#step = step;
  }

  /** Checks one point (z | u | 0) whose charges change at these rates, row by row, behind a step of h seconds. */
  check(w: Float64Array, rate: Float64Array, t: number, h = Infinity): void {
    const [unit, largest] = [this.#unit, this.#largestOf];
    for (let k = 0; k < unit.length; k++) {
      const own = unit[k] as number;
      largest[own] = Math.max(largest[own] as number, Math.abs(w[k] as number));
    }
    this.#checkNodes(w, rate, t, h);
    this.#checkRows(w, rate, t, h);
  }

  get kirchhoff(): WorstResidual {
    const { nodes } = this.model.numbering;
    const floor = this.#currentFloor();
    return worst(nodes.length, (n) =>
      this.#node.over(n, Math.max(this.#currents.largest[n] as number, floor), nodes[n] ?? ''),
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
      if (kind !== 'equation') return this.#row.over(k, 1, law?.name ?? '');
      const floor = this.model.system.residual[law?.row ?? -1] ?? this.tolerances.vntol;
      return this.#row.over(k, Math.max(this.#rowLargest[k] ?? 0, floor), law?.name ?? '');
    });
  }

  /** What a value is relative to: the largest of its own so far, at least the tolerance and a part of the circuit's largest. */
  #scale(row: number, largest: number, side: 'unit' | 'rowUnit'): number {
    const unit = this.model.numbering.origins[row]?.[side] ?? '';
    const { absolute, residual } = this.model.system;
    const floor = (side === 'unit' ? absolute[row] : residual[row]) ?? 0;
    return Math.max(largest, floor, sharedPart * (this.#largestOf[units.indexOf(unit)] as number));
  }

  /** Currents far below the largest of the circuit are the rounding of these. */
  #currentFloor(): number {
    let largest = 0;
    for (const value of this.#currents.largest) largest = Math.max(largest, value);
    return Math.max(this.tolerances.abstol, sharedPart * largest);
  }

  #checkNodes(w: Float64Array, rate: Float64Array, t: number, h: number): void {
    this.#sumCurrents(beside(this.#w, w), beside(this.#rate, rate));
    const { sum } = this.#currents;
    const charge = this.#charge.fill(0);
    const current = this.#current.fill(0);
    const { firstNode, secondNode } = this.model.numbering;
    for (let k = 0; k < this.#linear.length; k++) {
      const a = firstNode[this.#linear[k] as number] as number;
      const b = secondNode[this.#linear[k] as number] as number;
      const volts = Math.abs(a < 0 ? 0 : (w[a] as number)) + Math.abs(b < 0 ? 0 : (w[b] as number));
      const farads = (this.#farads[k] as number) * volts;
      const siemens = (this.#siemens[k] as number) * volts;
      if (a >= 0) {
        charge[a] = (charge[a] as number) + farads;
        current[a] = (current[a] as number) + siemens;
      }
      if (b >= 0) {
        charge[b] = (charge[b] as number) + farads;
        current[b] = (current[b] as number) + siemens;
      }
    }
    for (let n = 0; n < sum.length; n++) {
      const missed = Math.abs(sum[n] as number);
      const rounding = ROUNDING * ((charge[n] as number) / h + (current[n] as number));
      const nothing = rounding + this.tolerances.abstol;
      this.#node.note(n, Math.max(0, missed - nothing), t);
    }
  }

  #checkRows(w: Float64Array, rate: Float64Array, t: number, h: number): void {
    this.#rows.forEach(({ row, form, kind, smooth, stored }, k) => {
      let y = formValue(form, w);
      let terms = magnitude(form, w);
      let nothing = 0;
      if (stored) {
        nothing = (ROUNDING * absolute(stored, w)) / h;
        y += rate[row] as number;
        terms = Math.max(terms, Math.abs(rate[row] as number));
      }
      if (smooth?.of) {
        const at = Float64Array.from(smooth.arguments, (argument) => formValue(argument, w));
        y -= smooth.of.value(at);
      }
      this.#rowLargest[k] = Math.max(this.#rowLargest[k] as number, terms);
      if (kind === 'equation') {
        this.#row.note(k, Math.max(0, Math.abs(y) - nothing), t);
        return;
      }
      const lambda = w[row] as number;
      this.#multiplierLargest[k] = Math.max(this.#multiplierLargest[k] as number, Math.abs(lambda));
      const perY = y / this.#scale(row, this.#rowLargest[k], 'rowUnit');
      const perLambda = lambda / this.#scale(row, this.#multiplierLargest[k], 'unit');
      // A pair has both signs right and one of both at 0, a switch one of both at 0.
      const off = kind === 'pair' ? Math.min(perY, perLambda) : Math.min(Math.abs(perY), Math.abs(perLambda));
      this.#row.note(k, off, t);
    });
  }
}

function magnitude({ index, gain }: SparseForm, w: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < index.length; k++)
    largest = Math.max(largest, Math.abs((gain[k] as number) * (w[index[k] as number] as number)));
  return largest;
}

function absolute({ index, gain }: SparseForm, w: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < index.length; k++)
    sum += Math.abs((gain[k] as number) * (w[index[k] as number] as number));
  return sum;
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
  const formOf = (sum: FormSum): SparseForm => sum.form(system.size);
  branches.forEach((branch, index) => {
    // Their currents are what Kirchhoff's law is asked of.
    if (branch.kind === 'resistance' || branch.kind === 'current' || branch.kind === 'law') return;
    const row = currentUnknown[index] as number;
    if (branch.kind === 'capacitance' && row < 0) return;
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
        const flux = new FormSum(numbering).addUnknown(row, branch.inductance);
        for (const { branch: other, inductance } of branch.mutual ?? [])
          flux.addUnknown(currentUnknown[numbering.branchNamed.get(other) ?? -1] ?? -1, inductance);
        push('equation', flux);
        return;
      }
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
        push('switch');
        return;
      case 'controlled': {
        if (row >= 0) {
          if (branch.output === 'voltage') sum.addVoltage(a, b, 1);
          else sum.addUnknown(row, 1);
          sum.add(branch.form, index, -1);
          push('equation');
        }
        branch.auxiliaries?.forEach(({ y, guard, smooth }, k) => {
          const over = (form: typeof y): SparseForm => formOf(new FormSum(numbering).add(form, index));
          laws.push({
            row: (firstAuxiliary[index] as number) + k,
            name: branch.element,
            kind: guard ? 'switch' : smooth ? 'equation' : 'pair',
            form: over(y),
            ...(smooth && { smooth: { of: smooth, arguments: smooth.arguments.map(over) } }),
          });
        });
      }
    }
  });
  return laws;
}
