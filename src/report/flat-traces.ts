/** Panels in which what would be a flat line beside a trace far larger stands apart, under a label of its own. */
import type { PicturePanel } from './trace-collector.js';

type Trace = PicturePanel['traces'][number];

/** Part of the range of a panel below which a trace is flat: some pixels of a picture. */
const FLAT = 1 / 40;
/** Part of it below which it is nothing. */
const NOTHING = 1e-6;

/**
 * The panel without its flat traces, and panels with these, as long as some are flat in the rest. Points of a sweep stay together,
 * decibels and degrees are no sizes.
 */
export function splitFlat(panel: PicturePanel): PicturePanel[] {
  const columns = new Set(panel.traces.map(({ name }) => name.replace(/, .*/, '')));
  if (columns.size < panel.traces.length || panel.traces.some(({ part }) => part !== 'value')) return [panel];
  const widths = panel.traces.map(widthOf);
  const widest = Math.max(...widths);
  const isFlat = (_: Trace, k: number): boolean => {
    const part = (widths[k] ?? 0) / widest;
    return part < FLAT && part > NOTHING;
  };
  const flat = panel.traces.filter(isFlat);
  if (flat.length === 0) return [panel];
  const kept = panel.traces.filter((trace, k) => !isFlat(trace, k));
  return [{ ...panel, traces: kept }, ...splitFlat({ ...panel, traces: flat })];
}

/** From the lowest to the highest point, 0 among them. */
function widthOf({ points }: Trace): number {
  let [low, high] = [0, 0];
  for (let i = 1; i < points.length; i += 2) {
    low = Math.min(low, points[i] ?? 0);
    high = Math.max(high, points[i] ?? 0);
  }
  return high - low;
}
