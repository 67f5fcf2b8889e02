/**
 * What a MOS transistor of level 6 is at a temperature: threshold, GAMMA and PHI are those of level 1 (`mos1-parameters.ts`), and
 *
 *     KC = UO COX / 2 where TOX is given alone, else 50 uA,     KC(T) = KC (T0/T)^1.5,     LAMBDA0 = LAMBDA where it is absent.
 *
 * Source: ngspice's manual, "MOS level 6".
 */
import { type GivenValues, readerOf } from '../law-parameters.js';
import type { Temperatures } from '../semiconductor.js';
import { type Mos1Values, mos1Values, oxide } from './mos1-parameters.js';

export interface Mos6Values extends Mos1Values {
  /** VTO - GAMMA sqrt(PHI), V. */
  readonly flat: number;
  readonly rootPhi: number;
  /** GAMMA1, 1. */
  readonly body: number;
  /** SIGMA, 1. */
  readonly feedback: number;
  /** KV, V^(1 - NV). */
  readonly voltage: number;
  readonly voltageExponent: number;
  /** NC. */
  readonly exponent: number;
  /** LAMBDA1, 1/V^2. */
  readonly bulkModulation: number;
}

/** Returns them for an M element with a model, by their canonical names, at its temperature. */
export function mos6Values(
  type: 'nmos' | 'pmos',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
): Mos6Values {
  const given = readerOf(model);
  const thickness = given('tox', 0);
  const byProcess = thickness > 0 ? (0.5e-4 * given('uo', 600) * oxide) / thickness : 5e-5;
  const base = mos1Values(type, new Map([...model, ['kp', given('kc', byProcess)]]), instance, at);
  const rootPhi = Math.sqrt(base.phi);
  return {
    ...base,
    flat: base.threshold - base.gamma * rootPhi,
    rootPhi,
    body: given('gamma1', 0),
    feedback: given('sigma', 0),
    voltage: given('kv', 2),
    voltageExponent: given('nv', 0.5),
    exponent: given('nc', 1),
    modulation: given('lambda0', given('lambda', 0)),
    bulkModulation: given('lambda1', 0),
  };
}
