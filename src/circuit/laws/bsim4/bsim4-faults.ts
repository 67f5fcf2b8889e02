/** What is wrong with an instance of BSIM4: the law has no meaning then. Source: BSIM4.8 manual, app. A. */
import { bsim4Place } from './bsim4-places.js';
import type { Bsim4Values } from './bsim4-values.js';
import { readerOf } from '../law-parameters.js';

const place = bsim4Place;

type Quantity = readonly [name: string, value: number];

/** Returns names of quantities, their values and what they have to be. */
export function bsim4Faults(
  { size, body, model, material, instance, ...values }: Bsim4Values,
  p: Float64Array,
): string[] {
  const { binned, effective, charged, fingers } = size;
  const given = readerOf(model);
  const own = readerOf(instance);
  const sizes: readonly Quantity[] = [
    ['NF', fingers],
    ['its effective length', effective.length],
    ['its effective width', effective.width],
    ['its effective length of charges', charged.length],
    ['its effective width of charges', charged.width],
    ['its effective width of junctions', size.junctionWidth],
  ];
  const tunnels = (p[place.channelKind] ?? 0) > 0;
  const positive: readonly Quantity[] = [
    ['TOXE', material.thickness],
    ['TOXP', p[place.physical] ?? NaN],
    ['NDEP', body.channelDoping],
    ['PHI', body.phi],
    ['NSUB', binned('nsub', 6e16)],
    ['XJ', p[place.junction] ?? NaN],
    ['U0 at its temperature', values.mobility],
    ['VSAT at its temperature', values.velocity],
    ['PCLM', binned('pclm', 1.3)],
    ['A2', p[place.a2] ?? NaN],
    ['1 + LPE0 / Leff', 1 + binned('lpe0', 1.74e-7) / effective.length],
    ['1 + LPEB / Leff', 1 + binned('lpeb', 0) / effective.length],
    ['Leff - 2 LINTNOI', effective.length - 2 * given('lintnoi', 0)],
    ...((p[place.bulkKind] ?? 0) > 0
      ? ([
          ['NIGBACC', binned('nigbacc', 1)],
          ['NIGBINV', binned('nigbinv', 3)],
        ] as const)
      : []),
    ...(tunnels
      ? ([
          ['NIGC', binned('nigc', 1)],
          ['POXEDGE', binned('poxedge', 1)],
          ['PIGCD', model.has('pigcd') ? binned('pigcd', 1) : 1],
        ] as const)
      : []),
    ...(own('sa', 0) > 0 && own('sb', 0) > 0
      ? ([
          ['SAREF', given('saref', 1e-6)],
          ['SBREF', given('sbref', 1e-6)],
        ] as const)
      : []),
  ];
  const atLeast: readonly Quantity[] = [
    ['DVT1', p[place.shortLength] ?? NaN],
    ['DVT1W', p[place.narrowLength] ?? NaN],
    ['DSUB', binned('dsub', given('drout', 0.56))],
    ['DROUT', binned('drout', 0.56)],
    ['DELTA', p[place.delta] ?? NaN],
    ['CLC', binned('clc', 0)],
    ['NGATE', body.gateDoping],
    ['FPROUT', binned('fprout', 0)],
    ['PDITS', p[place.drift] ?? NaN],
    ['PDITSL', given('pditsl', 0)],
  ];
  const told = (what: string, value: number, rule: string): string =>
    `${what} is ${Number(value.toPrecision(4))}, ${rule}`;
  const small = sizes.filter(([, value]) => !(value > 0));
  // Without a size nothing else means anything.
  if (small.length > 0) return small.map(([what, value]) => told(what, value, 'not positive'));
  return [
    ...positive.filter(([, value]) => !(value > 0)).map(([what, value]) => told(what, value, 'not positive')),
    ...atLeast.filter(([, value]) => !(value >= 0)).map(([what, value]) => told(what, value, 'negative')),
  ];
}
