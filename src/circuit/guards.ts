/** The guards of contacts: their controls as forms over zeta = (x, lambda, u). */
import type { ContactGuard, Descriptor, ReducedSystem } from './compiled-circuit.js';
import type { ContactBranch } from './primitives.js';

/** State and multiplier parts below this, relative to the largest entry, are rounding of the recovery. */
const controlTolerance = 1e-12;

/** Returns one guard a contact. Control nodes must be nodes of the circuit (`compileCircuit` checks them). */
export function contactGuards(descriptor: Descriptor, system: ReducedSystem): ContactGuard[] {
  return system.rows.flatMap((row, index) => {
    const branch = system.branches[row.branch];
    if (branch?.kind !== 'contact') return [];
    const control = controlForm(branch, descriptor, system);
    return [
      {
        row: index,
        name: branch.name,
        control,
        on: branch.on,
        off: branch.off,
        initially: branch.initially,
        sourceOnly: clearRounding(control, system.n + system.m),
      },
    ];
  });
}

function controlForm(
  { control }: ContactBranch,
  descriptor: Descriptor,
  system: ReducedSystem,
): Float64Array {
  if (control.quantity === 'current') {
    const index = system.branches.findIndex(({ name }) => name === control.branch);
    return (system.forms[index]?.i ?? new Float64Array(system.n + system.m + system.p)).slice();
  }
  return nodeVoltageForm(descriptor, system, control.a, control.b);
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
