/** What the parameters of an instance of BSIM3v3 follow from: model and card, size, doping and temperature. */
import { type Bsim3Body, bsim3Body, bsim3Heat } from './bsim3-body.js';
import { type Bsim3Size, bsim3Size } from './bsim3-size.js';
import type { GivenValues } from '../law-parameters.js';
import { type Temperatures, zeroCelsius } from '../semiconductor.js';

export interface Bsim3Values {
  readonly type: 'nmos' | 'pmos';
  readonly model: GivenValues;
  readonly instance: GivenValues;
  readonly size: Bsim3Size;
  readonly body: Bsim3Body;
  /** T / T0 - 1. */
  readonly rise: number;
  /** Vt in volts. */
  readonly vt: number;
  /** As a number: 3.22 of "3.2.2". */
  readonly version: number;
}

export const latestBsim3 = 3.3;
/** Version 3.0 is taken as this one. */
export const oldestBsim3 = 3.1;

/** Returns VERSION as a number, 3.22 of 3.2.2; undefined of another model. */
export function bsim3Version(written: string | undefined): number | undefined {
  if (written === undefined) return latestBsim3;
  const [, major = '', minor = ''] = /^(\d+\.\d)\.?(\d*)/.exec(written) ?? [];
  const version = Number(major + minor);
  return version >= 3 && version < 3.4 ? Math.max(oldestBsim3, version) : undefined;
}

/** Works them out; without a version it is 3.3. */
export function bsim3Values(
  type: 'nmos' | 'pmos',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
  version = latestBsim3,
): Bsim3Values {
  const size = bsim3Size(model, instance, version);
  const body = bsim3Body(model, size, at.nominal + zeroCelsius, type === 'nmos' ? 1 : -1);
  return { type, model, instance, size, body, ...bsim3Heat(at.celsius, at.nominal), version };
}
