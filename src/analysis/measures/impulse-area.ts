/**
 * The area of the impulse of a quantity, given those of the forms that it combines: of the measure a delta(t) the limit
 *
 *     lim f(v + s a) / s,     s -> infinity,
 *
 * with everything else as it is right behind the jump, as the balance of energy has it: a jump is the limit of an implicit
 * step. There is none where f grows faster, as a square does. Cost: O(forms), a few values of f.
 */
import type { CombinedValue } from '../preparation/output-value.js';

/** An area this small against the terms of its sum is rounding. */
const cancelled = 1e-12;
/** s of the limit, by what makes an impulse as large as the values beside it. */
const far = 1e6;
/** Agreement of the slopes there with those twice as far. */
const agreement = 1e-6;

/** The area, units times seconds; NaN where the quantity has no integral over the jump. */
export function impulseArea(
  value: CombinedValue<Float64Array>,
  t: number,
  after: Float64Array,
  impulses: Float64Array,
): number {
  const { forms, gap } = value;
  const areas = Float64Array.from(forms, (form) => sumOf(form, impulses));
  if (areas.every((area) => area === 0)) return 0;
  if (value.single === true) return areas[0] as number;
  const values = Float64Array.from(forms, (form) => sumOf(form, after));
  const first = gap?.first;
  const at = (s: number): number =>
    value.combine(
      t,
      values.map((beside, f) => beside + s * (areas[f] as number)),
    );
  const least = areas.reduce((min, area) => (area === 0 ? min : Math.min(min, Math.abs(area))), Infinity);
  const largest = values.reduce((max, each) => Math.max(max, Math.abs(each)), 1);
  const s = (far * largest) / least;
  const [one, two, four] = [at(s), at(2 * s), at(4 * s)];
  if (gap) gap.first = first;
  const slope = (four - two) / (2 * s);
  return Math.abs(two - one - slope * s) <= agreement * Math.abs(slope * s) ? slope : NaN;
}

function sumOf(form: Float64Array, zeta: Float64Array): number {
  let sum = 0;
  let terms = 0;
  for (let j = 0; j < form.length; j++) {
    const term = (form[j] as number) * (zeta[j] as number);
    sum += term;
    terms += Math.abs(term);
  }
  return Math.abs(sum) <= cancelled * terms ? 0 : sum;
}
