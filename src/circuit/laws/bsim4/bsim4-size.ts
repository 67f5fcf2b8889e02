/**
 * The size of one finger of a transistor of BSIM4 and its parameters at that size, with L' = L + XL and W' = W / NF + XW:
 *
 *     Leff = L' - 2 (LINT + LL / L'^LLN + LW / W'^LWN + LWL / (L'^LLN W'^LWN)),     Weff the same of W', WINT, WL, WW, WWL,
 *     of charges with DLC, LLC, LWC, LWLC and DWC, WLC, WWC, WWLC, of the junctions with DWJ and these; they are those above unless given,
 *     P = P0 + LP / Leff + WP / Weff + PP / (Leff Weff)     of a binned parameter, lengths in um with BINUNIT = 1, else in m.
 *
 * Source: BSIM4.8 manual, ch. 1 and app. A.
 */
import { type GivenValues, readerOf, type ValueReader } from '../law-parameters.js';

/** Metres: a channel whose element gives none. */
const usualSize = 5e-6;
const micrometre = 1e-6;

export interface Bsim4Size {
  readonly fingers: number;
  /** Metres, of a finger as drawn, and with XL and XW. */
  readonly drawn: { readonly length: number; readonly width: number };
  readonly masked: { readonly length: number; readonly width: number };
  /** Metres, of currents and of charges, and the width of the junctions. */
  readonly effective: { readonly length: number; readonly width: number };
  readonly charged: { readonly length: number; readonly width: number };
  readonly junctionWidth: number;
  /** Reads a binned parameter at this size. */
  readonly binned: ValueReader;
}

/** Returns it; effective lengths may come out as none. */
export function bsim4Size(model: GivenValues, instance: GivenValues): Bsim4Size {
  const given = readerOf(model);
  const fingers = instance.get('nf') ?? 1;
  const drawn = {
    length: instance.get('l') ?? given('l', usualSize),
    width: (instance.get('w') ?? given('w', usualSize)) / fingers,
  };
  const masked = { length: drawn.length + given('xl', 0), width: drawn.width + given('xw', 0) };
  const reduction = (side: 'l' | 'w', own: number, suffix: '' | 'c'): number => {
    const byLength = masked.length ** given(`${side}ln`, 1);
    const byWidth = masked.width ** given(`${side}wn`, 1);
    const part = (name: string): number => given(name + suffix, given(name, 0));
    return (
      own +
      part(`${side}l`) / byLength +
      part(`${side}w`) / byWidth +
      part(`${side}wl`) / (byLength * byWidth)
    );
  };
  const lint = given('lint', 0);
  const wint = given('wint', 0);
  const dwc = given('dwc', wint);
  const length = masked.length - 2 * reduction('l', lint, '');
  const width = masked.width - 2 * reduction('w', wint, '');
  const unit = given('binunit', 1) === 1 ? micrometre : 1;
  return {
    fingers,
    drawn,
    masked,
    effective: { length, width },
    charged: {
      length: masked.length - 2 * reduction('l', given('dlc', lint), 'c'),
      width: masked.width - 2 * reduction('w', dwc, 'c'),
    },
    junctionWidth: masked.width - 2 * reduction('w', given('dwj', dwc), 'c'),
    binned: (name, otherwise) =>
      given(name, otherwise) +
      (given(`l${name}`, 0) * unit) / length +
      (given(`w${name}`, 0) * unit) / width +
      (given(`p${name}`, 0) * unit * unit) / (length * width),
  };
}
