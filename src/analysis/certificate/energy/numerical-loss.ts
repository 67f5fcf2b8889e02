/** The warning where a scheme itself takes or adds more than 1 % of what the circuit loses (conventions: energy of schemes). */
import type { Diagnostics } from '../../../base/diagnostic.js';
import { formatEngineering, formatNumber } from '../../../base/units.js';
import { numericalLossIsLarge, numericalLossShare } from '../certificate.js';
import type { EnergyBalance } from './energy-share.js';

/** From this part on a percentage says nothing: next to nothing is lost otherwise. */
const ALL = 10;

/** A part of what is lost in words: "0.5 % of what the circuit dissipates". */
export function shareOfLoss(part: number, whole: string): string {
  if (Math.abs(part) > ALL) return `far more than ${whole}`;
  return `${formatNumber(100 * part, 2)} % of ${whole}`;
}

export function warnOfNumericalLoss(energy: EnergyBalance, hint: string, diagnostics: Diagnostics): void {
  if (!numericalLossIsLarge(energy)) return;
  const share = numericalLossShare(energy);
  const part = share === undefined ? '' : ` (${shareOfLoss(Math.abs(share), 'what the circuit dissipates')})`;
  const message = `the scheme itself ${energy.numerical > 0 ? 'dissipated' : 'added'} ${formatEngineering(Math.abs(energy.numerical), 'J')}${part}`;
  diagnostics.warning('numerical-loss', message, undefined, { hint });
}
