/**
 * Which voltages may be prescribed: linear equations between node voltages, as voltage sources and sources controlled by voltages
 * write them, brought to echelon form one by one. An equation that follows from the others, or contradicts them, is none more.
 * Cost: the equations that share nodes with a new one.
 */
import type { LinearForm, SmoothBranch } from '../primitives.js';
import { ground } from './tree.js';

/** Factors below this part of the terms that they are the sum of are rounding. */
const rounding = 1e-12;

export class VoltageConstraints {
  /** Equations by their leading node, whose factor is 1. */
  readonly #rows = new Map<string, ReadonlyMap<string, number>>();

  constructor(branches: readonly SmoothBranch[]) {
    for (const branch of branches) {
      if (branch.kind === 'voltage') this.add(branch.a, branch.b);
      else if (branch.kind === 'controlled' && branch.output === 'voltage' && isOfVoltages(branch.form))
        this.add(branch.a, branch.b, branch.form);
    }
  }

  /** Prescribes v(a) - v(b) - form; false, and nothing done, where it is prescribed already. */
  add(a: string, b: string, form?: LinearForm): boolean {
    const row = new Map<string, number>();
    const sizes = new Map<string, number>();
    const note = (node: string, factor: number): void => {
      if (node === ground) return;
      row.set(node, (row.get(node) ?? 0) + factor);
      sizes.set(node, (sizes.get(node) ?? 0) + Math.abs(factor));
    };
    note(a, 1);
    note(b, -1);
    for (const term of form?.terms ?? []) {
      if (term.quantity !== 'voltage') continue;
      note(term.a, -term.gain);
      note(term.b, term.gain);
    }
    const seen = new Set<string>();
    for (let lead = leadOf(row, seen); lead !== undefined; lead = leadOf(row, seen)) {
      const factor = row.get(lead) ?? 0;
      const known = this.#rows.get(lead);
      if (Math.abs(factor) <= rounding * (sizes.get(lead) ?? 0)) {
        row.delete(lead);
      } else if (known) {
        for (const [node, value] of known) note(node, -factor * value);
        row.delete(lead);
      } else seen.add(lead);
    }
    const [first] = row;
    if (!first) return false;
    const [lead, factor] = first;
    this.#rows.set(lead, new Map([...row].map(([node, value]) => [node, value / factor])));
    return true;
  }
}

/** A node whose factor is still to be looked at. */
function leadOf(row: ReadonlyMap<string, number>, seen: ReadonlySet<string>): string | undefined {
  for (const node of row.keys()) if (!seen.has(node)) return node;
  return undefined;
}

function isOfVoltages({ terms }: LinearForm): boolean {
  return terms.every(({ quantity }) => quantity === 'voltage' || quantity === 'signal');
}
