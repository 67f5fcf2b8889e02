/**
 * When two waveforms do the same thing: passes of a level, which of them correspond, and a waveform stretched so that these
 * coincide. A waveform may have a few passes more at an end: two oscillators whose periods differ by a ten-thousandth are
 * 373 and 374 half periods into the same run. Waveforms are straight lines between rows; jumps are rows of equal time.
 */

/** A waveform as rows of time and value; times do not fall. */
export interface Waveform {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

export interface Pass {
  readonly t: number;
  readonly rises: boolean;
}

/** Passes that correspond, and between which times of the second waveform all do. */
export interface Alignment {
  readonly own: readonly number[];
  readonly reference: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** So many passes that correspond excuse one at an end that does not. */
const passesPerSpare = 50;

/** When a waveform passes a level for good: when it leaves the band around it on the other side. */
export function passesOf(
  { times, values }: Waveform,
  level: number,
  half: number,
  from: number,
  to: number,
): readonly Pass[] {
  const passes: Pass[] = [];
  let side = 0;
  let last = NaN;
  for (let k = 0; k < times.length; k++) {
    const [t, v] = [times[k] ?? 0, (values[k] ?? 0) - level];
    const before = (values[k - 1] ?? values[k] ?? 0) - level;
    if (k > 0 && before * v <= 0 && before !== v) {
      const t0 = times[k - 1] ?? t;
      last = t0 + (before / (before - v)) * (t - t0);
    }
    if (t < from || t > to) continue;
    const now = v > half ? 1 : v < -half ? -1 : 0;
    if (now === 0 || now === side) continue;
    if (side !== 0 && last >= from) passes.push({ t: last, rises: now > 0 });
    side = now;
  }
  return passes;
}

/** Which passes correspond, the spare ones left out where the rest is closest; absent where none do. */
export function alignmentOf(
  own: readonly Pass[],
  reference: readonly Pass[],
  from: number,
  to: number,
): Alignment | undefined {
  const count = Math.min(own.length, reference.length);
  const spare = Math.abs(own.length - reference.length);
  if (count === 0 || spare * passesPerSpare > count) return undefined;
  let [best, least] = [undefined as Alignment | undefined, Infinity];
  for (let first = 0; first <= spare; first++) {
    const mine = own.length > count ? own.slice(first, first + count) : own;
    const theirs = reference.length > count ? reference.slice(first, first + count) : reference;
    if (mine.some(({ rises }, k) => rises !== theirs[k]?.rises)) continue;
    const distance = mine.reduce((sum, { t }, k) => sum + Math.abs(t - (theirs[k]?.t ?? t)), 0);
    if (!(distance < least)) continue;
    least = distance;
    best = {
      own: mine.map(({ t }) => t),
      reference: theirs.map(({ t }) => t),
      from: first > 0 ? (theirs[0]?.t ?? from) : from,
      to: first < spare ? (theirs.at(-1)?.t ?? to) : to,
    };
  }
  return best && best.to > best.from ? best : undefined;
}

/** The waveform with its times between two stretched so that its passes come to lie at those of the reference. */
export function stretched(
  a: Waveform,
  { own, reference }: Pick<Alignment, 'own' | 'reference'>,
  from: number,
  to: number,
): Waveform {
  const [x, y] = [
    [from, ...own, to],
    [from, ...reference, to],
  ];
  let k = 0;
  const times = a.times.map((t) => {
    if (t <= from || t >= to) return t;
    while (k + 2 < x.length && (x[k + 1] ?? Infinity) <= t) k++;
    const [x0, x1, y0, y1] = [x[k] ?? 0, x[k + 1] ?? 0, y[k] ?? 0, y[k + 1] ?? 0];
    return x1 > x0 ? y0 + ((t - x0) / (x1 - x0)) * (y1 - y0) : y0;
  });
  return { times, values: a.values };
}
