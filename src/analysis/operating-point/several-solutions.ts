/** Says that the laws of the circuit did not decide how a run went on, and which elements could have gone another way. */
import type { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering, formatNumber } from '../../base/units.js';
import type { ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';
import type { SlidingCommutation } from '../../kernel/simulation/event-driven/sliding-commutation.js';
import { elementsOf, listed } from '../preparation/run-failure.js';

/** Warns of several solutions at a time in seconds, on which the given rows of the system disagree. */
export function reportSeveral(
  { time, rows }: { readonly time: number; readonly rows: readonly number[] },
  system: ReducedSystem,
  diagnostics: Diagnostics,
): void {
  const elements = listed(elementsOf(rows, system));
  const when = `right after t = ${formatEngineering(time, 's', 9)}`;
  diagnostics.warning(
    'several-solutions',
    `the circuit has several solutions ${when}: they differ in the state of ${elements}; the first one found from the state before is followed`,
    undefined,
    { hint: `let the circuit decide: by initial values, or by a capacitance or hysteresis at ${elements}` },
  );
}

/** Warns of a comparator that is given a hysteresis: without one it slides while others commutate with every turn of it. */
export function reportCommutation(
  { time, relay, rows, duty }: SlidingCommutation,
  system: ReducedSystem,
  diagnostics: Diagnostics,
): void {
  const comparator = listed(elementsOf([relay], system));
  const others = listed(elementsOf(rows, system));
  diagnostics.warning(
    'sliding-commutation',
    `${comparator} would slide from t = ${formatEngineering(time, 's', 9)}, with a commutation of ${others} at every turn: a hysteresis decides its duty (${formatNumber(duty)} in the limit of a small one), so it is given one, 2e-4 of what it compares`,
    undefined,
    { hint: `give ${comparator} the hysteresis that it has` },
  );
}

/** Warns of comparators that are given a hysteresis: without one they and these switches, as far as known, turn each other over. */
export function reportEndlessSwitching(
  met: {
    readonly time: number;
    readonly comparators: readonly string[];
    readonly switches: readonly string[];
  },
  diagnostics: Diagnostics,
): void {
  const comparators = listed(met.comparators);
  const others = met.switches.filter((name) => !met.comparators.includes(name));
  const [who, what] =
    others.length > 0 ? [` and ${listed(others)}`, 'turn each other'] : ['', 'turn what they compare'];
  diagnostics.warning(
    'sliding-commutation',
    `${comparators}${who} would ${what} over without end at t = ${formatEngineering(met.time, 's', 9)}: comparisons there are given a hysteresis, 2e-4 of what they compare`,
    undefined,
    { hint: 'write it there, by a part of its own output, such as v(x)+0.01*v(out) > v(y)' },
  );
}
