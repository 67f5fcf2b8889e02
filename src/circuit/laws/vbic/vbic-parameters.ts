/** The parameters of `vbic-law.ts` from a model, an element and its temperature. Source: VBIC 1.2; ngspice's manual, "VBIC". */
import { type GivenValues, readerOf } from '../law-parameters.js';
import { type Temperatures, zeroCelsius } from '../semiconductor.js';
import { writeHeat } from './vbic-heat.js';
import {
  vbicHeat,
  vbicHeatCount,
  vbicHeatedPlace,
  vbicParameterCount,
  vbicPlace,
  vbicStride,
  vbicWork,
} from './vbic-places.js';

const place = vbicPlace;

/** Where a parameter is not given and not 0. */
export const vbicDefaults: GivenValues = new Map(
  Object.entries({
    ...{ rci: 0.1, rbi: 0.1, rbp: 0.1, is: 1e-16, nf: 1, nr: 1, fc: 0.9, hrcf: 1 },
    ...{ pe: 0.75, me: 0.33, aje: -0.5, pc: 0.75, mc: 0.33, ajc: -0.5, ps: 0.75, ms: 0.33, ajs: -0.5 },
    ...{ ibei: 1e-18, wbe: 1, nei: 1, nen: 2, ibci: 1e-16, nci: 1, ncn: 2, wsp: 1, nfp: 1, ncip: 1, ncnp: 2 },
    ...{ ea: 1.12, eaie: 1.12, eaic: 1.12, eais: 1.12, eane: 1.12, eanc: 1.12, eans: 1.12, eap: 1.12 },
    ...{ xis: 3, xii: 3, xin: 3, art: 0.1, nkf: 0.5, isrr: 1, nbbe: 1, ibbe: 1e-6 },
  }),
);

/** Parameters that are another one where they are absent. */
const fallbacks: ReadonlyMap<string, string> = new Map([
  ['xrbi', 'xrb'],
  ['xrbx', 'xrb'],
  ['xrci', 'xrc'],
  ['xrcx', 'xrc'],
]);

/** What is no parameter of a model. */
const own: ReadonlySet<string> = new Set(['sign', 'count', 'tnom', 'tdev', 'lagScale', 'critical']);

/** Amperes of which a volt stands where the forward current comes later and IKF tells of none. */
const usualCurrent = 1e-2;

/** Returns the siemens of a current that comes later: IKF, or 10 mA, are a volt. */
export function vbicLagScale(model: GivenValues, count: number): number {
  const knee = model.get('ikf') ?? 0;
  return count * (knee > 0 ? knee : usualCurrent);
}

export function vbicParameters(
  type: 'npn' | 'pnp',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
): Float64Array {
  const given = readerOf(model);
  const count = (instance.get('area') ?? 1) * (instance.get('m') ?? 1);
  const p = new Float64Array(vbicParameterCount);
  for (const [name, k] of Object.entries(place)) {
    if (own.has(name)) continue;
    p[k] = given(name, given(fallbacks.get(name) ?? name, vbicDefaults.get(name) ?? 0));
  }
  p[place.sign] = type === 'npn' ? 1 : -1;
  p[place.count] = count;
  p[place.tnom] = at.nominal + zeroCelsius;
  p[place.tdev] = at.celsius + zeroCelsius;
  p[place.lagScale] = vbicLagScale(model, count);
  const heated = new Float64Array(vbicWork);
  writeHeat(p, 0, 0, heated);
  for (let k = 0; k < vbicHeatCount; k++) p[vbicHeatedPlace + k] = heated[k * vbicStride] ?? 0;
  const vt = heated[vbicHeat.vt] ?? 0;
  const saturation = count * (heated[vbicHeat.is] ?? 0);
  p[place.critical] = saturation > 0 ? vt * Math.max(2, Math.log(vt / (Math.SQRT2 * saturation))) : Infinity;
  return p;
}

/** Returns resistances in ohms at the temperature, of one transistor. */
export function vbicResistance(parameters: Float64Array, name: 'rcx' | 'rbx' | 're' | 'rs'): number {
  return parameters[vbicHeatedPlace + vbicHeat[name] / vbicStride] ?? 0;
}
