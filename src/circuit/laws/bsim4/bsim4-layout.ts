/**
 * What the neighbourhood of a transistor of BSIM4 makes of its threshold, body effect, barrier, mobility and velocity: the mechanical stress
 * of the edges of its diffusion (SA, SB, SD), and the ions that the edge of its well throws (SCA, SCB, SCC, or SC):
 *
 *     1/OD = sum of 1/NF (1 / (SA + L/2 + i (SD + L)) + 1 / (SB + L/2 + i (SD + L))),    rho = KU0 / Ku0 1/OD,
 *     VTH0 + KVTH0 / Kvth0 (1/OD - 1/OD0) + KVTH0WE s,    K2 + STK2 / Kvth0^LODK2 (..) + K2WE s,    ETA0 + STETA0 / Kvth0^LODETA0 (..),
 *     VSAT (1 + KVSAT rho) / (1 + KVSAT rho0),     s = SCA + WEB SCB + WEC SCC.
 *
 * Source: BSIM4.8 manual, ch. 13 and 14.
 */
import type { Bsim4Size } from './bsim4-size.js';
import { type GivenValues, readerOf, type ValueReader } from '../law-parameters.js';

export interface Bsim4Layout {
  /** Volts, for n and p channels alike, then factors. */
  readonly threshold: number;
  readonly k2: number;
  readonly eta: number;
  readonly mobility: number;
  readonly velocity: number;
}

const nowhere: Bsim4Layout = Object.freeze({ threshold: 0, k2: 0, eta: 0, mobility: 1, velocity: 1 });
const stressRounding = 1e-9;

/** Returns it; `rise` is T / T0 - 1. */
export function bsim4Layout(
  model: GivenValues,
  instance: GivenValues,
  size: Bsim4Size,
  rise: number,
): Bsim4Layout {
  const stress = stressOf(model, instance, size, rise);
  if ((model.get('wpemod') ?? 0) !== 1) return stress;
  const given = readerOf(model);
  const { a, b, c } = wellOf(given, instance, size);
  const ions = a + given('web', 0) * b + given('wec', 0) * c;
  const { binned } = size;
  return {
    ...stress,
    threshold: stress.threshold + binned('kvth0we', 0) * ions,
    k2: stress.k2 + binned('k2we', 0) * ions,
    mobility: stress.mobility * Math.max(0, 1 + binned('ku0we', 0) * ions),
  };
}

function stressOf(model: GivenValues, instance: GivenValues, size: Bsim4Size, rise: number): Bsim4Layout {
  const given = readerOf(model);
  const own = readerOf(instance);
  const { fingers, drawn, masked } = size;
  const [sa, sb, sd] = [own('sa', 0), own('sb', 0), own('sd', 2 * given('dmcg', 0))];
  if (!(sa > 0 && sb > 0 && (fingers === 1 || sd > 0))) return nowhere;
  const width = masked.width + Math.max(0, given('wlod', 0));
  const bySize = (name: string, of: string): number => {
    const byLength = masked.length ** given(`llod${of}`, 0);
    const byWidth = width ** given(`wlod${of}`, 0);
    return (
      1 +
      given(`l${name}`, 0) / byLength +
      given(`w${name}`, 0) / byWidth +
      given(`p${name}`, 0) / (byLength * byWidth)
    );
  };
  const forMobility = bySize('ku0', 'ku0') * (1 + given('tku0', 0) * rise) + stressRounding;
  const forThreshold = Math.sqrt(bySize('kvth0', 'vth') ** 2 + stressRounding);
  const half = 0.5 * drawn.length;
  const reference = 1 / (given('saref', 1e-6) + half) + 1 / (given('sbref', 1e-6) + half);
  let inverse = 0;
  for (let k = 0; k < fingers; k++) {
    const beyond = half + k * (sd + drawn.length);
    inverse += (1 / (sa + beyond) + 1 / (sb + beyond)) / fingers;
  }
  const perLength = given('ku0', 0) / forMobility;
  const forVelocity = Math.min(1, Math.max(-1, given('kvsat', 0))) * perLength;
  const offset = inverse - reference;
  return {
    threshold: (given('kvth0', 0) / forThreshold) * offset,
    k2: (given('stk2', 0) / forThreshold ** given('lodk2', 1)) * offset,
    eta: (given('steta0', 0) / forThreshold ** given('lodeta0', 1)) * offset,
    mobility: (1 + perLength * inverse) / (1 + perLength * reference),
    velocity: (1 + forVelocity * inverse) / (1 + forVelocity * reference),
  };
}

/** SCA, SCB and SCC as given, or of one edge at the distance SC. */
function wellOf(
  given: ValueReader,
  instance: GivenValues,
  { drawn }: Bsim4Size,
): { readonly a: number; readonly b: number; readonly c: number } {
  const own = readerOf(instance);
  const near = own('sc', 0);
  if (['sca', 'scb', 'scc'].some((name) => instance.has(name)) || !(near > 0)) {
    const [a = 0, b = 0, c = 0] = ['sca', 'scb', 'scc'].map((name) => Math.max(0, own(name, 0)));
    return { a, b, c };
  }
  const unit = given('scref', 1e-6);
  const far = near + drawn.width;
  const between = (steep: number): number => {
    const at = (distance: number): number =>
      (distance / steep + unit / (steep * steep)) * Math.exp((-steep * distance) / unit);
    return (at(near) - at(far)) / drawn.width;
  };
  return { a: (unit * unit) / (near * far), b: between(10), c: between(20) };
}
