/**
 * Linear resistances of gate and bulk of BSIM4, in ohms, of one transistor:
 *
 *     RGATEMOD > 0    RSHG (XGW + Wj / (3 NGCON)) / (NGCON NF (L' - XGL)),
 *     RBODYMOD = 1    RBPB, RBPD, RBPS, RBDB, RBSB,     2: each R0 e^(l ln L + w ln W + nf ln NF), L and W in um, RBDB and RBSB of two in
 *                     parallel; without RBPS0 or RBPD0 RBPB alone, without RBSBX0 and RBSBY0, or RBDBX0 and RBDBY0, no RBDB and RBSB.
 *
 * Source: BSIM4.8 manual, ch. 8.
 */
import type { Bsim4Values } from './bsim4-values.js';
import { readerOf } from '../law-parameters.js';

/** Ohms that a path has at least. */
const least = 1e-3;

/** Returns that of the gate; 0: there is none. */
export function bsim4GateResistance({ model, instance, size }: Bsim4Values): number {
  const given = readerOf(model);
  const own = readerOf(instance);
  if (own('rgatemod', given('rgatemod', 0)) === 0) return 0;
  const asked = own('ngcon', given('ngcon', 1));
  const contacts = asked === 2 ? 2 : 1;
  const reach = own('xgw', given('xgw', 0)) + size.junctionWidth / 3 / contacts;
  const squares = reach / (contacts * size.fingers * (size.masked.length - given('xgl', 0)));
  return Math.max(least, given('rshg', 0.1) * squares);
}

export interface BulkResistances {
  /** Below the channel to the node, to the drain, to the source; drain and source to the node; Infinity: no path. */
  readonly pb: number;
  readonly pd: number;
  readonly ps: number;
  readonly db: number;
  readonly sb: number;
}

/** Returns those of the bulk; undefined where it has none. */
export function bsim4BulkResistances({ model, instance, size }: Bsim4Values): BulkResistances | undefined {
  const given = readerOf(model);
  const own = readerOf(instance);
  const kind = own('rbodymod', given('rbodymod', 0));
  if (kind !== 1 && kind !== 2) return undefined;
  if (kind === 1) {
    const of = (name: string): number => own(name, given(name, 50));
    return held(given('gbmin', 1e-12), {
      ...{ pb: of('rbpb'), pd: of('rbpd'), ps: of('rbps') },
      ...{ db: of('rbdb'), sb: of('rbsb') },
    });
  }
  const { length, width } = size.effective;
  const logs = [Math.log(length * 1e6), Math.log(width * 1e6), Math.log(size.fingers)] as const;
  const scaled = (name: string, usual: number, exponents = name): number => {
    const exponent = ['l', 'w', 'nf'].reduce(
      (sum, by, k) => sum + given(exponents + by, 0) * (logs[k] ?? 0),
      0,
    );
    return given(`${name}0`, usual) * Math.exp(exponent);
  };
  const both = (a: number, b: number): number => (a * b) / (a + b);
  const pb = both(scaled('rbpbx', 100), scaled('rbpby', 100));
  const isBare = !model.has('rbps0') || !model.has('rbpd0');
  const has = (end: 's' | 'd'): boolean => model.has(`rb${end}bx0`) || model.has(`rb${end}by0`);
  const of = (end: 's' | 'd'): number =>
    both(scaled(`rb${end}bx`, 100, 'rbsdbx'), scaled(`rb${end}by`, 100, 'rbsdby'));
  const isWhole = !isBare && has('s') && has('d');
  return held(given('gbmin', 1e-12), {
    pb,
    pd: isBare ? least : scaled('rbpd', 50),
    ps: isBare ? least : scaled('rbps', 50),
    db: isWhole ? of('d') : Infinity,
    sb: isWhole ? of('s') : Infinity,
  });
}

/** At least so many ohms, beside GBMIN. */
function held(gbmin: number, paths: BulkResistances): BulkResistances {
  const of = (ohms: number): number => (ohms < least ? least : 1 / (1 / ohms + gbmin));
  return { pb: of(paths.pb), pd: of(paths.pd), ps: of(paths.ps), db: of(paths.db), sb: of(paths.sb) };
}
