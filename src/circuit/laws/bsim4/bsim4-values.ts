/** What the parameters of an instance of BSIM4 follow from: model and card, size, material, doping, layout and temperature. */
import { bsim3Heat } from '../bsim3/bsim3-body.js';
import { type Bsim4Body, bsim4Body } from './bsim4-body.js';
import { bsim4Layout } from './bsim4-layout.js';
import { type Bsim4Material, bsim4Material } from './bsim4-material.js';
import { type Bsim4Size, bsim4Size } from './bsim4-size.js';
import { type GivenValues, readerOf } from '../law-parameters.js';
import { type Temperatures, zeroCelsius } from '../semiconductor.js';

/** The version that is taken where a card tells none. */
export const bsim4Latest = 4.8;

export interface Bsim4Values {
  readonly type: 'nmos' | 'pmos';
  /** 1 of n channels. */
  readonly sign: 1 | -1;
  readonly model: GivenValues;
  readonly instance: GivenValues;
  readonly size: Bsim4Size;
  readonly material: Bsim4Material;
  readonly body: Bsim4Body;
  /** T / T0 - 1, and T - T0 in kelvin. */
  readonly rise: number;
  readonly warmer: number;
  /** Vt at T and at T0 in volts. */
  readonly vt: number;
  readonly nominalVt: number;
  /** T0. */
  readonly nominalKelvin: number;
  /** Volts, with what the layout and DELVTO make of them: VTH0 times the sign, and the flat band. */
  readonly threshold: number;
  readonly flatBand: number;
  readonly k2: number;
  readonly eta0: number;
  /** VSAT in m/s and U0 in m^2/Vs, at T. */
  readonly velocity: number;
  readonly mobility: number;
  /** 4.5 of all that are older. */
  readonly version: number;
}

/** Works them out. */
export function bsim4Values(
  type: 'nmos' | 'pmos',
  model: GivenValues,
  instance: GivenValues,
  { celsius, nominal }: Temperatures,
  version = bsim4Latest,
): Bsim4Values {
  const sign = type === 'nmos' ? 1 : -1;
  const size = bsim4Size(model, instance);
  const { binned, effective } = size;
  const material = bsim4Material(model, version);
  const body = bsim4Body({ model, size, material, kelvin: nominal + zeroCelsius, sign });
  const { rise, vt } = bsim3Heat(celsius, nominal);
  const warmer = celsius - nominal;
  const layout = bsim4Layout(model, instance, size, rise);
  const given = readerOf(model);
  const own = readerOf(instance);
  const delvto = sign * own('delvto', 0);
  const isOld = version < 4.7;
  const at = binned('at', 3.3e4);
  const vsat = binned('vsat', 8e4);
  const u0 = binned('u0', type === 'nmos' ? 0.067 : 0.025);
  const shortened = 1 - binned('up', 0) * Math.exp(-effective.length / binned('lp', 1e-8));
  return {
    ...{ type, sign, model, instance, size, material, body, rise, warmer, vt, version },
    nominalVt: bsim3Heat(nominal, nominal).vt,
    nominalKelvin: nominal + zeroCelsius,
    threshold: body.threshold + sign * layout.threshold + delvto,
    flatBand: body.flatBand + delvto,
    k2: body.k2 + layout.k2,
    eta0: binned('eta0', 0.08) + (isOld ? 0 : binned('teta0', 0) * rise) + layout.eta,
    velocity: (given('tempmod', 0) === 0 ? vsat - at * rise : vsat * (1 - at * warmer)) * layout.velocity,
    // Above 1 it is in cm^2/Vs.
    mobility:
      (u0 > 1 ? u0 / 1e4 : u0) *
      shortened *
      (1 + rise) ** binned('ute', -1.5) *
      layout.mobility *
      own('mulu0', 1),
  };
}
