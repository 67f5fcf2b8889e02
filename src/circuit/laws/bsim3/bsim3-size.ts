/**
 * The size of a transistor of BSIM3v3 and its parameters at that size:
 *
 *     Leff = L + XL - 2 (LINT + LL / L^LLN + LW / W^LWN + LWL / (L^LLN W^LWN)),     Weff the same of W, XW, WINT, WL, WW, WWL,
 *     of charges with DLC, LLC, LWC, LWLC and DWC, WLC, WWC, WWLC, which are those above unless given,
 *     P = P0 + LP / Leff + WP / Weff + PP / (Leff Weff)     of a binned parameter, lengths in um with BINUNIT = 1, else in m.
 *
 * Source: BSIM3v3.2.2 manual, app. A and B.
 */
import { type GivenValues, readerOf, type ValueReader } from '../law-parameters.js';

/** Metres: a channel whose element gives none. */
const usualSize = 5e-6;
const micrometre = 1e-6;

export interface Bsim3Size {
  /** Metres, as drawn. */
  readonly length: number;
  readonly width: number;
  /** Metres, of currents and of charges. */
  readonly effective: { readonly length: number; readonly width: number };
  readonly charged: { readonly length: number; readonly width: number };
  /** Reads a binned parameter at this size. */
  readonly binned: ValueReader;
}

/** XL and XW came with this version: ngspice passes over them in a model of an earlier one. */
export const addedFrom = 3.2;

/** Returns it for a version as a number; effective lengths may come out as none. */
export function bsim3Size(model: GivenValues, instance: GivenValues, version: number): Bsim3Size {
  const given = readerOf(model);
  const length = instance.get('l') ?? given('l', usualSize);
  const width = instance.get('w') ?? given('w', usualSize);
  const reduction = (side: 'l' | 'w', own: number, suffix: '' | 'c'): number => {
    const byLength = length ** given(`${side}ln`, 1);
    const byWidth = width ** given(`${side}wn`, 1);
    const part = (name: string): number => given(name + suffix, given(name, 0));
    return (
      own +
      part(`${side}l`) / byLength +
      part(`${side}w`) / byWidth +
      part(`${side}wl`) / (byLength * byWidth)
    );
  };
  const added = (name: 'xl' | 'xw'): number => (version < addedFrom ? 0 : given(name, 0));
  const lint = given('lint', 0);
  const wint = given('wint', 0);
  const sizeOf = (dl: number, dw: number, suffix: '' | 'c'): Bsim3Size['effective'] => ({
    length: length + added('xl') - 2 * reduction('l', dl, suffix),
    width: width + added('xw') - 2 * reduction('w', dw, suffix),
  });
  const effective = sizeOf(lint, wint, '');
  const unit = given('binunit', 1) === 1 ? micrometre : 1;
  const perLength = unit / effective.length;
  const perWidth = unit / effective.width;
  return {
    length,
    width,
    effective,
    charged: sizeOf(given('dlc', lint), given('dwc', wint), 'c'),
    binned: (name, otherwise) =>
      given(name, otherwise) +
      given(`l${name}`, 0) * perLength +
      given(`w${name}`, 0) * perWidth +
      given(`p${name}`, 0) * perLength * perWidth,
  };
}
