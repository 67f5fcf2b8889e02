/**
 * The laws of a circuit as linear forms over zeta = (x, lambda, u), from the flat list of branches and their nodes rather
 * than from the compiled matrices: node voltages, branch currents, both sides of every element's law, the rows' y and
 * lambda, and the control of every switch. `law-check.ts` reads them at many points and judges.
 */
import type { ReducedSystem, SmoothRow } from '../../../circuit/compiler/compiled-circuit.js';
import { auxiliaryRow } from '../../../circuit/compiler/guards.js';
import type { Branch, IdealSwitchBranch, FormTerm, LinearForm } from '../../../circuit/primitives.js';
import type { Signal } from '../../../kernel/modeling/signals/signal.js';
import { chargeOf } from '../energy/charge-energy.js';
import { LinearForms } from './linear-forms.js';
import type { PointTrack } from '../point-track.js';

/** left = right of one element: v = R i, v = s(t), i = s(t), or v or i = a controlled value. */
export interface ElementLaw {
  readonly branch: number;
  /** What it is about: the unit of both sides. */
  readonly quantity: 'v' | 'i';
  /** Node forms of which v is the difference (-1: ground) and the form of i. */
  readonly a: number;
  readonly b: number;
  readonly i: number;
  /** Ohms; NaN: no resistance. */
  readonly resistance: number;
  readonly signal?: Signal;
  readonly controlled?: ControlledValue;
}

/** constant + sum of gain (form - other) + sum of gain s(t). */
export interface ControlledValue {
  readonly constant: number;
  readonly terms: readonly ControlledTerm[];
}

/** A difference of two forms (-1: 0), or a signal. `isVoltage`: a gain multiplies the rounding of both node voltages. */
export interface ControlledTerm {
  readonly gain: number;
  readonly plus: readonly number[];
  readonly minus: readonly number[];
  readonly isVoltage: boolean;
  readonly signal?: Signal;
}

/** An ideal switch: its row, its control, and what the row is when it is on. */
export interface SwitchLaw {
  readonly row: number;
  readonly name: string;
  readonly control: ControlledValue;
  readonly on: number;
  readonly off: number;
  readonly initially: 'on' | 'off';
  /** A control this near to a threshold counts as equal to it (`circuit/compiler/comparisons.ts`). */
  readonly within: number;
  /** Whether on means y = 0 (lambda is a current) or lambda = 0. */
  readonly onIsY: boolean;
}

/** A nonlinear row y = f(arguments). */
export interface SmoothLaw {
  readonly row: number;
  readonly value: SmoothRow['smooth'];
  readonly arguments: readonly { readonly form: number; readonly constant: number }[];
}

export class CircuitLaws {
  readonly forms: LinearForms;
  readonly nodes: readonly string[];
  /** Forms of node voltages, branch currents, rows' y and lambda, and entries of zeta. */
  readonly nodeForm: Int32Array;
  readonly currentForm: Int32Array;
  readonly y: Int32Array;
  readonly lambda: Int32Array;
  readonly zeta: Int32Array;
  /** Nodes of each branch; -1 is ground. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** 1 for nodes between the parts of a charge, whose voltages are charges and no measure of the circuit's. */
  readonly hidden: Uint8Array;
  readonly elements: readonly ElementLaw[];
  readonly switches: readonly SwitchLaw[];
  readonly smooth: readonly SmoothLaw[];
  readonly #nodeOf: ReadonlyMap<string, number>;

  constructor(
    readonly system: ReducedSystem,
    smooth: readonly SmoothRow[],
  ) {
    const { n, m, p, inputs, branches, unknowns, recoverX, recoverLambda, recoverU, C, D, E, remainder } =
      system;
    this.forms = new LinearForms({ n, m, inputs });
    const joined = (x: Float64Array, lambda: Float64Array, u: Float64Array, row: number): Float64Array => {
      const form = new Float64Array(n + m + p);
      form.set(x.subarray(row * n, (row + 1) * n));
      form.set(lambda.subarray(row * m, (row + 1) * m), n);
      form.set(u.subarray(row * p, (row + 1) * p), n + m);
      return form;
    };
    const rows = unknowns.map(({ quantity }, row) => (quantity === 'v' ? row : -1)).filter((row) => row >= 0);
    this.nodes = rows.map((row) => unknowns[row]?.name ?? '');
    this.#nodeOf = new Map(this.nodes.map((name, k) => [name, k]));
    this.nodeForm = Int32Array.from(rows, (row) =>
      this.forms.add(joined(recoverX, recoverLambda, recoverU, row)),
    );
    this.currentForm = Int32Array.from(system.forms, ({ i }) => this.forms.add(i));
    this.y = Int32Array.from(system.rows.keys(), (row) =>
      this.forms.add(joined(C, D, E, row), joined(remainder.C, remainder.D, remainder.E, row)),
    );
    const unit = (place: number): number => {
      const form = new Float64Array(n + m + p);
      form[place] = 1;
      return this.forms.add(form);
    };
    this.zeta = Int32Array.from({ length: n + m + p }, (_, place) => unit(place));
    this.lambda = this.zeta.subarray(n, n + m);
    this.a = Int32Array.from(branches, ({ a }) => this.#nodeOf.get(a) ?? -1);
    this.b = Int32Array.from(branches, ({ b }) => this.#nodeOf.get(b) ?? -1);
    const hidden = new Set(branches.flatMap((branch) => (chargeOf(branch) ? [branch.a] : [])));
    this.hidden = Uint8Array.from(this.nodes, (name) => (hidden.has(name) ? 1 : 0));
    this.elements = branches.flatMap((branch, k) => this.#elementLaw(branch, k));
    this.switches = system.rows.flatMap((row, index) => this.#switchLaw(row, index));
    this.smooth = smooth.map(({ row, smooth: value, arguments: forms }) => ({
      row,
      value,
      arguments: forms.map(({ form, constant }) => ({ form: this.forms.add(form), constant })),
    }));
  }

  announce(track: PointTrack): void {
    this.forms.announce(track);
  }

  #elementLaw(branch: Branch, k: number): ElementLaw[] {
    const ends = {
      branch: k,
      a: this.#nodeForm(branch.a),
      b: this.#nodeForm(branch.b),
      i: this.currentForm[k] ?? -1,
      resistance: NaN,
    };
    switch (branch.kind) {
      case 'resistance':
        return [{ ...ends, quantity: 'v', resistance: branch.resistance }];
      case 'voltage':
        return [{ ...ends, quantity: 'v', signal: branch.signal }];
      case 'current':
        return [{ ...ends, quantity: 'i', signal: branch.signal }];
      case 'controlled': {
        const quantity = branch.output === 'voltage' ? 'v' : 'i';
        return [{ ...ends, quantity, controlled: this.#controlled(branch.form, k) }];
      }
      default:
        return [];
    }
  }

  #switchLaw(
    { branch: index, auxiliary, name, multiplier }: ReducedSystem['rows'][number],
    row: number,
  ): SwitchLaw[] {
    const branch = this.system.branches[index];
    const spec = guardOf(branch, auxiliary);
    if (!spec) return [];
    const { control, on, off, initially } = spec;
    return [
      {
        ...{ row, name, on, off, initially },
        control: this.#controlled(control, index),
        within: whereEqualOf(branch, auxiliary),
        onIsY: multiplier !== 'voltage',
      },
    ];
  }

  #controlled({ constant, terms }: LinearForm, own: number): ControlledValue {
    return { constant, terms: terms.map((term) => this.#term(term, own)) };
  }

  #term(term: FormTerm, own: number): ControlledTerm {
    const { gain } = term;
    const plain = { gain, minus: [], isVoltage: false };
    switch (term.quantity) {
      case 'voltage': {
        const forms = (node: string): number[] => {
          const form = this.#nodeForm(node);
          return form < 0 ? [] : [form];
        };
        return { gain, plus: forms(term.a), minus: forms(term.b), isVoltage: true };
      }
      case 'signal':
        return { ...plain, plus: [], signal: term.signal };
      case 'auxiliary': {
        const row = auxiliaryRow(this.system, own, term);
        return { ...plain, plus: row < 0 ? [] : [this.lambda[row] ?? -1] };
      }
      case 'current': {
        const { branches } = this.system;
        const of = (reversed: boolean): number[] =>
          branches.flatMap((branch, k) =>
            branch.element === term.element && (branch.reversed === true) === reversed
              ? [this.currentForm[k] ?? -1]
              : [],
          );
        return { gain, plus: of(false), minus: of(true), isVoltage: false };
      }
    }
  }

  #nodeForm(name: string): number {
    return this.nodeForm[this.#nodeOf.get(name) ?? -1] ?? -1;
  }
}

function guardOf(
  branch: Branch | undefined,
  auxiliary: number | undefined,
): Pick<IdealSwitchBranch, 'control' | 'on' | 'off' | 'initially'> | undefined {
  if (branch?.kind === 'ideal-switch') return branch;
  return branch?.kind === 'controlled' ? branch.auxiliaries?.[auxiliary ?? -1]?.guard : undefined;
}

function whereEqualOf(branch: Branch | undefined, auxiliary: number | undefined): number {
  if (branch?.kind !== 'controlled') return 0;
  return branch.auxiliaries?.[auxiliary ?? -1]?.whereEqual?.within ?? 0;
}
