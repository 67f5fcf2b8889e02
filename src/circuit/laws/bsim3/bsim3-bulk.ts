/**
 * The junctions of drain and source with the bulk of BSIM3v3, and the resistances of their diffusions:
 *
 *     IS = JS A + JSW P, 10 fA without A and P;     JS(T) = JS e^((Eg0/Vt0 - Eg/Vt + XTI ln(T/T0)) / NJ),
 *     CJ A, CJSW (P - Weff) and CJSWG Weff, of P < Weff CJSWG P alone;     C (1 + TC (T - T0)), PB - TPB (T - T0),
 *     R = RSH times the squares of the end (one unless given).
 *
 * The straight line of the current begins at IJTH. Through version 3.1 it begins at 0.5 V, and with capacitances of sides no P is below
 * Weff. Source: BSIM3v3.2.2 manual, app. A and B.
 */
import { bsim3Gap, bsim3Heat } from './bsim3-body.js';
import { type Bsim3Junction, bsim3JunctionParameters } from './bsim3-junction-law.js';
import type { Bsim3Values } from './bsim3-values.js';
import type { DepletionLayer } from '../depletion-charge.js';
import { readerOf } from '../law-parameters.js';
import { type Temperatures, zeroCelsius } from '../semiconductor.js';

/** Amperes: of an end without area and perimeter. */
const usualSaturation = 1e-14;
/** Volts: where the current of version 3.1 becomes straight, and potentials that are not passed, at T0 and at T. */
const oldKnee = 0.5;
const leastNominal = 0.1;
const leastPotential = 0.01;
/** Logarithm that no current needs: IJTH = 0 sets no limit. */
const top = 80;
const newJunctions = 3.2;

/** Returns the resistance of an end in ohms, of one transistor. */
export function bsim3EndResistance({ model, instance }: Bsim3Values, end: 'd' | 's'): number {
  return (model.get('rsh') ?? 0) * (instance.get(`nr${end}`) ?? 1);
}

/** Returns the parameters of the junction of an end, all transistors in parallel. */
export function bsim3BulkJunction(values: Bsim3Values, end: 'd' | 's', at: Temperatures): Float64Array {
  const { model, instance, size, version } = values;
  const given = readerOf(model);
  const own = readerOf(instance);
  const count = own('m', 1);
  const area = own(`a${end}`, 0);
  const isOld = version < newJunctions;
  const hasSide = given('cjsw', 5e-10) > 0 || given('cjswg', 0) > 0;
  const perimeter = Math.max(own(`p${end}`, 0), isOld && hasSide ? size.effective.width : 0);
  const growth = growthOf(values, at);
  const density = given('js', 1e-4) * area + given('jsw', 0) * perimeter;
  const saturation = area <= 0 && perimeter <= 0 ? usualSaturation : Math.max(0, density) * growth;
  const slopeVoltage = given('nj', 1) * values.vt;
  const ijth = given('ijth', 0.1);
  const knee = isOld ? oldKnee / slopeVoltage : Math.log(ijth / saturation + 1);
  const byGate = Math.min(perimeter, size.effective.width);
  const rise = at.celsius - at.nominal;
  const layer = (
    farads: number,
    side: '' | 'sw' | 'swg',
    potential: number,
    grading: number,
  ): DepletionLayer => ({
    capacitance: count * farads * Math.max(0, 1 + given(`tcj${side}`, 0) * rise),
    potential: Math.max(leastPotential, Math.max(leastNominal, potential) - given(`tpb${side}`, 0) * rise),
    grading,
    linearFrom: 0,
  });
  const cjsw = given('cjsw', 5e-10);
  const pbsw = given('pbsw', 1);
  const mjsw = given('mjsw', 0.33);
  const junction: Bsim3Junction = {
    saturation: count * saturation,
    slopeVoltage,
    knee: Number.isFinite(knee) && (isOld || ijth > 0) ? Math.min(knee, top) : top,
    layers: [
      layer(given('cj', 5e-4) * area, '', given('pb', 1), given('mj', 0.5)),
      layer(cjsw * (perimeter - byGate), 'sw', pbsw, mjsw),
      layer(given('cjswg', cjsw) * byGate, 'swg', given('pbswg', pbsw), given('mjswg', mjsw)),
    ],
  };
  return bsim3JunctionParameters(junction);
}

/** By how much JS and JSW grow. */
function growthOf({ model }: Bsim3Values, { celsius, nominal }: Temperatures): number {
  if (celsius === nominal) return 1;
  const given = readerOf(model);
  const part = (at: number): number => bsim3Gap(at + zeroCelsius) / bsim3Heat(at, nominal).vt;
  const ratio = (celsius + zeroCelsius) / (nominal + zeroCelsius);
  return Math.exp((part(nominal) - part(celsius) + given('xti', 3) * Math.log(ratio)) / given('nj', 1));
}
