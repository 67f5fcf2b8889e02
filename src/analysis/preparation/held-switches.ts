/** What is said where a run starts although its switches agree on no states at rest. */
import type { Diagnostics } from '../../base/diagnostic.js';

export function warnOfHeldSwitches(
  switches: readonly { readonly name: string; readonly on: boolean }[],
  diagnostics: Diagnostics,
): void {
  const states = switches.map(({ name, on }) => `${name} ${on ? 'on' : 'off'}`).join(', ');
  const message = `operating point: its switches have no consistent state; the run starts with ${states}`;
  diagnostics.warning('switches-undecided', message, undefined, {
    hint: 'an oscillator has none; else give the switches hysteresis (vh)',
  });
}
