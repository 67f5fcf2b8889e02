/** The warning where a scheme itself takes or adds more than 1 % of what the circuit loses (conventions: energy of schemes). */
import type { Diagnostics } from '../../../base/diagnostic.js';
import { formatEngineering } from '../../../base/units.js';
import { numericalLossIsLarge, numericalLossShare } from '../certificate.js';
import type { EnergyBalance } from './energy-share.js';

export function warnOfNumericalLoss(energy: EnergyBalance, hint: string, diagnostics: Diagnostics): void {
  if (!numericalLossIsLarge(energy)) return;
  const share = numericalLossShare(energy);
  const part =
    share === undefined
      ? ''
      : ` (${Number((100 * Math.abs(share)).toPrecision(2))} % of what the circuit dissipates)`;
  const message = `the scheme itself ${energy.numerical > 0 ? 'dissipated' : 'added'} ${formatEngineering(Math.abs(energy.numerical), 'J')}${part}`;
  diagnostics.warning('numerical-loss', message, undefined, { hint });
}
