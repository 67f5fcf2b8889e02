/**
 * Says why a transient stopped, in the words of the circuit: when, which elements, and what acts on them. Of an
 * infeasible one-step problem the kernel names the rows that contradict each other; what acts on a row are the
 * inputs and states in y_row = C x + D lambda + E u.
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import type { ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';
import { listNames } from '../../circuit/diagnose.js';

export interface RunFailure {
  readonly status: string;
  readonly message: string;
  /** Seconds. */
  readonly time: number;
  /** Rows of the system concerned. */
  readonly rows: readonly number[];
}

/** Names listed of either side. */
const maxNames = 6;

/** Reports the failure and returns its message, the reason why the waveform is incomplete. */
export function reportFailure(
  failure: RunFailure,
  system: ReducedSystem,
  diagnostics: Diagnostics,
  hint: string,
): string {
  const told = explain(failure, system) ?? { message: plainMessage(failure, system), hint };
  diagnostics.error(`simulation-${failure.status}`, told.message, undefined, { hint: told.hint });
  return told.message;
}

/** What can be said of functions without a finite value. */
export const finiteHint =
  'keep the arguments of ln, sqrt, exp and quotients in their ranges, by max() or limit() for example';

/** What to do about switches that turn each other back at one time; undefined where it is not they that fail. */
export function settlingHint({ status, rows }: RunFailure, system: ReducedSystem): string | undefined {
  const names = elementsOf(rows, system);
  if (status !== 'switching' || names.length === 0) return undefined;
  const what =
    names.length === 1
      ? `${listed(names)} turns itself back at once: while it is on its control asks for off, while it is off for on`
      : `${listed(names)} turn each other back at once`;
  return `${what}; set thresholds further apart (vh of a switch, ih of a current switch) than what the switching brings about itself, or keep the control by a capacitor or a coil`;
}

/** What to do about an ideal element that what drives it leaves no state. */
export function resistanceHint(element: string): string {
  return `give ${element} a resistance: in series where a voltage drives it, in parallel where a current does`;
}

/** Message and hint where the elements to blame are known. */
function explain(
  { status, time, rows }: RunFailure,
  system: ReducedSystem,
): { readonly message: string; readonly hint: string } | undefined {
  const elements = elementsOf(rows, system);
  const [first] = elements;
  if (first === undefined) return undefined;
  if (status === 'not-finite') {
    const when = `right after t = ${formatEngineering(time, 's', 9)}`;
    return { message: `what ${listed(elements)} computes is no finite number ${when}`, hint: finiteHint };
  }
  if (status !== 'infeasible') return undefined;
  return noSolution(time, describeConflict(rows, system), first);
}

/** That a circuit has no solution from a time on, and what to do about the first element of the conflict. */
export function noSolution(
  time: number,
  conflict: string,
  first: string,
): { readonly message: string; readonly hint: string } {
  const when = `right after t = ${formatEngineering(time, 's', 9)}`;
  return {
    message: `the circuit has no solution ${when} (proved): ${conflict}`,
    hint: resistanceHint(first),
  };
}

function plainMessage({ message, rows }: RunFailure, system: ReducedSystem): string {
  const names = listed(elementsOf(rows, system));
  return names === '' ? message : `${message} (${names})`;
}

/** "d1 conflicts with v1 and v(c1)". */
export function describeConflict(rows: readonly number[], system: ReducedSystem): string {
  return conflictOf(elementsOf(rows, system), actingOn(rows, system));
}

/** The same by the names of the elements, and of what acts on them. */
export function conflictOf(elements: readonly string[], causes: readonly string[]): string {
  const verb = elements.length === 1 ? 'conflicts' : 'conflict';
  const others =
    causes.length > 0 ? `with ${listed(causes)}` : elements.length > 1 ? 'with each other' : 'with the rest';
  return `${listed(elements)} ${verb} ${others}`;
}

/** Names of the elements to which rows belong, each once. */
export function elementsOf(rows: readonly number[], { rows: all, branches }: ReducedSystem): string[] {
  const names = rows.map((row) => branches[all[row]?.branch ?? -1]?.element);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** Names of the inputs and states that enter the rows' y; constant sources are one input. */
function actingOn(rows: readonly number[], system: ReducedSystem): string[] {
  const { n, p, C, E, inputNames, states, branches } = system;
  const names = new Set<string>();
  const constants = branches.filter(
    (branch) =>
      (branch.kind === 'voltage' || branch.kind === 'current') &&
      branch.signal.constant &&
      branch.signal.value(0) !== 0,
  );
  const constant = constants.length === 1 ? (constants[0]?.element ?? '') : 'the constant sources';
  for (const row of rows) {
    inputNames.forEach((name, j) => {
      if (E[row * p + j] === 0) return;
      if (name !== '1') names.add(name.replace(/^(?:d\/dt )+/, ''));
      else if (constants.length > 0) names.add(constant);
    });
    states.forEach(({ name }, j) => {
      if (C[row * n + j] !== 0) names.add(name);
    });
  }
  return [...names];
}

/** "a, b and 3 more". */
export function listed(names: readonly string[]): string {
  const rest = names.length - maxNames;
  return listNames(rest > 0 ? [...names.slice(0, maxNames), `${rest} more`] : names);
}
