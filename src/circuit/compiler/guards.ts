/** The guards of ideal switches and the arguments of smooth rows as forms over zeta = (x, lambda, u). */
import type { StepImpact } from '../../kernel/simulation/time-stepping/step-impacts.js';
import type {
  CompiledCircuit,
  IdealSwitchGuard,
  Descriptor,
  ReducedSystem,
  SmoothRow,
} from './compiled-circuit.js';
import { addEntry, addScaled } from './dense-rows.js';
import type { Branch, IdealSwitchBranch, LinearForm } from '../primitives.js';

/** State and multiplier parts below this, relative to the largest entry, are rounding of the recovery. */
const controlTolerance = 1e-12;

/** Returns one guard an ideal switch row. Control nodes must be nodes of the circuit (`emission.ts` checks them). */
export function idealSwitchGuards(descriptor: Descriptor, system: ReducedSystem): IdealSwitchGuard[] {
  return system.rows.flatMap((row, index) => {
    const branch = system.branches[row.branch];
    const spec = guardOf(branch, row.auxiliary);
    if (spec === undefined) return [];
    const { form: control, constant } = formOverState(spec.control, descriptor, system, row.branch);
    return [
      {
        row: index,
        name: row.name,
        control,
        on: spec.on - constant,
        off: spec.off - constant,
        initially: spec.initially,
        sourceOnly: clearRounding(control, system.n + system.m),
      },
    ];
  });
}

/** Returns the nonlinear rows with their arguments as forms. */
export function smoothRows(descriptor: Descriptor, system: ReducedSystem): SmoothRow[] {
  return system.rows.flatMap(({ branch: index, auxiliary }, row) => {
    const branch = system.branches[index];
    const smooth = branch?.kind === 'controlled' ? branch.auxiliaries?.[auxiliary ?? -1]?.smooth : undefined;
    if (smooth === undefined) return [];
    const forms = smooth.arguments.map((form) => formOverState(form, descriptor, system, index));
    return [{ row, smooth, arguments: forms }];
  });
}

/** A contact and its name. */
export interface NamedImpact extends StepImpact {
  readonly name: string;
}

/** Contacts with their velocities as forms over zeta, and the guards that close them. */
export function impactsOf({
  descriptor,
  system,
  guards,
}: Pick<CompiledCircuit, 'descriptor' | 'system' | 'guards'>): NamedImpact[] {
  return system.branches.flatMap((branch, index) => {
    const impact = branch.kind === 'voltage' ? branch.impact : undefined;
    if (!impact) return [];
    const { form } = formOverState(impact.velocity, descriptor, system, index);
    const guard = guards.findIndex(({ row }) => {
      const closing = system.rows[row]?.branch ?? -1;
      return system.branches[closing]?.name === impact.contact;
    });
    return [{ name: branch.name.replace(/#impact$/, ''), signal: impact.signal, velocity: form, guard }];
  });
}

type GuardSpec = Pick<IdealSwitchBranch, 'control' | 'on' | 'off' | 'initially'>;

function guardOf(branch: Branch | undefined, auxiliary: number | undefined): GuardSpec | undefined {
  if (branch?.kind === 'ideal-switch') return branch;
  return branch?.kind === 'controlled' ? branch.auxiliaries?.[auxiliary ?? -1]?.guard : undefined;
}

/** Returns a form over zeta and its constant; auxiliary terms are those of branch `own`. */
export function formOverState(
  { terms, constant }: LinearForm,
  descriptor: Pick<Descriptor, 'tree'>,
  system: ReducedSystem,
  own: number,
): { readonly form: Float64Array; readonly constant: number } {
  const { n, m, p, branches, forms, inputNames } = system;
  const width = n + m + p;
  const form = new Float64Array(width);
  let sum = constant;
  for (const term of terms) {
    if (term.quantity === 'voltage') {
      addScaled(form, 0, term.gain, nodeVoltageForm(descriptor, system, term.a, term.b), 0, width);
    } else if (term.quantity === 'current') {
      branches.forEach(({ element, reversed }, index) => {
        const current = forms[index]?.i;
        if (element !== term.element || !current) return;
        addScaled(form, 0, reversed === true ? -term.gain : term.gain, current, 0, width);
      });
    } else if (term.quantity === 'auxiliary') {
      const row = auxiliaryRow(system, own, term);
      if (row >= 0) addEntry(form, width, 0, n + row, term.gain);
    } else if (term.signal.constant) {
      sum += term.gain * term.signal.value(0);
    } else {
      const input = inputNames.indexOf(term.name);
      if (input < 0) throw new RangeError(`the control signal ${term.name} is no input of the circuit`);
      addEntry(form, width, 0, n + m + input, term.gain);
    }
  }
  return { form, constant: sum };
}

/** Returns the row that an auxiliary term of branch `own` refers to. */
export function auxiliaryRow(
  { rows, branches }: ReducedSystem,
  own: number,
  { index, branch: named }: { readonly index: number; readonly branch?: string },
): number {
  return rows.findIndex(
    ({ branch, auxiliary }) =>
      auxiliary === index && (named === undefined ? branch === own : branches[branch]?.name === named),
  );
}

/** Returns v_a - v_b over zeta from the recovery matrices of a reduced system. */
export function nodeVoltageForm(
  { tree }: Pick<Descriptor, 'tree'>,
  system: ReducedSystem,
  a: string,
  b: string,
): Float64Array {
  const { n, m, p, recoverX, recoverLambda, recoverU } = system;
  const form = new Float64Array(n + m + p);
  for (const [name, sign] of [
    [a, 1],
    [b, -1],
  ] as const) {
    const node = (tree.nodeIndex.get(name) ?? 0) - 1;
    if (node < 0) continue;
    for (const [block, start, count] of [
      [recoverX, 0, n],
      [recoverLambda, n, m],
      [recoverU, n + m, p],
    ] as const) {
      for (let k = 0; k < count; k++) {
        form[start + k] = (form[start + k] as number) + sign * (block[node * count + k] as number);
      }
    }
  }
  return form;
}

/** Clears the first `count` entries when all of them are rounding, and tells whether they are zero. */
function clearRounding(form: Float64Array, count: number): boolean {
  let largest = 0;
  for (const value of form) largest = Math.max(largest, Math.abs(value));
  for (let k = 0; k < count; k++) {
    if (Math.abs(form[k] as number) > controlTolerance * largest) return false;
  }
  form.fill(0, 0, count);
  return true;
}
