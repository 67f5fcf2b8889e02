/**
 * The physical thickness of the oxide of a transistor of BSIM4. With MTRLMOD = 1 it is found from EOT, which was measured at VDDEOT, TEMPEOT,
 * LEFFEOT and WEFFEOT: what the distance of the carriers from the oxide adds is taken away again. Source: BSIM4.8 manual, 1.1.
 */
import { boltzmannPerCharge } from '../bsim3/bsim3-body.js';
import { bsim4Phi } from './bsim4-body.js';
import { vacuumPermittivity } from './bsim4-material.js';
import { bsim4Place } from './bsim4-places.js';
import { bsim4RestingSwing } from './bsim4-rest.js';
import type { Bsim4Values } from './bsim4-values.js';
import { depletedGate } from '../depleted-gate.js';
import { readerOf } from '../law-parameters.js';

const place = bsim4Place;
const rounds = 5;
const close = 1e-12;

export interface PhysicalOxide {
  /** Metres, F/m^2. */
  readonly physical: number;
  readonly capacitance: number;
}

/** Returns it; the parameters of the threshold are written already. */
export function bsim4Oxide(p: Float64Array, values: Bsim4Values): PhysicalOxide {
  const { model, material } = values;
  if (!material.isNew) return { physical: material.physical, capacitance: material.physicalOxide };
  const given = readerOf(model);
  const perDistance = material.oxideConstant / given('epsrsub', 11.7);
  const { over, field } = measuredAt(p, values);
  let physical = material.thickness;
  for (let round = 0; round < rounds; round++) {
    const before = physical;
    const crowd = ((over + field) / (2e8 * physical)) ** (0.7 * given('bdos', 1));
    physical = material.thickness - (perDistance * given('ados', 1) * 1.9e-9) / (1 + crowd);
    if (Math.abs(physical - before) <= close) break;
  }
  return { physical, capacitance: (material.oxideConstant * vacuumPermittivity) / physical };
}

/** Gate voltage over the threshold, and what the surface adds, where EOT was measured. */
function measuredAt(p: Float64Array, values: Bsim4Values): { readonly over: number; readonly field: number } {
  const { model, size, material, body, sign, nominalVt } = values;
  const given = readerOf(model);
  const { binned } = size;
  const at = (name: keyof typeof place): number => p[place[name]] ?? NaN;
  const kelvin = given('tempeot', 300.15);
  const vt = boltzmannPerCharge * kelvin;
  const nominal = nominalVt / boltzmannPerCharge;
  const ni = material.intrinsicAt(nominal);
  const phi = bsim4Phi(body.channelDoping, ni, vt, binned('phin', 0));
  const builtIn = vt * Math.log((binned('nsd', 1e20) * body.channelDoping) / (ni * ni));
  const supply = sign * given('vddeot', 1.5 * sign);
  const gate = depletedGate(supply, values.flatBand + phi, at('poly'));
  const [length, width] = [given('leffeot', 1), given('weffeot', 10)];
  const unit = at('oxideRoot') * Math.sqrt(body.depletion);
  const theta = (x: number): number => {
    const e = Math.exp(-x / unit);
    return e / ((1 - e) * (1 - e) + 2 * 1.713908431e-15 * e);
  };
  const root = Math.sqrt(phi);
  const k1 = body.k1 * (material.thickness / material.measured);
  const lowered =
    at('shortHeight') * theta(binned('dvt1', 0.53) * length) +
    at('narrowHeight') * theta(binned('dvt1w', 5.3e6) * width * length);
  let threshold =
    values.threshold +
    (k1 - body.k1) * root * Math.sqrt(1 + binned('lpeb', 0) / length) -
    lowered * (builtIn - phi) +
    (binned('k3', 80) * material.thickness * phi) / (width + binned('w0', 2.5e-6)) +
    k1 * (Math.sqrt(1 + binned('lpe0', 1.74e-7) / length) - 1) * root +
    (binned('kt1', -0.11) + binned('kt1l', 0) / length) * (kelvin / nominal - 1);
  const pocket = at('pocket');
  if (pocket > 0) threshold += bsim4RestingSwing(p, length) * vt * Math.log(1 + (2 * pocket) / length);
  return { over: gate - threshold, field: Math.max(0, 4 * (values.threshold - values.flatBand - phi)) };
}
