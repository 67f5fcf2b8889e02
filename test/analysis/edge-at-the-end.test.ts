/** An edge at the very end of a run is not part of it: rows, final values, measures and energies end before it. */
import { expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';

it.each(['events', 'stepping'])('a source that jumps at tstop across a capacitor, by %s', (method) => {
  const { runs } = simulate(`an edge at the end
V1 a 0 pulse(0 1 1m 0 0 1m 2m)
R1 a 0 1k
C1 a 0 1u
.tran 0.5m 3m uic
.print tran v(a) i(r1)
.meas tran find find v(a) at=3m
.meas tran param param='v(a)'
.meas tran most max v(a) from=2.5m
.options method=${method}
.end`);
  const { plot, report } = runs[0]!;
  expect(plot!.columns.map((column) => column.at(-1))).toEqual([3e-3, 0, 0]);
  expect(report.final.map(({ value }) => value)).toEqual([0, 0]);
  expect(report.measures?.map(({ value }) => value)).toEqual([0, 0, 0]);
  // the capacitor is empty before the edge
  const { missed, energy } = report.certificate!;
  expect(missed).toEqual([]);
  expect(energy?.stored).toBeCloseTo(0, 15);
});
